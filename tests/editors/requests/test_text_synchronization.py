"""Open texts: findings follow each edit with its version; a closed file counts as on the disk."""

from __future__ import annotations

from tests.editors.open_files import CARDS, NEW, OpenFiles


def test_findings_carry_the_version_of_the_text(game: OpenFiles) -> None:
    good = "Bot Crate {\n  hull 3\n  Part Lid { power 1 }\n}\n"
    uri = game.uri(NEW, good)
    game.uri(NEW, good.replace("hull 3", "hull 300"))
    game.client.reach(lambda: any("300" in one["message"] for one in game.client.findings.get(uri, [])))
    assert game.client.versions[uri] == game.version
    game.client.tell("textDocument/didClose", textDocument={"uri": uri})
    game.client.reach(lambda: game.client.findings.get(uri) == [])
    del game.texts[NEW]


def test_line_ends_of_windows_are_no_finding(game: OpenFiles) -> None:
    uri = game.uri(CARDS)
    text = game.texts[CARDS]
    game.uri(CARDS, text.replace("\n", "\r\n"))
    game.client.reach(lambda: game.client.versions.get(uri) == game.version)
    assert game.client.findings[uri] == []
    game.uri(CARDS, text)
