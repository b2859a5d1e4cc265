"""Gekido's standard game question by question against a second implementation: `tests.benchmarks.standard`.

The engine plays a match with random answers, and everything that was asked is written down in words: who, in which way,
all options, and the answer. Then the game by hand is played with the same dice, shuffles and answers. It must ask the
same seats the same questions with the same options, whatever their order, and end with the same winner after as many
turns. `make nightly` plays 200 matches of each number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from attrs import define, field, frozen

import interpreter.evaluate.dice as dice
from interpreter.model import rng
from interpreter.model import state as s
from interpreter.playout import CompiledProgram
from interpreter.seats.random_seat import RandomSeat
from tests.benchmarks.standard import printed
from tests.benchmarks.standard.game import Standard
from tests.profiles import NIGHTLY
from tools.matches import load

SEATS = ("Ann", "Ben", "Cid", "Dee")
MATCHES = 200 if NIGHTLY else 4
FACES = ("diamond", "circle", "square", "cross", "triangle", "pentagon")
"""In the order of the die of the engine."""


@frozen
class Asked:
    seat: str
    sort: str
    options: tuple[str, ...]
    taken: tuple[str, ...]

    def without_order(self) -> tuple[Any, ...]:
        return self.seat, self.sort, sorted(self.options)


@define
class Played:
    """A match as the engine played it: its questions, the order of each pile, the winner, the number of turns."""

    asked: list[Asked] = field(factory=list)
    piles: list[list[str]] = field(factory=list)
    winner: str = ""
    turns: int = 0


@cache
def compiled() -> CompiledProgram:
    return CompiledProgram(load("gekido", "standard").linked())


WANTED = ("B2", "two_pairs", "lock")


def collecting(words: Sequence[str], answer: tuple[int, ...]) -> tuple[int, ...]:
    """Draw as many cards as the rules give: go to The Center, make pairs. Then the pile runs out."""
    wanted = (number for want in WANTED for number, word in enumerate(words) if word.startswith(want))
    return next(((number,) for number in wanted if len(answer) < 2), answer)


def in_the_language(players: int, seed: int, monkeypatch: pytest.MonkeyPatch, collect: bool = False) -> Played:
    played = Played()
    shuffle = dice._drawn_order

    def noted(m: Any, name: str, pile: tuple[int, ...]) -> tuple[int, ...]:
        order = shuffle(m, name, pile)
        played.piles.append([m.linked.cards[m.state.cells[thing + s.CARD]].shown for thing in order])
        return order

    monkeypatch.setattr(dice, "_drawn_order", noted)
    match = compiled().start(SEATS[:players], seed)
    seats = {name: RandomSeat.seeded(seed, name) for name in SEATS}
    while not match.over:
        request = match.requests[0]
        words = [option.words for option in request.options]
        answer = seats[request.seat].pick(request.sort, len(words), request.least, request.most, request.fits)
        answer = collecting(words, answer) if collect else answer
        asked = Asked(request.seat, request.sort, tuple(words), tuple(words[number] for number in answer))
        played.asked.append(asked)
        match.answer(answer)
    assert match.result is not None
    (played.winner,) = match.result
    played.turns = match.machine.state.cells[s.ROUND]
    return played


class Stream:
    def __init__(self, seed: int, name: str) -> None:
        self._key, self._count = rng.stream_key(seed, name), 0

    def below(self, limit: int) -> int:
        value, self._count = rng.below(self._key, self._count, limit)
        return value


class SameTable:
    """Gives the game by hand the dice, the piles and the answers of a match, and compares each question."""

    def __init__(self, players: int, seed: int, played: Played) -> None:
        self._players, self._played = players, played
        self._choice, self._command, self._structure = (
            Stream(seed, name) for name in ("choice", "die CommandDie", "die StructureDie")
        )
        self._piles = iter([pile for pile in played.piles if len(pile) > 1])
        self._asked: Iterator[tuple[int, Asked]] = enumerate(played.asked)
        self.questions = 0

    def ask(self, seat: str, sort: str, labels: Sequence[str], least: int, most: int) -> Sequence[int]:
        number, asked = next(self._asked)
        self.questions += 1
        here = f"question {number}, after {self._played.asked[max(0, number - 4) : number]}"
        assert (seat, sort, sorted(labels)) == asked.without_order(), here
        assert least <= len(asked.taken) <= most, here
        answer: list[int] = []
        for label in asked.taken:
            answer.append(next(n for n, other in enumerate(labels) if other == label and n not in answer))
        return answer

    def starter(self) -> int:
        return self._choice.below(self._players)

    def shuffled(self, pile: Sequence[str]) -> Sequence[str]:
        if len(pile) < 2:
            return pile
        order = next(self._piles)
        assert Counter(order) == Counter(pile)
        return order

    def command_die(self) -> str:
        return FACES[self._command.below(6)]

    def structure_die(self) -> int:
        return 1 + self._structure.below(6)


@pytest.mark.parametrize("collect", [False, True], ids=["random", "collecting"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(1, MATCHES + 1))
def test_a_match_is_the_same_by_hand(players: int, seed: int, collect: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    played = in_the_language(players, seed, monkeypatch, collect)
    table = SameTable(players, seed, played)
    by_hand = Standard(SEATS[:players], table)
    winner = by_hand.play()
    assert (winner, by_hand.turns, table.questions) == (played.winner, played.turns, len(played.asked))


def test_matches_reach_everything_that_the_game_by_hand_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise agreement would say little: every card, every power, the tile and each push is used, a pile runs out."""
    taken: set[str] = set()
    reshuffled = 0
    for seed in range(1, 13):
        with monkeypatch.context() as patched:
            played = in_the_language(2 + seed % 3, seed, patched, collect=seed % 4 > 0)
        reshuffled += len([pile for pile in played.piles if len(pile) > 1]) - 3
        taken |= {word.rsplit(" by ", 1)[0] for asked in played.asked for word in asked.taken}
    powers = {power for side in printed.AFTER_A_ROLL.values() for power in side}
    wanted = {f"play {card}" for card in printed.CARDS} | {f"use {power}" for power in powers} | {"use_tile"}
    wanted |= {f"push {panel.name}" for panel in printed.PANELS} | {panel.name for panel in printed.PANELS}
    wanted |= {printed.DRAW_FIVE, printed.PREVENT}  # unlocked; using them is a `may`
    assert wanted - taken == set()
    assert reshuffled
