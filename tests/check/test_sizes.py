"""Numbers that become sizes: the largest is accepted, one more is reported by the name of its limit."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from dsl.diagnostics import nearest
from dsl.packs.yaml_guard import compose
from dsl.text import limits
from dsl.text.source import Source

GAME = """
ruleset small "Small" {{ players {players}, triggers active_first, start Match }}
kind Unit {{ keeps wounds: 0.. = 0 }}
extend Player {{ zone yard of Unit holds 0..{holds}, keeps coins: 0.. = 0 }}
currency Gold = me.coins
mode crowd {{ players 2..{crowd} }}
window Main {{ offer any to active }}
action buy by me during Main {{ cost 0..{cost} Gold as x; me.coins += x }}
flow Match {{ open Main; win none }}
"""
USUAL = {"players": "2..9", "holds": 9, "crowd": 5, "cost": 9}


def sizes_reported(**changes: object) -> list[str]:
    found = check_text(GAME.format(**(USUAL | changes))).diagnostics
    assert {item.code for item in found if item.severity == "error"} <= {"BW1003"}
    return [item.message.rpartition("(")[2].rstrip(")") for item in found if item.code == "BW1003"]


@pytest.mark.parametrize(
    "changes, more, name",
    [
        ({"players": f"2..{limits.PLAYERS}"}, {"players": f"2..{limits.PLAYERS + 1}"}, "PLAYERS"),
        ({"holds": limits.LIST_ITEMS}, {"holds": limits.LIST_ITEMS + 1}, "LIST_ITEMS"),
        ({"cost": limits.COST_RANGE}, {"cost": limits.COST_RANGE + 1}, "COST_RANGE"),
    ],
)
def test_a_size_is_accepted_up_to_its_limit(changes: dict[str, object], more: dict[str, object], name: str) -> None:
    assert sizes_reported(**changes) == []
    assert sizes_reported(**more) == [name]


def test_the_players_of_a_mode_have_the_same_limit() -> None:
    assert sizes_reported(players=f"2..{limits.PLAYERS}", crowd=limits.PLAYERS) == []
    assert sizes_reported(players=f"2..{limits.PLAYERS + 1}", crowd=limits.PLAYERS + 1) == ["PLAYERS", "PLAYERS"]


def test_a_long_unknown_name_gets_no_suggestion() -> None:
    name = "x" * limits.SUGGESTION_CHARACTERS
    assert nearest(name, [name + "y"]) == [name + "y"]
    assert nearest(name + "x", [name + "y"]) == []


def test_a_long_circle_is_shown_in_part() -> None:
    size = limits.CIRCLE_SHOWN + 10
    rules = "\n".join(f"define d{number}(n: number) = d{(number + 1) % size}(n)" for number in range(size))
    messages = [item.message for item in check_text(GAME.format(**USUAL) + rules).diagnostics]
    assert any("10 more" in message for message in messages), [message[:200] for message in messages]


@pytest.mark.parametrize(
    "text, name",
    [
        ("id: x\n" + "# comment\n" * (limits.MANIFEST_BYTES // 10), "MANIFEST_BYTES"),
        ("id: x\n" + "\n" * limits.FILE_LINES, "FILE_LINES"),
        ("id: " + "1" * (limits.NUMBER_DIGITS + 1) + "\n", "NUMBER_DIGITS"),
        ("a: [" + "1," * limits.LIST_ITEMS + "1]\n", "LIST_ITEMS"),
        ("a:\n" + "- 1\n" * (limits.LIST_ITEMS + 1), "LIST_ITEMS"),
    ],
    ids=["bytes", "lines", "digits", "items", "dashes"],
)
def test_a_manifest_has_so_much(text: str, name: str) -> None:
    _, found = compose(Source("pack.yaml", text))
    assert [(item.code, name in item.message) for item in found] == [("BW1003", True)]


@pytest.mark.parametrize("escape", [r"\x1b", r"\u202e", r"\0", r"\u200b"])
def test_an_escape_makes_no_hidden_character_in_a_manifest(escape: str) -> None:
    _, found = compose(Source("pack.yaml", f'name: "a{escape}b"\n'))
    assert len(found) == 1
    assert found[0].severity == "error"
