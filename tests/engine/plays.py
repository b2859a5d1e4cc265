"""Matches played by chance, for tests that compare what comes of them: all games of this repository.

Run as a program it takes up saves in a process of its own and tells what their matches come to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from interpreter.match import EngineMatch, begin
from interpreter.model.environment import RuleError
from tests.shipped import ready
from tools.matches import Game, Match, resume
from tools.matches.match import engine_of
from tools.play import by_chance, seat_names

DECISIONS = {
    "scrapyard": 40, "duel": 20, "gekido": 40, "montoons": 25, "pblrobots": 20, "robomon": 8, "robotblow": 20, "yahtzee": 20,
}  # fmt: skip
"""How far a match is played in a test."""


def game(name: str) -> Game:
    return ready(name)


def seats(name: str) -> tuple[str, ...]:
    least, most = game(name).players
    return tuple(seat_names(max(least, min(2, most))))


def engine(name: str, seed: int) -> EngineMatch:
    return begin(game(name).linked(), seats(name), seed)


def go_on(match: EngineMatch, seed: int, most: int) -> int:
    """Answer by chance, each of several open requests in turn; how often. Rules that fail end it: so they do elsewhere."""
    for done in range(most):
        if match.over:
            return done
        count = len(match.answers)
        request = match.requests[count % len(match.requests)]
        try:
            match.answer(request.id, by_chance(request, seed, count))
        except RuleError:
            return done
    return most


def later(match: Match, seed: int) -> str:
    """The hash of a match some answers later."""
    go_on(engine_of(match), seed, min(8, DECISIONS[match.game.name.removesuffix("_probe")]))
    return match.hash


def told(files: list[str], seed: int) -> list[list[str]]:
    """Of each save the hash where it was left, and the hash some answers later."""
    collected = []
    for file in files:
        match = resume(file, game=game(Path(file).name.split()[0]), force=True)
        assert match.notes == ()  # every state on the way was the one that was saved
        collected.append([match.hash, later(match, seed)])
    return collected


if __name__ == "__main__":
    print(json.dumps(told(sys.argv[2:], int(sys.argv[1]))))
