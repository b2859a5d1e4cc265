"""Measures mass play on a cluster of two local workers, against as many processes of `simulate --jobs`.

Both have loaded the game before the clock starts, as for any long study. They play the same matches in turns.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from tools.bench.results import Measurement
from tools.cluster.shipment import shipment_of
from tools.cluster.study import ClusterStudy, NoCluster, cluster
from tools.cluster.study_file import StudyFile
from tools.matches.games import load
from tools.resources import shipped_rulesets
from tools.simulation import SimulationJob, Totals, simulate
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame

__all__ = ["NoCluster", "scale"]

WORKERS = 2
FLOOR, GOAL = 0.9, 1.0
MATCHES = 600
WARM = 40
MOST = 5_000


def scale(rounds: int = 3, matches: int = MATCHES) -> list[Measurement]:
    """Decisions per second and core, on the cluster and with `--jobs`."""
    with cluster("dask", WORKERS) as client:
        client.wait_for_workers(WORKERS)
        return [_measured(client, _smallest_game(matches), rounds)]


def _smallest_game(matches: int) -> SimulatedGame:
    """The shipped game with the shortest rules: its matches are the shortest, so what is sent weighs most."""
    shipped = shipped_rulesets()
    name = min(shipped, key=lambda name: sum(file.stat().st_size for file in Path(shipped[name]).glob("*.bot")))
    game = load(name)
    return SimulatedGame(SimulationJob(name, None, (), None, seated(game, ()), matches, 1, MOST), game)


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
