"""Semantic tokens: unpacked again, each stands on a word and says what it is."""

from __future__ import annotations

from tests.editors.open_files import STRIKE, OpenFiles


def unpacked(game: OpenFiles, data: list[int]) -> list[tuple[str, str]]:
    types = game.client.server["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    lines, line, character, found = game.texts[STRIKE].split("\n"), 0, 0, []
    for down, right, length, sort, _ in zip(*[iter(data)] * 5, strict=True):
        line, character = line + down, right + (0 if down else character)
        found.append((lines[line][character : character + length], types[sort]))
    return found


def test_tokens(game: OpenFiles) -> None:
    game.uri(STRIKE)
    found = unpacked(game, game.of("semanticTokens/full", STRIKE)["data"])
    assert {("effect", "keyword"), ("damage", "event"), ("Bot", "class"), ("miss", "enumMember")} <= set(found)
    assert {("face", "variable"), ("SY-STRIKE-03", "label"), ("Plated", "macro")} <= set(found)
    part = {"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}
    some = unpacked(game, game.of("semanticTokens/range", STRIKE, range=part)["data"])
    assert some == found[: len(some)]
    assert 0 < len(some) < len(found)
