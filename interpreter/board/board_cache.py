"""A cache of board queries: the spaces of a board never move while it is on the table.

Each query is a dictionary that fills itself: `adjacent[space]`, `distance[space, other]`. The cache belongs to a linked
program and is never part of a state; it only repeats, faster, the answers of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter.board.geometry import SMALL, Board, Shapes, drawn_column
from interpreter.model.state import Thing, Value

FAR = 1_000_000
"""The distance of two spaces that are not connected."""


class LazyTable(dict[Any, Any]):
    """Answers by question, computed on first use."""

    __slots__ = ("work",)

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        super().__init__()
        self.work = compute

    def __missing__(self, key: Any) -> Any:
        answer = self[key] = self.work(key)
        return answer


class BoardCache:
    """The boards on a table: `laid` is their entry in the state. `None` as a space has no neighbours."""

    def __init__(self, boards: Shapes, laid: tuple[Any, ...]) -> None:
        self.laid = laid
        self.where: dict[Thing, tuple[Board, tuple[Thing, ...], int]] = {}
        for key, spaces in laid:
            for index, space in enumerate(spaces):
                self.where[space] = boards.of(key), spaces, index
        self.values: dict[str, dict[Thing, Value]] = {}  # printed values of the spaces, by field
        self.picked: dict[Any, Any] = {}  # spaces selected by a printed condition
        of_one, of_two = self._of_one, self._of_two
        self.adjacent = LazyTable(of_one((), lambda board, here: board.neighbours[here]))
        self.around = LazyTable(lambda space: tuple(sorted(self.adjacent[space])))
        self.row_of = LazyTable(lambda space: self._coordinate(space)[1] + 1)
        self.column_of = LazyTable(self._column)
        self.distance = LazyTable(self._distance)
        self.row = LazyTable(of_two((), lambda board, here, there: board.row(here, there)))
        self.between = LazyTable(of_two((), lambda board, here, there: board.between(here, there)))
        self.in_line = LazyTable(self._in_line)
        self.beyond = LazyTable(self._beyond)
        self.neighbour = LazyTable(self._neighbour)
        self.ray = LazyTable(self._ray)
        self.within = LazyTable(self._within)
        self.lines = LazyTable(self._lines)

    def _of_one(self, lost: Value, ask: Callable[[Board, int], Iterable[int]]) -> Callable[[Any], Any]:
        def work(space: Thing | None) -> Value:
            if space is None:
                return lost
            board, spaces, here = self.where[space]
            return tuple([spaces[cell] for cell in ask(board, here)])

        return work

    def _of_two(self, lost: Value, ask: Callable[[Board, int, int], Iterable[int]]) -> Callable[[Any], Any]:
        def work(key: tuple[Thing, Thing]) -> Value:
            both = self.both(key)
            return lost if both is None else tuple([both[1][cell] for cell in ask(both[0], both[2], both[3])])

        return work

    def both(self, key: tuple[Thing | None, Thing | None]) -> tuple[Board, tuple[Thing, ...], int, int] | None:
        """The board of two spaces and their indexes on it; none if they are on different boards."""
        if key[0] is None or key[1] is None:
            return None
        (board, spaces, here), (_, others, there) = self.where[key[0]], self.where[key[1]]
        return (board, spaces, here, there) if spaces is others else None

    def _coordinate(self, space: Thing) -> tuple[int, int]:
        board, _, here = self.where[space]
        return board.cells[here]

    def _column(self, space: Thing) -> int:
        return drawn_column(self.where[space][0].grid, self._coordinate(space)) + 1

    def _distance(self, key: Any) -> int:
        both = self.both(key)
        if both is not None:
            _small(both[0])
        far = both[0].distance(both[2], both[3]) if both is not None else None
        return FAR if far is None else far

    def _in_line(self, key: Any) -> bool:
        both = self.both(key)
        return both is not None and both[0].in_line(both[2], both[3])

    def _beyond(self, key: Any) -> Thing | None:
        both = self.both(key)
        cell = both[0].beyond(both[2], both[3]) if both is not None else None
        return None if cell is None or both is None else both[1][cell]

    def _neighbour(self, key: tuple[Thing | None, int]) -> Thing | None:
        if key[0] is None:
            return None
        board, spaces, here = self.where[key[0]]
        cell = board.neighbour(here, key[1])
        return None if cell is None else spaces[cell]

    def _ray(self, key: tuple[Thing | None, int]) -> tuple[Thing, ...]:
        """The spaces that follow one in a direction."""
        following = self.neighbour[key]
        spaces: tuple[Thing, ...] = () if following is None else self.row[key[0], following]
        return spaces

    def _within(self, key: tuple[Thing | None, int]) -> tuple[Thing, ...]:
        if key[0] is None:
            return ()
        board, spaces, here = self.where[key[0]]
        _small(board)
        return tuple([spaces[cell] for cell in board.within(here, key[1])])

    def _lines(self, key: tuple[Thing | None, int]) -> tuple[tuple[Thing, ...], ...]:
        if key[0] is None:
            return ()
        board, spaces, here = self.where[key[0]]
        return tuple([tuple([spaces[cell] for cell in line]) for line in board.lines(here, key[1])])


class TooLarge(Exception):
    """A table of all distances of a large board would fill the memory: the reference computes them one by one."""


def _small(board: Board) -> None:
    if len(board.cells) > SMALL:
        raise TooLarge


class BoardCaches:
    """The caches of boards seen so far, the most recent at hand."""

    __slots__ = ("every", "here", "shapes")

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.here = BoardCache(shapes, ())
        self.every: dict[tuple[Any, ...], BoardCache] = {}

    def at(self, laid: tuple[Any, ...]) -> BoardCache:
        """The cache of the boards on the table now."""
        if self.here.laid is laid:
            return self.here
        cache = self.every.get(laid)
        if cache is None:
            if len(self.every) > 100:
                self.every.clear()
            cache = self.every[laid] = BoardCache(self.shapes, laid)
        cache.laid = laid
        self.here = cache
        return cache
