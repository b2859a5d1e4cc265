"""Zones, levels and spaces: how things enter play, move and leave.

A zone is a list of things, the top first, stored in its holder; each thing also stores its place. Only this module
changes the two, always together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

import interpreter.evaluate.narration as narration
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.evaluate.assignments import kept
from interpreter.evaluate.expressions import value
from interpreter.evaluate.fields import is_closed
from interpreter.link.printed_cards import Beginning, PrintedCard
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, clamped, fault, narrow, one
from interpreter.model.presence import set_marks, went
from interpreter.model.state import Thing, Value, drawn_on
from interpreter.model.values import Cell, Location
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

COPIED_AT_ONCE = 32
"""Copying so many things of a list costs as much as one operation."""


# ------------------------------------------------------------------------------------------------------- places


def place_of(m: Machine, op: Op, scope: Scope) -> Location | Thing | None:
    """The target of a place: a zone with its holder and level, or a space."""
    if op.name == "at" and op.args[0].name in ("field", "table_field"):
        zone = _zone(m, op.args[0], scope)
        if zone is not None:
            return Location(zone[0], zone[1], value(op.args[1], scope, m))
    zone = _zone(m, op, scope) if op.name in ("field", "table_field") else None
    if zone is not None:
        return Location(*zone)
    space = one(value(op, scope, m))
    return space if isinstance(space, int) else None


def _zone(m: Machine, op: Op, scope: Scope) -> tuple[Thing, str] | None:
    if op.name == "table_field":
        holder, name = m.state.cells[s.TABLE], op.data
    else:
        holder, name = one(value(op.args[0], scope, m)), op.data[1]
    if not isinstance(holder, int):
        return None
    sig = m.linked.layout.kinds[m.state.cells[holder + s.KIND]].fields.get(name)
    return (holder, name) if sig is not None and sig.sort in ("zone", "children") else None


# ------------------------------------------------------------------------------------------------------- moving


def go(m: Machine, thing: Thing, to: Location | Thing | None) -> None:
    """Put a thing into a zone or on a space."""
    if isinstance(to, Location):
        put(m, thing, to)
    elif to is not None:
        stand(m, thing, to)


def _handle(m: Machine, among: int) -> None:
    """Pay for one thing that comes, goes or moves; the list that it is put into or taken from is copied."""
    spend(m, limits.WORK_PER_THING + among // COPIED_AT_ONCE)


def leave(m: Machine, thing: Thing) -> None:
    """Take a thing out of its zone or off its space."""
    cells = m.state.cells
    place = cells[thing + s.PLACE]
    if m.linked.shows:
        sight.moved(m, (thing,))
    if isinstance(place, Location):
        shape = m.linked.layout.kinds[cells[place.holder + s.KIND]]
        at = place.holder + shape.offset[place.zone]
        if shape.fields[place.zone].levels is not None:
            _handle(m, sum([len(level) for level in cells[at]]) + COPIED_AT_ONCE * len(cells[at]))
            cells[at] = tuple([s.without(level, thing) for level in cells[at]])
        else:
            _handle(m, len(cells[at]))
            cells[at] = s.without(cells[at], thing)
    shape = m.linked.layout.kinds[cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        if sig.sort == "stands":
            cells[thing + shape.offset[name]] = None
    if not isinstance(place, Cell):
        cells[thing + s.PLACE] = None


def put(m: Machine, thing: Thing, to: Location) -> None:
    """Insert a thing into a zone: on top, on a level, or in a pile at a position from the top."""
    cells = m.state.cells
    shape = m.linked.layout.kinds[cells[to.holder + s.KIND]]
    sig = shape.fields[to.zone]
    _is_for(m, sig, thing)
    leave(m, thing)
    at = to.holder + shape.offset[to.zone]
    if sig.levels is not None:
        low, high = sig.levels
        level = to.level if to.level is not None else low
        if not low <= level <= high:
            raise fault(codes.NO_LEVEL, zone=to.zone, low=low, high=high, level=level)
        rows = list(cells[at])
        _has_room(m, sig, rows[level - low])
        rows[level - low] = (thing, *rows[level - low])
        cells[at] = tuple(rows)
        cells[thing + s.PLACE] = Location(to.holder, to.zone, level)
    else:
        index = max(0, to.level - 1) if to.level is not None else 0
        _has_room(m, sig, cells[at])
        cells[at] = (*cells[at][:index], thing, *cells[at][index:])
        cells[thing + s.PLACE] = Location(to.holder, to.zone)
    if cells[to.holder + s.KIND] == "Player":
        cells[thing + s.OWNER] = to.holder
    elif cells[thing + s.OWNER] is None and cells[to.holder + s.KIND] != "Table":
        cells[thing + s.OWNER] = things.controller(m, to.holder)
    if m.log is not None:
        narration.came_to_light(m, thing)


def _is_for(m: Machine, zone: FieldSig, thing: Thing) -> None:
    """A zone accepts only its declared kind, as in `zone guard of Knight`."""
    kind = zone.item_kind
    if kind not in things.lineage(m, thing):
        advice = f"this zone is declared `of {kind}`: move only things of that kind, as in `… where that is {kind}`"
        raise fault(
            codes.NO_SPACE, thing=narration.public_name(m, thing), be="lie in", space=f"`{zone.name}`", advice=advice
        )


def _has_room(m: Machine, sig: FieldSig, lying: tuple[Thing, ...]) -> None:
    """A zone, or each of its levels, takes no more than its `holds 0..4` allows."""
    if sig.capacity is not None and len(lying) >= sig.capacity:
        raise fault(codes.NO_ROOM, zone=sig.name, most=sig.capacity)


def stand(m: Machine, thing: Thing, space: Thing) -> None:
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        on = t.plain(sig.type)
        if sig.sort == "stands" and isinstance(on, t.KindT) and on.name in things.lineage(m, space):
            leave(m, thing)
            m.state.cells[thing + shape.offset[name]] = space
            if m.log is not None:
                narration.came_to_light(m, thing)
            return
    advice = "its kind declares where it can be: `stands on …`"
    raise fault(
        codes.NO_SPACE,
        thing=narration.public_name(m, thing),
        be="stand on",
        space=things.shown(m, space),
        advice=advice,
    )


# ------------------------------------------------------------------------------------- coming into play and leaving


def create_card(m: Machine, card: PrintedCard, owner: Thing | None, parent: Thing | None = None) -> Thing:
    """A copy of a card with its parts, keywords and initial values."""
    thing = create_plain(m, card.kind, owner, card.id)
    m.state.cells[thing + s.PARENT] = parent
    begin_fields(m, thing)
    for name, part in card.parts:
        child = create_card(m, part, None, thing)
        at = thing + m.linked.layout.kinds[card.kind].offset[name]
        m.state.cells[at] = (*m.state.cells[at], child)
    add_marks(m, thing, card)
    return thing


def create(m: Machine, kind: str, owner: Thing | None) -> Thing:
    """A thing of a kind, without a card."""
    thing = create_plain(m, kind, owner, None)
    begin_fields(m, thing)
    return thing


def create_plain(m: Machine, kind: str, owner: Thing | None, card: str | None, above: Thing = 0) -> Thing:
    shape = m.linked.layout.kinds[kind]
    _handle(m, len(m.state.cells[s.FIRST_KIND + shape.index]))
    if len(m.state.cells[s.FIRST_KIND + shape.index]) >= limits.THINGS_OF_A_KIND:
        raise fault(codes.TOO_MANY, most=f"{limits.THINGS_OF_A_KIND:,}", what="things of one kind")
    if m.came is not None and card is not None:
        m.came.add(card)
    return s.create(m.state, shape, owner, card, above)


def add_marks(m: Machine, thing: Thing, card: PrintedCard) -> None:
    marks = [value(mark, Scope({}, thing, things.controller(m, thing)), m) for mark in card.marks]
    set_marks(m, thing, (*m.state.cells[thing + s.MARKS], *((mark.name, mark.args) for mark in marks)))


def begin_fields(m: Machine, thing: Thing) -> None:
    """Set the initial values of the kept fields of a thing."""
    key = m.state.cells[thing + s.KIND], m.state.cells[thing + s.CARD]
    beginnings = m.linked.beginnings.get(key)
    if beginnings is None:
        before = m.meter.left
        beginnings = m.linked.beginnings[key] = tuple(_beginnings(m, thing, *key))
        m.meter.left = before  # the cost of a step must not depend on who asked first
    observed = m.coverage is not None  # then whatever has an effect is evaluated each time
    for at, type, first, ready in beginnings:
        if ready is not None and not observed:
            m.state.cells[thing + at] = ready
        else:
            m.state.cells[thing + at] = _initial(m, thing, first, type)


def _beginnings(m: Machine, thing: Thing, kind: str, written: str | None) -> Iterator[Beginning]:
    """The kept fields of a card that have an initial value: its offset and type, how to compute it, and the
    value itself if it is always the same."""
    shape = m.linked.layout.kinds[kind]
    card = m.linked.cards.get(written or "")
    for name, sig in shape.fields.items():
        if sig.sort != "keeps":
            continue
        first = card.values.get(name) if card is not None else None
        for ancestor in shape.lineage:
            first = first or m.linked.first.get((ancestor, name))
        if first is None:
            continue
        ready = _initial(m, thing, first, sig.type) if is_closed(first) else None
        yield shape.offset[name], sig.type, first, ready


def _initial(m: Machine, thing: Thing, first: Op, type: t.Type) -> Value:
    """An initial value as a field of this type stores it."""
    initial = value(first, Scope({}, thing, things.controller(m, thing)), m)
    initial = narrow(type, initial) if isinstance(t.plain(type), t.NumberT) else initial
    return kept(clamped(initial, type), type)


def remove(m: Machine, thing: Thing) -> None:
    """Remove a thing from the game, with all its parts and their maps."""
    for part in things.parts(m, thing):
        _forget(m, part)
    _forget(m, thing)


def _forget(m: Machine, thing: Thing) -> None:
    leave(m, thing)
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    at = s.FIRST_KIND + shape.index
    _handle(m, len(m.state.cells[at]))
    m.state.cells[at] = s.without(m.state.cells[at], thing)
    m.state.cells[s.LEFT_TO_SWEEP] -= 1
    went(m.state, thing)
    for key, spaces in m.state.cells[s.BOARD]:
        if drawn_on(key) == str(thing):
            clear(m, spaces)
    place = m.state.cells[thing + s.PLACE]
    if isinstance(place, Cell):
        _take_out(m, thing, place)


def _take_out(m: Machine, space: Thing, place: Cell) -> None:
    """A space leaves its board: nothing stands on it, and no path leads through it."""
    cells = m.state.cells
    _nobody_stands_on(m, {space})
    cells[space + s.PLACE] = None
    boards = dict(cells[s.BOARD])
    if space not in boards.get(place.board, ()):
        return
    map, _, rest = place.board.partition("#")
    part, *gaps = rest.split("!")
    key = "!".join([f"{map}#{part}", *sorted([*gaps, str(place.index)], key=int)])
    cells[s.BOARD] = tuple(
        (key if board_key == place.board else board_key, spaces) for board_key, spaces in cells[s.BOARD]
    )
    for other in boards[place.board]:
        where = cells[other + s.PLACE]
        if isinstance(where, Cell):
            cells[other + s.PLACE] = evolve(where, board=key)


def _nobody_stands_on(m: Machine, spaces: set[Thing]) -> None:
    cells = m.state.cells
    for shape in m.linked.layout.kinds.values():
        offsets = [shape.offset[name] for name, sig in shape.fields.items() if sig.sort == "stands"]
        for thing in cells[s.FIRST_KIND + shape.index] if offsets else ():
            for offset in offsets:
                if cells[thing + offset] in spaces:
                    cells[thing + offset] = None


def clear(m: Machine, spaces: tuple[Thing, ...]) -> None:
    """Remove the spaces of a map from the game."""
    gone = set(spaces)
    m.state.cells[s.LEFT_TO_SWEEP] -= len(gone)
    _nobody_stands_on(m, gone)
    for space in spaces:
        m.state.cells[space + s.PLACE] = None
    for shape in m.linked.layout.kinds.values():
        at = s.FIRST_KIND + shape.index
        if gone & set(m.state.cells[at]):
            m.state.cells[at] = tuple(x for x in m.state.cells[at] if x not in gone)
            m.state.presence = None
    m.state.cells[s.BOARD] = tuple(entry for entry in m.state.cells[s.BOARD] if entry[1] != spaces)
