"""Serialises a whole state to bytes and back: the same state gives the same bytes in any process, on any machine.

The format is JSON. Numbers, texts, truths, none and tuples are written as in JSON; a value of any other class is an
object with one key, the name of that class. References from a frame to the program (a text, a standing rule) are
numbers in program order. Scopes are renumbered in the order of their first use and names in a scope are sorted, because
their history (which backend ran, which payments were tried) is irrelevant to the match. Values that no rule can read
any more, such as the number of a closed window, are left out; of a finished match only the table is written.

So the bytes are the same for both backends, with or without a log, stopping at questions or not; two matches with the
same bytes and the same seed continue alike, and a restored state continues like the original. The converse does not
hold: the bytes contain the numbers of things, the counts of events and draws, and the free cells.
`interpreter.execute.position_hash` leaves out what cannot matter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import fields

from dsl.ir.operations import Op
from dsl.lazy import lazy_module
from interpreter.evaluate import history
from interpreter.execute.simultaneous import SeatBranch
from interpreter.link.linked_program import LinkedProgram, RuleSource
from interpreter.model import state as s
from interpreter.model.environment import AROUND
from interpreter.model.frames import FLOW, GIVES, GIVES_OF, SCOPE_OF, T_BRANCHES, TOGETHER, V_SCOPE, W_SCOPE, WINDOW
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Option
from interpreter.model.state import State, Value
from interpreter.model.values import CardRef, Cell, Deed, Face, Location, MarkOf, Range, Rows, TextRef

if TYPE_CHECKING:
    from interpreter.evaluate import map_setup
    from interpreter.execute import machine
else:
    map_setup = lazy_module("interpreter.evaluate.map_setup")
    machine = lazy_module("interpreter.execute.machine")


FORM = 3
"""The version of the format; raised whenever the same state would get other bytes."""
SHORT = 16
"""How many hexadecimal digits of a hash a record keeps."""

_CLASSES: dict[str, Any] = {
    cls.__name__: cls for cls in (CardRef, Cell, Deed, Face, MarkOf, Move, Option, Range, Rows, TextRef)
} | {"Place": Location, "Request": EngineRequest}
"""The classes by the names that the format gives them."""
_NAMES = {cls: name for name, cls in _CLASSES.items()}
_FIELDS = {cls: tuple(attribute.name for attribute in fields(cls)) for cls in _CLASSES.values() if cls is not Option}
_FIELDS[Option] = ("value", "words")
_NOTHING = -1
"""The number of an empty text."""
_GONE = 0
"""The number written for a scope that no longer exists; no scope has it."""


class Unreadable(Exception):
    """Bytes that are not a state of this program."""


def canonical(state: State, linked: LinkedProgram) -> bytes:
    """Serialise a state."""

    return written(_parts(state, linked), linked)


def written(parts: object, linked: LinkedProgram) -> bytes:
    """Serialise values."""

    def plain(value: object) -> object:
        """Convert a value of a class that json does not know."""
        names = _FIELDS.get(type(value))
        if names is not None:
            return {_NAMES[type(value)]: [getattr(value, name) for name in names]}
        if isinstance(value, Op):
            return {"Op": _number(value, linked)}
        if isinstance(value, RuleSource):
            return {"Source": [linked.number_of(value.standing), value.rank, value.holder, value.name]}
        raise TypeError(f"a state cannot hold {type(value).__name__}")

    return json.dumps(parts, separators=(",", ":"), allow_nan=False, default=plain).encode("ascii")


def digest(state: State, linked: LinkedProgram) -> str:
    """A hash of a state, in hexadecimal digits."""
    return blake2b(canonical(state, linked), digest_size=16, person=b"botwright-state").hexdigest()


def short_digest(state: State, linked: LinkedProgram) -> str:
    return digest(state, linked)[:SHORT]


# ------------------------------------------------------------------------------------------------------ writing


def _number(op: Op, linked: LinkedProgram) -> int:
    """The number of a text. Only the empty text may be from outside the program."""
    number = linked.number_of_text(op)
    if number is None and not op.args and op.name in ("block", "none"):
        return _NOTHING
    if number is None:
        raise TypeError("a state cannot hold a text that is not part of its program")
    return number


def ended(state: State) -> bool:
    """Whether the match is won and nothing can follow: the finished flow is not nested."""
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
    scopes = [_names(state.scopes[number], scope) for number in waiting]  # grows during the iteration
    cells = state.cells[:]
    cells[s.STEPS] = 0  # the next answer starts a new count
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
    entries = []
    for name in sorted(names):
        value = names[name]
        if name == AROUND and value is not None:
            value = scope(value)
        elif name == GIVES:
            value = _where(value, scope)
        entries.append([name, value])
    return entries


# ------------------------------------------------------------------------------------------------------ reading


def read(data: bytes, linked: LinkedProgram) -> State:
    """The state that some bytes describe; a match continues from it as from the original."""
    try:
        parts = json.loads(data)
        if parts["form"] != FORM:
            raise Unreadable(f"format {parts['form']} is not supported")
        return _with_boards(_state(parts, linked), linked)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable("these bytes are no state of this program") from error


def _with_boards(state: State, linked: LinkedProgram) -> State:
    """Register the boards of the maps in play: a linked program knows only those it has seen."""
    map_setup.know_boards(machine.Machine(linked, state, 0, ()))
    return state


def _state(parts: dict[str, Any], linked: LinkedProgram) -> State:
    scopes = {
        number: {name: _value(part, linked) for name, part in names} for number, names in enumerate(parts["scopes"], 1)
    }
    return State(
        [_value(part, linked) for part in parts["cells"]],
        [_read_frame(frame, linked) for frame in parts["frames"]],
        [[_value(part, linked) for part in event] for event in parts["events"]],
        scopes,
        len(scopes),
        _value(parts["requests"], linked),
        parts["next_request"],
        _value(parts["tape"], linked),
    )


def _read_frame(frame: list[Any], linked: LinkedProgram) -> list[Any]:
    if frame[0] != TOGETHER:
        return [_value(entry, linked) for entry in frame]
    branches = tuple(
        SeatBranch(_value(item, linked), _value(heard, linked), _state(parts, linked), _value(waiting, linked))
        for item, heard, parts, waiting in frame[T_BRANCHES]
    )
    return [branches if at == T_BRANCHES else _value(entry, linked) for at, entry in enumerate(frame)]


def _value(data: Any, linked: LinkedProgram) -> Value:
    if isinstance(data, list):
        return tuple(_value(part, linked) for part in data)
    if not isinstance(data, dict):
        return data
    ((name, parts),) = data.items()
    match name:
        case "Op":
            return Op("block") if parts == _NOTHING else linked.numbered_text(parts)
        case "Source":
            return RuleSource(linked.said[parts[0]], *parts[1:])
        case _:
            return _CLASSES[name](*(_value(part, linked) for part in parts))
