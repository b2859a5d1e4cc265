"""What Tab completes at a question: the options as they are shown, commands, and chapters of the rules after `h`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.play import rulebook

if TYPE_CHECKING:
    from tools.play.session import PlaySession

COMMANDS = {
    "board": "the whole table", "help": "the commands and the rules", "log": "what has happened so far",
    "look ": "everything about a thing", "pass": "", "quit": "the match is saved", "save": "into a file",
    "undo": "take back the last answer", "why ": "why something happened", "why not ": "why something is not offered",
}  # fmt: skip
MOST = 50


def completions(session: PlaySession, typed: str) -> dict[str, str]:
    """The whole lines that complete what was typed, with their notes; only what this player can see anyway.

    They begin with what was typed, whatever its case; if none does, a word in them begins with it.
    """
    question = session.question
    if question is None:
        return {}
    lines = {entry.words: entry.note for entry in question.explained(question.left)}
    if typed[:2] == "h ":
        lines |= {f"h {chapter}": "" for chapter in rulebook.chapters(session.rules.clauses)}
    lines |= {line: says for line, says in COMMANDS.items() if line != "pass" or question.request.least == 0}
    begun = typed.lower()
    fitting = [line for line in lines if line.lower().startswith(begun)]
    fitting = fitting or [line for line in lines if f" {begun}" in line.lower()]
    return {line: lines[line] for line in fitting[:MOST]}
