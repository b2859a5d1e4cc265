"""Measures competing implementations in short alternating slices, so that noise affects all of them.

A machine that is busy for a second slows down whichever side runs then. So each round gives every side of every
comparison one short slice. The figure of a side is the median over all rounds; the ratio is the median of the ratios of
single rounds, in which both sides ran at the same time. The reference machine is slow and runs only in the first
rounds.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter

from attrs import define, field, frozen

from tools.bench.results import Measurement, rounded

Done = int | tuple[int, float]
Work = Callable[[int], Done]
"""Do a turn, given the number of the round; how many units were done, and the seconds that count, if not all do."""

ROUNDS = 15
REFERENCE_ROUNDS = 3
SLICE = 0.04
"""Seconds of a turn, about."""


@frozen
class Comparison:
    """One comparison. `per` is `second` for a speed, `unit` for the time of one unit in microseconds."""

    name: str
    unit: str
    ours: Work
    theirs: Work
    reference: Work | None = None
    per: str = "second"
    floor: float | None = None
    goal: float | None = None


@define
class MeasuredSpeeds:
    """The speeds of the sides of a trial, round by round."""

    ours: list[float] = field(factory=list)
    theirs: list[float] = field(factory=list)
    reference: list[float] = field(factory=list)


def measure(trials: Sequence[Comparison], rounds: int = ROUNDS) -> list[Measurement]:
    seen = [MeasuredSpeeds() for _ in trials]
    with settled():
        for round in range(rounds):
            for trial, speeds_of_trial in zip(trials, seen, strict=True):
                first, second = (trial.ours, speeds_of_trial.ours), (trial.theirs, speeds_of_trial.theirs)
                for work, speeds in (first, second) if round % 2 else (second, first):
                    speeds.append(speed(work, round))
                if trial.reference is not None and round < REFERENCE_ROUNDS:
                    speeds_of_trial.reference.append(speed(trial.reference, round))
    return [_result(trial, speeds) for trial, speeds in zip(trials, seen, strict=True)]


def speed(work: Work, round: int) -> float:
    """Units per second in one slice."""
    begin = perf_counter()
    done = work(round)
    units, seconds = done if isinstance(done, tuple) else (done, perf_counter() - begin)
    return units / seconds


def enough(work: Callable[[int], object], seconds: float = SLICE) -> int:
    """How often a piece of work fits into a slice; it runs once beforehand as a warm-up."""
    work(0)
    times, taken = 1, 0.0
    while True:
        begin = perf_counter()
        for number in range(times):
            work(number)
        taken = perf_counter() - begin
        if taken >= seconds / 4:
            return max(1, round(times * seconds / taken))
        times *= 4


@contextmanager
def settled() -> Iterator[None]:
    """Freeze the objects loaded so far, so that the garbage collector does not scan them repeatedly."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _result(trial: Comparison, seen: MeasuredSpeeds) -> Measurement:
    ratio = median(ours / theirs for ours, theirs in zip(seen.ours, seen.theirs, strict=True))
    ours, theirs = median(seen.ours), median(seen.theirs)
    slow = median(seen.reference) if seen.reference else None
    if trial.per == "unit":
        ours, theirs, ratio = 1e6 / ours, 1e6 / theirs, 1 / ratio
        slow = None if slow is None else 1e6 / slow
    reference = None if slow is None else rounded(slow)
    figures = (rounded(ours), reference, rounded(theirs), rounded(ratio))
    return Measurement(trial.name, *figures, trial.unit, trial.floor, trial.goal, trial.per == "unit")
