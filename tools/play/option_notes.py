"""Short notes beside options, so that no player has to look up what they stand for.

The notes are: the row of a table on the player's own thing, if the options are its keys; printed and kept values in
which the options differ; who is on a space. They contain nothing that the view does not show, and nothing that is the
same for every option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from interpreter.visibility.view_types import RequestView, ThingView
from tools.drawing.schema import said
from tools.drawing.value_words import ValueWords
from tools.play.choice import Choice

MOST = 4
"""The maximum number of values shown for one option."""
Values = dict[str, Any]


def noted(choices: Sequence[Choice], request: RequestView, words: ValueWords) -> tuple[Choice, ...]:
    """The choices with a short note on each."""
    if request.sort == "act":
        return tuple(evolve(choice, note=_deed(choice, words)) for choice in choices)
    if request.sort not in ("choose", "arrange"):
        return tuple(choices)
    values = [request.options[choice.index].value for choice in choices]
    notes = _rows(values, words) or _differing([_values(value, words) for value in values], words)
    return tuple(evolve(choice, note=note) for choice, note in zip(choices, notes, strict=True))


# ------------------------------------------------------------------------------------------------------------- rows


def _rows(values: Sequence[Any], words: ValueWords) -> list[str]:
    """The rows of a table on the player's own thing, if all options are its keys."""
    keys = [_key(value) for value in values]
    if not keys or None in keys:
        return []
    cells: list[list[str]] = []
    for thing in words.view.things:
        if thing.owner != words.view.seat or words.view.seat is None:
            continue
        for printed in words.schema.fields.get(thing.kind, ()):
            if printed.table and printed.sort == "printed":
                rows = {key: row for many, _, row in words.rows(thing.fields.get(printed.name)) for key in many}
                if rows.keys() >= set(keys):
                    label = f"{printed.words} " if printed.words != said(printed.name) else ""
                    cells.append([f"{label}{words.value(rows[key])}" for key in keys])
    return cells[0] if cells and all(row == cells[0] for row in cells) else []


def _key(value: Any) -> str | None:
    match value:
        case str():
            return value
        case {"card": str(id)}:
            return id
        case _:
            return None


# ----------------------------------------------------------------------------------------------------------- values


def _values(value: Any, words: ValueWords) -> Values:
    match value:
        case {"card": str(id)}:
            return dict(words.schema.printed.get(id, {}))
        case {"thing": int(number)}:
            return dict(_kept(words.view.thing(number), words))
        case _:
            return {}


def _kept(thing: ThingView, words: ValueWords) -> Iterator[tuple[str, Any]]:
    """The kept and computed values of a thing; for a part, its printed values."""
    if thing.number in words.spaces or thing.kind == "Player":
        return
    fields = [field for field in words.schema.fields.get(thing.kind, ()) if field.sort in ("keeps", "stat")]
    for field in sorted(fields, key=lambda kept: kept.rank(thing.fields.get(kept.name))):
        value = thing.fields.get(field.name)
        if isinstance(value, int | str):
            yield field.words, value
    yield from _printed(thing, words).items()


def _printed(thing: ThingView, words: ValueWords) -> Values:
    """The printed values of a part; where a value of the same name is computed, that one holds."""
    if thing.card is None or "." not in thing.card:
        return {}
    stats = [field for field in words.schema.fields.get(thing.kind, ()) if field.sort == "stat"]
    now = {field.words: thing.fields[field.name] for field in stats if field.name in thing.fields}
    return {name: now.get(name, value) for name, value in words.schema.printed.get(thing.card, {}).items()}


def _differing(every: Sequence[Values], words: ValueWords) -> list[str]:
    names = dict.fromkeys(name for values in every for name in values)
    apart = [name for name in names if len({repr(values.get(name)) for values in every}) > 1]
    return [_told({name: values[name] for name in apart if name in values}, words) for values in every]


def _told(values: Values, words: ValueWords) -> str:
    parts = []
    for name, value in values.items():
        match value:
            case True:
                parts.append(name)
            case False | 0 | "" | None:
                continue
            case _:
                parts.append(f"{name} {words.value(value)}")
    return ", ".join(parts[:MOST])


# ------------------------------------------------------------------------------------------------------------ deeds


def _deed(choice: Choice, words: ValueWords) -> str:
    """Who is on the target space of an action; the values of the part it is done with, and computed texts."""
    things = [slot.thing for slot in choice.slots if slot.thing is not None]
    there = [_upon(thing, choice, words) for thing in things if thing in words.spaces]
    used = [words.view.thing(thing) for thing in things if thing not in words.spaces]
    values = [(words.name(thing), text) for thing in used if (text := _told(_printed(thing, words), words))]
    printed = [text if len(values) == 1 else f"{name} {text}" for name, text in values]
    texts = [_told(_texts(thing, words), words) for thing in used]
    return "; ".join(part for part in (*there, *printed, *texts) if part)


def _texts(thing: ThingView, words: ValueWords) -> Values:
    fields = [field for field in words.schema.fields.get(thing.kind, ()) if field.text and field.sort == "stat"]
    return {field.words: thing.fields[field.name] for field in fields if thing.fields.get(field.name)}


def _upon(space: int, choice: Choice, words: ValueWords) -> str:
    """Who is on a space and not named yet."""
    ground = words.ground.get(space)
    names = [words.name(thing) for thing in words.standing.get(space, ()) if thing is not ground]
    new_names = [name for name in names if name not in choice.words]
    return f"there: {', '.join(new_names)}" if new_names else ""
