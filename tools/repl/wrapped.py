"""Lines for a terminal of some width: long ones go on at a word, below the column where their text begins."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

COLUMN = re.compile(r" *(?:\S+ )*?\S+ {2,}(?=\S)")
"""The first column of two: it ends with two spaces or more."""
EXCERPT = re.compile(r" *\d* *\|")
"""Lines of a source text and the marks below them keep their places."""
LEAST = 40


def wrapped(lines: Iterable[str], wide: int) -> Iterator[str]:
    for text in lines:
        for part in text.split("\n"):
            if len(part) <= wide or wide < LEAST or EXCERPT.match(part):
                yield part
            else:
                inset = " " * _hang(part, wide)
                yield from textwrap.wrap(
                    part, wide, subsequent_indent=inset, drop_whitespace=True, replace_whitespace=False,
                    break_long_words=True, break_on_hyphens=False,
                ) or [part]  # fmt: skip


def _hang(text: str, wide: int) -> int:
    column = COLUMN.match(text)
    if column is not None and len(column[0]) <= wide // 2:
        return len(column[0])
    return min(len(text) - len(text.lstrip(" ")) + 2, wide // 2)
