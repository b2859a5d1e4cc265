"""The table as one seat knows it: a copy in which everything hidden from the seat is blank.

A view is built from such a copy and nothing else. So it cannot reveal more than the copy contains, whatever the rules
compute: a number that depends on a hidden card comes out as if the card were blank. Hidden things lose their numbers
too. Their zones contain new, nameless things, in the same quantity, of the kind that the zone is declared for; so
neither the order of a pile nor the order in which cards entered play can be inferred.
"""

from __future__ import annotations

import interpreter.evaluate.things as things
from dsl.names.signatures import FieldSig
from interpreter.evaluate.cell_reuse import keep_numbers
from interpreter.evaluate.sight import Sight, Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.execute.simultaneous import SeatBranch
from interpreter.model import state as s
from interpreter.model.frames import T_BRANCHES, TOGETHER
from interpreter.model.requests import EngineRequest
from interpreter.model.state import State, Thing, Value
from interpreter.model.values import Location


def redacted(m: Machine, viewer: Viewer) -> tuple[Machine, Thing]:
    """The table of a viewer, to look at, not to play; and the first number of the blank things."""
    copy = Machine(m.linked, writable_copy(m.state), 0, m.seats)
    cells = copy.state.cells
    cells[s.DRAWS] = ((), *(0 for _ in m.linked.layout.streams))
    hidden_things = hidden(m, viewer)
    if hidden_things:
        for index in range(s.FIRST_KIND, m.linked.layout.first_thing):
            cells[index] = tuple(thing for thing in cells[index] if thing not in hidden_things)
        for thing in in_play(m):
            if thing not in hidden_things:
                _blank_zones(copy, thing, hidden_things)
        for thing in hidden_things:
            blank_cells(copy, thing)
    return copy, len(m.state.cells)


def writable_copy(state: State) -> State:
    """A copy whose cells may be written to, without anything derived from them.

    New things are appended at its end, which sets them apart from the existing ones.
    """
    copy = state.fork()
    copy.presence = None
    keep_numbers(copy)
    return copy


def in_play(m: Machine) -> list[Thing]:
    return [thing for index in range(s.FIRST_KIND, m.linked.layout.first_thing) for thing in m.state.cells[index]]


def hidden(m: Machine, viewer: Viewer) -> frozenset[Thing]:
    """The things in play that a viewer does not see."""
    sight = Sight(m, viewer)
    return frozenset(thing for thing in in_play(m) if not sight.sees(thing))


def zones(m: Machine, holder: Thing) -> list[tuple[FieldSig, int]]:
    """The zones of a thing, each with the cell that holds its content."""
    shape = m.linked.layout.kinds[m.state.cells[holder + s.KIND]]
    return [(sig, holder + shape.offset[name]) for name, sig in sorted(shape.fields.items()) if sig.sort == "zone"]


def rows(sig: FieldSig, content: Value) -> list[tuple[int | None, tuple[Thing, ...]]]:
    """The contents of a zone, level by level; a zone without levels has one row."""
    return [(None, content)] if sig.levels is None else list(enumerate(content, sig.levels[0]))


def from_rows(sig: FieldSig, contents: list[tuple[Thing, ...]]) -> Value:
    return contents[0] if sig.levels is None else tuple(contents)


def _blank_zones(m: Machine, holder: Thing, hidden_things: frozenset[Thing]) -> None:
    cells = m.state.cells
    for sig, at in zones(m, holder):
        old_rows = rows(sig, cells[at])
        if not any(thing in hidden_things for _, row in old_rows for thing in row):
            continue
        new = []
        for level, row in old_rows:
            place = Location(holder, sig.name, level)
            new.append(tuple(_blank(m, sig, place) if thing in hidden_things else thing for thing in row))
        m.state.cells[at] = from_rows(sig, new)


def _blank(m: Machine, sig: FieldSig, place: Location) -> Thing:
    owner = place.holder if m.state.cells[place.holder + s.KIND] == "Player" else things.controller(m, place.holder)
    thing = s.create(m.state, m.linked.layout.kinds[sig.item_kind], owner, None)
    m.state.cells[thing + s.PLACE] = place
    return thing


def blank_cells(m: Machine, thing: Thing) -> None:
    """Clear the cells of a thing: remaining references to it find nothing."""
    cells = m.state.cells
    shape = m.linked.layout.kinds[cells[thing + s.KIND]]
    cells[thing : thing + s.BORN] = ["Thing", None, None, None, (), None]
    cells[thing + s.FIRST_FIELD : thing + shape.size] = shape.blank


# ---------------------------------------------------------------------------------------------- deciding together


def table_of(m: Machine, viewer: Viewer, request: int | None = None) -> tuple[Machine, dict[int, int]]:
    """The table of a viewer, and a map from its request numbers to those of the match.

    During a simultaneous decision each seat has a table of its own and sees nothing of the others.
    """
    frame = m.state.frames[-1] if m.state.frames else None
    if frame is None or frame[0] != TOGETHER:
        return m, {asked.id: asked.id for asked in m.state.requests}
    branch = _branch_of(m, frame[T_BRANCHES], viewer, request)
    if branch is None:
        return m, {}
    outside = {inner: outer for outer, inner in branch.open}
    inner_request = next((inner for inner, outer in outside.items() if outer == request), None)
    table, numbers = table_of(Machine(m.linked, branch.state, m.seed, m.seats), viewer, inner_request)
    return table, {inner: outside[outer] for inner, outer in numbers.items() if outer in outside}


def asked_on(m: Machine, request: EngineRequest) -> tuple[Machine, EngineRequest]:
    """The table that a request is about, and the request there: in a simultaneous decision each seat has its own
    table."""
    table, numbers = table_of(m, player_of(m, request.seat), request.id)
    return table, next((asked for asked in table.state.requests if numbers.get(asked.id) == request.id), request)


def _branch_of(m: Machine, branches: tuple[SeatBranch, ...], viewer: Viewer, request: int | None) -> SeatBranch | None:
    for branch in branches:
        if request is not None and request in (outer for outer, _ in branch.open):
            return branch
    candidates = [branch for branch in branches if viewer is not None and decides(m, branch) == viewer]
    return next((branch for branch in candidates if branch.open), candidates[0] if candidates else None)


def decides(m: Machine, branch: SeatBranch) -> Viewer:
    """The player who decides in a branch: the controller of its item, or the player asked in it."""
    if things.is_thing(m, branch.item):
        return things.controller(m, branch.item)
    asked = branch.state.requests
    return player_of(m, asked[0].seat) if asked else None
