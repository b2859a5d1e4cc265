"""What people type at the prompt as they would say it, and the text that the prompt reads for it.

Numbers and `pass` answer the open question, names with blanks are read as displayed, and a command may lack its colon
if the words mean nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.repl.commands.registry import COMMANDS
from tools.repl.match_steps import ReplMatch

_NUMBERS = re.compile(r"\d{1,9}(?:[ ,]+\d{1,9})*")
_ANSWER = re.compile(r"([^:\"']+):\s*(\d{1,9}(?:[ ,]+\d{1,9})*)")
_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")')
_WORDS = {"exit": "quit", "?": "help", "options": "legal"}
"""What other programs call a command of the prompt."""


def as_read(table: ReplMatch, text: str) -> str:
    """A typed line as the prompt reads it; anything else is returned as it is."""
    typed = text.strip()
    if not typed or typed.startswith(":") or "\n" in typed:
        return text
    if table.requests:
        if _NUMBERS.fullmatch(typed):
            return f":do {typed}"
        answer = _ANSWER.fullmatch(typed)
        if answer is not None and answer[1].strip() in table.seats:
            return f":do {answer[1].strip()} {answer[2]}"
        if typed == "pass" and "pass" not in table.linked.verbs:
            return ":do"
    return with_names(table, text)


def with_names(table: ReplMatch, text: str) -> str:
    """Displayed names of several words become one word each; texts in quotes stay as they are."""
    if " " not in text.strip():
        return text
    join = _joiner(table)
    parts = _QUOTED.split(text)
    return "".join(part if index % 2 else join(part) for index, part in enumerate(parts))


def _joiner(table: ReplMatch) -> Callable[[str], str]:
    ids = {card.shown: card.id.rsplit(".", 1)[-1] for card in table.linked.cards.values()}
    blanks = {shown: id for shown, id in ids.items() if " " in shown and len(shown) == len(id)}
    if not blanks:
        return str
    longest_first = sorted(blanks, key=len, reverse=True)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return lambda text: named.sub(lambda match: blanks[match[0]], text)


def as_command(text: str) -> tuple[str, str] | None:
    """The command that a line without a colon names, and its argument; for lines that mean nothing else."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word == "why" and rest.startswith("not "):
        return "whynot", rest[4:].strip()
    name = _WORDS.get(word, word)
    return (name, rest) if name in COMMANDS and "\n" not in rest else None
