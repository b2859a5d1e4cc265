"""`botwright test`: runs scenarios, measures their coverage, and finds changes to the rules that they do not notice."""

from __future__ import annotations

import click

from tools.cli.common import STDIN, UsageError, color_option, existing, pattern_of, project_settings
from tools.cli.run_scenarios import ScenarioRunOptions, once
from tools.cli.watch import watched

FORMATS = ("full", "json", "junit")


@click.command
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("-k", "pattern", metavar="RE", help="Only scenarios whose name or cited clause matches.")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Number of processes (0: automatic).")
@click.option("--shuffle", type=int, metavar="SEED", help="Run in random order; the results are the same.")
@click.option("--coverage", is_flag=True, help="Report which rules, branches, cards and clauses ran.")
@click.option("--coverage-html", type=click.Path(dir_okay=False), help="Write the coloured source as an HTML page.")
@click.option("--mutate", is_flag=True, help="Change the rules in small ways; list changes that no scenario detects.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=200,
    show_default=True,
    help="Number of changes to try, not counting those that do not check (0: all).",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed for the choice of changes.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes; stop with Ctrl-C.")
@click.option("--format", type=click.Choice(FORMATS), default="full", show_default=True, help="Output format.")
@click.option(
    "--max", "most", type=click.IntRange(min=0), help="Number of failures shown in full (0: all).  [default: 20]"
)
@color_option
def command(
    paths: tuple[str, ...], pattern: str | None, jobs: int, shuffle: int | None, coverage: bool,
    coverage_html: str | None, mutate: bool, sample: int, seed: int, watch: bool, format: str, most: int | None,
    color: str,
) -> int:  # fmt: skip
    """Run the scenarios in rules and packs: files, folders, or packs.

    Without a PATH, run those of the surrounding project, or else those that come with Botwright. Scenarios are strict:
    every question needs an answer, every die a result, and every line must be used. Each scenario is also replayed,
    undone, forked and saved at every question, and run with other hidden cards.

    Exit codes: 0 all pass; 1 a failure, no scenarios, or an undetected change; 2 wrong usage.
    """
    options = ScenarioRunOptions(
        paths=existing(paths or project_settings().paths),
        pattern=pattern_of(pattern),
        jobs=jobs,
        shuffle=shuffle,
        coverage=coverage,
        page=coverage_html,
        mutate=mutate,
        sample=sample,
        seed=seed,
        format=format,
        most=(20 if format == "full" else 0) if most is None else most,
        color=color,
    )
    if not watch:
        return once(options)
    if STDIN in options.paths:
        raise UsageError("`--watch` needs files: stdin cannot be watched")
    return watched(options.paths, lambda: once(options))
