"""`botwright simulate`: plays many matches between bots and counts the results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

import tools.simulation.card_wins as card_wins
import tools.simulation.pair_results as pair_results
from dsl.lazy import lazy_module
from tools.cli.common import CommandFailed, UsageError, finish
from tools.cli.output import note
from tools.cli.rulings import readings, ruling_option
from tools.cli.terminal import complain
from tools.matches.errors import Unplayable
from tools.matches.games import load
from tools.report.findings import CommandOutput, DiagnosticReport
from tools.simulation import SimulationJob, UnknownSeat, as_json, as_table, simulate
from tools.simulation.card_watch import NoSuchCards, counted_cards
from tools.simulation.heat_map import as_svg
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame
from tools.simulation.pair_results import as_csv, as_text, contest, settled_words
from tools.simulation.progress import ProgressBar
from tools.simulation.round_robin import NoRoundRobin, contenders
from tools.simulation.summary import failures

if TYPE_CHECKING:
    from tools.cluster import study
    from tools.matches.games import Game
    from tools.simulation.match import SimulatedGame
    from tools.simulation.totals import Totals
else:
    study = lazy_module("tools.cluster.study")

INTERRUPTED = 130
"""The exit code of a command that was stopped with Ctrl-C."""


@click.command
@click.argument("game")
@click.option(
    "-n",
    "games",
    type=click.IntRange(1, 1_000_000_000),
    help="Number of matches (default: 1000, or 2 for each pair in a round robin).",
)
@click.option("--mode", help="Mode of the game.")
@click.option("--variant", "variants", multiple=True, help="Variant to use; repeatable.")
@ruling_option
@click.option("--pack", "packs", multiple=True, help="Pack to use, by path or id (default: all packs of the game).")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    help="Player at the next seat: `random`, `greedy`, `mcts`, `mcts:500`, `mcts:2s`, `cmd:./bot.py`.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the first match; the others use the next numbers."
)
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Number of processes (0: automatic).")
@click.option(
    "--on",
    metavar="CLUSTER",
    help="Play on a Dask cluster: `dask` starts one on this machine, `dask://HOST:PORT` names a scheduler.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="With --on: keep what is counted in this file, and go on from there if it exists.",
)
@click.option(
    "--most",
    type=click.IntRange(1),
    default=5_000,
    show_default=True,
    help="Give up on a match after this many decisions.",
)
@click.option(
    "--records", type=click.Path(file_okay=False), default=".", help="Folder for the records of failed matches."
)
@click.option(
    "--round-robin",
    "kind",
    is_flag=False,
    flag_value="",
    metavar="[KIND]",
    help="Play every pair of cards of this kind (default: the kind that players choose from).",
)
@click.option(
    "--cards",
    "cards",
    is_flag=False,
    flag_value="",
    metavar="[KIND]",
    help="Count how often the side won that had each card (default: cards of every kind).",
)
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="Also write the round robin or the cards to a file: .csv, .json, or .svg for a picture.",
)
@click.option("--progress", is_flag=True, help="Show progress even without a terminal.")
@click.option(
    "--format",
    type=click.Choice(["full", "json", "csv", "svg"]),
    default="full",
    show_default=True,
    help="Output format; csv and svg are for a round robin and for cards.",
)
def command(
    game: str, games: int | None, mode: str | None, variants: tuple[str, ...], rulings: tuple[str, ...],
    packs: tuple[str, ...], seats: tuple[str, ...], seed: int, jobs: int, on: str | None,
    resume: str | None, most: int, records: str, kind: str | None,
    cards: str | None, outputs: tuple[str, ...], progress: bool, format: str,
) -> int:  # fmt: skip
    """Play many matches of GAME between bots and count the results.

    The same seed gives the same totals, with any number of jobs. A match that fails is reported with its seed and
    leaves its record; the others continue, and the exit code is 1.

    Ctrl-C prints what was counted until then.

    With --on, the matches are played on a Dask cluster, with the same totals; it needs the extra `dask`.

    With --round-robin, every pair of cards of a kind meets: each bot picks its card when it is offered, at one seat and
    then at the other, and the table shows who wins against whom.

    With --cards, the table shows for each card how many sides had it in play, and how many of them won.
    """
    settled = readings(rulings)
    try:
        loaded = load(game, mode, variants, packs or None, settled)
        players = seated(loaded, seats)
    except Unplayable as wrong:
        complain(DiagnosticReport(wrong.diagnostics[:1]))  # the other formats belong to `check`
        return 1
    except UnknownSeat as wrong:
        raise UsageError(str(wrong)) from wrong
    picked, number = _contenders(loaded, kind, outputs, format, cards), games or 1_000
    if picked:
        number = (games or 2) * (len(picked) * (len(picked) - 1) // 2)
    hall = SimulatedGame(
        SimulationJob(game, mode, variants, packs or None, players, number, seed, most, picked, settled, cards), loaded
    )
    bar = ProgressBar(number, sys.stderr) if progress or (sys.stderr and sys.stderr.isatty()) else None
    gone = ""
    try:
        totals, seconds = _counted(hall, bar, jobs, on, resume, records)
    except study.ClusterGone as no:
        totals, seconds, gone = no.totals, no.seconds, str(no)
    if picked:
        _tell(hall, totals, format, outputs)
    elif cards is not None:
        _tell_cards(hall, totals, format, outputs)
    else:
        finish(CommandOutput((as_json if format == "json" else as_table)(hall, totals, seconds)))
    note(*failures(totals))
    if gone:
        note(gone)
    if totals.games < number:
        onwards = f"; go on with `--resume {resume}`" if resume else ""
        note(f"interrupted after {totals.games:,} of {number:,} games{onwards}")
        return INTERRUPTED
    return 1 if totals.errors else 0


def _counted(
    hall: SimulatedGame, bar: ProgressBar | None, jobs: int, on: str | None, resume: str | None, records: str
) -> tuple[Totals, float]:
    """The totals of the matches, played here or on a cluster."""
    if on is not None and on != "dask" and not on.startswith("dask://"):
        raise UsageError(f"`--on {on}`: write `dask`, or `dask://HOST:PORT` for a running scheduler")
    if resume is not None and on is None:
        raise UsageError("`--resume` goes with `--on`")
    seen = bar.show if bar else lambda totals: None
    try:
        if on is None:
            return simulate(hall, jobs, seen, records)
        return study.simulate_on(hall, on, jobs, seen, records, resume)
    except (study.NoCluster, study.NotResumed, study.OtherEngine) as no:
        raise CommandFailed(str(no)) from no
    except OSError as error:
        raise CommandFailed(f"no process could be started: {error.strerror or error}") from error
    finally:
        if bar is not None:
            bar.wipe()


def _contenders(
    game: Game, kind: str | None, outputs: tuple[str, ...], format: str, cards: str | None
) -> tuple[str, ...]:
    """The cards of a round robin; empty otherwise."""
    if kind is None and cards is None and (outputs or format in ("csv", "svg")):
        raise UsageError("csv and svg output needs `--round-robin` or `--cards`")
    if kind is not None and cards is not None:
        raise UsageError("`--round-robin` and `--cards` do not go together")
    wrong = [path for path in outputs if not path.endswith((".csv", ".json", ".svg"))]
    if wrong:
        raise UsageError(f"`{wrong[0]}` does not end in .csv, .json or .svg")
    try:
        if cards is not None:
            counted_cards(game.linked(), cards)
        return () if kind is None else contenders(game, kind)
    except (NoRoundRobin, NoSuchCards) as no:
        raise UsageError(str(no)) from no


def _tell(hall: SimulatedGame, totals: Totals, format: str, outputs: tuple[str, ...]) -> None:
    round_robin = contest(hall, totals)
    ways = {
        "full": lambda: as_text(round_robin, totals),
        "json": lambda: pair_results.as_json(round_robin, totals),
        "csv": lambda: as_csv(round_robin),
        "svg": lambda: as_svg(round_robin),
    }
    _write(ways, format, outputs)


def _tell_cards(hall: SimulatedGame, totals: Totals, format: str, outputs: tuple[str, ...]) -> None:
    rows, title = card_wins.card_wins(hall.game.linked(), totals), settled_words(hall)
    ways = {
        "full": lambda: card_wins.as_text(rows, totals, title),
        "json": lambda: card_wins.as_json(rows, totals, hall.game.name, hall.game.mode),
        "csv": lambda: card_wins.as_csv(rows),
        "svg": lambda: card_wins.as_svg(rows, totals, title),
    }
    _write(ways, format, outputs)


def _write(ways: Mapping[str, Callable[[], str]], format: str, outputs: tuple[str, ...]) -> None:
    finish(CommandOutput(ways[format]()))
    for path in outputs:
        finish(CommandOutput(ways[path.rsplit(".", 1)[-1]]()), path)
