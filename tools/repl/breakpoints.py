"""Stops before sentences, and lists the sentences that were executed.

A step that is stopped is abandoned and the match is as it was before; continuing executes the step again up to the next
sentence, which is deterministic. So stopping has no side effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import define, field

import dsl.check.expressions as ex
import interpreter.evaluate.things as things
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.passages import Passage
from dsl.names import types as t
from interpreter.evaluate.dice import faces_of
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.explain.debugger import Halt, Halted, PendingSentence, Watch
from interpreter.instrument.faults import in_words
from interpreter.model.current_events import event_by_id
from interpreter.model.events import Event
from interpreter.model.frames import F_EVENT, F_OP, V_VERB
from interpreter.model.state import Value
from interpreter.model.values import Face
from interpreter.model.work_meter import refill
from tools.repl.input_kind import ExpressionInput
from tools.repl.match_steps import ReplMatch
from tools.repl.steps import BadText, StepRefused
from tools.report.escape import printable
from tools.report.excerpt import excerpt

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

TRAIL = 200
"""The maximum number of sentences of a step that are shown."""


@define
class Breakpoints:
    """`breaks` are names of rules, or `file:line`. `until` is the number of the sentence to stop before."""

    breaks: list[str] = field(factory=list)
    tracing: bool = False
    halted: Halted | None = None
    doing: Callable[[], tuple[Event, ...]] | None = None
    until: int | None = None
    after: int = 0
    _trail: list[str] = field(factory=list)
    _left_out: int = 0

    def watch(self) -> Watch | None:
        """The observer of the next step's sentences; None if there is nothing to observe."""
        self._trail, self._left_out = [], 0
        return self._look if self.breaks or self.tracing or self.until is not None else None

    def _look(self, here: PendingSentence) -> None:
        if self.until is not None and here.number >= self.until:
            raise Halt(here.halted())
        if here.number > self.after and self.breaks and self._stops(here):
            raise Halt(here.halted())
        if self.tracing:
            self._note(here)

    def _stops(self, here: PendingSentence) -> bool:
        passage = here.passage
        if passage is None:
            return False
        spot = passage.spot
        return any(
            spot.file.endswith(name.rpartition(":")[0]) and name.rpartition(":")[2] == str(spot.line)
            if ":" in name
            else here.begins and name in rule_names(passage)
            for name in self.breaks
        )

    def _note(self, here: PendingSentence) -> None:
        passage = here.passage
        if passage is None or len(self._trail) >= TRAIL:
            self._left_out += passage is not None
            return
        depth = "  " * min(len(here.machine.state.events), 20)
        self._trail.append(printable(f"      {depth}{passage.spot}: {passage.text}", 300))

    def trail(self) -> list[str]:
        """The executed sentences, if they are to be shown."""
        more = [f"      and {self._left_out:,} more sentences"] if self._left_out else []
        return [*self._trail, *more]

    def position(self, halt: Halt, session: ReplSession) -> list[str]:
        """The position of a stopped step: the line and the values of its names."""
        self.halted = halt.halted
        return list(where(self.halted, session))

    def go(self, until: int | None) -> Callable[[], tuple[Event, ...]]:
        """Continue the stopped step up to a sentence or the next breakpoint."""
        if self.halted is None or self.doing is None:
            raise StepRefused("nothing is stopped: use `:break RULE` or `:step`, then answer")
        self.until, self.after = until, self.halted.number
        self.halted = None
        return self.doing

    def over(self) -> None:
        """Reset after a completed step."""
        self.halted, self.until, self.after = None, None, 0

    def reckoned(self, entry: ExpressionInput, table: ReplMatch) -> tuple[Value, t.Type]:
        """Evaluate an expression with the names of the stopped text."""
        halted = self.halted
        assert halted is not None
        cx = table.context(entry.piece, {**table.locals, **dict(local_types(halted))})
        cx = cx.inner(it=_kind_of(halted.machine, halted.scope.it) if halted.scope.it is not None else None)
        op = ex.value(entry.node, cx)
        wrong = [diagnostic for diagnostic in cx.findings.diagnostics if diagnostic.severity == "error"]
        if wrong:
            raise BadText(wrong)
        refill(halted.machine)
        return value(op, halted.scope, halted.machine), op.type


def rule_names(passage: Passage) -> set[str]:
    """The names by which a breakpoint can refer to a rule: `effect hit`, `hit`, `Rusty`."""
    whole = passage.rule.name
    return {whole, whole.partition(" ")[2], passage.name}


def where(halted: Halted, session: ReplSession) -> Iterator[str]:
    passage = halted.passage
    if passage is None:
        yield f"stopped before sentence {halted.number} of this step"
    else:
        yield printable(f"stopped before sentence {halted.number} of this step, in {passage.name}")
        yield printable(f"  {passage.spot}")
        yield from _lines(passage, session)
    names = in_words(halted.names())
    yield printable(f"  where {names}", 1_000) if names else "  no names are known here"


def _lines(passage: Passage, session: ReplSession) -> Iterator[str]:
    piece = passage.rule.piece
    line, column = piece.position(passage.span[0])
    text = piece.text.split("\n")[line - piece.line]
    end = min(column - 1 + passage.span[1] - passage.span[0], len(text))
    gutter = len(str(line))
    part = excerpt(text, column - 1, end, max(session.look.width - gutter - 5, 20))
    yield f"  {line} | {part.text}"
    yield f"  {' ' * gutter} | {' ' * part.indent}{'^' * part.marks}"


def local_types(halted: Halted) -> Iterator[tuple[str, t.Type]]:
    """The types of the names of a text: as declared, else inferred from their values."""
    m, scope = halted.machine, halted.scope
    event = event_by_id(m, halted.frame[F_EVENT])
    verb = m.linked.signatures.get(event[V_VERB]) if event is not None else None
    types: dict[str, t.Type] = {slot.name: slot.type for slot in verb.slots} if verb is not None else {}
    types |= verb.keeps if verb is not None else {}
    for part in walk(halted.frame[F_OP]):
        types |= dict(_named(part))
    for name, bound in scope.values.items():
        if not name.startswith("#") and name not in ("me", "it"):
            yield name, types.get(name) or _type_of(m, bound)


def _named(op: Op) -> Iterator[tuple[str, t.Type]]:
    match op.name:
        case "let" | "keep":
            yield op.data, op.args[0].type
        case "choose" if op.data[1] is not None:
            of = t.item(op.args[2].type) or t.UNKNOWN
            yield op.data[1], of if op.data[0] == "one" else t.ListT(of)
        case "for_each":
            yield op.data[0], t.item(op.args[0].type) or t.UNKNOWN


def _type_of(m: Machine, actual: Value) -> t.Type:
    match actual:
        case bool():
            return t.TRUTH
        case int() if things.is_thing(m, actual):
            return _kind_of(m, actual) or t.NUMBER
        case int():
            return t.NUMBER
        case Face():
            die = next((d for d in m.symbols.dice if actual in _faces(m, d)), "")
            return t.FaceT(die, bool(die) and m.symbols.dice[die].numeric)
        case tuple():
            return t.ListT(_type_of(m, actual[0]) if actual else t.UNKNOWN)
        case _:
            return t.UNKNOWN


def _faces(m: Machine, die: str) -> list[Face]:
    return faces_of(m, die)


def _kind_of(m: Machine, actual: Value) -> t.Type | None:
    lineage = things.lineage(m, actual)
    return t.KindT(lineage[0]) if lineage else None
