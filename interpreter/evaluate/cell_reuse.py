"""The cells of things that have left the game, used again.

Nobody may ever take a new thing for one that has left. So a number is free only if nothing in the state holds it: when
an answer is about to be taken, everything that is under way lies in the state and nowhere else, and the sweep looks at
all of it: the table, the things in play, frames, events, names, open questions, what was noted and what was said. It
looks at every number, whatever it counts; a number that only happens to be that of a thing keeps its cells a little
longer, which harms nobody. What a thing that left still says of others counts only if something speaks of that thing.

What is outside the state does not hold numbers of things over an answer: the log and the trace know things by when
they came (`BORN`), which no two ever share; views number things for themselves; scenarios name things, so a table with
a script is never swept. The one exception inside is a note that a thing has used a rule `once per …`: it is about
that thing alone, so it goes with it.

Whose cells are free is part of the state, and when the next sweep comes is counted there. So forks, saved matches and
both backends agree. While several seats decide together, each in a copy of the table, nothing is swept. A sweep looks
at everything, so it comes only after as many things have left as half of those that have cells: what it costs is spread
over what has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import fields, has

from dsl.ir.operations import Op
from interpreter.link.linked_rules import Source
from interpreter.model import state as s
from interpreter.model.environment import AROUND
from interpreter.model.frames import GIVES, GIVES_OF, SCOPE_OF, TOGETHER, V_SCOPE
from interpreter.model.requests import Option
from interpreter.model.state import State, Thing, Value, drawn_on

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

LEAST = 64
"""So many things leave at least before a sweep."""
SHARE = 2
"""One in so many of the things that have cells leaves before the next sweep."""
NEVER = 1 << 60


def keep_numbers(state: State) -> None:
    """In this state new things always come at the end."""
    state.cells[s.FREE] = ()
    state.cells[s.LEFT_TO_SWEEP] = NEVER


def together(state: State) -> bool:
    """Whether several decide together: then numbers are counted from the end of the list."""
    return any(frame[0] == TOGETHER for frame in state.frames)


def sweep(m: Machine) -> None:
    """Note whose cells are free, if enough things have left since that was last done."""
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
    """All things that have cells, with how many: they lie one behind another."""
    cells, kinds = m.state.cells, m.linked.layout.kinds
    thing = m.linked.layout.first_thing
    while thing < len(cells):
        size = kinds[cells[thing + s.KIND]].size
        yield thing, size
        thing += size


def _named(m: Machine, sizes: dict[Thing, int], gone: set[Thing]) -> set[Thing]:
    """Of those that left the ones that something still speaks of."""
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
    """What the table says of things, and everything that is under way.

    Numbers of scopes are left out: they are others where a state was read back.
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
    """What a value holds; texts and rules of the program hold no things."""
    if isinstance(held, tuple | list):
        return held
    if isinstance(held, dict):
        return held.values()
    if isinstance(held, Option):
        return (held.value,)
    if isinstance(held, Op | Source) or not has(type(held)):
        return ()
    return [getattr(held, part.name) for part in fields(type(held))]
