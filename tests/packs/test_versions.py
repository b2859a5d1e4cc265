"""Versions and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.text.versions import (
    RANGE_FORMS,
    Version,
    VersionRange,
    likely_version,
    parse_range,
    parse_version,
    range_advice,
)

NUMBERS = st.integers(0, 12)
VERSIONS = st.builds(Version, NUMBERS, NUMBERS, NUMBERS)
PARTIAL = st.lists(NUMBERS, min_size=1, max_size=3).map(lambda some: ".".join(map(str, some)))
COMPARED = st.lists(st.tuples(st.sampled_from([">=", ">", "<", "<="]), PARTIAL), min_size=1, max_size=3)
RANGES = st.one_of(
    st.just("*"),
    PARTIAL,
    PARTIAL.map(lambda text: f"^{text}"),
    NUMBERS.map(lambda number: f"{number}.x"),
    COMPARED.map(lambda some: " ".join(f"{sign}{number}" for sign, number in some)),
)


def numbers(version: Version) -> tuple[int, int, int]:
    return (version.major, version.minor, version.patch)


def naive(text: str, version: Version) -> bool:
    """Whether a version is in a range, told from the words alone."""
    mine = numbers(version)
    if text == "*":
        return True
    if text.endswith(".x"):
        return mine[: text.count(".")] == tuple(map(int, text.split(".")[:-1]))
    if text[0].isdigit():
        wanted = tuple(map(int, text.split(".")))
        return mine[: len(wanted)] == wanted
    if text[0] == "^":
        wanted = tuple(map(int, text[1:].split(".")))
        padded = (*wanted, 0, 0)[:3]
        fixed = next((at + 1 for at, number in enumerate(wanted) if number), len(wanted))
        return mine >= padded and mine[:fixed] == padded[:fixed]
    for part in text.split(" "):
        sign = part.rstrip("0123456789.")
        wanted = tuple(map(int, part[len(sign) :].split(".")))
        begins = mine[: len(wanted)]
        padded = (*wanted, 0, 0)[:3]
        holds = {">=": mine >= padded, ">": begins > wanted, "<": mine < padded, "<=": begins <= wanted}
        if not holds[sign]:
            return False
    return True


@given(RANGES, VERSIONS)
def test_a_range_holds_what_its_words_say(text: str, version: Version) -> None:
    result = parse_range(text)
    assert result is not None
    assert (version in result) == naive(text, version)
    assert result.empty <= (version not in result)


@given(RANGES, RANGES, VERSIONS)
def test_what_two_ranges_have_in_common(one: str, other: str, version: Version) -> None:
    first, second = parse_range(one), parse_range(other)
    assert first is not None
    assert second is not None
    both = first.common(second)
    assert (version in both) == (version in first and version in second)
    again = parse_range(str(both))
    assert again == both


@given(VERSIONS, VERSIONS)
def test_versions_are_in_order(one: Version, other: Version) -> None:
    assert (one < other) == (numbers(one) < numbers(other))
    assert parse_version(str(one)) == one
    assert one < one.next_patch() < one.next_minor() <= one.next_breaking() or one.major
    assert one < one.next_breaking()
    assert one.next_breaking() not in (parse_range(f"^{one}") or VersionRange(one, None, ""))


@given(st.text(max_size=30))
def test_any_text_is_a_range_or_gets_advice(text: str) -> None:
    if parse_range(text) is None:
        advice = range_advice(text)
        assert advice == RANGE_FORMS or parse_range(advice.removeprefix("write `").removesuffix("`")) is not None
    if parse_version(text) is None:
        assert parse_version(likely_version(text)) is not None


@pytest.mark.parametrize(
    "text", ["", "x", "1.2.3.4", "01.2", "1.", ".1", "v1", "~1", "1.*", "-1", ">=", "^", "1,2", "1\n", "٣", "1" * 10]
)
def test_no_range(text: str) -> None:
    assert parse_range(text) is None


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "01.2.3", "v1.2.3", "1.2.x", "1.2.3-a", "1.2.3\n", "1.2.٣"]
)
def test_no_version(text: str) -> None:
    assert parse_version(text) is None


@pytest.mark.parametrize(
    "written, right",
    [
        ("~1.2", "^1.2"),
        ("==1.2.3", "1.2.3"),
        (">=1.2, <2", ">=1.2 <2"),
        ("1.*", "1.x"),
        ("1.2+", ">=1.2"),
        ("1 - 2", ">=1 <=2"),
    ],
)
def test_habits_from_elsewhere(written: str, right: str) -> None:
    assert range_advice(written) == f"write `{right}`"
