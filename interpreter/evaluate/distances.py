"""Distances between spots, and the work they cost.

On a small board, the distances from every cell are cached with the board, so a question costs next to nothing. On a
large board they would fill the memory. There, a search over the whole board finds the distances from one cell; it costs
one unit for each cell, and the result is kept in the meter until the next decision. So the cost of a question depends
only on the decision, never on other matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from interpreter.board.geometry import SMALL, Board, Distances
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def from_cell(m: Machine, board: Board, cell: int, op: Op) -> Distances:
    """The distance of every cell from one cell."""
    if len(board.cells) <= SMALL:
        spend(m, 1, op)
        return board.distances(cell)
    floods = m.meter.floods
    key = (id(board), cell)
    if key not in floods:
        spend(m, len(board.cells), op)
        floods[key] = board.flood(cell)
    return floods[key]


def between(m: Machine, board: Board, a: int, b: int, op: Op) -> int | None:
    """The fewest steps from one cell to another; none if there is no path.

    On a grid every path can be reversed, so one search from a shared end serves many questions.
    """
    if len(board.cells) > SMALL and board.grid != "graph":
        floods, asked = m.meter.floods, m.meter.asked
        if (id(board), a) not in floods and ((id(board), b) in floods or (id(board), b) in asked):
            a, b = b, a
        asked.add((id(board), b))
    spend(m, 1, op)
    return from_cell(m, board, a, op)[b]
