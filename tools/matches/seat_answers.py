"""Answers for a seat: a Python function, a bot by its name, or a seat of the engine.

An invalid answer is not asked for again: the plainest valid answer replaces it and the fault is noted, so that a match
with any bots comes to an end. A seat sees only views and questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dsl.diagnostics.codes import records as codes
from interpreter.match import EngineMatch
from interpreter.model.requests import refusal
from interpreter.seats import Seat, decide, default_answer, question_of
from interpreter.seats.human import Human
from interpreter.visibility.view_types import RequestView, View
from tools.matches.errors import unplayable
from tools.seats import UnknownSeat, seat
from tools.seats import check as known

Asks = Callable[[View, RequestView], Sequence[int]]
"""Answers for a person: receives a view and a question, and returns numbers of options."""
Who = str | Asks | Seat | None
"""A bot by its name (`random`, `greedy`, `mcts`, `mcts:500`, `cmd:./bot.py`), a function, a seat, or nobody."""


def check(who: Who, name: str) -> None:
    """Reject a player that cannot answer at a seat; no program is started."""
    if isinstance(who, str):
        try:
            known(who)
        except UnknownSeat as wrong:
            raise unplayable(codes.BAD_SEAT, why=str(wrong)) from wrong
        if who == "human":
            raise unplayable(codes.BAD_SEAT, why=f"a person at `{name}` must be a function that returns an answer")
    elif who is not None and not isinstance(who, Seat) and not callable(who):
        raise unplayable(codes.BAD_SEAT, why=f"`{name}` is neither a function nor the name of a bot")


def seated(who: Who, seed: int, name: str) -> Seat | None:
    """The seat `name` of a match with this seed."""
    check(who, name)
    if isinstance(who, str):
        return seat(who, seed, name)
    if who is None or isinstance(who, Seat):
        return who
    return Human(who)


def next_answer(engine: EngineMatch, seats: Mapping[str, Seat]) -> tuple[int, str, tuple[int, ...], str] | None:
    """The first open request with a player at its seat: its id, its seat, the answer, and the fault of the player's own
    answer; None if there is none.
    """
    asked = next((question for question in engine.questions if question.seat in seats), None)
    if asked is None:
        return None
    said = decide(engine, asked, seats[asked.seat])
    if not refusal(said, asked.number, asked.least, asked.most, asked.fits):
        return asked.id, asked.seat, said, ""
    request = next(request for request in engine.requests if request.id == asked.id)
    return request.id, request.seat, default_answer(question_of(request)), request.refuses(said)


def leave(seats: Mapping[str, Seat]) -> None:
    """End the programs that were started for seats."""
    for player in seats.values():
        close = getattr(player, "close", None)
        if close is not None:
            close()
