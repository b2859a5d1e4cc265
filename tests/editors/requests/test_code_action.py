"""Code actions: fixes, missing fields, and formatting as a source action."""

from __future__ import annotations

from tests.editors.open_files import NEW, OpenFiles


def titles(game: OpenFiles, text: str) -> list[str]:
    game.uri(NEW, text)
    found = game.of("codeAction", NEW, range=game.whole(NEW), context={"diagnostics": []}) or []
    assert all(one["kind"] == "quickfix" and one["edit"]["changes"] for one in found)
    return [one["title"] for one in found]


def test_missing_fields_and_fixes(game: OpenFiles) -> None:
    assert titles(game, "Bot Crate {\n  Part Lid { power 1 }\n}\n") == ["add the missing fields `hull`"]
    assert titles(game, "Bot Crate {\n\thull 3\n}\n") == ["replace each tab by two spaces"]
    assert titles(game, "Bot Crate { hull 3, Part Lid { power 1 } }\n") == []


def test_only_the_wanted_sort(game: OpenFiles) -> None:
    game.uri(NEW, "Bot  Crate   { hull 3, Part Lid { power 1 } }\n")
    wanted = {"diagnostics": [], "only": ["source"]}
    (action,) = game.of("codeAction", NEW, range=game.whole(NEW), context=wanted)
    assert action["kind"] == "source.formatAll"
    assert not game.of("codeAction", NEW, range=game.whole(NEW), context={"diagnostics": [], "only": ["refactor"]})
