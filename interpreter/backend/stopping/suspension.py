"""A match that waits: the functions that are waiting, innermost last, and what is asked.

`Suspension` stands where straight runs have somebody who answers. Only the innermost function is continued; the others
wait until it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.backend import now
from interpreter.backend.stopping.branches import OpenDecision, OpenDecisions
from interpreter.backend.stopping.points import WAIT
from interpreter.compiled.support import Bail
from interpreter.execute import machine
from interpreter.model.environment import Over
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

    __slots__ = ("asking", "at_once", "branches", "pending", "request_asked", "stack")

    def __init__(self, *, at_once: bool = False) -> None:
        self.at_once = at_once  # whether seats that decide together are asked at once, or one after another
        self.asking: Asking | None = None
        self.request_asked: EngineRequest | None = None  # asked by the reference in the middle of emitted code
        self.branches: OpenDecisions | None = None  # seats that decide together
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

    def go_on(self, answer: Any, request: int | None = None) -> bool:
        """Continue with an answer until the next question; false if there is none.

        The number of the request says which seat has answered, if several decide together.
        """
        if self.branches is not None:
            return self._decided(self.branches, answer, request)
        return self._run(self.stack, answer) is WAIT

    def _decided(self, branches: OpenDecisions, answer: Any, request: int | None) -> bool:
        """One of several seats has answered."""
        branch = next(branch for number, branch in branches.questions() if number == request)
        m = self.stack[-1][1]
        try:
            result = self._run(branch.stack, answer)
        except Over:
            raise Bail from None
        if result is WAIT:
            branch.asking = self.asked()
        else:
            branch.asking, branch.result = None, result
        done = self.waits_for(m, branches)
        return done is WAIT or self._run(self.stack, done) is WAIT

    def waits_for(self, m: Machine, branches: OpenDecisions) -> Any:
        """Wait for several seats; what they have decided, if all of them are done."""
        self.asking = None
        questions = branches.questions()
        if not questions:
            self.branches = None
            return [branch.result for branch in branches.every]
        m.state.next_request = max(m.state.next_request, questions[-1][0] + 1)
        self.branches = branches
        return WAIT

    def asked(self) -> Asking:
        """The question of a branch; the reference cannot ask in the middle of one."""
        if self.asking is None:
            raise Bail
        return self.asking

    def _run(self, stack: list[Waiting], answer: Any) -> Any:
        """Continue the innermost of those who wait, then the next, until one waits again or all have returned."""
        self.asking = self.request_asked = None
        pending = self.pending
        raised: BaseException | None = None
        while stack:
            point, *values = stack.pop()
            if raised is not None and not point.tried:
                continue
            given = (answer, raised) if point.tried else (answer,)
            try:
                answer = point.continuation(*given, *values)
                raised = None
            except Exception as error:  # noqa: BLE001 - whoever waits may catch it
                pending.clear()
                raised = error
                continue
            if answer is WAIT:
                stack += reversed(pending)
                pending.clear()
                return WAIT
        if raised is not None:
            raise raised
        return answer


# -------------------------------------------------------------------------------------------------------------- copies


def fork(m: Machine, seed: int | None = None) -> Machine:
    """A copy of a machine that waits."""
    suspension: Suspension = m.answerer
    new = Suspension(at_once=suspension.at_once)
    new.asking, new.request_asked = suspension.asking, suspension.request_asked
    memo: dict[int, Any] = {id(suspension): new, id(suspension.pending): new.pending}
    copy = _machine(m, memo)
    if seed is not None:
        copy.seed = seed
    new.stack = _stack(suspension.stack, memo)
    if suspension.branches is not None:
        every = [
            OpenDecision(_stack(branch.stack, memo), branch.asking, _moved(branch.result, memo))
            for branch in suspension.branches.every
        ]
        new.branches = OpenDecisions(suspension.branches.first, every)
    return copy


def _stack(stack: list[Waiting], memo: dict[int, Any]) -> list[Waiting]:
    """Those who wait, in the copy."""
    for waiting in stack:
        for value in waiting:
            if type(value) is machine.Machine and id(value) not in memo:
                _machine(value, memo)
    copied: list[Waiting] = []
    for waiting in stack:
        point, m, *values = waiting
        if not _PLAIN.issuperset(map(type, values)):
            values = [value if type(value) in _PLAIN else _moved(value, memo) for value in values]
        copied.append((point, memo[id(m)], *values))
    return copied


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
