"""The engine, the language and the tools know no game: no word of one occurs in them."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import CODE, ROOT, files, name_of

# Words that only one game has. A word begins at a letter that no letter precedes, so `is_lava` and `Pierced` count.
WORDS_OF_GAMES = re.compile(
    r"(?<![a-z])(?:robomon|gekido|montoon|robot[ _-]?blow|pbl[ _-]?robots|waystone|pierce|berserk|blitz|lava"
    r"|whirlpool|malfunction|(?:core|pilot)[ _-]points?(?![a-z])|reprogram)",
    re.IGNORECASE,
)


def words_of_games(name: str, text: str) -> list[str]:
    results = [f"{name}: the name has `{match[0]}`" for match in WORDS_OF_GAMES.finditer(name)]
    for number, line in enumerate(text.splitlines(), 1):
        results += [f"{name}:{number}: `{match[0]}`" for match in WORDS_OF_GAMES.finditer(line)]
    return results


def test_no_word_of_a_game_in_the_code() -> None:
    code = [path for room in CODE for path in files(room, ".py", ".lark")] + [ROOT / "botwright.py"]
    assert ROOT / "dsl" / "diagnostics" / "__init__.py" in code
    results = [word for path in code for word in words_of_games(name_of(path), path.read_text(encoding="utf-8"))]
    assert results == []


@pytest.mark.parametrize(
    "text",
    [
        "if tile is Lava:",
        "is_lava = True",
        "PIERCES = 3",
        "# berserkers",
        "core_points",
        "Pilot Points",
        "reprogramming",
    ],
)
def test_such_a_word_is_found(text: str) -> None:
    assert len(words_of_games("x.py", text)) == 1


@pytest.mark.parametrize("text", ["score points", "the core pointer", "programming", "balaclava", "push and pop"])
def test_an_ordinary_word_is_not(text: str) -> None:
    assert words_of_games("x.py", text) == []
