"""`botwright bench`: benchmarks of this machine, as ratios measured in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.bench import GamesNotInstalled, NoPeers, bench, compile_bench, edit_bench, names
from tools.cli.common import CommandFailed, UsageError, finish
from tools.cli.group import unknown
from tools.report.findings import CommandOutput

if TYPE_CHECKING:
    from tools.bench import results, studio_page
    from tools.cluster import scale
else:
    results = lazy_module("tools.bench.results")
    studio_page = lazy_module("tools.bench.studio_page")
    scale = lazy_module("tools.cluster.scale")


@click.command
@click.argument("name", required=False)
@click.option("--rounds", type=click.IntRange(1, 1_000), default=15, show_default=True, help="Rounds for each side.")
@click.option(
    "--cards",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    show_default=True,
    help="compile: number of cards in the pack.",
)
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="compile: number of processes (0: automatic).")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="Output format.")
@click.option("--peers", is_flag=True, help="Also play the small games of OpenSpiel, if it is installed.")
def command(name: str | None, rounds: int, cards: int, jobs: int, format: str, peers: bool) -> int:
    """Run the benchmark NAME, or all of them.

    A NAME is one of the small games in tests/benchmarks (random playouts, against the same game by hand), or
    `fork` (against a copy of objects by hand), `triggers` (an event among many cards, against ten), `games` (whole
    games as generated Python, against the reference machine), `start` (cold starts, against a Python that does
    nothing), `decisions` (how long bots think), `compile` (a generated pack, against a bare parse of the same
    text), `edit` (how soon an editor is answered), `scale` (mass play on a Dask cluster of two local workers, against
    `simulate --jobs 2`), `studio` (how soon the page answers, in a browser, against the limits that people notice).
    """
    if name == "compile":
        return finish(compile_bench(format, cards=cards, jobs=jobs))
    if name == "scale":
        return finish(_scale(format))
    if name == "studio":
        return finish(_studio(format))
    if name == "edit":
        return finish(edit_bench(format, rounds))
    try:
        benchmarks = names()
        near = [benchmark for benchmark in benchmarks if name is not None and benchmark.startswith(name)]
        if name is not None and len(near) != 1 and name not in benchmarks:
            raise UsageError(unknown("measurement", name, benchmarks))
        chosen = [name] if name in benchmarks and name else near
        return finish(bench(chosen, format, rounds=rounds, cards=cards, jobs=jobs, beside_peers=peers))
    except (GamesNotInstalled, NoPeers) as missing:
        raise CommandFailed(str(missing)) from missing


def _scale(format: str) -> CommandOutput:
    try:
        measured = scale.scale()
    except scale.NoCluster as no:
        raise CommandFailed(str(no)) from no
    return CommandOutput((results.as_json if format == "json" else results.as_table)(measured))


def _studio(format: str) -> CommandOutput:
    try:
        return studio_page.studio_bench(format)
    except ModuleNotFoundError as missing:
        raise CommandFailed(f"`bench studio` needs `{missing.name}`: it is among the `dev` extra") from missing
    except studio_page.NoBrowser as no:
        raise CommandFailed(str(no)) from no
