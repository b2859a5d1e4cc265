"""Matches by emitted code: played straight, where whoever answers is called at the question, or stopping at each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from interpreter.backend import now
from interpreter.backend.asking import begin_decision
from interpreter.backend.program import Emitted
from interpreter.backend.stopping.match import StoppingMatch
from interpreter.backend.stopping.suspension import Suspension
from interpreter.compiled.jit import Jit
from interpreter.compiled.support import look
from interpreter.evaluate import cell_reuse
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.model import state as s
from interpreter.model.environment import Over
from interpreter.model.frames import TEXT
from interpreter.model.requests import EngineRequest, Fits
from interpreter.model.state import Thing
from interpreter.model.work_meter import refill


class Answerer(Protocol):
    """Whoever answers the questions of a match, by the numbers of their options."""

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]: ...

    def act(self, m: Machine, window: str, who: Thing, moves: Sequence[Any], must: int) -> tuple[int, ...]: ...

    def request(self, m: Machine, request: EngineRequest) -> tuple[int, ...]: ...


class StraightProgram:
    """A linked program whose matches run by emitted code; `why_not` says why they cannot."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self.why_not = "hooks whose order a player chooses" if linked.setting("triggers") == "owner_chooses" else ""
        self.replayed = 0  # matches in which emitted code raised something
        linked.fast = linked.fast or Jit(linked)
        self.emitted = Emitted(linked)

    def play(self, machine: Machine, answerer: Answerer) -> Machine:
        """Play a whole match from its empty table. Anything raised but `Over` means: the reference has to play it."""
        machine.answerer = answerer
        try:
            self._begin(machine)
        except Over:
            pass
        begin_decision(machine)  # looks whether there were too many events on the way to the end
        return machine

    def start(self, machine: Machine, *, at_once: bool = False) -> StoppingMatch:
        """A match from its empty table to its first question; what is raised means the same.

        `at_once`: whether seats that decide together are asked at once.
        """
        suspension = machine.answerer = Suspension(at_once=at_once)
        match = StoppingMatch(machine)
        try:
            suspension.begin(self._begin(machine))
        except Over:
            match.end()
        return match

    def _begin(self, machine: Machine) -> Any:
        state = machine.state
        cell_reuse.keep_numbers(state)
        start = self.linked.start()
        state.frames.append([TEXT, start, 0, state.open_scope({}), None, None, None, 0, True, None, None])
        machine.emitted = self.emitted
        now.begin(machine)
        refill(machine)
        look(machine, state.cells)
        return self.emitted.flow(start)(machine, state.cells)

    def winners(self, machine: Machine) -> tuple[str, ...]:
        cells = machine.state.cells
        return tuple(str(cells[player + s.CARD]) for player in cells[s.OUTCOME] or ())
