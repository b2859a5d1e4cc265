"""`botwright compile`: the generated code of a rule or card beside its source."""

from __future__ import annotations

import click

from tools.cli.common import CommandFailed, finish
from tools.cli.terminal import complain


@click.command
@click.argument("name")
@click.option("--emit", type=click.Choice(["python"]), required=True, help="What to show.")
@click.option("--game", help="Its game, by path or id; all known games are searched if none is named.")
@click.option("--mode", help="A mode of the game.")
@click.option("--pack", "packs", multiple=True, help="A pack that joins in; all of the game if none is named.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to print.")
def command(name: str, emit: str, game: str | None, mode: str | None, packs: tuple[str, ...], format: str) -> int:
    """The Python code of NAME: a game, flow, effect, action, rule, stat, keyword, status, window or card.

    Names are numbered and values stand in a table, so no text of an author is ever run. Beside each line stands the
    sentence that it came from; what only the reference machine does is said.
    """
    from tools.compiled_source import UnknownName, as_json, as_text, found
    from tools.matches.errors import Unplayable
    from tools.report.findings import CommandOutput, DiagnosticReport

    try:
        listed = found(name, game, mode, packs)
    except Unplayable as wrong:
        complain(DiagnosticReport(wrong.diagnostics[:1]))
        return 1
    except UnknownName as wrong:
        raise CommandFailed(str(wrong)) from wrong
    return finish(CommandOutput(as_json(name, listed) if format == "json" else as_text(listed)))
