"""Document symbols: declarations with what they contain."""

from __future__ import annotations

from tests.editors.open_files import BOTS, OpenFiles


def test_the_outline_of_a_text(game: OpenFiles) -> None:
    found = {one["name"]: one for one in game.of("documentSymbol", BOTS)}
    assert {"Bot", "Part", "damage", "wreck", "shove"} <= set(found)
    assert {"hull", "damage", "health", "parts"} <= {one["name"] for one in found["Bot"]["children"]}
    inner, outer = found["damage"]["selectionRange"], found["damage"]["range"]
    assert outer["start"]["line"] <= inner["start"]["line"] <= inner["end"]["line"] <= outer["end"]["line"]
