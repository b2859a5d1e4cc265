"""Variants of PBL Robots in one match: each row is played by chance to its end, or refused before the first question."""

from __future__ import annotations

import pytest

from tools.matches import load
from tools.simulation.job import SimulationJob
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import Totals

TOGETHER = [
    ("tournament", 3, "series quick_draft celebrity no_bombs"),
    ("keeper_league", 2, "three_pilot_rotation predetermination expansions"),
    ("salary_draft", 2, "bonuses challenge maximum_limit"),
    ("pilot_and_gunner", 4, "series quick_draft celebrity two_celebrities"),
    ("two_robots_four_hands", 4, "challenge_community series five_games predetermination"),
    ("three_player_time_limit", 3, "blow_off_race celebrity random_celebrity challenge"),
    ("showdown_full", 2, "no_bombs expansions"),
]
APART = [
    ("traditional", 3, "series"),
    ("celebrity", 4, "quick_draft"),
    ("tournament", 3, "three_player_time_limit"),
    ("salary_draft", 4, "pilot_and_gunner"),
    ("ultimate_robot", 4, "two_robots_four_hands"),
    ("showdown", 2, "three_pilot_rotation"),
]


def played(mode: str, seats: int, variants: str) -> Totals:
    order = SimulationJob("pblrobots", mode, tuple(variants.split()), None, ("random",) * seats, 1, 4, 20_000)
    hall = SimulatedGame(order, load("pblrobots", mode=mode, variants=order.variants))
    totals = Totals(order.seats)
    hall.play(order.seed, totals)
    assert [failure.why for failure in totals.failures] == []
    return totals


@pytest.mark.parametrize("mode, seats, variants", TOGETHER)
def test_what_goes_together_is_played_to_its_end(mode: str, seats: int, variants: str) -> None:
    totals = played(mode, seats, variants)
    assert (totals.finished, totals.draws) == (1, 0)
    assert totals.decisions > seats


@pytest.mark.parametrize("mode, seats, variants", APART)
def test_what_does_not_is_refused_before_the_first_question(mode: str, seats: int, variants: str) -> None:
    totals = played(mode, seats, variants)
    assert (totals.finished, totals.draws, totals.decisions) == (1, 1, 0)
