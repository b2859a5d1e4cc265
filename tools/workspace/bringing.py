"""Actions that cards bring along, cut out of their texts.

Rules and scenarios may name such an action, so a book of rules depends on it, but on nothing else of a card. What is
cut out is put into a card of no kind, which the checker reads only for its actions. A text with `action` in a comment
or between quotes costs a look, nothing else.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ACTION = re.compile(r"\baction\s+[a-z]")
_SKIPPED = re.compile(r'"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*')


def brought_by(text: str) -> tuple[str, ...]:
    """Each action of a card as a card with nothing else."""
    if "action" not in text:
        return ()
    return _brought_by(text)


@lru_cache(maxsize=4_096)
def _brought_by(text: str) -> tuple[str, ...]:
    blank = _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)  # as long as it was
    found = []
    for match in _ACTION.finditer(blank):
        end = _end(blank, match.start())
        if end:
            found.append(f"Bringer Of_It {{\n  {text[match.start() : end]}\n}}\n")
    return tuple(found)


def _end(text: str, start: int) -> int:
    """Where the block that begins behind a place ends; 0 if it does not."""
    depth = 0
    for match in re.finditer(r"[{}]", text[start:]):
        depth += 1 if match.group() == "{" else -1
        if depth <= 0:
            return start + match.end() if depth == 0 else 0
    return 0
