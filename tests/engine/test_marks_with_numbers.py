"""`has Plated(2)` means that number, `has Plated` any: on both engines, in hooks, scenarios, `lose` and `count`."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from dsl.describe.card import describe
from interpreter.scenarios.run import run_scenario
from tests.compiled.engines import outcomes

GAME = """ruleset yard "Yard" { players 2, triggers active_first, start Match }
symbols Hue { red, green }
die HueDie { red, green, red + green }
kind Bot { power: 0..9 = 1, stat force: 0..9 = it.power }
keyword Plated(n: 1..3 = 1, m: 0..9 = 0) "Plated {n}" on Bot { }
status Rusty(n: number = 1) on Bot stacks apart { }
status Burnt(n: number = 1) on Bot stacks add { }
extend Player { zone bots of Bot }
extend Table { keeps worn: list of Hue = [red, red, green], keeps heard: number = 0 }
Bot Tin { Plated(1) }
Bot Iron { Plated(2, 7) }
after give Rusty(2) { heard += 1 }
flow Match {
  for each p in players { take 1 of Tin into p.bots; take 1 of Iron into p.bots }
  repeat { for each p in players { phase turn by p { either "go" by p { test by p } or "rest" { } } } }
}
effect test by me {
  let tin = first(me.bots where Tin is that)
  let iron = first(me.bots where Iron is that)
  BODY
}
"""

TRUE = [
    "tin has Plated(1)", "tin has Plated", "tin lacks Plated(2)", "iron has Plated(2)", "iron lacks Plated(1)",
    "iron has Plated(1 + 1)", "iron has Plated(m: 7)", "iron lacks Plated(m: 0)", "iron has Plated(2, 7)",
    "iron lacks Plated(2, 0)", "tin has Plated(1, 0)", "me.bots has Plated(2)", "me.bots lacks Plated(3)",
    "count(me.bots where that has Plated(2)) is 1", "count(me.bots where that has Plated) is 2",
    "some(me.bots, that has Plated(1))", "count(me.bots, that lacks Plated(1)) is 1",
    "count(me.bots, Plated(2)) is 1", "count(me.bots, Plated) is 2", "count(iron, Plated) is 2",
    "count(iron, Plated(1)) is 0", "Iron has Plated(2)", "Tin lacks Plated(2)",
    "count(worn, red) is 2", "count(worn, green) is 1",
]  # fmt: skip


@pytest.mark.parametrize("truth", TRUE)
def test_a_number_that_is_written_is_compared(truth: str) -> None:
    results = outcomes(GAME.replace("BODY", f"if {truth} {{ win me }} else {{ win foe }}"), (0,))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, ("Ann",))


DONE = [
    ("lose Plated(2) from me.bots", "tin has Plated and iron lacks Plated"),
    ("lose Plated from me.bots", "tin lacks Plated and iron lacks Plated"),
    ("give Rusty(1) to tin; give Rusty(2) to tin; lose Rusty(2) from tin", "count(tin, Rusty) is 1"),
    ("give Rusty(1) to tin; give Rusty(2) to tin; lose Rusty from tin", "tin lacks Rusty"),
    ("give Rusty(1) to tin; give Rusty(2) to tin; lose [Rusty(1)] from tin", "tin has Rusty(2) and tin lacks Rusty(1)"),
    ("give Burnt(1) to tin; give Burnt(2) to tin", "tin has Burnt(3) and tin lacks Burnt(2)"),
    ("give Rusty(1) to tin; give Rusty(2) to tin", "heard is 1"),
    ("give Rusty(2) to tin until end of turn; lose Rusty(1) from tin", "tin has Rusty(2)"),
]


@pytest.mark.parametrize("done, truth", DONE)
def test_what_is_taken_away_and_answered_has_the_number_that_is_written(done: str, truth: str) -> None:
    results = outcomes(GAME.replace("BODY", f"{done}; if {truth} {{ win me }} else {{ win foe }}"), (0,))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, ("Ann",))


def test_scenarios_compare_it_too() -> None:
    text = GAME.replace("BODY", "stop") + (
        'scenario "number" { seats Ann, Ben\n  given Tin for Ann in Ann.bots\n  then Tin has THIS }\n'
    )
    verdicts = []
    for wanted in ("Plated(1)", "Plated", "Plated(2)"):
        program = check_text(text.replace("THIS", wanted)).program
        verdicts += [item.message == "" for item in run_scenario(program, program.scenarios[0])]
    assert verdicts == [True, True, False]


def test_the_words_of_a_card_say_the_number() -> None:
    card = "Bot Judge { after turn by me if it has Plated(2) { heard += 1 } }\n"
    checked = check_text(GAME.replace("BODY", "stop") + card)
    judge = next(result for result in checked.program.cards if result.checked.head.id == "Judge")
    assert judge.parsed.tree is not None
    assert "if this Bot has Plated 2" in describe(judge.parsed.tree, checked.program.symbols)
