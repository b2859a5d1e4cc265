"""A move: an action with its slots filled."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from interpreter.model.state import Value


@frozen
class Move:
    """An action with its slots filled, by a player, on the thing whose text provides it."""

    verb: str
    values: tuple[tuple[str, Value], ...]
    it: Value

    def shifted(self, shift: Callable[[Value], Value]) -> Move:
        """The same move with things renumbered."""
        return evolve(self, values=tuple((name, shift(value)) for name, value in self.values), it=shift(self.it))
