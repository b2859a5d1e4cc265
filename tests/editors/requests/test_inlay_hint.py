"""Inlay hints: types that are not written, the names of arguments, and folded numbers."""

from __future__ import annotations

from tests.editors.open_files import NEW, OpenFiles


def labels(game: OpenFiles, text: str) -> set[str]:
    game.uri(NEW, text)
    return {one["label"] for one in game.of("inlayHint", NEW, range=game.whole(NEW)) or []}


def test_types_numbers_and_arguments(game: OpenFiles) -> None:
    found = labels(game, "effect foo target: Bot {\n  let x = target.hull\n  damage target by 2 * 3\n}\n")
    assert {": number", " = 6"} <= found
    assert "n: " in labels(game, "Bot Crate { hull 3, Plated(2), Part Lid { power 1 } }\n")


def test_a_named_argument_needs_no_hint(game: OpenFiles) -> None:
    assert labels(game, "define far = beyond(it, away_from: it)\n") <= {": none or Tile", ": maybe Tile"}
