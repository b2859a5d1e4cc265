"""Things with levels, drawn as a grid: a row for each thing, a column for each number that it keeps and for each level.

A thing whose zone has levels is itself a row of places, so several of them read best side by side. Where things of
several kinds lie on them, each name follows the initial of its kind. A grid needs room: where the columns would be too
narrow to tell names apart, there is none, and the things are listed instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from tools.drawing.model import DrawnPiece
from tools.drawing.styled_text import Line, Run, short

NARROWEST = 7
"""A column of names has at least so many letters."""
EMPTIEST = 2
"""The least width of a column without names."""
EMPTY = "·"


@frozen
class Column:
    """A column: its heading and its cells."""

    title: str
    cells: tuple[str, ...]
    width: int

    def cell(self, text: str) -> str:
        return short(text, self.width).ljust(self.width)


def has_levels(piece: DrawnPiece) -> bool:
    """Whether a thing has a zone with levels that each hold one visible thing."""
    levels = [zone for zone in piece.zones if zone.level is not None]
    return len(levels) > 1 and all(zone.number <= 1 and not zone.hidden for zone in levels)


def on_levels(piece: DrawnPiece) -> list[DrawnPiece]:
    """The contents of the levels of a thing, the lowest level first."""
    return [inside for zone in piece.zones if zone.level is not None for inside in zone.pieces]


def grid(rows: Sequence[DrawnPiece], style: str, room: int) -> list[Line]:
    """The rows of a grid under its headings, within this width; empty if it does not fit."""
    names = tuple(row.name for row in rows)
    first_columns = [Column("", names, max(map(len, names))), *_numbers(rows)]
    levels = sorted({zone.level for row in rows for zone in row.zones if zone.level is not None})
    kinds = dict(pair for row in rows for zone in row.zones for pair in zone.kinds)
    signs = _signs(kinds)
    columns = [_level(rows, level, signs) for level in levels]
    widths = _widths(columns, room - sum(column.width + 1 for column in first_columns))
    if not widths:
        return []
    columns = [*first_columns, *(evolve(column, width=wide) for column, wide in zip(columns, widths, strict=True))]
    titles = " ".join(column.cell(column.title) for column in columns).rstrip()
    legend = "   " + ", ".join(f"{sign} {kinds[kind]}" for kind, sign in signs.items()) if signs else ""
    head: Line = ((titles + (legend if len(titles) + len(legend) <= room else ""), "dim"),)
    return [head, *(_row(columns, number, len(first_columns), style) for number in range(len(rows)))]


def _numbers(rows: Sequence[DrawnPiece]) -> list[Column]:
    """The stored and computed numbers of the things."""
    columns = []
    for fact in rows[0].facts:
        values = [next((other.number for other in row.facts if other.name == fact.name), None) for row in rows]
        if None not in values:
            cells = tuple(str(value) if value else EMPTY for value in values)
            columns.append(Column(fact.label, cells, max(len(fact.label), *map(len, cells))))
    return columns


def _signs(kinds: Mapping[str, str]) -> dict[str, str]:
    """The kinds of things that may lie on the levels, each with its initial; none if that would not tell them apart."""
    signs = {kind: words[0].upper() for kind, words in sorted(kinds.items())}
    return signs if len(signs) > 1 and len(set(signs.values())) == len(signs) else {}


def _label(piece: DrawnPiece, signs: Mapping[str, str]) -> str:
    sign = signs.get(piece.kind)
    return f"{sign} {piece.name}" if sign else piece.name


def _level(rows: Sequence[DrawnPiece], level: int, signs: Mapping[str, str]) -> Column:
    """A column as wide as its longest name; 0 if nothing lies there."""
    inside = [next((zone.pieces for zone in row.zones if zone.level == level), ()) for row in rows]
    labels = [_label(pieces[0], signs) if pieces else "" for pieces in inside]
    return Column(str(level), tuple(label or EMPTY for label in labels), max(map(len, labels)))


def _widths(levels: Sequence[Column], room: int) -> list[int]:
    """The widths of the levels: names come first, and empty levels share what is left; empty if names do not fit."""
    names = [max(column.width, NARROWEST) for column in levels if column.width]
    empty = len(levels) - len(names)
    if names:
        widest = (room - empty * (EMPTIEST + 1)) // len(names) - 1
        if widest < NARROWEST:
            return []
        names = [min(wide, widest) for wide in names]
    rest = (room - sum(wide + 1 for wide in names)) // empty - 1 if empty else 0
    widths = iter(names)
    return [next(widths) if column.width else max(EMPTIEST, min(rest, NARROWEST)) for column in levels]


def _row(columns: Sequence[Column], number: int, named: int, style: str) -> Line:
    runs: list[Run] = []
    for place, column in enumerate(columns):
        text = column.cells[number]
        last = place == len(columns) - 1
        cell = short(text, column.width) if last else column.cell(text) + " "
        runs.append((cell, "dim" if text == EMPTY else style if place >= named else ""))
    return tuple(runs)
