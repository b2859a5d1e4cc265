"""The two probes that are whole games: bots play them to their end, and every clause is enforced and tested."""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT
from tools.clauses import coverage
from tools.simulation.job import SimulationJob
from tools.simulation.match import SimulatedGame
from tools.simulation.workers import simulate

MATCHES = 50
WHOLE = ("duel", "yahtzee")


def folder(name: str) -> str:
    return str(ROOT / "tests" / "probes" / name)


@pytest.mark.parametrize("name", WHOLE)
def test_bots_play_it_to_the_end(name: str) -> None:
    order = SimulationJob(folder(name), None, (), None, ("random", "random"), games=MATCHES, seed=1, most=2000)
    totals, _ = simulate(SimulatedGame(order, order.ready()), jobs=1)
    assert totals.failures == []
    assert totals.finished == totals.games == MATCHES
    assert all(totals.wins), "both seats win now and then"


@pytest.mark.parametrize("name", WHOLE)
def test_every_clause_is_enforced_and_tested(name: str) -> None:
    result = coverage(folder(name))
    assert 15 <= len(result.clauses) <= 33
    assert (result.unenforced, result.untested) == ((), ())
