"""A match at the prompt: its steps, with undo and redo.

A step is an answer, a sentence from outside, or a `given`. A match consists of its program, seats, seed and steps, and
can always be rebuilt from these, also with a changed program. Answers are stored with the words of the chosen options,
so that they mean the same when the list of options changes. Every step is traced, so that `why` works afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field, frozen

import dsl.check.expressions as ex
from dsl.check.context import Context
from dsl.check.scenarios import check_scenario
from dsl.check.statements import sentence
from dsl.diagnostics import Diagnostic
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.ir.passages import SourceDeclaration
from dsl.names import types as t
from dsl.names.builtins import VERBS
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Piece
from interpreter.execute.interjections import interject, why_not_now
from interpreter.execute.machine import Machine
from interpreter.explain.debugger import Mark, Stepping, Watch
from interpreter.explain.resolve_words import asked_player
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, new_machine
from interpreter.model import state as s
from interpreter.model.environment import Scope
from interpreter.model.events import Event
from interpreter.model.requests import EngineRequest
from interpreter.model.state import State, Thing, Value
from interpreter.model.work_meter import refill
from interpreter.scenarios.setup import Fails, Setting
from tools.repl.input_kind import BadInput, InputContext, SentenceInput, read
from tools.repl.input_kind import StepInput as Typed
from tools.repl.steps import AnswerStep, BadText, GivenStep, SentenceStep, Step, StepRefused, meant


@frozen
class Checkpoint:
    """The state before a step."""

    state: State
    logged: int
    answers: int
    trace: Mark
    scope: int | None
    locals: Mapping[str, t.Type]
    linked: LinkedProgram


@define
class ReplMatch:
    """`bare` means that no flow was started: everything on the table comes from `given` lines and sentences."""

    linked: LinkedProgram
    seats: tuple[str, ...]
    seed: int
    bare: bool = False
    texts: dict[tuple[str, str], Op] = field(factory=dict)  # the typed texts in executable form
    steps: list[Step] = field(factory=list)
    undone: list[Step] = field(factory=list)
    lost: list[Step] = field(factory=list)  # the steps that could not be repeated in the last rebuild
    match: EngineMatch = field(init=False)
    locals: Mapping[str, t.Type] = field(factory=dict, init=False)
    _scope: int | None = field(default=None, init=False)
    _before: list[Checkpoint] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        machine = new_machine(self.linked, self.seats, self.seed, under_way=self.bare)
        machine.trace = Stepping()
        if not self.bare:
            scope = machine.state.open_scope({})
            machine.push_text(self.linked.start(), scope, None, None, None, 0, True, None)
            refill(machine)
            machine.run()
        self.match = EngineMatch(machine)

    # --------------------------------------------------------------------------------------------------- looking

    @property
    def machine(self) -> Machine:
        return self.match.machine

    @property
    def trace(self) -> Stepping:
        trace = self.machine.trace
        assert isinstance(trace, Stepping)
        return trace

    @property
    def requests(self) -> tuple[EngineRequest, ...]:
        return self.match.requests

    @property
    def over(self) -> bool:
        return self.match.over and not (self.bare and self.machine.state.cells[s.OUTCOME] is None)

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(self.machine.log or ())

    @property
    def before(self) -> State | None:
        """The state before the last step."""
        return self._before[-1].state if self._before else None

    def events(self, index: int) -> tuple[Event, ...]:
        """The events of a step; with -1, those before the first step."""
        starts = [self._before[at].logged for at in range(len(self._before))] + [len(self.machine.log or ())]
        return self.log[: starts[0]] if index < 0 else self.log[starts[index] : starts[index + 1]]

    def opening(self) -> EngineMatch:
        """The match before the first step."""
        m = self.machine
        state = self._before[0].state if self._before else m.state
        return EngineMatch(Machine(m.linked, state, m.seed, m.seats, list(self.events(-1))))

    def done(self, index: int) -> tuple[Step, State, EngineRequest | None, tuple[int, ...]]:
        """Record a step, the state after it, and for an answer the question and the choice."""
        states = [*(moment.state for moment in self._before), self.machine.state]
        if not isinstance(self.steps[index], AnswerStep):
            return self.steps[index], states[index + 1], None, ()
        id, chosen = self.match.answers[self._before[index].answers]
        request = next(request for request in states[index].requests if request.id == id)
        return self.steps[index], states[index + 1], request, chosen

    def locals_before(self) -> Mapping[str, t.Type]:
        """The local names before the last step."""
        return self._before[-1].locals if self._before else {}

    def before_step(self, index: int) -> State:
        return self._before[index].state

    def input_context(self) -> InputContext:
        verbs = {name for name, sig in self.linked.verbs.items() if sig.sort != "phase"}
        return InputContext(verbs | VERBS.keys(), self.linked.program.symbols.kinds, self.seats)

    @property
    def me(self) -> Thing | None:
        return asked_player(self.machine)

    def scope(self) -> Scope:
        """The names declared by sentences, and the player `me`."""
        return Scope(dict(self._names()), None, self.me)

    def _names(self) -> dict[str, Value]:
        values = self.machine.state.scopes.get(self._scope or 0, {})
        return {name: value for name, value in values.items() if not name.startswith("#")}

    def context(self, piece: Piece, locals: Mapping[str, t.Type] | None = None) -> Context:
        """The names available at the prompt: all cards, parts and seats, and all names of the rules."""
        program = self.linked.program
        cards = self.linked.cards.values()
        names = {name: card.kind for card in cards for name in (card.id.rsplit(".", 1)[-1], card.shown)}
        return Context(
            program.symbols, Findings(piece), "a scenario", events=dict(program.events), any_event=True,
            cards={**names, **program.names}, seats=self.seats, me=True, locals=dict(locals or self.locals),
        )  # fmt: skip

    def understood(self, node: n.Expr, piece: Piece) -> Op:
        """Check an expression. Raises `BadText`."""
        cx = self.context(piece)
        op = ex.value(node, cx)
        _no_errors(cx)
        return op

    # ----------------------------------------------------------------------------------------------------- doing

    def do(self, step: Step, watch: Watch | None = None) -> tuple[Event, ...]:
        """Execute a step and return its events. If it fails, the table is unchanged.

        Raises `StepRefused`, `BadText`, `Refused`, `RuleError`, and whatever `watch` raises.
        """
        match step:
            case AnswerStep():
                self._step(step, lambda: self._answer(step), watch)
            case SentenceStep():
                self._step(step, lambda: self._say(step), watch)
            case GivenStep():
                self._step(step, lambda: self._lay(step), watch)
        self.undone.clear()
        self.lost.clear()
        return self.events(len(self.steps) - 1)

    def _step(self, step: Step, doing: Callable[[], None], watch: Watch | None) -> None:
        machine = self.machine
        logged = len(machine.log or ())
        before = Checkpoint(
            machine.state,
            logged,
            len(self.match.answers),
            self.trace.mark(),
            self._scope,
            dict(self.locals),
            self.linked,
        )
        self.trace.begin(watch)
        try:
            doing()
        except BaseException:  # also on Ctrl-C: a partial step is undone
            self._back_to(before)
            raise
        finally:
            self.trace.begin(None)
        self._before.append(before)
        self.steps.append(step)

    def _back_to(self, moment: Checkpoint) -> None:
        machine = self.machine
        machine.state = moment.state
        if machine.log is not None:
            del machine.log[moment.logged :]
        self.trace.back(moment.trace)
        self._scope, self.locals = moment.scope, moment.locals
        self.match = EngineMatch(machine, self.match.answers[: moment.answers])

    def _answer(self, step: AnswerStep) -> None:
        request = next((request for request in self.requests if request.seat == step.seat), None)
        if request is None:
            asked = " and ".join(dict.fromkeys(request.seat for request in self.requests)) or "nobody"
            raise StepRefused(f"{step.seat} is not asked anything now; asked: {asked}")
        self.match.answer(request.id, meant(step, request), step.seat)

    def _say(self, step: SentenceStep) -> None:
        """Execute sentences one by one, because each may declare a name for the next."""
        reason = why_not_now(self.machine.state)
        if reason:
            raise StepRefused(reason)
        entry = next(read(step.text, step.file, self.input_context()))
        if isinstance(entry, BadInput):
            raise BadText(entry.diagnostics)
        assert isinstance(entry, SentenceInput)
        cx = self.context(entry.piece)
        inside = cx.inner(doing=True)
        op = sentence(entry.node, inside)
        _no_errors(inside)
        key = (step.file, step.text)
        text = self.texts.setdefault(key, Op("block", t.NOTHING, (op,), span=entry.node.span))
        machine = self.machine
        machine.linked.learn(SourceDeclaration("what you typed", entry.piece, entry.node), text)
        machine.state = machine.state.fork()
        self._scope = interject(machine, text, self._names(), self.me)
        self.locals = dict(inside.locals)

    def _lay(self, step: GivenStep) -> None:
        reason = why_not_now(self.machine.state)
        if reason:
            raise StepRefused(reason)
        entry = next(read(step.text, step.file, self.input_context()))
        if isinstance(entry, BadInput):
            raise BadText(entry.diagnostics)
        assert isinstance(entry, Typed)
        seats = n.Seats(tuple(n.Name(seat, span=(0, 0)) for seat in self.seats), span=(0, 0))
        tree = n.Scenario(n.Text("", span=(0, 0)), n.Marks(), (seats, entry.node), span=entry.node.span)
        cx = self.context(entry.piece)
        program = self.linked.program
        checked = check_scenario(
            Parsed(entry.piece, tree, (), ()), program.symbols, dict(program.events), None, dict(cx.cards or {})
        )
        wrong = [
            diagnostic
            for diagnostic in checked.diagnostics
            if diagnostic.severity == "error" and not diagnostic.code.startswith("BW600")
        ]
        if wrong:
            raise BadText(wrong)
        machine = self.machine
        machine.state = machine.state.fork()
        try:
            Setting(program, tree, cx, self.scope(), machine).lay()
        except Fails as failed:
            place = entry.piece.place(failed.span)
            diagnostic = Diagnostic(failed.code.id, "error", failed.message, place, failed.label, failed.help)
            raise BadText([diagnostic]) from failed
        _asked_again(machine)

    # --------------------------------------------------------------------------------------------- back and forth

    def undo(self) -> Step | None:
        """Undo the last step and return it."""
        if not self.steps:
            return None
        moment = self._before.pop()
        self._back_to(moment)
        if moment.linked is not self.linked:
            self._refresh()
        self.undone.append(self.steps.pop())
        return self.undone[-1]

    def redo(self) -> Step | None:
        """Redo the last undone step."""
        if not self.undone:
            return None
        later = self.undone[:-1]
        step = self.undone[-1]
        self.do(step)
        self.undone = later
        return step

    def fork(self) -> ReplMatch:
        """An independent copy."""
        copy = ReplMatch(self.linked, self.seats, self.seed, bare=True, texts=self.texts)
        copy.bare, copy.steps, copy.undone = self.bare, list(self.steps), list(self.undone)
        copy.match = self.match.fork()
        copy.locals, copy._scope, copy._before = dict(self.locals), self._scope, list(self._before)
        return copy

    def graft(self, linked: LinkedProgram) -> None:
        """Continue with another linked program that knows everything on the table."""
        linked.boards.update(self.linked.boards)  # maps are drawn when they are laid
        self.linked = self.machine.linked = linked
        self._refresh()

    def _refresh(self) -> None:
        """Ask the open questions again, so that new options are offered too."""
        machine = self.machine
        if machine.state.requests and not why_not_now(machine.state):
            machine.state = machine.state.fork()
            _asked_again(machine)


def _no_errors(cx: Context) -> None:
    wrong = [diagnostic for diagnostic in cx.findings.diagnostics if diagnostic.severity == "error"]
    if wrong:
        raise BadText(wrong)


def _asked_again(m: Machine) -> None:
    """The open questions, asked again on the current table."""
    if m.state.requests:
        interject(m, Op("block", t.NOTHING), {}, None)
