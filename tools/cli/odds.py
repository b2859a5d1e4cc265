"""`botwright odds`: probabilities in a game."""

from __future__ import annotations

import click

from tools.cli.common import CommandFailed, finish
from tools.cli.terminal import complain


@click.command
@click.argument("game")
@click.argument("question", metavar="EXPR")
@click.option("--mode", help="A mode of the game.")
@click.option(
    "--pack", "packs", multiple=True, help="A pack that joins in, by path or id; all of the game if none is named."
)
@click.option(
    "--samples", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="How often to try."
)
@click.option(
    "--most",
    type=click.IntRange(0, 10_000_000),
    default=50_000,
    show_default=True,
    help="Ways to go through; beyond, try.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same tries.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to print.")
def command(
    game: str, question: str, mode: str | None, packs: tuple[str, ...], samples: int, most: int, seed: int, format: str
) -> int:
    """How likely is EXPR in GAME?

    EXPR is what is asked, behind what is done first and what is given, all set apart by `;`:

        botwright odds GAME "roll 2 of D6 as dice; sum(dice, value) is 7"

    Chances are exact where all that can be drawn is gone through. Where that is too much, or players have to choose on
    the way, it is tried many times, players choose by chance, and a range tells how sure the figure is.
    """
    from tools.matches.errors import Unplayable
    from tools.matches.games import load
    from tools.odds import BadQuestion, as_json, as_table, ask
    from tools.report.findings import CommandOutput, DiagnosticReport

    try:
        loaded = load(game, mode, packs=packs or None)
        odds = ask(loaded, question, most=most, samples=samples, seed=seed)
    except Unplayable as wrong:
        complain(DiagnosticReport(wrong.diagnostics[:1]))  # the others are those of a check
        return 1
    except BadQuestion as wrong:
        if wrong.words:
            raise CommandFailed(wrong.words) from wrong
        complain(wrong.report)
        return 1
    return finish(CommandOutput(as_json(loaded, question, odds) if format == "json" else as_table(odds)))
