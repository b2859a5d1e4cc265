"""Who can die beside a worker that plays: one that starts, one that only has the rules, the scheduler itself."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tools.cluster.chunk as chunk
from tests.cluster.studies import alone, played
from tests.guards import GUARD, wait_until
from tests.simulation.simulated import hall
from tools.cluster.local_workers import LocalWorkers, local_workers
from tools.cluster.shipment import shipment_of
from tools.cluster.study import ClusterGone, NoCluster, cluster, simulate_on
from tools.cluster.study_file import open_study
from tools.simulation import Totals

distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # of distributed, about itself


def pids(workers: LocalWorkers) -> list[int]:
    return [process.pid for process in workers._processes]


def test_a_worker_that_dies_while_it_starts_is_replaced() -> None:
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as own,
        local_workers(own.scheduler_address, 2) as workers,
        distributed.Client(own, set_as_default=False) as client,
    ):
        first = pids(workers)
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: len(client.nthreads()) == 2)
        assert not set(first) & set(pids(workers))
        assert workers.failed == 0, "who is killed has not failed by itself"
        last = workers._processes[:]
    assert all(process.poll() is not None for process in last)


class DeadlyRulesPlugin(distributed.WorkerPlugin):  # type: ignore[misc]
    """The first two workers that get the rules die of it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def setup(self, worker: Any) -> None:
        folder = Path(self.folder)

        def deadly(text: str) -> str:
            number = len(list(folder.iterdir()))
            if number < 2:
                (folder / str(number)).touch()
                os._exit(9)
            return text

        chunk.same_text = deadly


def test_no_chunk_is_blamed_for_a_worker_that_died_with_the_rules(tmp_path: Path) -> None:
    game, deaths = hall(tmp_path, 60), tmp_path / "deaths"
    deaths.mkdir()
    with cluster("dask", 2) as client:
        client.register_plugin(DeadlyRulesPlugin(str(deaths)), name="deadly")
        totals = played(client, game)
    assert len(list(deaths.iterdir())) == 2
    assert totals.as_list() == alone(game).as_list()


def test_workers_that_cannot_start_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.cluster.local_workers.sys.executable", "/bin/false")
    with pytest.raises(NoCluster, match="no worker can be started"), cluster("dask", 1):
        pass


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
        return port


def test_a_scheduler_that_goes_leaves_what_was_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.cluster.study.CONNECTING", "2s")
    port, game = free_port(), hall(tmp_path, 100_000)
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]  # fmt: skip
    scheduler = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(totals: Totals) -> None:
        if totals.games > 20:
            scheduler.kill()

    try:
        with distributed.Client(f"tcp://127.0.0.1:{port}", timeout=GUARD, set_as_default=False):
            pass
        with local_workers(f"tcp://127.0.0.1:{port}", 1), pytest.raises(ClusterGone, match="has gone") as gone:
            simulate_on(game, f"dask://127.0.0.1:{port}", 0, kill, resume=str(tmp_path / "race.study"))
    finally:
        scheduler.kill()
        scheduler.wait()
    assert 20 < gone.value.totals.games < 100_000
    kept = Totals(game.order.seats)
    open_study(str(tmp_path / "race.study"), shipment_of(game.order, game.game), kept).close()
    assert kept.as_list() == gone.value.totals.as_list(), "the study can go on from here"
