"""Secret simultaneous decisions: every seat decides on the same table, then all decisions take effect.

Each seat decides in its own copy of the state, so no seat sees the answers of another and several questions are open at
once. The answers and draws of each copy are recorded. After the last decision the copies are dropped and the texts run
on the real table, one seat after another, replaying the recordings. Things that a text creates have other numbers on
the real table than in its copy, where they were appended at the end. The text creates the same things in the same
order, so their real numbers can be computed in advance, and answers that name them are renumbered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from interpreter.evaluate.cell_reuse import keep_numbers
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import AROUND, Scope, at_most, equal
from interpreter.model.frames import (
    F_ACTOR,
    F_EVENT,
    F_IT,
    F_ME,
    F_RANK,
    F_SCOPE,
    T_ACTOR,
    T_ASKED,
    T_BODY,
    T_BRANCHES,
    T_EVENT,
    T_FIRST,
    T_IT,
    T_ME,
    T_NAME,
    T_NEXT,
    T_RANK,
    T_SCOPE,
    TOGETHER,
    asking_depth,
)
from interpreter.model.requests import EngineRequest
from interpreter.model.state import State, Thing, Value
from interpreter.model.values import Deed
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


@frozen
class SeatBranch:
    """The decision of one seat so far: its item, recorded answers and draws, state copy, and open questions.

    The copy is never changed: each answer is given in a copy of it.
    """

    item: Value
    heard: tuple[tuple[str, Value], ...]
    state: State
    open: tuple[tuple[int, int], ...]  # (number of a request outside, its number in the copy)


def begin_together(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, name, among, body = instruction
    deciders = at_most(m.listed(among, scope), limits.DECIDE_TOGETHER, "seats that decide together", among)
    context = [frame[F_SCOPE], frame[F_IT], frame[F_ME], frame[F_ACTOR], frame[F_RANK], frame[F_EVENT]]
    first = len(m.state.cells)
    branches = tuple(_decide(m, item, _start(m, name, item, body, context), (), None, ()) for item in deciders)
    m.push([TOGETHER, body, *context, name, branches, 0, first, m.state.next_request])
    _ask(m, m.state.frames[-1])


def _start(m: Machine, name: str, item: Value, body: Op, context: list[Any]) -> State:
    spend(m, limits.WORK_PER_COPY)
    copy = m.state.fork()
    keep_numbers(copy)
    scope = copy.open_scope({name: item, AROUND: context[0]})
    copy.frames.append(["text", body, 0, scope, context[1], context[2], context[3], context[4], True, None, context[5]])
    return copy


def _decide(
    m: Machine,
    item: Value,
    state: State,
    heard: tuple[tuple[str, Value], ...],
    answer: tuple[EngineRequest, tuple[int, ...]] | None,
    floor: tuple[int, ...],
) -> SeatBranch:
    """Continue the decision of a seat until it asks or is done."""
    spend(m, limits.WORK_PER_COPY)
    recording = list(heard)
    inner = m.copy(state.fork(), branch=f"by {_who(m, item)}", heard=recording, unasked=m.unasked)
    if answer is not None:
        inner.take(*answer)
    inner.run(floor=floor[0] if floor else len(m.state.frames))
    m.state.cells[s.DRAWS] = inner.state.cells[s.DRAWS] if m.script is not None else m.state.cells[s.DRAWS]
    m.state.cells[s.STEPS] = max(m.state.cells[s.STEPS], inner.state.cells[s.STEPS])  # they count toward the decision
    return SeatBranch(item, tuple(recording), inner.state, ())


def _who(m: Machine, item: Value) -> str:
    return things.shown(m, item)


def _ask(m: Machine, frame: list[Any]) -> None:
    """Open the new questions of all copies.

    The number of a question depends only on its copy, so no seat can infer from it how far the others are.
    """
    first, branches = frame[T_ASKED], []
    for index, branch in enumerate(frame[T_BRANCHES]):
        already_open = {inner for _, inner in branch.open}
        opened = []
        for request in branch.state.requests:
            if request.id not in already_open:
                number = first + (request.id - first) * len(frame[T_BRANCHES]) + index
                m.state.requests = (*m.state.requests, evolve(request, id=number))
                m.state.next_request = max(m.state.next_request, number + 1)
                opened.append((number, request.id))
        branches.append(evolve(branch, open=(*branch.open, *opened)))
    m.state.requests = tuple(sorted(m.state.requests, key=lambda request: request.id))
    frame[T_BRANCHES] = tuple(branches)


def decide_again(m: Machine, keeps: Callable[[SeatBranch], bool]) -> None:
    """Repeat the decisions that are not kept, on the table as it is now; the others replay their answers."""
    frame = m.state.frames.pop()
    m.state.requests = ()
    m.state.next_request = frame[T_ASKED]
    context = [frame[T_SCOPE], frame[T_IT], frame[T_ME], frame[T_ACTOR], frame[T_RANK], frame[T_EVENT]]
    branches = []
    for branch in frame[T_BRANCHES]:
        heard = branch.heard if keeps(branch) else ()
        copy = _start(m, frame[T_NAME], branch.item, frame[T_BODY], context)
        copy.tape = heard
        new = _decide(m, branch.item, copy, (), None, ())
        branches.append(evolve(new, heard=heard or new.heard))
    frame[T_BRANCHES] = tuple(branches)
    m.state.frames.append(frame)
    _ask(m, frame)


def answer_together(m: Machine, frame: list[Any], request: EngineRequest, chosen: tuple[int, ...]) -> None:
    """Apply the answer of one seat, in its copy only."""
    branches = list(frame[T_BRANCHES])
    for index, branch in enumerate(branches):
        inner = next((inner for outer, inner in branch.open if outer == request.id), None)
        if inner is None:
            continue
        inner_request = next(asked for asked in branch.state.requests if asked.id == inner)
        floor = len(m.state.frames) - 1
        if m.resting:
            floor = max(floor, asking_depth(branch.state.frames))
        draws = m.state.cells[s.DRAWS]
        state = branch.state
        if m.script is not None:  # scripted rolls are used by all seats in the order of asking
            state = state.fork()
            state.cells[s.DRAWS] = draws
        new = _decide(m, branch.item, state, branch.heard, (inner_request, chosen), (floor,))
        still_open = tuple(pair for pair in branch.open if pair[1] in {asked.id for asked in new.state.requests})
        branches[index] = evolve(new, open=still_open)
        closed = {outer for outer, _ in branch.open} - {outer for outer, _ in still_open}
        m.state.requests = tuple(asked for asked in m.state.requests if asked.id not in closed)
    frame[T_BRANCHES] = tuple(branches)
    _ask(m, frame)


def together_step(m: Machine, frame: list[Any]) -> None:
    """After the last decision: run the texts one after another."""
    index = frame[T_NEXT]
    m.state.tape = ()
    if index >= len(frame[T_BRANCHES]):
        m.state.next_request = after_all(frame[T_ASKED], m.state.next_request, len(frame[T_BRANCHES]))
        m.pop(frame)
        return
    branch: SeatBranch = frame[T_BRANCHES][index]
    frame[T_NEXT] = index + 1
    numbers = _numbers(m, branch, frame[T_FIRST])
    m.state.tape = tuple((category, shifted(value, numbers)) for category, value in branch.heard)
    scope = m.state.open_scope({frame[T_NAME]: branch.item, AROUND: frame[T_SCOPE]})
    m.push_text(
        frame[T_BODY], scope, frame[T_IT], frame[T_ME], frame[T_ACTOR], frame[T_RANK], True, frame[T_EVENT]
    )  # fmt: skip


def after_all(first: int, next: int, branches: int) -> int:
    """The number of the next question: always the start of a block, so that it does not reveal how many questions were
    answered in secret."""
    block = max(1, branches) * limits.NUMBERS_TOGETHER
    return first + -(-(next - first) // block) * block


def _numbers(m: Machine, branch: SeatBranch, first: Thing) -> dict[Thing, Thing]:
    """The numbers that things created in a copy will have on the real table."""
    cells, kinds = m.state.cells, m.linked.layout.kinds
    free, end = list(cells[s.FREE]), len(cells)
    numbers: dict[Thing, Thing] = {}
    copied = branch.state.cells
    thing = first
    while thing < len(copied):
        shape = kinds[copied[thing + s.KIND]]
        reused = free[shape.index] if free and "Space" not in shape.lineage else None  # spaces are always appended
        if reused is None:
            numbers[thing] = end
            end += shape.size
        else:
            numbers[thing] = reused
            free[shape.index] = cells[reused + s.CARD]
        thing += shape.size
    return numbers


def shifted(value: Value, numbers: dict[Thing, Thing]) -> Value:
    """Renumber the things that an answer names."""
    if not numbers:
        return value
    match value:
        case bool():
            return value
        case int():
            return numbers.get(value, value)
        case tuple():
            return tuple(shifted(part, numbers) for part in value)
        case Deed():
            return evolve(value, values=shifted(value.values, numbers))
        case _ if hasattr(value, "shifted"):
            return value.shifted(lambda part: shifted(part, numbers))
        case _:
            return value


def play_back(m: Machine) -> bool:
    """Answer an open question from the recording; false if the seat has to be asked."""
    if not (m.state.tape and m.state.tape[0][0] == "answer") or len(m.state.requests) != 1:
        return False
    request: EngineRequest = m.state.requests[0]
    values, indexes = m.state.tape[0][1]
    m.state.tape = m.state.tape[1:]
    chosen = []
    for value, index in zip(values, indexes, strict=True):
        fitting = [i for i, option in enumerate(request.options) if equal(option.value, value)]
        if fitting:
            chosen.append(fitting[0])
        elif index < len(request.options):
            chosen.append(index)
    if request.refuses(tuple(chosen)):  # other seats have changed the question: ask it after all
        m.state.tape = ()
        return False
    m.take(request, tuple(chosen))
    return True
