"""Rename: everything that means the same changes, nothing else does, and the game still checks without a finding."""

from __future__ import annotations

import pytest

from tests.editors.open_game import OpenGame, at
from tools.editors.answers import rename
from tools.editors.values import NotPossible, TextEdit

BOTS = "rulesets/scrapyard/bots.bot"
STRIKE = "rulesets/scrapyard/strike.bot"
TURN = "rulesets/scrapyard/turn.bot"
CARDS = "content/scrapyard-starter/bots.bot"


def apply(game: OpenGame, edits: list[TextEdit]) -> None:
    by_file: dict[str, list[TextEdit]] = {}
    for edit in edits:
        by_file.setdefault(edit.path, []).append(edit)
    for path, many in by_file.items():
        text = game.project.text(path) or ""
        for edit in sorted(many, key=lambda one: -one.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        game.project.open(path, text)
        game.overlays.put(path, text)
    game.check()


@pytest.mark.parametrize(
    "file, phrase, word, new, files",
    [
        (BOTS, "effect damage target", "damage", "harm", 3),
        (BOTS, "keeps damage", "damage", "harm", 3),
        (BOTS, "hull: 1..20", "hull", "armour", 3),
        (BOTS, "kind Part", "Part", "Limb", 4),
        (STRIKE, "keyword Shove", "Shove", "Thrust", 2),
        (STRIKE, "symbols Impact { miss", "miss", "whiff", 2),
        (STRIKE, "with part: Part", "part", "limb", 1),
        (STRIKE, "keeps landed", "landed", "struck", 1),
        (BOTS, "let pilot", "pilot", "driver", 1),
        (TURN, "rule energy_per_turn", "energy_per_turn", "charge", 1),
        (TURN, "phase turn", "turn", "go", 3),
        (CARDS, "Bot Tin_Can", "Tin_Can", "Old_Can", 1),
    ],
)
def test_rename_then_check_is_clean(
    own_yard: OpenGame, file: str, phrase: str, word: str, new: str, files: int
) -> None:
    assert not own_yard.result.diagnostics
    text = own_yard.text(file)
    edits = rename.rename(own_yard.project, own_yard.path(file), at(text, phrase, word), new)
    assert len({edit.path for edit in edits}) >= files
    apply(own_yard, edits)
    assert not own_yard.result.diagnostics
    assert new in (own_yard.project.text(own_yard.path(file)) or "")


def test_a_clause_is_renamed_with_what_cites_it(own_yard: OpenGame) -> None:
    catalogue = own_yard.path("rulesets/scrapyard/clauses.yaml")
    text = own_yard.project.text(catalogue) or ""
    edits = rename.rename_clause(own_yard.project, catalogue, at(text, "SY-WIN-01"), "SY-END-01")
    apply(own_yard, edits)
    assert not own_yard.result.diagnostics
    assert "cites SY-END-01" in (own_yard.project.text(own_yard.path(TURN)) or "")


@pytest.mark.parametrize(
    "phrase, word, new, why",
    [
        ("keeps damage", "damage", "hull", "taken"),
        ("keeps damage", "damage", "Damage", "small letter"),
        ("effect damage", "damage", "move", "word of the language"),
        ("remove bot", "remove", "kill", "word of the language"),
        ("kind Bot", "Bot", "Part", "taken"),
        ("effect damage", "damage", "damage", "already"),
    ],
)
def test_a_rename_that_would_break_something_is_refused(
    yard: OpenGame, phrase: str, word: str, new: str, why: str
) -> None:
    text = yard.project.text(yard.path(BOTS)) or ""
    with pytest.raises(NotPossible) as refused:
        rename.rename(yard.project, yard.path(BOTS), at(text, phrase, word), new)
    assert why in refused.value.why
