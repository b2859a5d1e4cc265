"""An index of things in play: the copies of each card, and the bearers of each keyword or status.

The cells contain all of this, but finding the bearers of a mark there takes a scan of every thing. So a state keeps
this index beside its cells, derived from them and not part of them. It is immutable; a change makes a new one, so
copies of a state can share it. A state without an index builds one by scanning the cells.

Code that writes the marks of a thing does it here, and code that creates or removes a thing reports it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.model import state as s
from interpreter.model.state import State, Thing

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Marks = tuple[tuple[str, Any], ...]
ThingsByName = dict[str, tuple[Thing, ...]]


class Presence:
    """Copies by card and bearers by mark, each in the order of entry. Immutable."""

    __slots__ = ("cards", "marks")

    def __init__(self, cards: ThingsByName, marks: ThingsByName) -> None:
        self.cards, self.marks = cards, marks

    def came(self, thing: Thing, card: str) -> Presence:
        """A copy of a card entered play; it has no marks yet, and it is the youngest."""
        return Presence({**self.cards, card: (*self.cards.get(card, ()), thing)}, self.marks)


def presence_of(m: Machine) -> Presence:
    """The index of a state, built on first use."""
    presence = m.state.presence
    if presence is None:
        presence = m.state.presence = scan(m.state, m.linked.layout.first_thing)
    return presence


def scan(state: State, first_thing: int) -> Presence:
    """Build the index from the cells; the things of a layout begin at `first_thing`."""
    cards: dict[str, list[Thing]] = {}
    marks: dict[str, list[Thing]] = {}
    cells = state.cells
    for thing in s.in_order(cells, [thing for kind in range(s.FIRST_KIND, first_thing) for thing in cells[kind]]):
        if cells[thing + s.CARD] is not None:
            cards.setdefault(cells[thing + s.CARD], []).append(thing)
        for name in _names(cells[thing + s.MARKS]):
            marks.setdefault(name, []).append(thing)
    return Presence(
        {card: tuple(copies) for card, copies in cards.items()},
        {name: tuple(bearers) for name, bearers in marks.items()},
    )


def _names(marks: Marks) -> tuple[str, ...]:
    """The keywords and statuses among marks, each once; names with `#` are notes of the engine."""
    return tuple({name: None for name, _ in marks if name[0] != "#"}) if marks else ()


def went(state: State, thing: Thing) -> None:
    """A thing left the game."""
    presence = state.presence
    if presence is None:
        return
    cards, marks = presence.cards, presence.marks
    card = state.cells[thing + s.CARD]
    if card is not None:
        cards = _without(cards, card, thing)
    for name in _names(state.cells[thing + s.MARKS]):
        marks = _without(marks, name, thing)
    state.presence = Presence(cards, marks)


def set_marks(m: Machine, thing: Thing, new: Marks) -> None:
    """Write the marks of a thing."""
    state = m.state
    m.settled = False
    old = state.cells[thing + s.MARKS]
    state.cells[thing + s.MARKS] = new
    presence = state.presence
    if presence is None:
        return
    before, after = _names(old), _names(new)
    if before == after:
        return
    marks = presence.marks
    for name in before:
        if name not in after:
            marks = _without(marks, name, thing)
    kind = m.linked.layout.kinds[state.cells[thing + s.KIND]]
    if thing not in state.cells[s.FIRST_KIND + kind.index]:
        after = ()  # it has left the game: not indexed
    for name in after:
        if name not in before:
            marks = _with(state.cells, marks, name, thing)
    state.presence = Presence(presence.cards, marks)


def _with(cells: list[Any], index: ThingsByName, key: str, thing: Thing) -> ThingsByName:
    """Usually the new thing is the youngest one."""
    things = index.get(key, ())
    if things and cells[things[-1] + s.BORN] > cells[thing + s.BORN]:
        return {**index, key: tuple(s.in_order(cells, (*things, thing)))}
    return {**index, key: (*things, thing)}


def _without(index: ThingsByName, key: str, thing: Thing) -> ThingsByName:
    remaining = s.without(index.get(key, ()), thing)
    if remaining:
        return {**index, key: remaining}
    return {name: things for name, things in index.items() if name != key}
