"""Extracts the actions and boards that cards declare from their texts.

Rules and scenarios may name such an action, and the kinds of the spaces of a board decide what is beside a space; so
checked rules depend on these, but on nothing else of a card. Each extract is put into an otherwise empty card. A text
that has one of these words only in a comment or between quotes costs an extra look and nothing else.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ACTION = re.compile(r"\baction\s+[a-z]")
_SPACE = re.compile(r"\bspace\s+([A-Z]\w*)")
_ON_BOARD = re.compile(r'\bboard\s+([A-Z]\w*|"[^"\n]*")')
_DRAWN = re.compile(r":\s*([A-Z]\w*)[^:{}]*\{")
_BOARD = re.compile(r'\s*[A-Z]\w*\s+([A-Z]\w*)?\s*("[^"\n]*")?')
_SKIPPED = re.compile(r'"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*')


def brought_by(text: str) -> tuple[str, ...]:
    """Each action of a card as a card with nothing else; a board with only its spaces."""
    if not any(word in text for word in ("action", "space", "legend")):
        return ()
    return _brought_by(text)


@lru_cache(maxsize=4_096)
def _brought_by(text: str) -> tuple[str, ...]:
    blank = _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)  # keeps the length of the text
    exports = []
    for match in _ACTION.finditer(blank):
        end = _end(blank, match.start())
        if end:
            exports.append(f"Bringer Of_It {{\n  {text[match.start() : end]}\n}}\n")
    return (*exports, *_board(text, blank))


def _board(text: str, blank: str) -> list[str]:
    """The kinds of the spaces of a board or map."""
    exports = []
    space, named = _SPACE.search(blank), _BOARD.match(text)
    if space is not None and named is not None:
        name = " ".join(part for part in named.groups() if part)
        exports.append(f"Board {name} {{ {space.group()} }}\n")
    board, kinds = _ON_BOARD.search(text), sorted(set(_DRAWN.findall(blank)))
    if board is not None and "legend" in blank:
        exports += [f'Map Of_It {{ {board.group()}, legend {{ "a": {kind} {{ }} }} }}\n' for kind in kinds]
    return exports


def _end(text: str, start: int) -> int:
    """The end of the block that begins after an offset; 0 if it has none."""
    depth = 0
    for match in re.finditer(r"[{}]", text[start:]):
        depth += 1 if match.group() == "{" else -1
        if depth <= 0:
            return start + match.end() if depth == 0 else 0
    return 0
