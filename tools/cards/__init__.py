"""Shows the cards of a pack with generated text: a table for the terminal, Markdown, a sheet to print, or one picture.

This package knows how a card looks on a medium; `dsl.describe.card` writes its text. Nothing is loaded before it is
needed.
"""

from __future__ import annotations

from attrs import evolve

from dsl.diagnostics import Diagnostic, diagnose, did_you_mean
from dsl.diagnostics.codes.names import UNKNOWN_FIELD, UNKNOWN_THING
from dsl.text.source import Place
from tools.cards.drawn_card import SheetCard
from tools.cards.html import page
from tools.cards.markdown import lines
from tools.cards.pictures import picture
from tools.cards.printed import PrintedSheet, PrintOptions, UnknownColourField, printed
from tools.cards.sheet import Sheet, find_kind, sheet_of, unknown_kind
from tools.cards.table import lines as table_lines
from tools.packs.load import load_pack
from tools.reference.load import LoadedContents, load
from tools.report.findings import CommandOutput, DiagnosticReport


def render_cards(
    path: str,
    *,
    format: str,
    kind: str | None = None,
    card: str | None = None,
    options: PrintOptions = PrintOptions(),  # noqa: B008 - frozen
    width: int = 120,
    colour: bool = False,
) -> CommandOutput:
    """The cards of the pack or game at a path. `format` is `table`, `markdown`, `html` or `svg`.

    `kind` selects one kind, `card` one card by its name; `svg` is the picture of one card.
    """
    loaded = load(path)
    if loaded.contents is None:
        return CommandOutput("", loaded.findings)
    picked = find_kind(kind, loaded.contents.symbols) if kind is not None else None
    if kind is not None and picked is None:
        return _refused(unknown_kind(kind, loaded.contents))
    sheet = sheet_of(loaded.contents, picked)
    if card is not None:
        only = _only(sheet, card)
        if isinstance(only, Diagnostic):
            return _refused(only)
        sheet = only
    match format:
        case "html" | "svg":
            return _drawn(path, loaded, sheet, format, options)
        case "markdown":
            return CommandOutput("\n".join(lines(sheet)) + "\n", loaded.findings)
        case _:
            return CommandOutput("\n".join(table_lines(sheet, width, colour)) + "\n", loaded.findings)


def _drawn(path: str, loaded: LoadedContents, sheet: Sheet, format: str, options: PrintOptions) -> CommandOutput:
    assert loaded.contents is not None
    try:
        whole = printed(sheet, loaded.contents, options, load_pack(path).folder.assets)
    except UnknownColourField as unknown:
        place = Place("--colour-by", 0, 0)
        return _refused(
            diagnose(UNKNOWN_FIELD, place, owner="a card of this sheet", name=options.colour_by, help=str(unknown))
        )
    findings = DiagnosticReport((*loaded.findings.diagnostics, *whole.findings), loaded.findings.sources)
    return CommandOutput(page(whole) if format == "html" else _picture(whole), findings)


def _picture(whole: PrintedSheet) -> str:
    """The first card as a picture of its own."""
    cards: list[SheetCard] = [card for kind in whole.sheet.kinds for card in whole.of(kind)]
    return picture(cards[0])


def _only(sheet: Sheet, name: str) -> Sheet | Diagnostic:
    """The sheet with one card, by its id or name."""
    low = name.casefold()
    for kind in sheet.kinds:
        for card in kind.cards:
            if low in (card.name.casefold(), card.id.casefold()):
                return evolve(sheet, kinds=(evolve(kind, cards=(card,)),))
    names = {card.name for kind in sheet.kinds for card in kind.cards}
    help = did_you_mean(name, names) or "`botwright cards PACK` lists them"
    return diagnose(UNKNOWN_THING, Place("--card", 0, 0), what="no card", name=name, help=help)


def _refused(diagnostic: Diagnostic) -> CommandOutput:
    return CommandOutput("", DiagnosticReport((diagnostic,)))


__all__ = ["PrintOptions", "render_cards"]
