"""Tic-tac-toe by hand: nine cells, numbered by row."""

from __future__ import annotations

from random import Random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


class TicTacToe:
    __slots__ = ("cells", "over", "player", "winner")

    def __init__(self) -> None:
        self.cells: list[int | None] = [None] * 9
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.cells) if mark is None]

    def play(self, cell: int) -> None:
        cells, me = self.cells, self.player
        cells[cell] = me
        for a, b, c in THROUGH[cell]:
            if cells[a] == cells[b] == cells[c]:
                self.winner = me
                self.over = True
                return
        if None not in cells:
            self.over = True
        self.player = 1 - me

    def copy(self) -> TicTacToe:
        other = TicTacToe.__new__(TicTacToe)
        other.cells = self.cells[:]
        other.player = self.player
        other.winner = self.winner
        other.over = self.over
        return other


def new(chance: Random) -> TicTacToe:
    return TicTacToe()
