"""Chance: counted, named streams of our own generator.

SplitMix64, indexed by number: the n-th value of a stream depends only on the seed, the name of the stream and n. So the
only state of a stream is its count, a fork copies a number, a scenario can script one purpose without touching the
others, and the same match results on every machine and every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

NAME = "splitmix64-counted-1"
"""The name of the scheme, kept in every record."""

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4096)
def stream_key(seed: int, name: str) -> int:
    """The start of a stream."""
    start = blake2b(f"{seed}|{name}".encode(), digest_size=8, person=b"botwright-rng").digest()
    return int.from_bytes(start, "big")


def word(key: int, count: int) -> int:
    """Value number `count` of a stream: 64 uniform bits."""
    z = (key + (count + 1) * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def below(key: int, count: int, limit: int) -> tuple[int, int]:
    """A uniform number 0..limit-1, and the next count. Values that would bias the result are drawn again."""
    if limit < 1:
        raise ValueError("a draw needs at least one outcome")
    fair = (1 << 64) - (1 << 64) % limit
    while True:
        drawn = word(key, count)
        count += 1
        if drawn < fair:
            return drawn % limit, count


def shuffled(key: int, count: int, items: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The items in random order (Fisher-Yates), and the next count."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen, count = below(key, count, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order), count
