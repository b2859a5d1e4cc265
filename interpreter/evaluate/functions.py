"""The functions of the language, as `dsl.names.builtins` describes them.

If later arguments are evaluated for each item, a function receives them as operations and evaluates them with `that`
set to the item. Board functions have a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import interpreter.evaluate.dice as chance
import interpreter.evaluate.marks as marks
import interpreter.evaluate.things as things
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from dsl.lazy import lazy_module
from dsl.names import types as t
from interpreter.evaluate import combos
from interpreter.evaluate.expressions import among, step, truth, value
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, at_most, bounded, equal, fault, is_face, items, number, one
from interpreter.model.state import Value
from interpreter.model.values import CardRef, Face, Rows
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.evaluate import sight, supply_index
    from interpreter.execute.machine import Machine
else:
    sight = lazy_module("interpreter.evaluate.sight")
    supply_index = lazy_module("interpreter.evaluate.supply_index")

Function = Callable[[Op, Scope, "Machine"], Value]
_FUNCTIONS: dict[str, Function] = {}


def function(name: str) -> Callable[[Function], Function]:
    def register(implementation: Function) -> Function:
        _FUNCTIONS[name] = implementation
        return implementation

    return register


def call(op: Op, scope: Scope, m: Machine) -> Value:
    if isinstance(op.data, tuple):  # the number of a mark, `Burn.n`
        return _mark_number(op, scope, m)
    implementation = _FUNCTIONS.get(op.data)
    if implementation is None:
        raise fault(INTERNAL, op, what=f"`{op.data}`", report="")
    return implementation(op, scope, m)


def _mark_number(op: Op, scope: Scope, m: Machine) -> Value:
    """A parameter of a keyword or status: its value on `it`, else that of the mark itself."""
    mark = value(op.args[0], scope, m)
    names = [param.name for param in m.symbols.marks[mark.name].params]
    index = names.index(op.data[1])
    if isinstance(scope.it, int):
        borne = [args for name, args in m.state.cells[scope.it + s.MARKS] if name == mark.name]
        if borne:
            return borne[0][index]
    return mark.args[index]


def _each(op: Op, scope: Scope, m: Machine, index: int = 1) -> Callable[[Value], Value]:
    part = op.args[index]
    return lambda thing: value(part, scope.looking_at(thing), m)


def _first(op: Op, scope: Scope, m: Machine) -> tuple[Value, ...]:
    return _listed(value(op.args[0], scope, m), op, m)


def _listed(listable: Value, op: Op, m: Machine) -> tuple[Value, ...]:
    """A value as a list to iterate over: costs work for each item."""
    many = items(listable)
    spend(m, len(many), op)
    return many


def _as_it_is(listable: Value, op: Op, m: Machine) -> tuple[Value, ...]:
    """A value as a list that is only read; costs work only if the list must be made."""
    return listable if isinstance(listable, tuple) else _listed(listable, op, m)


def _copied(some: tuple[Value, ...], op: Op, m: Machine) -> tuple[Value, ...]:
    """A part of a list: costs work for each item in it."""
    spend(m, len(some), op)
    return some


# --------------------------------------------------------------------------------------------------- lists


@function("count")
def _count(op: Op, scope: Scope, m: Machine) -> Value:
    if len(op.args) == 1:
        return len(_as_it_is(value(op.args[0], scope, m), op, m))
    if supply_index.is_supply(op.args[0]) and isinstance(t.plain(op.args[1].type), t.TruthT):
        return sum(1 for thing in among(op, scope, m) if truth(op.args[1], scope.looking_at(thing), m))
    many = value(op.args[0], scope, m)
    if op.args[1].name == "mark" and not isinstance(many, tuple):
        return marks.mark_total(m, many, value(op.args[1], scope, m))
    if is_face(many):
        return many.symbols.count(value(op.args[1], scope, m))
    if isinstance(t.plain(op.args[1].type), t.MarkT | t.SymbolT):  # of several things: how many of them have it
        return sum(1 for x in items(many) if marks.has(m, x, value(op.args[1], scope.looking_at(x), m)))
    return sum(1 for thing in _listed(many, op, m) if truth(op.args[1], scope.looking_at(thing), m))


@function("sum")
def _sum(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    if len(op.args) == 1:
        return bounded(sum(number(thing, op) for thing in many), op)
    each = _each(op, scope, m)
    return bounded(sum(number(each(thing), op.args[1]) for thing in many), op)


@function("all")
def _all(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    return all(truth(op.args[1], scope.looking_at(x), m) for x in many) if len(op.args) > 1 else all(many)


@function("some")
def _some(op: Op, scope: Scope, m: Machine) -> Value:
    if len(op.args) > 1:
        return any(truth(op.args[1], scope.looking_at(x), m) for x in among(op, scope, m))
    return bool(_as_it_is(value(op.args[0], scope, m), op, m))


def _extreme(op: Op, scope: Scope, m: Machine, highest: bool) -> Value:
    many = _first(op, scope, m)
    if not many:
        return ()
    each = _each(op, scope, m) if len(op.args) > 1 else lambda thing: thing
    keys = [number(each(thing), op) for thing in many]
    wanted = max(keys) if highest else min(keys)
    return tuple(thing for thing, key in zip(many, keys, strict=True) if key == wanted)


@function("highest")
def _highest(op: Op, scope: Scope, m: Machine) -> Value:
    return _extreme(op, scope, m, True)


@function("lowest")
def _lowest(op: Op, scope: Scope, m: Machine) -> Value:
    return _extreme(op, scope, m, False)


def _wishes(op: Op, scope: Scope, m: Machine, thing: Value) -> tuple[int, ...]:
    inner = scope.looking_at(thing)
    weights = []
    for part in op.args[1:]:
        wish = value(part, inner, m)
        weights.append(int(wish) if isinstance(wish, bool) else number(wish, part) if wish is not None else -(1 << 62))
    return tuple(weights)


@function("best")
def _best(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    return max(many, key=lambda thing: _wishes(op, scope, m, thing)) if many else None


@function("sorted")
def _sorted(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    if len(op.args) == 1:
        return tuple(sorted(many, reverse=True))
    return tuple(sorted(many, key=lambda thing: tuple(-wish for wish in _wishes(op, scope, m, thing))))


@function("groups")
def _groups(op: Op, scope: Scope, m: Machine) -> Value:
    each = _each(op, scope, m)
    groups: dict[Value, list[Value]] = {}
    for thing in _first(op, scope, m):
        groups.setdefault(each(thing), []).append(thing)
    return tuple(tuple(group) for group in groups.values())


@function("distinct")
def _distinct(op: Op, scope: Scope, m: Machine) -> Value:
    each = _each(op, scope, m) if len(op.args) > 1 else lambda thing: thing
    by_key: dict[Value, Value] = {}
    for thing in _first(op, scope, m):
        by_key.setdefault(each(thing), thing)
    return tuple(by_key.values())


@function("each")
def _each_value(op: Op, scope: Scope, m: Machine) -> Value:
    each = _each(op, scope, m)
    return tuple(each(thing) for thing in _first(op, scope, m))


@function("first")
def _first_one(op: Op, scope: Scope, m: Machine) -> Value:
    """The first item, or this many from the beginning; the first of a pile is its top."""
    many = _as_it_is(value(op.args[0], scope, m), op, m)
    if len(op.args) > 1:
        return _copied(many[: max(0, number(value(op.args[1], scope, m), op.args[1]))], op, m)
    return many[0] if many else None


_FUNCTIONS["top"] = _first_one


@function("last")
def _last(op: Op, scope: Scope, m: Machine) -> Value:
    many = _as_it_is(value(op.args[0], scope, m), op, m)
    if len(op.args) > 1:
        wanted = max(0, number(value(op.args[1], scope, m), op.args[1]))
        return _copied(many[max(0, len(many) - wanted) :], op, m)
    return many[-1] if many else None


@function("bottom")
def _bottom(op: Op, scope: Scope, m: Machine) -> Value:
    return _last(op, scope, m)


@function("reversed")
def _reversed(op: Op, scope: Scope, m: Machine) -> Value:
    return tuple(reversed(_first(op, scope, m)))


@function("supply")
def _supply(op: Op, scope: Scope, m: Machine) -> Value:
    return things.supply(m, op.args[0].data[1])


# ------------------------------------------------------------------------------------------------- numbers


def _two(op: Op, scope: Scope, m: Machine) -> tuple[int, int]:
    return number(value(op.args[0], scope, m), op.args[0]), number(value(op.args[1], scope, m), op.args[1])


@function("lesser")
def _lesser(op: Op, scope: Scope, m: Machine) -> Value:
    return min(_two(op, scope, m))


@function("greater")
def _greater(op: Op, scope: Scope, m: Machine) -> Value:
    return max(_two(op, scope, m))


@function("difference")
def _difference(op: Op, scope: Scope, m: Machine) -> Value:
    a, b = _two(op, scope, m)
    return bounded(abs(a - b), op)


@function("steps")
def _steps(op: Op, scope: Scope, m: Machine) -> Value:
    ladder = value(op.args[0], scope, m)
    return len(ladder) if isinstance(ladder, tuple) else 1


def _of_each(op: Op, scope: Scope, m: Machine) -> list[int]:
    many = _first(op, scope, m)
    each = _each(op, scope, m) if len(op.args) > 1 else lambda thing: thing
    return [number(each(thing), op) for thing in many]


@function("least")
def _least(op: Op, scope: Scope, m: Machine) -> Value:
    return min(_of_each(op, scope, m), default=0)


@function("most")
def _most(op: Op, scope: Scope, m: Machine) -> Value:
    return max(_of_each(op, scope, m), default=0)


@function("keys")
def _keys(op: Op, scope: Scope, m: Machine) -> Value:
    return keys_of(value(op.args[0], scope, m), op, m)


def keys_of(table: Value, op: Op, m: Machine) -> tuple[Value, ...]:
    """The keys of a table; a row may have several, and `else` has none."""
    keys: list[Value] = []
    for key, _ in table.rows if isinstance(table, Rows) else ():
        if not (isinstance(key, tuple) and key and isinstance(key[0], str)):
            keys.append(key)
        elif key[0] == "range" and key[2] is not None:
            keys += at_most(range(key[1], key[2] + 1), limits.LIST_ITEMS, "items in one list", op)
        elif key[0] == "thing":
            keys += [CardRef(things.card_id(m, part)) for part in key[1:]]
        elif key[0] in ("number", "symbols", "text"):
            keys += [part for part in key[1:] if part is not None]
    spend(m, len(keys), op)
    return at_most(keys, limits.LIST_ITEMS, "items in one list", op)


@function("step")
def _step(op: Op, scope: Scope, m: Machine) -> Value:
    return step(value(op.args[0], scope, m), number(value(op.args[1], scope, m), op.args[1]))


@function("face_value")
def _face_value(op: Op, scope: Scope, m: Machine) -> Value:
    face = value(op.args[0], scope, m)
    return face.number if is_face(face) else face


# ------------------------------------------------------------------------------------------------- players


@function("clockwise")
def _clockwise(op: Op, scope: Scope, m: Machine) -> Value:
    return things.clockwise(m, one(value(op.args[0], scope, m)))


@function("next_after")
def _next_after(op: Op, scope: Scope, m: Machine) -> Value:
    around = things.clockwise(m, one(value(op.args[0], scope, m)))
    here = one(value(op.args[0], scope, m))
    others = [player for player in around if player != here]
    return others[0] if others else here


@function("others")
def _others(op: Op, scope: Scope, m: Machine) -> Value:
    here = one(value(op.args[0], scope, m))
    return tuple(player for player in things.clockwise(m, here) if player != here)


# ----------------------------------------------------------------------------------------------------- dice


def _faces(op: Op, index: int, scope: Scope, m: Machine) -> list[Face]:
    """The faces of the dice of an argument."""
    dice = _listed(value(op.args[index], scope, m), op, m)
    return [chance.shown_face(m, die) for die in dice]


@function("complete")
def _complete(op: Op, scope: Scope, m: Machine) -> Value:
    combo = chance.combo(m, value(op.args[0], scope, m))
    return combos.complete(combo, _faces(op, 1, scope, m), m.meter)


@function("fitting")
def _fitting(op: Op, scope: Scope, m: Machine) -> Value:
    combo = chance.combo(m, value(op.args[0], scope, m))
    dice = _listed(value(op.args[1], scope, m), op, m)
    fits = combos.fitting(combo, [chance.shown_face(m, die) for die in dice], m.meter)
    return tuple(die for die, good in zip(dice, fits, strict=True) if good)


@function("fits")
def _fits(op: Op, scope: Scope, m: Machine) -> Value:
    combo = chance.combo(m, value(op.args[0], scope, m))
    return combos.fits(combo, _faces(op, 1, scope, m), m.meter)


@function("combos")
def _combos(op: Op, scope: Scope, m: Machine) -> Value:
    faces = _faces(op, 0, scope, m)
    names = sorted(m.symbols.combos)
    return tuple(name for name in names if any(combos.fitting(chance.combo(m, name), faces, m.meter)))


@function("shows")
def _shows(op: Op, scope: Scope, m: Machine) -> Value:
    die = one(value(op.args[0], scope, m))
    if die is None:
        return False
    face = chance.shown_face(m, die)
    symbol = value(op.args[1], scope, m)
    return symbol in face.symbols or equal(face, symbol)


@function("opposite")
def _opposite(op: Op, scope: Scope, m: Machine) -> Value:
    of = t.plain(op.args[0].type)
    return chance.opposite(m, value(op.args[0], scope, m), of.die if isinstance(of, t.FaceT) else "")


@function("knows")
def _knows(op: Op, scope: Scope, m: Machine) -> Value:
    """Whether a player may see a thing in play."""
    player, thing = one(value(op.args[0], scope, m)), one(value(op.args[1], scope, m))
    return player is not None and things.is_thing(m, thing) and sight.Sight(m, player).sees(thing)


@function("gone")
def _gone(op: Op, scope: Scope, m: Machine) -> Value:
    """Whether a thing has left the table. A name without a copy in play is a card, not a thing."""
    return not things.is_thing(m, one(value(op.args[0], scope, m)))
