"""`botwright play`: a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tools.cli.common import Refusal
from tools.cli.output import note, say
from tools.cli.terminal import complain
from tools.report.findings import Findings

if TYPE_CHECKING:
    from tools.matches import Game

WRONG_USE = ("BW6111", "BW2012", "BW6004")
"""What somebody named is not there: the command is wrong, not the game."""


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="A mode of the game.")
@click.option("--variant", "variants", multiple=True, help="A variant that is on; may be given several times.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed and answers give the same match.")
@click.option("--players", type=int, help="How many play; as few as can, if nothing is said.")
@click.option("--pack", "packs", multiple=True, help="A pack of yours that joins in, by path or id.")
@click.option("--bots", is_flag=True, help="Nobody is asked: all seats answer by chance.")
@click.option("--record", type=click.Path(dir_okay=False), help="Write every answer to a file; go on from there later.")
def command(
    game: str | None,
    mode: str | None,
    variants: tuple[str, ...],
    seed: int,
    players: int | None,
    packs: tuple[str, ...],
    bots: bool,
    record: str | None,
) -> int:
    """Play a match of GAME in the terminal; without a GAME, the first that comes with Botwright.

    The first seat is yours, the others answer by chance. Without a terminal all do, and the match is played to its end.
    A match that was recorded and left goes on when the same command is given again.
    """
    from interpreter.faults import diagnostic
    from interpreter.scope import RuleError
    from tools.matches import MatchFault, load
    from tools.matches.finding import games, packs_for

    chosen = game or next(iter(games()), None)
    if chosen is None:
        say(["There is no game here yet; `botwright new game NAME` begins one."])
        return 0
    try:
        loaded = load(chosen, mode, variants, [*packs_for(chosen), *packs] if packs else None)
    except MatchFault as wrong:
        complain(Findings(wrong.diagnostics))
        return 2 if game is None or wrong.code in WRONG_USE else 1
    try:
        _play(loaded, _seats(loaded, players), seed, bots, record)
    except MatchFault as wrong:
        complain(Findings(wrong.diagnostics))
        return 1
    except RuleError as broken:
        complain(Findings((diagnostic(broken, loaded.world()),), loaded.sources))
        return 1
    return 0


def _seats(game: Game, players: int | None) -> Sequence[str]:
    from tools.playing import seat_names

    least, most = game.players
    number = players if players is not None else max(least, min(2, most))
    if not least <= number <= most:
        raise Refusal(f"{game.name} is for {least} to {most} players")
    return seat_names(number)


def _play(game: Game, seats: Sequence[str], seed: int, bots: bool, record: str | None) -> None:
    from tools.playing import Session
    from tools.playing.laying import begin

    person = not bots and sys.stdin is not None and sys.stdin.isatty()
    with begin(game, seats, seed, record) as match:
        complain(Findings(match.notes))
        if match.answers:
            note(f"the match goes on after {match.answers} answers")
        session = Session(match, frozenset(seats[:1]) if person else frozenset(), _line, _write, seed)
        if not session.play() and record is not None:
            note("the match is kept: the same command goes on with it")


def _write(text: str) -> None:
    say([text])


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
