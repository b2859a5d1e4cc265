"""Plays a match with its seats to its end: passes each question to its seat and each answer to the match.

An answer that the match refuses is noted and replaced by the plainest valid one. A seat that loses by its limits ends
the match: the others who still play have won.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from interpreter.match import EngineMatch
from interpreter.seats import Seat, decide, default_answer, question_of
from interpreter.visibility.views import view
from tools.seats.limits import Lost

MOST_DECISIONS = 5_000


@frozen
class Ending:
    """The end of a match: the winners and the number of decisions; `why` if it did not end by the rules of the game."""

    winners: tuple[str, ...]
    decisions: int
    why: str = ""
    notes: tuple[str, ...] = ()


def play(match: EngineMatch, seats: Mapping[str, Seat], most: int = MOST_DECISIONS) -> Ending:
    """Play a match from its current state to its end. Seats with a `close` are closed afterwards."""
    notes: list[str] = []
    try:
        while not match.over:
            if len(match.answers) >= most:
                return Ending((), len(match.answers), f"nobody has won after {most:,} decisions", tuple(notes))
            request = match.requests[0]
            answer = decide(match, request, seats[request.seat])
            wrong = request.refuses(answer)
            if wrong:
                notes.append(f"question {request.id}: {request.seat} gives no answer: {wrong}")
                answer = default_answer(question_of(request))
            match.answer(request.id, answer)
        return Ending(match.result, len(match.answers), "", tuple(notes))
    except Lost as lost:
        left = tuple(seat for seat in view(match, None).players if seat != lost.seat)
        return Ending(left, len(match.answers), str(lost), tuple(notes))
    finally:
        for seat in seats.values():
            close = getattr(seat, "close", None)
            if close is not None:
                close()
