"""Lists the visible changes since a person's last page: pieces that moved, and numbers that changed.

The log reports what was done, in the words of its authors; positions and remaining values are seen on the table. A
person who waited while others moved should not have to compare two drawings. Two views of one seat are compared, so
nothing is shown that this seat does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import Schema
from tools.drawing.value_words import ValueWords

MOST = 8
"""The maximum number of things that are named."""
Look = Mapping[tuple[str, ...], tuple[str, str, Mapping[str, int]]]
"""For things that can be told apart: their name, their space, and their computed values."""


def look(view: View, schema: Schema) -> Look:
    words = ValueWords(view, schema)
    facts: dict[tuple[str, ...], tuple[str, str, Mapping[str, int]]] = {}
    twice: set[tuple[str, ...]] = set()
    for thing in view.things:
        if thing.card is None or thing.number in words.spaces:
            continue
        key = (thing.kind, thing.card, thing.owner or "")
        if key in facts:
            twice.add(key)
        facts[key] = (words.name(thing), _space(thing, words), dict(_numbers(thing, schema)))
    return {key: piece for key, piece in facts.items() if key not in twice}


def _space(thing: ThingView, words: ValueWords) -> str:
    space = thing.place.get("space") if thing.place is not None else None
    return words.spaces.get(space, "") if isinstance(space, int) else ""


def _numbers(thing: ThingView, schema: Schema) -> Iterator[tuple[str, int]]:
    for field in schema.fields.get(thing.kind, ()):
        value = thing.fields.get(field.name)
        if field.sort == "stat" and isinstance(value, int) and not isinstance(value, bool):
            yield field.words, value


def changes(before: Look, after: Look) -> str:
    """The changes in one sentence; empty if there are none worth showing."""
    sentences = []
    for key, (name, space, numbers) in after.items():
        if key not in before:
            continue
        _, stood, were = before[key]
        parts = [f"{stood} → {space}"] if stood and space and stood != space else []
        parts += [f"{name} {were[name]} → {now}" for name, now in numbers.items() if were.get(name, now) != now]
        if parts:
            sentences.append(f"{name} {', '.join(parts)}")
    more = f"; {len(sentences) - MOST} more" if len(sentences) > MOST else ""
    return "; ".join(sentences[:MOST]) + more
