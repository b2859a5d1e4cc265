"""`botwright repl`: inspects and changes a match line by line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.cli.common import UsageError, color_option
from tools.cli.output import say
from tools.cli.rulings import readings, ruling_option
from tools.cli.terminal import colour_on, columns, complain
from tools.matches import MatchFault
from tools.matches.game_index import GAMES, games
from tools.repl.plain_prompt import run as run_plain
from tools.repl.session_program import GameChoice
from tools.repl.startup import StartOptions, taken_up
from tools.repl.startup import keeper as new_keeper
from tools.repl.startup import session as new_session
from tools.report.findings import DiagnosticReport
from tools.report.style import ReportStyle
from tools.seats import UnknownSeat

if TYPE_CHECKING:
    from tools.repl import terminal as repl_terminal
    from tools.repl.autosave import InterruptedMatch
    from tools.repl.session import ReplSession
else:
    repl_terminal = lazy_module("tools.repl.terminal")


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="Mode of the game.")
@click.option("--variant", "variants", multiple=True, help="Variant to use; repeatable.")
@ruling_option
@click.option(
    "--seat", "seats", multiple=True, help="Player at the next seat: `human`, `random`, `greedy`, `Zoe=mcts`."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed and answers give the same match.")
@click.option("--pack", "packs", multiple=True, help="Pack to use, by path or id (default: all packs of the game).")
@click.option("--resume/--no-resume", default=None, help="Resume the match saved here, or not (default: ask).")
@color_option
def command(
    game: str | None,
    mode: str | None,
    variants: tuple[str, ...],
    rulings: tuple[str, ...],
    seats: tuple[str, ...],
    seed: int,
    packs: tuple[str, ...],
    resume: bool | None,
    color: str,
) -> int:
    """Explore and change a match of GAME: run sentences, add cards, ask why.

    Without a GAME, use the first of the project, or of those that come with Botwright. `:help` lists the commands.
    Without a terminal, lines are read from stdin.
    """
    game_names = games()
    own = [name for name in game_names if os.path.isdir(os.path.join(GAMES, name))]
    chosen = game or next(iter([*own, *game_names]), None)
    if chosen is None:
        say(["There is no game here yet; `botwright new game NAME` creates one."])
        return 0
    order = StartOptions(GameChoice(chosen, mode, variants, packs or None, readings(rulings)), seats, seed)
    try:
        return _run(order, resume, color, asked=game is not None)
    except MatchFault as wrong:
        complain(DiagnosticReport(wrong.diagnostics))
        return 2 if wrong.code in ("BW6111", "BW2012", "BW6004") else 1
    except UnknownSeat as wrong:
        raise UsageError(str(wrong)) from wrong


def _run(order: StartOptions, resume: bool | None, color: str, asked: bool) -> int:
    terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    look = ReportStyle(colour=colour_on(color), width=columns())
    keeper = new_keeper(terminal or bool(resume))
    left = keeper.offered() if resume is not False else None
    goes_on = _wanted(left, order, resume, terminal, asked) if left is not None else False
    if goes_on is None:
        return 0
    notes: list[str] = []
    if left is not None and goes_on:
        session, notes = taken_up(left, order, keeper, look)
    else:
        if left is not None and terminal and resume is None and _same(left, order, asked):
            keeper.decline(left)
        session = new_session(order, keeper, look)
    complain(DiagnosticReport(session.desk.book.game.left_out, session.desk.book.game.sources))
    say(f"note: {note}" for note in notes)
    return _front(session, terminal, colour_on(color))


def _same(left: InterruptedMatch, order: StartOptions, asked: bool) -> bool:
    """Whether an unfinished match is of the requested game."""
    return not asked or left.record.made.game == order.wanted.game


def _wanted(
    left: InterruptedMatch, order: StartOptions, resume: bool | None, terminal: bool, asked: bool
) -> bool | None:
    """Whether to resume an unfinished match; none if the person quits instead of answering."""
    if resume is not None or not terminal:
        return bool(resume)
    if not _same(left, order, asked):
        return False
    return repl_terminal.wants(left, say)


def _front(session: ReplSession, terminal: bool, colour: bool) -> int:
    if not terminal:
        return run_plain(session, sys.stdin or (), say)
    return repl_terminal.run(session, say, colour)
