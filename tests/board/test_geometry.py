"""Boards against figures that can be counted by hand, and against a naive model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.board.geometry import Board, Coordinate, cell_name, drawn_cells, turned
from interpreter.board.search import PathSearch
from tests.work import lines


def square(width: int, height: int, diagonals: bool = False) -> Board:
    return Board("square", tuple((x, y) for y in range(height) for x in range(width)), diagonals)


def hexagon(radius: int) -> Board:
    cells = [
        (q, r)
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]  # fmt: skip
    return Board("hex", tuple(cells))


def names(board: Board, cells: tuple[int, ...]) -> list[str]:
    return [cell_name(board.grid, board.cells[cell]) for cell in cells]


def at(board: Board, place: Coordinate) -> int:
    return board.number[place]


def test_neighbours() -> None:
    assert [len(n) for n in square(3, 3).neighbours] == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    assert [len(n) for n in square(3, 3, True).neighbours] == [3, 5, 3, 5, 8, 5, 3, 5, 3]
    assert sorted(len(n) for n in hexagon(1).neighbours) == [3, 3, 3, 3, 3, 3, 6]
    track = Board("track", tuple((x, 0) for x in range(4)))
    assert [len(n) for n in track.neighbours] == [1, 2, 2, 1]


def test_a_graph_has_the_links_that_it_is_given() -> None:
    board = Board("graph", ((0, 0), (1, 0), (2, 0)), links={0: (1,), 1: (0, 2), 2: (1,)})
    assert board.distance(0, 2) == 2
    assert board.row(0, 2) == ()


def test_distances() -> None:
    board = square(5, 5)
    assert board.distance(at(board, (0, 0)), at(board, (4, 3))) == 7
    assert square(5, 5, True).distance(0, 24) == 4
    hexes = hexagon(3)
    assert hexes.distance(at(hexes, (-3, 0)), at(hexes, (3, 0))) == 6
    assert hexes.distance(at(hexes, (0, -2)), at(hexes, (2, 0))) == 4  # opposite signs would be 2
    assert len(hexes.within(at(hexes, (0, 0)), 2)) == 18


def test_a_gap_has_to_be_walked_around() -> None:
    board = Board("square", tuple((x, y) for y in range(3) for x in range(3) if (x, y) != (1, 0)))
    assert board.distance(at(board, (0, 0)), at(board, (2, 0))) == 4
    island = Board("square", ((0, 0), (2, 0)))
    assert island.distance(0, 1) is None


def test_rows_and_the_spaces_beyond() -> None:
    board = square(4, 4)
    row = board.row(at(board, (0, 1)), at(board, (1, 1)))
    assert names(board, row) == ["B2", "C2", "D2"]
    assert names(board, board.row(at(board, (3, 3)), at(board, (2, 2)))) == ["C3", "B2", "A1"]
    assert board.row(at(board, (0, 0)), at(board, (1, 2))) == ()
    assert board.beyond(at(board, (2, 1)), at(board, (1, 1))) == at(board, (3, 1))
    assert board.beyond(at(board, (3, 1)), at(board, (2, 1))) is None
    hexes = hexagon(2)
    assert hexes.in_line(at(hexes, (-2, 2)), at(hexes, (2, -2)))
    assert not hexes.in_line(at(hexes, (0, 0)), at(hexes, (1, 1)))


def test_lines_on_squares() -> None:
    board = square(6, 6)
    line = board.between(at(board, (0, 0)), at(board, (3, 1)))
    assert names(board, line) == ["B1", "C2"]  # the line leaves B1 through its corner
    assert names(board, board.between(at(board, (0, 0)), at(board, (2, 2)))) == ["B2"]
    assert names(board, board.between(at(board, (0, 0)), at(board, (1, 2)))) == ["A2", "B2"]
    assert board.between(at(board, (0, 0)), at(board, (1, 0))) == ()


def test_lines_on_hexes() -> None:
    hexes = hexagon(3)
    line = hexes.between(at(hexes, (0, 0)), at(hexes, (3, 0)))
    assert [hexes.cells[cell] for cell in line] == [(1, 0), (2, 0)]
    # exactly along an edge: neither side counts
    assert hexes.between(at(hexes, (0, 0)), at(hexes, (2, -1))) == ()


def test_sight_ends_at_blocked_spaces_and_gaps() -> None:
    board = square(4, 1)
    assert board.sees(0, 3, lambda cell: False)
    assert not board.sees(0, 3, lambda cell: cell == 2)
    gap = Board("square", ((0, 0), (1, 0), (3, 0)))
    assert not gap.sees(0, 2, lambda cell: False)


def test_reach_pays_for_each_space_entered() -> None:
    board = square(3, 1)
    cost = {0: 5, 1: 2, 2: 1}
    assert board.reach(0, 3, lambda _, cell: cost[cell]) == {0: 0, 1: 2, 2: 3}
    assert board.reach(0, 2, lambda _, cell: cost[cell]) == {0: 0, 1: 2}
    assert board.reach(0, 9, lambda _, cell: None if cell == 1 else 1) == {0: 0}


def test_drawings_and_names() -> None:
    cells = drawn_cells("square", [["a", "#"], ["b", "c"]], "#")
    assert cells == [((0, 0), "a"), ((0, 1), "b"), ((1, 1), "c")]
    hexes = drawn_cells("hex", [["a", "b"], ["c", "d"], ["e", "f"]])
    board = Board("hex", tuple(place for place, _ in hexes))
    # the second row is set to the right: c touches a and b, d touches b only
    assert sorted(names(board, board.neighbours[2])) == ["A1", "A3", "B1", "B2", "B3"]
    assert cell_name("square", (27, 9)) == "AB10"


@given(st.integers(-4, 4), st.integers(-4, 4))
def test_turning_all_the_way_round_changes_nothing(x: int, y: int) -> None:
    assert turned("square", (x, y), 4) == (x, y)
    assert turned("hex", (x, y), 6) == (x, y)
    assert turned("hex", (x, y), 3) == (-x, -y)
    assert turned("square", (x, y), 2) == (-x, -y)


@given(st.integers(0, 24), st.integers(0, 24), st.booleans())
def test_distance_is_that_of_the_plane(a: int, b: int, diagonals: bool) -> None:
    board = square(5, 5, diagonals)
    (ax, ay), (bx, by) = board.cells[a], board.cells[b]
    dx, dy = abs(ax - bx), abs(ay - by)
    assert board.distance(a, b) == (max(dx, dy) if diagonals else dx + dy)


@given(st.integers(0, 60), st.integers(0, 60))
def test_hex_lines_are_the_same_both_ways(a: int, b: int) -> None:
    board = hexagon(4)
    assert board.between(a, b) == tuple(reversed(board.between(b, a)))
    steps = board.distance(a, b)
    assert steps is not None
    assert max(0, (steps - 1) // 2) <= len(board.between(a, b)) <= max(0, 2 * (steps - 1))


def test_a_path_through_a_long_corridor_is_found_in_proportion_to_its_length() -> None:
    """Whoever looks for a path pays for the cells that are visited, so finding the way back may not cost more."""

    def found(length: int) -> int:
        corridor = square(length, 1)
        return lines(lambda: corridor.path(0, length - 1, lambda here, there: 1))

    found(10)  # what is worked out once about boards
    short, long = found(100), found(400)
    assert long < 5 * short


@given(st.lists(st.sampled_from([None, -1, 0, 1, 2, 5]), min_size=25, max_size=25), st.permutations(range(25)))
def test_a_resumed_search_equals_a_complete_one(prices: list[int | None], goals: list[int]) -> None:
    """Steps into one cell cost differently, and the goals are asked for in any order."""
    board = square(5, 5)

    def price(here: int, there: int) -> int | None:
        return prices[(7 * here + there) % len(prices)]

    whole = board.reach(0, 20, price)
    search = PathSearch(board.neighbours, 0, 20, price)
    assert [search.cost_of(goal) for goal in goals] == [whole.get(goal) for goal in goals]


def test_a_search_goes_no_further_than_its_goal() -> None:
    priced: list[int] = []
    search = PathSearch(square(30, 30).neighbours, 0, 1000, lambda _, there: priced.append(there) or 1)  # type: ignore[func-returns-value]
    assert search.cost_of(1) == 1
    assert priced == [1, 30]
    assert search.cost_of(2) == 2
    assert len(priced) <= 12


def test_a_search_whose_price_failed_can_be_asked_again() -> None:
    """The cell whose steps could not be priced is visited again, so no way through it is lost."""
    failures = iter([True])

    def price(here: int, there: int) -> int:
        if there == 2 and next(failures, False):
            raise ValueError
        return 1

    search = PathSearch(square(5, 1).neighbours, 0, 1000, price)
    with pytest.raises(ValueError):
        search.cost_of(4)
    assert search.cost_of(4) == 4
