"""Everything a person sees of one thing: its position, its kept and computed values, its contents.

Printed values are shown with the card and not repeated here; a thing without a card shows all values.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import FieldSchema, Schema, said
from tools.drawing.styled_text import Line, line
from tools.drawing.value_words import ValueWords, mark_words
from tools.play.rule_behind import RuleTexts


def details_of(view: View, name: str, schema: Schema, rules: RuleTexts) -> list[Line]:
    """Everything about the things of a name, or whose names contain it: at most three of them, each with its card."""
    typed = name.lower()
    spaces = {space.thing: space.name for board in view.boards for space in board.spaces}
    names = [(thing, spaces.get(thing.number, thing.name).lower()) for thing in view.things]
    things = [thing for thing, called in names if called == typed] or [t for t, called in names if typed in called]
    lines: list[Line] = []
    for thing in things[:3] if typed else []:
        lines += thing_with_card(view, thing, schema, rules)
    return lines or [line(f"You see nothing called `{name[:40]}`.")]


def thing_with_card(view: View, thing: ThingView, schema: Schema, rules: RuleTexts) -> list[Line]:
    """A thing and everything in it, with its card; a space has none."""
    is_space = any(space.thing == thing.number for board in view.boards for space in board.spaces)
    card = [] if thing.card is None or is_space else list(rules.card(thing.card))
    return [*detail_lines(view, thing, schema), *card]


def detail_lines(view: View, thing: ThingView, schema: Schema) -> Iterator[Line]:
    """A thing, and its parts and zones below it."""
    words = ValueWords(view, schema)
    yield from _one(thing, words, "")


def _one(thing: ThingView, words: ValueWords, inset: str) -> Iterator[Line]:
    space = words.spaces.get(thing.number, "")
    values = ", ".join(_values(thing, words))
    here = ", ".join(map(words.name, words.standing.get(thing.number, ())))
    marks = ", ".join(map(mark_words, thing.marks))
    parts = words.where(thing) if not space else "", marks, values, f"there: {here}" if here else ""
    rest = "; ".join(part for part in parts if part)
    yield line(inset, (space or words.name(thing), "strong"), f": {rest}" if rest else "")
    for part in (words.view.thing(number) for many in thing.parts.values() for number in many):
        if part.number not in words.spaces and (thing.card is None or _values(part, words)):
            yield from _one(part, words, f"{inset}  ")
    for zone in thing.zones:
        names = [words.name(words.view.thing(number)) for number in zone.things if number is not None]
        hidden = zone.number - len(names)
        names += [f"{hidden} hidden"] if hidden else []
        if names:
            yield line(f"{inset}  {said(zone.name)}: {', '.join(names)}")


def _values(thing: ThingView, words: ValueWords) -> list[str]:
    return [line for kept in words.schema.fields.get(thing.kind, ()) for line in _value(thing, kept, words)]


def _value(thing: ThingView, kept: FieldSchema, words: ValueWords) -> Iterator[str]:
    """The kept or computed value of a name, if any; omits values that the card prints anyway."""
    value = thing.fields.get(kept.name)
    if kept.sort not in ("keeps", "stat") and (thing.card is not None or kept.sort != "printed"):
        return
    if kept.sort == "keeps" and value in (0, kept.first):
        return
    name = kept.words
    if kept.table:
        rows = words.table(thing, kept.name, value)
        if rows:
            yield f"{name} ({', '.join(rows)})"
    elif value is True:
        yield name
    elif shown := words.value(value):
        yield f"{name} {shown}"
