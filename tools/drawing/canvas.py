"""A text canvas: words at any position, and boxes whose edges join where they meet.

Edges are stored as the directions that leave a corner (up, right, down, left) and become letters only at the end; so
boxes may be drawn in any order, side by side, staggered or with gaps.
"""

from __future__ import annotations

from attrs import define, field

from tools.drawing.styled_text import Line, Run, width
from tools.report.escape import room

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_LETTERS = {
    UP: "│", DOWN: "│", UP | DOWN: "│", LEFT: "─", RIGHT: "─", LEFT | RIGHT: "─",
    RIGHT | DOWN: "┌", LEFT | DOWN: "┐", UP | RIGHT: "└", UP | LEFT: "┘",
    UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤", LEFT | RIGHT | DOWN: "┬", LEFT | RIGHT | UP: "┴",
    UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip
_TAKEN: Run = ("", "")
"""The second half of a wide letter."""


@define
class Canvas:
    _cells: dict[tuple[int, int], Run] = field(factory=dict, init=False)
    _edges: dict[tuple[int, int], int] = field(factory=dict, init=False)

    def put(self, x: int, y: int, line: Line) -> None:
        """Write words to the right of a position."""
        for words, style in line:
            for letter in words:
                takes = room(letter)
                if takes == 0:  # a combining character belongs to the letter before it
                    before = next((at for at in range(x - 1, -1, -1) if self._cells.get((at, y), _TAKEN)[0]), None)
                    if before is not None:
                        kept = self._cells[before, y]
                        self._cells[before, y] = kept[0] + letter, kept[1]
                    continue
                self._cells[x, y] = letter, style
                if takes == 2:
                    self._cells[x + 1, y] = _TAKEN
                x += takes

    def box(self, left: int, top: int, wide: int, high: int) -> None:
        """Draw a box with this inner size."""
        right, bottom = left + wide + 1, top + high + 1
        for x in range(left, right):
            for y in (top, bottom):
                self._edge(x, y, RIGHT)
                self._edge(x + 1, y, LEFT)
        for y in range(top, bottom):
            for x in (left, right):
                self._edge(x, y, DOWN)
                self._edge(x, y + 1, UP)

    def _edge(self, x: int, y: int, way: int) -> None:
        self._edges[x, y] = self._edges.get((x, y), 0) | way

    def lines(self) -> list[Line]:
        places = [*self._cells, *self._edges]
        high = max((y for _, y in places), default=-1) + 1
        wide = max((x for x, _ in places), default=-1) + 1
        return [self._line(y, wide) for y in range(high)]

    def _line(self, y: int, wide: int) -> Line:
        runs: list[Run] = []
        for x in range(wide):
            letter, style = self._at(x, y)
            if runs and runs[-1][1] == style:
                runs[-1] = runs[-1][0] + letter, style
            elif letter:
                runs.append((letter, style))
        while runs and not runs[-1][0].strip(" "):
            runs.pop()
        if runs:
            runs[-1] = runs[-1][0].rstrip(" "), runs[-1][1]
        return tuple(runs)

    def _at(self, x: int, y: int) -> Run:
        cell = self._cells.get((x, y))
        if cell is not None:
            return cell
        edge = self._edges.get((x, y), 0)
        return (_LETTERS[edge], "dim") if edge else (" ", "")


def size(lines: list[Line]) -> tuple[int, int]:
    """The width and height of a block."""
    return max(map(width, lines), default=0), len(lines)
