"""Go to type definition: from a value to its kind or set of symbols."""

from __future__ import annotations

from tests.editors.open_files import BOTS, STRIKE, OpenFiles


def test_type_definition(game: OpenFiles) -> None:
    (kind,) = game.at("typeDefinition", STRIKE, "hit.target.owner", "target")
    game.uri(BOTS)
    assert (game.name_of(kind["uri"]), game.written(BOTS, kind["range"])) == (BOTS, "Bot")
    (symbols,) = game.at("typeDefinition", STRIKE, "if face has miss", "miss")
    assert game.written(STRIKE, symbols["range"]) == "Impact"
    (part,) = game.at("typeDefinition", STRIKE, "part.power", "part")
    assert game.written(BOTS, part["range"]) == "Part"


def test_a_number_has_no_type_to_go_to(game: OpenFiles) -> None:
    assert game.at("typeDefinition", STRIKE, "keeps force", "force") is None
