"""Sessions at the prompt for the tests: one game, read once, and as many matches of it as somebody wants."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tools.repl.autosave import Keeper
from tools.repl.history_folder import Folder
from tools.repl.match_steps import Table
from tools.repl.session import Session
from tools.repl.session_program import Book, Wanted, opened
from tools.repl.workbench import Desk

BEGIN = (":do 2", "Ann: choose Kettle", "Ann: choose A1", "Ben: choose Forklift", "Ben: choose F1")
"""Scrapyard up to Ann's first turn: she has Kettle on A1, Ben has Forklift on F1."""
HAMMER = "Bot Hammer {\n  hull 5\n  Part Head { power 3 }\n}"


@cache
def scrapyard() -> Book:
    return opened(Wanted("scrapyard"))


def prompt(*lines: str, folder: Path | None = None, game: str = "") -> Session:
    """A session in which some lines have been typed without a fault; of another game than usual, if one is named."""
    book = opened(Wanted(game)) if game else scrapyard()
    keeper = Keeper(Folder(str(folder) if folder is not None else None))
    found = Session(Desk(book, Table(book.linked, ("Ann", "Ben"), 1)), keeper)
    found.greeting()
    for line in lines:
        told = typed(found, line)
        assert not found.wrongs, told
    return found


def typed(session: Session, *lines: str) -> str:
    """What the prompt answers to some lines."""
    return "\n".join(answer for line in lines for answer in session.enter(line))
