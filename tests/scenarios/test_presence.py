"""Things that are not on the table, names with several copies, and what is said about a `then` that is not so."""

from __future__ import annotations

import pytest

from tests.scenarios.scenes import scene, told

MELT = "effect melt gadget: Gadget { remove gadget }"
SCRAP = "effect scrap bot: Bot { remove bot }"
HELD = 'given Oilcan in Ann.hand, "Spare Wheel" in Ann.discard'
BOTS = "given Rusty for Ann, Sparky for Ben"

ABOUT_NOTHING = {
    "a printed value of what has left": "then Rusty.hp is 8",
    "a kept value of what has left": "then Rusty.hurt is 0",
    "a reckoned value of what has left": "then Rusty.health is 8",
    "a keyword of what has left": "then Rusty has Heavy",
    "a keyword that it did not have": "then Rusty lacks Burn",
    "a space": "then Rusty.tile is none",
    "an owner": "then Rusty.owner is none",
    "nothing": "then Rusty is not none",
    "who knows it": "then not knows(Ben, Rusty)",
    "a mark counted": "then count(Rusty, Heavy) is 1",
    "how far it is": "then distance(Rusty, Rusty) is 0",
    "inside of more": "then count(Bot) is 1 and (laps > 3 or Rusty.hurt is 0)",
}


@pytest.mark.parametrize("name", ABOUT_NOTHING)
def test_what_has_left_has_no_values(name: str) -> None:
    messages = told(scene(BOTS, "do scrap Rusty", ABOUT_NOTHING[name], rules=SCRAP))
    assert "BW6320" in messages
    assert "`Rusty` is gone: it has left the table" in messages


def test_what_has_left_is_gone_and_nowhere() -> None:
    assert told(scene(BOTS, "do scrap Rusty", "then gone(Rusty) and not gone(Sparky)", rules=SCRAP)) == ""
    steps = HELD, "do melt Oilcan", "then Oilcan not in Ann.hand and gone(Oilcan)"
    assert told(scene(*steps, rules=MELT)) == ""
    assert "BW6306" in told(scene(HELD, "then gone(Oilcan)", rules=MELT))


def test_a_name_of_the_scenario_that_has_left() -> None:
    steps = "do find by Ann as card", "then card.price is 1", "do melt card", "then card.price is 1"
    find = "effect find by me { take 1 of Oilcan into me.hand as cards; result first(cards) }"
    messages = told(scene(*steps, rules=f"{MELT}\n\n{find}"))
    assert "`card` is gone: it has left the table" in messages


def test_what_never_came_has_no_values_either() -> None:
    never = "`Rusty` is not on the table, and never was"
    assert never in told(scene("then Rusty.hurt is 0"))
    assert never in told(scene("given Sparky for Ann", "do damage Sparky by 1 from Sparky", "then Rusty.hp is 8"))
    assert never in told(scene("given Sparky for Ann", "do damage Sparky by 1 from Sparky", "then Rusty has Heavy"))
    assert never in told(scene("then not knows(Ann, Rusty)"))
    assert never in told(scene("then gone(Rusty)"))
    assert "`Oilcan` is not on the table" in told(scene("then Oilcan not in Ann.hand"))


def test_before_anything_happens_a_name_that_is_not_given_is_the_card() -> None:
    assert told(scene("then Rusty.hp is 8 and Rusty has Heavy and Oilcan.price is 1")) == ""


def test_nothing_has_no_values() -> None:
    for line in ("then Ann.bot.hurt is none", "then Ann.bot.hurt is not 3", "then laps > 5 or Ann.bot.hp is none"):
        assert "`Ann.bot` does not exist here, so it has no values" in told(scene(line)), line
    assert told(scene("given Rusty for Ann, Ann.bot = Rusty", "then Ann.bot.hurt is 0 and Ben.bot is none")) == ""


def test_a_query_over_nothing_says_nothing() -> None:
    assert "`Ann.hand` is empty here, so `all` tests nothing" in told(scene("then all(Ann.hand, price > 5)"))
    assert told(scene(HELD, "then all(Ann.hand, price < 5) and not some(Ben.hand) and count(Ben.hand) is 0")) == ""


