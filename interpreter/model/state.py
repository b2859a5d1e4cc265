"""The state of a match: one flat list of immutable values, and the frames of work in progress.

A thing is a number: the index in the list where its values begin. Offsets are fixed once per program (`Layout`), so
reading a field is one index operation and a fork is a copy of the list. The list holds only numbers, texts, symbols,
tuples and None, never lists, sets or dictionaries. Frames are plain lists and part of the state, so a match can stop at
any question, be copied there, and continue in both copies.

The cells of things that have left the game and are no longer referenced are reused (`interpreter.evaluate.cell_reuse`).
So a later thing may have a lower number: the order of entry is the order of the `BORN` cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable
from interpreter.model.values import Rows

if TYPE_CHECKING:
    from interpreter.model.presence import Presence

Value = Any
"""A number, text, symbol, truth, None, or a tuple of these. A thing is its number; a face is (number, symbols)."""
Values = dict[str, Value]
Thing = int

# The cells of every thing, before the fields of its kind.
KIND, CARD, OWNER, PLACE, MARKS, PARENT, BORN, FIRST_FIELD = range(8)
# `BORN`: the number of things that had entered before; unique.

# The cells of the table itself.
ACTIVE, ROUND, PLAYERS, TABLE, STANDING, DRAWS, EVENT_COUNT, HISTORY, OUTCOME, STEPS, BOARD, BEGUN = range(12)
BIRTHS, FREE, REUSED, LEFT_TO_SWEEP = range(BEGUN + 1, BEGUN + 5)
FIRST_KIND = LEFT_TO_SWEEP + 1
# `BEGUN`: whether a first phase has begun; until then the table is set up, and no goal is asked.
# `BIRTHS`: how many things have ever come. `FREE`: of each kind the first number that may be used again, with the
# next one in its `CARD` cell; empty if none may.
# `REUSED`: whether a number has ever been used again; until then things came in the order of their numbers.
# `LEFT_TO_SWEEP`: how many more things may leave before somebody looks whose cells are free.


@frozen
class KindLayout:
    """The offsets and signatures of the fields of a kind."""

    name: str
    index: int
    lineage: tuple[str, ...]
    fields: dict[str, FieldSig]
    offset: dict[str, int]
    size: int
    blank: tuple[Value, ...]  # the initial values of its fields, by offset


@frozen
class Layout:
    kinds: dict[str, KindLayout]
    first_thing: int
    heirs: dict[str, tuple[int, ...]]  # the indexes of each kind and its subkinds

    def lineage_of(self, kind: str) -> tuple[str, ...]:
        shape = self.kinds.get(kind)
        return shape.lineage if shape is not None else ()

    streams: dict[str, int] = field(factory=dict)  # the index of each die among the counts of draws


def layout(symbols: SymbolTable) -> Layout:
    """Assign an offset to every kept field of every kind."""
    kinds: dict[str, KindLayout] = {}
    for index, name in enumerate(sorted(symbols.kinds)):
        fields = symbols.fields(name)
        offset: dict[str, int] = {}
        for ancestor in reversed(symbols.lineage(name)):  # fields of ancestors first: the same offset in all subkinds
            for field_name in sorted(symbols.fields(ancestor)):
                if field_name not in offset and fields[field_name].sort in ("keeps", "zone", "children", "stands"):
                    offset[field_name] = FIRST_FIELD + len(offset)
        blank = tuple(empty(fields[field_name]) for field_name in offset)
        kinds[name] = KindLayout(name, index, symbols.lineage(name), fields, offset, FIRST_FIELD + len(offset), blank)
    heirs = {name: tuple(shape.index for shape in kinds.values() if name in shape.lineage) for name in kinds}
    streams = {f"die {die}": index for index, die in enumerate(sorted(symbols.dice), 1)}
    return Layout(kinds, FIRST_KIND + len(kinds), heirs, streams)


def empty(sig: FieldSig) -> Value:
    """The initial value of a field."""
    if sig.sort == "zone" and sig.levels is not None:
        return tuple(() for _ in range(sig.levels[1] - sig.levels[0] + 1))
    if sig.sort in ("zone", "children"):
        return ()
    return None if sig.sort == "stands" else empty_of(sig.type)


def empty_of(type: t.Type) -> Value:
    """The default value of a type."""
    match type:
        case t.NumberT(low=low, high=high):
            return low if low is not None and low > 0 else high if high is not None and high < 0 else 0
        case t.TruthT():
            return False
        case t.TextT():
            return ""
        case t.ListT():
            return ()
        case t.TableT(of=of):
            return Rows((), empty_of(of))
        case _:
            return None


@define
class State:
    """`cells` is the flat list; `frames` the texts in progress, outermost first; `events` the events in progress.

    The names of a text in progress are in a scope, a small dictionary; frames and events hold its number, because
    several of them may share one (an effect and the hooks that answer it). `presence` is derived from the cells on
    first use.
    """

    cells: list[Value]
    frames: list[list[Any]] = field(factory=list)
    events: list[list[Any]] = field(factory=list)
    scopes: dict[int, dict[str, Value]] = field(factory=dict)
    next_scope: int = 0
    requests: tuple[Any, ...] = ()
    next_request: int = 1
    tape: tuple[Any, ...] = ()  # recorded answers and draws of a simultaneous decision, during replay
    presence: Presence | None = field(default=None, eq=False, repr=False)
    asking: tuple[Any, ...] | None = (
        None  # the open question of compiled code: kind, player, options, least, most, words
    )

    def fork(self) -> State:
        """An independent copy: lists and dictionaries are copied, their contents are immutable."""
        new = State.__new__(State)
        new.cells = self.cells[:]
        new.frames = [frame[:] for frame in self.frames]
        new.events = [event[:] for event in self.events]
        new.scopes = {number: scope.copy() for number, scope in self.scopes.items()}
        new.next_scope = self.next_scope
        new.requests = self.requests
        new.next_request = self.next_request
        new.tape = self.tape
        new.presence = self.presence
        new.asking = self.asking
        return new

    def open_scope(self, values: dict[str, Value]) -> int:
        self.next_scope += 1
        self.scopes[self.next_scope] = values
        return self.next_scope


def create(state: State, shape: KindLayout, owner: Thing | None, card: str | None, above: Thing = 0) -> Thing:
    """A new thing, in free cells or at the end of the list; its number is above the given one."""
    cells = state.cells
    body = [shape.name, card, owner, None, (), None, cells[BIRTHS], *shape.blank]
    cells[BIRTHS] += 1
    thing = _free(cells, shape, above) if cells[FREE] else None
    if thing is None:
        thing = len(cells)
        cells += body
    else:
        cells[thing : thing + shape.size] = body
        cells[REUSED] = True
    slot = FIRST_KIND + shape.index
    state.cells[slot] = (*state.cells[slot], thing)
    if card is not None and state.presence is not None:
        state.presence = state.presence.came(thing, card)
    return thing


def _free(cells: list[Value], shape: KindLayout, above: Thing) -> Thing | None:
    """The first free number of a kind above another one; removed from the free list."""
    free = cells[FREE]
    before, thing = None, free[shape.index]
    while thing is not None and thing <= above:
        before, thing = thing, cells[thing + CARD]
    if before is not None and thing is not None:
        cells[before + CARD] = cells[thing + CARD]
    elif thing is not None:
        cells[FREE] = (*free[: shape.index], cells[thing + CARD], *free[shape.index + 1 :])
    free_thing: Thing | None = thing
    return free_thing


def without(things: tuple[Thing, ...], thing: Thing) -> tuple[Thing, ...]:
    """The others of a list in which nothing is twice. Slices are copied much faster than item by item."""
    if thing not in things:
        return things
    at = things.index(thing)
    return things[:at] + things[at + 1 :]


def in_order(cells: list[Value], things: Iterable[Thing]) -> list[Thing]:
    """Things in the order of entry."""
    return sorted(things, key=lambda thing: cells[thing + BORN]) if cells[REUSED] else sorted(things)


def drawn_on(board: str) -> str:
    """The number of the thing that a map is part of, from the key of its board; empty for the map of the table."""
    return board.partition("#")[2].partition("!")[0]


def things_of(state: State, shapes: Layout, kind: str) -> tuple[Thing, ...]:
    """All things of a kind in play, in the order of entry."""
    heirs = shapes.heirs[kind]
    if len(heirs) == 1:
        only: tuple[Thing, ...] = state.cells[FIRST_KIND + heirs[0]]
        return only
    cells = state.cells
    return tuple(in_order(cells, [thing for index in heirs for thing in cells[FIRST_KIND + index]]))
