"""The same study in one process and on a cluster."""

from __future__ import annotations

from typing import Any

from tools.cluster.shipment import shipment_of
from tools.cluster.study import ClusterStudy
from tools.cluster.study_file import open_study
from tools.simulation import Totals
from tools.simulation.match import SimulatedGame


def alone(game: SimulatedGame) -> Totals:
    totals = Totals(game.order.seats)
    for seed in range(game.order.seed, game.order.seed + game.order.games):
        game.play(seed, totals)
    return totals


def played(client: Any, game: SimulatedGame, path: str | None = None, seen: Any = lambda totals: None) -> Totals:
    shipment, totals = shipment_of(game.order, game.game), Totals(game.order.seats)
    kept = open_study(path, shipment, totals)
    ClusterStudy(client, shipment, totals, kept, seen).play(game.order.seed, game.order.games)
    kept.close()
    return totals
