"""The order of options when some of them are hidden from the chooser.

Options are listed in the order in which things entered play. A chooser who knows that order could tell hidden cards
apart by their option numbers. So if an offered thing is hidden from the chooser, all offered things are sorted by
location: holder by holder, zone by zone, each from the top. Locations are public, so this order reveals nothing. If the
chooser sees everything, the order is unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

import interpreter.evaluate.things as things
from dsl.names import types as t
from interpreter.evaluate.domain import domain
from interpreter.evaluate.sight import Sight
from interpreter.link.effects.hidden_slots import IT, blind_slots, may_hide
from interpreter.model import state as s
from interpreter.model.state import Thing, Value
from interpreter.model.values import Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.model.moves import Move

Key = tuple[Any, ...]


def moves_for(m: Machine, window: str, moves: list[Move], player: Thing) -> list[Move]:
    """The legal moves of a player in a window, in an order that reveals nothing."""
    slots = blind_slots(m.linked, window)
    if not slots or len(moves) < 2 or not _hides_any(m, slots, moves, player):
        return moves
    verbs = {verb: rank for rank, verb in enumerate(dict.fromkeys(move.verb for move in moves))}
    moves_by_place = [_with_lists_in_order(m, move) for move in moves]
    return sorted(moves_by_place, key=lambda move: (verbs[move.verb], *_move_key(m, move)))


def things_for(m: Machine, values: Sequence[Value], type: t.Type, who: Thing | None) -> list[int]:
    """The indexes of some values of a type, in the order in which they are offered to a chooser."""
    order = list(range(len(values)))
    if len(values) < 2 or not may_hide(m.linked, type):
        return order
    sight = Sight(m, who)
    if all(not things.is_thing(m, thing) or sight.sees(thing) for thing in values):
        return order
    return sorted(order, key=lambda index: _thing_key(m, values[index]))


def bearers_for(m: Machine, bearers: Sequence[Value], who: Thing) -> list[int]:
    """The indexes of the bearers of hooks, in the order in which the hooks are offered to a chooser."""
    order = list(range(len(bearers)))
    eyes = Sight(m, who)
    if all(not things.is_thing(m, thing) or eyes.sees(thing) for thing in bearers):
        return order
    return sorted(order, key=lambda index: _thing_key(m, bearers[index]))


def fits_for(fits: tuple[tuple[int, ...], ...], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The valid sets of options, renumbered for another order; small sets first."""
    if all(index == rank for rank, index in enumerate(order)):
        return fits
    rank = {old: new for new, old in enumerate(order)}
    return tuple(sorted((tuple(sorted(rank[index] for index in fit)) for fit in fits), key=lambda fit: (len(fit), fit)))


def _hides_any(m: Machine, slots: Mapping[str, frozenset[str]], moves: list[Move], player: Thing) -> bool:
    sight = Sight(m, player)
    for move in moves:
        names = slots.get(move.verb, ())
        if not names:
            continue
        if IT in names and things.is_thing(m, move.it) and not sight.sees(move.it):
            return True
        for name, value in move.values:
            if name in names:
                for thing in value if isinstance(value, tuple) else (value,):
                    if things.is_thing(m, thing) and not sight.sees(thing):
                        return True
    return False


def _with_lists_in_order(m: Machine, move: Move) -> Move:
    """A move whose lists of things are sorted by location too."""
    types = _types(m, move)
    values = tuple(
        (
            name,
            tuple(sorted(value, key=lambda thing: _thing_key(m, thing)))
            if _holds_things(types, name, value)
            else value,
        )
        for name, value in move.values
    )
    return evolve(move, values=values)


def _holds_things(types: dict[str, t.Type], name: str, value: Value) -> bool:
    return isinstance(value, tuple) and isinstance(t.plain(t.item(types.get(name, t.UNKNOWN)) or t.UNKNOWN), t.KindT)


def _types(m: Machine, move: Move) -> dict[str, t.Type]:
    return {slot.name: slot.type for slot in m.linked.signatures[move.verb].slots}


def _move_key(m: Machine, move: Move) -> Key:
    """The bearer of the action, then the slots in the order of the head."""
    types = _types(m, move)
    bearer = _thing_key(m, move.it) if things.is_thing(m, move.it) else ()
    return (bearer, *(_value_key(m, value, types.get(name, t.UNKNOWN)) for name, value in move.values))


def _value_key(m: Machine, value: Value, type: t.Type) -> Key:
    """The position of a value among all of its type; an empty slot comes last, a longer list after a shorter one."""
    if value is None:
        return (1,)
    if isinstance(t.plain(type), t.KindT):
        return (0, _thing_key(m, value))
    of = t.item(type)
    if of is not None and isinstance(value, tuple):
        return (0, len(value), *(_value_key(m, item, of) for item in value))
    values = domain(m, type)
    return (0, values.index(value)) if value in values else (0, len(values), repr(value))


def _thing_key(m: Machine, thing: Thing) -> Key:
    """The path to a thing, from an outermost holder through zones and parts."""
    if not things.is_thing(m, thing):
        return (-1, (repr(thing), 0, 0))
    cells = m.state.cells
    path: list[tuple[str, int, int]] = []
    visited: set[Thing] = set()
    while thing not in visited:
        visited.add(thing)
        place, whole = cells[thing + s.PLACE], cells[thing + s.PARENT]
        if isinstance(place, Location):
            path.append((place.zone, place.level or 0, _position(m, place, thing)))
            thing = place.holder
        elif whole is not None:
            path.append(_part(m, whole, thing))
            thing = whole
    return (cells[thing + s.BORN], *reversed(path))


def _position(m: Machine, place: Location, thing: Thing) -> int:
    shape = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]]
    content = m.state.cells[place.holder + shape.offset[place.zone]]
    row = content if shape.fields[place.zone].levels is None else [item for level in content for item in level]
    return row.index(thing) if thing in row else len(row)


def _part(m: Machine, whole: Thing, part: Thing) -> tuple[str, int, int]:
    shape = m.linked.layout.kinds[m.state.cells[whole + s.KIND]]
    for name, sig in sorted(shape.fields.items()):
        if sig.sort == "children":
            children = m.state.cells[whole + shape.offset[name]]
            if part in children:
                return (name, 0, children.index(part))
    return ("", 0, m.state.cells[part + s.BORN])
