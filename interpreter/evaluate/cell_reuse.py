"""Reuses the cells of things that have left the game.

A new thing must never be mistaken for one that has left. So a number is free only if nothing in the state holds it.
Before an answer is applied, all work in progress is in the state and nowhere else, and the sweep scans all of it: the
table, the things in play, frames, events, names, open questions, history and stated rules. It scans every number,
whatever it means; a number that equals that of a thing by accident keeps its cells a little longer, which is harmless.
References held by a thing that left count only if something refers to that thing.

Nothing outside the state keeps numbers of things across an answer: the log and the trace identify things by their
unique birth number (`BORN`); views number things themselves; scenarios name things, so a table with a script is never
swept. The one exception inside the state is the entry of a rule used `once per …`: it concerns only its thing and goes
with it.

The free cells and the countdown to the next sweep are part of the state, so forks, saves and both engines agree.
While several seats decide together, each on a copy of the table, nothing is swept. A sweep scans everything, so it runs
only after a number of things has left that is proportional to the things with cells: its cost is spread over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import fields, has

from dsl.ir.operations import Op
from interpreter.link.linked_rules import RuleSource
from interpreter.model import state as s
from interpreter.model.environment import AROUND
from interpreter.model.frames import GIVES, GIVES_OF, SCOPE_OF, TOGETHER, V_SCOPE
from interpreter.model.requests import Option
from interpreter.model.state import State, Thing, Value, drawn_on

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

LEAST = 64
"""At least this many things leave before a sweep."""
SHARE = 2
"""One in this many of the things with cells leaves before the next sweep."""
NEVER = 1 << 60


def keep_numbers(state: State) -> None:
    """In such a state, new things always go to the end."""
    state.cells[s.FREE] = ()
    state.cells[s.LEFT_TO_SWEEP] = NEVER


def together(state: State) -> bool:
    """Whether several seats decide together: then numbers are counted from the end of the list."""
    return any(frame[0] == TOGETHER for frame in state.frames)


def sweep(m: Machine) -> None:
    """Find the free cells, if enough things have left since the last sweep."""
    cells = m.state.cells
    if cells[s.LEFT_TO_SWEEP] > 0 or m.script is not None or together(m.state):
        return
    kinds = m.linked.layout.kinds
    sizes = dict(_sizes(m))
    every = {thing for shape in kinds.values() for thing in cells[s.FIRST_KIND + shape.index]}
    gone = {thing for thing in sizes if thing not in every}
    gone -= _named(m, sizes, gone)
    free: list[Thing | None] = [None for _ in kinds]
    for thing in sorted(gone, reverse=True):
        shape = kinds[cells[thing + s.KIND]]
        cells[thing + s.CARD : thing + shape.size] = [free[shape.index]] + [None] * (shape.size - s.CARD - 1)
        free[shape.index] = thing
    cells[s.FREE] = tuple(free) if gone else ()
    cells[s.HISTORY] = tuple(entry for entry in cells[s.HISTORY] if entry[0] != "once" or entry[2] not in gone)
    cells[s.LEFT_TO_SWEEP] = max(LEAST, len(sizes) // SHARE)


def _sizes(m: Machine) -> Iterator[tuple[Thing, int]]:
    """All things that have cells, with the number of cells; they are contiguous."""
    cells, kinds = m.state.cells, m.linked.layout.kinds
    thing = m.linked.layout.first_thing
    while thing < len(cells):
        size = kinds[cells[thing + s.KIND]].size
        yield thing, size
        thing += size


def _named(m: Machine, sizes: dict[Thing, int], gone: set[Thing]) -> set[Thing]:
    """The things that left and are still referenced."""
    cells = m.state.cells
    named: set[Thing] = set()
    waiting = [*_under_way(m.state)]
    for thing, size in sizes.items():
        if thing not in gone:
            waiting += _fields(cells, thing, size)
    while waiting:
        held = waiting.pop()
        if type(held) is int:
            if held in gone and held not in named:
                named.add(held)
                waiting += _fields(cells, held, sizes[held])
        elif held is not None and type(held) is not str:
            waiting += _parts(held)
    return named


def _fields(cells: list[Value], thing: Thing, size: int) -> list[Value]:
    return cells[thing + s.CARD : thing + s.BORN] + cells[thing + s.FIRST_FIELD : thing + size]


def _under_way(state: State) -> Iterator[Value]:
    """Every value in the table's own cells and in all work in progress.

    Scope numbers are left out: they differ in a state that was loaded.
    """
    cells = state.cells
    yield from (cells[at] for at in (s.ACTIVE, s.PLAYERS, s.STANDING, s.OUTCOME, s.BOARD))
    yield from (int(key) for board, _ in cells[s.BOARD] if (key := drawn_on(board)))
    yield from (entry[2] for entry in cells[s.HISTORY] if entry[0] != "once")
    yield from (option.value for request in state.requests for option in request.options)
    yield from (state.tape, state.asking)
    for frame in state.frames:
        apart = (SCOPE_OF.get(frame[0]), GIVES_OF.get(frame[0]))
        yield from (entry for at, entry in enumerate(frame) if at not in apart)
    for event in state.events:
        yield from (entry for at, entry in enumerate(event) if at != V_SCOPE)
    for names in state.scopes.values():
        yield from (named_value for name, named_value in names.items() if name not in (AROUND, GIVES))


def _parts(held: Value) -> Iterable[Value]:
    """The parts of a value; texts and rules of the program contain no things."""
    if isinstance(held, tuple | list):
        return held
    if isinstance(held, dict):
        return held.values()
    if isinstance(held, Option):
        return (held.value,)
    if isinstance(held, Op | RuleSource) or not has(type(held)):
        return ()
    return [getattr(held, part.name) for part in fields(type(held))]
