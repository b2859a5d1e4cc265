"""Document links: each citation leads to the line of its clause."""

from __future__ import annotations

from tests.editors.open_files import CLAUSES, STRIKE, OpenFiles


def test_links(game: OpenFiles) -> None:
    found = game.of("documentLink", STRIKE)
    (link, *_) = (one for one in found if game.written(STRIKE, one["range"]) == "SY-STRIKE-05")
    address, _, line = link["target"].partition("#L")
    assert game.name_of(address) == CLAUSES
    assert "SY-STRIKE-05" in (game.root / CLAUSES).read_text("utf-8").split("\n")[int(line) - 1]
