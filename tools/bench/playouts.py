"""Measures random playouts of the small games: compiled, on the reference machine, and written by hand.

Compiled play is measured in two modes: straight through, where a callback chooses, as in mass play; and stopping at
every question, where the match could be copied, saved and undone. Each mode has its own line.

All sides choose with the same standard-library generator and the same seed, so they play the same games and pay the
same for random numbers. A choice with one option is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal

from attrs import frozen

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.playout import CompiledProgram
from tools.bench.interleave import Comparison, enough
from tools.bench.paired_games import SEATS, HandWrittenGame, PairedGame, module
from tools.workspace import load_program

Backend = Literal["straight", "stopping", "reference"]
AIMS: dict[Backend, tuple[float, float]] = {"straight": (0.9, 1.0), "stopping": (0.75, 0.9)}
"""The least ratio to the game by hand that is good enough, and the ratio that would be better."""


@frozen
class BenchmarkGame:
    """A loaded game that can be played any number of times."""

    name: str
    program: CompiledProgram
    new_by_hand: Callable[[Random], HandWrittenGame]


def ready(game: PairedGame) -> BenchmarkGame:
    program, result = load_program(str(game.folder), tests=False)
    wrong = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    assert program is not None, f"{game.name} cannot be loaded"
    assert not wrong, f"{game.name} has a fault: {wrong[0].message}"
    compiled = CompiledProgram(LinkedProgram(program))
    assert not compiled.why_not, f"{game.name} is not compiled: {compiled.why_not}"
    return BenchmarkGame(game.name, compiled, module(game.by_hand).new)


def play_out(game: BenchmarkGame, seed: int, backend: Backend) -> tuple[int, tuple[str, ...]]:
    """Play one of our games at random; return the number of decisions (not counted straight through) and the winner."""
    if backend == "reference":
        return _by_reference(game.program.linked, seed)
    if backend == "straight":
        return _straight(game.program, seed)
    below = Random(seed).randrange  # noqa: S311 - both sides use it
    match = game.program.start(SEATS, seed)
    choose = match.choose
    decisions, options = 0, match.number
    while options:
        options = choose(below(options))
        decisions += 1
    return decisions, match.result


def _straight(program: CompiledProgram, seed: int) -> tuple[int, tuple[str, ...]]:
    cells = program.play(SEATS, seed, Random(seed).randrange, _nobody)  # noqa: S311 - both sides use it
    return 0, program.winners(cells)


def _nobody(number: int, least: int, most: int) -> tuple[int, ...]:
    raise AssertionError("in these games nobody may choose nothing")


def _by_reference(linked: LinkedProgram, seed: int) -> tuple[int, tuple[str, ...]]:
    below = Random(seed).randrange  # noqa: S311 - both sides use it
    match = begin(linked, SEATS, seed, log=False)
    decisions = 0
    while not match.over:
        request = match.requests[0]
        match.answer(request.id, (below(len(request.options)),))
        decisions += 1
    return decisions, match.result


def play_out_by_hand(new: Callable[[Random], HandWrittenGame], seed: int) -> tuple[int, tuple[str, ...]]:
    """Play the hand-written game in the same way."""
    chance = Random(seed)  # noqa: S311 - both sides use it
    below = chance.randrange
    game = new(chance)
    decisions = 0
    while not game.over:
        moves: list[Any] = game.legal_moves()
        if len(moves) > 1:
            decisions += 1
            game.play(moves[below(len(moves))])
        else:
            game.play(moves[0])
    return decisions, () if game.winner is None else (SEATS[game.winner],)


def trials(paired: PairedGame) -> list[Comparison]:
    """Straight through, and stopping at every question."""
    game = ready(paired)
    return [_trial(game, paired.name, "straight"), _trial(game, f"{paired.name} stopping", "stopping")]


def _trial(game: BenchmarkGame, name: str, backend: Backend) -> Comparison:
    new = game.new_by_hand
    number = max(
        1, min(enough(lambda seed: play_out(game, seed, backend)), enough(lambda seed: play_out_by_hand(new, seed)))
    )

    def ours(round: int) -> int:
        for seed in range(round * number, (round + 1) * number):
            play_out(game, seed, backend)
        return number

    def theirs(round: int) -> int:
        for seed in range(round * number, (round + 1) * number):
            play_out_by_hand(new, seed)
        return number

    def reference(round: int) -> int:
        play_out(game, round, "reference")
        return 1

    floor, goal = AIMS[backend]
    return Comparison(name, "playouts/s", ours, theirs, reference, floor=floor, goal=goal)
