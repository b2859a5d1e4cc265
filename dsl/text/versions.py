"""Versions of packs, and the version ranges that packs require.

A version is three numbers. Because there is no version between `1.2.3` and `1.2.4`, every range that an author can
write is one half-open interval: `^1.2` is 1.2.0 up to but not including 2.0.0. So a membership test is two
comparisons, and the intersection of two ranges is again one interval. This module knows nothing about packs and does
not accept pre-release versions such as `1.0-beta`.
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
"""Both are shared with the JSON schemas, so they use only features that every regular expression dialect has."""

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
        """The next version that may break compatibility; below 1.0.0 that is the next minor version."""
        if self.major:
            return Version(self.major + 1, 0, 0)
        return Version(0, self.minor + 1, 0)

    def next_minor(self) -> Version:
        return Version(self.major, self.minor + 1, 0)

    def next_patch(self) -> Version:
        return Version(self.major, self.minor, self.patch + 1)


LANGUAGE = Version(1, 2, 0)
"""The version of the language that this program implements; a manifest gives the range that a pack needs."""


@frozen
class VersionRange:
    """`^1.2`: from `low` up to but not including `high`; without `high`, every later version too."""

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

    def common(self, other: VersionRange) -> VersionRange:
        """The intersection of both ranges; it may be empty."""
        low = max(self.low, other.low)
        ends = [end for end in (self.high, other.high) if end is not None]
        high = min(ends) if ends else None
        return VersionRange(low, high, f">={low}" if high is None else f">={low} <{high}")


def parse_version(text: str) -> Version | None:
    if not re.fullmatch(VERSION_PATTERN, text):
        return None
    return Version(*map(int, text.split(".")))


def parse_range(text: str) -> VersionRange | None:
    """Parse a range. The result may be empty, as for `>=2 <1`; invalid text gives None."""
    if not re.fullmatch(RANGE_PATTERN, text):
        return None
    if text == "*":
        return VersionRange(Version(0, 0, 0), None, text)
    range_ = VersionRange(Version(0, 0, 0), None, text)
    for operator, number in re.findall(r"(>=|<=|>|<|\^)? ?([0-9][0-9.]*)", text):
        range_ = range_.common(_interval(operator, [int(part) for part in number.rstrip(".").split(".")]))
    return VersionRange(range_.low, range_.high, text)


def _interval(operator: str, numbers: list[int]) -> VersionRange:
    """The interval of one term such as `>=1.2`. An omitted number matches all: `1.2` is every 1.2.x."""
    first = Version(*[*numbers, 0, 0][:3])
    end = _next_after(numbers)
    match operator:
        case ">=":
            return VersionRange(first, None, "")
        case ">":
            return VersionRange(end, None, "")
        case "<=":
            return VersionRange(Version(0, 0, 0), end, "")
        case "<":
            return VersionRange(Version(0, 0, 0), first, "")
        case "^":
            return VersionRange(first, _caret_end(numbers), "")
        case _:
            return VersionRange(first, end, "")


def _next_after(numbers: list[int]) -> Version:
    """The first version that no longer begins with these numbers."""
    incremented = [*numbers[:-1], numbers[-1] + 1]
    return Version(*[*incremented, 0, 0][:3])


def _caret_end(numbers: list[int]) -> Version:
    """The first version that may break compatibility: the first non-zero number is incremented."""
    for index, number in enumerate(numbers):
        if number:
            return _next_after(numbers[: index + 1])
    return _next_after(numbers)


def likely_version(text: str) -> str:
    """The version that an author who wrote `v1.2`, `1.2-beta` or `01.2.3` probably meant."""
    digit_runs = re.findall(r"[0-9]+", text)[:3]
    numbers = [digits.lstrip("0")[:VERSION_DIGITS] or "0" for digits in digit_runs]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"


def range_advice(text: str) -> str:
    """What to write instead of an invalid range, for notations from other package managers."""
    normalized = re.sub(r"\s+", " ", text.replace(",", " ").replace("&&", " ")).strip()
    normalized = re.sub(r"(?<=[0-9])\.[*X](?=$|\s|\.)", ".x", re.sub(r"^(==?|v)", "", normalized))
    normalized = re.sub(r"^~=? ?", "^", normalized)
    normalized = re.sub(r"(\.x)\.x$", r"\1", normalized)
    normalized = re.sub(r"^(.*)\+$", r">=\1", normalized)
    normalized = re.sub(rf"^({_PARTIAL}) - ({_PARTIAL})$", r">=\1 <=\2", normalized)
    if normalized != text and parse_range(normalized) is not None:
        return f"write `{normalized}`"
    return RANGE_FORMS
