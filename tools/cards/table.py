"""Prints cards as a table for the terminal: name, fields, text, each wrapped in its column; one column on narrow
screens.

Every text comes from a file, so it is made printable before it is measured.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.describe.card import CardText
from tools.cards.fields import CardField, has_house, is_house, plain, prose, tables
from tools.cards.sheet import KindOfCards, Sheet
from tools.report.colour import Painter
from tools.report.escape import printable, room

NARROW = 76
"""Below this many columns, a table of three cannot be read."""
GAP = 2
STAR = "*"
"""Behind what no rulebook states."""


@frozen
class _Row:
    """One card or part: its name, its fields, its text line by line."""

    name: str
    fields: tuple[str, ...]
    text: tuple[str, ...]
    part: bool = False


def lines(sheet: Sheet, width: int, colour: bool = False) -> Iterator[str]:
    paint = Painter(colour)
    if sheet.title:
        yield from (paint.strong(line) for line in wrapped(printable(sheet.title), width))
        yield ""
    for position, kind in enumerate(sheet.kinds):
        if position:
            yield ""
        heading = wrapped(f"{printable(kind.heading)} ({len(kind.cards)})", width)
        yield from map(paint.note, heading)
        yield paint.frame("-" * max(map(columns_of, heading)))
        yield from _kind(kind, width, paint)
    if not sheet.kinds:
        yield "no cards"
    if any(has_house(card) for kind in sheet.kinds for card in kind.cards):
        yield ""
        yield "* house: no rulebook states these values"


def _kind(kind: KindOfCards, width: int, paint: Painter) -> Iterator[str]:
    rows = [row for card in kind.cards for row in _rows(card)]
    if width < NARROW:
        for row in rows:
            yield from _stacked(row, width, paint)
        return
    names = min(max(columns_of(row.name) for row in rows), width // 4)
    fields = min(max(columns_of(", ".join(row.fields)) for row in rows), width // 4)
    for row in rows:
        yield from _beside(row, names, fields, width, paint)


def _rows(card: CardText, part: bool = False) -> Iterator[_Row]:
    name = printable(card.name)
    if part:
        name = f"  {name}" if card.name == card.kind_name else f"  {name} ({printable(card.kind_name)})"
    name += f" {STAR}" if card.house else ""
    yield _Row(name, tuple(_field(entry) for entry in plain(card)), tuple(_text(card)), part)
    for inner in card.parts:
        yield from _rows(inner, True)


def _field(entry: CardField) -> str:
    house = STAR if entry.house else ""
    if entry.is_flag:
        return f"{printable(entry.name.removesuffix(':'))}{house}"
    return f"{printable(entry.name)} {printable(entry.value)}{house}"


def _text(card: CardText) -> Iterator[str]:
    for entry in prose(card):
        yield f"{printable(entry.name)}: {printable(entry.value)}{STAR if entry.house else ''}"
    for entry in tables(card):
        yield _field(entry)
    for keyword in card.keywords:
        name = printable(keyword.name)
        yield f"{name} ({printable(keyword.reminder)})" if keyword.reminder else name
    for rule in card.rules:
        yield printable(" ".join(rule.split()))
    for script in card.scripts:
        name = printable(script.name) + (STAR if is_house(script) else "")
        if script.text:
            yield f"{name}: {printable(script.text)}"
        for row in script.rows:
            yield f"{name} {printable(row.name)}: {printable(row.value)}"
    if card.drawing is not None:
        for signs in card.drawing.rows:
            yield " ".join(printable(sign) for sign in signs)
        legend = ", ".join(f"{printable(sign.name)} {printable(sign.value)}" for sign in card.drawing.legend)
        if legend:
            yield legend
    if card.unenforced:
        yield f"(not enforced: {printable(card.unenforced)})"


def _beside(row: _Row, names: int, fields: int, width: int, paint: Painter) -> Iterator[str]:
    rest = max(width - names - fields - 2 * GAP, 10)
    left = wrapped(row.name, names)
    middle = _whole(row.fields, fields)
    right = [part for text in row.text for part in wrapped(text, rest, "  ")]
    for position in range(max(len(left), len(middle), len(right), 1)):
        name = left[position] if position < len(left) else ""
        field = middle[position] if position < len(middle) else ""
        text = right[position] if position < len(right) else ""
        shown = paint.strong(name) if name and not row.part else name
        line = shown + " " * (names - columns_of(name) + GAP) + field + " " * (fields - columns_of(field) + GAP) + text
        yield line.rstrip()


def _whole(fields: tuple[str, ...], width: int) -> list[str]:
    """Fields in lines; a field is broken only if it is longer than a line."""
    lines: list[str] = []
    line = ""
    for position, field in enumerate(fields):
        piece = field if position == len(fields) - 1 else f"{field},"
        if line and columns_of(f"{line} {piece}") > width:
            lines += wrapped(line, width)
            line = ""
        line = f"{line} {piece}" if line else piece
    return [*lines, *wrapped(line, width)]


def _stacked(row: _Row, width: int, paint: Painter) -> Iterator[str]:
    indent = "  " if not row.part else "    "
    for name in wrapped(row.name, width):
        yield paint.strong(name) if not row.part else name
    for text in (*((", ".join(row.fields),) if row.fields else ()), *row.text):
        for line in wrapped(text, max(width - len(indent), 10)):
            yield f"{indent}{line}"


def columns_of(text: str) -> int:
    """The width of a printable text in columns."""
    return len(text) if text.isascii() else sum(map(room, text))


def wrapped(text: str, width: int, hang: str = "") -> list[str]:
    """Wrap a text to this many columns, cutting longer words. Continuation lines begin with `hang`."""
    rows: list[str] = []
    indent = text[: len(text) - len(text.lstrip(" "))]
    line, used = indent, columns_of(indent)
    fresh = True
    for word in text.split():
        for piece in _pieces(word, max(width - len(hang) - len(indent), 1)):
            size = columns_of(piece)
            if not fresh and used + 1 + size > width:
                rows.append(line)
                line, used, fresh = indent + hang, columns_of(indent + hang), True
            line += piece if fresh else f" {piece}"
            used += size + (0 if fresh else 1)
            fresh = False
    return [*rows, line] if not fresh or not rows else rows


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word cut into pieces that fit into a line."""
    piece, used = "", 0
    for character in word:
        size = room(character)
        if piece and used + size > width:
            yield piece
            piece, used = "", 0
        piece += character
        used += size
    if piece:
        yield piece
