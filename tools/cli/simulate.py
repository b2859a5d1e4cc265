"""`botwright simulate`: many matches between bots, counted."""

from __future__ import annotations

import sys

import click

from tools.cli.common import Failure, Refusal, finish
from tools.cli.output import note
from tools.cli.terminal import complain


@click.command
@click.argument("game")
@click.option(
    "-n", "games", type=click.IntRange(1, 1_000_000_000), default=1_000, show_default=True, help="How many matches."
)
@click.option("--mode", help="A mode of the game.")
@click.option("--variant", "variants", multiple=True, help="A variant that is on.")
@click.option(
    "--pack", "packs", multiple=True, help="A pack that joins in, by path or id; all of the game if none is named."
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    help="Who sits at the next seat: `random`, `greedy`, `mcts`, `mcts:500`, `cmd:./bot.py`.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the first match; the others have the next numbers."
)
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Processes to use; 0 chooses.")
@click.option(
    "--most", type=click.IntRange(1), default=5_000, show_default=True, help="Decisions of a match; then it is left."
)
@click.option(
    "--records", type=click.Path(file_okay=False), default=".", help="Where the records of failed matches go."
)
@click.option("--progress", is_flag=True, help="Show how far it is, even without a terminal.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to print.")
def command(
    game: str, games: int, mode: str | None, variants: tuple[str, ...], packs: tuple[str, ...], seats: tuple[str, ...],
    seed: int, jobs: int, most: int, records: str, progress: bool, format: str,
) -> int:  # fmt: skip
    """Play many matches of GAME between bots and count what comes of them.

    The same seed gives the same totals, with any number of jobs. A match that fails is named with its seed and leaves
    its record behind; the others go on, and the exit code is 1.
    """
    from tools.matches.faults import Unplayable
    from tools.matches.games import load
    from tools.report.findings import Answer, Findings
    from tools.simulation import Order, UnknownSeat, as_json, as_table, simulate
    from tools.simulation.match import Hall
    from tools.simulation.order import seated
    from tools.simulation.progress import Bar
    from tools.simulation.telling import failures

    try:
        loaded = load(game, mode, variants, packs or None)
        players = seated(loaded, seats)
    except Unplayable as wrong:
        complain(Findings(wrong.diagnostics[:1]))  # the others are those of a check
        return 1
    except UnknownSeat as wrong:
        raise Refusal(str(wrong)) from wrong
    hall = Hall(Order(game, mode, variants, packs or None, players, games, seed, most), loaded)
    bar = Bar(games, sys.stderr) if progress or (sys.stderr and sys.stderr.isatty()) else None
    try:
        totals, seconds = simulate(hall, jobs, bar.show if bar else lambda totals: None, records)
    except OSError as error:
        raise Failure(f"no process could be started: {error.strerror or error}") from error
    finally:
        if bar is not None:
            bar.wipe()
    finish(Answer((as_json if format == "json" else as_table)(hall, totals, seconds)))
    note(*failures(totals))
    return 1 if totals.errors else 0
