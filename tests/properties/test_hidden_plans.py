"""A secret plan stays secret: two matches that differ only in it look the same to the other seat until it is shown.

Both matches begin with the same dice. Ben plans them in two ways, with the same die for Speed, so that the announced
values agree. Whatever Ann gets is compared byte for byte after every decision: the table, the log, her questions with
their numbers, options and order. The comparison ends when Ben's turn begins or Ben is asked something.

Whole matches are compared round by round: in a copy, one player plans something else, and everybody else gets the same
until that player's turn. Then the match goes on with the plan that it had.
"""

from __future__ import annotations

import pytest

from interpreter.match import EngineMatch, start
from interpreter.model.requests import EngineRequest
from interpreter.seats import decide
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.views import as_text, view
from tests.profiles import NIGHTLY
from tests.properties.test_every_answer import every_answer, game_of
from tests.shipped import program

FASTER_ANN = (2, 5)
"""Seeds with which Ann acts first."""
BEFORE_PLANNING = 5
"""Decisions of the set-up: a map, two sheets, two start hexes."""
NAMES = ("Ann", "Ben", "Cid")
EVERY = 1 if NIGHTLY else 4
"""Every so many rounds one is compared."""
THOROUGH = 5 if NIGHTLY else 1_000_000
"""Every so many decisions all paths are compared, otherwise the view with its log and the questions."""
LONGEST = 1_000 if NIGHTLY else 11
"""Rounds of a match of three."""


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


def work_of(match: EngineMatch) -> int:
    """The work that the last answer cost: a duration that is the same on every machine."""
    meter = match.machine.meter
    return meter.full - meter.left


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_plan_is_hidden_while_others_plan(seed: int) -> None:
    left = at_planning(seed)
    right = left.fork()
    plan(left, "Ben", 1, first="SpeedSlot")
    plan(right, "Ben", 2, first="SpeedSlot")
    assert told(left, "Ben") != told(right, "Ben")
    assert told(left, "Ann") == told(right, "Ann")


@pytest.mark.parametrize("seed", FASTER_ANN)
def test_a_plan_is_hidden_until_its_turn(seed: int) -> None:
    left = at_planning(seed)
    right = left.fork()
    for match, luck in ((left, 1), (right, 2)):
        plan(match, "Ann", 9, first="SpeedSlot")
        plan(match, "Ben", luck, first="SpeedSlot")
    compared = 0
    while question_for(left, "Ben") is None and not left.over:
        assert told(left, "Ann") == told(right, "Ann")
        request = question_for(left, "Ann")
        assert request is not None
        answer = decide(left, request, RandomSeat.seeded(compared, "Ann"))
        left.answer(request.id, answer)
        right.answer(request.id, answer)
        if question_for(left, "Ben") is None:  # otherwise the sheet has just been opened
            assert work_of(left) == work_of(right), "how long it takes tells nothing"
        compared += 1
    assert compared, "Ben was faster: this seed shows nothing"
    assert question_for(right, "Ben") is not None or right.over
    assert told(left, "Ann") != told(right, "Ann"), "now the two plans lie open"


def same_for_others(left: EngineMatch, right: EngineMatch, owner: str, step: int) -> None:
    for name in left.machine.seats:
        if name == owner:
            continue
        assert told(left, name) == told(right, name), (owner, name, step)
        if step % THOROUGH == THOROUGH - 1:
            game = game_of("montoons", "")
            assert dict(every_answer(game, left, name)) == dict(every_answer(game, right, name)), (owner, name, step)


def until_the_owner_acts(left: EngineMatch, right: EngineMatch, owner: str) -> int:
    """Plan differently, play on alike; the number of decisions that were compared."""
    for match, luck in ((left, 1), (right, 2)):
        plan(match, owner, luck, first="SpeedSlot")
    same_for_others(left, right, owner, 0)
    steps = 0
    while not left.over and not right.over:
        request, other = left.requests[0], right.requests[0]
        if request.seat == owner and question(request) != question(other):
            break
        assert request.id == other.id
        answer = decide(left, request, RandomSeat.seeded(steps, request.seat))
        left.answer(request.id, answer)
        right.answer(request.id, answer)
        steps += 1
        if view(left, owner).active == owner:
            break
        same_for_others(left, right, owner, steps)
    return steps


def question(request: EngineRequest) -> object:
    return request.prompt, request.least, request.most, [option.words for option in request.options]


@pytest.mark.parametrize("seed, players", [(1, 2), (2, 3)])
def test_plans_are_hidden_through_a_whole_match(seed: int, players: int) -> None:
    match = start(program("montoons"), NAMES[:players], seed)
    seats = {name: RandomSeat.seeded(seed, name) for name in match.machine.seats}
    rounds, compared, planning = 0, 0, False
    while not match.over and (players == 2 or rounds < LONGEST):
        begins = not planning
        planning = "Planning" in match.requests[0].prompt
        if begins and planning:
            rounds += 1
            if rounds % EVERY == 1 or EVERY == 1:
                owner = match.requests[(rounds // EVERY) % len(match.requests)].seat
                compared += until_the_owner_acts(match.fork(), match.fork(), owner)
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    assert rounds > 10
    assert compared >= 10
