"""Connect four by hand: a move is a column; rows are counted from the top."""

from __future__ import annotations

from random import Random

WIDTH, HEIGHT = 7, 6


class ConnectFour:
    __slots__ = ("free", "grid", "over", "player", "winner")

    def __init__(self) -> None:
        self.grid: list[list[int | None]] = [[None] * WIDTH for _ in range(HEIGHT)]
        self.free = [HEIGHT] * WIDTH  # of each column
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [column for column in range(WIDTH) if self.free[column]]

    def play(self, column: int) -> None:
        me = self.player
        self.free[column] -= 1
        row = self.free[column]
        self.grid[row][column] = me
        if self.four(row, column):
            self.winner = me
            self.over = True
        elif not any(self.free):
            self.over = True
        self.player = 1 - me

    def four(self, row: int, column: int) -> bool:
        """Whether the disc that was just dropped is one of four in a row."""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            actual = 1 + self.same(row, column, down, right) + self.same(row, column, -down, -right)
            if actual >= 4:
                return True
        return False

    def same(self, row: int, column: int, down: int, right: int) -> int:
        """How many discs of the same player follow in one direction."""
        grid = self.grid
        disc = grid[row][column]
        actual = 0
        row += down
        column += right
        while 0 <= row < HEIGHT and 0 <= column < WIDTH and grid[row][column] == disc:
            actual += 1
            row += down
            column += right
        return actual

    def copy(self) -> ConnectFour:
        other = ConnectFour.__new__(ConnectFour)
        other.grid = [row[:] for row in self.grid]
        other.free = self.free[:]
        other.player = self.player
        other.winner = self.winner
        other.over = self.over
        return other


def new(chance: Random) -> ConnectFour:
    return ConnectFour()
