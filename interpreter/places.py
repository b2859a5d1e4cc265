"""Where things lie: zones, levels, spaces; how they come into play, go from place to place and leave.

A zone is a list of things on the one that holds it, the top first; each thing knows its place too, and only this module
changes the two, always together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.sight as sight
import interpreter.telling as telling
import interpreter.things as things
from dsl import types as t
from dsl.codes import running as codes
from dsl.core import Op
from dsl.names import FieldSig
from interpreter import budget
from interpreter import state as s
from interpreter.bearing import set_marks, went
from interpreter.board import Board, cell_name, drawn_cells
from interpreter.cards import Card, read_card
from interpreter.evaluate import value
from interpreter.scope import Scope, fault, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Cell, Place, Rows

if TYPE_CHECKING:
    from interpreter.machine import Machine


def place_of(m: Machine, op: Op, scope: Scope) -> Place | Thing | None:
    """Where a place leads: a zone with its holder and level, or a space."""
    if op.name == "at" and op.args[0].name in ("field", "table_field"):
        zone = _zone(m, op.args[0], scope)
        if zone is not None:
            return Place(zone[0], zone[1], value(op.args[1], scope, m))
    zone = _zone(m, op, scope) if op.name in ("field", "table_field") else None
    if zone is not None:
        return Place(*zone)
    space = one(value(op, scope, m))
    return space if isinstance(space, int) else None


def _zone(m: Machine, op: Op, scope: Scope) -> tuple[Thing, str] | None:
    if op.name == "table_field":
        holder, name = m.state.cells[s.TABLE], op.data
    else:
        holder, name = one(value(op.args[0], scope, m)), op.data[1]
    if not isinstance(holder, int):
        return None
    sig = m.world.layout.kinds[m.state.cells[holder + s.KIND]].fields.get(name)
    return (holder, name) if sig is not None and sig.sort in ("zone", "children") else None


# ------------------------------------------------------------------------------------------------------- moving


def go(m: Machine, thing: Thing, to: Place | Thing | None) -> None:
    """Put a thing into a zone or on a space."""
    if isinstance(to, Place):
        put(m, thing, to)
    elif to is not None:
        stand(m, thing, to)


def leave(m: Machine, thing: Thing) -> None:
    """Take a thing from where it lies."""
    cells = m.state.cells
    place = cells[thing + s.PLACE]
    if m.world.shows:
        sight.moved(m, (thing,))
    if isinstance(place, Place):
        shape = m.world.layout.kinds[cells[place.holder + s.KIND]]
        at = place.holder + shape.offset[place.zone]
        if shape.fields[place.zone].levels is not None:
            cells[at] = tuple(tuple(x for x in level if x != thing) for level in cells[at])
        else:
            cells[at] = tuple(x for x in cells[at] if x != thing)
    shape = m.world.layout.kinds[cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        if sig.sort == "stands":
            cells[thing + shape.offset[name]] = None
    if not isinstance(place, Cell):
        cells[thing + s.PLACE] = None


def put(m: Machine, thing: Thing, to: Place) -> None:
    """Into a zone: on top, on a level, or in a pile at a position from the top."""
    cells = m.state.cells
    shape = m.world.layout.kinds[cells[to.holder + s.KIND]]
    sig = shape.fields[to.zone]
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
        cells[thing + s.PLACE] = Place(to.holder, to.zone, level)
    else:
        index = max(0, to.level - 1) if to.level is not None else 0
        _has_room(m, sig, cells[at])
        cells[at] = (*cells[at][:index], thing, *cells[at][index:])
        cells[thing + s.PLACE] = Place(to.holder, to.zone)
    if cells[to.holder + s.KIND] == "Player":
        cells[thing + s.OWNER] = to.holder
    elif cells[thing + s.OWNER] is None and cells[to.holder + s.KIND] != "Table":
        cells[thing + s.OWNER] = things.controller(m, to.holder)
    if m.log is not None:
        telling.came_to_light(m, thing)


def _has_room(m: Machine, sig: FieldSig, lying: tuple[Thing, ...]) -> None:
    """`holds 0..4`: a zone, or each of its levels, takes no more than that."""
    if sig.holds is None:
        return
    most = m.world.room.get((sig.kind, sig.name))
    if most is not None and len(lying) >= most:
        raise fault(codes.NO_ROOM, zone=sig.name, most=most)


def stand(m: Machine, thing: Thing, space: Thing) -> None:
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        on = t.plain(sig.type)
        if sig.sort == "stands" and isinstance(on, t.KindT) and on.name in things.lineage(m, space):
            leave(m, thing)
            m.state.cells[thing + shape.offset[name]] = space
            if m.log is not None:
                telling.came_to_light(m, thing)
            return
    raise fault(codes.NO_SPACE, thing=telling.known(m, thing), space=things.shown(m, space))


# ------------------------------------------------------------------------------------- coming into play and leaving


def create_card(m: Machine, card: Card, owner: Thing | None, parent: Thing | None = None) -> Thing:
    """A copy of a card with its parts, keywords and first values."""
    thing = _create(m, card.kind, owner, card.id)
    m.state.cells[thing + s.PARENT] = parent
    begin_fields(m, thing)
    for name, part in card.parts:
        child = create_card(m, part, None, thing)
        at = thing + m.world.layout.kinds[card.kind].offset[name]
        m.state.cells[at] = (*m.state.cells[at], child)
    add_marks(m, thing, card)
    return thing


def create(m: Machine, kind: str, owner: Thing | None) -> Thing:
    """A plain thing of a kind that needs no card."""
    thing = _create(m, kind, owner, None)
    begin_fields(m, thing)
    return thing


def _create(m: Machine, kind: str, owner: Thing | None, card: str | None) -> Thing:
    shape = m.world.layout.kinds[kind]
    if len(m.state.cells[s.FIRST_KIND + shape.index]) >= budget.THINGS_OF_A_KIND:
        raise fault(codes.TOO_MANY, most=f"{budget.THINGS_OF_A_KIND:,}", what="things of one kind")
    return s.create(m.state, shape, owner, card)


def add_marks(m: Machine, thing: Thing, card: Card) -> None:
    marks = [value(mark, Scope({}, thing, things.controller(m, thing)), m) for mark in card.marks]
    set_marks(m, thing, (*m.state.cells[thing + s.MARKS], *((mark.name, mark.args) for mark in marks)))


def begin_fields(m: Machine, thing: Thing) -> None:
    """The first values of what a thing keeps."""
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    card = m.world.cards.get(m.state.cells[thing + s.CARD] or "")
    for name, sig in shape.fields.items():
        if sig.sort != "keeps":
            continue
        first = card.values.get(name) if card is not None else None
        for ancestor in shape.lineage:
            first = first or m.world.first.get((ancestor, name))
        if first is not None:
            found = value(first, Scope({}, thing, things.controller(m, thing)), m)
            m.state.cells[thing + shape.offset[name]] = kept(found, sig.type)


def kept(found: Value, type: t.Type) -> Value:
    """A value as a field of a type keeps it: one value for a table is the value of every key."""
    if isinstance(t.plain(type), t.TableT) and not isinstance(found, Rows):
        return Rows((), found)
    return found


def remove(m: Machine, thing: Thing) -> None:
    """Out of the game, with all parts and what was drawn on them."""
    for part in things.parts(m, thing):
        _forget(m, part)
    _forget(m, thing)


def _forget(m: Machine, thing: Thing) -> None:
    leave(m, thing)
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    at = s.FIRST_KIND + shape.index
    m.state.cells[at] = tuple(x for x in m.state.cells[at] if x != thing)
    went(m.state, thing)
    for key, spaces in m.state.cells[s.BOARD]:
        if key.endswith(f"#{thing}"):
            _clear(m, spaces)


def _clear(m: Machine, spaces: tuple[Thing, ...]) -> None:
    gone = set(spaces)
    for shape in m.world.layout.kinds.values():
        at = s.FIRST_KIND + shape.index
        if gone & set(m.state.cells[at]):
            m.state.cells[at] = tuple(x for x in m.state.cells[at] if x not in gone)
            m.state.bearing = None
    m.state.cells[s.BOARD] = tuple(entry for entry in m.state.cells[s.BOARD] if entry[1] != spaces)


# --------------------------------------------------------------------------------------------------------- maps


def lay_map(m: Machine, map: Value) -> None:
    """Put the spaces of a drawn map into play.

    The table has one map, and the one that lay there before goes; a map that is a part of something lies beside it,
    and its spaces belong to whom that belongs.
    """
    laid = m.state.cells[s.BOARD] or (("", ()),)
    if isinstance(map, int) and m.state.cells[map + s.PARENT] is not None:
        card = m.world.cards[m.state.cells[map + s.CARD]]
        key = f"{card.id}#{map}"
        if key not in (known for known, _ in laid):
            m.state.cells[s.BOARD] = (*laid, (key, draw_spaces(m, card, key, map)))
        return
    card = m.world.cards[map.id if isinstance(map, CardRef) else m.state.cells[map + s.CARD]]
    _clear(m, laid[0][1])
    m.state.cells[s.BOARD] = ((card.id, draw_spaces(m, card, card.id, None)), *laid[1:])


def draw_spaces(m: Machine, card: Card, key: str, parent: Thing | None) -> tuple[Thing, ...]:
    board_card = m.world.cards[value(card.values["board"], Scope(), m).id]
    grid = value(board_card.values["grid"], Scope(), m)
    kind = board_card.values["space"].data[1]
    legend = {sign[1]: part for sign, part in zip(card.values["legend"].data, card.values["legend"].args, strict=True)}
    rows = [line.split() for line in card.values["rows"].data.split("\n") if line.strip()]
    cells = drawn_cells(grid, rows, [sign for sign, part in legend.items() if part.name == "none"])
    if card.id not in m.world.boards:
        m.world.boards[card.id] = Board(
            grid, tuple(place for place, _ in cells), _diagonals(m, board_card), _links(m, board_card, grid, cells)
        )
    spaces = []
    for index, (place, sign) in enumerate(cells):
        thing = _create(m, kind, None, cell_name(grid, place))
        m.state.cells[thing + s.PARENT] = parent
        m.state.cells[thing + s.PLACE] = Cell(key, index, place)
        begin_fields(m, thing)
        if sign in legend:
            _print_on(m, thing, legend[sign])
        spaces.append(thing)
    return tuple(spaces)


def _diagonals(m: Machine, board: Card) -> bool:
    return "diagonals" in board.values and bool(value(board.values["diagonals"], Scope(), m))


def _links(m: Machine, board: Card, grid: str, cells: list[Any]) -> dict[int, tuple[int, ...]]:
    """Which cells of a graph are linked, by their names; a link leads both ways."""
    if grid != "graph" or "links" not in board.values:
        return {}
    names = {cell_name("graph", place): index for index, (place, _) in enumerate(cells)}
    found: dict[int, list[int]] = {}
    for key, others in value(board.values["links"], Scope(), m).rows:
        for other in others:
            a, b = names.get(key[1]), names.get(other)
            if a is not None and b is not None:
                found.setdefault(a, []).append(b)
                found.setdefault(b, []).append(a)
    return {cell: tuple(dict.fromkeys(others)) for cell, others in found.items()}


def _print_on(m: Machine, space: Thing, part: Op) -> None:
    """What a sign of a drawing stands for: a keyword, a word for the field that takes it, or a whole space."""
    shape = m.world.layout.kinds[m.state.cells[space + s.KIND]]
    cells = m.state.cells
    if part.name == "mark":
        mark = value(part, Scope({}, space), m)
        set_marks(m, space, (*cells[space + s.MARKS], (mark.name, mark.args)))
        return
    if part.name == "form":
        card = read_card(part, m.rooms)
        printed = {name: value(op, Scope({}, space), m) for name, op in card.values.items()}
        add_marks(m, space, card)
    else:
        found = value(part, Scope({}, space), m)
        fitting = [name for name, sig in shape.fields.items() if _takes(sig.type, sig.sort, found, part)]
        printed = {fitting[0]: found} if fitting else {}
    for name, found in printed.items():
        if shape.fields[name].sort == "keeps":
            cells[space + shape.offset[name]] = found
    place = cells[space + s.PLACE]
    cells[space + s.PLACE] = Cell(place.board, place.index, place.coordinate, tuple(printed.items()))


def _takes(type: t.Type, sort: str, found: Value, part: Op) -> bool:
    if sort not in ("printed", "keeps"):
        return False
    wanted = t.plain(type)
    if part.name == "symbol":
        return wanted == t.SymbolT(part.data[0])
    return isinstance(wanted, t.NumberT) and isinstance(found, int) and not isinstance(found, bool)
