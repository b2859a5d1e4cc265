"""Measures whole games by emitted code: against the reference machine, and against the game by hand, if there is one.

Which games and modes is in `tests/benchmarks/whole_games.txt`, with the folder of the game by hand. Both sides answer
with the standard-library generator. A match against the reference is left after some decisions, so that one round takes
seconds. The figure is decisions per second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from dsl.names.symbols import players_range
from interpreter.backend.straight import StraightProgram
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin, new_machine
from interpreter.model.requests import EngineRequest, Fits
from interpreter.model.state import Thing
from tools.bench.interleave import Comparison
from tools.bench.paired_games import home, module
from tools.matches.games import Game, load
from tools.play import seat_names

DECISIONS = 150
"""Of one match against the reference."""
WARM = 3
ROUNDS = 3
FLOOR, GOAL = 30.0, 60.0
DUEL_FLOOR, DUEL_GOAL = 0.35, 0.55
STOPPING_FLOOR, STOPPING_GOAL = 0.25, 0.45
API_FLOOR, API_GOAL = 0.10, 0.18
EAGER = 8
"""Who may pass does so once in this many times."""


class Enough(Exception):
    """A match has had its decisions."""


class QuickAnswers:
    """Random answers from one generator."""

    def __init__(self, seed: int, most: int) -> None:
        self.random = Random(seed).random  # noqa: S311 - both sides use it
        self.left = most
        self.most = most

    @property
    def decisions(self) -> int:
        return self.most - self.left

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> tuple[int, ...]:
        if not self.left:
            raise Enough
        self.left -= 1
        random = self.random
        if fits is not None:
            return fits[int(random() * len(fits))]
        if least == most == 1:
            return (int(random() * number),)
        if most == 1:
            pass_now = random() < (1 / EAGER if sort == "act" else 0.5)
            return (int(random() * number),) if least or not pass_now else ()
        remaining = list(range(number))
        count = least + int(random() * (most - least + 1))
        chosen = [remaining.pop(int(random() * len(remaining))) for _ in range(count)]
        return tuple(chosen) if sort == "arrange" else tuple(sorted(chosen))

    def act(self, m: Machine, window: str, who: Thing, moves: Sequence[Any], must: int) -> tuple[int, ...]:
        return self.ask("act", who, len(moves), must, min(1, len(moves)), None)

    def request(self, m: Machine, request: EngineRequest) -> tuple[int, ...]:
        return self.ask(request.sort, 0, len(request.options), request.least, request.most, request.fits)


def straight(program: StraightProgram, seats: tuple[str, ...], seed: int, most: int) -> int:
    """Play by emitted code; the number of decisions."""
    answers = QuickAnswers(seed, most)
    try:
        program.play(new_machine(program.linked, seats, seed, log=False), answers)
    except Enough:
        pass
    return answers.decisions


def by_reference(linked: LinkedProgram, seats: tuple[str, ...], seed: int, most: int) -> int:
    """Play on the reference machine; the number of decisions."""
    answers = QuickAnswers(seed, most)
    match = begin(linked, seats, seed, log=False)
    match.undoable = False
    try:
        while not match.over:
            request = match.requests[0]
            match.answer(request.id, answers.request(match.machine, request))
    except Enough:
        pass
    return answers.decisions


def _programs(name: str, mode: str) -> tuple[StraightProgram, LinkedProgram, tuple[str, ...]]:
    plain = load(name, mode, (), None, {}).linked()
    linked, other = (LinkedProgram(plain.program, plain.modes, plain.rulings) for _ in range(2))
    least, most = players_range(plain.program.symbols, sorted(plain.modes))
    return StraightProgram(linked), other, tuple(seat_names(max(least, min(2, most))))


def trials() -> list[Comparison]:
    """All whole games against the reference, and those that are there by hand."""
    lines = [line.split() for line in (home() / "whole_games.txt").read_text(encoding="utf-8").splitlines()]
    against = [_against_reference(name, mode) for name, mode, *_ in lines]
    by_hand = [trial for name, mode, *more in lines for folder in more for trial in _by_hand(name, mode, folder)]
    return [*against, *by_hand]


def _against_reference(name: str, mode: str) -> Comparison:
    program, linked, seats = _programs(name, mode)
    for seed in range(1, WARM + 1):
        straight(program, seats, seed, DECISIONS)

    def ours(round: int) -> int:
        return straight(program, seats, 100 + round, DECISIONS)

    def theirs(round: int) -> int:
        return by_reference(linked, seats, 100 + round, DECISIONS)

    return Comparison(f"{name} {mode}", "decisions/s", ours, theirs, floor=FLOOR, goal=GOAL)


def _by_hand(name: str, mode: str, folder: str) -> list[Comparison]:
    """Straight, stopping at each question, and through the public API, against the same game by hand."""
    written = module(home() / folder / "game.py")
    duel: Callable[..., Any] = written.Duel
    faces: Sequence[int] = written.p.FACES
    program, _, seats = _programs(name, mode)
    game = load(name, mode)
    for seed in range(1, 8 * WARM):
        straight(program, seats, seed, 1 << 30)
        stopping(program, seats, seed)
        by_api(game, seats, seed)

    def ours(round: int) -> int:
        return sum(straight(program, seats, 1000 + 4 * round + more, 1 << 30) for more in range(4))

    def at_questions(round: int) -> int:
        return sum(stopping(program, seats, 1000 + 4 * round + more) for more in range(4))

    def through_the_api(round: int) -> int:
        return sum(by_api(game, seats, 1000 + 4 * round + more) for more in range(4))

    def theirs(round: int) -> int:
        return sum(_played_by_hand(duel, faces, 1000 + 20 * round + more) for more in range(20))

    sides = (
        ("straight", ours, DUEL_FLOOR, DUEL_GOAL),
        ("stopping", at_questions, STOPPING_FLOOR, STOPPING_GOAL),
        ("API", through_the_api, API_FLOOR, API_GOAL),
    )
    return [
        Comparison(f"{mode} {side}, by hand", "decisions/s", work, theirs, floor=floor, goal=goal)
        for side, work, floor, goal in sides
    ]


def stopping(program: StraightProgram, seats: tuple[str, ...], seed: int) -> int:
    """Play by emitted code that stops at each question, where the match could be copied; the number of decisions."""
    answers = QuickAnswers(seed, 1 << 30)
    match = program.start(new_machine(program.linked, seats, seed, log=False))
    while match.asking is not None:
        match.answer(answers.ask(*match.asking[:6]))
    return answers.decisions


def by_api(game: Game, seats: tuple[str, ...], seed: int) -> int:
    """Play by `match.answer`, as a program does; the number of decisions."""
    answers = QuickAnswers(seed, 1 << 30)
    match = game.start(seats, seed)
    while not match.over:
        request = match.requests[0]
        number, least, most, fits = request.number, request.least, request.most, request.fits
        match.answer(request.id, answers.ask(request.sort, 0, number, least, most, fits))
    return answers.decisions


class HandPlayer:
    """Chance and both players of the duel by hand; counts the questions."""

    def __init__(self, seed: int, faces: Sequence[int]) -> None:
        self.generator = Random(seed)  # noqa: S311 - both sides use it
        self.random, self.faces = self.generator.random, faces
        self.decisions = 0

    def choose(self, options: Sequence[Any]) -> Any:
        self.decisions += 1
        return options[int(self.random() * len(options))]

    def act(self, options: Sequence[Any]) -> Any:
        self.decisions += 1
        return None if self.random() < 1 / EAGER else options[int(self.random() * len(options))]

    def may(self) -> bool:
        self.decisions += 1
        return self.random() < 0.5

    def some(self, options: Sequence[Any]) -> Sequence[Any]:
        self.decisions += 1
        left = list(options)
        return [left.pop(int(self.random() * len(left))) for _ in range(int(self.random() * (len(options) + 1)))]

    def starter(self) -> int:
        return int(self.random() * 2)

    def shuffled(self, tiles: Sequence[Any]) -> Sequence[Any]:
        order = list(tiles)
        self.generator.shuffle(order)
        return order

    def command_die(self) -> int:
        return self.faces[int(self.random() * 6)]

    def structure_die(self) -> int:
        return 1 + int(self.random() * 6)


def _played_by_hand(duel: Callable[..., Any], faces: Sequence[int], seed: int) -> int:
    player = HandPlayer(seed, faces)
    duel((player, player), player).play()
    return player.decisions
