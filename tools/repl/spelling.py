"""Things and values in the words of the language, so that what is written down can be read again.

A thing is called by its id; where several have the same one, whoever reads the name takes the first of them, so a name
that must mean one thing only is asked for as such. What nobody can name has no spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import interpreter.chance as chance
import interpreter.standing as standing
import interpreter.things as things
from dsl import types as t
from dsl.words import RESERVED
from interpreter import state as s
from interpreter.choices import Option, Request
from interpreter.legality import Move
from interpreter.machine import Machine
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Cell, Face, MarkOf, Place

_NAME = re.compile(r"[^\W\d]\w*")


class NoWords(Exception):
    """Something that cannot be named; the text says what."""


def spelt(m: Machine, found: Value, type: t.Type = t.UNKNOWN) -> str:
    """A value as an author would write it. Raises `NoWords`."""
    plain = t.plain(type)
    match found:
        case None:
            return "none"
        case bool():
            return "yes" if found else "no"
        case int() if isinstance(plain, t.KindT) or (isinstance(plain, t.UnknownT) and things.is_thing(m, found)):
            return thing_name(m, found)
        case int():
            return str(found)
        case Face(number=number, symbols=symbols):
            return " + ".join([*symbols, *([str(number)] if number or not symbols else [])])
        case MarkOf(name=name, args=args):
            return name + (f"({', '.join(spelt(m, arg) for arg in args)})" if args else "")
        case CardRef(id=id):
            return _word(id.rsplit(".", 1)[-1])
        case str():
            return quoted(found) if isinstance(plain, t.TextT) else _word(found)
        case tuple():
            of = t.item(type) or (plain if isinstance(plain, t.KindT) else t.UNKNOWN)
            return "[" + ", ".join(spelt(m, part, of) for part in found) + "]"
        case _:
            raise NoWords("a value that has no words")


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _word(name: str) -> str:
    return name if _NAME.fullmatch(name) and name not in RESERVED else quoted(name)


def thing_name(m: Machine, thing: Thing, only: bool = False) -> str:
    """What a thing is called; `only` if nothing else may be called so."""
    if "Die" in things.lineage(m, thing):
        return spelt(m, chance.shown_face(m, thing))
    card = m.state.cells[thing + s.CARD]
    if card is None:
        raise NoWords(f"a {m.state.cells[thing + s.KIND]} without a name")
    name = str(card).rsplit(".", 1)[-1]
    if isinstance(m.state.cells[thing + s.PLACE], Cell):
        name = things.shown(m, thing)
    if only and (things.find(m, name) != thing or _copies(m, name) > 1):
        raise NoWords(f"one of several that are called {name}")
    return _word(name)


def _copies(m: Machine, name: str) -> int:
    return sum(things.is_called(m, thing, name) for thing in every_thing(m))


def every_thing(m: Machine) -> Iterator[Thing]:
    """Everything in play."""
    for shape in m.world.layout.kinds.values():
        yield from m.state.cells[s.FIRST_KIND + shape.index]


def place_name(m: Machine, place: Place) -> str:
    holder = m.state.cells[place.holder + s.KIND]
    whose = "" if holder == "Table" else f"{thing_name(m, place.holder, only=True)}."
    return f"{whose}{place.zone}"


# -------------------------------------------------------------------------------------------------------- answers


def reply(m: Machine, request: Request, chosen: tuple[int, ...]) -> str:
    """An answer as a scenario says it. Raises `NoWords`."""
    options = [request.options[index] for index in chosen]
    match request.sort:
        case "may":
            return "yes" if chosen else "no"
        case _ if not chosen:
            return "pass"
        case "act":
            return move_words(m, options[0].value)
        case "ask":
            return f"tell {_option(m, options[0])}"
        case _:
            return "choose " + ", ".join(_option(m, option) for option in options)


def _option(m: Machine, option: Option) -> str:
    if isinstance(option.value, int) and not things.is_thing(m, option.value) and not option.words.isdecimal():
        return quoted(option.words)  # one of several ways, by what it says
    if isinstance(option.value, tuple) and option.value and isinstance(option.value[0], int):
        return spelt(m, option.value[-1])  # what pays
    return spelt(m, option.value)


def move_words(m: Machine, move: Move, by: bool = False) -> str:
    """An action with its slots; `by` whom only if that is wanted."""
    found = [move.verb]
    values = dict(move.values)
    for slot in standing.signature(m, move.verb).slots:
        given = values.get(slot.name)
        if given is None or given == () or (slot.name == "me" and not by):
            continue
        found += [part for part in (slot.preposition, spelt(m, given, slot.type)) if part]
    return " ".join(found)
