"""`botwright play`: plays a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click
from attrs import frozen

from tools.cli.common import UsageError, color_option
from tools.cli.output import note, say
from tools.cli.rulings import readings, ruling_option
from tools.cli.terminal import colour_on, complain
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport

if TYPE_CHECKING:
    from tools.drawing.styled_text import TextStyle
    from tools.matches import Game, Match
    from tools.play import PlaySession

WRONG_USE = ("BW6111", "BW2012", "BW6004")
"""What somebody named is not there: the command is wrong, not the game."""
PIPED = (80, 60)
"""The width and height of a screen that is none."""
LAST = "last"


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="A mode of the game.")
@click.option("--variant", "variants", multiple=True, help="A variant that is on; may be given several times.")
@ruling_option
@click.option(
    "--seat",
    "who",
    multiple=True,
    help="Who sits at the next seat: human, random, greedy, mcts, mcts:500 or cmd:PROGRAM; once for each seat.",
)
@click.option("--players", type=int, help="How many play; as few as can, if nothing is said.")
@click.option("--bots", is_flag=True, help="Nobody is asked: all seats answer by chance.")
@click.option("--seed", type=int, help="The same seed and answers give the same match.")
@click.option("--pack", "packs", multiple=True, help="A pack of yours that joins in, by path or id.")
@click.option(
    "--record", type=click.Path(dir_okay=False),
    help="Write every answer to a file; go on from there later. It holds everything, hidden cards too.",
)  # fmt: skip
@click.option("--resume", metavar="FILE", help="Go on with a match that was left; `last` is the one left last.")
@click.option("--no-undo", is_flag=True, help="Nothing can be taken back.")
@click.option("--all-events", is_flag=True, help="Tell also what only leads to other events.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain letters only.")
@color_option
def command(
    game: str | None, mode: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], who: tuple[str, ...],
    players: int | None, bots: bool, seed: int | None, packs: tuple[str, ...], record: str | None,
    resume: str | None, no_undo: bool, all_events: bool, ascii_only: bool, color: str,
) -> int:  # fmt: skip
    """Play a match of GAME in the terminal; without a GAME, the first that comes with Botwright.

    Unless you say who sits where, the first seat is yours and the others answer by chance. Without a terminal all do,
    and the match is played to its end. What you play is kept as it happens: a match that was left or killed is offered
    the next time.
    """
    from interpreter.explain.seat_knowledge import keeps_secrets
    from interpreter.instrument.faults import diagnostic, for_players
    from interpreter.model.environment import RuleError
    from tools.matches import MatchFault
    from tools.play import PlaySession

    _check(who, bots, record, resume)
    settled = readings(rulings)
    if settled and resume is not None and resume != LAST:
        raise UsageError("a match that was left goes on with its own rulings: leave `--ruling` away")
    loaded: Game | None = None
    try:
        if resume is None or resume == LAST:
            loaded = _load(game, mode, variants, packs, settled)
            if loaded is None:
                say(["There is no game here yet; `botwright new game NAME` begins one."])
                return 0
        with _lay(loaded, game, packs, _PlayOptions(who, players, bots, seed, record, resume)) as match:
            loaded = match.game
            complain(DiagnosticReport(match.notes))
            if match.answers:
                note(f"the match goes on after {match.answers} answers")
            who_sits = _sitting(match, who, bots)
            _play(PlaySession(match, who_sits, lambda: _ink(ascii_only, color), not no_undo, all_events))
    except MatchFault as wrong:
        complain(DiagnosticReport(wrong.diagnostics))
        return 2 if wrong.code in WRONG_USE and loaded is None else 1
    except RuleError as broken:
        assert loaded is not None
        linked = loaded.linked()
        text = (
            for_players if not bots and keeps_secrets(linked) else diagnostic
        )  # somebody at the keyboard would read it
        complain(DiagnosticReport((text(broken, linked),), loaded.sources))
        return 1
    return 0


@frozen
class _PlayOptions:
    """What the command says about a match."""

    who: Sequence[str]
    players: int | None
    bots: bool
    seed: int | None
    record: str | None
    resume: str | None


def _check(who: Sequence[str], bots: bool, record: str | None, resume: str | None) -> None:
    from tools.seats import UnknownSeat, check

    if bots and who:
        raise UsageError("`--bots` lets all seats answer by chance, `--seat` says who sits there: choose one")
    if record is not None and resume is not None:
        raise UsageError("`--resume` goes on in the same file, `--record` begins one: choose one")
    for name in who:
        try:
            check(name)
        except UnknownSeat as wrong:
            raise UsageError(str(wrong)) from wrong


def _load(
    game: str | None, mode: str | None, variants: Sequence[str], packs: Sequence[str], rulings: Mapping[str, str]
) -> Game | None:
    """The game that somebody named, or the first that there is."""
    from tools.matches import load
    from tools.matches.game_index import games, packs_for

    chosen = game or next(iter(games()), None)
    if chosen is None:
        return None
    return load(chosen, mode, variants, [*packs_for(chosen), *packs] if packs else None, rulings)


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


# ------------------------------------------------------------------------------------------------- laying the table


def _lay(game: Game | None, name: str | None, packs: Sequence[str], wishes: _PlayOptions) -> Match:
    """A new match, or one that was left."""
    from datetime import datetime

    from tools.matches import resume
    from tools.play import saved_matches
    from tools.play.open_match import begin

    if game is None:
        assert wishes.resume is not None
        return resume(wishes.resume, game=name, packs=packs or None, record=True)
    saved = saved_matches.left(game) if wishes.resume == LAST or _may_offer(wishes) else []
    if wishes.resume == LAST and not saved:
        raise UsageError(f"no match of {game.name} was left; `botwright play {name or game.name}` begins one")
    saved = [left for left in saved if wishes.seed in (None, left.record.seed)]
    if saved and (wishes.resume == LAST or _wanted(saved[0])):
        return resume(saved[0].path, game=game, record=True)
    seats = _seats(game, wishes)
    people = [seat for seat, who in seats.items() if who == "human"]
    record, seed = wishes.record, wishes.seed
    if people and _at_terminal():
        now = datetime.now()
        seed = _fresh() if seed is None and record is None else seed
        record = record if record is not None else saved_matches.new_path(game.name, now)
        if record is None:
            note("the match cannot be kept: nothing can be written to the folder of your matches")
    return begin(game, {seat: None if who == "human" else who for seat, who in seats.items()}, seed, record)


def _may_offer(wishes: _PlayOptions) -> bool:
    """Whether somebody is there who might want to go on with a match that was left."""
    return _at_terminal() and not wishes.bots and wishes.record is None and (not wishes.who or "human" in wishes.who)


def _wanted(left: object) -> bool:
    """Ask whether to go on with a match that was left."""
    from datetime import datetime

    from tools.play import saved_matches

    assert isinstance(left, saved_matches.SavedMatch)
    say([f"A match was left: {left.words(datetime.now())}."])
    while True:
        answer = _line("Go on with it? Enter: yes, n: begin a new one, d: drop it> ")
        match answer.strip().lower() if answer is not None else "q":
            case "" | "y" | "yes":
                return True
            case "n" | "no":
                return False
            case "d" | "drop":
                saved_matches.forget(left.path)
                return False
            case "q" | "quit":
                raise click.exceptions.Exit(0)
            case _:
                continue


def _fresh() -> int:
    from secrets import randbelow

    return randbelow(1_000_000)


def _seats(game: Game, wishes: _PlayOptions) -> dict[str, str]:
    """The seats by name, and who sits there."""
    from tools.play import seat_names

    least, most = game.players
    number = wishes.players if wishes.players is not None else max(least, min(2, most), len(wishes.who))
    if not least <= number <= most:
        raise UsageError(f"{game.name} is for {least} to {most} players")
    if len(wishes.who) > number:
        raise UsageError(f"{len(wishes.who)} sit here, but only {number} play")
    sitting = [*wishes.who] or (["human"] if _at_terminal() and not wishes.bots else [])
    names = seat_names(number)
    return {name: sitting[index] if index < len(sitting) else "random" for index, name in enumerate(names)}


def _sitting(match: Match, who: Sequence[str], bots: bool) -> dict[str, str]:
    """Who sits at the seats of a match: first as the command says, then as the record notes.

    A record never holds the command of a program (`tools.matches.record.without_command`), so a seat where a program
    sat needs a word of the person who starts this one.
    """
    from tools.seats import PROGRAM

    if len(who) > len(match.seats):
        raise UsageError(f"{len(who)} sit here, but only {len(match.seats)} play")
    usual = "human" if _at_terminal() and not bots else "random"
    noted = {} if bots else match.bots
    sitting = {seat: noted.get(seat, usual) for seat in match.seats} | dict(zip(match.seats, who, strict=False))
    unnamed = [seat for seat, player in sitting.items() if player == PROGRAM]
    if unnamed:
        seats = " and ".join(unnamed)
        raise UsageError(f"a program played for {seats}: pass `--seat` once for each seat to say who plays now")
    return sitting


# ----------------------------------------------------------------------------------------------------------- playing


def _play(session: PlaySession) -> None:
    from tools.play import Hotseat

    if not session.people:
        _watch(session)
        return
    _prepare_lines()
    end = Hotseat(session, _line, say, _clear, unattended=not _at_terminal()).play()
    note(*map(printable, session.bots.notes))
    _kept(session, end == "over")


def _watch(session: PlaySession) -> None:
    """Bots alone: what happens is told as it happens, then who has won."""
    shown = 0
    try:
        while True:
            say(printable("  " * event.depth + event.words) for event in session.since(None, shown))
            shown = session.match.logged
            if not session.step():
                break
    finally:
        session.close()
    say(session.ink().lines([*session.warned(), session.result()]))
    note(*map(printable, session.bots.notes))


def _kept(session: PlaySession, over: bool) -> None:
    """Say where a match is kept."""
    from tools.play import saved_matches

    match = session.match
    path = match.path
    if path is None:
        return
    match.close()
    if over:
        new = saved_matches.over(path)
        note(f"the match is kept: botwright replay {printable(new)}")
    elif saved_matches.is_ours(path):
        note(f"the match is kept: `botwright play {printable(_words(session))}` goes on with it")
    else:
        note("the match is kept: the same command goes on with it")


def _words(session: PlaySession) -> str:
    """What must be said to find a match again: its game, and how it is played where that is not the usual way."""
    from interpreter.link.linked_program import settings_of

    game = session.match.game
    arguments = [game.where.get(game.name, game.name)]
    usual = dict(settings_of(game.linked().program.symbols.ruleset)).get("default_mode")
    arguments += ["--mode", game.mode] if game.mode and game.mode != usual else []
    arguments += [word for variant in game.variants for word in ("--variant", variant)]
    arguments += [
        word for name, reading in session.schema.readings.items() for word in ("--ruling", f"{name}={reading}")
    ]
    return " ".join(arguments)


# ---------------------------------------------------------------------------------------------------------- terminal


def _ink(ascii_only: bool, color: str) -> TextStyle:
    import os
    from shutil import get_terminal_size

    from tools.drawing.styled_text import TextStyle

    terminal = sys.stdout is not None and sys.stdout.isatty()
    size = get_terminal_size(PIPED) if terminal else PIPED
    many = "256" in os.environ.get("TERM", "") or bool(os.environ.get("COLORTERM"))
    plain = ascii_only or (terminal and not _speaks_unicode())
    return TextStyle(colour=colour_on(color), many_colours=many, ascii=plain, width=max(40, size[0]), height=size[1])


def _speaks_unicode() -> bool:
    import locale

    return locale.getencoding().lower().replace("-", "") == "utf8"


def _prepare_lines() -> None:
    """Lines can be edited; what one player typed is not offered to the next."""
    if not _at_terminal():
        return
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
    readline.parse_and_bind("set enable-bracketed-paste off")


def _clear() -> None:
    """Nothing of what was on the screen can be seen or scrolled to."""
    import os

    if sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
        sys.stdout.flush()
    else:
        say([""] * 3)


def _line(prompt: str) -> str | None:
    """A typed line; one that comes from elsewhere is shown where a person would have typed it."""
    try:
        typed = input(prompt)
    except (EOFError, KeyboardInterrupt):
        say([""])
        return None
    if not _at_terminal():
        say([printable(typed)])
    return typed
