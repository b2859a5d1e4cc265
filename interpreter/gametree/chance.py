"""Chance as a choice: each draw is a node of the tree whose outcome can be forced.

An answer may draw several times before the next question. To stop at a draw, the answer is carried out from its
beginning with the results known so far; when they are used up, the draw is reported instead of decided. So nothing of
the engine has to wait in the middle of a shuffle, and every outcome of every draw can be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import define, frozen

from interpreter.visibility.determinize import Stream


@frozen
class Draw:
    """One draw: the name of its stream, and the weight of each outcome."""

    stream: str
    weights: tuple[int, ...]

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each outcome."""
        total = sum(self.weights)
        return tuple(Fraction(weight, total) for weight in self.weights)


class Undecided(BaseException):
    """A draw without a known result. Not an `Exception`: compiled code would take it for a fault of its own."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        super().__init__(draw)


@define
class ForcedChance:
    """Draws with known results, in order. The next one is undecided, or drawn from a stream if there is one."""

    known: tuple[int, ...]
    beyond: Stream | None = None
    results: tuple[int, ...] = ()

    def pick(self, weights: Sequence[int], stream: str) -> int:
        number = len(self.results)
        if number < len(self.known):
            result = self.known[number]
        elif self.beyond is None:
            raise Undecided(Draw(stream, tuple(weights)))
        else:
            result = weighted(weights, self.beyond)
        self.results = (*self.results, result)
        return result

    def restart(self) -> None:
        self.results = ()
        if self.beyond is not None:
            self.beyond.count = 0


def weighted(weights: Sequence[int], luck: Stream) -> int:
    """A random index; one of twice the weight is twice as likely."""
    left = luck.below(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("a draw below the sum of the weights is in one of them")
