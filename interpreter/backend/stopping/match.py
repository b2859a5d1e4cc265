"""A match by emitted code that stops at every question."""

from __future__ import annotations

from typing import Any

from interpreter.backend.asking import begin_decision
from interpreter.backend.stopping.suspension import Asking, Suspension, fork
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.environment import Over
from interpreter.model.requests import Fits


class StoppingMatch:
    """A match that waits for an answer, or is over. If an answer raises something, the match is of no use any more."""

    __slots__ = ("machine", "suspension")

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.suspension: Suspension = machine.answerer

    @property
    def over(self) -> bool:
        return not self.suspension.stack

    @property
    def asking(self) -> Asking | None:
        """Sort, player, number of options, least, most and sets that fit; none if the match is over, or if the
        reference asks (`suspension.request_asked`)."""
        return self.suspension.asking

    @property
    def questions(self) -> list[tuple[int, str, Any, int, int, int, Fits]]:
        """Of each open question its number, seat, sort, number of options, least, most and sets that fit."""
        suspension, state = self.suspension, self.machine.state
        if suspension.asking is not None:
            sort, who, number, least, most, fits = suspension.asking[:6]
            return [(state.next_request - 1, state.cells[who + s.CARD], sort, number, least, most, fits)]
        if suspension.branches is not None:
            return [
                (number, state.cells[branch.asking[1] + s.CARD], branch.asking[0], *branch.asking[2:6])
                for number, branch in suspension.branches.questions()
                if branch.asking is not None
            ]
        asked = suspension.request_asked
        if asked is None:
            return []
        return [(asked.id, asked.seat, asked.sort, len(asked.options), asked.least, asked.most, asked.fits)]

    @property
    def result(self) -> tuple[str, ...]:
        cells = self.machine.state.cells
        return tuple(str(cells[player + s.CARD]) for player in cells[s.OUTCOME] or ())

    def answer(self, chosen: tuple[int, ...], request: int | None = None) -> None:
        """Go on with an answer, by the numbers of options; if several seats decide together, to which question."""
        try:
            self.suspension.go_on(chosen, request)
        except Over:
            self.end()

    def end(self) -> None:
        """Nobody waits any more."""
        self.suspension.stack.clear()
        self.suspension.asking = self.suspension.request_asked = None
        begin_decision(self.machine)  # looks whether there were too many events on the way to the end

    def fork(self) -> StoppingMatch:
        return StoppingMatch(fork(self.machine))
