"""Behind `card is Creature` the card is one: where the checker knows it, and where it must not."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import HEAD, program

GAME = (
    HEAD
    + """
kind Card { price: 0..9 = 1 }
kind Creature is Card { power: 0..9 = 1 }
kind Dragon is Creature { }
kind Spell is Card { keeps aim: Creature?, power: text = "none" }
kind Coin { }
extend Player { zone field of Card; zone purse of Coin; keeps souls: 0.. = 0 }
effect slay beast: Creature { remove beast; seen += 10 }
effect fizzle spell: Spell { seen += 1 }
effect use card: Card by me { }
extend Table { keeps seen: 0.. = 0 }
define strong(beast: Creature) = beast.power > 2
Creature Ogre { power 3 }
Dragon Smaug { power 9 }
Spell Bolt { }
Coin Penny { }
flow Match { repeat { for each p in players { phase turn by p { } } } }
"""
)

RIGHT = {
    "inside if": "effect x card: Card { if card is Creature { slay card } }",
    "in else": "effect x card: Card { if card is not Creature { seen += 1 } else { slay card } }",
    "in else if": "effect x card: Card { if card is Spell { fizzle card } else if card is Creature { slay card } }",
    "not": "effect x card: Card { if not (card is not Creature) { slay card } }",
    "none of several": "effect x card: Card { if card is not Creature or seen > 3 { seen = 1 } else { slay card } }",
    "behind and": "define x(card: Card) = card is Creature and strong(card)",
    "inside and, all of it": "effect x card: Card { if seen > 2 and card is Creature and strong(card) { slay card } }",
    "in a value": "define x(card: Card) = (if card is Creature then card.power else 0)",
    "in else of a value": "define x(card: Card) = (if card is not Creature then no else strong(card))",
    "in a query": "define x(p: Player) = p.field where that is Creature and strong(that)",
    "bare in a query": "define x(p: Player) = p.field where that is Creature and power > 2",
    "what a query gives": "effect x by me { for each beast in me.field where that is Creature { slay beast } }",
    "in calls": "define x(p: Player) = count(p.field, that is Creature and strong(that))",
    "in match": "effect x card: Card { match card { Creature: slay card, Spell: fizzle card, else: use card by active } }",
    "in a hook": "after use if card is Creature { slay card }",
    "it": "kind Trap is Card { after use it { if it is Trap { seen += 1 } } }",
    "a slot that may be empty": "effect x card: Card? { if card is Creature { slay card } }",
    "a heir": "effect x card: Creature { if card is Dragon { slay card } }",
    "a name for good": "effect x by me { let best = first(me.field); if best is Creature { slay best } }",
}
WRONG = {
    "without asking": "effect x card: Card { slay card }",
    "after the block": "effect x card: Card { if card is Creature { seen += 1 }; slay card }",
    "in else of is": "effect x card: Card { if card is Creature { seen += 1 } else { slay card } }",
    "one of several": "effect x card: Card { if card is Creature or seen > 3 { slay card } }",
    "before and": "define x(card: Card) = strong(card) and card is Creature",
    "what may change": "effect x by me { keeps best: Card? = none; if best is Creature { slay best } }",
    "another name": "effect x card: Card with other: Card { if other is Creature { slay card } }",
    "another kind": "effect x card: Card { if card is Spell { slay card } }",
    "in another row": "effect x card: Card { match card { Spell: slay card, else: use card by active } }",
    "a kind that it cannot be": "effect x card: Card { match card { Coin: use card by active, else: seen += 1 } }",
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_question_makes_sure(name: str) -> None:
    results = [
        diagnostic for diagnostic in check_text(GAME + RIGHT[name] + "\n").diagnostics if diagnostic.severity == "error"
    ]
    assert [f"{diagnostic.code} {diagnostic.message}" for diagnostic in results] == []


@pytest.mark.parametrize("name", WRONG)
def test_only_where_it_was_asked(name: str) -> None:
    results = [
        diagnostic for diagnostic in check_text(GAME + WRONG[name] + "\n").diagnostics if diagnostic.severity == "error"
    ]
    assert {diagnostic.code for diagnostic in results} == {"BW2104"}


def test_rows_of_kinds_at_the_table() -> None:
    text = (
        GAME
        + RIGHT["in match"]
        + """
table worth { Dragon: 5, Creature: 3, else: 1 }
scenario "rows of kinds" {
  seats Ann, Ben
  given Ogre in Ann.field, Smaug in Ann.field, Bolt in Ann.field
  then worth[Ogre] is 3 and worth[Smaug] is 5 and worth[Bolt] is 1
  do x Bolt
  then seen is 1
  do x Smaug
  then seen is 11 and count(Dragon) is 0 and count(Creature) is 1
}
"""
    )
    result = program(text)
    (outcome,) = run_scenario(result, result.scenarios[0])
    assert outcome.wrong is None, outcome.wrong
