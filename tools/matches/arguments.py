"""Validates the arguments of API calls before anything else happens.

Python accepts any object anywhere. An argument of the wrong type would otherwise fail deep inside the engine, or be
written to a record that cannot be read back; here it raises `BadArgument`, which names the argument.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence

from dsl.diagnostics.codes import records as codes
from dsl.names.builtins import FUNCTIONS, NAMES, VERBS
from dsl.syntax.keywords import FOREIGN, RESERVED
from dsl.syntax.tables import tables
from dsl.text.limits import LINE_CHARACTERS
from interpreter.visibility.view_types import EventView
from tools.matches.errors import BadArgument, finding, unplayable

NUMBER_BITS = 64
SEAT_CHARACTERS = 100


def seed(value: object) -> int:
    """A seed: a whole number of at most 64 bits, so that a record keeps it exactly."""
    if type(value) is not int or not -(1 << NUMBER_BITS - 1) <= value < 1 << NUMBER_BITS - 1:
        raise wrong("seed", "a whole number of at most 64 bits", value)
    return value


def path(value: object, argument: str) -> str:
    """A path as text: a record could not keep bytes."""
    text = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(text, str):
        raise wrong(argument, "a path", value)
    return text


def paths(value: object, argument: str) -> list[str] | None:
    """Several paths, or None."""
    return None if value is None else [path(item, argument) for item in listed(value, argument, "a list of paths")]


def text(value: object, argument: str) -> str:
    if not isinstance(value, str):
        raise wrong(argument, "a text", value)
    return value


def question(value: object, argument: str) -> str:
    """A typed text, no longer than a line of a file."""
    words = text(value, argument)
    if not words.strip() or len(words) > LINE_CHARACTERS:
        raise wrong(argument, f"a text of 1 to {LINE_CHARACTERS:,} letters", value)
    return words


def event(value: object) -> int:
    """An event of a log, or its number."""
    number = value.number if isinstance(value, EventView) else value
    if type(number) is not int or number.bit_length() > NUMBER_BITS:
        raise wrong("about", "an event, the number of one, or an expression", value)
    return number


def texts(value: object, argument: str) -> tuple[str, ...]:
    return tuple(text(item, argument) for item in listed(value, argument, "a list of texts"))


def listed(value: object, argument: str, expected: str) -> Sequence[object]:
    """The items of a list; a single text is rejected as a likely mistake."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Sequence | set | frozenset):
        raise wrong(argument, expected, value)
    return sorted(value, key=str) if isinstance(value, set | frozenset) else value


def readings(value: object) -> dict[str, str]:
    """Rulings by name."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise wrong("rulings", "a table of readings by ruling", value)
    return {text(name, "rulings"): text(reading, "rulings") for name, reading in value.items()}


def seats(value: object) -> tuple[object, ...]:
    """The names of seats, unchecked; `check_names` checks each."""
    return tuple(value) if isinstance(value, Mapping) else tuple(listed(value, "seats", "a list of names"))


def check_names(names: Sequence[object], kinds: Mapping[str, object]) -> None:
    """Reject seat names that cannot be stored in a record or used in a sentence."""
    taken: dict[str, str] = {}
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > SEAT_CHARACTERS:
            raise _no_seat(f"a seat has a name that can be printed, of {SEAT_CHARACTERS} letters at most")
        if name != name.strip():
            raise _no_seat(f"`{name}` begins or ends with a blank")
        if name in kinds or name in _words():
            raise _no_seat(f"`{name}` is a word of the language")
        spoken = unicodedata.normalize("NFC", "".join(name.split()))
        if spoken in taken:
            same = taken[spoken] == name
            why = f"two seats are called `{name}`" if same else f"`{taken[spoken]}` and `{name}` differ only in blanks"
            raise _no_seat(why)
        taken[spoken] = name


def wrong(argument: str, expected: str, value: object) -> BadArgument:
    return BadArgument([finding(codes.BAD_ARGUMENT, argument=argument, wanted=expected, given=_shown(value))])


def _shown(value: object) -> str:
    """A value in a few letters. Only plain values are shown: a foreign object's `repr` is foreign code."""
    if isinstance(value, str):
        return (
            f"`{value[:40]}`" if value.isprintable() and value else "a text that cannot be printed" if value else "``"
        )
    if value is None or isinstance(value, bool | float):
        return str(value)
    if isinstance(value, int) and abs(value) < 1 << 100:
        return str(value)
    return f"a value of type {type(value).__name__[:40]}"


def _no_seat(why: str) -> Exception:
    return unplayable(codes.BAD_SEAT, why=why)


def _words() -> frozenset[str]:
    """Every word with a meaning of its own: a seat of that name could not be referred to."""
    foreign = frozenset(word for word in FOREIGN if word.isalpha())
    return RESERVED | foreign | tables().words | frozenset(FUNCTIONS) | frozenset(NAMES) | frozenset(VERBS)
