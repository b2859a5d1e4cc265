"""The table of a fight: what everybody did, and how much in all."""

from __future__ import annotations

from interpreter.visibility.view_types import EventView
from tests.play.test_sessions import WIDE, said, session
from tools.play.ending import deeds, owners_of, table

OWNERS = {"Ann": "Ann", "Ben": "Ben", "Iron Maid": "Ann", "Kettle": "Ben", "Twin": ""}


def events(*words: str) -> list[EventView]:
    return [EventView(number, "hit", text, 0, ()) for number, text in enumerate(words)]


def test_deeds_are_counted_and_amounts_added_up_for_players_and_their_pieces() -> None:
    told = events(
        "Ann attacks Kettle", "Iron Maid deals 3 damage to Kettle", "Ben draws 2", "Kettle deals 10 damage to Iron Maid",
        "Iron Maid deals 4 damage to Kettle", "Ann attacks Kettle", "Twin deals 9 damage", "the round ends",
    )  # fmt: skip
    counted, amounts = deeds(told, OWNERS)
    assert {deed: dict(numbers) for deed, numbers in counted.items()} == {
        "attacks": {"Ann": 2}, "deals damage": {"Ann": 7, "Ben": 10}, "draws": {"Ben": 2},
    }  # fmt: skip
    assert amounts == {"deals damage", "draws"}


def test_a_state_is_no_deed_and_a_roll_no_amount() -> None:
    counted, amounts = deeds(events("Kettle is wrecked", "Ann rolls 5 and has 9", "Ann rolls 3 and has 4"), OWNERS)
    assert {deed: dict(numbers) for deed, numbers in counted.items()} == {"rolls": {"Ann": 2}}
    assert not amounts


def test_amounts_come_first_in_the_table() -> None:
    told = events(*["Ann passes"] * 20, "Kettle deals 1 damage to Iron Maid")
    rows = WIDE.lines(table(told, ["Ann", "Ben"], OWNERS))
    assert [row.split() for row in rows] == [["Ann", "Ben"], ["deals", "damage", "-", "1"], ["passes", "20", "-"]]


def test_a_match_that_is_over_tells_who_won_and_the_last_blow() -> None:
    begun = session("scrapyard", "human", "random", answers=20)
    while begun.question is not None:
        begun.match.answer(begun.question.request.id, (0,) if begun.question.request.least else (), "Ann")
        begun._question = None
        begun.advance()
        assert begun.match.answers < 3_000
    owners = owners_of(begun.match.view("Ann"))
    assert owners["Ann"] == "Ann"
    page = said(begun.ending())  # type: ignore[arg-type]
    assert f"{begun.match.result[0]} won." in page
    assert "is wrecked" in page
    assert "deals damage" in page
