"""The prompt without a terminal: reads lines and writes answers; it asks nothing and saves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tools.repl.input_kind import entries
from tools.repl.session import ReplSession

Write = Callable[[Iterable[str]], None]


def run(session: ReplSession, lines: Iterable[str], write: Write) -> int:
    """Process all lines; return 1 if a line failed."""
    write(session.greeting())
    for text in entries(iter(lines)):
        write(session.enter(text))
        if session.left:
            break
    session.keeper.leave(session.table.over)
    return 1 if session.wrongs else 0
