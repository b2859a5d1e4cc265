"""Seats: whoever answers at a table, from a person to a search, in one small form.

A seat is asked with its view of the match, with the question, and with something to look ahead on; it gives numbers of
options. It never touches the match: the view is plain data, and looking ahead happens on tables as they might be. What
it draws comes from streams of its own, so the chance of the match is the same whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from interpreter.execute.machine import Machine
from interpreter.match import Match
from interpreter.model.moves import Move
from interpreter.model.requests import Fits, Request, refusal
from interpreter.seats.trials import Trial
from interpreter.visibility.determinize import determinize
from interpreter.visibility.view_types import RequestView, View
from interpreter.visibility.views import view

Answer = tuple[int, ...]
"""Numbers of options, from 0."""
Looks = Callable[[], View]
"""The view of a seat; it is made when somebody asks for it, and only then."""


@frozen
class Question:
    """What a seat is asked, as far as numbers go: so many options, `least` to `most` of them to be chosen."""

    id: int
    seat: str
    sort: str
    number: int
    least: int
    most: int
    fits: Fits = None
    such: str = ""

    def refuses(self, answer: object) -> str:
        """Why something is no answer; empty if it is one."""
        return refusal(answer, self.number, self.least, self.most, self.fits, self.such)

    def shown(self, found: View) -> RequestView:
        """The question with its words, in a view."""
        return next(request for request in found.requests if request.id == self.id)


class Ahead(Protocol):
    """A way to look ahead."""

    def determinize(self, seed: int) -> Trial:
        """The match as it might be; the same for the same seed and view."""


@runtime_checkable
class Seat(Protocol):
    """Whoever answers. `choose` gives numbers of options; what is no answer is refused by the match."""

    def choose(self, view: Looks, question: Question, ahead: Ahead) -> Sequence[int]: ...


@frozen
class _Ahead:
    _machine: Machine
    _seat: str
    _request: int

    def determinize(self, seed: int) -> Trial:
        return Trial(determinize(self._machine, self._seat, seed), self._request)


def question_of(request: Request, retracts: str = "") -> Question:
    """A request in numbers; for a bot without the action that only takes something back."""
    number, fits, such = len(request.options), request.fits or _forward(request, retracts), request.such
    return Question(request.id, request.seat, request.sort, number, request.least, request.most, fits, such)


def _forward(request: Request, retracts: str) -> Fits:
    """The answers that do not take anything back; none where that does not matter, or where nothing else is left."""
    verbs = [option.value.verb if isinstance(option.value, Move) else "" for option in request.options]
    if not retracts or retracts not in verbs:
        return None
    passing: tuple[Answer, ...] = () if request.least else ((),)
    return (*passing, *((index,) for index, verb in enumerate(verbs) if verb != retracts)) or None


def decide(match: Match | Machine, request: Request, seat: Seat) -> Answer:
    """What a seat answers to an open request of the match. Nothing is changed; whether it is an answer is not asked."""
    m = match.machine if isinstance(match, Match) else match

    def look() -> View:
        return view(m, request.seat, request=request.id)

    question = question_of(request, m.linked.setting("retracts"))
    return tuple(seat.choose(look, question, _Ahead(m, request.seat, request.id)))


def plainest(question: Question) -> Answer:
    """The answer of somebody who does not answer: to pass where one may, else the first options."""
    return question.fits[0] if question.fits else tuple(range(question.least))
