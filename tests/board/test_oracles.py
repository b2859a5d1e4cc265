"""Boards against oracles that know nothing of the engine: the plane with its distances and angles, exact lines, brute force.

Cells are points of the plane here. Who is next to whom, what lies in a row, what a turned shape covers is read off from
where the points are; which cells a line crosses is reckoned with fractions; ways are found by trying.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import atan2, cos, hypot, isclose, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.board.geometry import Board, Coordinate, Grid, Shapes, cell_name, drawn_cells, drawn_column

Point = tuple[float, float]
SIZES = {"square": 4, "hex": 4, "track": 6}


def drawn(
    grid: Grid, width: int, height: int, left_out: frozenset[int] = frozenset(), diagonals: bool = False
) -> Board:
    """A drawn board, without some of its cells."""
    signs = [["x" if y * width + x in left_out else "." for x in range(width)] for y in range(height)]
    return Board(grid, tuple(place for place, _ in drawn_cells(grid, signs, "x")), diagonals)


@st.composite
def boards(draw: st.DrawFn, grids: tuple[str, ...] = ("square", "diagonal", "hex", "track")) -> Board:
    grid = draw(st.sampled_from(grids))
    if grid == "track":
        return drawn("track", draw(st.integers(1, 7)), 1, frozenset(draw(st.sets(st.integers(0, 6), max_size=1))))
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    left_out = frozenset(draw(st.sets(st.integers(0, width * height - 1), max_size=4)))
    if len(left_out) == width * height:
        left_out = frozenset()
    return drawn("hex" if grid == "hex" else "square", width, height, left_out, grid == "diagonal")


def point(board: Board, cell: int) -> Point:
    """Where the middle of a cell is: a cell of a hex drawing is one wide, every second row half a cell to the right."""
    place = board.cells[cell]
    if board.grid == "hex":
        return drawn_column("hex", place) + 0.5 * (place[1] % 2), place[1] * sqrt(3) / 2
    return float(place[0]), float(place[1])


def apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def touching(board: Board, a: int, b: int) -> bool:
    far = apart(point(board, a), point(board, b))
    return isclose(far, 1) or (board.diagonals and isclose(far, sqrt(2)))


def steps_between(board: Board, joined: Callable[[int, int], bool]) -> dict[tuple[int, int], int]:
    """The fewest steps between all cells, as Floyd and Warshall do it."""
    cells = range(len(board.cells))
    by_name = {(a, b): 0 if a == b else 1 for a, b in product(cells, cells) if a == b or joined(a, b)}
    for middle, a, b in product(cells, cells, cells):
        if (a, middle) in by_name and (middle, b) in by_name:
            by_name[a, b] = min(by_name.get((a, b), 1 << 20), by_name[a, middle] + by_name[middle, b])
    return by_name


# ---------------------------------------------------------------------------------------- neighbours and distances


@given(boards())
def test_neighbours_distances_and_surroundings(board: Board) -> None:
    cells = range(len(board.cells))
    far = steps_between(board, lambda a, b: touching(board, a, b))
    for a in cells:
        assert sorted(board.neighbours[a]) == [b for b in cells if b != a and touching(board, a, b)]
        assert board.within(a, 2) == tuple(b for b in cells if 0 < far.get((a, b), 99) <= 2)
        for b in cells:
            assert board.distance(a, b) == far.get((a, b))
            nearer = [c for c in cells if touching(board, a, c) and far.get((c, b), 99) < far.get((a, b), -1)]
            assert sorted(board.toward(a, b)) == nearer


@given(boards(), st.sets(st.integers(0, 15), max_size=4))
def test_a_cell_that_is_taken_out_is_as_if_it_had_never_been_drawn(board: Board, gaps: set[int]) -> None:
    gone = frozenset(gaps) & frozenset(range(len(board.cells)))
    left = [cell for cell in range(len(board.cells)) if cell not in gone]
    with_gaps = board.without(gone)
    anew = Board(board.grid, tuple(board.cells[cell] for cell in left), board.diagonals)
    for a, b in product(range(len(left)), range(len(left))):
        first, other = left[a], left[b]
        assert with_gaps.distance(first, other) == anew.distance(a, b)
        assert with_gaps.row(first, other) == tuple(left[cell] for cell in anew.row(a, b))
        assert with_gaps.between(first, other) == tuple(left[cell] for cell in anew.between(a, b))
        assert with_gaps.sees(first, other, lambda _: False) == anew.sees(a, b, lambda _: False)
    for gap in gone:
        assert with_gaps.neighbours[gap] == ()


def test_boards_are_known_by_map_part_and_gaps() -> None:
    shapes = Shapes()
    shapes["Yard"] = drawn("square", 3, 1)
    assert shapes.of("Yard") is shapes.of("Yard#12") is shapes["Yard"]
    assert shapes.of("Yard#!1").distance(0, 2) is None
    assert shapes.of("Yard#12!1") is shapes.of("Yard#!1")
    with pytest.raises(KeyError):
        shapes.of("Meadow")


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9))
def test_a_graph_has_its_links_and_the_ways_along_them(pairs: set[tuple[int, int]]) -> None:
    links: dict[int, list[int]] = {}
    for a, b in sorted(pairs):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    board = Board(
        "graph", tuple((x, 0) for x in range(6)), links={a: tuple(dict.fromkeys(b)) for a, b in links.items()}
    )
    far = steps_between(board, lambda a, b: b in links.get(a, ()))
    for a, b in product(range(6), range(6)):
        assert board.distance(a, b) == far.get((a, b))
        assert board.row(a, b) == board.between(a, b) == ()
        assert not board.in_line(a, b)
        assert board.sees(a, b, lambda _: True)


# ------------------------------------------------------------------------------------------------- rows and directions


def along(board: Board, a: int, b: int) -> bool:
    """Whether the way from one middle to another is one of the straight ways of the grid."""
    (ax, ay), (bx, by) = point(board, a), point(board, b)
    turn = pi / 3 if board.grid == "hex" else pi / 4
    parts = atan2(by - ay, bx - ax) / turn
    return isclose(parts, round(parts), abs_tol=1e-9)


@given(boards())
def test_rows_run_straight_on_up_to_an_edge_or_gap(board: Board) -> None:
    points = {cell: point(board, cell) for cell in range(len(board.cells))}
    for a, b in permutations(points, 2):
        assert board.in_line(a, b) == along(board, a, b)
        if not board.in_line(a, b):
            assert board.row(a, b) == ()
            continue
        far = apart(points[a], points[b])
        # the length of one step: a diagonal step of squares is longer
        (ax, ay), (bx, by) = points[a], points[b]
        count = round(max(abs(bx - ax), abs(by - ay))) if board.grid != "hex" else round(far)
        expected, k = [], 1
        while True:
            spot = (ax + (bx - ax) * k / count, ay + (by - ay) * k / count)
            first = next((cell for cell, at in points.items() if apart(at, spot) < 1e-9), None)
            if first is None:
                break
            expected.append(first)
            k += 1
        assert board.row(a, b) == tuple(expected)
        spot = (bx + (bx - ax) / count, by + (by - ay) / count)
        assert board.beyond(b, a) == next((cell for cell, at in points.items() if apart(at, spot) < 1e-9), None)


@given(boards())
def test_directions_are_counted_clockwise_from_the_top(board: Board) -> None:
    points = {cell: point(board, cell) for cell in range(len(board.cells))}
    many = {"hex": 6, "track": 2}.get(board.grid, 8 if board.diagonals else 4)
    for cell, number in product(points, range(many + 2)):
        x, y = points[cell]
        if board.grid == "track":
            spot = (x + (1 if number == 1 else -1), y)
        else:
            turn = 2 * pi * (number - 1) / many + (pi / 6 if board.grid == "hex" else 0)
            length = sqrt(2) if many == 8 and number % 2 == 0 else 1
            spot = (x + length * sin(turn), y - length * cos(turn))
        expected = next((other for other, at in points.items() if apart(at, spot) < 1e-9), None)
        assert board.neighbour(cell, number) == (expected if 1 <= number <= many else None)


@given(boards(), st.integers(1, 4))
def test_lines_of_a_length_are_all_there_are(board: Board, length: int) -> None:
    """Lines run along the steps of the grid; each is found once."""
    cells = range(len(board.cells))
    every = set()
    for start, step in product(cells, cells):
        if length == 1:
            every.add(frozenset([start]))
        elif step in board.neighbours[start]:
            row = (start, *board.row(start, step))[:length]
            if len(row) == length:
                every.add(frozenset(row))
    for cell in cells:
        result = board.lines(cell, length)
        assert {frozenset(line) for line in result} == {line for line in every if cell in line}
        assert len({frozenset(line) for line in result}) == len(result)


# -------------------------------------------------------------------------------------------------------------- sight

Span = tuple[Fraction, Fraction]
Corner = tuple[Fraction, Fraction]


def inside(low: Fraction, high: Fraction, start: Fraction, way: Fraction, span: Span) -> Span:
    """The part of a way on which `start + way·t` is strictly between two bounds; empty if it begins after it ends."""
    if way == 0:
        return span if low < start < high else (Fraction(1), Fraction(0))
    ends = sorted(((low - start) / way, (high - start) / way))
    return max(span[0], ends[0]), min(span[1], ends[1])


def crosses(board: Board, a: int, b: int, cell: int) -> bool:
    """Whether the line between two middles runs through the inside of a cell, reckoned exactly."""
    (ax, ay), (bx, by), (cx, cy) = (tuple(map(Fraction, board.cells[item])) for item in (a, b, cell))
    span: Span = (Fraction(0), Fraction(1))
    if board.grid == "hex":
        # a hex is what is nearer to its middle than to those around: three strips in cube coordinates
        start = (ax - cx, ay - cy, -(ax - cx) - (ay - cy))
        way = (bx - ax, by - ay, -(bx - ax) - (by - ay))
        for i, j in ((0, 1), (1, 2), (2, 0)):
            span = inside(Fraction(-1), Fraction(1), start[i] - start[j], way[i] - way[j], span)
    else:
        half = Fraction(1, 2)
        span = inside(-half, half, ax - cx, bx - ax, span)
        span = inside(-half, half, ay - cy, by - ay, span)
    return span[0] < span[1]


@pytest.mark.parametrize("grid, radius", [("square", 5), ("hex", 5)])
def test_a_line_runs_through_just_the_cells_whose_inside_it_crosses(grid: Grid, radius: int) -> None:
    places: list[Coordinate] = [
        (x, y) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1)
        if grid == "square" or abs(x + y) <= radius
    ]  # fmt: skip
    board = Board(grid, tuple(places))
    middle = board.number[0, 0]
    for goal in range(len(places)):
        expected = [
            cell for cell in range(len(places)) if cell not in (middle, goal) and crosses(board, middle, goal, cell)
        ]
        result = board.between(middle, goal)
        assert sorted(result) == expected, places[goal]
        far = [apart(point(board, middle), point(board, cell)) for cell in result]
        assert far == sorted(far)


@given(boards(), st.sets(st.integers(0, 15)))
def test_sight_is_symmetric_and_ends_at_blocked_and_missing_spaces(board: Board, walls: set[int]) -> None:
    cells = range(len(board.cells))
    full = Board(board.grid, tuple(place for place in _around(board)), board.diagonals)
    for a, b in product(cells, cells):
        seen = board.sees(a, b, lambda cell: cell in walls)
        assert seen == board.sees(b, a, lambda cell: cell in walls)
        line = [full.cells[cell] for cell in full.between(full.number[board.cells[a]], full.number[board.cells[b]])]
        there = [board.number.get(place) for place in line]
        assert seen == all(cell is not None and cell not in walls for cell in there)


STRIPS = {"square": ((2, 0), (0, 2)), "hex": ((1, -1), (1, 2), (2, 1))}
"""A cell is where each of these is between -1 and 1, reckoned from its middle: sides of a square, pairs of sides of a hex."""


def part_of_line(board: Board, place: Coordinate, start: Corner, way: Corner) -> Span:
    """From where to where a line runs through a cell, its edge included; empty if it begins after it ends."""
    span: Span = (Fraction(-99), Fraction(99))
    for x, y in STRIPS["hex" if board.grid == "hex" else "square"]:
        off = x * (start[0] - place[0]) + y * (start[1] - place[1])
        along = x * way[0] + y * way[1]
        if along == 0:
            span = span if -1 <= off <= 1 else (Fraction(1), Fraction(0))
        else:
            ends = sorted(((-1 - off) / along, (1 - off) / along))
            span = max(span[0], ends[0]), min(span[1], ends[1])
    return span


def corners_of(board: Board, place: Coordinate) -> list[Corner]:
    third, half = Fraction(1, 3), Fraction(1, 2)
    offsets = [(x * half, y * half) for x, y in product((-1, 1), (-1, 1))]
    if board.grid == "hex":
        offsets = [(x * third, y * third) for x, y in ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))]
    return [(place[0] + x, place[1] + y) for x, y in offsets]


def some_line(board: Board, a: int, b: int, walls: set[int]) -> bool:
    """Tries all lines that pass close by two corners, on either side of each: if there is a clear one, one of these is."""
    free = {place for cell, place in enumerate(board.cells) if cell not in walls or cell in (a, b)}
    here, goal = board.cells[a], board.cells[b]
    around = {(x + dx, y + dy) for x, y in board.cells for dx, dy in product((-1, 0, 1), (-1, 0, 1))}
    every = sorted({corner for place in board.cells for corner in corners_of(board, place)})
    for (lx, ly), (rx, ry) in permutations(every, 2):
        aside = (ly - ry) / 1000, (rx - lx) / 1000
        start, end = (lx + aside[0], ly + aside[1]), (rx - aside[0], ry - aside[1])
        way = end[0] - start[0], end[1] - start[1]
        out, into = part_of_line(board, here, start, way), part_of_line(board, goal, start, way)
        if not (out[0] < out[1] <= into[0] < into[1]):
            continue
        parts = [part_of_line(board, place, start, way) for place in around - free]
        if not any(max(low, out[1]) <= min(high, into[0]) for low, high in parts if low <= high):
            return True
    return False


@settings(max_examples=40)
@given(boards(("square", "hex")), st.sets(st.integers(0, 15), max_size=8), st.data())
def test_a_glimpse_is_some_line_that_touches_nothing(board: Board, walls: set[int], data: st.DataObject) -> None:
    cells = st.integers(0, len(board.cells) - 1)
    a, b = data.draw(cells), data.draw(cells)
    seen = board.glimpses(a, b, lambda cell: cell in walls)
    assert seen == board.glimpses(b, a, lambda cell: cell in walls)
    assert seen == (a == b or some_line(board, a, b, walls))


def _around(board: Board) -> list[Coordinate]:
    """All places that a line between cells of a board could run through."""
    if not board.cells:
        return []
    xs, ys = [x for x, _ in board.cells], [y for _, y in board.cells]
    return [(x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs) - 1, max(xs) + 2)]


# -------------------------------------------------------------------------------------------------------------- areas


@given(
    st.sampled_from(["square", "hex"]),
    st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=6),
)
def test_a_shape_turns_like_points_of_the_plane(grid: Grid, shape: set[Coordinate]) -> None:
    radius = 6
    places = [(x, y) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1)]
    board = Board(grid, tuple(places))
    middle = board.number[0, 0]
    points = {cell: _flat(grid, board.cells[cell]) for cell in range(len(places))}
    for direction in range(1, len(board.neighbours[middle]) + 1):
        toward = board.neighbour(middle, direction)
        assert toward is not None
        turn = board.facing(middle, toward)
        assert board.heading(direction) == turn
        top = _flat(grid, (1, -1) if grid == "hex" else (0, -1))
        wanted = points[toward]
        angle = atan2(wanted[1], wanted[0]) - atan2(top[1], top[0])
        expected = []
        for x, y in (_flat(grid, offset) for offset in sorted(shape)):
            spot = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
            expected += [cell for cell, at in points.items() if apart(at, spot) < 1e-9]
        assert sorted(board.area(sorted(shape), middle, turn)) == sorted(expected)


def _flat(grid: str, place: Coordinate) -> Point:
    """The middle of a cell by its coordinate: axial coordinates of hexes lean to the right."""
    x, y = place
    return (x + y / 2, y * sqrt(3) / 2) if grid == "hex" else (float(x), float(y))


# --------------------------------------------------------------------------------------------------------- ways and costs


@st.composite
def priced(draw: st.DrawFn) -> tuple[Board, dict[tuple[int, int], int | None]]:
    board = draw(boards())
    price = st.one_of(st.none(), st.integers(0, 3))
    pairs = [(a, b) for a in range(len(board.cells)) for b in board.neighbours[a]]
    return board, {pair: draw(price) for pair in pairs}


def cheapest(board: Board, prices: dict[tuple[int, int], int | None], start: int) -> dict[int, tuple[int, int]]:
    """The least cost and then the fewest steps to every cell: all edges again and again, until nothing is better."""
    by_name = {start: (0, 0)}
    for _ in board.cells:
        for (a, b), price in prices.items():
            if a in by_name and price is not None:
                by_name[b] = min(by_name.get(b, (1 << 20, 0)), (by_name[a][0] + price, by_name[a][1] + 1))
    return by_name


@given(priced(), st.integers(0, 6))
def test_reach_and_paths_are_the_cheapest(made: tuple[Board, dict[tuple[int, int], int | None]], points: int) -> None:
    board, prices = made

    def cost(a: int, b: int) -> int | None:
        return prices[a, b]

    for start in range(len(board.cells)):
        best = cheapest(board, prices, start)
        assert board.reach(start, points, cost) == {cell: spent for cell, (spent, _) in best.items() if spent <= points}
        for goal in range(len(board.cells)):
            way = board.path(start, goal, cost)
            if goal not in best or goal == start:
                assert way == ()
                continue
            steps = list(zip((start, *way), way, strict=False))
            paid = [prices[step] for step in steps]
            assert way[-1] == goal
            assert None not in paid
            assert (sum(price or 0 for price in paid), len(way)) == best[goal]


@given(boards(), st.sets(st.integers(0, 15)))
def test_connected_spaces_are_the_reachable_ones(board: Board, holding: set[int]) -> None:
    for cell in range(len(board.cells)):
        result = board.reach(cell, 1 << 20, lambda _, there: 1 if there in holding else None)
        assert board.connected(cell, lambda other: other in holding) == tuple(sorted(result))


def test_every_cell_has_a_name_of_its_own() -> None:
    for grid in ("square", "hex"):
        board = drawn(grid, 30, 4)  # type: ignore[arg-type]
        names = [cell_name(board.grid, place) for place in board.cells]
        assert names[:2] + names[25:28] == ["A1", "B1", "Z1", "AA1", "AB1"]
        assert len(set(names)) == 120
