"""Who sees what: the only module that knows what a zone hides and what has been shown.

Only zones hide. A thing is visible if its zone is visible and so is the holder of the zone; a part is visible with its
whole; everything else is open. `show` reveals hidden things to some players until its block ends or the thing moves.
The things shown are stored under a hidden name of the text that shows them, so they are copied, saved and undone with
it, and end with it.
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
from interpreter.model.values import Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

SHOWN = "#shown"
"""The name under which a text stores the things it shows: (thing, viewers, span of the sentence) each."""

Shown = tuple[Thing, tuple[Thing, ...], tuple[int, int]]
Viewer = Thing | None
"""A player, or none for a spectator."""


@define
class Sight:
    """What one player sees of the table now; `viewer` is none for a spectator. Valid until the next change."""

    machine: Machine
    viewer: Viewer
    _shown: frozenset[Thing] = field(init=False)
    _known: dict[Thing, bool] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._shown = frozenset(thing for thing, viewers, _ in shown(self.machine) if self.viewer in viewers)

    def sees(self, thing: Thing) -> bool:
        visible = self._known.get(thing)
        if visible is None:
            self._known[thing] = True  # nothing lies inside itself; a cycle of rules hides nothing
            visible = self._known[thing] = self._looks(thing)
        return visible

    def _looks(self, thing: Thing) -> bool:
        if thing in self._shown:
            return True
        cells = self.machine.state.cells
        place = cells[thing + s.PLACE]
        if isinstance(place, Location):
            sig = self.machine.linked.layout.kinds[cells[place.holder + s.KIND]].fields[place.zone]
            return self.opens(place.holder, sig) and self.sees(place.holder)
        whole = cells[thing + s.PARENT]
        return whole is None or self.sees(whole)

    def opens(self, holder: Thing, zone: FieldSig) -> bool:
        """Whether the viewer sees a zone of a holder."""
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
    """The current players of a `seen by`."""
    meant = m.linked.seen.get((zone.kind, zone.name))
    return (
        items(expressions.value(meant, Scope({}, holder, things.controller(m, holder)), m)) if meant is not None else ()
    )


def player_of(m: Machine, seat: str) -> Thing:
    """The player of a seat, still in the game or not."""
    every: tuple[Thing, ...] = m.state.cells[s.FIRST_KIND + m.linked.layout.kinds["Player"].index]
    return every[m.seats.index(seat)]


def viewers(m: Machine, thing: Thing) -> tuple[Viewer, ...]:
    """All viewers who see a thing now: none first if everybody does, then the players in seat order."""
    every: tuple[Viewer, ...] = (None, *(player_of(m, seat) for seat in m.seats))
    return tuple(viewer for viewer in every if Sight(m, viewer).sees(thing))


# ------------------------------------------------------------------------------------------------------ showing


def shown(m: Machine) -> list[Shown]:
    """The things that the texts in progress are showing."""
    return [entry for names in m.state.scopes.values() for entry in names.get(SHOWN, ())] if m.linked.shows else []


def show(m: Machine, scope: int, many: tuple[Thing, ...], to: tuple[Thing, ...], span: tuple[int, int]) -> None:
    names = m.state.scopes[scope]
    names[SHOWN] = (*names.get(SHOWN, ()), *((thing, to, span) for thing in many))


def hide(m: Machine, scope: int, block: tuple[int, int]) -> None:
    """A block ends: hide what it showed."""
    names = m.state.scopes[scope]
    left = tuple(entry for entry in names.get(SHOWN, ()) if not _inside(entry[2], block))
    if left:
        names[SHOWN] = left
    else:
        names.pop(SHOWN, None)


def _inside(span: tuple[int, int], block: tuple[int, int]) -> bool:
    return block[0] <= span[0] and span[1] <= block[1]


def moved(m: Machine, gone: tuple[Thing, ...]) -> None:
    """Things were moved, or their pile was shuffled: they are no longer shown."""
    for names in m.state.scopes.values():
        if SHOWN in names:
            left = tuple(entry for entry in names[SHOWN] if entry[0] not in gone)
            if left:
                names[SHOWN] = left
            else:
                del names[SHOWN]
