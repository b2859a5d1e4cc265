"""Figures with their confidence intervals: shares of matches, means, and differences of paired matches."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from attrs import frozen

from interpreter.explain.odds import wilson

LEVEL = 0.95


@frozen
class BalanceFigure:
    """One figure: what it is about, its value and interval, from how many matches or sides, and how to get it again."""

    subject: str
    what: str
    value: float
    low: float
    high: float
    count: int
    command: str

    @property
    def is_share(self) -> bool:
        return not self.what.startswith("length")


def share(subject: str, what: str, wins: float, count: int, command: str) -> BalanceFigure:
    """A share of matches or sides (Wilson score interval)."""
    low, high = wilson(wins, count)
    return BalanceFigure(subject, what, wins / count if count else 0.0, low, high, count, command)


def mean(subject: str, what: str, values: Sequence[float], command: str, level: float = LEVEL) -> BalanceFigure:
    """The mean of independent values, such as the differences of paired matches."""
    middle, half = fmean(values), half_width(values, level)
    return BalanceFigure(subject, what, middle, middle - half, middle + half, len(values), command)


def half_width(values: Sequence[float], level: float = LEVEL) -> float:
    """Half the width of the confidence interval of a mean; equal values are only as sure as their number."""
    if len(values) < 2:
        return 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    return z * max(stdev(values), 1 / len(values)) / sqrt(len(values))
