"""One match of a simulation, from its seed to its end; and the same once more with a record, if it failed."""

from __future__ import annotations

import os

from attrs import field, frozen

from interpreter.instrument.faults import told
from interpreter.match import begin
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram
from interpreter.seats import Seat, decide, default_answer, question_of
from interpreter.seats.random_seat import RandomSeat
from tools.matches.games import Game
from tools.matches.match import engine_of
from tools.seats import seat as seat_of
from tools.seats.play_match import play
from tools.simulation.job import RANDOM, Order
from tools.simulation.round_robin import Wishing, pair_of, wishes_of
from tools.simulation.totals import Failure, Totals

Ended = tuple[tuple[str, ...] | None, int, int]
"""Who won (nothing if it was not finished), after how many decisions and rounds."""


def seats_of(order: Order, seed: int) -> dict[str, Seat]:
    """Who answers at each seat of the match with this seed."""
    seats = {name: seat_of(spec, seed, name) for name, spec in zip(order.seats, order.players, strict=True)}
    if order.contenders:
        wishes = wishes_of(order, seed)
        seats = {
            name: Wishing(seat, wish, tuple(one for one in wishes if one != wish))
            for (name, seat), wish in zip(seats.items(), wishes, strict=True)
        }
    return seats


@frozen
class Hall:
    """A game that is ready, and what is to be played of it."""

    order: Order
    game: Game
    program: CompiledProgram = field(init=False, repr=False)

    @program.default
    def _compiled(self) -> CompiledProgram:
        return CompiledProgram(self.game.linked())

    def play(self, seed: int, totals: Totals) -> None:
        """One match, counted."""
        try:
            winners, decisions, rounds = self._paired(seed, totals) if self.order.contenders else self._played(seed)
        except RuleError as wrong:
            totals.failed(Failure(seed, told(wrong)))
        except Exception as wrong:  # noqa: BLE001 - one match in a million must not end the others
            totals.failed(Failure(seed, f"BW9001: {type(wrong).__name__}: {wrong}"))
        else:
            if winners is None:
                totals.stopped(decisions)
            else:
                totals.ended(winners, decisions, rounds)

    def _paired(self, seed: int, totals: Totals) -> Ended:
        """A match of two contenders; it counts for them if each came to be where it should."""
        seats = seats_of(self.order, seed)
        ended = self._seated(seed, seats)
        pair, swapped = pair_of(self.order, seed)
        if ended[0] is not None and all(isinstance(seat, Wishing) and seat.granted for seat in seats.values()):
            won = [name in ended[0] for name in self.order.seats]
            totals.met(pair, won[swapped], won[not swapped])
        return ended

    def _played(self, seed: int) -> Ended:
        order = self.order
        if all(player == RANDOM for player in order.players):
            return self._by_chance(seed)
        return self._seated(seed, seats_of(order, seed))

    def _seated(self, seed: int, seats: dict[str, Seat]) -> Ended:
        order = self.order
        match = begin(self.game.linked(), order.seats, seed, log=False)
        match.undoable = False
        ending = play(match, seats, order.most)
        if not match.over and ending.decisions >= order.most:
            return None, ending.decisions, 0
        return ending.winners, ending.decisions, match.machine.state.cells[s.ROUND]

    def _by_chance(self, seed: int) -> Ended:
        """The same where nobody has to look at the table: compiled code, as far as it goes."""
        order = self.order
        match = self.program.start(order.seats, seed)
        named = {name: RandomSeat.seeded(seed, name) for name in order.seats}
        players = match.machine.state.cells[s.PLAYERS]
        seats = dict(zip(players, named.values(), strict=True)) if len(players) == len(named) else {}
        decisions, retracts = 0, self.game.linked().setting("retracts")
        while not match.over:
            if decisions >= order.most:
                return None, decisions, 0
            asking = match.machine.state.asking
            if asking is not None and asking[1] in seats and not (retracts and asking[0] == "act"):
                sort, who, options, least, most, _ = asking
                match.answer(seats[who].pick(sort, len(options), least, most))
            else:
                asked = question_of(match.requests[0], retracts)
                match.answer(named[asked.seat].pick(asked.sort, asked.number, asked.least, asked.most, asked.fits))
            decisions += 1
        return match.result, decisions, match.machine.state.cells[s.ROUND]

    def record(self, seed: int, folder: str) -> str:
        """Play a match once more and write down what happens; where the record lies, or nothing if none can be."""
        path = os.path.join(folder, f"{self.game.name}-{seed}.match")
        seats = seats_of(self.order, seed)
        try:
            if os.path.lexists(path):
                os.unlink(path)
            with self.game.start(self.order.seats, seed, record=path) as match:
                while not match.over and match.answers < self.order.most:
                    request = engine_of(match).requests[0]
                    answer = decide(engine_of(match), request, seats[request.seat])
                    if request.refuses(answer):
                        answer = default_answer(question_of(request))
                    match.answer(request.id, answer)
        except Exception:  # noqa: BLE001, S110 - it fails where it failed before, or cannot be written
            pass
        finally:
            for seat in seats.values():
                getattr(seat, "close", lambda: None)()
        return path if os.path.lexists(path) else ""
