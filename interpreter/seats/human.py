"""A seat whose answers come from a callback: a person at a keyboard, a page, a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from interpreter.seats import Ahead, SeatQuestion, ViewSource
from interpreter.visibility.view_types import RequestView, View

Asks = Callable[[View, RequestView], Sequence[int]]
"""Shows a view and a question, and returns the numbers of the chosen options."""


@frozen
class Human:
    asks: Asks

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Sequence[int]:
        seen = view()
        return self.asks(seen, question.shown(seen))
