"""Places each card on the pages of a sheet and chooses its letter size.

There are small cards, nine to a page, and large ones, four to a page. All cards of a kind have the same size: large if
many of them would otherwise need small letters. The space a card needs is computed in lines of text at the usual size.
It is set smaller as long as it stays readable, then it takes two places side by side, then a row, then a page. Cards
keep their order; a row that the next card does not fit into is left incomplete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from attrs import frozen

from dsl.describe.card import CardText
from dsl.describe.fields import FieldText
from tools.cards.fields import plain, prose, tables

Shape = tuple[int, int, tuple[str, ...]]
"""Columns, rows and classes."""


@frozen
class Format:
    """A card size, with its shapes from the smallest to the largest."""

    name: str
    columns: int
    rows: int
    letters: float
    """Letters to a line, over the width of one card at the usual size."""
    lines: float
    """Lines to a card at the usual size, below its name."""
    higher: float
    """Lines that each row more gives."""
    tables: int
    """So many tables stand beside each other."""
    shapes: tuple[Shape, ...]
    sizes: tuple[tuple[str, float], ...]
    """Sizes of letters, and what they are of the usual one."""


SIZES = (("l1", 1.21), ("", 1.0), ("s1", 0.88), ("s2", 0.775))
SMALL = Format(
    "nine", 3, 3, 46.0, 18.8, 24.0, 1,
    ((1, 1, ()), (2, 1, ("wide",)), (3, 1, ("full",)), (3, 2, ("full", "high")), (3, 3, ("full", "tall"))), SIZES,
)  # fmt: skip
LARGE = Format(
    "four", 2, 2, 71.0, 31.5, 36.0, 2,
    ((1, 1, ()), (2, 1, ("full",)), (2, 2, ("full", "high"))), (("l2", 1.4), *SIZES),
)  # fmt: skip
COLUMNS, ROWS = SMALL.columns, SMALL.rows
CROWDED = 0.34
"""A kind is large if this part of its cards has more to say than a small card holds at the usual size."""
SHORT = 9
"""So many letters of a value fit into a small box."""
BOX_LINES = 2.1
PART_LINES = 1.2
PART_FRAME = 0.75
"""The frame of a part stays as it is where letters are smaller."""
MANY = 6
"""So many parts of a card stand in two columns."""


@frozen
class PlacedCard:
    """A card with the places it takes and its CSS classes."""

    card: CardText
    width: int
    height: int
    classes: tuple[str, ...]


def format_of(cards: Sequence[CardText]) -> Format:
    """The common size of all cards of a kind."""
    crowded = sum(1 for card in cards if lines(card, SMALL.letters, 1) > SMALL.lines)
    return LARGE if crowded > len(cards) * CROWDED else SMALL


def placed(card: CardText, of: Format = SMALL) -> PlacedCard:
    for width, height, classes in of.shapes:
        for size, scale in of.sizes:
            if lines(card, of.letters / scale, width, of.tables, scale) * scale <= of.lines + (height - 1) * of.higher:
                return PlacedCard(card, width, height, (*classes, size) if size else classes)
    return PlacedCard(card, of.columns, of.rows, ("full", "tall", "long", "s2"))


def lines(card: CardText, width: float, columns: int, beside: int = 1, scale: float = 1.0) -> float:
    """The number of lines of a card, given the letters per card width and its width in cards."""
    letters = width * columns
    height = (_wrapped(card.name + card.kind_name, letters * 0.7) - 1) * 1.5
    height += _boxes(card, letters) * BOX_LINES * max(1.0, 1 / scale)
    long = [entry for entry in plain(card) if len(entry.value) > SHORT]
    wide = letters - max((len(entry.name) for entry in long), default=0) - 2
    height += sum(_wrapped(entry.value, wide) for entry in long)
    height += sum(_wrapped(entry.value, letters) + 0.4 for entry in prose(card))
    looked_up = [entry.rows for entry in tables(card)], [script.rows for script in card.scripts if script.rows]
    height += sum(_tables(rows, letters, beside) for rows in looked_up)
    height += _text(card, letters)
    abreast = columns * 2 if many_parts(card) else columns
    parts = [_part(part, letters / abreast - 4, scale) for part in card.parts]
    # columns are never quite even: the longest part may end up alone at the bottom
    height += sum(parts) / abreast + (max(parts, default=0.0) / 2 if abreast > 1 else 0)
    if card.cites:
        height += ceil(len(" ".join(card.cites)) / (letters * 1.5)) * 0.65
    return height


def many_parts(card: CardText) -> bool:
    """Whether the card has so many small parts that they are set in two columns."""
    return len(card.parts) >= MANY


def _boxes(card: CardText, letters: float) -> int:
    """The number of rows of small boxes, placed side by side while there is room."""
    rows, used = 0, letters
    for entry in plain(card):
        if len(entry.value) <= SHORT:
            size = max(len(entry.name) * 0.85 + 2 * entry.house, len(entry.value) * 1.45, 5) + 3
            if used + size > letters:
                rows, used = rows + 1, 0.0
            used += size
    return rows


def _tables(field_tables: list[tuple[FieldText, ...]], letters: float, beside: int) -> float:
    """The lines taken by tables that are set side by side in uneven columns."""
    heights = []
    for rows in field_tables:
        names = max(len(row.name) for row in rows)
        inside = letters / beside - names - 4
        heights.append(1.2 + sum(_wrapped(row.value, inside) + 0.3 for row in rows))
    return sum(heights) / beside + (max(heights, default=0.0) / 2 if beside > 1 and len(heights) != beside else 0)


def _part(part: CardText, letters: float, scale: float) -> float:
    facts = ", ".join(f"{entry.name} {entry.value}  " for entry in part.entries)
    inner = sum(_part(inner_part, letters - 4, scale) for inner_part in part.parts)
    looked_up = _tables([script.rows for script in part.scripts if script.rows], letters, 1)
    frame = PART_LINES + PART_FRAME / scale
    return frame + (_wrapped(facts, letters) if facts else 0) + _text(part, letters) + looked_up + inner


def _text(card: CardText, letters: float) -> float:
    texts = [f"{keyword.name} ({keyword.reminder})" for keyword in card.keywords]
    texts += card.rules
    texts += [f"{script.name}: {script.text}" for script in card.scripts if not script.rows]
    texts += [f"Not enforced: {card.unenforced}"] if card.unenforced else []
    return sum(_wrapped(text, letters) + 0.4 for text in texts)


def _wrapped(text: str, letters: float) -> int:
    return max(ceil(len(text) / max(letters, 8)), 1)


def pages(cards: Sequence[CardText], of: Format = SMALL) -> Iterator[list[PlacedCard]]:
    """The cards of each page, in order."""
    page: list[PlacedCard] = []
    row = used = 0
    for card in cards:
        placement = placed(card, of)
        if used + placement.width > of.columns:
            row, used = row + 1, 0
        if row + placement.height > of.rows:
            yield page
            page, row, used = [], 0, 0
        page.append(placement)
        row, used = (row + placement.height, 0) if placement.height > 1 else (row, used + placement.width)
    if page:
        yield page
