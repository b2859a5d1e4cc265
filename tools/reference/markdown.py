"""Escapes text for Markdown and writes tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tools.report.escape import printable

_SIGNS = re.compile(r"[\\|`*_~\[\]]")
_AT_START = re.compile(r"^(?:[#+=>-]|\d+(?=[.)]))")


def marked(text: str) -> str:
    """Text on one line, escaped so that it reads as written."""
    shown = _SIGNS.sub(r"\\\g<0>", printable(" ".join(text.split())))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    start = _AT_START.match(shown)
    if start is None:
        return shown
    if start.group().isdigit():
        return f"{start.group()}\\{shown[start.end() :]}"
    return f"\\{shown}"


def code(text: str) -> str:
    """Text as code on one line; its fence is longer than any run of backticks inside."""
    shown = printable(" ".join(text.split())) or " "
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest and (shown.startswith("`") or shown.endswith("`")) else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def cell_code(text: str) -> str:
    """Code inside a table, where a bar would end the cell."""
    return code(text).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; its cells are already Markdown."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def prose(text: str) -> str:
    """One of our own sentences, with its code kept; a bar is escaped because it would end a cell."""
    return " ".join(text.split()).replace("|", "\\|")
