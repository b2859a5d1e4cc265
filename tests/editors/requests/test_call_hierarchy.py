"""Call hierarchy: what performs an effect or hooks into it, and what it performs."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def test_calls(game: OpenFiles) -> None:
    (item,) = game.at("prepareCallHierarchy", STRIKE, "effect hit", "hit")
    out = {one["to"]["name"] for one in game.client.ask("callHierarchy/outgoingCalls", item=item)}
    assert {"damage", "Answer"} <= out
    into = {one["from"]["name"] for one in game.client.ask("callHierarchy/incomingCalls", item=item)}
    assert {"Shove", "Plated", "Hot"} <= into
