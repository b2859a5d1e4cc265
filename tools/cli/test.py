"""`botwright test`: runs scenarios, measures their coverage, and finds changes to the rules that they do not notice."""

from __future__ import annotations

import click

from tools.cli.common import STDIN, UsageError, color_option, existing, pattern_of, project_settings

FORMATS = ("full", "json", "junit")


@click.command
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("-k", "pattern", metavar="RE", help="Only scenarios whose name, or a clause that they cite, matches.")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Processes to use; 0 chooses.")
@click.option("--shuffle", type=int, metavar="SEED", help="Run in an order by chance; the results are the same.")
@click.option("--coverage", is_flag=True, help="Tell which rules, branches, cards and clauses have run.")
@click.option("--coverage-html", type=click.Path(dir_okay=False), help="Write the coloured source to a page.")
@click.option("--mutate", is_flag=True, help="Change the rules in small ways and list what no scenario notices.")
@click.option("--sample", type=click.IntRange(0), default=200, show_default=True, help="Changes to try; 0 tries all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which changes are tried.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes; Ctrl-C ends.")
@click.option("--format", type=click.Choice(FORMATS), default="full", show_default=True, help="How to print.")
@click.option("--max", "most", type=click.IntRange(min=0), help="Failures to show in full; 0 shows all.  [default: 20]")
@color_option
def command(
    paths: tuple[str, ...], pattern: str | None, jobs: int, shuffle: int | None, coverage: bool,
    coverage_html: str | None, mutate: bool, sample: int, seed: int, watch: bool, format: str, most: int | None,
    color: str,
) -> int:  # fmt: skip
    """Run the scenarios in rules and packs: files, folders, or packs.

    Without a PATH, those of the project around this folder are run, or else those that come with Botwright. Every
    scenario is strict: what is asked must be answered, every die laid down, every line used. It is also played again,
    taken back, forked and saved at every question, and tried with other hidden cards.

    Exit codes: 0 all pass, 1 something fails, or there are no scenarios, or a change is not noticed; 2 wrong use.
    """
    from tools.cli.run_scenarios import ScenarioRunOptions, once

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
    from tools.cli.watch import watched

    return watched(options.paths, lambda: once(options))
