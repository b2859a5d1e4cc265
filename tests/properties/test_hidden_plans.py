"""A secret plan stays secret: two matches that differ only in it look the same to the other seat until it is shown.

Both matches begin with the same dice. Ben plans them in two ways, with the same die for Speed, so that the announced
values agree. Whatever Ann gets is compared byte for byte after every decision: the table, the log, her questions with
their numbers, options and order. The comparison ends when Ben's turn begins or Ben is asked something.
"""

from __future__ import annotations

import pytest

from interpreter.match import EngineMatch, start
from interpreter.model.requests import EngineRequest
from interpreter.seats import decide
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.views import as_text, view
from tests.shipped import program

FASTER_ANN = (1, 2)
"""Seeds with which Ann acts first, without a roll for a tie."""
BEFORE_PLANNING = 5
"""Decisions of the set-up: a map, two sheets, two start hexes."""


def at_planning(seed: int) -> EngineMatch:
    match = start(program("montoons"), ["Ann", "Ben"], seed)
    seats = {name: RandomSeat.seeded(seed, name) for name in ("Ann", "Ben")}
    while len(match.answers) < BEFORE_PLANNING:
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    assert {request.seat for request in match.requests} == {"Ann", "Ben"}
    return match


def question_for(match: EngineMatch, name: str) -> EngineRequest | None:
    return next((request for request in match.requests if request.seat == name), None)


def plan(match: EngineMatch, name: str, luck: int, first: str = "") -> None:
    """Plan all dice by chance; the first decision is the one whose words contain `first`."""
    seat = RandomSeat.seeded(luck, name)
    while (request := question_for(match, name)) is not None and "Planning" in request.prompt:
        wanted = [number for number, option in enumerate(request.options) if first and first in option.words]
        match.answer(request.id, wanted[:1] if wanted else decide(match, request, seat))
        first = ""


def told(match: EngineMatch, name: str) -> list[object]:
    """Everything that a seat gets: the view holds the log and the questions; numbers and order of options beside it."""
    questions = [
        (request.id, request.prompt, request.least, request.most, [option.words for option in request.options])
        for request in match.requests
        if request.seat == name
    ]
    return [as_text(view(match, name)), questions, match.over]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_plan_is_hidden_while_others_plan(seed: int) -> None:
    left = at_planning(seed)
    right = left.fork()
    plan(left, "Ben", 1, first="Speed slot")
    plan(right, "Ben", 2, first="Speed slot")
    assert told(left, "Ben") != told(right, "Ben")
    assert told(left, "Ann") == told(right, "Ann")


@pytest.mark.parametrize("seed", FASTER_ANN)
def test_a_plan_is_hidden_until_its_turn(seed: int) -> None:
    left = at_planning(seed)
    right = left.fork()
    for match, luck in ((left, 1), (right, 2)):
        plan(match, "Ann", 9, first="Speed slot")
        plan(match, "Ben", luck, first="Speed slot")
    compared = 0
    while question_for(left, "Ben") is None and not left.over:
        assert told(left, "Ann") == told(right, "Ann")
        request = question_for(left, "Ann")
        assert request is not None
        answer = decide(left, request, RandomSeat.seeded(compared, "Ann"))
        left.answer(request.id, answer)
        right.answer(request.id, answer)
        compared += 1
    assert compared, "Ben was faster: this seed shows nothing"
    assert question_for(right, "Ben") is not None or right.over
    assert told(left, "Ann") != told(right, "Ann"), "now the two plans lie open"
