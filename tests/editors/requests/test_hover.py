"""Hover: meaning, clause with its sentence, card, stat."""

from __future__ import annotations

from tests.editors.open_files import BOTS, CARDS, CLAUSES, NEW, STRIKE, TURN, OpenFiles


def said(game: OpenFiles, name: str, phrase: str, word: str = "") -> str:
    answer = game.at("hover", name, phrase, word)
    assert game.written(name, answer["range"]) == (word or phrase)
    text: str = answer["contents"]["value"]
    return text


def test_hover(game: OpenFiles) -> None:
    assert "damage target by amount from source" in said(game, STRIKE, "damage target by force", "damage")
    assert "`it.hull - it.damage`" in said(game, BOTS, "stat health", "health")
    assert "hull 10" in said(game, CARDS, "Bot Rusty", "Rusty")
    assert "begins a part of a turn" in said(game, TURN, "phase turn", "phase")
    clause = said(game, CLAUSES, "SY-STEP-01")
    assert said(game, TURN, "SY-STEP-01") == clause
    assert "costs one energy" in clause


def test_a_card_that_is_not_saved_yet(game: OpenFiles) -> None:
    game.uri(NEW, 'Bot "Old Nipper" {\n  hull 6\n  Part "Big Claw" { power 3 }\n}\n')
    assert "`hull 6`" in said(game, NEW, "Old Nipper")
    assert "Old Nipper" in said(game, NEW, "Big Claw"), "a part belongs to its card"
