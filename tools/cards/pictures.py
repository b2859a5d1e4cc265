"""One card as a picture of its own, in the size that it has on a sheet, and in words for those who do not see it."""

from __future__ import annotations

from attrs import evolve

from dsl.describe.card import CardText, text_lines
from tools.cards.drawn_card import SheetCard, alone
from tools.cards.fields import fields
from tools.cards.layout import format_of, shaped


def picture(card: SheetCard) -> str:
    """The card as SVG."""
    placed = shaped(card, format_of([card]))
    return alone(placed.card, placed.width, placed.height)


def in_words(card: CardText) -> list[str]:
    """The kind of a card, its fields, its text and its parts, line by line."""
    values = _values(card)
    own = text_lines(evolve(card, parts=()))
    return [card.kind_name, *([values] if values else []), *own, *(_part(part) for part in card.parts)]


def _values(card: CardText) -> str:
    return ", ".join(entry.name if entry.is_flag else f"{entry.name} {entry.value}" for entry in fields(card))


def _part(part: CardText) -> str:
    """A part in one line, with the parts of its own."""
    name = part.name if part.name == part.kind_name else f"{part.name} ({part.kind_name})"
    own = [_values(part), *text_lines(evolve(part, parts=())), *(_part(inner) for inner in part.parts)]
    rest = ". ".join(line.removesuffix(".") for line in own if line)
    return f"{name}: {rest}." if rest else name
