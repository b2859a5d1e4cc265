"""The adventure of RoboMon, from the first page to its end, by a player in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import botwright

ANSWERS = 1_000
"""Five times what the adventure takes."""
PLAYER = Path(__file__).with_name("player.py")


def test_somebody_who_knows_only_the_words_of_the_options_finishes_the_adventure() -> None:
    game = botwright.load("robomon", mode="adventure")
    with game.start({"Ann": f"cmd:{sys.executable} {PLAYER}"}, seed=3) as match:
        while match.step():
            assert match.answers < ANSWERS, "it goes round in circles"
        assert match.over
        assert match.result == ("Ann",)
