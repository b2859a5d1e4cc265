"""`botwright play`: a match in the terminal."""

from __future__ import annotations

import sys

import click

from tools.cli.common import Refusal
from tools.cli.group import unknown
from tools.cli.output import say


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="A mode of the game.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed and answers give the same match.")
@click.option("--players", type=int, help="How many play; as few as can, if nothing is said.")
@click.option("--pack", "packs", multiple=True, help="A pack of yours that joins in, by path or id.")
@click.option("--bots", is_flag=True, help="Nobody is asked: all seats answer by chance.")
def command(
    game: str | None, mode: str | None, seed: int, players: int | None, packs: tuple[str, ...], bots: bool
) -> int:
    """Play a match of GAME in the terminal; without a GAME, the first that comes with Botwright.

    The first seat is yours, the others answer by chance. Without a terminal all do, and the match is played to its end.
    """
    from interpreter.scope import RuleError
    from tools.playing import Session, seat_names
    from tools.playing.laying import begin, games, lay, number_of_seats

    known = games()
    if game is not None and game not in known:
        raise Refusal(unknown("game", game, known))
    chosen = game or next(iter(known), None)
    if chosen is None:
        say(["There is no game here yet; `botwright new game NAME` begins one."])
        return 0
    laid = lay(chosen, packs)
    if laid.program is None or not laid.playable:
        raise Refusal(f"{chosen} has mistakes, so it cannot be played: `botwright check` tells them")
    least, most = number_of_seats(laid.program)
    number = players or max(least, min(2, most))
    if not least <= number <= most:
        raise Refusal(f"{chosen} is for {least} to {most} players")
    seats = seat_names(number)
    person = not bots and sys.stdin.isatty()
    try:
        session = Session(
            begin(laid.program, seats, seed, mode), frozenset(seats[:1]) if person else frozenset(), _line, _write, seed
        )
        session.play()
    except RuleError as wrong:
        say([f"error[{wrong.code}]: {wrong.message}"])
        return 1
    return 0


def _write(text: str) -> None:
    say([text])


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
