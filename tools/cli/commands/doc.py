"""`botwright doc`: the reference of a game, ready to print."""

from __future__ import annotations

import click

from tools.cli.common import finish, game_folder, output_option
from tools.reference import game_reference, language_reference


@click.command
@click.argument("game", required=False, type=click.Path())
@output_option
def command(game: str | None, output: str | None) -> int:
    """Print the reference of the language as Markdown, or that of GAME with a table of its clauses."""
    path = None if game is None else game_folder(game)
    return finish(language_reference() if path is None else game_reference(path), output)
