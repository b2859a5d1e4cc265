"""`botwright clauses`: how much of a rulebook the rules enforce, and how much of that is tested."""

from __future__ import annotations

import click

from tools.cli.common import game_folder
from tools.cli.output import say
from tools.cli.terminal import complain


@click.command
@click.argument("game", type=click.Path())
@click.option(
    "--format",
    type=click.Choice(["table", "json", "markdown"]),
    default="table",
    show_default=True,
    help="A summary, JSON, or a table of all clauses.",
)
@click.option("--strict", is_flag=True, help="Clauses that are not enforced or not tested count for the exit code.")
def command(game: str, format: str, strict: bool) -> int:
    """Show which clauses of the rulebook of GAME are enforced and tested. GAME is a name or a folder."""
    path = game_folder(game)
    from tools.clauses import coverage
    from tools.report.coverage import lines

    found = coverage(path)
    if found.findings.diagnostics:
        complain(found.findings)
    say(lines(found, format))
    missing = strict and (found.unenforced or found.untested)
    return max(found.findings.exit_code(), int(bool(missing)))
