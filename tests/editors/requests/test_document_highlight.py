"""Document highlight: written where it is declared, read where it is used."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def test_highlight(game: OpenFiles) -> None:
    found = game.at("documentHighlight", STRIKE, "keeps force", "force")
    assert [one["kind"] for one in found] == [3, 2, 2, 2]
    assert {game.written(STRIKE, one["range"]) for one in found} == {"force"}
