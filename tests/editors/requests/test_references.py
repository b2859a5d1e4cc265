"""Find references: rules and packs, with and without the declaration."""

from __future__ import annotations

from tests.editors.open_files import BOTS, STRIKE, OpenFiles


def test_references(game: OpenFiles) -> None:
    context = {"includeDeclaration": True}
    every = game.at("references", BOTS, "effect damage target", "damage", context=context)
    files = {game.name_of(one["uri"]) for one in every}
    assert {BOTS, STRIKE, "content/scrapyard-starter/gadgets.bot"} <= files
    used = game.at("references", BOTS, "effect damage target", "damage", context={"includeDeclaration": False})
    assert len(used) == len(every) - 1
