"""The work of the checker grows like the text: twice as many links cost twice as many calls, in every construct.

Each shape is checked at three sizes. Where the work grows like the square of the size, the second step costs four times
as much as the first; where it doubles with each link, the count runs away and is stopped.
"""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from dsl.text import limits
from tests.fuzz import shapes
from tests.profiles import NIGHTLY
from tests.work import calls

SIZE = 16
SLACK = 6_000
"""Calls that may come with one size and not with another: from 200 words on, a text is also searched for its depth."""
MOST = 4_000_000

UP_TO_A_BOUND = {
    "kind_forms": limits.KIND_LINEAGE,  # a card has the fields of all kinds above its own
    "nested_parts": limits.NESTING,
    "wrong_everything_in_scenarios": limits.SUGGESTION_POOL,  # each unknown name is compared with so many cards
}
"""Shapes whose work grows faster, but only up to a bound of the language."""

CHAINS = [name for name in shapes.NAMES if not name.startswith(("many_", "wrong_"))]


def counted(name: str, size: int) -> int:
    text = shapes.shape(name)(size)
    return calls(lambda: check_text(text), MOST)


GROWING = [name for name in shapes.NAMES if name not in UP_TO_A_BOUND]


@pytest.mark.parametrize("name", GROWING if NIGHTLY else GROWING[::2])
def test_the_work_of_a_check_grows_like_the_text(name: str) -> None:
    size = 2 * SIZE if name.startswith("wrong_") else SIZE  # past the number of names that get a suggestion
    check_text(shapes.shape(name)(2))
    small, middle, large = (counted(name, times * size) for times in (1, 2, 4))
    assert large - middle <= 2.2 * max(0, middle - small) + SLACK, (small, middle, large)


@pytest.mark.parametrize("name", CHAINS)
def test_a_long_chain_costs_no_depth(name: str) -> None:
    """300 links were more than the stack has room for."""
    check_text(shapes.shape(name)(300))


@pytest.mark.parametrize(
    "name, bound",
    [
        ("kinds", "KIND_LINEAGE"),
        ("many_fields", "KIND_FIELDS"),
        ("cards_like", "LIKE_CHAIN"),
        ("effects_from_a_flow", "EVENT_CHAIN"),
        ("lets", "LOCAL_NAMES"),
    ],
)
def test_a_chain_past_its_bound_is_refused_by_name_and_one_below_is_not(name: str, bound: str) -> None:
    limit = getattr(limits, bound)
    below = check_text(shapes.shape(name)(limit - 2)).diagnostics
    past = check_text(shapes.shape(name)(limit + 3)).diagnostics
    assert [item.message for item in below if item.code == "BW1003"] == []
    refused = [item for item in past if item.code == "BW1003"]
    assert len(refused) == 1
    assert refused[0].message.endswith(f"({bound})")
    assert [item for item in past if item.severity == "error"] == refused
