"""A match that waits: the functions that are waiting, innermost last, and what is asked.

`Suspension` stands where straight runs have somebody who answers. Only the innermost function is continued; the others
wait until it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.backend import now
from interpreter.backend.stopping.points import WAIT
from interpreter.execute import machine
from interpreter.model.requests import EngineRequest, Fits
from interpreter.model.state import State, Thing

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Waiting = tuple[Any, ...]
"""A point and the values of its names."""
Asking = tuple[Any, ...]
"""Sort, player, number of options, least, most, sets that fit; for actions also the window and its moves."""
_PLAIN = frozenset({int, str, bool, type(None)})


class Suspension:
    """Whom emitted code asks: it notes the question and says that there is no answer yet."""

    __slots__ = ("asking", "pending", "request_asked", "stack")

    def __init__(self) -> None:
        self.asking: Asking | None = None
        self.request_asked: EngineRequest | None = None  # asked by the reference in the middle of emitted code
        self.pending: list[Waiting] = []  # those that have just begun to wait, innermost first
        self.stack: list[Waiting] = []  # all that wait, innermost last

    def ask(self, sort: str, who: Thing, number: int, least: int, most: int, fits: Fits) -> Any:
        self.asking = (sort, who, number, least, most, fits)
        return WAIT

    def act(self, m: Machine, window: str, who: Thing, moves: Sequence[Any], must: int) -> Any:
        number = len(moves)
        self.asking = ("act", who, number, must, min(1, number), None, window, moves)
        return WAIT

    def request(self, m: Machine, request: EngineRequest) -> Any:
        self.request_asked = request
        return WAIT

    # -------------------------------------------------------------------------------------------------- continuing

    def begin(self, value: Any) -> bool:
        """After the first call: whether somebody waits."""
        if value is not WAIT:
            return False
        self.stack += reversed(self.pending)
        self.pending.clear()
        return True

    def go_on(self, answer: Any) -> bool:
        """Continue with an answer until the next question; false if there is none."""
        self.asking = self.request_asked = None
        stack, pending = self.stack, self.pending
        raised: BaseException | None = None
        while stack:
            point, *values = stack.pop()
            if raised is not None and not point.tried:
                continue
            try:
                answer = (
                    point.continuation(answer, raised, *values) if point.tried else point.continuation(answer, *values)
                )
                raised = None
            except Exception as error:  # noqa: BLE001 - whoever waits may catch it
                pending.clear()
                raised = error
                continue
            if answer is WAIT:
                stack += reversed(pending)
                pending.clear()
                return True
        if raised is not None:
            raise raised
        return False


# -------------------------------------------------------------------------------------------------------------- copies


def fork(m: Machine, seed: int | None = None) -> Machine:
    """A copy of a machine that waits."""
    suspension: Suspension = m.answerer
    new = Suspension()
    new.asking, new.request_asked = suspension.asking, suspension.request_asked
    memo: dict[int, Any] = {id(suspension): new, id(suspension.pending): new.pending}
    copy = _machine(m, memo)
    if seed is not None:
        copy.seed = seed
    for waiting in suspension.stack:
        for value in waiting:
            if type(value) is machine.Machine and id(value) not in memo:
                _machine(value, memo)
    new.stack = [
        (waiting[0], *[value if type(value) in _PLAIN else _moved(value, memo) for value in waiting[1:]])
        for waiting in suspension.stack
    ]
    return copy


def _machine(m: Machine, memo: dict[int, Any]) -> Machine:
    """A copy of a machine: its state, and who is where in it."""
    state = m.state
    forked = state.fork()
    copy = machine.Machine(m.linked, forked, m.seed, m.seats, board_cache=m.board_cache)
    memo[id(m)], memo[id(state)], memo[id(state.cells)] = copy, forked, forked.cells
    memo[id(m.meter)] = copy.meter
    for own, other in ((state.events, forked.events), (state.frames, forked.frames)):
        memo[id(own)] = other
        for entry, moved in zip(own, other, strict=True):
            memo[id(entry)] = moved
    memo[id(state.scopes)] = forked.scopes
    for number, names in state.scopes.items():
        memo[id(names)] = forked.scopes[number]
    copy.meter.left = m.meter.left
    copy.answerer, copy.emitted, copy.fast = memo[id(m.answerer)], m.emitted, m.fast
    copy.several, copy.bottom, copy.settled, copy.branch, copy.luck = m.several, m.bottom, m.settled, m.branch, m.luck
    if m.memo is not None:
        copy.memo = {}
    if m.heard is not None:
        copy.heard = list(m.heard)
        memo[id(m.heard)] = copy.heard
    copy.now = {verb: names if names is now.NOTHING else memo.get(id(names)) for verb, names in m.now.items()}
    if None in copy.now.values():
        now.refresh_all(copy)
    memo[id(m.now)] = copy.now
    return copy


def _moved(value: Any, memo: dict[int, Any]) -> Any:
    """A value of a waiting function in the copy: what can change is copied once, all else is shared."""
    kind = type(value)
    if kind is tuple:
        if _PLAIN.issuperset(map(type, value)):
            return value
        parts = [part if type(part) in _PLAIN else _moved(part, memo) for part in value]
        return value if all(map(_same, parts, value)) else tuple(parts)
    if kind is list or kind is dict:
        known = memo.get(id(value))
        if known is not None:
            return known
        if value is now.NOTHING:
            return value
        if kind is dict:
            copied: Any = {}
            memo[id(value)] = copied
            copied.update({name: part if type(part) in _PLAIN else _moved(part, memo) for name, part in value.items()})
            return copied
        copied = []
        memo[id(value)] = copied
        copied += [part if type(part) in _PLAIN else _moved(part, memo) for part in value]
        return copied
    if kind is machine.Machine or kind is State or kind is Suspension:
        return memo[id(value)]
    return memo.get(id(value), value)


def _same(one: Any, other: Any) -> bool:
    return one is other
