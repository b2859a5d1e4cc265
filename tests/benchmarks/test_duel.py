"""Gekido's duel question by question against a second implementation: `tests.benchmarks.duel`, which is plain Python.

Both get the same chance: the game by hand draws from the streams of the match, and the players of both from those of the
random seat. So both must ask the same seats the same questions with as many options, get the same answers, take as many
rounds and have the same winner. `make nightly` plays 300 duels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from interpreter.backend.straight import StraightProgram
from interpreter.execute.machine import Machine
from interpreter.match import new_machine
from interpreter.model import rng
from interpreter.model import state as s
from interpreter.model.requests import Fits
from interpreter.model.state import Thing
from interpreter.playout import CompiledProgram
from interpreter.seats.random_answers import RandomAnswers
from interpreter.seats.random_seat import RandomSeat
from tests.benchmarks.duel import panels as p
from tests.benchmarks.duel.game import Die, Duel, Power
from tests.profiles import NIGHTLY
from tools.matches import load

SEATS = ("Ann", "Ben")
DUELS = 300 if NIGHTLY else 12
Asked = tuple[str, str, int, tuple[int, ...]]
"""Who was asked, in which way, with how many options, and the answer."""


class StreamOfChance:
    def __init__(self, seed: int, name: str) -> None:
        self._key, self._count = rng.stream_key(seed, name), 0

    def below(self, limit: int) -> int:
        value, self._count = rng.below(self._key, self._count, limit)
        return value


class SameChance:
    """The chance of a match with this seed."""

    def __init__(self, seed: int) -> None:
        self._choice = StreamOfChance(seed, "choice")
        self._tiles = StreamOfChance(seed, "shuffle tiles")
        self._command, self._structure = (
            StreamOfChance(seed, f"die {name}") for name in ("CommandDie", "StructureDie")
        )

    def starter(self) -> int:
        return self._choice.below(2)

    def shuffled(self, tiles: Sequence[p.Tile]) -> list[p.Tile]:
        order = list(tiles)[::-1]  # each is laid on top of those before it
        for last in range(len(order) - 1, 0, -1):
            chosen = self._tiles.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def command_die(self) -> int:
        return p.FACES[self._command.below(6)]

    def structure_die(self) -> int:
        return 1 + self._structure.below(6)


class SamePlayer:
    """Answers like the random seat, and notes each question. Options are brought into the order of the engine."""

    def __init__(self, seed: int, name: str, asked: list[Asked]) -> None:
        self._seat, self._name, self._asked = RandomSeat.seeded(seed, name), name, asked

    def _pick(self, sort: str, number: int, least: int, most: int) -> tuple[int, ...]:
        answer = self._seat.pick(sort, number, least, most)
        self._asked.append((self._name, sort, number, answer))
        return answer

    def choose(self, options: Sequence[Any]) -> Any:
        return options[self._pick("choose", len(options), 1, 1)[0]]

    def act(self, options: Sequence[Any]) -> Any:
        options = _in_order(options)
        answer = self._pick("act", len(options), 0, 1)
        return options[answer[0]] if answer else None

    def may(self) -> bool:
        return bool(self._pick("may", 1, 0, 1))

    def some(self, options: Sequence[Any]) -> list[Any]:
        return [options[number] for number in self._pick("choose", len(options), 0, len(options))]


def _in_order(options: Sequence[Any]) -> list[Any]:
    """Dice from the oldest on, places by number, a tile before powers, and powers as printed."""
    if isinstance(options[0], Die):
        return list(options[::-1])
    if isinstance(options[0], int):
        return sorted(options)
    return sorted(options, key=lambda option: option.rank if isinstance(option, Power) else -1)


@cache
def compiled() -> CompiledProgram:
    return CompiledProgram(load("gekido", "duel").linked())


def in_the_language(seed: int) -> tuple[list[Asked], int, str]:
    match = compiled().start(SEATS, seed)
    seats = {name: RandomSeat.seeded(seed, name) for name in SEATS}
    asked: list[Asked] = []
    while not match.over:
        request = match.requests[0]
        number = len(request.options)
        answer = seats[request.seat].pick(request.sort, number, request.least, request.most, request.fits)
        asked.append((request.seat, request.sort, number, answer))
        match.answer(answer)
    assert match.result is not None
    (winner,) = match.result
    return asked, match.machine.state.cells[s.ROUND], winner


@cache
def emitted() -> StraightProgram:
    return StraightProgram(load("gekido", "duel").linked())


class AskedAnswers(RandomAnswers):
    """Random answers that are written down."""

    def __init__(self, machine: Machine, seed: int) -> None:
        super().__init__(machine, SEATS, seed, 1 << 30)
        self.asked: list[Asked] = []

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]:
        answer = super().ask(sort, who, number, least, most, fits)
        self.asked.append((str(self.machine.state.cells[who + s.CARD]), sort, number, answer))
        return answer


def straight(seed: int) -> tuple[list[Asked], int, str]:
    """In the language again, by emitted code from the first to the last question."""
    machine = new_machine(emitted().linked, SEATS, seed, log=False)
    answers = AskedAnswers(machine, seed)
    (winner,) = emitted().winners(emitted().play(machine, answers))
    return answers.asked, machine.state.cells[s.ROUND], winner


def by_hand(seed: int) -> tuple[list[Asked], int, str]:
    asked: list[Asked] = []
    duel = Duel([SamePlayer(seed, name, asked) for name in SEATS], SameChance(seed))
    winner = SEATS[duel.play()]
    return asked, duel.rounds, winner


@pytest.mark.parametrize("play", [in_the_language, straight])
@pytest.mark.parametrize("seed", range(1, DUELS + 1))
def test_a_duel_is_the_same_by_hand(seed: int, play: Callable[[int], tuple[list[Asked], int, str]]) -> None:
    asked, rounds, winner = play(seed)
    asked_by_hand, rounds_by_hand, winner_by_hand = by_hand(seed)
    for number, (ours, theirs) in enumerate(zip(asked, asked_by_hand, strict=False)):
        assert ours == theirs, f"question {number}"
    assert (len(asked), rounds, winner) == (len(asked_by_hand), rounds_by_hand, winner_by_hand)


def test_duels_reach_everything_that_the_game_by_hand_knows() -> None:
    """Otherwise agreement would say little: over some seeds every bot, command and way to be asked occurs."""
    asked = [question for seed in range(1, 41) for question in by_hand(seed)[0]]
    assert {sort for _, sort, _, _ in asked} == {"choose", "act", "may"}
    assert {len(p.PANELS), len(p.COMMANDS), len(p.COMMANDS) - 1} <= {number for _, _, number, _ in asked}
