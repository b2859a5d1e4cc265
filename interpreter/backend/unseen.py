"""When matches run by emitted code alone: when their answers come one after another and nobody looks at the tables.

Emitting a program costs as much as some hundred answers of the reference, so it is not done for somebody who plays a
match or two, nor for somebody who wants to see the table after each answer: that is what the reference has.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from interpreter.backend.stopping.match import StoppingMatch
from interpreter.backend.straight import StraightProgram
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram

OFTEN = 200
"""After so many answers in a row at which nobody looked at the table, matches of a program run by emitted code."""


@define
class UnseenMatches:
    """The facts about the matches of one program."""

    answers: int = 0  # in a row, without a look
    broken: int = 0  # matches that emitted code left to the reference, because it raised something
    why_not: str = ""
    program: StraightProgram | None = None

    def answered(self, *, looked: bool) -> None:
        self.answers = 0 if looked else self.answers + 1

    def looked(self) -> None:
        """Somebody has looked at a match that ran by emitted code."""
        self.answers = 0

    def begun(self, linked: LinkedProgram, table: Callable[[], Machine]) -> StoppingMatch | None:
        """A match by emitted code at its first question, if it is worth it and possible."""
        if self.answers < OFTEN or self.why_not or linked.coverage is not None:
            return None
        if self.program is None:
            self.program = StraightProgram(linked)
            self.why_not = self.program.why_not
            if self.why_not:
                return None
        try:
            return self.program.start(table(), at_once=True)
        except Exception:  # noqa: BLE001 - the reference decides what any exception means
            self.broken += 1
            return None


def unseen_of(linked: LinkedProgram) -> UnseenMatches:
    matches = linked.unseen
    if not isinstance(matches, UnseenMatches):
        matches = linked.unseen = UnseenMatches()
    return matches
