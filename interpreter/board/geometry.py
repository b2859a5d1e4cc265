"""Boards: squares, hexes, graphs and tracks as exact integer geometry, shared by all games.

A board is a set of cells, numbered in reading order, each with a coordinate. All queries (adjacency, distance, straight
rows, line of sight) work on these integers; nothing is rounded. Cells that a map leaves out do not exist: no path leads
through them and no row continues past them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cmp_to_key
from heapq import heappop, heappush
from typing import Literal

from attrs import define, field

from interpreter.board.line_of_sight import glimpses
from interpreter.board.search import PathSearch

Grid = Literal["square", "hex", "graph", "track"]
Distances = tuple[int | None, ...]
"""The distance of every cell from one; none where no path leads."""
Coordinate = tuple[int, int]
"""Square: column, row. Hex: axial q, r. Track and graph: position, 0."""

SMALL = 1_024
"""Up to this many cells, the distances between all pairs are kept."""
_STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DIAGONAL = ((1, -1), (1, 1), (-1, 1), (-1, -1))
_HEX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def unmetered(visited: int) -> None:
    """Ignores the count of visited cells."""


def drawn_cells(grid: Grid, rows: Sequence[Sequence[str]], void: Iterable[str] = ()) -> list[tuple[Coordinate, str]]:
    """The cells of a drawing in reading order. In a hex drawing every second row is shifted half a cell to the
    right."""
    left_out = set(void)
    cells = []
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol not in left_out:
                place = (x - (y - (y & 1)) // 2, y) if grid == "hex" else (x, y)
                cells.append((place, symbol))
    return cells


def drawn_column(grid: Grid, place: Coordinate) -> int:
    """The column of a cell in the drawing, from 0."""
    x, y = place
    return x + (y - (y & 1)) // 2 if grid == "hex" else x


def cell_name(grid: Grid, place: Coordinate) -> str:
    """`B3`: a letter for the column, a number for the row, both from the top left."""
    x, y = drawn_column(grid, place), place[1]
    letters = ""
    x += 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{y + 1}"


@define
class Board:
    """Neighbours are computed at once, distances on first use."""

    grid: Grid
    cells: tuple[Coordinate, ...]
    diagonals: bool = False
    links: Mapping[int, Sequence[int]] = field(factory=dict)
    gaps: frozenset[int] = frozenset()  # removed cells: the others keep their numbers
    number: dict[Coordinate, int] = field(init=False)
    neighbours: tuple[tuple[int, ...], ...] = field(init=False)
    _distances: dict[int, Distances] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.number = {place: index for index, place in enumerate(self.cells) if index not in self.gaps}
        self.neighbours = tuple(self._next_to(index) for index in range(len(self.cells)))

    def _next_to(self, cell: int) -> tuple[int, ...]:
        if cell in self.gaps:
            return ()
        if self.grid == "graph":
            return tuple(other for other in self.links.get(cell, ()) if other not in self.gaps)
        return tuple(self.number[step] for step in self._around(self.cells[cell]) if step in self.number)

    def without(self, gaps: frozenset[int]) -> Board:
        """The same board with some cells removed: no path leads through them and no row continues past them."""
        return Board(self.grid, self.cells, self.diagonals, self.links, gaps)

    def _steps(self, all_straight: bool = False) -> tuple[Coordinate, ...]:
        if self.grid == "hex":
            return _HEX
        if self.grid == "track":
            return ((1, 0), (-1, 0))
        return _STRAIGHT + _DIAGONAL if self.diagonals or all_straight else _STRAIGHT

    def _around(self, place: Coordinate) -> list[Coordinate]:
        return [(place[0] + dx, place[1] + dy) for dx, dy in self._steps()]

    # ---------------------------------------------------------------------------------------------- distances

    def distance(self, a: int, b: int) -> int | None:
        """The fewest steps from one cell to another; none if there is no path."""
        return self.distances(a)[b]

    def distances(self, cell: int) -> Distances:
        """The distance of every cell from one. A large board keeps only a few such lists: all would fill the memory."""
        result = self._distances.get(cell)
        if result is None:
            if len(self._distances) >= SMALL * SMALL // max(1, len(self.cells)):
                self._distances.clear()
            result = self._distances[cell] = self.flood(cell)
        return result

    def apart(self, a: int, b: int) -> int:
        """The straight-line distance of two cells in steps: the work of looking along a line."""
        if self.grid == "graph":
            return 1
        (ax, ay), (bx, by) = self.cells[a], self.cells[b]
        length = max(abs(ax - bx), abs(ay - by), abs(ax - bx + ay - by))
        return 1 + (16 * length if self.grid == "hex" else length)

    def lines_cost(self, length: int) -> int:
        """The work of finding all lines of a length through a cell."""
        return 1 + 4 * length * length if 0 < length <= len(self.cells) else 1

    def flood(self, start: int) -> Distances:
        """The distance of every cell from one, by breadth-first search."""
        distances: list[int | None] = [None] * len(self.cells)
        distances[start] = 0
        queue = deque([start])
        while queue:
            current = queue.popleft()
            steps = distances[current]
            assert steps is not None
            for neighbour in self.neighbours[current]:
                if distances[neighbour] is None:
                    distances[neighbour] = steps + 1
                    queue.append(neighbour)
        return tuple(distances)

    def within(self, cell: int, steps: int) -> tuple[int, ...]:
        """The cells within a number of steps, without the cell itself."""
        return near(self.distances(cell), steps)

    def toward(self, cell: int, goal: int) -> tuple[int, ...]:
        """The neighbours that are nearer to the goal."""
        here = self.distance(cell, goal)
        if here is None:
            return ()
        return tuple(n for n in self.neighbours[cell] if (far := self.distance(n, goal)) is not None and far < here)

    def reach(self, start: int, points: int, cost: Callable[[int, int], int | None]) -> dict[int, int]:
        """The cells reachable with a number of points, with their costs; `cost` gives the price of each step."""
        return PathSearch(self.neighbours, start, points, cost).whole()

    def path(self, start: int, goal: int, cost: Callable[[int, int], int | None]) -> tuple[int, ...]:
        """The cells of a cheapest path, without the start; of several, one with the fewest cells.

        Remaining ties are broken from the goal backwards: the predecessor with the lowest number wins.
        """
        best = {start: (0, 0)}
        prices: dict[int, dict[int, int]] = {}  # of the steps into a cell, by where they come from
        queue = [(0, 0, start)]
        while queue:
            spent, steps, current = heappop(queue)
            if current == goal:
                break
            if (spent, steps) > best[current]:
                continue
            for neighbour in self.neighbours[current]:
                price = cost(current, neighbour)
                if price is None or price < 0:
                    continue
                prices.setdefault(neighbour, {})[current] = price
                total = (spent + price, steps + 1)
                if neighbour not in best or total < best[neighbour]:
                    best[neighbour] = total
                    heappush(queue, (*total, neighbour))
        cells = [goal] if goal in best else []
        while cells and cells[-1] != start:
            spent, steps = best[cells[-1]]
            steps_here = prices[cells[-1]].items()
            cells.append(min(before for before, price in steps_here if best[before] == (spent - price, steps - 1)))
        return tuple(reversed(cells[:-1]))

    # --------------------------------------------------------------------------------------------------- rows

    def direction(self, a: int, b: int) -> Coordinate | None:
        """The step that leads straight from one cell to another; none if they share no row."""
        if a == b:
            return None
        (ax, ay), (bx, by) = self.cells[a], self.cells[b]
        dx, dy = bx - ax, by - ay
        if self.grid == "hex":
            straight = dx == 0 or dy == 0 or dx + dy == 0
        elif self.grid == "graph":
            return None
        else:
            straight = dx == 0 or dy == 0 or abs(dx) == abs(dy)
        if not straight:
            return None
        return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)

    def in_line(self, a: int, b: int) -> bool:
        return self.direction(a, b) is not None

    def row(self, start: int, toward: int) -> tuple[int, ...]:
        """The cells in a straight row from one toward another and beyond, nearest first, up to the edge or a gap."""
        step = self.direction(start, toward)
        if step is None:
            return ()
        cells = []
        x, y = self.cells[start]
        while (x := x + step[0], y := y + step[1]) in self.number:
            cells.append(self.number[(x, y)])
        return tuple(cells)

    def lines(self, cell: int, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of a length through a cell, each from its end in the direction counted first."""
        if self.grid == "graph" or not 1 <= length <= len(self.cells):
            return ()
        result: list[tuple[int, ...]] = []
        steps = self._clockwise()
        for dx, dy in steps[: max(1, len(steps) // 2)]:  # the other half gives the same lines reversed
            for start in range(length):
                x, y = self.cells[cell]
                places = [(x + (k - start) * dx, y + (k - start) * dy) for k in range(length)]
                if all(place in self.number for place in places):
                    result.append(tuple([self.number[place] for place in places]))
        return tuple(dict.fromkeys(result))

    def connected(
        self, cell: int, holds: Callable[[int], bool], visit: Callable[[int], None] = unmetered
    ) -> tuple[int, ...]:
        """A cell and the region connected to it through neighbours that hold, in cell order.

        `visit` receives the number of cells about to be visited.
        """
        region = {cell}
        stack = [cell]
        while stack:
            near = self.neighbours[stack.pop()]
            visit(len(near))
            for other in near:
                if other not in region and holds(other):
                    region.add(other)
                    stack.append(other)
        return tuple(sorted(region))

    def beyond(self, cell: int, away_from: int) -> int | None:
        """The next cell straight away from another one; off a row, in the direction that leads away most."""
        step = self.direction(away_from, cell) or self._nearest_step(away_from, cell)
        if step is None:
            return None
        x, y = self.cells[cell]
        return self.number.get((x + step[0], y + step[1]))

    def _nearest_step(self, a: int, b: int) -> Coordinate | None:
        """The step of this grid closest to the direction from a to b; ties go to the first in a fixed order."""
        if a == b or self.grid == "graph":
            return None
        (ax, ay), (bx, by) = self.cells[a], self.cells[b]
        dx, dy = bx - ax, by - ay
        return max(self._steps(), key=lambda step: _along(self.grid, step, (dx, dy)))

    def neighbour(self, cell: int, direction: int) -> int | None:
        """The next cell in a direction; directions are counted clockwise from the top, from 1."""
        steps = self._clockwise()
        if not 1 <= direction <= len(steps):
            return None
        (x, y), (dx, dy) = self.cells[cell], steps[direction - 1]
        return self.number.get((x + dx, y + dy))

    def _clockwise(self) -> tuple[Coordinate, ...]:
        if self.grid == "hex":
            return (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)
        if self.grid == "track":
            return (1, 0), (-1, 0)
        if self.grid == "graph":
            return ()
        if not self.diagonals:
            return _STRAIGHT
        return (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)

    # --------------------------------------------------------------------------------------------------- sight

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The cells crossed by the straight line between two centres, without the ends, nearest to a first.

        If the line runs exactly along an edge or through a corner, the cells on either side do not count.
        """
        if self.grid == "graph":
            return ()
        if self.grid == "hex":
            places = _hex_line(self.cells[a], self.cells[b])
        else:
            places = _square_line(self.cells[a], self.cells[b])
        return tuple(self.number[place] for place in places if place in self.number)

    def sees(self, a: int, b: int, blocked: Callable[[int], bool]) -> bool:
        """Whether no cell between blocks the line; a gap in the board blocks it."""
        if self.grid == "graph":
            return True
        line = _hex_line if self.grid == "hex" else _square_line
        places = line(self.cells[a], self.cells[b])
        return all(place in self.number and not blocked(self.number[place]) for place in places)

    def glimpses(
        self, a: int, b: int, blocked: Callable[[int], bool], visit: Callable[[int], None] = unmetered
    ) -> bool:
        """Whether a line from any part of one cell to any part of the other touches nothing that blocks, nor a gap."""
        if self.grid == "graph":
            return True

        def free(place: Coordinate) -> bool:
            return place in self.number and not blocked(self.number[place])

        sides, scale = (self._clockwise(), 3) if self.grid == "hex" else (_STRAIGHT, 2)
        return glimpses(self.cells[a], self.cells[b], sides, scale, free, visit)

    # ---------------------------------------------------------------------------------------------------- areas

    def area(self, shape: Sequence[Coordinate], at: int, turn: int = 0) -> tuple[int, ...]:
        """The cells of a shape, given as offsets from its user, rotated by a number of grid turns."""
        x, y = self.cells[at]
        cells = []
        for offset in shape:
            dx, dy = turned(self.grid, offset, turn)
            cell = self.number.get((x + dx, y + dy))
            if cell is not None:
                cells.append(cell)
        return tuple(cells)

    def facing(self, cell: int, toward: int) -> int:
        """The number of turns after which a shape that faces the top faces another cell."""
        return self._turns_to(self.direction(cell, toward) or self._nearest_step(cell, toward))

    def heading(self, direction: int) -> int:
        """The number of turns after which a shape faces a direction of `neighbour`, even if nothing lies there."""
        steps = self._clockwise()
        return self._turns_to(steps[direction - 1] if 1 <= direction <= len(steps) else None)

    def _turns_to(self, step: Coordinate | None) -> int:
        top = (1, -1) if self.grid == "hex" else (1, 0) if self.grid == "track" else (0, -1)
        return next((turn for turn in range(self.turns()) if turned(self.grid, top, turn) == step), 0)

    def turns(self) -> int:
        return 6 if self.grid == "hex" else 4 if self.grid == "square" else 2


def near(distances: Distances, steps: int) -> tuple[int, ...]:
    """The cells within a distance, without the cell itself."""
    return tuple(other for other, far in enumerate(distances) if far is not None and 0 < far <= steps)


class Shapes(dict[str, Board]):
    """The boards of maps, by map card. `Yard!3!7` is `Yard` without two of its cells."""

    def __missing__(self, key: str) -> Board:
        whole, *gaps = key.split("!")
        if not gaps:
            raise KeyError(key)
        board = self[key] = self[whole].without(frozenset(int(gap) for gap in gaps))
        return board

    def of(self, laid: str) -> Board:
        """The board of a map on the table: `Yard`, `Yard#12` as a part of a thing, `Yard#!3` with a gap."""
        map, _, rest = laid.partition("#")
        _, gap, gaps = rest.partition("!")
        return self[f"{map}{gap}{gaps}"]


def turned(grid: Grid, offset: Coordinate, turn: int) -> Coordinate:
    """An offset rotated clockwise: by quarters on squares, by sixths on hexes, by halves on a track."""
    x, y = offset
    if grid == "hex":
        for _ in range(turn % 6):
            x, y = -y, x + y
        return x, y
    if grid == "track":
        return (-x, y) if turn % 2 else (x, y)
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


def _along(grid: Grid, step: Coordinate, vector: Coordinate) -> tuple[int, int]:
    """How far a step goes along a vector, without roots: first by projection, then straight before diagonal."""
    if grid == "hex":
        # the inner product of axial coordinates, doubled
        along = 2 * step[0] * vector[0] + 2 * step[1] * vector[1] + step[0] * vector[1] + step[1] * vector[0]
        return along, 0
    along = step[0] * vector[0] + step[1] * vector[1]
    straight = step[0] == 0 or step[1] == 0
    return along, int(straight)


def _square_line(a: Coordinate, b: Coordinate) -> list[Coordinate]:
    """The squares whose interior a line between two centres crosses, in order, without the ends."""
    (ax, ay), (bx, by) = a, b
    dx, dy = abs(bx - ax), abs(by - ay)
    step_x, step_y = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    x, y, cells = ax, ay, []
    along_x = along_y = 0
    while (x, y) != (bx, by):
        # compare where the line leaves this column with where it leaves this row, both times 2·dx·dy
        next_x, next_y = (2 * along_x + 1) * dy, (2 * along_y + 1) * dx
        if next_x <= next_y:
            x += step_x
            along_x += 1
        if next_y <= next_x:
            y += step_y
            along_y += 1
        if (x, y) != (bx, by):
            cells.append((x, y))
    return cells


def _hex_line(a: Coordinate, b: Coordinate) -> list[Coordinate]:
    """The hexes whose interior a line between two centres crosses, in order, without the ends.

    A hex is the set of points nearer to its centre than to any other: in cube coordinates all differences between two
    coordinates are between -1 and 1. The points where the line enters and leaves these three strips are compared as
    fractions.
    """
    (aq, ar), (bq, br) = a, b
    dq, dr = bq - aq, br - ar
    length = max(abs(dq), abs(dr), abs(dq + dr))
    candidates = {
        ((aq * length + dq * step) // length + x, (ar * length + dr * step) // length + y)
        for step in range(length)
        for x in (-1, 0, 1, 2)
        for y in (-1, 0, 1, 2)
    }
    crossed = [(q, r) for q, r in candidates if (q, r) not in (a, b) and _runs_through(aq - q, ar - r, dq, dr)]
    return sorted(crossed, key=lambda place: _along("hex", (place[0] - aq, place[1] - ar), (dq, dr)))


def _runs_through(q: int, r: int, dq: int, dr: int) -> bool:
    """Whether a line from a point along a vector crosses the interior of the hex at the origin."""
    start, vector = (q, r, -q - r), (dq, dr, -dq - dr)
    enters, leaves = (0, 1), (1, 1)  # fractions of the vector, with positive denominators
    for i, j in ((0, 1), (1, 2), (2, 0)):
        position, step = start[i] - start[j], vector[i] - vector[j]
        if step == 0:
            if abs(position) >= 1:
                return False
            continue
        position, step = (position, step) if step > 0 else (-position, -step)
        enters = max(enters, (-1 - position, step), key=_fraction)
        leaves = min(leaves, (1 - position, step), key=_fraction)
    return enters[0] * leaves[1] < leaves[0] * enters[1]


def _compared(left: tuple[int, int], right: tuple[int, int]) -> int:
    return left[0] * right[1] - right[0] * left[1]


_fraction = cmp_to_key(_compared)
"""Orders fractions without dividing."""
