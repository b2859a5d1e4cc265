"""Shows the cards of a pack with generated text: a table for the terminal, Markdown, or a sheet to print.

This package knows how a card looks on a medium; `dsl.describe.card` writes its text. Nothing is loaded before it is
needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.cards.html import page
from tools.cards.markdown import lines
from tools.cards.sheet import find_kind, sheet_of, unknown_kind
from tools.cards.table import lines as table_lines
from tools.reference.load import load
from tools.report.findings import CommandOutput, DiagnosticReport

if TYPE_CHECKING:
    from tools.report.findings import CommandOutput


def render_cards(
    path: str, *, format: str, kind: str | None = None, width: int = 120, colour: bool = False
) -> CommandOutput:
    """The cards of the pack or game at a path. `format` is `table`, `markdown` or `html`; `kind` selects one kind."""
    loaded = load(path)
    if loaded.contents is None:
        return CommandOutput("", loaded.findings)
    picked = find_kind(kind, loaded.contents.symbols) if kind is not None else None
    if kind is not None and picked is None:
        return CommandOutput("", DiagnosticReport((unknown_kind(kind, loaded.contents),)))
    sheet = sheet_of(loaded.contents, picked)
    match format:
        case "html":
            return CommandOutput(page(sheet))
        case "markdown":
            return CommandOutput("\n".join(lines(sheet)) + "\n")
        case _:
            return CommandOutput("\n".join(table_lines(sheet, width, colour)) + "\n")


__all__ = ["render_cards"]
