"""Things with levels, drawn as a grid: a row for each thing, a column for each number that it keeps and for each level.

A thing whose zone has levels is itself a row of places, so several of them read best side by side. Where things of
several kinds lie on them, each name follows the initial of its kind. A grid needs room: where the columns would be too
narrow to tell names apart, there is none, and the things are listed instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import Schema
from tools.drawing.styled_text import Line, Run, short
from tools.drawing.value_words import ValueWords

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
    signs = _signs(rows, schema)
    columns = [_level(rows, level, signs, words, view) for level in levels]
    widths = _widths(columns, room - sum(column.width + 1 for column in first_columns))
    if not widths:
        return []
    columns = [*first_columns, *(evolve(column, width=wide) for column, wide in zip(columns, widths, strict=True))]
    titles = " ".join(column.cell(column.title) for column in columns).rstrip()
    legend = "   " + ", ".join(f"{sign} {schema.kind(kind)}" for kind, sign in signs.items()) if signs else ""
    head: Line = ((titles + (legend if len(titles) + len(legend) <= room else ""), "dim"),)
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


def _signs(rows: Sequence[ThingView], schema: Schema) -> dict[str, str]:
    """The kinds of things that lie on the levels, each with its initial; none if that would not tell them apart."""
    kinds = {
        schema.zones.get((row.kind, zone.name), "") for row in rows for zone in row.zones if zone.level is not None
    }
    bases = {base for lineage in schema.lineage.values() for base in lineage[1:]}
    under = [kind for kind in schema.lineage if kind not in bases and any(schema.is_a(kind, base) for base in kinds)]
    signs = {kind: schema.kind(kind)[0].upper() for kind in sorted(under)}
    return signs if len(signs) > 1 and len(set(signs.values())) == len(signs) else {}


def _label(thing: ThingView, signs: Mapping[str, str], words: ValueWords) -> str:
    sign = signs.get(thing.kind)
    return f"{sign} {words.name(thing)}" if sign else words.name(thing)


def _level(rows: Sequence[ThingView], level: int, signs: Mapping[str, str], words: ValueWords, view: View) -> Column:
    """A column as wide as its longest name; 0 if nothing lies there."""
    held = [next((zone.things for zone in row.zones if zone.level == level), ()) for row in rows]
    labels = [
        _label(view.thing(things[0]), signs, words) if things and things[0] is not None else "" for things in held
    ]
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
