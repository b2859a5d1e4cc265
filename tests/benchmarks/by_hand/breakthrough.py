"""Breakthrough by hand: 64 squares, numbered by row from the top; a move is a pair of squares."""

from __future__ import annotations

from random import Random

SIZE = 8


class Breakthrough:
    __slots__ = ("board", "over", "pawns", "player", "winner")

    def __init__(self) -> None:
        self.board: list[int | None] = [1] * 16 + [None] * 32 + [0] * 16
        self.pawns = [16, 16]
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[tuple[int, int]]:
        board, me = self.board, self.player
        ahead = SIZE if me else -SIZE
        moves = []
        for square, pawn in enumerate(board):
            if pawn == me:
                straight = square + ahead
                column = square % SIZE
                if column > 0 and board[straight - 1] != me:
                    moves.append((square, straight - 1))
                if board[straight] is None:
                    moves.append((square, straight))
                if column < SIZE - 1 and board[straight + 1] != me:
                    moves.append((square, straight + 1))
        return moves

    def play(self, move: tuple[int, int]) -> None:
        square, goal = move
        me = self.player
        foe = 1 - me
        if self.board[goal] == foe:
            self.pawns[foe] -= 1
        self.board[square] = None
        self.board[goal] = me
        if goal // SIZE == (SIZE - 1 if me else 0) or not self.pawns[foe]:
            self.winner = me
            self.over = True
        self.player = foe

    def copy(self) -> Breakthrough:
        other = Breakthrough.__new__(Breakthrough)
        other.board = self.board[:]
        other.pawns = self.pawns[:]
        other.player = self.player
        other.winner = self.winner
        other.over = self.over
        return other


def new(chance: Random) -> Breakthrough:
    return Breakthrough()
