"""Seats that decide together: all are asked at once, each on its own copy of the table.

Each seat is a branch: the functions that wait on its copy, and its question. The numbers of questions are those of the
reference (`interpreter.execute.simultaneous`): they depend only on the branch. When the last branch is done, whoever
waits for all of them goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define

from interpreter.backend.stopping.points import WAIT
from interpreter.compiled.support import Bail


@define
class OpenDecision:
    """The decision of one seat."""

    stack: list[tuple[Any, ...]]  # who waits, innermost last
    asking: tuple[Any, ...] | None  # none when it is done
    result: Any

    @property
    def number(self) -> int:
        """The number of its question on its own copy of the table."""
        next_request: int = self.stack[-1][1].state.next_request
        return next_request - 1


@define
class OpenDecisions:
    """All decisions of seats that decide together."""

    first: int  # the number of the first question
    every: list[OpenDecision]

    def questions(self) -> list[tuple[int, OpenDecision]]:
        """The open questions by number."""
        number = len(self.every)
        opened = [
            (self.first + (branch.number - self.first) * number + index, branch)
            for index, branch in enumerate(self.every)
            if branch.asking is not None
        ]
        return sorted(opened, key=lambda question: question[0])


def branching(decided: Callable[..., Any], in_turn: Callable[..., Any]) -> Callable[..., Any]:
    """The word that lets each seat decide: at once, if whoever is asked can keep several questions open."""

    def decided_by_each(m: Any, body: Any, deciders: Sequence[Any], event: Any, around: Any, names: Any) -> Any:
        suspension = m.answerer
        if not getattr(suspension, "at_once", False):
            return in_turn(m, body, deciders, event, around, names)
        if m.heard is not None:
            raise Bail  # seats that decide together inside of such a decision
        branches = OpenDecisions(m.state.next_request, [])
        for item in deciders:
            suspension.asking = None
            result = decided(m, body, item, event, around, names)
            if result is WAIT:
                stack = suspension.pending[::-1]
                suspension.pending.clear()
                branches.every.append(OpenDecision(stack, suspension.asked(), None))
            else:
                branches.every.append(OpenDecision([], None, result))
        return suspension.waits_for(m, branches)

    return decided_by_each
