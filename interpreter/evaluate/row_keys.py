"""Whether the key of a row, in a table or a `match`, applies to a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.things as things
from interpreter.model.environment import contains, equal, one
from interpreter.model.state import Value
from interpreter.model.values import CardRef, Face, MarkOf, Range

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def key_matches(m: Machine, key: Value, value: Value) -> bool:
    if not (isinstance(key, tuple) and key and isinstance(key[0], str)):
        return equal(key, value)
    match key[0]:
        case "else":
            return True
        case "number":
            return equal(key[1], value)
        case "range":
            return contains(Range(key[1], key[2]), value)
        case "at least":
            return contains(Range(key[1], None), value)
        case "at most":
            return contains(Range(-(1 << 62), key[1]), value)
        case "symbols":
            return any(equal(value, symbol) for symbol in key[1:]) or (
                isinstance(value, Face) and bool(set(value.symbols) & set(key[1:]))
            )
        case "kind":
            return key[1] in things.lineage(m, value if isinstance(value, CardRef) else one(value))
        case "text" | "thing":
            return any(_is_named(m, value, name) for name in key[1:])
        case _:
            return equal(key, value)


def _is_named(m: Machine, value: Value, name: str) -> bool:
    match value:
        case bool() | None:
            return False
        case int():
            return things.is_called(m, value, name)
        case MarkOf(name=mark):
            return mark == name
        case CardRef(id=id):
            return id in (name, things.card_id(m, name))
        case _:
            return bool(value == name)
