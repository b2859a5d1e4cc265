"""Things with levels, drawn as a grid: a row for each thing, a column for each number that it keeps and for each level.

A thing whose zone has levels is itself a row of places, so several of them read best side by side. A grid needs room:
where the columns would be too narrow to tell names apart, there is none, and the things are listed instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import Schema
from tools.drawing.styled_text import Line, Run, short
from tools.drawing.value_words import ValueWords

NARROWEST = 7
"""A column of names has at least so many letters."""
EMPTY = "·"


@frozen
class Column:
    """A column: its heading and its cells."""

    title: str
    cells: tuple[str, ...]
    width: int

    def cell(self, text: str) -> str:
        return short(text, self.width).ljust(self.width)


def has_levels(thing: ThingView) -> bool:
    """Whether a thing has a zone with levels that each hold one visible thing."""
    levels = [zone for zone in thing.zones if zone.level is not None]
    return len(levels) > 1 and all(zone.number == len(zone.things) <= 1 for zone in levels)


def on_levels(thing: ThingView, view: View) -> list[ThingView]:
    """The contents of the levels of a thing, the lowest level first."""
    return [
        view.thing(number)
        for zone in thing.zones
        if zone.level is not None
        for number in zone.things
        if number is not None
    ]


def grid(rows: Sequence[ThingView], view: View, schema: Schema, style: str, room: int) -> list[Line]:
    """The rows of a grid under its headings, within this width; empty if it does not fit."""
    words = ValueWords(view, schema)
    names = tuple(words.name(row) for row in rows)
    first_columns = [Column("", names, max(map(len, names))), *_numbers(rows, schema)]
    levels = sorted({zone.level for row in rows for zone in row.zones if zone.level is not None})
    left = room - sum(column.width + 1 for column in first_columns)
    widest = max((len(words.name(thing)) for row in rows for thing in on_levels(row, view)), default=NARROWEST)
    wide = min(max(widest, NARROWEST), left // len(levels) - 1)
    if wide < NARROWEST:
        return []
    columns = [*first_columns, *(_level(rows, level, words, view, wide) for level in levels)]
    head: Line = ((" ".join(column.cell(column.title) for column in columns).rstrip(), "dim"),)
    return [head, *(_row(columns, number, len(first_columns), style) for number in range(len(rows)))]


def _numbers(rows: Sequence[ThingView], schema: Schema) -> list[Column]:
    """The stored and computed numbers of the things."""
    columns = []
    for kept in schema.fields.get(rows[0].kind, ()):
        values = [row.fields.get(kept.name) for row in rows]
        if kept.sort in ("keeps", "stat") and all(
            isinstance(value, int) and not isinstance(value, bool) for value in values
        ):
            cells = tuple(str(value) if value else EMPTY for value in values)
            columns.append(Column(kept.words, cells, max(len(kept.words), *map(len, cells))))
    return columns


def _level(rows: Sequence[ThingView], level: int, words: ValueWords, view: View, wide: int) -> Column:
    held = [next((zone.things for zone in row.zones if zone.level == level), ()) for row in rows]
    cells = tuple(words.name(view.thing(things[0])) if things and things[0] is not None else EMPTY for things in held)
    return Column(str(level), cells, wide)


def _row(columns: Sequence[Column], number: int, named: int, style: str) -> Line:
    runs: list[Run] = []
    for place, column in enumerate(columns):
        text = column.cells[number]
        last = place == len(columns) - 1
        cell = short(text, column.width) if last else column.cell(text) + " "
        runs.append((cell, "dim" if text == EMPTY else style if place >= named else ""))
    return tuple(runs)
