"""One way to understand a line."""

from __future__ import annotations

from attrs import evolve, frozen


@frozen
class Reading:
    """Words of the language, and how far the guess goes."""

    text: str
    cost: float = 0.0

    def __add__(self, cost: float) -> Reading:
        return evolve(self, cost=self.cost + cost)
