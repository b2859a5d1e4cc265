"""Plays one match of a simulation from its seed to its end; plays it again with a record if it failed."""

from __future__ import annotations

import os

from attrs import field, frozen

from interpreter.backend.straight import StraightProgram
from interpreter.instrument.faults import fault_words
from interpreter.match import begin, new_machine
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram
from interpreter.seats import Seat, decide, default_answer, question_of
from interpreter.seats.random_answers import EnoughDecisions, RandomAnswers
from interpreter.seats.random_seat import RandomSeat
from tools.matches.games import Game
from tools.matches.match import engine_of
from tools.seats import seat as seat_of
from tools.seats.play_match import play
from tools.simulation.card_watch import CardWatch, counted_cards, play_watched
from tools.simulation.job import RANDOM, SimulationJob
from tools.simulation.round_robin import CardPickingSeat, pair_of, wishes_of
from tools.simulation.totals import FailedMatch, Totals

Ended = tuple[tuple[str, ...] | None, int, int]
"""Who won (nothing if it was not finished), after how many decisions and rounds."""


def seats_of(order: SimulationJob, seed: int) -> dict[str, Seat]:
    """The player at each seat of the match with this seed."""
    seats = {name: seat_of(spec, seed, name) for name, spec in zip(order.seats, order.players, strict=True)}
    if order.contenders:
        wishes = wishes_of(order, seed)
        seats = {
            name: CardPickingSeat(seat, wish, tuple(other for other in wishes if other != wish))
            for (name, seat), wish in zip(seats.items(), wishes, strict=True)
        }
    return seats


@frozen
class SimulatedGame:
    """A loaded game with its job."""

    order: SimulationJob
    game: Game
    program: CompiledProgram = field(init=False, repr=False)
    straight: StraightProgram = field(init=False, repr=False)

    @program.default
    def _compiled(self) -> CompiledProgram:
        return CompiledProgram(self.game.linked())

    @straight.default
    def _emitted(self) -> StraightProgram:
        return StraightProgram(self.game.linked())

    def play(self, seed: int, totals: Totals) -> None:
        """Play one match and count it."""
        try:
            winners, decisions, rounds = self._counted(seed, totals)
        except RuleError as wrong:
            totals.failed(FailedMatch(seed, fault_words(wrong)))
        except Exception as wrong:  # noqa: BLE001 - one match in a million must not end the others
            totals.failed(FailedMatch(seed, f"BW9001: {type(wrong).__name__}: {wrong}"))
        else:
            if winners is None:
                totals.stopped(decisions)
            else:
                totals.ended(winners, decisions, rounds)

    def _counted(self, seed: int, totals: Totals) -> Ended:
        if self.order.cards is not None:
            return self._watched(seed, totals, self.order.cards)
        return self._paired(seed, totals) if self.order.contenders else self._played(seed)

    def _watched(self, seed: int, totals: Totals, kind: str) -> Ended:
        """A match in which the cards of each side are counted."""
        order, linked = self.order, self.game.linked()
        match = begin(linked, order.seats, seed, log=False)
        match.undoable = False
        watch = CardWatch(counted_cards(linked, kind))
        seats = seats_of(order, seed)
        try:
            finished = play_watched(match, seats, order.most, watch)
        finally:
            for seat in seats.values():
                getattr(seat, "close", lambda: None)()
        if not finished:
            return None, len(match.answers), 0
        totals.used(watch.had, match.result)
        totals.chosen(watch.options)
        return match.result, len(match.answers), match.machine.state.cells[s.ROUND]

    def _paired(self, seed: int, totals: Totals) -> Ended:
        """A match of two contenders; it counts if each of them was chosen at its seat."""
        seats = seats_of(self.order, seed)
        ended = self._seated(seed, seats)
        pair, swapped = pair_of(self.order, seed)
        if ended[0] is not None and all(isinstance(seat, CardPickingSeat) and seat.granted for seat in seats.values()):
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
        """Play a match of random bots with compiled code; on any exception, play it again question by question."""
        if self.straight.why_not:
            return self._by_playout(seed)
        order = self.order
        machine = new_machine(self.game.linked(), order.seats, seed, log=False)
        answers = RandomAnswers(machine, order.seats, seed, order.most)
        try:
            self.straight.play(machine, answers)
        except EnoughDecisions:
            return None, answers.decisions, 0
        except Exception:  # noqa: BLE001 - the reference decides what any exception means
            self.straight.replayed += 1
            return self._by_playout(seed)
        return self.straight.winners(machine), answers.decisions, machine.state.cells[s.ROUND]

    def _by_playout(self, seed: int) -> Ended:
        """Play a match question by question."""
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
        """Play a match again and record it; return the path of the record, or None if it cannot be written."""
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
