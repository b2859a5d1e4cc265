"""A seat whose answers somebody else finds out: a person at a keyboard, a page, a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from interpreter.seats import Ahead, Looks, Question
from interpreter.visibility.view_types import RequestView, View

Asks = Callable[[View, RequestView], Sequence[int]]
"""Shows somebody a view and a question, and gives the numbers of the options that they chose."""


@frozen
class Human:
    asks: Asks

    def choose(self, view: Looks, question: Question, ahead: Ahead) -> Sequence[int]:
        found = view()
        return self.asks(found, question.shown(found))
