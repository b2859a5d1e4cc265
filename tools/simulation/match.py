"""One match of a simulation, from its seed to its end; and the same once more with a record, if it failed."""

from __future__ import annotations

import os
from collections.abc import Callable

from attrs import define, frozen

from interpreter import rng
from interpreter import state as s
from interpreter.choices import Request
from interpreter.faults import told
from interpreter.match import begin
from interpreter.scope import RuleError
from tools.matches.games import Game
from tools.simulation.order import Order
from tools.simulation.totals import Failure, Totals

Answer = Callable[[Request], tuple[int, ...]]


@define
class ByChance:
    """A seat that answers by chance; where nothing must be done, something is done more often than not."""

    key: int
    count: int = 0

    def below(self, limit: int) -> int:
        found, self.count = rng.below(self.key, self.count, limit)
        return found

    def answer(self, request: Request) -> tuple[int, ...]:
        options, least, most = len(request.options), request.least, request.most
        if least == most == 1:
            return (self.below(options),)
        if request.sort == "act":
            number = max(least, 1) if most and (least or self.below(8)) else 0
        else:
            number = least + self.below(most - least + 1)
        left = list(range(options))
        return tuple(sorted(left.pop(self.below(len(left))) for _ in range(number)))


def answers(order: Order, seed: int) -> dict[str, Answer]:
    """Who answers at each seat of the match with this seed."""
    return {seat: ByChance(rng.stream_key(seed, f"seat {seat}")).answer for seat in order.seats}


@frozen
class Hall:
    """A game that is ready, and what is to be played of it."""

    order: Order
    game: Game

    def play(self, seed: int, totals: Totals) -> None:
        """One match, counted."""
        try:
            winners, decisions, rounds = self._played(seed)
        except RuleError as wrong:
            totals.failed(Failure(seed, told(wrong)))
        except Exception as wrong:  # noqa: BLE001 - one match in a million must not end the others
            totals.failed(Failure(seed, f"BW9001: {type(wrong).__name__}: {wrong}"))
        else:
            if winners is None:
                totals.stopped(decisions)
            else:
                totals.ended(winners, decisions, rounds)

    def _played(self, seed: int) -> tuple[tuple[str, ...] | None, int, int]:
        """Who won (nothing if it was not finished), after how many decisions and rounds."""
        order = self.order
        match = begin(self.game.world(), order.seats, seed, log=False)
        seats = answers(order, seed)
        decisions = 0
        while not match.over:
            if decisions >= order.most:
                return None, decisions, 0
            request = match.requests[0]
            match.answer(request.id, seats[request.seat](request))
            decisions += 1
        return match.result, decisions, match.machine.state.cells[s.ROUND]

    def record(self, seed: int, folder: str) -> str:
        """Play a match once more and write down what happens; where the record lies, or nothing if none can be."""
        order = self.order
        path = os.path.join(folder, f"{self.game.name}-{seed}.match")
        seats = answers(order, seed)
        try:
            if os.path.lexists(path):
                os.unlink(path)
            with self.game.start(order.seats, seed, record=path) as match:
                while not match.over and match.answers < order.most:
                    request = match.engine().requests[0]
                    match.answer(request.id, seats[request.seat](request))
        except Exception:  # noqa: BLE001, S110 - it fails where it failed before, or cannot be written
            pass
        return path if os.path.lexists(path) else ""
