"""`botwright odds`: probabilities in a game."""

from __future__ import annotations

import click

from tools.cli.common import CommandFailed, finish
from tools.cli.terminal import complain
from tools.matches.errors import Unplayable
from tools.matches.games import load
from tools.odds import BadQuestion, as_json, as_table, ask
from tools.report.findings import CommandOutput, DiagnosticReport


@click.command
@click.argument("game")
@click.argument("question", metavar="EXPR")
@click.option("--mode", help="Mode of the game.")
@click.option("--pack", "packs", multiple=True, help="Pack to use, by path or id (default: all packs of the game).")
@click.option(
    "--samples", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="Number of random tries."
)
@click.option(
    "--most",
    type=click.IntRange(0, 10_000_000),
    default=50_000,
    show_default=True,
    help="Number of possibilities to enumerate; beyond that, sample.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed for the random tries.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="Output format.")
def command(
    game: str, question: str, mode: str | None, packs: tuple[str, ...], samples: int, most: int, seed: int, format: str
) -> int:
    """Compute how likely EXPR is in GAME.

    Write setup and sentences first, then the question, separated by `;`:

        botwright odds GAME "roll 2 of D6 as dice; sum(dice, value) is 7"

    The result is exact if all possibilities can be enumerated. If there are too many, or players have to choose, it is
    estimated from random tries, in which players choose at random, and shown with a confidence range.
    """
    try:
        loaded = load(game, mode, packs=packs or None)
        odds = ask(loaded, question, most=most, samples=samples, seed=seed)
    except Unplayable as wrong:
        complain(DiagnosticReport(wrong.diagnostics[:1]))  # the other formats belong to `check`
        return 1
    except BadQuestion as wrong:
        if wrong.words:
            raise CommandFailed(wrong.words) from wrong
        complain(wrong.report)
        return 1
    return finish(CommandOutput(as_json(loaded, question, odds) if format == "json" else as_table(odds)))
