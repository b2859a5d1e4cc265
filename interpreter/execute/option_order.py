"""The order of options where some of them are things that the chooser does not see.

Options come in the order in which things came into play. A chooser who knows that order could tell hidden cards apart
by the numbers of the options. So where an offered thing is hidden from the chooser, all offered things stand in the
order of the places where they lie: holder by holder, zone by zone, each from the top. The place of a thing is no
secret, and the order is the same whatever lies there. Where the chooser sees everything, nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.things as things
import interpreter.execute.choices as choices
from dsl.names import types as t
from interpreter.evaluate.sight import Sight
from interpreter.link.hidden_slots import IT, blind_slots, may_hide
from interpreter.model import state as s
from interpreter.model.state import Thing, Value
from interpreter.model.values import Place

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.model.moves import Move

Key = tuple[Any, ...]


def moves_for(m: Machine, window: str, moves: list[Move], player: Thing) -> list[Move]:
    """What a player may do in a window, in an order that tells the player nothing."""
    slots = blind_slots(m.linked, window)
    if not slots or len(moves) < 2 or not _hides_any(m, slots, moves, player):
        return moves
    verbs = {verb: rank for rank, verb in enumerate(dict.fromkeys(move.verb for move in moves))}
    alike = [_with_lists_in_order(m, move) for move in moves]
    return sorted(alike, key=lambda move: (verbs[move.verb], *_move_key(m, move)))


def things_for(m: Machine, many: Sequence[Value], type: t.Type, who: Thing | None) -> list[int]:
    """The numbers of some values of a type, in the order in which they are offered to who chooses."""
    order = list(range(len(many)))
    if len(many) < 2 or not may_hide(m.linked, type):
        return order
    eyes = Sight(m, who)
    if all(not things.is_thing(m, thing) or eyes.sees(thing) for thing in many):
        return order
    return sorted(order, key=lambda index: _thing_key(m, many[index]))


def bearers_for(m: Machine, bearers: Sequence[Value], who: Thing) -> list[int]:
    """The numbers of the things on which hooks stand, in the order in which who chooses is offered the hooks."""
    order = list(range(len(bearers)))
    eyes = Sight(m, who)
    if all(not things.is_thing(m, thing) or eyes.sees(thing) for thing in bearers):
        return order
    return sorted(order, key=lambda index: _thing_key(m, bearers[index]))


def fits_for(fits: tuple[tuple[int, ...], ...], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sets of options that are right, by their numbers in another order, the small first."""
    if all(index == rank for rank, index in enumerate(order)):
        return fits
    rank = {old: new for new, old in enumerate(order)}
    return tuple(sorted((tuple(sorted(rank[index] for index in one)) for one in fits), key=lambda one: (len(one), one)))


def _hides_any(m: Machine, slots: Mapping[str, frozenset[str]], moves: list[Move], player: Thing) -> bool:
    eyes = Sight(m, player)
    for move in moves:
        names = slots.get(move.verb, ())
        if not names:
            continue
        if IT in names and things.is_thing(m, move.it) and not eyes.sees(move.it):
            return True
        for name, found in move.values:
            if name in names:
                for one in found if isinstance(found, tuple) else (found,):
                    if things.is_thing(m, one) and not eyes.sees(one):
                        return True
    return False


def _with_lists_in_order(m: Machine, move: Move) -> Move:
    """Several things in a slot are counted up in the order of their places too."""
    types = _types(m, move)
    values = tuple(
        (name, tuple(sorted(found, key=lambda one: _thing_key(m, one))) if _holds_things(types, name, found) else found)
        for name, found in move.values
    )
    return evolve(move, values=values)


def _holds_things(types: dict[str, t.Type], name: str, found: Value) -> bool:
    return isinstance(found, tuple) and isinstance(t.plain(t.item(types.get(name, t.UNKNOWN)) or t.UNKNOWN), t.KindT)


def _types(m: Machine, move: Move) -> dict[str, t.Type]:
    return {slot.name: slot.type for slot in active_rules.signature(m, move.verb).slots}


def _move_key(m: Machine, move: Move) -> Key:
    """The slots in the order of the head, then the thing that brings the action."""
    types = _types(m, move)
    bringer = _thing_key(m, move.it) if things.is_thing(m, move.it) else ()
    return (bringer, *(_value_key(m, found, types.get(name, t.UNKNOWN)) for name, found in move.values))


def _value_key(m: Machine, found: Value, type: t.Type) -> Key:
    """Where a value stands among all of its type; an empty slot comes last, a longer list after a shorter."""
    if found is None:
        return (1,)
    if isinstance(t.plain(type), t.KindT):
        return (0, _thing_key(m, found))
    of = t.item(type)
    if of is not None and isinstance(found, tuple):
        return (0, len(found), *(_value_key(m, one, of) for one in found))
    every = choices.domain(m, type)
    return (0, every.index(found)) if found in every else (0, len(every), repr(found))


def _thing_key(m: Machine, thing: Thing) -> Key:
    """The way to where a thing lies, from something that lies in no zone and belongs to nothing else."""
    if not things.is_thing(m, thing):
        return (-1, (repr(thing), 0, 0))
    cells = m.state.cells
    way: list[tuple[str, int, int]] = []
    passed: set[Thing] = set()
    while thing not in passed:
        passed.add(thing)
        place, whole = cells[thing + s.PLACE], cells[thing + s.PARENT]
        if isinstance(place, Place):
            way.append((place.zone, place.level or 0, _position(m, place, thing)))
            thing = place.holder
        elif whole is not None:
            way.append(_part(m, whole, thing))
            thing = whole
    return (cells[thing + s.BORN], *reversed(way))


def _position(m: Machine, place: Place, thing: Thing) -> int:
    shape = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]]
    content = m.state.cells[place.holder + shape.offset[place.zone]]
    row = content if shape.fields[place.zone].levels is None else [one for level in content for one in level]
    return row.index(thing) if thing in row else len(row)


def _part(m: Machine, whole: Thing, part: Thing) -> tuple[str, int, int]:
    shape = m.linked.layout.kinds[m.state.cells[whole + s.KIND]]
    for name, sig in sorted(shape.fields.items()):
        if sig.sort == "children":
            every = m.state.cells[whole + shape.offset[name]]
            if part in every:
                return (name, 0, every.index(part))
    return ("", 0, m.state.cells[part + s.BORN])
