"""Where each card stands on the pages of a sheet, and how large its letters are.

The room that a card needs is reckoned in lines of text at the usual size. It is set smaller as long as it can be read,
then it takes two places beside each other, then a row, then a page. Cards keep their order; a row that the next card
does not fit into stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from attrs import frozen

from dsl.describe import CardText

COLUMNS = 3
ROWS = 3
LETTERS = 46.0
"""Letters to a line, over the width of one card at the usual size."""
LINES = 18.8
"""Lines to a card at the usual size, below its name."""
HIGHER = 24.0
"""Lines that each row more gives."""
SIZES = (("l1", 1.21), ("", 1.0), ("s1", 0.88), ("s2", 0.775))
"""The sizes of letters and what they are of the usual one."""
SHAPES = ((1, 1, ()), (2, 1, ("wide",)), (3, 1, ("full",)), (3, 2, ("full", "high")), (3, 3, ("full", "tall")))
"""Columns, rows and classes, from the smallest to the largest."""
SHORT = 9
"""So many letters of a value fit into a small box."""
BOX_LINES = 2.1
PART_LINES = 1.9


@frozen
class Placed:
    """A card with the places that it takes and the classes that make it look so."""

    card: CardText
    width: int
    height: int
    classes: tuple[str, ...]


def placed(card: CardText) -> Placed:
    for width, height, classes in SHAPES:
        for size, scale in SIZES:
            if lines(card, LETTERS / scale, width) * scale <= LINES + (height - 1) * HIGHER:
                return Placed(card, width, height, (*classes, size) if size else classes)
    return Placed(card, COLUMNS, ROWS, ("full", "tall", "long", "s2"))


def lines(card: CardText, one: float, columns: int) -> float:
    """How many lines a card takes if so many letters fit into the width of one card, and it is so many cards wide."""
    letters = one * columns
    found = (_wrapped(card.name + card.kind_name, letters * 0.7) - 1) * 1.5
    found += _boxes(card, letters) * BOX_LINES
    long = [entry for entry in card.entries if len(entry.value) > SHORT]
    beside = letters - max((len(entry.name) for entry in long), default=0) - 2
    found += sum(_wrapped(entry.value, beside) for entry in long)
    found += _text(card, letters)
    parts = [_part(part, one - 4) for part in card.parts]
    # columns are never quite even: the longest part may stand alone at the end
    found += sum(parts) / columns + (max(parts, default=0.0) / 2 if columns > 1 else 0)
    if card.cites:
        found += ceil(len(" ".join(card.cites)) / (letters * 1.5)) * 0.65
    return found


def _boxes(card: CardText, letters: float) -> int:
    """How many rows the small boxes take, one beside the other as long as there is room."""
    rows, used = 0, letters
    for entry in card.entries:
        if len(entry.value) <= SHORT:
            size = max(len(entry.name) * 0.85, len(entry.value) * 1.45, 5) + 3
            if used + size > letters:
                rows, used = rows + 1, 0.0
            used += size
    return rows


def _part(part: CardText, letters: float) -> float:
    facts = ", ".join(f"{entry.name} {entry.value}" for entry in part.entries)
    inner = sum(_part(one, letters - 4) for one in part.parts)
    return PART_LINES + (_wrapped(facts, letters) if facts else 0) + _text(part, letters) + inner


def _text(card: CardText, letters: float) -> float:
    found = [f"{keyword.name} ({keyword.reminder})" for keyword in card.keywords]
    found += card.rules
    found += [f"{script.name}: {script.text}" for script in card.scripts if not script.rows]
    found += [f"Not enforced: {card.unenforced}"] if card.unenforced else []
    rows = [row for script in card.scripts for row in script.rows]
    tables = sum(_wrapped(row.value, letters - 8) + 0.2 for row in rows)
    tables += sum(1 for script in card.scripts if script.rows)
    return sum(_wrapped(text, letters) + 0.4 for text in found) + tables


def _wrapped(text: str, letters: float) -> int:
    return max(ceil(len(text) / max(letters, 8)), 1)


def pages(cards: Sequence[CardText]) -> Iterator[list[Placed]]:
    """The cards of each page, in order."""
    page: list[Placed] = []
    row = used = 0
    for card in cards:
        one = placed(card)
        if used + one.width > COLUMNS:
            row, used = row + 1, 0
        if row + one.height > ROWS:
            yield page
            page, row, used = [], 0, 0
        page.append(one)
        row, used = (row + one.height, 0) if one.height > 1 else (row, used + one.width)
    if page:
        yield page
