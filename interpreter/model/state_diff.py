"""Earlier states as differences: what it takes to get one back from the state that came after it.

A stack of states keeps only the uppermost one whole; each of the others is a `Delta` from the one above it. The
difference is taken when the next state is pushed, not when the answer is given, so whatever was done to a table between
two answers is in it. Both states are at rest then and never change again, which makes a difference valid for good: a
fork shares it.

Values never change in place, so two cells differ only if they hold different objects, and one pass over both lists
finds all of them. A long tuple that has grown or lost a part is kept as the place of that part: a history of thousands
of entries costs one entry for each step. The words of options are not kept, only the way to find them: the words
follow from the table, and that is what a delta restores.
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
from interpreter.model.requests import Option, Request
from interpreter.model.state import State, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram

_LONG = 16
"""Tuples with fewer items are kept as they are."""
_MOVES = 10_000
"""So many moves are remembered."""


@frozen
class _Spliced:
    """A tuple that has the first `head` and the last `tail` items of another one, with other items between them."""

    head: int
    between: tuple[Value, ...]
    tail: int


@frozen
class _Changed:
    """The entries of a list that were different, and how long it was; what it had beyond the other list comes last."""

    at: bytes
    values: tuple[Value, ...]
    length: int


@frozen
class _Asked:
    """A request whose options are all worded in the same way: their values and the way are enough."""

    request: Request
    values: tuple[Value, ...]
    machine: type[Machine]
    how: Callable[..., str]
    more: tuple[Any, ...]


@frozen
class _Decided:
    """The branches of those who decide together: each is taken in a copy of the table, kept as its difference."""

    branches: tuple[tuple[Any, Delta], ...]


@frozen
class Delta:
    """The difference between a state and the one that came after it."""

    cells: _Changed
    rows: _Changed  # frames and events, one behind another
    lengths: tuple[tuple[int, ...], tuple[int, ...]] | None  # of frames and events; none if as long as later
    scopes: tuple[tuple[int, tuple[Value, ...]], ...]  # those that were different, with their names
    closed: tuple[int, ...]  # those that were not there yet
    next_scope: int
    requests: tuple[Request | _Asked, ...]
    next_request: int
    tape: tuple[Any, ...]


@define
class States:
    """A stack of states, each with a number that goes with it. Only the uppermost is kept whole."""

    _top: State | None = None
    _number: int = 0
    _below: list[tuple[Delta, int]] = field(factory=list)
    _moves: dict[Move, Move] = field(factory=dict)  # the same options are offered again and again: each is kept once

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
        found, number = self.top, self._number
        if self._below:
            before, self._number = self._below.pop()
            self._top = restored(found, before, linked)
        else:
            self._top = None
        return found, number

    def clear(self) -> None:
        self._top = None
        self._below.clear()

    def fork(self) -> States:
        return States(self._top, self._number, self._below[:], self._moves)

    def upward(self, last: State, linked: LinkedProgram) -> Iterator[State]:
        """All states from the lowest to the uppermost, and then the one that came after it."""
        stack, later = self.fork(), States()
        later.push(last)
        while stack:
            later.push(stack.pop(linked)[0])
        while later:
            yield later.pop(linked)[0]

    @property
    def entries(self) -> int:
        """How many values are kept in differences: a measure of memory."""
        return sum(_entries(before) for before, _ in self._below)


# ------------------------------------------------------------------------------------------------- taking a difference


def delta(old: State, new: State, moves: dict[Move, Move] | None = None) -> Delta:
    """What it takes to get the old state back from the new one; moves that are known already are shared."""
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
        tuple(_asked(request, old.cells, moves) for request in old.requests),
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
    """Frames and events one behind another; what is decided together is a difference from the table around it."""
    known = {id(frame[T_BRANCHES]) for frame in new.frames if frame[0] == TOGETHER}
    frames = old.frames
    for at, frame in enumerate(frames):
        if frame[0] == TOGETHER and id(frame[T_BRANCHES]) not in known:
            branches = tuple((evolve(one, state=_NOBODY), delta(one.state, old)) for one in frame[T_BRANCHES])
            frames = [
                *frames[:at],
                [*frame[:T_BRANCHES], _Decided(branches), *frame[T_BRANCHES + 1 :]],
                *frames[at + 1 :],
            ]
    return [*chain(*frames, *old.events)]


_NOBODY = State([])


def _asked(request: Request, cells: list[Value], moves: dict[Move, Move] | None) -> Request | _Asked:
    """A request without its options, if one way of wording serves for all of them on this table.

    What is asked of those who decide together is about their own tables; then the words are kept.
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
    return _Asked(evolve(request, options=()), values, first.machine, first.how, first.about[1:])


def _alike(option: Option, first: DeferredWords) -> bool:
    own = option.deferred
    if own is None or own.how is not first.how or own.cells is not first.cells or not own.about:
        return False
    if own.about[0] is not option.value:
        return False
    return len(own.about) == len(first.about) and not any(map(is_not, own.about[1:], first.about[1:]))


def _entries(found: Delta) -> int:
    values = [*found.cells.values, *found.rows.values]
    changed = sum(len(part.between) if isinstance(part, _Spliced) else 1 for part in values)
    names = sum(len(names) for _, names in found.scopes)
    options = sum(len(one.values) if isinstance(one, _Asked) else len(one.options) for one in found.requests)
    return changed + names + options + len(found.closed)


# ------------------------------------------------------------------------------------------------------- going back


def restored(new: State, before: Delta, linked: LinkedProgram) -> State:
    """The state that a difference was taken of, from the one that came after it."""
    found = State.__new__(State)
    found.cells = _list(new.cells, before.cells)
    found.scopes = {number: names.copy() for number, names in new.scopes.items() if number not in before.closed}
    for number, names in before.scopes:
        found.scopes[number] = dict(zip(names[::2], names[1::2], strict=True))
    found.next_scope, found.next_request = before.next_scope, before.next_request
    found.tape, found.presence, found.asking = before.tape, None, None
    found.requests = tuple(_request(one, found, linked) for one in before.requests)
    entries = _list([*chain(*new.frames, *new.events)], before.rows)
    frames, events = before.lengths or _lengths(new)
    found.frames, found.events = _cut(entries, frames), _cut(entries[sum(frames) :], events)
    for frame in found.frames:
        if frame[0] == TOGETHER and isinstance(frame[T_BRANCHES], _Decided):
            frame[T_BRANCHES] = tuple(
                evolve(branch, state=restored(found, own, linked)) for branch, own in frame[T_BRANCHES].branches
            )
    return found


def _cut(entries: list[Any], lengths: tuple[int, ...]) -> list[list[Any]]:
    ends = [*accumulate(lengths)]
    return [entries[end - length : end] for length, end in zip(lengths, ends, strict=True)]


def _list(new: Sequence[Value], before: _Changed) -> list[Value]:
    found = list(new[: before.length])
    places = array("I", before.at)
    for at, value in zip(places, before.values, strict=False):
        found[at] = _whole(value, found[at])
    found += before.values[len(places) :]
    return found


def _whole(value: Value, other: Value) -> Value:
    if type(value) is not _Spliced:
        return value
    return (*other[: value.head], *value.between, *(other[len(other) - value.tail :]))


def _request(one: Request | _Asked, state: State, linked: LinkedProgram) -> Request:
    if isinstance(one, Request):
        return one
    options = tuple(
        Option(value, DeferredWords(one.machine, linked, state.cells, one.how, (value, *one.more)))
        for value in one.values
    )
    return evolve(one.request, options=options)
