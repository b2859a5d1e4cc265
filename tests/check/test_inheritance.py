"""Cards like other cards: what they take over, what counts instead, and across packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.check.driver import check_text
from dsl.describe.card import card_text, describe, text_lines
from dsl.format.formatter import format_text
from interpreter.link.linked_program import LinkedProgram
from interpreter.scenarios.run import run_scenario
from tests.engine.tables import program
from tests.workspace.workspaces import bot, game, pack_yaml, told
from tools.workspace import Workspace, load_program

GAME = """
kind Part { power: 0..9, heft: 0..9 = 1 }
kind Blade is Part { edge: 0..9 = 2 }
kind Bot {
  hull: 1..30
  name_of: text = "none"
  children parts of Part holds 1..2
  script plan
  keeps damage: 0..99 = 0
}
keyword Plated(n: 1..9 = 1) "Plated {n}" on Bot { before damage it { modify amount by -n at least 0 } }
keyword Winged on Bot { after damage it { winged += 1 } }
extend Table { keeps winged: 0..99 = 0, keeps burned: 0..99 = 0 }
extend Player { zone dock of Bot }
effect damage target: Bot by amount: 0..99 { target.damage += amount }
effect burn target: Bot { burned += 1 }
Bot Viper {
  hull 6, name_of "viper", Plated(2), Winged
  Part Tail { power 2 }
  Part Fang { power 3 }
  after damage it { burn it }
  plan { damage it by 9 }
}
Bot Adder like Viper { hull 4, Plated(1) }
Bot Cobra "King Cobra" like Adder { Part Hood { power 7 }, after damage it { winged += 10 } }
Bot Twin like "King Cobra" { }
flow Match { damage first(Bot) by 1; burn first(Bot) }
"""


def test_what_is_not_said_is_taken_over() -> None:
    cards = LinkedProgram(program(GAME)).cards
    adder, cobra, twin = cards["Adder"], cards["Cobra"], cards["Twin"]
    assert (adder.values["hull"].data, adder.values["name_of"].data) == (4, "viper")
    assert sorted((mark.data, *(arg.data for arg in mark.args)) for mark in adder.marks) == [("Plated", 1), ("Winged",)]
    assert [part.id for _, part in adder.parts] == ["Adder.Tail", "Adder.Fang"]
    assert [part.id for _, part in cobra.parts] == ["Cobra.Hood"]
    assert (len(adder.standings), len(cobra.standings), len(twin.standings)) == (1, 2, 2)
    assert twin.values["hull"].data == 4
    assert twin.shown == "Twin"


def test_rules_of_the_other_are_about_the_card_itself() -> None:
    text = """
scenario "each for itself" {
  seats Ann, Ben
  given Viper for Ann, Adder for Ann, Cobra for Ben
  do damage Adder by 5
  then Adder.damage is 4 and Viper.damage is 0 and winged is 1 and burned is 1
  do damage Cobra by 5
  then Cobra.damage is 4 and winged is 12 and burned is 2
  do run Cobra.plan
  then Cobra.damage is 12 and would(Cobra, damage) and not would(Cobra, remove)
}
"""
    whole = program(GAME + text)
    for scenario in whole.scenarios:
        assert [outcome.wrong for outcome in run_scenario(whole, scenario)] == [None]


@pytest.mark.parametrize(
    "card, code",
    [
        ("Bot Boa like Nobody { hull 3 }", "BW2007"),
        ("Part Loose like Viper { power 3 }", "BW2007"),
        ("Bot Boa like Boa { hull 3 }", "BW2111"),
        ("Bot Boa like Viper { Part A { power 1 }, Part B { power 1 }, Part C { power 1 } }", "BW2126"),
        ("Bot Boa like Viper { hull 99 }", "BW2105"),
        ("Bot Boa like Viper { hull 3, hull 4 }", "BW2102"),
    ],
)
def test_what_cannot_be(card: str, code: str) -> None:
    assert code in [diagnostic.code for diagnostic in check_text(GAME + card).diagnostics]


def test_a_card_of_a_narrower_kind_lends_what_there_is_a_place_for() -> None:
    cards = LinkedProgram(program(GAME + "Blade Axe { power 4, edge 5, heft 6 }\nPart Club like Axe { heft 2 }")).cards
    assert {name: op.data for name, op in cards["Club"].values.items()} == {"power": 4, "heft": 2}


def test_whole_cards_are_read_and_printed() -> None:
    result = program(GAME)
    adder = result.card("Adder")
    assert adder is not None
    tree = result.whole(adder)
    assert tree is not None
    text = card_text(tree, result.symbols, {})
    assert {entry.name: entry.value for entry in text.entries} == {"hull": "4", "name of": "viper"}
    assert [keyword.name for keyword in text.keywords] == ["Winged", "Plated 1"]
    assert [part.name for part in text.parts] == ["Tail", "Fang"]
    assert any("burn" in line for line in text_lines(text))
    assert adder.parsed.tree is not None
    assert describe(adder.parsed.tree, result.symbols).startswith("Like Viper.\nPlated 1")


def test_the_one_style_keeps_it() -> None:
    text = 'Bot Cobra "King Cobra" like "Old Adder" house { hull 3 }\n'
    assert format_text(text).text == text


# ---------------------------------------------------------------------------------------------------------- packs


def test_a_card_may_be_like_one_of_another_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game(tmp_path, one=bot("Viper", hp=7), two="Bot Adder like Viper { hp 3 }\n")
    manifest = pack_yaml("two", packs='[{id: one, version: "^1.0"}]').replace('language: "^1.0"', 'language: "^1.1"')
    (tmp_path / "content/two/pack.yaml").write_text(manifest)
    workspace = Workspace(["."])
    assert told(workspace.check()) == []
    whole, _ = load_program([], ["content/two"])
    assert whole is not None
    adder = LinkedProgram(whole).cards["Adder"]
    assert adder.values["hp"].data == 3
    assert [part.shown for _, part in adder.parts] == ["Tail Whip"]
    (tmp_path / "content/one/cards.bot").write_text(bot("Boa", hp=7))
    assert told(workspace.refresh()) == ["content/two/cards.bot:1 BW2007"]
    (tmp_path / "content/two/cards.bot").write_text("Bot Adder like Cobra { hp 3 }\n\nBot Cobra like Adder { }\n")
    assert told(workspace.refresh()) == ["content/two/cards.bot:1 BW2111"]
    (tmp_path / "content/two/cards.bot").write_text("Bot Adder like Cobra { hp 3 }\n\nBot Cobra like Boa { }\n")
    assert told(workspace.refresh()) == []
