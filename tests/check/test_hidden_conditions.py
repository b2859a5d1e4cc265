"""Conditions that would tell a player what is hidden are findings; those that ask for places and numbers are none."""

from __future__ import annotations

import pytest

from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from tests.engine.tables import HEAD

GROUND = """
kind Note { worth: 0..9 }
Note Low { worth 1 }
extend Player { zone notes of Note seen by owner, zone laid of Note, keeps points: 0..9 = 0 }
extend Table { zone deck of Note seen by nobody, zone row of Note }
define rival(p: Player) = first(players where that is not p)
define is_rich(p: Player) = some(p.notes, worth > 3)
define is_dear(note: Note) = note.worth > 3
window Main { offer one to active }
flow Match { win none }
"""


def codes(text: str) -> list[str]:
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", f"{HEAD}{GROUND}\n{text}"))))])
    wrong = [
        diagnostic.code
        for diagnostic in checked.diagnostics
        if diagnostic.severity == "error" or diagnostic.code == "BW3029"
    ]
    return wrong


def action(*requirements: str, slot: str = "") -> str:
    lines = "; ".join(line if line.startswith("let ") else f"require {line}" for line in requirements)
    return f"action pick {slot} by me during Main {{ {lines}; me.points = 1 }}"


def choice(options: str, such: str = "count(that) > 0") -> str:
    return f"effect pick by me {{ choose 1..2 of {options} such that {such} as picked; me.points = count(picked) }}"


NOTES = "(Note where that in rival(me).notes)"
TELLING = {
    "a field of a slot": action("card in rival(me).notes", "card.worth > 3", slot="card: Note"),
    "a define about a slot": action("is_dear(card) and card in rival(me).notes", slot="card: Note"),
    "a define about a player": action("is_rich(rival(me))"),
    "a player in a slot": action("is_rich(target)", slot="target: Player"),
    "a name for a player": action("let other = rival(me)", "some(other.notes, that is Low)"),
    "every player": action("some(players, some(that.notes, worth > 2))"),
    "the top of a pile": action("top(deck).worth > 2"),
    "a number of some": action("count(rival(me).notes where worth > 3) > 1"),
    "a card by its name": action("Low in rival(me).notes"),
    "a card among some": action("card in rival(me).notes", "card is Low", slot="card: Note"),
    "such that": choice(NOTES, "sum(that, worth) is 6"),
    "such that, elsewhere": choice("1..3", "is_rich(rival(me))"),
    "such that, after the checker's own example": choice("1..3", "some(next_after(me).notes, worth > 2)"),
    "such that, of a pile": choice("deck", "sum(that, worth) > 3"),
    "options": choice("(Note where that in rival(me).notes and worth > 3)"),
}
SILENT = {
    "places and numbers": action("card in rival(me).notes", "count(rival(me).notes) > 1", slot="card: Note"),
    "the own cards": action("card in me.notes and card.worth > 3 and is_dear(card)", slot="card: Note"),
    "oneself": action("is_rich(me)"),
    "oneself in a slot": action("target is me and is_rich(target)", slot="target: Player"),
    "what lies open": action("some(players, some(that.laid, worth > 2))", "some(row, that is Low)"),
    "a pile that is there": action("count(deck) > 1 and top(deck) is not none"),
    "such that, of the own": choice("me.notes", "sum(that, worth) is 6"),
    "such that, by number": choice(NOTES, "count(that) is 2"),
    "what was shown": "effect pick by me { show rival(me).notes to players; "
    f"choose 1..2 of {NOTES} such that sum(that, worth) > 3 as picked; me.points = count(picked) }}",
    "whose it is cannot be said": "effect pick other: Player by me "
    "{ choose 1..2 of (Note where that in other.notes) such that sum(that, worth) > 3 as picked; me.points = 1 }",
}


@pytest.mark.parametrize("name", TELLING)
def test_a_condition_that_tells_what_is_hidden_is_a_finding(name: str) -> None:
    assert codes(TELLING[name]) == ["BW3029"]


@pytest.mark.parametrize("name", SILENT)
def test_a_condition_that_tells_nothing_is_none(name: str) -> None:
    assert codes(SILENT[name]) == []


@pytest.mark.parametrize(
    "text",
    [
        "effect look by me { if count(next_after(me).notes where worth is 9) > 0 { me.points = 1 } }",
        f"Note Spy {{ worth 3, {action('some(next_after(me).notes, worth > 3)')} }}",
    ],
)
def test_a_look_is_found_behind_a_number_and_in_a_card(text: str) -> None:
    assert codes(text) == ["BW3010"]


def test_the_text_of_a_card_is_searched() -> None:
    assert codes(f"Note Spy {{ worth 3, {TELLING['a define about a player']} }}") == ["BW3029"]
