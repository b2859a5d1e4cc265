"""A trace that can be watched while it is recorded, sentence by sentence, and that keeps all rolls and orders.

To stop before a sentence, `watch` raises `Halt`: the step is abandoned and the match is unchanged. Matches are
deterministic, so the same place, or the next sentence, can be reached again any number of times. Without a `watch`
nothing is inspected. Rolls and shuffles are kept so that they can be scripted again.
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
"""Instructions that an author has written; the others are jumps between them."""


class Halt(Exception):
    """Raised by `watch` to stop; the step is abandoned here."""

    def __init__(self, halted: Halted) -> None:
        super().__init__("halted")
        self.halted = halted


@frozen
class PendingSentence:
    """A sentence about to run. `number` counts the sentences of the step, from 1."""

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
    """The table before a sentence, and the frame of its text."""

    machine: Machine
    frame: list[Any]
    number: int
    passage: Passage | None

    @property
    def scope(self) -> Scope:
        return self.machine.scope_of(self.frame)

    def names(self) -> Values:
        """The values of the names of the text."""
        scope = self.scope
        values = {"it": scope.it, "me": scope.me, **{n: v for n, v in scope.values.items() if not n.startswith("#")}}
        return tuple((name, worded(self.machine, value)) for name, value in values.items() if value is not None)


Watch = Callable[[PendingSentence], None]


@frozen
class Mark:
    """A position in a trace."""

    records: int
    asked: Conditions
    marks: int
    apart: dict[str, tuple[Input, ...]]
    drawn: int


@frozen
class ChanceResult:
    """A result of chance: a face of a die, the order of a pile, or chosen things."""

    sort: str  # die, order, chance
    name: str
    value: Value
    holder: Thing | None = None  # of a pile


@define
class Stepping(Trace):
    watch: Watch | None = None
    count: int = 0
    drawn: list[ChanceResult] = field(factory=list)

    def begin(self, watch: Watch | None) -> None:
        """Begin a step; `watch` sees each of its sentences."""
        self.watch, self.count = watch, 0

    def asks(self, m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        super().asks(m, instruction, frame, scope)
        if self.watch is not None and instruction[0] in _DONE:
            self.count += 1
            self.watch(PendingSentence(m, frame, self.count, frame[F_PC] == 1))

    def rolled(self, m: Machine, die: str, face: Value) -> None:
        super().rolled(m, die, face)
        self.drawn.append(ChanceResult("die", die, face))

    def shuffled(self, m: Machine, zone: str, order: tuple[Thing, ...], holder: Thing) -> None:
        super().shuffled(m, zone, order, holder)
        self.drawn.append(ChanceResult("order", zone, order, holder))

    def drew_of(self, m: Machine, chosen: tuple[Value, ...]) -> None:
        super().drew_of(m, chosen)
        self.drawn.append(ChanceResult("chance", worded(m, chosen), chosen))

    # ------------------------------------------------------------------------------------------------- going back

    def mark(self) -> Mark:
        asked = {scope: dict(conditions) for scope, conditions in self._asked.items()}
        return Mark(len(self.records), asked, len(self._marks), dict(self._apart), len(self.drawn))

    def back(self, mark: Mark) -> None:
        """Discard everything since a mark."""
        del self.records[mark.records :], self._marks[mark.marks :], self.drawn[mark.drawn :]
        self._asked = {scope: dict(conditions) for scope, conditions in mark.asked.items()}
        self._apart, self._fresh = dict(mark.apart), False

    def fork(self) -> Stepping:
        asked = {scope: dict(conditions) for scope, conditions in self._asked.items()}
        return Stepping(
            list(self.records), self.broken, asked, list(self._marks), dict(self._apart), False, self._last,
            None, 0, list(self.drawn),
        )  # fmt: skip
