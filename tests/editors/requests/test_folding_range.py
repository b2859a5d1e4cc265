"""Folding ranges: blocks and comments of several lines."""

from __future__ import annotations

from tests.editors.open_files import NEW, OpenFiles


def test_folds(game: OpenFiles) -> None:
    text = "# one\n# two\n\nBot Crate {\n  hull 3\n  Part Lid { power 1 }\n}\n"
    game.uri(NEW, text)
    found = {(one["startLine"], one["endLine"], one["kind"]) for one in game.of("foldingRange", NEW)}
    assert found == {(0, 1, "comment"), (3, 5, "region")}
