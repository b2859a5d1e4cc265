"""`botwright clauses`: how much of a rulebook is enforced and tested, and whether the tests would notice its
absence.
"""

from __future__ import annotations

import click

from tools.clauses import ClauseQuery, coverage
from tools.cli.common import UsageError, game_folder, pattern_of
from tools.cli.output import progress, say
from tools.cli.terminal import complain
from tools.report.clause_coverage import lines


@click.command
@click.argument("game", type=click.Path())
@click.option(
    "--format",
    type=click.Choice(["table", "json", "markdown"]),
    default="table",
    show_default=True,
    help="A summary, JSON, or a table of all clauses.",
)
@click.option("-k", "pattern", metavar="RE", help="Only clauses whose id matches.")
@click.option("--prove", is_flag=True, help="Remove the rules that cite a clause: does one of its scenarios fail?")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Number of processes (0: automatic).")
@click.option(
    "--strict", is_flag=True, help="Exit with 1 if a clause is not enforced, tested or proved."
)  # fmt: skip
def command(game: str, format: str, pattern: str | None, prove: bool, jobs: int, strict: bool) -> int:
    """Show which clauses of the rulebook of GAME are enforced and tested. GAME is a name or a folder.

    A clause is enforced if a rule cites it, and tested if a passing scenario cites it. With --prove, each place that
    cites a clause is removed in turn, and the scenarios of the clause are run. If the rules do not check without the
    place, it is emptied or changed instead. A clause is proved if one of its scenarios fails without one of its
    places; other places whose removal goes undetected are listed. A scenario that no longer parses proves nothing.

    Exit codes: 0 success; 1 the rules have errors, or with --strict something is missing; 2 wrong usage.
    """
    path = game_folder(game)
    report = coverage(path, asked=ClauseQuery(pattern_of(pattern), prove, jobs, progress("tried {} of {} places")))
    if pattern is not None and not report.clauses and not report.findings.diagnostics:
        raise UsageError(f"no clause of `{report.game}` fits `{pattern}`")
    if report.findings.diagnostics:
        complain(report.findings)
    say(lines(report, format))
    unproved = report.proof is not None and report.proof.unproved
    missing = strict and (report.unenforced or report.untested or unproved)
    return max(report.findings.exit_code(), int(bool(missing)))
