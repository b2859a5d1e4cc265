"""The printable reference: the tables of the language, and those of a game with its clauses.

Everything is generated from checked data in a fixed order and names no path outside the game, so the same game gives
the same text everywhere. Nothing is loaded before it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import tools.reference.game as game
from tools.reference.language import lines
from tools.reference.load import load
from tools.reference.word_entries import word_entry as entry
from tools.reference.word_entries import words as all_words
from tools.report.findings import CommandOutput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.report.findings import CommandOutput


def language_reference() -> CommandOutput:
    """The tables of the language as Markdown."""
    return CommandOutput("\n".join(lines()) + "\n")


def game_reference(path: str) -> CommandOutput:
    """A game as Markdown: kinds, verbs, keywords, windows, rulings, modes, and where each clause is cited."""
    loaded = load(path)
    if loaded.contents is None:
        return CommandOutput("", loaded.findings)
    return CommandOutput("\n".join(game.lines(loaded.contents)) + "\n")


def word_entry(word: str) -> str | None:
    """A page about a word of the language; None for any other word."""
    return entry(word)


def words() -> Iterator[str]:
    """Every word of the language that has an entry."""
    return all_words()


__all__ = ["game_reference", "language_reference", "word_entry", "words"]
