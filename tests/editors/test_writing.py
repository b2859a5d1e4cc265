"""Completion and signature help in whole and in broken texts; hover; code actions; formatting."""

from __future__ import annotations

import pytest

from dsl.bindings.cursor import cursor_at
from tests.editors.open_game import OpenGame, at
from tools.editors.answers import actions, completion, formatting, hover, signature

NEW = "content/scrapyard-starter/new.bot"
RULES = "rulesets/scrapyard/new.bot"


def offered(game: OpenGame, file: str, text: str) -> dict[str, completion.Proposal]:
    """The offers at `|` in a new text."""
    offset = text.index("|")
    path = game.path(file)
    game.project.open(path, text.replace("|", ""))
    try:
        return {item.label: item for item in completion.completion(game.project, path, offset)[0]}
    finally:
        game.project.close(path)


@pytest.mark.parametrize(
    "file, text, wanted, unwanted",
    [
        (NEW, "Bot Box {\n  |\n}\n", ["hull", "Plated", "Part"], ["health", "power"]),
        (NEW, "Bot Box {\n  hull 3\n  |", ["Plated", "Part"], ["hull"]),
        (NEW, "|", ["Bot", "Gadget", "scenario", "effect"], []),
        (NEW, "Gadget Box { copies 1, used { damage |", ["Bot", "me"], []),
        (RULES, "effect foo target: Bot {\n  target.|\n}\n", ["hull", "damage", "health", "owner", "tile"], ["power"]),
        (RULES, "effect foo target: Bot {\n  let x = target.hull +\n  target.|", ["hull", "health"], ["power"]),
        (
            RULES,
            "effect foo target: Bot by amount: 0.. {\n  let much = amount\n  let x = |",
            ["amount", "much", "target"],
            [],
        ),
        (RULES, "effect foo target: Bot {\n  |\n}\n", ["damage", "shove", "if", "choose", "move"], []),
        (RULES, "effect foo target: |", ["Bot", "Part", "Player", "number"], ["damage"]),
        (RULES, "define foo = some(Bot, |", ["hull", "health", "that"], []),
        (RULES, "after |", ["damage", "hit", "turn"], ["choose"]),
        (RULES, "after hit with it if |", ["landed", "target", "it"], []),
        (RULES, "rule foo cites |", ["SY-STEP-01", "SY-WIN-01"], ["foo"]),
        (RULES, "after damage during hit if hit.|", ["target", "part", "attacker", "force"], ["hull"]),
        (RULES, "effect foo by me during |", ["hit", "damage"], []),
        (RULES, "action foo by me during |", ["Main", "Answer"], []),
        (RULES, 'scenario "x" {\n  seats Ann, Ben\n  given Rusty for |', ["Ann", "Ben"], []),
        (RULES, "effect foo {\n  roll ImpactDie as face\n  if face has |", ["miss", "crit"], []),
    ],
)
def test_completion(yard: OpenGame, file: str, text: str, wanted: list[str], unwanted: list[str]) -> None:
    items = offered(yard, file, text)
    assert not [word for word in wanted if word not in items]
    assert not [word for word in unwanted if word in items]


def test_phrases_are_snippets_with_their_slots(yard: OpenGame) -> None:
    items = offered(yard, RULES, "effect foo target: Bot {\n  dam|\n}\n")
    assert items["damage"].insert == "damage ${1:target} by ${2:amount} from ${3:source}"
    assert items["damage"].detail == "damage target by amount from source"


def test_completion_replaces_the_word_that_is_begun(yard: OpenGame) -> None:
    path = yard.path(RULES)
    yard.project.open(path, "effect foo {\n  dam\n}\n")
    try:
        assert completion.completion(yard.project, path, 18)[1] == 15
    finally:
        yard.project.close(path)


