"""Who is in play: which things are copies of which card, and which bear which keyword or status.

The cells say it all, but to find the bearers of a mark there one has to look at every thing. So a state keeps this
beside its cells: a view that follows from them and is no part of them. It is never changed once made; a change makes a
new one, so that a copy of a state can share it. A state that has none yet gets one by looking through the cells.

Whoever writes the marks of a thing does it here, and whoever brings a thing into play or takes it out tells it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.model import state as s
from interpreter.model.state import State, Thing

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Marks = tuple[tuple[str, Any], ...]
Known = dict[str, tuple[Thing, ...]]


class Presence:
    """Copies by card and bearers by mark, each in the order in which they came. Never changed."""

    __slots__ = ("cards", "marks")

    def __init__(self, cards: Known, marks: Known) -> None:
        self.cards, self.marks = cards, marks

    def came(self, thing: Thing, card: str) -> Presence:
        """A copy of a card came into play; it has no marks yet, and it is the youngest."""
        return Presence({**self.cards, card: (*self.cards.get(card, ()), thing)}, self.marks)


def bearing(m: Machine) -> Presence:
    """What a state knows of its things."""
    found = m.state.presence
    if found is None:
        found = m.state.presence = look(m.state, m.linked.layout.first_thing)
    return found


def look(state: State, first_thing: int) -> Presence:
    """Look through the cells; the things of a layout begin at `first_thing`."""
    cards: dict[str, list[Thing]] = {}
    marks: dict[str, list[Thing]] = {}
    cells = state.cells
    for thing in s.in_order(cells, [thing for kind in range(s.FIRST_KIND, first_thing) for thing in cells[kind]]):
        if cells[thing + s.CARD] is not None:
            cards.setdefault(cells[thing + s.CARD], []).append(thing)
        for name in _names(cells[thing + s.MARKS]):
            marks.setdefault(name, []).append(thing)
    return Presence(
        {card: tuple(many) for card, many in cards.items()}, {name: tuple(many) for name, many in marks.items()}
    )


def _names(marks: Marks) -> tuple[str, ...]:
    """The keywords and statuses among marks, each once; what begins with `#` is a note of the engine."""
    return tuple({name: None for name, _ in marks if name[0] != "#"}) if marks else ()


def went(state: State, thing: Thing) -> None:
    """A thing left the game."""
    found = state.presence
    if found is None:
        return
    cards, marks = found.cards, found.marks
    card = state.cells[thing + s.CARD]
    if card is not None:
        cards = _without(cards, card, thing)
    for name in _names(state.cells[thing + s.MARKS]):
        marks = _without(marks, name, thing)
    state.presence = Presence(cards, marks)


def set_marks(m: Machine, thing: Thing, new: Marks) -> None:
    """Write what a thing bears."""
    state = m.state
    old = state.cells[thing + s.MARKS]
    state.cells[thing + s.MARKS] = new
    found = state.presence
    if found is None:
        return
    before, after = _names(old), _names(new)
    if before == after:
        return
    marks = found.marks
    for name in before:
        if name not in after:
            marks = _without(marks, name, thing)
    kind = m.linked.layout.kinds[state.cells[thing + s.KIND]]
    if thing not in state.cells[s.FIRST_KIND + kind.index]:
        after = ()  # it has left the game, so nobody looks for it
    for name in after:
        if name not in before:
            marks = _with(state.cells, marks, name, thing)
    state.presence = Presence(found.cards, marks)


def _with(cells: list[Any], known: Known, key: str, thing: Thing) -> Known:
    """Most often a thing that is new here is the youngest one."""
    many = known.get(key, ())
    if many and cells[many[-1] + s.BORN] > cells[thing + s.BORN]:
        return {**known, key: tuple(s.in_order(cells, (*many, thing)))}
    return {**known, key: (*many, thing)}


def _without(known: Known, key: str, thing: Thing) -> Known:
    left = tuple(one for one in known.get(key, ()) if one != thing)
    if left:
        return {**known, key: left}
    return {name: many for name, many in known.items() if name != key}
