"""Who sees what: the one place that knows what a zone hides and what has been shown.

Only zones hide. A thing is seen where its zone is seen and where what holds the zone is seen; a part is seen with its
whole; everything else lies open. `show` opens hidden things to some players until the block that says it ends, or
until the thing goes elsewhere: what has been shown stands under a hidden name of the text that showed it, so it ends
with that text and is copied, kept and taken back with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
from dsl.names.signatures import FieldSig
from interpreter.model import state as s
from interpreter.model.environment import Scope, items
from interpreter.model.state import Thing, Value
from interpreter.model.values import Place

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

SHOWN = "#shown"
"""Under this name a text keeps what it has shown: (thing, viewers, the stretch of the source that says it) each."""

Shown = tuple[Thing, tuple[Thing, ...], tuple[int, int]]
Viewer = Thing | None
"""A player, or none for somebody who only looks on."""


@define
class Sight:
    """What one player sees of a table as it is now; `viewer` is none for an onlooker. Never kept over a change."""

    machine: Machine
    viewer: Viewer
    _shown: frozenset[Thing] = field(init=False)
    _known: dict[Thing, bool] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._shown = frozenset(thing for thing, viewers, _ in shown(self.machine) if self.viewer in viewers)

    def sees(self, thing: Thing) -> bool:
        visible = self._known.get(thing)
        if visible is None:
            self._known[thing] = True  # nothing can lie in itself; a circle of the rules hides nothing
            visible = self._known[thing] = self._looks(thing)
        return visible

    def _looks(self, thing: Thing) -> bool:
        if thing in self._shown:
            return True
        cells = self.machine.state.cells
        place = cells[thing + s.PLACE]
        if isinstance(place, Place):
            sig = self.machine.linked.layout.kinds[cells[place.holder + s.KIND]].fields[place.zone]
            return self.opens(place.holder, sig) and self.sees(place.holder)
        whole = cells[thing + s.PARENT]
        return whole is None or self.sees(whole)

    def opens(self, holder: Thing, zone: FieldSig) -> bool:
        """Whether the zone of a holder lies open to the viewer."""
        match zone.seen_by:
            case "" | "all":
                return True
            case "nobody":
                return False
            case "owner":
                return self.viewer is not None and things.controller(self.machine, holder) == self.viewer
            case _:
                return self.viewer is not None and self.viewer in _named(self.machine, holder, zone)


def _named(m: Machine, holder: Thing, zone: FieldSig) -> tuple[Value, ...]:
    """`seen by` and players, as the rules name them now."""
    meant = m.linked.seen.get((zone.kind, zone.name))
    return (
        items(expressions.value(meant, Scope({}, holder, things.controller(m, holder)), m)) if meant is not None else ()
    )


def player_of(m: Machine, seat: str) -> Thing:
    """The player who sits on a seat, in the game or out of it."""
    every: tuple[Thing, ...] = m.state.cells[s.FIRST_KIND + m.linked.layout.kinds["Player"].index]
    return every[m.seats.index(seat)]


def viewers(m: Machine, thing: Thing) -> tuple[Viewer, ...]:
    """All who see a thing now: none first if everybody can, then the players in the order of their seats."""
    every: tuple[Viewer, ...] = (None, *(player_of(m, seat) for seat in m.seats))
    return tuple(viewer for viewer in every if Sight(m, viewer).sees(thing))


# ------------------------------------------------------------------------------------------------------ showing


def shown(m: Machine) -> list[Shown]:
    """What the texts under way have shown and not yet hidden again."""
    return [entry for names in m.state.scopes.values() for entry in names.get(SHOWN, ())] if m.linked.shows else []


def show(m: Machine, scope: int, many: tuple[Thing, ...], to: tuple[Thing, ...], span: tuple[int, int]) -> None:
    names = m.state.scopes[scope]
    names[SHOWN] = (*names.get(SHOWN, ()), *((thing, to, span) for thing in many))


def hide(m: Machine, scope: int, block: tuple[int, int]) -> None:
    """A block ends: what was shown inside it is hidden again."""
    names = m.state.scopes[scope]
    left = tuple(entry for entry in names.get(SHOWN, ()) if not _inside(entry[2], block))
    if left:
        names[SHOWN] = left
    else:
        names.pop(SHOWN, None)


def _inside(span: tuple[int, int], block: tuple[int, int]) -> bool:
    return block[0] <= span[0] and span[1] <= block[1]


def moved(m: Machine, gone: tuple[Thing, ...]) -> None:
    """Things go elsewhere, or their pile is shuffled: nobody knows any more which they are."""
    for names in m.state.scopes.values():
        if SHOWN in names:
            left = tuple(entry for entry in names[SHOWN] if entry[0] not in gone)
            if left:
                names[SHOWN] = left
            else:
                del names[SHOWN]
