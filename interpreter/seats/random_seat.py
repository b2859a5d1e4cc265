"""A seat that answers at random: `random`.

It reads only the number of options. Where it may pass, it acts more often than not: otherwise a match in which
everybody may pass would hardly begin.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, perm

from attrs import define, field

from interpreter.model.requests import Fits
from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource
from interpreter.visibility.determinize import Stream

EAGER = 8
"""A seat that may pass does so once in this many times."""


@define
class RandomSeat:
    """Draws from a stream of its own and never from those of the match."""

    luck: Stream = field()

    @classmethod
    def seeded(cls, seed: int, name: str) -> RandomSeat:
        return cls(Stream.of(seed, f"seat {name}"))

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        return self.pick(question.sort, question.number, question.least, question.most, question.fits)

    def pick(self, kind: str, number: int, least: int, most: int, fits: Fits = None) -> Answer:
        below = self.luck.below
        if fits is not None:
            return fits[below(len(fits))]
        if least == most == 1:
            return (below(number),)
        if kind == "act":
            count = max(least, 1) if most and (least or below(EAGER)) else 0
        else:
            count = least + below(most - least + 1)
        remaining = list(range(number))
        chosen = [remaining.pop(below(len(remaining))) for _ in range(count)]
        return tuple(chosen) if kind == "arrange" else tuple(sorted(chosen))


def candidates(question: SeatQuestion, luck: Stream, most: int) -> list[Answer]:
    """Answers worth considering: all of them if they are few, else a random sample."""
    if question.fits is not None and len(question.fits) <= most:
        return list(question.fits)
    if question.fits is None and _number(question) <= most:
        orders = permutations if question.sort == "arrange" else combinations
        sizes = range(question.least, question.most + 1)
        return [answer for size in sizes for answer in orders(range(question.number), size)]
    random_seat = RandomSeat(luck)
    picked = (
        random_seat.pick(question.sort, question.number, question.least, question.most, question.fits)
        for _ in range(most)
    )  # fmt: skip
    return list(dict.fromkeys(picked))


def _number(question: SeatQuestion) -> int:
    count = perm if question.sort == "arrange" else comb
    total = 0
    for size in range(question.least, question.most + 1):
        total += count(question.number, size)
        if total > 1 << 20:
            break
    return total
