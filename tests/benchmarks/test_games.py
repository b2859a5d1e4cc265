"""The small games are the same games, in the language and by hand: what may be done and who wins, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.match import EngineMatch
from interpreter.playout import Playout
from tests.benchmarks.both import GAMES, HERE, SEATS, answer, by_hand, compiled, moves, ours

MATCHES = {"breakthrough": 2, "connectfour": 8, "hex11": 2, "pig": 12, "tictactoe": 30}


def test_every_game_is_there_twice() -> None:
    assert set(GAMES) == set(MATCHES)
    assert {path.stem for path in (HERE / "by_hand").glob("*.py")} == set(GAMES)


@pytest.mark.parametrize("name, seed", [(name, seed) for name in GAMES for seed in range(MATCHES[name])])
def test_both_offer_the_same_and_end_the_same(name: str, seed: int) -> None:
    same_game(name, ours(name, seed), by_hand(name, seed), Random(seed))


@pytest.mark.parametrize("name", GAMES)
def test_compiled_they_still_do(name: str) -> None:
    for seed in range(20):
        same_game(name, compiled(name).start(SEATS, seed), by_hand(name, seed), Random(seed))


def same_game(name: str, match: EngineMatch | Playout, hand: Any, chance: Random) -> None:
    while not match.over:
        forced(match, hand)
        request = match.requests[0]
        offered = moves(name, [option.words for option in request.options])
        assert request.seat == SEATS[hand.player]
        assert offered == hand.legal_moves()
        assert not hand.over
        chosen = chance.randrange(len(offered))
        answer(match, chosen)
        hand.play(offered[chosen])
    if not hand.over:
        forced(match, hand)
    assert hand.over
    assert match.result == (() if hand.winner is None else (SEATS[hand.winner],))


def forced(match: EngineMatch | Playout, hand: Any) -> None:
    """Nobody is asked about an only move, so it is made here too."""
    while (
        not hand.over and len(hand.legal_moves()) == 1 and not (match.requests and len(match.requests[0].options) == 1)
    ):
        hand.play(hand.legal_moves()[0])
