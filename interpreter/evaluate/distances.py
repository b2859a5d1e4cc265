"""How far apart spots are, and what it costs to find out.

On a small board the distances from every cell are kept with the board and are soon all known: a question costs next to
nothing. On a large board they would fill the memory. There the distances from a cell are found by going over the whole
board, which costs a unit for each cell, and they are kept in the meter until the next decision; so what a question
costs depends on the decision alone, never on what other matches have asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from interpreter.board.geometry import SMALL, Board, Distances
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def from_cell(m: Machine, board: Board, cell: int, op: Op) -> Distances:
    """How far every cell is from one."""
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
    """The fewest steps from one cell to another; none if there is no way.

    On a grid every way leads back as well. Where many cells are asked about one, that one is asked for all of them.
    """
    if len(board.cells) > SMALL and board.grid != "graph":
        floods, asked = m.meter.floods, m.meter.asked
        if (id(board), a) not in floods and ((id(board), b) in floods or (id(board), b) in asked):
            a, b = b, a
        asked.add((id(board), b))
    spend(m, 1, op)
    return from_cell(m, board, a, op)[b]
