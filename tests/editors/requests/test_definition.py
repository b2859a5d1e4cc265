"""Go to definition: across files, and from a citation into the catalogue."""

from __future__ import annotations

from tests.editors.open_files import BOTS, CLAUSES, STRIKE, TURN, OpenFiles


def test_definition(game: OpenFiles) -> None:
    (place,) = game.at("definition", STRIKE, "damage target by force", "damage")
    assert game.name_of(place["uri"]) == BOTS
    game.uri(BOTS)
    assert game.written(BOTS, place["range"]) == "damage"
    (clause,) = game.at("definition", TURN, "SY-WIN-01")
    assert game.name_of(clause["uri"]) == CLAUSES
    assert game.at("definition", TURN, "take 1 of model", "take") is None
