"""Compiled code carries whole games: where it breaks, the reference does the step again and nobody notices but by the
clock. So it is counted, in copies of a match as in the match itself, and while bots look ahead."""

from __future__ import annotations

import random

import pytest

from interpreter.compiled.jit import Jit
from interpreter.match import begin
from interpreter.seats import decide
from interpreter.world import World
from tools.matches.games import load
from tools.seats import seat

MATCHES = [
    ("robomon", "battleground", ("Ann", "Ben")),
    ("robomon", "competitive", ("Ann",)),
    ("robomon", "adventure", ("Ann",)),
    ("gekido", "standard", ("Ann", "Ben", "Cid")),
    ("gekido", "duel", ("Ann", "Ben")),
    ("scrapyard", None, ("Ann", "Ben")),
]
DECISIONS = 150


def ready(game: str, mode: str | None) -> tuple[World, Jit]:
    world = load(game, mode).world()
    jit = world.fast = Jit(world)
    return world, jit


@pytest.mark.parametrize("game, mode, seats", MATCHES)
def test_no_step_is_done_again_by_the_reference(game: str, mode: str | None, seats: tuple[str, ...]) -> None:
    world, jit = ready(game, mode)
    for seed in (1, 2):
        match, luck = begin(world, seats, seed, log=False), random.Random(seed)
        for number in range(DECISIONS):
            if match.over:
                break
            asked = match.requests[0]
            some = luck.sample(range(len(asked.options)), luck.randint(asked.least, asked.most))
            match.answer(asked.id, luck.choice(asked.fits) if asked.fits else some)
            if number % 7 == 0:
                match = match.fork()
    assert jit.functions
    assert jit.redone == 0


@pytest.mark.parametrize("game, mode, seats", [MATCHES[0], MATCHES[4]])
def test_nor_while_a_bot_looks_ahead(game: str, mode: str | None, seats: tuple[str, ...]) -> None:
    world, jit = ready(game, mode)
    match = begin(world, seats, 5, log=False)
    bots = {name: seat("greedy", 5, name) for name in seats}
    for _ in range(40):
        asked = match.requests[0]
        match.answer(asked.id, decide(match, asked, bots[asked.seat]))
    assert jit.functions
    assert jit.redone == 0
