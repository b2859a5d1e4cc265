"""`botwright cards`: the cards of a pack with generated text."""

from __future__ import annotations

import click
from attrs import evolve

from dsl.lazy import lazy_module
from tools.cards import PrintOptions, render_cards
from tools.cli.common import CommandFailed, UsageError, color_option, finish, output_option, pack_folder
from tools.cli.output import note
from tools.cli.terminal import colour_on, columns
from tools.report.escape import printable

files = lazy_module("tools.files")
png = lazy_module("tools.cards.png")


@click.command
@click.argument("pack", type=click.Path())
@click.option(
    "--format",
    type=click.Choice(["table", "markdown", "html", "svg", "png"]),
    default="table",
    show_default=True,
    help="A table for the terminal, Markdown, a sheet to print, or the picture of one card.",
)
@click.option("--kind", help="Only cards of this kind.")
@click.option("--card", metavar="NAME", help="Only this card; `svg` and `png` need it.")
@click.option("--copies/--no-copies", default=True, help="Print each card as often as the game takes it, or once.")
@click.option("--backs", is_flag=True, help="Print backs behind each page, in mirrored places for both sides.")
@click.option("--colour-by", metavar="FIELD", default="", help="Colour the cards by the value of this field.")
@output_option
@color_option
def command(
    pack: str,
    format: str,
    kind: str | None,
    card: str | None,
    copies: bool,
    backs: bool,
    colour_by: str,
    output: str | None,
    color: str,
) -> int:
    """Show the cards of PACK: a folder, a pack file, or the name of a pack that comes with Botwright.

    \b
    botwright cards scrapyard-starter
    botwright cards scrapyard-starter --format html --backs -o sheet.html
    botwright cards scrapyard-starter --card Rusty --format svg -o rusty.svg

    A sheet prints as many copies as the game takes of each card, nine or four cards to a page. The art of a card is an
    asset of the pack beside the card's file: `old_nipper.png` for `Old Nipper`. To make a PDF, open the sheet in a
    browser and print it.
    """
    if format in ("svg", "png") and card is None:
        raise UsageError(f"--format {format} draws one card: name it with --card")
    if format == "png" and output is None:
        raise UsageError("--format png needs --output FILE")
    path = pack_folder(pack)
    colour = output is None and colour_on(color)
    options = PrintOptions(copies, backs, colour_by)
    drawn = "svg" if format == "png" else format
    answer = render_cards(path, format=drawn, kind=kind, card=card, options=options, width=columns(), colour=colour)
    if format == "png" and output is not None and answer.text:
        _write_picture(output, answer.text)
        return finish(evolve(answer, text=""))
    return finish(answer, output, coloured=colour)


def _write_picture(path: str, svg: str) -> None:
    try:
        data = png.png_of(svg)
    except png.NoRasterizer as missing:
        raise CommandFailed(str(missing)) from None
    failed = files.write_atomic(path, data)
    if failed is not None:
        raise CommandFailed(failed.message)
    note(f"wrote {printable(path)}")
