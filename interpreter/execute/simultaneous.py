"""Secret simultaneous choices: everybody decides on the same table, then everything takes effect.

Each seat decides in a copy of the state, so nobody sees what another answers and several questions are open at once.
What was answered and drawn in each copy is kept. When the last seat has decided, the copies are forgotten and the
texts are done on the real table, one seat after another, with what was kept. Things that a text brought into play
have other numbers there than in its copy, where they came at the end. The text brings the same things in the same
order, so their numbers on the real table are known before they come, and answers that name them are changed alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from interpreter.evaluate.cell_reuse import keep_numbers
from interpreter.execute.choices import take
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
)
from interpreter.model.requests import Request
from interpreter.model.state import State, Thing, Value
from interpreter.model.values import Deed
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


@frozen
class Branch:
    """One seat's decision so far: for whom, what was heard, the copy it is taken in, and its open questions.

    The copy is never changed: each answer is given in a copy of it.
    """

    item: Value
    heard: tuple[tuple[str, Value], ...]
    state: State
    open: tuple[tuple[int, int], ...]  # number of a request outside, its number in the copy


def begin_together(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, name, among, body = instruction
    many = at_most(m.listed(among, scope), limits.DECIDE_TOGETHER, "seats that decide together", among)
    here = [frame[F_SCOPE], frame[F_IT], frame[F_ME], frame[F_ACTOR], frame[F_RANK], frame[F_EVENT]]
    first = len(m.state.cells)
    branches = tuple(_decide(m, item, _start(m, name, item, body, here), (), None, ()) for item in many)
    m.push([TOGETHER, body, *here, name, branches, 0, first, m.state.next_request])
    _ask(m, m.state.frames[-1])


def _start(m: Machine, name: str, item: Value, body: Op, here: list[Any]) -> State:
    spend(m, limits.WORK_PER_COPY)
    copy = m.state.fork()
    keep_numbers(copy)
    scope = copy.open_scope({name: item, AROUND: here[0]})
    copy.frames.append(["text", body, 0, scope, here[1], here[2], here[3], here[4], True, None, here[5]])
    return copy


def _decide(
    m: Machine,
    item: Value,
    state: State,
    heard: tuple[tuple[str, Value], ...],
    answer: tuple[Request, tuple[int, ...]] | None,
    floor: tuple[int, ...],
) -> Branch:
    """Go on with a seat's decision until it asks or is done."""
    from interpreter.execute.machine import Machine

    spend(m, limits.WORK_PER_COPY)
    listening = list(heard)
    inner = Machine(
        m.linked,
        state.fork(),
        m.seed,
        m.seats,
        None,
        m.script,
        branch=f"by {_who(m, item)}",
        heard=listening,
        luck=m.luck,
        meter=m.meter,
    )
    inner.fast, inner.unasked = m.fast, m.unasked
    if answer is not None:
        take(inner, *answer)
    inner.run(floor=floor[0] if floor else len(m.state.frames))
    m.state.cells[s.DRAWS] = inner.state.cells[s.DRAWS] if m.script is not None else m.state.cells[s.DRAWS]
    m.state.cells[s.STEPS] = max(m.state.cells[s.STEPS], inner.state.cells[s.STEPS])  # they count for the decision
    return Branch(item, tuple(listening), inner.state, ())


def _who(m: Machine, item: Value) -> str:
    return things.shown(m, item)


def _ask(m: Machine, frame: list[Any]) -> None:
    """Open the questions of all copies that are not open yet.

    What number a question has follows from the copy alone, so that nobody can read there how far the others are.
    """
    first, branches = frame[T_ASKED], []
    for index, branch in enumerate(frame[T_BRANCHES]):
        known = {inner for _, inner in branch.open}
        more = []
        for request in branch.state.requests:
            if request.id not in known:
                number = first + (request.id - first) * len(frame[T_BRANCHES]) + index
                m.state.requests = (*m.state.requests, evolve(request, id=number))
                m.state.next_request = max(m.state.next_request, number + 1)
                more.append((number, request.id))
        branches.append(evolve(branch, open=(*branch.open, *more)))
    m.state.requests = tuple(sorted(m.state.requests, key=lambda request: request.id))
    frame[T_BRANCHES] = tuple(branches)


def decide_again(m: Machine, keeps: Callable[[Branch], bool]) -> None:
    """Let those decide anew whose decision is not kept, on the table as it is now; the others answer as they did."""
    frame = m.state.frames.pop()
    m.state.requests = ()
    m.state.next_request = frame[T_ASKED]
    here = [frame[T_SCOPE], frame[T_IT], frame[T_ME], frame[T_ACTOR], frame[T_RANK], frame[T_EVENT]]
    branches = []
    for branch in frame[T_BRANCHES]:
        heard = branch.heard if keeps(branch) else ()
        copy = _start(m, frame[T_NAME], branch.item, frame[T_BODY], here)
        copy.tape = heard
        new = _decide(m, branch.item, copy, (), None, ())
        branches.append(evolve(new, heard=heard or new.heard))
    frame[T_BRANCHES] = tuple(branches)
    m.state.frames.append(frame)
    _ask(m, frame)


