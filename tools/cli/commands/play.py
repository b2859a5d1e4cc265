"""`botwright play`: plays a match in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from secrets import randbelow
from typing import TYPE_CHECKING

import click
from attrs import frozen

from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.instrument.faults import diagnostic, for_players
from interpreter.model.environment import RuleError
from tools.cli.commands import replay
from tools.cli.common import UsageError, color_option
from tools.cli.output import note, say
from tools.cli.people import at_terminal, ink, play, read_line
from tools.cli.rulings import readings, ruling_option
from tools.cli.terminal import complain
from tools.matches import MatchFault, load, resume
from tools.matches.game_index import games, packs_for
from tools.matches.record import read_record
from tools.matches.replay_text import ReplayViewer
from tools.play import PlaySession, saved_matches, seat_names
from tools.play.open_match import begin
from tools.replay.timeline import Timeline
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport
from tools.seats import PROGRAM, UnknownSeat, check

if TYPE_CHECKING:
    from tools.matches import Game, Match
    from tools.play import PlaySession
    from tools.play.hotseat import End

WRONG_USE = ("BW6111", "BW2012", "BW6004")
"""Codes for a missing game, mode or pack: wrong usage, not a fault of the game."""
LAST = "last"


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="Mode of the game.")
@click.option("--variant", "variants", multiple=True, help="Variant to use; repeatable.")
@ruling_option
@click.option(
    "--seat",
    "who",
    multiple=True,
    help="Player at the next seat: human, random, greedy, mcts, mcts:500, mcts:2s, cmd:PROGRAM; repeat for each seat.",
)
@click.option("--players", type=int, help="Number of players (default: the fewest the game allows).")
@click.option("--bots", is_flag=True, help="All seats answer at random.")
@click.option("--seed", type=int, help="The same seed and answers give the same match.")
@click.option("--pack", "packs", multiple=True, help="Additional pack, by path or id.")
@click.option(
    "--record", type=click.Path(dir_okay=False),
    help="Save every answer to a file; resume from it any time. It contains hidden cards.",
)  # fmt: skip
@click.option("--resume", metavar="FILE", help="Resume a saved match; `last` is the most recent.")
@click.option("--no-undo", is_flag=True, help="Disable undo.")
@click.option("--all-events", is_flag=True, help="Also report internal steps.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@color_option
def command(
    game: str | None, mode: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], who: tuple[str, ...],
    players: int | None, bots: bool, seed: int | None, packs: tuple[str, ...], record: str | None,
    resume: str | None, no_undo: bool, all_events: bool, ascii_only: bool, color: str,
) -> int:  # fmt: skip
    """Play a match of GAME in the terminal (default: the first game that comes with Botwright).

    By default you take the first seat and the other seats answer at random. Without a terminal all seats answer at
    random, and the match is played to its end. Matches are saved as you play; the next start offers to resume an
    unfinished one.
    """
    _check(who, bots, record, resume)
    settled = readings(rulings)
    if settled and resume is not None and resume != LAST:
        raise UsageError("a saved match keeps its own rulings: omit `--ruling`")
    loaded: Game | None = None
    try:
        if resume is None or resume == LAST:
            loaded = _load(game, mode, variants, packs, settled)
            if loaded is None:
                say(["There is no game here yet; `botwright new game NAME` creates one."])
                return 0
        wishes, again = _PlayOptions(who, players, bots, seed, record, resume), True
        while again:
            with _lay(loaded, game, packs, wishes) as match:
                loaded = match.game
                complain(DiagnosticReport((*loaded.left_out, *match.notes), loaded.sources))
                if match.answers:
                    note(f"the match resumes after {match.answers} answers")
                who_sits = _sitting(match, who, bots)
                session = PlaySession(match, who_sits, lambda: ink(ascii_only, color), not no_undo, all_events)
                end = _match(session)
                again = end == "again"
                wishes = _PlayOptions([*who_sits.values()], len(who_sits), bots, None, None, None)
            if end == "replay":
                _step_through(session, loaded)
    except MatchFault as wrong:
        complain(DiagnosticReport(wrong.diagnostics))
        return 2 if wrong.code in WRONG_USE and loaded is None else 1
    except RuleError as broken:
        assert loaded is not None
        linked = loaded.linked()
        worded = (
            for_players if not bots and keeps_secrets(linked) else diagnostic
        )  # only a person at a terminal reads it
        complain(DiagnosticReport((worded(broken, linked),), loaded.sources))
        return 1
    return 0


@frozen
class _PlayOptions:
    """The options of the command."""

    who: Sequence[str]
    players: int | None
    bots: bool
    seed: int | None
    record: str | None
    resume: str | None


def _check(who: Sequence[str], bots: bool, record: str | None, resume: str | None) -> None:
    if bots and who:
        raise UsageError("`--bots` makes all seats answer at random, `--seat` says who plays: use only one of them")
    if record is not None and resume is not None:
        raise UsageError("`--resume` continues a file, `--record` begins a new one: use only one of them")
    for seat in who:
        try:
            check(seat)
        except UnknownSeat as wrong:
            raise UsageError(str(wrong)) from wrong


def _load(
    game: str | None, mode: str | None, variants: Sequence[str], packs: Sequence[str], rulings: Mapping[str, str]
) -> Game | None:
    """The named game, or the first available one."""
    chosen = game or next(iter(games()), None)
    if chosen is None:
        return None
    return load(chosen, mode, variants, [*packs_for(chosen), *packs] if packs else None, rulings)


# ------------------------------------------------------------------------------------------------- laying the table


def _lay(game: Game | None, name: str | None, packs: Sequence[str], wishes: _PlayOptions) -> Match:
    """A new match, or a saved one."""
    if game is None:
        assert wishes.resume is not None
        return resume(wishes.resume, game=name, packs=packs or None, record=True)
    records = saved_matches.left(game) if wishes.resume == LAST or _may_offer(wishes) else []
    if wishes.resume == LAST and not records:
        raise UsageError(f"no match of {game.name} was saved; `botwright play {name or game.name}` begins one")
    records = [left for left in records if wishes.seed in (None, left.record.seed)]
    if records and (wishes.resume == LAST or _wanted(records[0])):
        return resume(records[0].path, game=game, record=True)
    seats = _seats(game, wishes)
    people = [seat for seat, who in seats.items() if who == "human"]
    record, seed = wishes.record, wishes.seed
    if people and at_terminal():
        now = datetime.now()
        seed = _fresh() if seed is None and record is None else seed
        record = record if record is not None else saved_matches.new_path(game.name, now)
        if record is None:
            note("the match cannot be saved: the folder of your matches is not writable")
    return begin(game, {seat: None if who == "human" else who for seat, who in seats.items()}, seed, record)


def _may_offer(wishes: _PlayOptions) -> bool:
    """Whether a person is there to be offered an unfinished match."""
    return at_terminal() and not wishes.bots and wishes.record is None and (not wishes.who or "human" in wishes.who)


def _wanted(left: object) -> bool:
    """Ask whether to resume an unfinished match."""
    assert isinstance(left, saved_matches.SavedMatch)
    say([f"You have an unfinished match: {left.words(datetime.now())}."])
    while True:
        answer = read_line("Resume it? Enter: yes, n: start a new one, d: delete it> ")
        match answer.strip().lower() if answer is not None else "q":
            case "" | "y" | "yes":
                return True
            case "n" | "no":
                return False
            case "d" | "delete":
                saved_matches.forget(left.path)
                return False
            case "q" | "quit":
                raise click.exceptions.Exit(0)
            case _:
                continue


def _fresh() -> int:
    return randbelow(1_000_000)


def _seats(game: Game, wishes: _PlayOptions) -> dict[str, str]:
    """The seats by name, each with its player."""
    least, most = game.players
    number = wishes.players if wishes.players is not None else max(least, min(2, most), len(wishes.who))
    if not least <= number <= most:
        raise UsageError(f"{game.name} is for {least} to {most} players")
    if len(wishes.who) > number:
        raise UsageError(f"{len(wishes.who)} sit here, but only {number} play")
    sitting = [*wishes.who] or (["human"] if at_terminal() and not wishes.bots else [])
    names = seat_names(number)
    return {name: sitting[index] if index < len(sitting) else "random" for index, name in enumerate(names)}


def _sitting(match: Match, who: Sequence[str], bots: bool) -> dict[str, str]:
    """The player at each seat: first from the command, then from the record.

    A record never holds the command of a program (`tools.matches.record.without_command`), so a seat where a program
    played must be named again on the command line.
    """
    if len(who) > len(match.seats):
        raise UsageError(f"{len(who)} sit here, but only {len(match.seats)} play")
    usual = "human" if at_terminal() and not bots else "random"
    noted = {} if bots else match.bots
    sitting = {seat: noted.get(seat, usual) for seat in match.seats} | dict(zip(match.seats, who, strict=False))
    unnamed = [seat for seat, player in sitting.items() if player == PROGRAM]
    if unnamed:
        seats = " and ".join(unnamed)
        raise UsageError(f"a program played for {seats}: pass `--seat` once for each seat to say who plays now")
    return sitting


# ----------------------------------------------------------------------------------------------------------- playing


def _match(session: PlaySession) -> End:
    if session.people:
        return play(session)
    _watch(session)
    return "over"


def _step_through(session: PlaySession, loaded: Game) -> None:
    """Look at the match again, step by step, as its only player saw it."""
    if not session.kept:
        note("the match was not saved, so there is nothing to step through")
        return
    viewer = session.people[0] if len(session.people) == 1 else None
    replay.look_through(Timeline(loaded, read_record(session.kept), ReplayViewer(viewer, False)))


def _watch(session: PlaySession) -> None:
    """Bots only: print events as they happen, then the winner."""
    shown = 0
    try:
        while True:
            spoken = session.schema.spoken
            say(printable("  " * event.depth + spoken(event.words)) for event in session.since(None, shown))
            shown = session.match.logged
            if not session.step():
                break
    finally:
        session.close()
    say(session.ink().lines([*session.warned(), session.result()]))
    note(*map(printable, session.bots.notes))
