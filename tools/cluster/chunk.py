"""What runs on a worker: a chunk of matches with consecutive seeds, from its first seed to its totals."""

from __future__ import annotations

import json
from threading import Lock
from time import perf_counter
from typing import Any

from attrs import evolve, frozen

from tools.cluster.shipment import unpacked
from tools.simulation.totals import Totals

_one_at_a_time = Lock()
"""A worker may have several threads, but the matches of a program share a table."""


PARTS = 8
"""A chunk that keeps killing its worker is split into this many."""


@frozen
class SeedRange:
    """`count` matches from the seed `first` on."""

    first: int
    count: int

    def split(self) -> list[SeedRange]:
        """The same matches in a few smaller chunks."""
        size = -(-self.count // PARTS)
        end = self.first + self.count
        return [SeedRange(first, min(size, end - first)) for first in range(self.first, end, size)]


@frozen
class Played:
    """The totals of a chunk as plain lists, and the seconds that it took."""

    totals: list[Any]
    seconds: float

    @classmethod
    def of_text(cls, text: str) -> Played:
        return cls(*json.loads(text))


def play_chunk(job: str, files: str, hash: str, first: int, count: int) -> str:
    """Play some matches; the totals as JSON."""
    with _one_at_a_time:
        unpacked_game = unpacked(job, files, hash)
        totals = Totals(unpacked_game.game.order.seats)
        begin = perf_counter()
        for seed in range(first, first + count):
            unpacked_game.game.play(seed, totals)
        totals.failures = [evolve(failure, why=unpacked_game.at_home(failure.why)) for failure in totals.failures]
        return json.dumps([totals.as_list(), perf_counter() - begin])


def same_text(text: str) -> str:
    """The rules as a task of their own: they are sent to each worker once, and again if all that had them are gone."""
    return text
