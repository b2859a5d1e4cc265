"""Sessions at the prompt for the tests: one game, read once, and as many matches of it as somebody wants."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tools.repl.autosave import Autosave
from tools.repl.history_folder import HistoryFolder
from tools.repl.match_steps import ReplMatch
from tools.repl.session import ReplSession
from tools.repl.session_program import GameChoice, SessionProgram, opened
from tools.repl.workbench import Workbench

BEGIN = (":do 2", "Ann: choose Kettle", "Ann: choose A1", "Ben: choose Forklift", "Ben: choose F1")
"""Scrapyard up to Ann's first turn: she has Kettle on A1, Ben has Forklift on F1."""
HAMMER = "Bot Hammer {\n  hull 5\n  Part Head { power 3 }\n}"


@cache
def scrapyard() -> SessionProgram:
    return opened(GameChoice("scrapyard"))


def prompt(*lines: str, folder: Path | None = None, game: str = "") -> ReplSession:
    """A session in which some lines have been typed without a fault; of another game than usual, if one is named."""
    book = opened(GameChoice(game)) if game else scrapyard()
    keeper = Autosave(HistoryFolder(str(folder) if folder is not None else None))
    result = ReplSession(Workbench(book, ReplMatch(book.linked, ("Ann", "Ben"), 1)), keeper)
    result.greeting()
    for line in lines:
        output = typed(result, line)
        assert not result.wrongs, output
    return result


def typed(session: ReplSession, *lines: str) -> str:
    """What the prompt answers to some lines."""
    return "\n".join(answer for line in lines for answer in session.enter(line))
