"""Random answers to the questions of emitted code: the same as random seats give at the same questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import interpreter.evaluate.things as things
from interpreter.execute.machine import Machine
from interpreter.model.requests import EngineRequest, Fits
from interpreter.model.state import Thing
from interpreter.seats import question_of
from interpreter.seats.random_seat import RandomSeat


class EnoughDecisions(Exception):
    """A match has had as many decisions as it may have."""


class RandomAnswers:
    """Answers for all seats of a match, each from the stream of its seat."""

    def __init__(self, machine: Machine, seats: Sequence[str], seed: int, most: int) -> None:
        self.machine, self.most = machine, most
        self.decisions = 0
        self.retracts = machine.linked.setting("retracts")
        self._named = {name: RandomSeat.seeded(seed, name) for name in seats}
        self._seats: dict[Thing, RandomSeat] = {}

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]:
        seat = self._seats.get(who)
        if seat is None:
            seat = self._seats[who] = self._named[things.seat_of(self.machine, who)]
        if self.decisions >= self.most:
            raise EnoughDecisions
        self.decisions += 1
        return seat.pick(sort, number, least, most, fits)

    def act(self, m: Machine, window: str, who: Thing, moves: Sequence[Any], must: int) -> tuple[int, ...]:
        fits: Fits = None
        if self.retracts:
            back = {i for i, action in enumerate(m.linked.actions[window]) if action.op.data == self.retracts}
            if any(move[0] in back for move in moves):
                passing: tuple[tuple[int, ...], ...] = () if must else ((),)
                fits = (*passing, *((i,) for i, move in enumerate(moves) if move[0] not in back)) or None
        return self.ask("act", who, len(moves), must, min(1, len(moves)), fits)

    def request(self, m: Machine, request: EngineRequest) -> tuple[int, ...]:
        if self.decisions >= self.most:
            raise EnoughDecisions
        self.decisions += 1
        asked = question_of(request, self.retracts)
        return self._named[asked.seat].pick(asked.sort, asked.number, asked.least, asked.most, asked.fits)
