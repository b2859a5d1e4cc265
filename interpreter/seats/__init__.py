"""Seats: players of any kind, from a person to a search, behind one small interface.

A seat receives its view of the match, the question, and a way to look ahead; it returns numbers of options. It never
touches the match: the view is plain data, and looking ahead happens on determinized tables. Its draws come from streams
of its own, so the chance of the match does not depend on who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from interpreter.execute.machine import Machine
from interpreter.match import EngineMatch, OpenQuestion
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Fits, refusal
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import determinize
from interpreter.visibility.view_types import RequestView, View
from interpreter.visibility.views import view

Answer = tuple[int, ...]
"""Numbers of options, from 0."""
ViewSource = Callable[[], View]
"""The view of a seat, computed on demand."""


@frozen
class SeatQuestion:
    """The numbers of a request: how many options, of which `least` to `most` are chosen."""

    id: int
    seat: str
    sort: str
    number: int
    least: int
    most: int
    fits: Fits = None
    such: str = ""

    def refuses(self, answer: object) -> str:
        """Why something is not a valid answer; empty if it is."""
        return refusal(answer, self.number, self.least, self.most, self.fits, self.such)

    def shown(self, view: View) -> RequestView:
        """The request with its words, from a view."""
        return next(request for request in view.requests if request.id == self.id)


class Ahead(Protocol):
    """A way to look ahead."""

    def determinize(self, seed: int) -> TrialMatch:
        """The match as it might be; the same for the same seed and view."""


@runtime_checkable
class Seat(Protocol):
    """A player. `choose` returns numbers of options; the match refuses invalid answers."""

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Sequence[int]: ...


@frozen
class _Ahead:
    _match: EngineMatch | Machine
    _seat: str
    _request: int

    def determinize(self, seed: int) -> TrialMatch:
        return TrialMatch(determinize(_table(self._match), self._seat, seed), self._request)


def _table(match: EngineMatch | Machine) -> Machine:
    return match.machine if isinstance(match, EngineMatch) else match


def question_of(request: EngineRequest, retracts: str = "") -> SeatQuestion:
    """A request in numbers; for a bot, without the action that only takes something back."""
    number, fits, such = len(request.options), request.fits or _forward(request, retracts), request.such
    return SeatQuestion(request.id, request.seat, request.sort, number, request.least, request.most, fits, such)


def _forward(request: EngineRequest, retracts: str) -> Fits:
    """The answers that do not take anything back; none where that does not matter, or where nothing else is left."""
    verbs = [option.value.verb if isinstance(option.value, Move) else "" for option in request.options]
    if not retracts or retracts not in verbs:
        return None
    passing: tuple[Answer, ...] = () if request.least else ((),)
    return (*passing, *((index,) for index, verb in enumerate(verbs) if verb != retracts)) or None


def decide(match: EngineMatch | Machine, request: EngineRequest | OpenQuestion, seat: Seat) -> Answer:
    """The answer of a seat to an open request. Nothing is changed, and the answer is not validated. A seat that only
    counts options looks at no table."""

    def look() -> View:
        return view(_table(match), request.seat, request=request.id)

    retracts = match.linked.setting("retracts")
    if isinstance(request, EngineRequest):
        question = question_of(request, retracts)
    elif request.fits is None and not retracts:
        question = SeatQuestion(request.id, request.seat, request.sort, request.number, request.least, request.most)
    else:
        requests: tuple[EngineRequest, ...] = _table(match).state.requests
        question = question_of(next(asked for asked in requests if asked.id == request.id), retracts)
    return tuple(seat.choose(look, question, _Ahead(match, request.seat, request.id)))


def default_answer(question: SeatQuestion) -> Answer:
    """The answer of a player who does not answer: a pass if allowed, else the first options."""
    return question.fits[0] if question.fits else tuple(range(question.least))
