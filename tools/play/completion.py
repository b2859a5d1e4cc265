"""What Tab completes at a question: the options as they are shown, commands, and chapters of the rules after `h`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.play import rulebook

if TYPE_CHECKING:
    from tools.play.session import PlaySession

COMMANDS = ("board", "help", "log", "look ", "pass", "quit", "save", "undo", "why ", "why not ")
MOST = 50


def completions(session: PlaySession, typed: str) -> list[str]:
    """The whole lines that begin with what was typed, whatever its case; only what this player can see anyway."""
    question = session.question
    if question is None:
        return []
    words = list(dict.fromkeys(choice.words for choice in question.left))
    chapters = [f"h {chapter}" for chapter in rulebook.chapters(session.rules.clauses)] if typed[:2] == "h " else []
    begun = typed.lower()
    return [line for line in (*words, *chapters, *COMMANDS) if line.lower().startswith(begun)][:MOST]
