"""Selection ranges: from the word outwards, each inside the next."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def test_selections_grow(game: OpenFiles) -> None:
    position = game.position(STRIKE, "force += face.value", "value")
    (found,) = game.of("selectionRange", STRIKE, positions=[position])
    ranges = []
    while found:
        ranges.append(found["range"])
        found = found.get("parent")
    assert game.written(STRIKE, ranges[0]) == "value"
    assert "face.value" in [game.written(STRIKE, one) for one in ranges[:4]]
    assert ranges[-1]["start"] == {"line": 0, "character": 0}
