"""Writes things and values in the words of the language, so that the parser can read them back.

`interpreter.scenarios` writes answers; this module writes unambiguous names of things. A thing without an unambiguous
name has no spelling.
"""

from __future__ import annotations

from collections.abc import Iterator

import interpreter.evaluate.things as things
import interpreter.scenarios.answer_lines as words
from dsl.names import types as t
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.environment import items
from interpreter.model.state import Thing, Value


class Unnameable(Exception):
    """A value or thing has no unambiguous name; the text says which."""


def spelt(m: Machine, value: Value, type: t.Type = t.UNKNOWN) -> str:
    """A value as an author would write it. Raises `Unnameable`."""
    plain = t.plain(type)
    if value is None:
        return "none"
    if isinstance(plain, t.NumberT) and isinstance(value, int):
        return str(value)
    of = t.item(type) or plain
    if isinstance(of, t.KindT):
        parts = [thing_name(m, part) if isinstance(part, int) else words.value(m, part) for part in items(value)]
        return f"[{', '.join(parts)}]" if isinstance(value, tuple) else parts[0]
    return words.value(m, value, type)


def thing_name(m: Machine, thing: Thing, only: bool = True) -> str:
    """The name of a thing; with `only`, the name must be unique."""
    if m.state.cells[thing + s.CARD] is None:
        raise Unnameable(f"a {m.state.cells[thing + s.KIND]} without a name")
    name = words.name(m, thing)
    if only and sum(things.is_called(m, other, name.strip('"')) for other in every_thing(m)) > 1:
        raise Unnameable(f"one of several that are called {name}")
    return name


def every_thing(m: Machine) -> Iterator[Thing]:
    """Everything in play."""
    for shape in m.linked.layout.kinds.values():
        yield from m.state.cells[s.FIRST_KIND + shape.index]
