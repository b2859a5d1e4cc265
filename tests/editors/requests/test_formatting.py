"""Formatting: a whole text, one declaration of it, and a text with an error not at all."""

from __future__ import annotations

from tests.editors.open_files import NEW, OpenFiles

SPREAD = "Bot  Crate   { hull   3 }\n\n\nBot  Lid   { hull   4 }\n"
OPTIONS = {"tabSize": 2, "insertSpaces": True}


def test_formatting(game: OpenFiles) -> None:
    game.uri(NEW, SPREAD)
    (edit,) = game.of("formatting", NEW, options=OPTIONS)
    assert edit["newText"]
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
    (part,) = game.of("rangeFormatting", NEW, range=first, options=OPTIONS)
    assert part["range"]["end"]["line"] == 0
    game.uri(NEW, "Bot {{{")
    assert game.of("formatting", NEW, options=OPTIONS) is None
