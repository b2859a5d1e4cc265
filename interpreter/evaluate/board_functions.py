"""The board functions of the language: spots in, spaces out.

A spot is a space or a thing on a space. This module turns spots into cells of their board; `interpreter.board.geometry`
answers the question. Two spots on different boards are unrelated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import interpreter.evaluate.things as things
from dsl.ir.operations import NO_OP, Op
from dsl.names import types as t
from interpreter.board.geometry import Board, near
from interpreter.board.search import PathSearch
from interpreter.evaluate import distances
from interpreter.evaluate.expressions import truth, value
from interpreter.evaluate.functions import call as call  # with the functions that this module adds
from interpreter.evaluate.functions import function
from interpreter.link.memo import under_which
from interpreter.model.environment import Scope, number, one
from interpreter.model.state import Thing, Value
from interpreter.model.values import Cell
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

FAR = 1_000_000
"""The distance of two spots that no path connects."""


def _cell(op: Op, scope: Scope, m: Machine) -> Cell | None:
    return things.cell_of(m, one(value(op, scope, m)))


def _two_cells(op: Op, scope: Scope, m: Machine) -> tuple[Board, str, int, int] | None:
    """The board and the two cells of two spots; none if they are not on one board."""
    a, b = _cell(op.args[0], scope, m), _cell(op.args[1], scope, m)
    if a is None or b is None or a.board != b.board:
        return None
    return things.board_of(m, a.board), a.board, a.index, b.index


def _spaces(cells: Iterable[int], board: str, m: Machine) -> tuple[Thing, ...]:
    spaces = things.spaces_of(m, board)
    in_cells = tuple(spaces[cell] for cell in cells)
    spend(m, len(in_cells))
    return in_cells


def _board_list(name: str, question: Callable[[Board, int, int], tuple[int, ...]]) -> None:
    def ask(op: Op, scope: Scope, m: Machine) -> Value:
        two = _two_cells(op, scope, m)
        if two is not None:
            spend(m, two[0].apart(two[2], two[3]), op)
        return _spaces(question(two[0], two[2], two[3]), two[1], m) if two is not None else ()

    function(name)(ask)


_board_list("between", lambda board, here, there: board.between(here, there))
_board_list("row", lambda board, here, there: board.row(here, there))


@function("toward")
def _toward(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    if two is None:
        return ()
    board, key, here, there = two
    far = distances.between(m, board, here, there, op)
    if far is None:
        return ()
    ways = [(cell, distances.between(m, board, cell, there, op)) for cell in board.neighbours[here]]
    return _spaces([cell for cell, left in ways if left is not None and left < far], key, m)


@function("adjacent")
def _adjacent(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    return _spaces(things.board_of(m, here.board).neighbours[here.index], here.board, m) if here is not None else ()


@function("distance")
def _distance(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    far = distances.between(m, two[0], two[2], two[3], op) if two is not None else None
    return FAR if far is None else far


@function("within")
def _within(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    steps = number(value(op.args[1], scope, m), op.args[1])
    if here is None:
        return ()
    board = things.board_of(m, here.board)
    spend(m, len(board.cells), op)
    return _spaces(near(distances.from_cell(m, board, here.index, op), steps), here.board, m)


@function("lines")
def _lines(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    length = number(value(op.args[1], scope, m), op.args[1])
    if here is None:
        return ()
    board = things.board_of(m, here.board)
    spend(m, board.lines_cost(length), op)
    return tuple(_spaces(line, here.board, m) for line in board.lines(here.index, length))


@function("connected")
def _connected(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    if here is None:
        return ()
    spaces = things.spaces_of(m, here.board)
    board = things.board_of(m, here.board)

    def holds(cell: int) -> bool:
        return truth(op.args[1], scope.looking_at(spaces[cell]), m)

    connected = board.connected(here.index, holds, lambda visited: spend(m, visited, op))
    return tuple(spaces[cell] for cell in connected)


@function("in_line")
def _in_line(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    return two is not None and two[0].in_line(two[2], two[3])


@function("beyond")
def _beyond(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    cell = two[0].beyond(two[2], two[3]) if two is not None else None
    return None if cell is None or two is None else things.spaces_of(m, two[1])[cell]


@function("neighbour")
def _neighbour(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    if here is None:
        return None
    direction = number(value(op.args[1], scope, m), op.args[1])
    cell = things.board_of(m, here.board).neighbour(here.index, direction)
    return None if cell is None else things.spaces_of(m, here.board)[cell]


@function("area")
def _area(op: Op, scope: Scope, m: Machine) -> Value:
    """A drawn shape around its user, turned in the user's direction; as drawn, it faces the top."""
    here = _cell(op.args[1], scope, m)
    shape = one(value(op.args[0], scope, m))
    if here is None or shape is None:
        return ()
    board = things.board_of(m, here.board)
    offsets = things.offsets(m, shape, board.grid)
    spend(m, len(offsets), op)
    return _spaces(board.area(offsets, here.index, _turn(op, board, here, scope, m)), here.board, m)


