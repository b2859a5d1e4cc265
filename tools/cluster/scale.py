"""Measures mass play on a cluster of two local workers, against as many processes of `simulate --jobs`.

Both have loaded the game before the clock starts, as for any long study. They play the same matches in turns.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

from tools.bench.results import Measurement
from tools.cluster.shipment import shipment_of
from tools.cluster.study import ClusterStudy, NoCluster, cluster
from tools.cluster.study_file import StudyFile
from tools.simulation import SimulationJob, Totals, simulate
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame

__all__ = ["NoCluster", "scale"]

WORKERS = 2
FLOOR, GOAL = 0.9, 1.0
MODES = (("scrapyard", None), ("gekido", "duel"))
MATCHES = 600
WARM = 40


def scale(rounds: int = 3, matches: int = MATCHES) -> list[Measurement]:
    """Decisions per second and core, on the cluster and with `--jobs`."""
    with cluster("dask", WORKERS) as client:
        client.wait_for_workers(WORKERS)
        return [_measured(client, _game(name, mode, matches), rounds) for name, mode in MODES]


def _game(name: str, mode: str | None, matches: int) -> SimulatedGame:
    job = SimulationJob(name, mode, (), None, ("random",), matches, 1, 5_000)
    game = job.ready()
    players = seated(game, ())
    return SimulatedGame(SimulationJob(name, mode, (), None, players, matches, 1, 5_000), game)


def _measured(client: object, game: SimulatedGame, rounds: int) -> Measurement:
    _on_cluster(client, game, WARM)
    speeds = []
    for _ in range(rounds):
        begin = perf_counter()
        there = _on_cluster(client, game, game.order.games)
        middle = perf_counter()
        here, _ = simulate(game, WORKERS)
        end = perf_counter()
        assert there.as_list() == here.as_list()
        speeds.append((there.decisions / (middle - begin) / WORKERS, here.decisions / (end - middle) / WORKERS))
    ours, theirs = (median(column) for column in zip(*speeds, strict=True))
    ratio = median(there / here for there, here in speeds)
    return Measurement(f"scale {game.game.name}", ours, None, theirs, ratio, "decisions/s and core", FLOOR, GOAL)


def _on_cluster(client: object, game: SimulatedGame, matches: int) -> Totals:
    totals = Totals(game.order.seats)
    study = ClusterStudy(client, shipment_of(game.order, game.game), totals, StudyFile(None), lambda totals: None)
    study.play(game.order.seed, matches)
    return totals
