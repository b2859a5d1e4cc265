"""A table of things by hand: one object with slots for each, copied one by one, as a program in plain Python would do."""

from __future__ import annotations


class Piece:
    __slots__ = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l")

    def __init__(self, number: int) -> None:
        self.a = self.b = self.c = self.d = self.e = self.f = number
        self.g = self.h = self.i = self.j = self.k = self.l = number

    def copy(self) -> Piece:
        new = Piece.__new__(Piece)
        new.a = self.a
        new.b = self.b
        new.c = self.c
        new.d = self.d
        new.e = self.e
        new.f = self.f
        new.g = self.g
        new.h = self.h
        new.i = self.i
        new.j = self.j
        new.k = self.k
        new.l = self.l
        return new


FIELDS = len(Piece.__slots__)


class Table:
    """So many values as `values`, twelve to a piece."""

    __slots__ = ("active", "pieces", "turn")

    def __init__(self, values: int) -> None:
        self.pieces = [Piece(number) for number in range(-(-values // FIELDS))]
        self.turn = 0
        self.active = 0

    def copy(self) -> Table:
        new = Table.__new__(Table)
        new.pieces = [piece.copy() for piece in self.pieces]
        new.turn = self.turn
        new.active = self.active
        return new
