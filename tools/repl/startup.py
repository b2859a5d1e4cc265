"""How a session begins: the game, its seats, who answers there, and a match that was left before."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.seats import Seat
from tools.play import seat_names
from tools.repl.autosave import Keeper, Left
from tools.repl.history_folder import Folder, project, user_folder
from tools.repl.match_steps import Table
from tools.repl.session import Session
from tools.repl.session_program import Book, Wanted, opened
from tools.repl.workbench import Desk
from tools.report.style import Look
from tools.seats import UnknownSeat, check, seat

PERSON = "human"


@frozen
class Order:
    """What somebody asked for."""

    wanted: Wanted
    seats: tuple[str, ...] = ()
    seed: int = 1


def keeper(remembers: bool) -> Keeper:
    """Who keeps what is done here; nobody, if nothing is to be remembered."""
    return Keeper(Folder(user_folder(project()) if remembers else None))


def session(order: Order, keeper: Keeper, look: Look) -> Session:
    """A new match. Raises `Unplayable` and `UnknownSeat`."""
    book = opened(order.wanted)
    names, bots = seated(book, order.seats, order.seed)
    book.game.check_seats(names)
    return Session(Desk(book, Table(book.linked, names, order.seed)), keeper, look, bots)


def taken_up(left: Left, order: Order, keeper: Keeper, look: Look) -> tuple[Session, list[str]]:
    """A match that was left, and what has to be said about it. Raises `MatchFault`."""
    desk, notes = keeper.take_up(left)
    _, bots = seated(desk.book, order.seats, desk.table.seed)
    return Session(desk, keeper, look, {name: bots[name] for name in desk.table.seats if name in bots}), notes


def seated(book: Book, said: Sequence[str], seed: int) -> tuple[tuple[str, ...], dict[str, Seat]]:
    """The names of the seats, and the bots among them: `human`, `random`, `Zoe=greedy`."""
    least, most = book.game.players
    usual = seat_names(max(least, min(most, max(2, len(said)))))
    names, bots = list(usual), {}
    for index, one in enumerate(said):
        name, equals, who = one.partition("=")
        if not equals:
            name, who = usual[index] if index < len(usual) else "", one
        if index >= len(names):
            raise UnknownSeat(f"{book.game.name} has {len(names)} seats, not {len(said)}")
        names[index] = name
        check(who)
        if who != PERSON:
            bots[name] = seat(who, seed, name)
    return tuple(names), bots
