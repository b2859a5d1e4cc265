"""Measures a fork of a match in the middle of a choice against a hand-written copy of as many values in slotted
objects.
"""

from __future__ import annotations

from interpreter.match import EngineMatch, begin
from interpreter.model import rng
from tools.bench.interleave import Comparison, enough
from tools.bench.paired_games import home, module
from tools.matches import load
from tools.matches.game_index import games

ANSWERS = 12
"""How far the match has come."""
FLOOR, GOAL = 3.0, 10.0


def trial() -> Comparison:
    match = in_the_middle()
    table = module(home() / "slotted.py").Table(len(match.machine.state.cells))
    times = max(1, min(enough(lambda _: match.fork()), enough(lambda _: table.copy())))

    def ours(round: int) -> int:
        for _ in range(times):
            match.fork()
        return times

    def theirs(round: int) -> int:
        for _ in range(times):
            table.copy()
        return times

    return Comparison("fork", "forks/s", ours, theirs, floor=FLOOR, goal=GOAL)


def in_the_middle() -> EngineMatch:
    """A match of the first shipped game, a few answers after its start."""
    game = load(next(iter(games())))
    seats = ("Ann", "Ben", "Cid", "Dot")[: game.players[0]]
    match = begin(game.linked(), seats, 1, log=False)
    for count in range(ANSWERS):
        request = match.requests[0]
        chosen, _ = rng.below(rng.stream_key(1, "bench"), count, len(request.options))
        match.answer(request.id, (chosen,))
    return match
