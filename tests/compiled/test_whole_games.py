"""Compiled code carries whole games: where it breaks, the reference does the step again and nobody notices but by the
clock. So it is counted, in every mode of every game that comes along, in copies of a match as in the match itself, and
while bots look ahead. Everything is compiled at its first use, so that few decisions meet many places."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from dsl.names.symbols import players_range
from interpreter.compiled import jit as compiling
from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.seats import decide
from tests.architecture.tree import ROOT
from tests.shipped import ready as ready_game
from tools.matches import Game
from tools.seats import seat

GAMES = sorted(folder.name for folder in (ROOT / "rulesets").iterdir() if (folder / "ruleset.yaml").is_file())
DECISIONS = 5_000 if settings.get_current_profile_name() == "nightly" else 100
"""Of each mode, in as many matches as that takes."""


def game(name: str) -> Game:
    return ready_game(name)


def ready(name: str, mode: str | None) -> tuple[LinkedProgram, Jit]:
    plain = game(name).linked()
    linked = LinkedProgram(plain.program, frozenset([mode]) if mode else plain.modes, plain.rulings)
    jit = linked.fast = Jit(linked)
    return linked, jit


def seats(linked: LinkedProgram, seed: int) -> tuple[str, ...]:
    """Any number that can play, one after another."""
    least, most = players_range(linked.program.symbols, sorted(linked.modes))
    return ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")[: least + seed % (min(most, 6) - least + 1)]


def answer(match: EngineMatch, luck: random.Random) -> None:
    """By chance; who may act acts more often than not."""
    asked = match.requests[0]
    some = luck.sample(range(len(asked.options)), luck.randint(asked.least, asked.most))
    if asked.sort == "act" and not some and asked.most and luck.random() < 0.8:
        some = [luck.randrange(len(asked.options))]
    match.answer(asked.id, luck.choice(asked.fits) if asked.fits else some)


@pytest.mark.parametrize("name", GAMES)
def test_no_step_is_done_again_by_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "OFTEN", 1)
    for mode in game(name).modes or (None,):
        linked, jit = ready(name, mode)
        left = DECISIONS
        for seed in range(DECISIONS):
            match, luck = begin(linked, seats(linked, seed), seed, log=False), random.Random(seed)
            while left and not match.over:
                answer(match, luck)
                left -= 1
                if left % 7 == 0:
                    match = match.fork()
            if not left:
                break
        assert jit.functions
        assert (mode, jit.redone) == (mode, 0)


@pytest.mark.parametrize("name, mode, players", [("robomon", "battleground", 2), ("gekido", "duel", 2)])
def test_nor_while_a_bot_looks_ahead(name: str, mode: str, players: int) -> None:
    linked, jit = ready(name, mode)
    names = ("Ann", "Ben")[:players]
    match = begin(linked, names, 5, log=False)
    bots = {result: seat("greedy", 5, result) for result in names}
    for _ in range(40):
        asked = match.requests[0]
        match.answer(asked.id, decide(match, asked, bots[asked.seat]))
    assert jit.functions
    assert jit.redone == 0
