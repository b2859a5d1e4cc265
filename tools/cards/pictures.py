"""One card as a picture of its own, in the size that it has on a sheet, and in words for those who do not see it."""

from __future__ import annotations

from dsl.describe.card import CardText, text_lines
from tools.cards.drawn_card import SheetCard, alone
from tools.cards.fields import fields
from tools.cards.layout import format_of, shaped


def picture(card: SheetCard) -> str:
    """The card as SVG."""
    placed = shaped(card, format_of([card]))
    return alone(placed.card, placed.width, placed.height)


def in_words(card: CardText) -> list[str]:
    """The kind of a card, its fields, and its text, line by line."""
    values = [entry.name if entry.is_flag else f"{entry.name} {entry.value}" for entry in fields(card)]
    return [card.kind_name, *([", ".join(values)] if values else []), *text_lines(card)]
