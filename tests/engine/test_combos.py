"""Combinations of dice, held against what a person would count."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.evaluate.combos import Part, complete, fitting
from interpreter.model.values import Face
from interpreter.model.work_meter import Meter


def dice(text: str) -> list[Face]:
    return [Face(int(sign)) if sign.isdigit() else Face(0, (sign,)) for sign in text]


FULL_HOUSE: list[Part] = [(3, "same"), (2, "other")]
TWO_PAIRS: list[Part] = [(2, "same"), (2, "other")]


@pytest.mark.parametrize(
    "parts, text, good",
    [
        (FULL_HOUSE, "aaabb", True),
        (FULL_HOUSE, "bbaaa", True),
        (FULL_HOUSE, "aaabc", False),
        (FULL_HOUSE, "aaaaa", False),  # the pair must differ from the three
        ([(3, "same"), (2, "same")], "aaaaa", True),  # `same` may show what an earlier part does
        (TWO_PAIRS, "aabbc", True),
        (TWO_PAIRS, "aaaab", False),
        ([(5, "different")], "abcde", True),
        ([(5, "different")], "abcda", False),
        ([(4, "run")], "25431", True),
        ([(4, "run")], "12461", False),
        ([(1, "a"), (1, "b")], "ba", True),
        ([(2, "a")], "ab", False),
        ([(2, "any"), (2, "same")], "ccab", True),  # `any` takes what is left
        ([(2, "any"), (2, "same")], "abcd", False),
    ],
)
def test_complete(parts: list[Part], text: str, good: bool) -> None:
    assert complete(parts, dice(text), Meter()) is good


def test_the_chances_of_five_dice() -> None:
    """Of 7,776 rolls of five dice 300 are full houses and 1,200 have four in a row at least; counted by hand elsewhere."""
    rolls = [[Face(n) for n in roll] for roll in product(range(1, 7), repeat=5)]
    assert sum(complete(FULL_HOUSE, roll, Meter()) for roll in rolls) == 300
    assert sum(complete([(5, "same")], roll, Meter()) for roll in rolls) == 6
    assert sum(complete([(5, "run")], roll, Meter()) for roll in rolls) == 240
    assert sum(complete([(4, "same")], roll, Meter()) for roll in rolls) == 156


def test_dice_that_fit_a_start() -> None:
    assert fitting([(3, "same")], dice("aabcd"), Meter()) == [True, True, False, False, False]
    assert fitting(FULL_HOUSE, dice("aaabc"), Meter()) == [True] * 5  # b or c may become the pair
    assert fitting([(3, "same")], dice("abc"), Meter()) == [True, True, True]