def test_a_hostile_text_is_bounded() -> None:
    deep = "effect a { let x = " + "(" * 5_000
    assert cursor_at(deep, len(deep)).node is None
    long = "effect a { " + "let x = 1; " * 20_000
    assert cursor_at(long, len(long)).node is None


@pytest.mark.parametrize(
    "text, label, active",
    [
        ("effect foo target: Bot {\n  damage target by |", "damage target by amount from source", "amount"),
        ("effect foo target: Bot {\n  damage |", "damage target by amount from source", "target"),
        ("define foo = count(Bot, |", "count(things, condition)", "condition"),
        ("effect foo {\n  move x to |", "move thing to place", "place"),
    ],
)
def test_signature(yard: OpenGame, text: str, label: str, active: str) -> None:
    path = yard.path(RULES)
    yard.project.open(path, text.replace("|", ""))
    try:
        found = signature.signature(yard.project, path, text.index("|"))
    finally:
        yard.project.close(path)
    assert found is not None
    assert found.label.startswith(label.split(" to ")[0])
    start, end, _ = found.parts[found.active]
    assert found.label[start:end] == active


def test_hover(yard: OpenGame) -> None:
    def says(file: str, phrase: str, word: str = "") -> str:
        text = yard.project.text(yard.path(file)) or ""
        found = hover.hover(yard.project, yard.path(file), at(text, phrase, word))
        return found[0] if found is not None else ""

    strike = "rulesets/scrapyard/strike.bot"
    assert "damage target by amount from source" in says(strike, "damage target by force", "damage")
    assert "SY-DAMAGE-01" in says(strike, "damage target by force", "damage")
    assert "costs one energy" in says("rulesets/scrapyard/turn.bot", "SY-STEP-01")
    assert "begins a part of a turn" in says("rulesets/scrapyard/turn.bot", "phase turn", "phase")
    assert "`it.hull - it.damage`" in says("rulesets/scrapyard/bots.bot", "stat health", "health")
    assert "shoved" in says("content/scrapyard-starter/bots.bot", "Shove(1)", "Shove")
    card = says("content/scrapyard-starter/bots.bot", "Bot Rusty", "Rusty")
    assert "hull 10" in card
    assert "Iron Fist" in card


def test_fixes_and_missing_fields(yard: OpenGame) -> None:
    path = yard.path(NEW)
    text = "Bot Box {\n  Part Lid { range 2 }\n}\n"
    yard.project.open(path, text)
    try:
        found = [one for one in actions.actions(yard.project, path, 2, 2, {"fix"}) if "missing" in one.title]
        assert [one.title for one in found] == ["add the missing fields `hull`"]
        (edit,) = found[0].edits
        assert text[: edit.start] + edit.text + text[edit.end :] == "Bot Box {\n  Part Lid { range 2 }\n  hull 1\n}\n"
        broken = "Bot Box {\n\thull 3\n}\n"
        yard.project.open(path, broken)
        repairs = [
            one
            for one in actions.actions(yard.project, path, 0, len(broken), {"fix", "all"})
            if one.finding is not None
        ]
        assert repairs
    finally:
        yard.project.close(path)


def test_formatting_of_a_range_leaves_the_rest(yard: OpenGame) -> None:
    path = yard.path(NEW)
    text = "Bot  Box   { hull   3 }\n\n\nBot  Bax   { hull   4 }\n"
    yard.project.open(path, text)
    try:
        (edit,) = formatting.part(yard.project, path, 0, 3)
        new = text[: edit.start] + edit.text + text[edit.end :]
        assert new == "Bot Box { hull 3 }\n\n\nBot  Bax   { hull   4 }\n"
        (whole,) = formatting.whole(yard.project, path)
        assert text[: whole.start] + whole.text + text[whole.end :] == "Bot Box { hull 3 }\n\nBot Bax { hull 4 }\n"
        yard.project.open(path, "Bot {{{")
        assert not formatting.whole(yard.project, path)
    finally:
        yard.project.close(path)
