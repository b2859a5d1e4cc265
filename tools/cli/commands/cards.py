"""`botwright cards`: the cards of a pack with generated text."""

from __future__ import annotations

import click

from tools.cards import render_cards
from tools.cli.common import color_option, finish, output_option, pack_folder
from tools.cli.terminal import colour_on, columns


@click.command
@click.argument("pack", type=click.Path())
@click.option(
    "--format",
    type=click.Choice(["table", "markdown", "html"]),
    default="table",
    show_default=True,
    help="A table for the terminal, Markdown, or a sheet to print.",
)
@click.option("--kind", help="Only cards of this kind.")
@output_option
@color_option
def command(pack: str, format: str, kind: str | None, output: str | None, color: str) -> int:
    """Show the cards of PACK: a folder, a pack file, or the name of a pack that comes with Botwright."""
    path = pack_folder(pack)
    colour = output is None and colour_on(color)
    answer = render_cards(path, format=format, kind=kind, width=columns(), colour=colour)
    return finish(answer, output, coloured=colour)