def _turn(op: Op, board: Board, here: Cell, scope: Scope, m: Machine) -> int:
    """How far a shape is turned: towards a spot, or in a direction, which may lead out of the board."""
    if len(op.args) < 3:
        return 0
    facing = one(value(op.args[2], scope, m))
    if isinstance(t.plain(op.args[2].type), t.NumberT):  # a thing is a number too: its type tells them apart
        return board.heading(number(facing, op.args[2]))
    cell = things.cell_of(m, facing)
    return board.facing(here.index, cell.index) if cell is not None else 0


@function("sees")
@function("glimpses")
def _sees(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    if two is None:
        return False
    spaces = things.spaces_of(m, two[1])
    spend(m, two[0].apart(two[2], two[3]), op)

    def blocked(cell: int) -> bool:
        return len(op.args) > 2 and truth(op.args[2], scope.looking_at(spaces[cell]), m)

    board, _, here, there = two
    if op.data == "glimpses":
        return board.glimpses(here, there, blocked, lambda visited: spend(m, visited, op))
    return board.sees(here, there, blocked)


def _cost(op: Op, scope: Scope, m: Machine, board: str) -> Callable[[int, int], int | None]:
    """The cost function of a step from `here` to `that`."""
    if len(op.args) < 3:

        def even(here: int, there: int) -> int:
            spend(m, 2, op)
            return 1

        return even
    spaces = things.spaces_of(m, board)

    def price(here: int, there: int) -> int | None:
        spend(m, 2, op)
        names = {**scope.values, "here": spaces[here]}
        step = Scope(names, scope.it, scope.me, spaces[there], scope.actor)
        step_cost = value(op.args[2], step, m)
        return None if step_cost is None else number(step_cost, op.args[2])

    return price


@function("reach")
def _reach(op: Op, scope: Scope, m: Machine) -> Value:
    here = _cell(op.args[0], scope, m)
    if here is None:
        return ()
    points = number(value(op.args[1], scope, m), op.args[1])
    return _spaces(sorted(_search(op, scope, m, here.board, here.index, points).whole()), here.board, m)


@function("path_cost")
def _path_cost(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    return _search(op, scope, m, two[1], two[2], FAR).cost_of(two[3]) if two is not None else None


@function("path")
def _path(op: Op, scope: Scope, m: Machine) -> Value:
    two = _two_cells(op, scope, m)
    if two is None:
        return ()
    board, key, start, goal = two
    return _spaces(board.path(start, goal, _cost(op, scope, m, key)), key, m)


def _search(op: Op, scope: Scope, m: Machine, board: str, start: int, points: int) -> PathSearch:
    """The search from a cell; memoised until the next write: one start has many targets."""
    seen = under_which(m, op.args[2] if len(op.args) > 2 else NO_OP, scope)
    if seen is None or m.memo is None:
        return PathSearch(things.board_of(m, board).neighbours, start, points, _cost(op, scope, m, board))
    key = ("reach", board, start, points, *seen)
    if key not in m.memo:
        m.memo[key] = PathSearch(things.board_of(m, board).neighbours, start, points, _cost(op, scope, m, board))
    search: PathSearch = m.memo[key]
    return search
