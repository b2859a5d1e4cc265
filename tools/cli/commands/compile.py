"""`botwright compile`: the generated code of a rule or card beside its source."""

from __future__ import annotations

import click

from tools.cli.common import CommandFailed, finish
from tools.cli.terminal import complain
from tools.compiled_source import UnknownName, as_json, as_text, look_up
from tools.matches.errors import Unplayable
from tools.report.findings import CommandOutput, DiagnosticReport


@click.command
@click.argument("name")
@click.option("--emit", type=click.Choice(["python"]), required=True, help="Language of the code.")
@click.option("--game", help="Game, by path or id (default: search all known games).")
@click.option("--mode", help="Mode of the game.")
@click.option("--pack", "packs", multiple=True, help="Pack to use (default: all packs of the game).")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="Output format.")
def command(name: str, emit: str, game: str | None, mode: str | None, packs: tuple[str, ...], format: str) -> int:
    """Show the Python code of NAME: a game, flow, effect, action, rule, stat, keyword, status, window or card.

    Names are numbered and values are in a table, so no text of an author is ever run. Each line is shown with its
    sentence; parts that only the reference machine executes are marked.
    """
    try:
        listed = look_up(name, game, mode, packs)
    except Unplayable as wrong:
        complain(DiagnosticReport(wrong.diagnostics[:1]))
        return 1
    except UnknownName as wrong:
        raise CommandFailed(str(wrong)) from wrong
    return finish(CommandOutput(as_json(name, listed) if format == "json" else as_text(listed)))
