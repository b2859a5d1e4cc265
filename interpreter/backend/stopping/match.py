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
    def question(self) -> tuple[int, str, Any, int, int, int, Fits] | None:
        """Its number, seat, sort, number of options, least, most and sets that fit; none if the match is over."""
        if not self.suspension.stack:
            return None
        state = self.machine.state
        asking = self.suspension.asking
        if asking is None:
            request = self.suspension.request_asked
            assert request is not None
            number = len(request.options)
            return request.id, request.seat, request.sort, number, request.least, request.most, request.fits
        sort, who, number, least, most, fits = asking[:6]
        return state.next_request - 1, state.cells[who + s.CARD], sort, number, least, most, fits

    @property
    def result(self) -> tuple[str, ...]:
        cells = self.machine.state.cells
        return tuple(str(cells[player + s.CARD]) for player in cells[s.OUTCOME] or ())

    def answer(self, chosen: tuple[int, ...]) -> None:
        """Go on with an answer, by the numbers of options."""
        try:
            self.suspension.go_on(chosen)
        except Over:
            self.end()

    def end(self) -> None:
        """Nobody waits any more."""
        self.suspension.stack.clear()
        self.suspension.asking = self.suspension.request_asked = None
        begin_decision(self.machine)  # looks whether there were too many events on the way to the end

    def fork(self) -> StoppingMatch:
        return StoppingMatch(fork(self.machine))
