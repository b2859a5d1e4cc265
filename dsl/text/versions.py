"""Versions of packs, and the ranges that packs ask for.

A version is three numbers. Because nothing lies between `1.2.3` and `1.2.4`, every range that an author can write
is one stretch from a first version to one that is just too high: `^1.2` is 1.2.0 up to but not 2.0.0. So to be in a
range is two comparisons, and what two demands have in common is again one stretch. This module knows numbers; it
refuses to know packs, and texts like `1.0-beta` that have no place in that order.
"""

from __future__ import annotations

import re
from functools import total_ordering

from attrs import field, frozen

from dsl.text.limits import VERSION_DIGITS

_NUMBER = f"(?:0|[1-9][0-9]{{0,{VERSION_DIGITS - 1}}})"
_PARTIAL = rf"{_NUMBER}(?:\.{_NUMBER}){{0,2}}"
_COMPARED = rf"(?:>=|<=|>|<) ?{_PARTIAL}"

VERSION_PATTERN = rf"^{_NUMBER}\.{_NUMBER}\.{_NUMBER}$"
RANGE_PATTERN = rf"^(?:\*|\^?{_PARTIAL}|{_NUMBER}(?:\.{_NUMBER})?\.x|{_COMPARED}(?: {_COMPARED})*)$"
"""Both are shared with the JSON schemas, so they use only what every dialect of patterns has."""

RANGE_FORMS = "write `^1.2`, `1.x`, `1.2.3`, `>=1.2 <2`, or `*` for any version"


@total_ordering
@frozen(order=False)
class Version:
    """`1.2.3`"""

    major: int
    minor: int
    patch: int

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return (self.major, self.minor, self.patch) < (other.major, other.minor, other.patch)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def next_breaking(self) -> Version:
        """The first version after this one that may break what was built on it; below 1.0.0 a minor one may."""
        if self.major:
            return Version(self.major + 1, 0, 0)
        return Version(0, self.minor + 1, 0)

    def next_minor(self) -> Version:
        return Version(self.major, self.minor + 1, 0)

    def next_patch(self) -> Version:
        return Version(self.major, self.minor, self.patch + 1)


LANGUAGE = Version(1, 1, 0)
"""The language that this program speaks; a manifest says which range of it the pack was written in."""


@frozen
class Range:
    """`^1.2`: from `low` up to but not `high`; without `high`, every later version too."""

    low: Version
    high: Version | None
    text: str = field(eq=False)

    def __contains__(self, version: Version) -> bool:
        return self.low <= version and (self.high is None or version < self.high)

    def __str__(self) -> str:
        return self.text

    @property
    def empty(self) -> bool:
        return self.high is not None and self.high <= self.low

    def common(self, other: Range) -> Range:
        """What both ranges hold; it may be empty."""
        low = max(self.low, other.low)
        ends = [end for end in (self.high, other.high) if end is not None]
        high = min(ends) if ends else None
        return Range(low, high, f">={low}" if high is None else f">={low} <{high}")


def parse_version(text: str) -> Version | None:
    if not re.fullmatch(VERSION_PATTERN, text):
        return None
    return Version(*map(int, text.split(".")))


def parse_range(text: str) -> Range | None:
    """The range that a text means. It may be empty, as `>=2 <1` is; no text at all is no range."""
    if not re.fullmatch(RANGE_PATTERN, text):
        return None
    if text == "*":
        return Range(Version(0, 0, 0), None, text)
    whole = Range(Version(0, 0, 0), None, text)
    for operator, number in re.findall(r"(>=|<=|>|<|\^)? ?([0-9][0-9.]*)", text):
        whole = whole.common(_stretch(operator, [int(part) for part in number.rstrip(".").split(".")]))
    return Range(whole.low, whole.high, text)


def _stretch(operator: str, numbers: list[int]) -> Range:
    """The stretch of one `>=1.2`. A number left out stands for all: `1.2` is every 1.2.x."""
    first = Version(*[*numbers, 0, 0][:3])
    after = _after(numbers)
    match operator:
        case ">=":
            return Range(first, None, "")
        case ">":
            return Range(after, None, "")
        case "<=":
            return Range(Version(0, 0, 0), after, "")
        case "<":
            return Range(Version(0, 0, 0), first, "")
        case "^":
            return Range(first, _after_caret(numbers), "")
        case _:
            return Range(first, after, "")


def _after(numbers: list[int]) -> Version:
    """The first version that no longer begins with these numbers."""
    raised = [*numbers[:-1], numbers[-1] + 1]
    return Version(*[*raised, 0, 0][:3])


def _after_caret(numbers: list[int]) -> Version:
    """The first version that may break: the first number that is not 0 has gone up."""
    for place, number in enumerate(numbers):
        if number:
            return _after(numbers[: place + 1])
    return _after(numbers)


def likely_version(text: str) -> str:
    """The version that somebody who wrote `v1.2`, `1.2-beta` or `01.2.3` may have meant."""
    found = re.findall(r"[0-9]+", text)[:3]
    numbers = [digits.lstrip("0")[:VERSION_DIGITS] or "0" for digits in found]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"


def range_advice(text: str) -> str:
    """What to write instead of a text that is no range, for the habits that people bring from elsewhere."""
    tidied = re.sub(r"\s+", " ", text.replace(",", " ").replace("&&", " ")).strip()
    tidied = re.sub(r"(?<=[0-9])\.[*X](?=$|\s|\.)", ".x", re.sub(r"^(==?|v)", "", tidied))
    tidied = re.sub(r"^~=? ?", "^", tidied)
    tidied = re.sub(r"(\.x)\.x$", r"\1", tidied)
    tidied = re.sub(r"^(.*)\+$", r">=\1", tidied)
    tidied = re.sub(rf"^({_PARTIAL}) - ({_PARTIAL})$", r">=\1 <=\2", tidied)
    if tidied != text and parse_range(tidied) is not None:
        return f"write `{tidied}`"
    return RANGE_FORMS
