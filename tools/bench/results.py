"""The result of one benchmark: the measured figure, its reference, and how both are printed."""

from __future__ import annotations

import json
from collections.abc import Sequence

from attrs import asdict, frozen


@frozen
class Measurement:
    """`ours` and `theirs` in `unit`, and `ratio` of the two.

    For games, `reference` is the speed of our reference machine; for packs, it names the baseline. `ratio` is ours to
    theirs in the unit of the line: for speeds, more is better; for times, less. For packs it always compares speeds.
    `floor` and `goal` are what the ratio should reach, where that is set; with `less_is_better`, it should not be
    above them. A time that has no counterpart is compared with one second or one millisecond.
    """

    name: str
    ours: float
    reference: float | str | None
    theirs: float
    ratio: float
    unit: str
    floor: float | None = None
    goal: float | None = None
    less_is_better: bool = False

    @property
    def reached(self) -> bool:
        """Whether the ratio reaches the floor; a line without one always does."""
        if self.floor is None:
            return True
        return self.ratio <= self.floor if self.less_is_better else self.ratio >= self.floor


def as_json(results: Sequence[Measurement]) -> str:
    return json.dumps({"format_version": 1, "results": [asdict(result) for result in results]}, indent=2)


HEAD = f"{'':22}{'ours':>12}{'reference':>12}{'theirs':>12}{'ratio':>12}"


def as_table(results: Sequence[Measurement]) -> str:
    lines = [HEAD, *(_line(result) for result in results)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _line(result: Measurement) -> str:
    reference = shown(result.reference) if isinstance(result.reference, float | int) else ""
    ratio = f"{shown(result.ratio)} ×"
    figures = f"{shown(result.ours):>12}{reference:>12}{shown(result.theirs):>12}{ratio:>12}"
    aims = f", floor {shown(result.floor)}, goal {shown(result.goal)}" if result.floor and result.goal else ""
    if result.floor and not result.reached:
        aims += ", not reached"
    return f"{result.name:22}{figures}  {result.unit}{aims}"


def shown(figure: float) -> str:
    """A figure with three significant digits."""
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.3g}" if figure < 1 else f"{figure:.{2 if figure < 10 else 1}f}"


def rounded(figure: float) -> float:
    """A figure rounded to the precision of a measurement."""
    return float(f"{figure:.4g}")
