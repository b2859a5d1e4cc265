"""The functions of the language, each as the vocabulary describes it.

A function whose later arguments are looked at for each item gets them as operations and reckons them with `that` set to
the item. Board questions are put to `interpreter.board`; here spaces are many, there they are cells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve

import interpreter.chance as chance
import interpreter.things as things
from dsl.core import Op
from interpreter import combos
from interpreter.evaluate import step, truth, value
from interpreter.scope import RuleError, Scope, equal, is_face, items, number, one
from interpreter.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.machine import Machine

Function = Callable[[Op, Scope, "Machine"], Value]
_FUNCTIONS: dict[str, Function] = {}


def function(name: str) -> Callable[[Function], Function]:
    def register(found: Function) -> Function:
        _FUNCTIONS[name] = found
        return found

    return register


def call(op: Op, scope: Scope, m: Machine) -> Value:
    if isinstance(op.data, tuple):  # the number of a mark, `Burn.n`
        return None
    found = _FUNCTIONS.get(op.data)
    if found is None:
        raise RuleError("BW5009", f"the engine cannot do `{op.data}`", op.span)
    return found(op, scope, m)


def _each(op: Op, scope: Scope, m: Machine, index: int = 1) -> Callable[[Value], Value]:
    part = op.args[index]
    return lambda thing: value(part, evolve(scope, that=thing), m)


def _first(op: Op, scope: Scope, m: Machine) -> tuple[Value, ...]:
    return items(value(op.args[0], scope, m))


# --------------------------------------------------------------------------------------------------- lists


@function("count")
def _count(op: Op, scope: Scope, m: Machine) -> Value:
    many = value(op.args[0], scope, m)
    if len(op.args) == 1:
        return len(items(many))
    if op.args[1].name == "mark" and not isinstance(many, tuple):
        return things.mark_total(m, many, op.args[1].data)
    if is_face(many):
        return many.symbols.count(value(op.args[1], scope, m))
    return sum(1 for thing in items(many) if truth(op.args[1], evolve(scope, that=thing), m))


@function("sum")
def _sum(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    if len(op.args) == 1:
        return sum(number(thing, op) for thing in many)
    each = _each(op, scope, m)
    return sum(number(each(thing), op.args[1]) for thing in many)


@function("all")
def _all(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    return all(truth(op.args[1], evolve(scope, that=x), m) for x in many) if len(op.args) > 1 else all(many)


@function("some")
def _some(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    return any(truth(op.args[1], evolve(scope, that=x), m) for x in many) if len(op.args) > 1 else bool(many)


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
    inner = evolve(scope, that=thing)
    found = []
    for part in op.args[1:]:
        wish = value(part, inner, m)
        found.append(int(wish) if isinstance(wish, bool) else number(wish, part) if wish is not None else -(1 << 62))
    return tuple(found)


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
    found: dict[Value, Value] = {}
    for thing in _first(op, scope, m):
        found.setdefault(each(thing), thing)
    return tuple(found.values())


@function("each")
def _each_value(op: Op, scope: Scope, m: Machine) -> Value:
    each = _each(op, scope, m)
    return tuple(each(thing) for thing in _first(op, scope, m))


@function("first")
def _first_one(op: Op, scope: Scope, m: Machine) -> Value:
    return one(_first(op, scope, m))


@function("last")
def _last(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    return many[-1] if many else None


@function("top")
def _top(op: Op, scope: Scope, m: Machine) -> Value:
    many = _first(op, scope, m)
    if len(op.args) > 1:
        return many[: max(0, number(value(op.args[1], scope, m), op.args[1]))]
    return many[0] if many else None


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
    return abs(a - b)


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
    """A row may have several keys; `else` is none."""
    found: list[Value] = []
    for key, _ in items(value(op.args[0], scope, m)):
        if not (isinstance(key, tuple) and key and isinstance(key[0], str)):
            found.append(key)
        elif key[0] == "range" and key[2] is not None:
            found += range(key[1], key[2] + 1)
        elif key[0] in ("number", "symbols", "text", "thing"):
            found += [part for part in key[1:] if part is not None]
    return tuple(found)


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


# --------------------------------------------------------------------------------------------------- boards


def _cell(op: Op, scope: Scope, m: Machine) -> int | None:
    return things.cell_of(m, one(value(op, scope, m)))


def _spaces(cells: tuple[int, ...], m: Machine) -> tuple[Thing, ...]:
    return tuple(things.space_at(m, cell) for cell in cells)


def _board_list(name: str, question: Callable[[Machine, int, int | None], tuple[int, ...]]) -> None:
    def ask(op: Op, scope: Scope, m: Machine) -> Value:
        here = _cell(op.args[0], scope, m)
        there = _cell(op.args[1], scope, m) if len(op.args) > 1 else None
        if here is None or (len(op.args) > 1 and there is None):
            return ()
        return _spaces(question(m, here, there), m)

    _FUNCTIONS[name] = ask


_board_list("adjacent", lambda m, here, _: things.board(m).neighbours[here])
_board_list("between", lambda m, here, there: things.board(m).between(here, there or 0))
_board_list("row", lambda m, here, there: things.board(m).row(here, there or 0))
_board_list("toward", lambda m, here, there: things.board(m).toward(here, there or 0))


@function("distance")
def _distance(op: Op, scope: Scope, m: Machine) -> Value:
    a, b = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    far = things.board(m).distance(a, b) if a is not None and b is not None else None
    return 1_000_000 if far is None else far


@function("within")
def _within(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    steps = number(value(op.args[1], scope, m), op.args[1])
    return _spaces(things.board(m).within(here, steps), m) if here is not None else ()


@function("in_line")
def _in_line(op: Op, scope: Scope, m: Machine) -> Value:
    a, b = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    return a is not None and b is not None and things.board(m).in_line(a, b)


@function("beyond")
def _beyond(op: Op, scope: Scope, m: Machine) -> Value:
    here, away = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    if here is None or away is None:
        return None
    cell = things.board(m).beyond(here, away)
    return None if cell is None else things.space_at(m, cell)


@function("neighbour")
def _neighbour(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    if here is None:
        return None
    cell = things.board(m).neighbour(here, number(value(op.args[1], scope, m), op.args[1]))
    return None if cell is None else things.space_at(m, cell)


@function("area")
def _area(op: Op, scope: Scope, m: Machine) -> Value:
    """A drawn shape around its user, turned to where the user faces; by itself it faces the top."""
    here = _cell(op.args[1], scope, m)
    shape = one(value(op.args[0], scope, m))
    if here is None or shape is None:
        return ()
    board = things.board(m)
    offsets = things.offsets(m, shape, board.grid)
    turn = 0
    if len(op.args) > 2:
        facing = _cell(op.args[2], scope, m)
        turn = board.facing(here, facing) if facing is not None else 0
    return _spaces(board.area(offsets, here, turn), m)


@function("sees")
def _sees(op: Op, scope: Scope, m: Machine) -> Value:
    a, b = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    if a is None or b is None:
        return False
    if len(op.args) < 3:
        return True
    return things.board(m).sees(a, b, lambda cell: truth(op.args[2], evolve(scope, that=things.space_at(m, cell)), m))


def _cost(op: Op, scope: Scope, m: Machine) -> Callable[[int], int | None]:
    if len(op.args) < 3:
        return lambda cell: 1
    return lambda cell: value(op.args[2], evolve(scope, that=things.space_at(m, cell)), m)


@function("reach")
def _reach(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    if here is None:
        return ()
    points = number(value(op.args[1], scope, m), op.args[1])
    return _spaces(tuple(sorted(things.board(m).reach(here, points, _cost(op, scope, m)))), m)


@function("path_cost")
def _path_cost(op: Op, scope: Scope, m: Machine) -> Value:
    here, goal = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    if here is None or goal is None:
        return None
    return things.board(m).reach(here, 1_000_000, _cost(op, scope, m)).get(goal)


# ----------------------------------------------------------------------------------------------------- dice


@function("complete")
def _complete(op: Op, scope: Scope, m: Machine) -> Value:
    combo = chance.combo(m, value(op.args[0], scope, m))
    return combos.complete(combo, [chance.shown_face(m, die) for die in items(value(op.args[1], scope, m))])


@function("fitting")
def _fitting(op: Op, scope: Scope, m: Machine) -> Value:
    combo = chance.combo(m, value(op.args[0], scope, m))
    dice = items(value(op.args[1], scope, m))
    fits = combos.fitting(combo, [chance.shown_face(m, die) for die in dice])
    return tuple(die for die, good in zip(dice, fits, strict=True) if good)


@function("combos")
def _combos(op: Op, scope: Scope, m: Machine) -> Value:
    faces = [chance.shown_face(m, die) for die in items(value(op.args[0], scope, m))]
    return tuple(name for name in sorted(m.rooms.combos) if any(combos.fitting(chance.combo(m, name), faces)))


@function("shows")
def _shows(op: Op, scope: Scope, m: Machine) -> Value:
    face = chance.shown_face(m, value(op.args[0], scope, m))
    symbol = value(op.args[1], scope, m)
    return symbol in face.symbols or equal(face, symbol)


@function("opposite")
def _opposite(op: Op, scope: Scope, m: Machine) -> Value:
    return chance.opposite(m, value(op.args[0], scope, m))
