"""Hex by hand: 121 cells of a rhombus, numbered by row. The first player joins top and bottom, the other left and right."""

from __future__ import annotations

from random import Random

SIZE = 11


def _around(cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, SIZE)
    steps = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
    return tuple(
        (row + down) * SIZE + column + right
        for down, right in steps
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


NEIGHBOURS = tuple(_around(cell) for cell in range(SIZE * SIZE))


class Hex:
    __slots__ = ("cells", "over", "player", "winner")

    def __init__(self) -> None:
        self.cells: list[int | None] = [None] * (SIZE * SIZE)
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [cell for cell, stone in enumerate(self.cells) if stone is None]

    def play(self, cell: int) -> None:
        self.cells[cell] = self.player
        if self.joined(cell):
            self.winner = self.player
            self.over = True
        self.player = 1 - self.player

    def joined(self, cell: int) -> bool:
        """Whether the stone that was just put hangs together with both sides of its player."""
        cells, me = self.cells, self.player
        actual = other = False
        seen = {cell}
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            line = here % SIZE if me else here // SIZE
            if line == 0:
                actual = True
            elif line == SIZE - 1:
                other = True
            if actual and other:
                return True
            for following in NEIGHBOURS[here]:
                if cells[following] == me and following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return False

    def copy(self) -> Hex:
        twin = Hex.__new__(Hex)
        twin.cells = self.cells[:]
        twin.player = self.player
        twin.winner = self.winner
        twin.over = self.over
        return twin


def new(chance: Random) -> Hex:
    return Hex()
