"""A real cluster of two processes: the totals of one process, whoever dies. Skipped without the extra `dask`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.studies import alone, played
from tests.simulation.simulated import hall
from tools.cluster.study import cluster
from tools.simulation import Totals
from tools.simulation.match import SimulatedGame

distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # of distributed, about itself

KILLER = 137


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    with cluster("dask", 2) as client:
        client.wait_for_workers(2)
        yield client


def test_the_totals_are_those_of_one_process(workers: Any, tmp_path: Path) -> None:
    game = hall(tmp_path, 90, mode="risky")
    totals, expected = played(workers, game), alone(game)
    assert totals.errors > 0
    assert totals.as_list() == expected.as_list()


def test_a_killed_worker_loses_nothing(workers: Any, tmp_path: Path) -> None:
    game = hall(tmp_path, 1_500)
    killed = []

    def kill(totals: Totals) -> None:
        """Two workers die, some time after the study has begun."""
        if totals.games > 100 + 500 * len(killed) and len(killed) < 2:
            pid = max(workers.run(os.getpid).values())
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    totals = played(workers, game, seen=kill)
    assert len(set(killed)) == 2
    assert totals.errors == 0
    assert totals.as_list() == alone(game).as_list()


class KillingPlugin(distributed.WorkerPlugin):  # type: ignore[misc]
    """On each worker, also on those that are started later: the match with one seed ends its process."""

    def setup(self, worker: Any) -> None:
        play = SimulatedGame.play

        def deadly(self: SimulatedGame, seed: int, totals: Totals) -> None:
            if seed == KILLER:
                os._exit(9)
            play(self, seed, totals)

        SimulatedGame.play = deadly  # type: ignore[method-assign]


def test_a_match_that_kills_its_workers_is_named_and_the_others_are_counted(tmp_path: Path) -> None:
    game = hall(tmp_path, 300)
    with cluster("dask", 2) as client:
        client.register_plugin(KillingPlugin(), name="killing")
        totals = played(client, game)
    assert [failure.seed for failure in totals.failures] == [KILLER]
    assert "ended, each time" in totals.failures[0].why
    expected, without = alone(game), Totals(game.order.seats)
    game.play(KILLER, without)
    assert totals.games == 300
    assert totals.decisions == expected.decisions - without.decisions
    assert totals.wins == [all - one for all, one in zip(expected.wins, without.wins, strict=True)]


def test_an_interrupted_study_prints_what_was_counted_and_goes_on(workers: Any, tmp_path: Path) -> None:
    game, path = hall(tmp_path, 600), str(tmp_path / "race.study")

    def stop(totals: Totals) -> None:
        if totals.games > 50:
            raise KeyboardInterrupt

    first = played(workers, game, path, stop)
    assert 50 < first.games < 600
    begun_with = []
    totals = played(workers, game, path, lambda totals: begun_with.append(totals.games))
    assert begun_with[0] == first.games
    assert totals.as_list() == alone(game).as_list()
