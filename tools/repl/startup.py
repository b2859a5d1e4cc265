"""Starts a session: the game, its seats, their bots, and an unfinished match."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.seats import Seat
from tools.play import seat_names
from tools.repl.autosave import Autosave, InterruptedMatch
from tools.repl.history_folder import HistoryFolder, project, user_folder
from tools.repl.match_steps import ReplMatch
from tools.repl.session import ReplSession
from tools.repl.session_program import GameChoice, SessionProgram, opened
from tools.repl.workbench import Workbench
from tools.report.style import ReportStyle
from tools.seats import UnknownSeat, check, seat

PERSON = "human"


@frozen
class StartOptions:
    """The options of the command."""

    wanted: GameChoice
    seats: tuple[str, ...] = ()
    seed: int = 1


def keeper(remembers: bool) -> Autosave:
    """The autosave of a session; None if nothing is stored."""
    return Autosave(HistoryFolder(user_folder(project()) if remembers else None))


def session(order: StartOptions, keeper: Autosave, look: ReportStyle) -> ReplSession:
    """A new match. Raises `Unplayable` and `UnknownSeat`."""
    book = opened(order.wanted)
    names, bots = seated(book, order.seats, order.seed)
    book.game.check_seats(names)
    return ReplSession(Workbench(book, ReplMatch(book.linked, names, order.seed)), keeper, look, bots)


def taken_up(
    left: InterruptedMatch, order: StartOptions, keeper: Autosave, look: ReportStyle
) -> tuple[ReplSession, list[str]]:
    """Resume an unfinished match; return it with notes. Raises `MatchFault`."""
    desk, notes = keeper.take_up(left)
    _, bots = seated(desk.book, order.seats, desk.table.seed)
    return ReplSession(desk, keeper, look, {name: bots[name] for name in desk.table.seats if name in bots}), notes


def seated(book: SessionProgram, players: Sequence[str], seed: int) -> tuple[tuple[str, ...], dict[str, Seat]]:
    """The names of the seats, and the bots among them: `human`, `random`, `Zoe=greedy`."""
    least, most = book.game.players
    usual = seat_names(max(least, min(most, max(2, len(players)))))
    names, bots = list(usual), {}
    for index, player in enumerate(players):
        name, equals, who = player.partition("=")
        if not equals:
            name, who = usual[index] if index < len(usual) else "", player
        if index >= len(names):
            raise UnknownSeat(f"{book.game.name} has {len(names)} seats, not {len(players)}")
        names[index] = name
        check(who)
        if who != PERSON:
            bots[name] = seat(who, seed, name)
    return tuple(names), bots
