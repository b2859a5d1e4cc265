"""`botwright play`: a match in the terminal."""

from __future__ import annotations

import click

from tools.cli.common import Refusal
from tools.cli.group import unknown
from tools.cli.output import say


@click.command
@click.argument("game", required=False)
@click.option("--mode", help="A mode of the game.")
@click.option("--seed", type=int, help="Play the same match again.")
def command(game: str | None, mode: str | None, seed: int | None) -> int:
    """Play a match of GAME in the terminal; without a GAME, the first that comes with Botwright."""
    from tools.resources import shipped_rulesets

    games = shipped_rulesets()
    if game is not None and game not in games:
        raise Refusal(unknown("game", game, games))
    chosen = game or next(iter(games), None)
    if chosen is None:
        say(["There is no game here yet; `botwright new game NAME` begins one."])
    else:
        say([f"This would be a match of {chosen}{f' in the mode {mode}' if mode else ''}: the table is not laid yet."])
    return 0