# -------------------------------------------------------------------------------------------------------------- copies

TWO = "given Oilcan in Ben.hand, Oilcan in Ann.hand"


def test_any_copy_may_be_where_something_is() -> None:
    assert told(scene(TWO, "then Oilcan in Ann.hand and Oilcan in Ben.hand and Oilcan not in Ann.discard")) == ""
    assert "BW6306" in told(scene(TWO, "then Oilcan not in Ann.hand"))
    assert told(scene(TWO, "then first(Ann.hand) is Oilcan")) == ""
    assert "BW6306" in told(scene(TWO, "then first(Ann.hand) is not Oilcan"))


def test_what_is_so_of_some_copies_only_is_ambiguous() -> None:
    messages = told(scene(TWO, "then not knows(Ann, Oilcan)"))
    assert "`Oilcan` could mean any of 2 things" in messages
    assert "in Ben's hand; in Ann's hand" in messages
    assert told(scene(TWO, "then Oilcan.price > 0 and Oilcan.price is 1")) == ""
    hurt = "given Rusty for Ann, Rusty for Ben", "do damage first(Bot) by 3 from first(Bot)"
    for line in (
        "then Rusty.hurt is 0",
        "then Rusty.hurt is not 0",
        "then Rusty.owner is Ann",
        "then Rusty has Burn or Rusty.hurt is 0",
    ):
        assert "`Rusty` could mean any of 2 things" in told(scene(*hurt, line)), line
    assert told(scene(*hurt, "then last(Bot).hurt is 0 and first(Bot) is Rusty and last(Bot) is Rusty")) == ""


def test_an_answer_says_which_copy_is_meant() -> None:
    out = "given Oilcan in Ben.discard, Oilcan in Ann.discard"
    pick = "effect pick by me { choose one of Gadget as card; move card to me.hand }"
    messages = told(scene(out, "do pick by Ann", "Ann: choose Oilcan", "then count(Ann.hand) is 1", rules=pick))
    assert "`Oilcan` could mean any of 2 things, and they differ: in Ben's discard; in Ann's discard" in messages
    steps = out, "do pick by Ann", "Ann: choose first(Ben.discard)", "then count(Ann.hand) is 1"
    assert told(scene(*steps, rules=pick)) == ""
    grab = "action grab gadget: Gadget by me during Main { move gadget to me.hand }"
    messages = told(scene(out, "do open Main", "Ann: grab Oilcan", "Ann: pass", "then yes", rules=grab))
    assert "`Oilcan` could mean any of 2 things" in messages
    alike = "given Oilcan in Ann.discard, Oilcan in Ann.discard"
    steps = alike, "do open Main", "Ann: grab Oilcan", "Ann: pass", "then count(Ann.hand) is 1"
    assert told(scene(*steps, rules=grab)) == ""


RUSTIES = "given Rusty for Ann, Rusty for Ben"


@pytest.mark.parametrize(
    "steps, lying",
    [
        ((TWO, "do move Oilcan to Ann.discard"), "in Ben's hand; in Ann's hand"),
        ((TWO, "do move [Oilcan] to Ann.discard"), "in Ben's hand; in Ann's hand"),
        ((RUSTIES, "do damage Rusty by 3 from last(Bot)"), "in no zone (Ann's); on the table, but in no zone (Ben's)"),
        ((RUSTIES, "do damage last(Bot) by Rusty.hurt from last(Bot)"), "(Ann's); "),
        ((f"{RUSTIES}, Rusty.hurt = 3",), "(Ann's); "),
    ],
)
def test_a_sentence_or_a_value_says_which_copy_is_meant(steps: tuple[str, ...], lying: str) -> None:
    messages = told(scene(*steps, "then yes"))
    assert "BW6321" in messages
    assert "could mean any of 2 things, and they differ: " in messages
    assert lying in messages


