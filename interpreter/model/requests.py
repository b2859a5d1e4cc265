"""Requests: everything that a match asks, in one form.

A request has an id, a seat, options and the number of options to choose. Options are plain values with words for
people; an answer is checked against exactly the options that were offered. If a rule judges several options as a set,
all valid answers are enumerated beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

if TYPE_CHECKING:
    from interpreter.model.deferred_words import DeferredWords

Fits = tuple[tuple[int, ...], ...] | None
"""If options are judged as a set: all valid answers, each with its numbers in order."""
Sort = Literal["choose", "may", "either", "act", "ask", "pay", "arrange", "order"]


class Option:
    """One possible answer: its value for the engine, its words for people. Immutable.

    Most options are never read by a person, so the words may be deferred.
    """

    __slots__ = ("_words", "deferred", "value")

    def __init__(self, value: Any, words: str | DeferredWords) -> None:
        self.value = value
        self._words = words if isinstance(words, str) else None
        self.deferred = words if not isinstance(words, str) else None

    @property
    def words(self) -> str:
        if self._words is None:
            assert self.deferred is not None
            self._words = self.deferred()
        return self._words

    def with_value(self, value: Any) -> Option:
        """Another value with the same words."""
        return Option(value, self._words if self._words is not None else self.deferred or "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.value == other.value and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Option(value={self.value!r}, words={self.words!r})"


@frozen
class EngineRequest:
    """A question to one seat. `least` and `most` count options; a pass is an empty answer."""

    id: int
    seat: str
    sort: Sort
    options: tuple[Option, ...]
    least: int
    most: int
    prompt: str
    fits: Fits = None
    such: str = ""

    def refuses(self, answer: tuple[int, ...]) -> str:
        """Why an answer, as numbers of options, is invalid; empty if it is valid."""
        return refusal(answer, len(self.options), self.least, self.most, self.fits, self.such)


def refusal(answer: object, options: int, least: int, most: int, fits: Fits = None, such: str = "") -> str:
    """Why an untrusted value is not a valid answer; empty if it is valid."""
    if isinstance(answer, str | bytes) or not isinstance(answer, Sequence):
        return "an answer is a list of option numbers"
    if len(answer) > max(most, options):  # before anything else scans a possibly very long answer
        return f"at most {most} can be chosen"
    if any(isinstance(index, bool) or not isinstance(index, int) for index in answer):
        return "an answer consists of option numbers"
    if len(set(answer)) != len(answer):
        return "an option is named twice"
    if answer and not 0 <= min(answer) <= max(answer) < options:
        return f"there are only {options} options"
    if len(answer) < least:
        return f"at least {least} must be chosen"
    if len(answer) > most:
        return f"at most {most} can be chosen"
    if fits is not None and tuple(sorted(answer)) not in fits:
        return f"together, the choices must fulfil `{such}`"
    return ""
