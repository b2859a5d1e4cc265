"""Which names an author may have meant: a slip of the finger away, and never a silly one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.check.driver import check_text
from dsl.diagnostics import did_you_mean, nearest
from dsl.text import limits

KNOWN = [
    "kind",
    "keyword",
    "effect",
    "damage",
    "hit",
    "hp",
    "AP",
    "window",
    "on",
    "open",
    "to",
    "Iron Fist",
    "Burn",
    "amount",
]


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("keyward", "keyword"),
        ("hti", "hit"),
        ("dmage", "damage"),
        ("damagee", "damage"),
        ("Effect", "effect"),
        ("ph", "hp"),
        ("hpp", "hp"),
        ("Iron Fst", "Iron Fist"),
        ("amo", "amount"),
        ("Burned", "Burn"),
    ],
)
def test_a_slip_finds_its_word(typed: str, meant: str) -> None:
    assert nearest(typed, KNOWN) == [meant]


@pytest.mark.parametrize("typed", ["n", "x", "at", "MP", "hit_points_of_all", "wheel", "banana", ""])
def test_a_word_far_from_all_gets_no_silly_answer(typed: str) -> None:
    assert nearest(typed, KNOWN) == []
    assert did_you_mean(typed, KNOWN, "otherwise") == "otherwise"


def test_equals_are_all_named_in_order() -> None:
    assert did_you_mean("bad", ["bag", "bat", "bid", "cow"]) == "did you mean `bag` or `bat` or `bid`?"


@given(st.text("abAB_ ", max_size=8), st.lists(st.text("abAB_ ", max_size=8), max_size=6))
def test_the_answer_is_among_the_names_and_does_not_depend_on_their_order(typed: str, names: list[str]) -> None:
    result = nearest(typed, names)
    assert set(result) <= set(names)
    assert result == nearest(typed, reversed(names))
    if typed in names:
        assert typed in result or len(result) == 3


@given(st.text("abcdefgh", min_size=6, max_size=12), st.integers(0, 11), st.sampled_from("abcdefgh"))
def test_one_letter_is_always_forgiven(name: str, at: int, letter: str) -> None:
    at %= len(name)
    assert name in nearest(name[:at] + letter + name[at + 1 :], [name])
    assert name in nearest(name[:at] + name[at + 1 :], [name])
    assert name in nearest(name[:at] + letter + name[at:], [name])
    swapped = name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]
    assert name in nearest(swapped, [name])


def test_all_texts_together_get_so_many_suggestions_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each scenario has its own, but a project of thousands of scenarios must not take thousands of searches."""
    monkeypatch.setattr(limits, "SUGGESTIONS_OF_A_RUN", 20)
    kinds = "".join(f"kind Walker{number} {{ }}\n\n" for number in range(40))
    scenes = "".join(
        f'scenario "s{number}" {{ seats Ann, Ben; given Wolker{number} for Ann; then round is 1 }}\n\n'
        for number in range(40)
    )
    results = [diagnostic for diagnostic in check_text(kinds + scenes).diagnostics if diagnostic.code == "BW2007"]
    assert len(results) == 40
    assert sum("did you mean" in diagnostic.help for diagnostic in results) == 20
