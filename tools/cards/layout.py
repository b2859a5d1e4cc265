"""Places cards on pages.

Small cards are 63 × 88 mm, nine to a page; large ones 94.5 × 132 mm, four to a page. All cards of a kind have the same
size: large if many of them would otherwise need small letters. A card that does not fit takes two places side by
side, then a row, then several rows. Rows are stacked as long as they fit, whatever their size, so that a page
ends only where the next row would not have room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from attrs import field, frozen

from tools.cards.drawn_card import SIZES, SheetCard, fits, needed_height

PAGE_WIDTH, PAGE_HEIGHT = 189.0, 264.0
CROWDED = 0.34
"""A kind is large if so great a part of its cards does not fit on a small card in readable letters."""


@frozen
class Format:
    """A card size, with its shapes from the smallest to the largest: columns and rows."""

    width: float
    height: float
    columns: int
    shapes: tuple[tuple[int, int], ...]


SMALL = Format(63.0, 88.0, 3, ((1, 1), (2, 1), (3, 1), (3, 2), (3, 3)))
LARGE = Format(94.5, 132.0, 2, ((1, 1), (2, 1), (2, 2)))


@frozen
class PlacedCard:
    """A card with its place on the page, in millimetres."""

    card: SheetCard
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


@frozen
class SheetPage:
    """The cards of one page, with the height that they need."""

    cards: tuple[PlacedCard, ...] = field(factory=tuple)
    height: float = 0.0

    def mirrored(self) -> SheetPage:
        """The same places seen from behind."""
        cards = (PlacedCard(c.card, c.width, c.height, PAGE_WIDTH - c.x - c.width, c.y) for c in self.cards)
        return SheetPage(tuple(cards), self.height)


def format_of(cards: Sequence[SheetCard]) -> Format:
    """The common size of all cards of a kind."""
    crowded = sum(1 for card in cards if not fits(card, SMALL.width, SMALL.height, SIZES[-2]))
    return LARGE if crowded > len(cards) * CROWDED else SMALL


def shaped(card: SheetCard, form: Format) -> PlacedCard:
    """The card in the smallest shape that it fits into; a longer one is as high as it needs to be."""
    for columns, rows in form.shapes:
        width, height = columns * form.width, rows * form.height
        if fits(card, width, height):
            return PlacedCard(card, width, height)
    return PlacedCard(card, PAGE_WIDTH, float(ceil(needed_height(card, PAGE_WIDTH))))


def pages(kinds: Iterable[Sequence[SheetCard]]) -> Iterator[SheetPage]:
    """The pages for the cards of all kinds, each with its copies, in order."""
    page: list[PlacedCard] = []
    used = 0.0
    for row in _rows(kinds):
        height = max(card.height for card in row)
        if page and used + height > PAGE_HEIGHT:
            yield SheetPage(tuple(page), used)
            page, used = [], 0.0
        x = 0.0
        for card in row:
            page.append(PlacedCard(card.card, card.width, card.height, x, used))
            x += card.width
        used += height
    if page:
        yield SheetPage(tuple(page), used)


def _rows(kinds: Iterable[Sequence[SheetCard]]) -> Iterator[list[PlacedCard]]:
    """Rows of cards of one height; small cards of different kinds stand side by side."""
    row: list[PlacedCard] = []
    used = 0.0
    for card in _with_copies(kinds):
        if row and (row[0].height != card.height or used + card.width > PAGE_WIDTH):
            yield row
            row, used = [], 0.0
        row.append(card)
        used += card.width
    if row:
        yield row


def _with_copies(kinds: Iterable[Sequence[SheetCard]]) -> Iterator[PlacedCard]:
    """Large cards first, so that rows of one height stand together."""
    formats = [(cards, format_of(cards)) for cards in kinds if cards]
    for wanted in (LARGE, SMALL):
        for cards, form in formats:
            if form is wanted:
                for card in cards:
                    yield from [shaped(card, form)] * card.copies
