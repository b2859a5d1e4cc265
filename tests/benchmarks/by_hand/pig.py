"""Pig by hand: the player rolls or holds; a hundred points are held at once. `die` gives the next roll."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

WANTED = 100
ROLL, HOLD = 0, 1
MOVES = [ROLL, HOLD]


class Pig:
    __slots__ = ("die", "over", "player", "points", "scores", "winner")

    def __init__(self, die: Callable[[], int]) -> None:
        self.die = die
        self.scores = [0, 0]
        self.points = 0
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return MOVES

    def play(self, move: int) -> None:
        if move == HOLD:
            self.bank()
            return
        face = self.die()
        if face == 1:
            self.points = 0
            self.player = 1 - self.player
            return
        self.points += face
        if self.scores[self.player] + self.points >= WANTED:
            self.bank()

    def bank(self) -> None:
        me = self.player
        self.scores[me] += self.points
        self.points = 0
        if self.scores[me] >= WANTED:
            self.winner = me
            self.over = True
        self.player = 1 - me

    def copy(self) -> Pig:
        other = Pig.__new__(Pig)
        other.die = self.die
        other.scores = self.scores[:]
        other.points = self.points
        other.player = self.player
        other.winner = self.winner
        other.over = self.over
        return other


def new(chance: Random) -> Pig:
    return Pig(lambda: chance.randrange(1, 7))
