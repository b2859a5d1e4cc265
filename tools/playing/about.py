"""One thing on the table with all that can be seen of it, in the words of people.

What its card prints is told with the card; here is what stands on the thing itself, what it holds, and who stands on
it if it is a space. What is nothing, no or empty is not worth a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.picture import ThingView, View, ZoneView
from tools.drawing.ink import Line, line
from tools.drawing.schema import Schema, said
from tools.drawing.words import Words, mark_words


def about(thing: ThingView, view: View, schema: Schema) -> Iterator[Line]:
    yield from _lines(thing, Words(view, schema), "")


def _lines(thing: ThingView, words: Words, indent: str) -> Iterator[Line]:
    place = thing.place if thing.number not in words.spaces else None
    parts = [words.where(thing)] if place is not None else []
    parts += [", ".join(map(mark_words, thing.marks))] if thing.marks else []
    parts += [", ".join(_values(thing, words))]
    parts += [f"there: {', '.join(map(words.name, here))}" for here in [words.standing.get(thing.number)] if here]
    told = "; ".join(part for part in parts if part)
    whose = f" ({thing.owner})" if thing.owner and thing.kind != "Player" and not indent else ""
    yield line(indent, (words.name(thing), "strong"), whose, f": {told}" if told else "")
    for number in (number for many in thing.parts.values() for number in many):
        part = words.view.thing(number)
        if part.marks or any(_values(part, words)):
            yield from _lines(part, words, indent + "  ")
    for zone in thing.zones:
        yield from _zone(zone, words, indent + "  ")


def _values(thing: ThingView, words: Words) -> Iterator[str]:
    """What is kept and reckoned on a thing; where it has no card, also what was printed on it, as on a map."""
    known = {one.name: one.sort for one in words.schema.fields.get(thing.kind, ())}
    printed = words.schema.printed.get(thing.card or "", {})
    for name, value in thing.fields.items():
        sort = known.get(name)
        drawn = sort == "printed" and name not in printed and not thing.card
        if sort == "stat" or drawn or (sort == "keeps" and value != 0):
            yield from _told(name, value, words)


def _told(name: str, value: Any, words: Words) -> Iterator[str]:
    if value is True:
        yield said(name)
    elif isinstance(value, dict) and "rows" in value:
        rows = [f"{key} {words.value(row)}".strip() for _, key, row in words.rows(value)]
        yield from [f"{said(name)} {', '.join(rows)}"] if rows else []
    elif value is not False and (value == 0 or words.value(value)):
        yield f"{said(name)} {words.value(value)}"


def _zone(zone: ZoneView, words: Words, indent: str) -> Iterator[Line]:
    seen = [words.name(words.view.thing(number)) for number in zone.things if number is not None]
    hidden = zone.number - len(seen)
    told = [*seen, *([f"{hidden} that you do not see"] if hidden else [])]
    if told:
        level = f" {zone.level}" if zone.level is not None else ""
        yield line(f"{indent}{said(zone.name)}{level}: {', '.join(told)}")
