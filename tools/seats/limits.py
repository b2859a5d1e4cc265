"""The limits of an external bot, and the consequences of exceeding them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Instead = Literal["pass", "lose"]
"""What happens when a seat gives no answer: the simplest answer is given for it, or it loses the match."""


@frozen
class Limits:
    seconds: float = 10.0
    """So long may one answer take; a clock outside the match, that never changes what an answer does."""
    line_bytes: int = 100_000
    """So long may a line of a program be, and so much may it say without being asked."""
    faults: int = 3
    """After so many answers that are none, a program is not asked any more."""
    instead: Instead = "pass"
    error_bytes: int = 4_000
    """So much of what a program says on its error output is kept."""


@frozen
class Fault:
    """A failure of a program: the question, the failure, and the consequence."""

    question: int
    what: str
    then: str


class Lost(Exception):
    """A seat has exceeded its limits and loses the match."""

    def __init__(self, seat: str, why: str) -> None:
        super().__init__(f"{seat} loses: {why}")
        self.seat, self.why = seat, why
