"""Workspace symbols: letters in their order find names in all texts."""

from __future__ import annotations

from tests.editors.open_files import BOTS, OpenFiles


def test_search(game: OpenFiles) -> None:
    game.at("hover", BOTS, "kind Bot", "Bot")
    found = game.client.ask("workspace/symbol", query="shv")
    assert {"Shove", "shove"} <= {one["name"] for one in found}
    assert game.client.ask("workspace/symbol", query="no such name at all") is None