@pytest.mark.parametrize(
    "steps",
    [
        (TWO, "do move first(Ann.hand where that is Oilcan) to Ann.discard", "then count(Ann.discard) is 1"),
        (TWO, "do take 1 of Oilcan into Ann.hand", "then count(Ann.hand) is 2"),
        ("given Oilcan in Ann.hand, Oilcan in Ann.hand", "do move Oilcan to Ann.discard", "then count(Ann.hand) is 1"),
        (f"{RUSTIES}, Ann.bot = Rusty", "do damage Ann.bot by 3 from Ann.bot", "then last(Bot).hurt is 0"),
    ],
)
def test_a_sentence_or_a_value_that_leaves_nothing_open(steps: tuple[str, ...]) -> None:
    assert told(scene(*steps)) == ""


# ------------------------------------------------------------------------------------------------- what is there instead


def test_a_failed_membership_says_where_the_thing_is() -> None:
    assert "(Spare Wheel is in Ann's discard, not in Ann.hand)" in told(scene(HELD, "then Spare_Wheel in Ann.hand"))
    assert "(Oilcan is in Ann's hand)" in told(scene(HELD, "then Oilcan not in Ann.hand"))
    steps = HELD, "do melt Oilcan", "then Oilcan in Ann.hand"
    assert "(Oilcan is not on the table, not in Ann.hand)" in told(scene(*steps, rules=MELT))
    either = told(scene(HELD, "then Oilcan in Ben.hand or not (laps is 0)"))
    assert "(Oilcan is in Ann's hand, not in Ben.hand; `laps` is 0)" in either
    yard = 'given map "Old Yard", Rusty for Ann at A1'
    assert "(Rusty is at A1, not in Bot where hurt > 0)" in told(scene(yard, "then Rusty in (Bot where hurt > 0)"))


def test_a_failed_comparison_shows_both_sides() -> None:
    both = "(`Ann.points` is 2, `Ben.points + 1` is 4)"
    assert both in told(scene("given Ann.points = 2, Ben.points = 3", "then Ann.points is Ben.points + 1"))
    assert both in told(scene("given Ann.points = 2, Ben.points = 3", "then Ann.points > Ben.points + 1"))
    assert "(it is 2)" in told(scene("given Ann.points = 2", "then Ann.points is 3"))
    assert "(`Ben.hand` is an empty list, `[Oilcan]` is Oilcan)" in told(scene(HELD, "then Ben.hand is [Oilcan]"))


# --------------------------------------------------------------------------------------------------- answered automatically


def test_an_answer_that_nobody_asked_for_says_what_was_answered_by_itself() -> None:
    messages = told(scene("given Oilcan in Ann.discard", "do draw 1 by Ann", "Ann: choose Oilcan", "then laps is 0"))
    assert "answered automatically: `Ann: choose Oilcan` (there was no other way)" in messages


def test_so_does_a_wait_for_somebody_else() -> None:
    messages = told(scene("given Oilcan in Ann.discard", "do draw 2 by Ann", "then waits for Ann"))
    assert "`Ann: choose Oilcan` (there was no other way), `Ann: pass` (there was nothing to choose)" in messages


def test_the_only_way_is_told_by_its_name() -> None:
    fork = 'effect fork by me { either "left" if no { laps = 1 } or "right" if yes { laps = 2 } }'
    messages = told(scene("do fork by Ann", 'Ann: choose "right"', "then laps is 2", rules=fork))
    assert '`Ann: choose "right"` (there was no other way)' in messages


def test_the_only_thing_that_can_pay_is_told() -> None:
    pay = """
currency Junk { pay card from me.hand { move card to me.discard } }

action bribe by me during Main { cost 1 Junk; laps = 9 }
"""
    messages = told(
        scene(
            "given Oilcan in Ann.hand", "do open Main", "Ann: bribe", "Ann: choose Oilcan", "then laps is 9", rules=pay
        )
    )
    assert "`Ann: choose Oilcan` (nothing else could pay Junk)" in messages


def test_what_was_answered_before_the_last_answer_is_not_told() -> None:
    rules = "effect twice by me { draw 1 by me; may by me { me.points = 1 } }"
    given = "given Oilcan in Ann.discard"
    messages = told(scene(given, "do twice by Ann", "Ann: no", "Ann: choose Oilcan", "then laps is 0", rules=rules))
    assert "BW6302" in messages
    assert "answered automatically" not in messages
