"""Candidates against the best score so far, by self-play of the `greedy` bot; then a test on unseen seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from attrs import frozen

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.seats.greedy import Greedy
from interpreter.visibility.determinize import Stream
from tools.balance.arms import worth_of
from tools.balance.figures import BalanceFigure, mean
from tools.seats.play_match import play
from tools.tuning.weights import ScoreWeights

UNSEEN = 1_000_000
"""The seeds of the last test begin so much later."""

Progress = Callable[[str], None]


@frozen
class TuningPlan:
    """How much is played: generations of candidates, and pairs of matches for each candidate and for the last test."""

    seats: tuple[str, ...]
    generations: int
    candidates: int
    pairs: int
    test_pairs: int
    seed: int
    most: int


@frozen
class TunedScore:
    """The best weights found, and how often they win against the old ones on unseen seeds."""

    values: tuple[int, ...]
    gain: BalanceFigure


def tune(weights: ScoreWeights, plan: TuningPlan, command: str, progress: Progress) -> TunedScore:
    """Change a few weights at a time and keep what wins; the order of everything follows from the seed."""
    luck = Stream.of(plan.seed, "tune")
    best = weights.values
    for generation in range(plan.generations):
        candidates = [best, *(_changed(best, luck) for _ in range(plan.candidates))]
        linked = weights.program(candidates)
        results = []
        for number in range(1, len(candidates)):
            first = plan.seed + generation * plan.pairs
            worths = _matches(linked, weights.name_of(number), weights.name_of(0), plan, first, plan.pairs)
            results.append((sum(worths) / len(worths), number))
            progress(f"generation {generation + 1}, candidate {number}: {100 * results[-1][0]:.0f} %")
        share, number = max(results)
        if share > 0.5:
            best = candidates[number]
    linked = weights.program([best])
    worths = _matches(linked, weights.name_of(0), weights.score, plan, plan.seed + UNSEEN, plan.test_pairs)
    return TunedScore(best, mean("tuned against old", "wins on unseen seeds", worths, command))


def _changed(values: Sequence[int], luck: Stream) -> tuple[int, ...]:
    """One or two weights larger or smaller by about a half, at least by one."""
    changed = list(values)
    for _ in range(1 + luck.below(2)):
        at = luck.below(len(changed))
        step = max(1, ceil(abs(changed[at]) / 2))
        changed[at] = max(0, changed[at] + (step if luck.below(2) else -step))
    return tuple(changed)


def _matches(linked: LinkedProgram, ours: str, theirs: str, plan: TuningPlan, first: int, pairs: int) -> list[float]:
    """How a score does against another one, seed by seed: each seed is played from every seat, and the mean counts."""
    return [
        sum(_match(linked, ours, theirs, plan, seed, at) for at in range(len(plan.seats))) / len(plan.seats)
        for seed in range(first, first + pairs)
    ]


def _match(linked: LinkedProgram, ours: str, theirs: str, plan: TuningPlan, seed: int, at: int) -> float:
    """One match in which only one seat rates by our score: what it is worth to that seat."""
    bots = {
        name: Greedy(Stream.of(seed, f"greedy {name}"), score=ours if number == at else theirs)
        for number, name in enumerate(plan.seats)
    }
    match = begin(linked, plan.seats, seed, log=False)
    match.undoable = False
    play(match, bots, plan.most)
    return worth_of(plan.seats, match.result)[plan.seats[at]]
