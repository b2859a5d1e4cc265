"""A seat that answers by chance: `random`.

It looks at nothing but how many options there are. Where nothing must be done, something is done more often than not:
a match in which everybody may pass would else hardly begin.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, perm

from attrs import define, field

from interpreter.model.requests import Fits
from interpreter.seats import Ahead, Answer, Looks, Question
from interpreter.visibility.determinize import Stream

EAGER = 8
"""Who may pass passes once in so many times."""


@define
class ByChance:
    """Draws from a stream of its own and never from those of the match."""

    luck: Stream = field()

    @classmethod
    def seeded(cls, seed: int, name: str) -> ByChance:
        return cls(Stream.of(seed, f"seat {name}"))

    def choose(self, view: Looks, question: Question, ahead: Ahead) -> Answer:
        return self.pick(question.sort, question.number, question.least, question.most, question.fits)

    def pick(self, sort: str, number: int, least: int, most: int, fits: Fits = None) -> Answer:
        below = self.luck.below
        if fits is not None:
            return fits[below(len(fits))]
        if least == most == 1:
            return (below(number),)
        if sort == "act":
            many = max(least, 1) if most and (least or below(EAGER)) else 0
        else:
            many = least + below(most - least + 1)
        left = list(range(number))
        chosen = [left.pop(below(len(left))) for _ in range(many)]
        return tuple(chosen) if sort == "arrange" else tuple(sorted(chosen))


def candidates(question: Question, luck: Stream, most: int) -> list[Answer]:
    """Answers worth looking at: all of them if they are few, else so many by chance."""
    if question.fits is not None and len(question.fits) <= most:
        return list(question.fits)
    if question.fits is None and _number(question) <= most:
        orders = permutations if question.sort == "arrange" else combinations
        sizes = range(question.least, question.most + 1)
        return [answer for size in sizes for answer in orders(range(question.number), size)]
    by_chance = ByChance(luck)
    picked = (
        by_chance.pick(question.sort, question.number, question.least, question.most, question.fits)
        for _ in range(most)
    )  # fmt: skip
    return list(dict.fromkeys(picked))


def _number(question: Question) -> int:
    many = perm if question.sort == "arrange" else comb
    total = 0
    for size in range(question.least, question.most + 1):
        total += many(question.number, size)
        if total > 1 << 20:
            break
    return total
