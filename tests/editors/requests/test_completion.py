"""Completion: offers with their sorts, and the range that they replace."""

from __future__ import annotations

from tests.editors.open_files import NEW, STRIKE, OpenFiles


def test_completion_in_a_broken_text(game: OpenFiles) -> None:
    game.uri(NEW, "Bot Crate {\n  hu")
    answer = game.client.ask(
        "textDocument/completion", textDocument={"uri": game.uri(NEW)}, position={"line": 1, "character": 4}
    )
    (hull,) = (one for one in answer["items"] if one["label"] == "hull")
    assert hull["textEdit"]["range"] == {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 4}}
    assert not answer["isIncomplete"]


def test_phrases_are_snippets(game: OpenFiles) -> None:
    text = (game.root / STRIKE).read_text("utf-8")
    game.uri(STRIKE, text.replace("  open Answer\n", "  dam\n"))
    items = game.at("completion", STRIKE, "  dam\n", "dam")["items"]
    (damage,) = (one for one in items if one["label"] == "damage" and one["kind"] == 23)
    assert damage["textEdit"]["newText"] == "damage ${1:target} by ${2:amount} from ${3:source}"
    game.uri(STRIKE, text)
