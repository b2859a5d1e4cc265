"""Plays matches in the terminal: people at the keyboard, bots at the other seats.

`PlaySession` runs a match without a terminal: it takes typed lines and returns pages. `Hotseat` does the reading and
writing. Neither knows any game. Nothing is loaded before a match starts.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import TYPE_CHECKING, Protocol

from dsl.lazy import exports
from interpreter.model import rng

if TYPE_CHECKING:
    from interpreter.model.requests import Fits
    from tools.play.hotseat import Hotseat
    from tools.play.session import PlaySession

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fox", "Gil", "Hal", "Ivy", "Joy", "Kit", "Lou")


__getattr__ = exports({"PlaySession": "tools.play.session", "Hotseat": "tools.play.hotseat"})


class AnswerableRequest(Protocol):
    """The parts of a request that a random bot reads."""

    @property
    def seat(self) -> str: ...
    @property
    def sort(self) -> str: ...
    @property
    def options(self) -> Sized: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def fits(self) -> Fits: ...


def by_chance(request: AnswerableRequest, seed: int, count: int) -> tuple[int, ...]:
    """An answer by chance; where nothing must be done, something is done more often than not."""
    key = rng.stream_key(seed, f"bot {request.seat} {count}")
    if request.fits is not None:
        return request.fits[rng.below(key, 0, len(request.fits))[0]]
    number, drawn = rng.below(key, 0, request.most - request.least + 1)
    number += request.least
    if request.sort == "act" and number == 0:
        eager, drawn = rng.below(key, drawn, 4)
        number = 1 if eager and request.most else 0
    order, _ = rng.shuffled(key, drawn, range(len(request.options)))
    return tuple(sorted(order[:number]))


def seat_names(number: int) -> Sequence[str]:
    return NAMES[:number]


__all__ = ["Hotseat", "PlaySession", "by_chance", "seat_names"]
