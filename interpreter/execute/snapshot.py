"""A whole state as bytes, and back: the same bytes for the same state in any process, on any machine.

The bytes are JSON. Numbers, texts, truths, none and tuples are what they are in JSON; a value with a class of its own
is an object with one key, the name of that class. What a frame holds of the program (a text, a standing rule) is named
by its number in the order of the program. Scopes are numbered anew in the order in which they are met, and names in a
scope stand in order, because how they came about (which backend ran, what was tried and given up) says nothing about
the match. What no rule can ever look at again, such as the number of a window that is closed, is left out; of a match
that is won only the table is left.

So the same state has the same bytes, whichever backend ran, with a log or without, stopping at questions or not; two
matches with the same bytes and the same seed go on alike, and a state that was read back goes on as the one that was
written. The converse does not hold: the bytes tell by which number each thing is known, how many events and draws there
were, and which cells are free. `interpreter.execute.position_hash` leaves out what cannot matter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from attrs import fields

from dsl.ir.operations import Op
from interpreter.evaluate import history
from interpreter.execute.simultaneous import Branch
from interpreter.link.linked_program import LinkedProgram, Source
from interpreter.model import state as s
from interpreter.model.environment import AROUND
from interpreter.model.frames import FLOW, GIVES, GIVES_OF, SCOPE_OF, T_BRANCHES, TOGETHER, V_SCOPE, W_SCOPE, WINDOW
from interpreter.model.moves import Move
from interpreter.model.requests import Option, Request
from interpreter.model.state import State, Value
from interpreter.model.values import CardRef, Cell, Deed, Face, MarkOf, Place, Range, Rows, TextRef

FORM = 3
"""The form of the bytes; raised whenever the same state would get others."""
SHORT = 16
"""How many hexadecimal digits of a hash a record keeps."""

_CLASSES: dict[str, Any] = {
    cls.__name__: cls for cls in (CardRef, Cell, Deed, Face, MarkOf, Move, Option, Place, Range, Request, Rows, TextRef)
}
_FIELDS = {cls: tuple(one.name for one in fields(cls)) for cls in _CLASSES.values() if cls is not Option}
_FIELDS[Option] = ("value", "words")
_NOTHING = -1
"""The number of a text in which nothing stands."""
_GONE = 0
"""What a scope is called that is there no more; no scope ever has this number."""


class Unreadable(Exception):
    """Bytes that are no state of this program."""


def canonical(state: State, linked: LinkedProgram) -> bytes:
    """A state as bytes."""

    return written(_parts(state, linked), linked)


def written(parts: object, linked: LinkedProgram) -> bytes:
    """Values as bytes."""

    def plain(found: object) -> object:
        """A value with a class of its own; json asks for the parts that it does not know."""
        names = _FIELDS.get(type(found))
        if names is not None:
            return {type(found).__name__: [getattr(found, name) for name in names]}
        if isinstance(found, Op):
            return {"Op": _number(found, linked)}
        if isinstance(found, Source):
            return {"Source": [linked.number_of(found.standing), found.rank, found.holder, found.name]}
        raise TypeError(f"a state cannot hold {type(found).__name__}")

    return json.dumps(parts, separators=(",", ":"), allow_nan=False, default=plain).encode("ascii")


def digest(state: State, linked: LinkedProgram) -> str:
    """A hash of a state, in hexadecimal digits."""
    return blake2b(canonical(state, linked), digest_size=16, person=b"botwright-state").hexdigest()


def short_digest(state: State, linked: LinkedProgram) -> str:
    return digest(state, linked)[:SHORT]


# ------------------------------------------------------------------------------------------------------ writing


def _number(op: Op, linked: LinkedProgram) -> int:
    """The number of a text. One that is not of the program can only be the empty one."""
    found = linked.number_of_text(op)
    if found is None and not op.args and op.name in ("block", "none"):
        return _NOTHING
    if found is None:
        raise TypeError("a state cannot hold a text that is not part of its program")
    return found


def ended(state: State) -> bool:
    """Whether a match is won and nothing can follow: the flow that was won was begun by no other."""
    return state.cells[s.OUTCOME] is not None and all(frame[0] != FLOW for frame in state.frames)


def _parts(state: State, linked: LinkedProgram) -> dict[str, Any]:
    if ended(state):
        state = State(state.cells, next_request=0)
    numbers: dict[int, int] = {}
    waiting: list[int] = []

    def scope(number: int) -> int:
        if number not in state.scopes:
            return _GONE
        if number not in numbers:
            numbers[number] = len(numbers) + 1
            waiting.append(number)
        return numbers[number]

    frames = [_frame(frame, scope, linked) for frame in state.frames]
    events = [[*event[:V_SCOPE], scope(event[V_SCOPE]), *event[V_SCOPE + 1 :]] for event in state.events]
    open_windows = {frame[W_SCOPE]: numbers[frame[W_SCOPE]] for frame in state.frames if frame[0] == WINDOW}
    scopes = [_names(state.scopes[number], scope) for number in waiting]  # grows while it is gone through
    cells = state.cells[:]
    cells[s.STEPS] = 0  # the next answer begins to count anew
    cells[s.HISTORY] = history.renumbered(cells[s.HISTORY], linked.program.symbols.windows, open_windows)
    return {
        "form": FORM,
        "cells": cells,
        "frames": frames,
        "events": events,
        "scopes": scopes,
        "requests": state.requests,
        "next_request": state.next_request,
        "tape": state.tape,
    }


def _frame(frame: list[Any], scope: Callable[[int], int], linked: LinkedProgram) -> list[Any]:
    copy = frame[:]
    at = SCOPE_OF.get(frame[0])
    if at is not None:
        copy[at] = scope(frame[at])
    at = GIVES_OF.get(frame[0])
    if at is not None:
        copy[at] = _where(frame[at], scope)
    if frame[0] == TOGETHER:
        copy[T_BRANCHES] = [
            [branch.item, branch.heard, _parts(branch.state, linked), branch.open] for branch in frame[T_BRANCHES]
        ]
    return copy


def _where(gives: tuple[Any, ...] | None, scope: Callable[[int], int]) -> tuple[Any, ...] | None:
    """Where a result goes: (scope, name) or ("taken", scope of the window)."""
    if gives is None:
        return None
    return ("taken", scope(gives[1])) if gives[0] == "taken" else (scope(gives[0]), gives[1])


def _names(names: Mapping[str, Value], scope: Callable[[int], int]) -> list[list[Any]]:
    found = []
    for name in sorted(names):
        value = names[name]
        if name == AROUND and value is not None:
            value = scope(value)
        elif name == GIVES:
            value = _where(value, scope)
        found.append([name, value])
    return found


# ------------------------------------------------------------------------------------------------------ reading


def read(data: bytes, linked: LinkedProgram) -> State:
    """The state that some bytes tell of; a match goes on with it as with the one that was written."""
    try:
        parts = json.loads(data)
        if parts["form"] != FORM:
            raise Unreadable(f"the form {parts['form']} is not known")
        return _with_boards(_state(parts, linked), linked)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable("these bytes are no state of this program") from error


def _with_boards(state: State, linked: LinkedProgram) -> State:
    """The boards of the maps that lie there: a linked program knows those that it has seen laid."""
    from interpreter.evaluate.map_setup import know_boards
    from interpreter.execute.machine import Machine

    know_boards(Machine(linked, state, 0, ()))
    return state


def _state(parts: dict[str, Any], linked: LinkedProgram) -> State:
    scopes = {
        number: {name: _value(found, linked) for name, found in names}
        for number, names in enumerate(parts["scopes"], 1)
    }
    return State(
        [_value(found, linked) for found in parts["cells"]],
        [_read_frame(frame, linked) for frame in parts["frames"]],
        [[_value(found, linked) for found in event] for event in parts["events"]],
        scopes,
        len(scopes),
        _value(parts["requests"], linked),
        parts["next_request"],
        _value(parts["tape"], linked),
    )


def _read_frame(frame: list[Any], linked: LinkedProgram) -> list[Any]:
    if frame[0] != TOGETHER:
        return [_value(found, linked) for found in frame]
    branches = tuple(
        Branch(_value(item, linked), _value(heard, linked), _state(parts, linked), _value(waiting, linked))
        for item, heard, parts, waiting in frame[T_BRANCHES]
    )
    return [branches if at == T_BRANCHES else _value(found, linked) for at, found in enumerate(frame)]


def _value(found: Any, linked: LinkedProgram) -> Value:
    if isinstance(found, list):
        return tuple(_value(part, linked) for part in found)
    if not isinstance(found, dict):
        return found
    ((name, parts),) = found.items()
    match name:
        case "Op":
            return Op("block") if parts == _NOTHING else linked.numbered_text(parts)
        case "Source":
            return Source(linked.said[parts[0]], *parts[1:])
        case _:
            return _CLASSES[name](*(_value(part, linked) for part in parts))