def answer_together(m: Machine, frame: list[Any], request: Request, chosen: tuple[int, ...]) -> None:
    """An answer of one seat: it is given in its copy only."""
    branches = list(frame[T_BRANCHES])
    for index, branch in enumerate(branches):
        inner = next((inner for outer, inner in branch.open if outer == request.id), None)
        if inner is None:
            continue
        own = next(one for one in branch.state.requests if one.id == inner)
        floor = len(m.state.frames) - 1
        draws = m.state.cells[s.DRAWS]
        state = branch.state
        if m.script is not None:  # scripted rolls are laid down for all in the order of asking
            state = state.fork()
            state.cells[s.DRAWS] = draws
        new = _decide(m, branch.item, state, branch.heard, (own, chosen), (floor,))
        left = tuple(pair for pair in branch.open if pair[1] in {one.id for one in new.state.requests})
        branches[index] = evolve(new, open=left)
        gone = {outer for outer, _ in branch.open} - {outer for outer, _ in left}
        m.state.requests = tuple(one for one in m.state.requests if one.id not in gone)
    frame[T_BRANCHES] = tuple(branches)
    _ask(m, frame)


def together_step(m: Machine, frame: list[Any]) -> None:
    """All have decided: do the texts one after another."""
    index = frame[T_NEXT]
    m.state.tape = ()
    if index >= len(frame[T_BRANCHES]):
        m.state.next_request = _after_all(frame[T_ASKED], m.state.next_request, len(frame[T_BRANCHES]))
        m.pop(frame)
        return
    branch: Branch = frame[T_BRANCHES][index]
    frame[T_NEXT] = index + 1
    numbers = _numbers(m, branch, frame[T_FIRST])
    m.state.tape = tuple((sort, _shifted(found, numbers)) for sort, found in branch.heard)
    scope = m.state.open_scope({frame[T_NAME]: branch.item, AROUND: frame[T_SCOPE]})
    m.push_text(
        frame[T_BODY], scope, frame[T_IT], frame[T_ME], frame[T_ACTOR], frame[T_RANK], True, frame[T_EVENT]
    )  # fmt: skip


def _after_all(first: int, next: int, branches: int) -> int:
    """The number of the next question: always one behind a whole block, so that nobody can tell from it how many
    questions the others have answered in secret."""
    block = max(1, branches) * limits.NUMBERS_TOGETHER
    return first + -(-(next - first) // block) * block


def _numbers(m: Machine, branch: Branch, first: Thing) -> dict[Thing, Thing]:
    """What the things that came in a copy will be called on the real table, if they come there in the same order."""
    cells, kinds = m.state.cells, m.linked.layout.kinds
    free, end = list(cells[s.FREE]), len(cells)
    found: dict[Thing, Thing] = {}
    copied = branch.state.cells
    thing = first
    while thing < len(copied):
        shape = kinds[copied[thing + s.KIND]]
        reused = free[shape.index] if free and "Space" not in shape.lineage else None  # spaces come at the end
        if reused is None:
            found[thing] = end
            end += shape.size
        else:
            found[thing] = reused
            free[shape.index] = cells[reused + s.CARD]
        thing += shape.size
    return found


def _shifted(found: Value, numbers: dict[Thing, Thing]) -> Value:
    """What an answer names, on the real table."""
    if not numbers:
        return found
    match found:
        case bool():
            return found
        case int():
            return numbers.get(found, found)
        case tuple():
            return tuple(_shifted(part, numbers) for part in found)
        case Deed():
            return evolve(found, values=_shifted(found.values, numbers))
        case _ if hasattr(found, "shifted"):
            return found.shifted(lambda part: _shifted(part, numbers))
        case _:
            return found


def play_back(m: Machine) -> bool:
    """Answer an open question with what was decided together; false if somebody has to be asked."""
    if not (m.state.tape and m.state.tape[0][0] == "answer") or len(m.state.requests) != 1:
        return False
    request: Request = m.state.requests[0]
    wanted, indexes = m.state.tape[0][1]
    m.state.tape = m.state.tape[1:]
    found = []
    for value, index in zip(wanted, indexes, strict=True):
        fitting = [i for i, option in enumerate(request.options) if equal(option.value, value)]
        if fitting:
            found.append(fitting[0])
        elif index < len(request.options):
            found.append(index)
    if request.refuses(tuple(found)):  # what others have done has made another question of it: it is asked after all
        m.state.tape = ()
        return False
    take(m, request, tuple(found))
    return True
