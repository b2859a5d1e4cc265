"""A trace that can be looked at while it is made: sentence by sentence, and with all rolls and orders as they came.

Whoever wants to stop before a sentence raises `Halt` from `watch`: the step is given up, the match is as it was before
it, and because a match always goes the same way it can be led to the same place, or one sentence further, as often as
somebody likes. Without a `watch` nothing is looked at. What was rolled and shuffled is kept, so that it can be laid
down again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from dsl.ir.passages import Passage
from interpreter.execute.machine import Machine
from interpreter.instrument.reads import Values, worded
from interpreter.instrument.trace import Conditions, Input, Trace
from interpreter.model.environment import Scope
from interpreter.model.frames import F_OP, F_PC
from interpreter.model.state import Thing, Value

_DONE = frozenset(
    "unless let keep assign perform match may either choose ask cost result cancel require standing open phase "
    "together count walk".split()
)
"""Instructions that an author has written; the others only lead from one to the next."""


class Halt(Exception):
    """Somebody wants to look: the step is given up here."""

    def __init__(self, halted: Halted) -> None:
        super().__init__("halted")
        self.halted = halted


@frozen
class Here:
    """A sentence that is about to be done. `number` counts the sentences of the step, from 1."""

    machine: Machine
    frame: list[Any]
    number: int
    begins: bool  # whether it is the first sentence of its text

    @property
    def passage(self) -> Passage | None:
        code = self.machine.linked.code(self.frame[F_OP])
        return self.machine.linked.source_map.passage(self.frame[F_OP], code.spans[self.frame[F_PC] - 1])

    def halted(self) -> Halted:
        m = self.machine
        copy = Machine(m.linked, m.state.fork(), m.seed, m.seats, list(m.log or ()), m.script)
        return Halted(copy, copy.state.frames[m.state.frames.index(self.frame)], self.number, self.passage)


@frozen
class Halted:
    """The table as it was before a sentence, and the frame of the text that it stands in."""

    machine: Machine
    frame: list[Any]
    number: int
    passage: Passage | None

    @property
    def scope(self) -> Scope:
        return self.machine.scope_of(self.frame)

    def names(self) -> Values:
        """What the names of the text stand for."""
        scope = self.scope
        found = {"it": scope.it, "me": scope.me, **{n: v for n, v in scope.values.items() if not n.startswith("#")}}
        return tuple((name, worded(self.machine, value)) for name, value in found.items() if value is not None)


Watch = Callable[[Here], None]


@frozen
class Mark:
    """Where a trace was."""

    records: int
    asked: Conditions
    marks: int
    apart: dict[str, tuple[Input, ...]]
    drawn: int


@frozen
class Drawn:
    """What came by chance: a face of a die, the order of a pile, or things that were chosen."""

    sort: str  # die, order, chance
    name: str
    found: Value
    holder: Thing | None = None  # of a pile


@define
class Stepping(Trace):
    watch: Watch | None = None
    count: int = 0
    drawn: list[Drawn] = field(factory=list)

    def begin(self, watch: Watch | None) -> None:
        """A step begins; `watch` sees each of its sentences."""
        self.watch, self.count = watch, 0

    def asks(self, m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        super().asks(m, instruction, frame, scope)
        if self.watch is not None and instruction[0] in _DONE:
            self.count += 1
            self.watch(Here(m, frame, self.count, frame[F_PC] == 1))

    def rolled(self, m: Machine, die: str, face: Value) -> None:
        super().rolled(m, die, face)
        self.drawn.append(Drawn("die", die, face))

    def shuffled(self, m: Machine, zone: str, order: tuple[Thing, ...], holder: Thing) -> None:
        super().shuffled(m, zone, order, holder)
        self.drawn.append(Drawn("order", zone, order, holder))

    def drew_of(self, m: Machine, found: tuple[Value, ...]) -> None:
        super().drew_of(m, found)
        self.drawn.append(Drawn("chance", worded(m, found), found))

    # ------------------------------------------------------------------------------------------------- going back

    def mark(self) -> Mark:
        asked = {scope: dict(known) for scope, known in self._asked.items()}
        return Mark(len(self.records), asked, len(self._marks), dict(self._apart), len(self.drawn))

    def back(self, mark: Mark) -> None:
        """Forget everything since then."""
        del self.records[mark.records :], self._marks[mark.marks :], self.drawn[mark.drawn :]
        self._asked = {scope: dict(known) for scope, known in mark.asked.items()}
        self._apart, self._fresh = dict(mark.apart), False

    def fork(self) -> Stepping:
        asked = {scope: dict(known) for scope, known in self._asked.items()}
        return Stepping(
            list(self.records), self.broken, asked, list(self._marks), dict(self._apart), False, self._last,
            None, 0, list(self.drawn),
        )  # fmt: skip
