"""Earlier states stored as differences from the states that followed them.

A stack of states keeps only the top one whole; each of the others is a `Delta` from the one above it. The difference is
taken when the next state is pushed, not when the answer is given, so it includes anything done to the table between two
answers. Both states are final by then, which makes a difference permanently valid: a fork shares it.

Values never change in place, so two cells differ only if they hold different objects, and one pass over both lists
finds all differences. A long tuple that has grown or lost a part is stored as the position of that part: a history of
thousands of entries costs one entry per step. The words of options are not stored, only the means to compose them:
words follow from the table, which a delta restores.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, compress, count
from operator import is_not
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from interpreter.model.deferred_words import DeferredWords
from interpreter.model.frames import T_BRANCHES, TOGETHER
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Option
from interpreter.model.state import State, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram

_LONG = 16
"""Tuples with fewer items are stored whole."""
_MOVES = 10_000
"""The maximum number of cached moves."""


@frozen
class _Spliced:
    """A tuple with the first `head` and the last `tail` items of another one, and other items between them."""

    head: int
    between: tuple[Value, ...]
    tail: int


@frozen
class _Changed:
    """The entries of a list that differed, and its length; entries beyond the other list come last."""

    at: bytes
    values: tuple[Value, ...]
    length: int


@frozen
class _CompactRequest:
    """A request whose options are all worded by the same function: only their values are stored."""

    request: EngineRequest
    values: tuple[Value, ...]
    machine: type[Machine]
    how: Callable[..., str]
    more: tuple[Any, ...]


@frozen
class _Decided:
    """The branches of a simultaneous decision, each stored as a difference."""

    branches: tuple[tuple[Any, Delta], ...]


@frozen
class Delta:
    """The difference between a state and the one that followed it."""

    cells: _Changed
    rows: _Changed  # frames and events, one behind another
    lengths: tuple[tuple[int, ...], tuple[int, ...]] | None  # of frames and events; none if as long as later
    scopes: tuple[tuple[int, tuple[Value, ...]], ...]  # those that were different, with their names
    closed: tuple[int, ...]  # those that were not there yet
    next_scope: int
    requests: tuple[EngineRequest | _CompactRequest, ...]
    next_request: int
    tape: tuple[Any, ...]


@define
class States:
    """A stack of states, each with a number. Only the top is stored whole."""

    _top: State | None = None
    _number: int = 0
    _below: list[tuple[Delta, int]] = field(factory=list)
    _moves: dict[Move, Move] = field(factory=dict)  # the same options recur: each move is stored once

    def __len__(self) -> int:
        return len(self._below) + (self._top is not None)

    @property
    def top(self) -> State:
        assert self._top is not None
        return self._top

    @property
    def number(self) -> int:
        return self._number

    def numbers(self) -> list[int]:
        """The numbers of all states, the lowest first."""
        return [*(number for _, number in self._below), self._number] if self._top is not None else []

    def push(self, state: State, number: int = 0) -> None:
        if self._top is not None:
            self._below.append((delta(self._top, state, self._moves), self._number))
        self._top, self._number = state, number

    def pop(self, linked: LinkedProgram) -> tuple[State, int]:
        state, number = self.top, self._number
        if self._below:
            before, self._number = self._below.pop()
            self._top = restored(state, before, linked)
        else:
            self._top = None
        return state, number

    def clear(self) -> None:
        self._top = None
        self._below.clear()

    def fork(self) -> States:
        return States(self._top, self._number, self._below[:], self._moves)

    def upward(self, last: State, linked: LinkedProgram) -> Iterator[State]:
        """All states from the bottom to the top, then the one that followed."""
        stack, later = self.fork(), States()
        later.push(last)
        while stack:
            later.push(stack.pop(linked)[0])
        while later:
            yield later.pop(linked)[0]

    @property
    def entries(self) -> int:
        """How many values the differences hold: a measure of memory."""
        return sum(_entries(before) for before, _ in self._below)


# ------------------------------------------------------------------------------------------------- taking a difference


def delta(old: State, new: State, moves: dict[Move, Move] | None = None) -> Delta:
    """The difference that restores the old state from the new one; known moves are shared."""
    scopes = tuple(
        (number, tuple(part for pair in names.items() for part in pair))
        for number, names in old.scopes.items()
        if not _same_names(names, new.scopes.get(number))
    )
    lengths = _lengths(old)
    return Delta(
        _changed(old.cells, new.cells),
        _changed(_flat(old, new), [*chain(*new.frames, *new.events)]),
        lengths if lengths != _lengths(new) else None,
        scopes,
        tuple(number for number in new.scopes if number not in old.scopes),
        old.next_scope,
        tuple(_compact(request, old.cells, moves) for request in old.requests),
        old.next_request,
        old.tape,
    )


def _changed(old: list[Value], new: Sequence[Value]) -> _Changed:
    both = min(len(old), len(new))
    places = array("I", compress(count(), map(is_not, old, new)))
    values = [_spliced(old[at], new[at]) for at in places]
    return _Changed(places.tobytes(), (*values, *old[both:]), len(old))


def _spliced(old: Value, new: Value) -> Value:
    if type(old) is not tuple or type(new) is not tuple or len(old) < _LONG:
        return old
    most = min(len(old), len(new))
    head = next(compress(count(), map(is_not, old, new)), most)
    tail = next(compress(count(), map(is_not, reversed(old), reversed(new))), most)
    tail = min(tail, most - head)
    return _Spliced(head, old[head : len(old) - tail], tail) if head + tail > len(old) // 2 else old


def _same_names(old: dict[str, Value], new: dict[str, Value] | None) -> bool:
    if new is None or len(old) != len(new):
        return False
    return all(name in new and new[name] is value for name, value in old.items())


def _lengths(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(map(len, state.frames)), tuple(map(len, state.events))


def _flat(old: State, new: State) -> list[Any]:
    """Frames and events in one list; a simultaneous decision becomes differences from the table around it."""
    new_branches = {id(frame[T_BRANCHES]) for frame in new.frames if frame[0] == TOGETHER}
    frames = old.frames
    for at, frame in enumerate(frames):
        if frame[0] == TOGETHER and id(frame[T_BRANCHES]) not in new_branches:
            branches = tuple((evolve(branch, state=_NOBODY), delta(branch.state, old)) for branch in frame[T_BRANCHES])
            frames = [
                *frames[:at],
                [*frame[:T_BRANCHES], _Decided(branches), *frame[T_BRANCHES + 1 :]],
                *frames[at + 1 :],
            ]
    return [*chain(*frames, *old.events)]


_NOBODY = State([])


def _compact(
    request: EngineRequest, cells: list[Value], moves: dict[Move, Move] | None
) -> EngineRequest | _CompactRequest:
    """A request without its options, if one wording function serves all of them on this table.

    Requests of a simultaneous decision are about their own tables; then the words are stored.
    """
    first = request.options[0].deferred if request.options else None
    if (
        first is None
        or first.cells is not cells
        or not first.about
        or any(not _alike(option, first) for option in request.options)
    ):
        return evolve(request, options=tuple(Option(option.value, option.words) for option in request.options))
    values = tuple(option.value for option in request.options)
    if moves is not None and request.sort == "act":
        if len(moves) > _MOVES:
            moves.clear()
        values = tuple(moves.setdefault(move, move) for move in values)
    return _CompactRequest(evolve(request, options=()), values, first.machine, first.how, first.about[1:])


def _alike(option: Option, first: DeferredWords) -> bool:
    deferred = option.deferred
    if deferred is None or deferred.how is not first.how or deferred.cells is not first.cells or not deferred.about:
        return False
    if deferred.about[0] is not option.value:
        return False
    return len(deferred.about) == len(first.about) and not any(map(is_not, deferred.about[1:], first.about[1:]))


def _entries(delta: Delta) -> int:
    values = [*delta.cells.values, *delta.rows.values]
    changed = sum(len(part.between) if isinstance(part, _Spliced) else 1 for part in values)
    names = sum(len(names) for _, names in delta.scopes)
    options = sum(
        len(request.values) if isinstance(request, _CompactRequest) else len(request.options)
        for request in delta.requests
    )
    return changed + names + options + len(delta.closed)


# ------------------------------------------------------------------------------------------------------- going back


def restored(new: State, before: Delta, linked: LinkedProgram) -> State:
    """The older state, from the newer one and their difference."""
    state = State.__new__(State)
    state.cells = _list(new.cells, before.cells)
    state.scopes = {number: names.copy() for number, names in new.scopes.items() if number not in before.closed}
    for number, names in before.scopes:
        state.scopes[number] = dict(zip(names[::2], names[1::2], strict=True))
    state.next_scope, state.next_request = before.next_scope, before.next_request
    state.tape, state.presence, state.asking = before.tape, None, None
    state.requests = tuple(_request(request, state, linked) for request in before.requests)
    entries = _list([*chain(*new.frames, *new.events)], before.rows)
    frames, events = before.lengths or _lengths(new)
    state.frames, state.events = _cut(entries, frames), _cut(entries[sum(frames) :], events)
    for frame in state.frames:
        if frame[0] == TOGETHER and isinstance(frame[T_BRANCHES], _Decided):
            frame[T_BRANCHES] = tuple(
                evolve(branch, state=restored(state, branch_delta, linked))
                for branch, branch_delta in frame[T_BRANCHES].branches
            )
    return state


def _cut(entries: list[Any], lengths: tuple[int, ...]) -> list[list[Any]]:
    ends = [*accumulate(lengths)]
    return [entries[end - length : end] for length, end in zip(lengths, ends, strict=True)]


def _list(new: Sequence[Value], before: _Changed) -> list[Value]:
    values = list(new[: before.length])
    places = array("I", before.at)
    for at, value in zip(places, before.values, strict=False):
        values[at] = _whole(value, values[at])
    values += before.values[len(places) :]
    return values


def _whole(value: Value, other: Value) -> Value:
    if type(value) is not _Spliced:
        return value
    return (*other[: value.head], *value.between, *(other[len(other) - value.tail :]))


def _request(compact: EngineRequest | _CompactRequest, state: State, linked: LinkedProgram) -> EngineRequest:
    if isinstance(compact, EngineRequest):
        return compact
    options = tuple(
        Option(value, DeferredWords(compact.machine, linked, state.cells, compact.how, (value, *compact.more)))
        for value in compact.values
    )
    return evolve(compact.request, options=options)
