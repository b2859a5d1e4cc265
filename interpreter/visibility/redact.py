"""A table as one seat knows it: a copy in which everything that is hidden from it is blank.

A view is made from such a copy and from nothing else. So it cannot tell more than the copy holds, whatever the rules
reckon on the way: a number that depends on a hidden card comes out as if the card were blank. Hidden things lose their
number too. In their zones lie new, nameless ones, as many as there were, of the kind that the zone is declared for; so
neither the order of a pile nor the order in which cards came into play can be read from it.
"""

from __future__ import annotations

import interpreter.evaluate.things as things
from dsl.names.symbols import FieldSig
from interpreter.evaluate.cell_reuse import keep_numbers
from interpreter.evaluate.sight import Sight, Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.execute.simultaneous import SeatBranch
from interpreter.model import state as s
from interpreter.model.frames import T_BRANCHES, TOGETHER
from interpreter.model.requests import Request
from interpreter.model.state import State, Thing, Value
from interpreter.model.values import Place


def veil(m: Machine, viewer: Viewer) -> tuple[Machine, Thing]:
    """The table of a viewer, to be looked at, not to be played; things with this number or a later one are blank."""
    copy = Machine(m.linked, fresh(m.state), 0, m.seats)
    cells = copy.state.cells
    cells[s.DRAWS] = ((), *(0 for _ in m.linked.layout.streams))
    gone = hidden(m, viewer)
    if gone:
        for index in range(s.FIRST_KIND, m.linked.layout.first_thing):
            cells[index] = tuple(thing for thing in cells[index] if thing not in gone)
        for thing in in_play(m):
            if thing not in gone:
                _blank_zones(copy, thing, gone)
        for thing in gone:
            forget(copy, thing)
    return copy, len(m.state.cells)


def fresh(state: State) -> State:
    """A copy whose cells may be written to: nothing that was found in them before is remembered.

    New things come at its end, so that they can be told from those that were there.
    """
    copy = state.fork()
    copy.presence = None
    keep_numbers(copy)
    return copy


def in_play(m: Machine) -> list[Thing]:
    return [thing for index in range(s.FIRST_KIND, m.linked.layout.first_thing) for thing in m.state.cells[index]]


def hidden(m: Machine, viewer: Viewer) -> frozenset[Thing]:
    """The things in play that a viewer does not see."""
    eyes = Sight(m, viewer)
    return frozenset(thing for thing in in_play(m) if not eyes.sees(thing))


def zones(m: Machine, holder: Thing) -> list[tuple[FieldSig, int]]:
    """The zones of a thing, each with the cell that holds its content."""
    shape = m.linked.layout.kinds[m.state.cells[holder + s.KIND]]
    return [(sig, holder + shape.offset[name]) for name, sig in sorted(shape.fields.items()) if sig.sort == "zone"]


def rows(sig: FieldSig, content: Value) -> list[tuple[int | None, tuple[Thing, ...]]]:
    """What lies in a zone, level by level; a zone without levels has one row."""
    return [(None, content)] if sig.levels is None else list(enumerate(content, sig.levels[0]))


def from_rows(sig: FieldSig, found: list[tuple[Thing, ...]]) -> Value:
    return found[0] if sig.levels is None else tuple(found)


def _blank_zones(m: Machine, holder: Thing, gone: frozenset[Thing]) -> None:
    cells = m.state.cells
    for sig, at in zones(m, holder):
        found = rows(sig, cells[at])
        if not any(thing in gone for _, row in found for thing in row):
            continue
        new = []
        for level, row in found:
            place = Place(holder, sig.name, level)
            new.append(tuple(_blank(m, sig, place) if thing in gone else thing for thing in row))
        m.state.cells[at] = from_rows(sig, new)


def _blank(m: Machine, sig: FieldSig, place: Place) -> Thing:
    owner = place.holder if m.state.cells[place.holder + s.KIND] == "Player" else things.controller(m, place.holder)
    thing = s.create(m.state, m.linked.layout.kinds[sig.item_kind], owner, None)
    m.state.cells[thing + s.PLACE] = place
    return thing


def forget(m: Machine, thing: Thing) -> None:
    """Whoever still speaks of it finds nothing there."""
    cells = m.state.cells
    shape = m.linked.layout.kinds[cells[thing + s.KIND]]
    cells[thing : thing + s.BORN] = ["Thing", None, None, None, (), None]
    for name, at in shape.offset.items():
        cells[thing + at] = s.empty(shape.fields[name])


# ---------------------------------------------------------------------------------------------- deciding together


def standpoint(m: Machine, viewer: Viewer, request: int | None = None) -> tuple[Machine, dict[int, int]]:
    """The table that a viewer stands at, and the numbers of its requests outside by their numbers there.

    While several decide together each has a table of the own, and sees nothing of what the others do.
    """
    frame = m.state.frames[-1] if m.state.frames else None
    if frame is None or frame[0] != TOGETHER:
        return m, {one.id: one.id for one in m.state.requests}
    branch = _own(m, frame[T_BRANCHES], viewer, request)
    if branch is None:
        return m, {}
    outside = {inner: outer for outer, inner in branch.open}
    wanted = next((inner for inner, outer in outside.items() if outer == request), None)
    table, numbers = standpoint(Machine(m.linked, branch.state, m.seed, m.seats), viewer, wanted)
    return table, {inner: outside[outer] for inner, outer in numbers.items() if outer in outside}


def asked_on(m: Machine, request: Request) -> tuple[Machine, Request]:
    """The table that a question is about, and the question there: who decides together with others has one alone."""
    alone, numbers = standpoint(m, player_of(m, request.seat), request.id)
    return alone, next((one for one in alone.state.requests if numbers.get(one.id) == request.id), request)


def _own(m: Machine, branches: tuple[SeatBranch, ...], viewer: Viewer, request: int | None) -> SeatBranch | None:
    for branch in branches:
        if request is not None and request in (outer for outer, _ in branch.open):
            return branch
    own = [branch for branch in branches if viewer is not None and decides(m, branch) == viewer]
    return next((branch for branch in own if branch.open), own[0] if own else None)


def decides(m: Machine, branch: SeatBranch) -> Viewer:
    """Whose decision a branch is: that of its player, or of who is asked in it."""
    if things.is_thing(m, branch.item):
        return things.controller(m, branch.item)
    asked = branch.state.requests
    return player_of(m, asked[0].seat) if asked else None
