"""`hash` and `position`: what each of them covers, and that the end of a match has one hash in every way of playing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from interpreter.compiled.jit import Jit
from interpreter.execute import snapshot
from interpreter.execute.position_hash import position
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model.state import State
from interpreter.playout import CompiledProgram as Compiled
from tests.benchmarks.both import GAMES as SMALL
from tests.benchmarks.both import program as small
from tests.engine.coming_and_going import COINS, go_on
from tests.engine.tables import play, say
from tests.shipped import ready
from tools.play import by_chance

SEATS = ("Ann", "Ben")


def digest(match: EngineMatch) -> str:
    return snapshot.digest(match.machine.state, match.machine.linked)


# ------------------------------------------------------------------------------------------------------- the end


def worlds(name: str) -> tuple[LinkedProgram, LinkedProgram]:
    """The reference and compiled code."""
    actual = LinkedProgram(small(name)) if name in SMALL else ready(name).linked()
    slow, fast = (LinkedProgram(actual.program, actual.modes, actual.rulings) for _ in range(2))
    fast.fast = Jit(fast)
    return slow, fast


def ended(linked: LinkedProgram, seed: int, log: bool) -> EngineMatch:
    match = begin(linked, SEATS, seed, log=log)
    while not match.over:
        request = match.requests[0]
        match.answer(request.id, by_chance(request, seed, len(match.answers)))
    return match


@pytest.mark.parametrize("name", [*SMALL, "scrapyard"])
def test_the_end_has_one_hash_in_every_way_of_playing(name: str) -> None:
    slow, fast = worlds(name)
    first = ended(slow, 1, True)
    others = [ended(slow, 1, False), ended(fast, 1, True), ended(fast, 1, False)]
    assert {digest(first)} == {digest(item) for item in others}
    assert {position(first.machine)} == {position(item.machine) for item in others}


@pytest.mark.parametrize("name", SMALL)
def test_the_end_has_the_same_hash_whether_play_stops_at_questions_or_not(name: str) -> None:
    program = Compiled(LinkedProgram(small(name)))
    assert program.flow is not None
    assert program.through is not None
    stopping, luck = program.start(SEATS, 1), Random(1)
    while not stopping.over:
        stopping.choose(luck.randrange(stopping.number))
    answers: Iterator[tuple[int, ...]] = iter(stopping.answers)
    straight = State(program.play(SEATS, 1, lambda number: next(answers)[0], lambda *_: next(answers)))
    match = begin(LinkedProgram(small(name)), SEATS, 1)
    for chosen in stopping.answers:
        match.answer(match.requests[0].id, chosen)
    assert match.over
    linked = match.machine.linked
    assert snapshot.digest(stopping.machine.state, linked) == digest(match)
    assert snapshot.digest(straight, linked) == digest(match)


# ------------------------------------------------------------------------------------------------ by different ways

STONES = """
kind Stone { keeps worth: 0..9 = 1 }
extend Player { zone bag of Stone; keeps points: 0.. = 0 }
window Main { offer any to active }
action dig by me during Main { require count(me.bag) < 3; take one of Stone into me.bag }
action drop stone: Stone by me during Main { require stone in me.bag; remove stone }
action polish stone: Stone by me during Main { require stone in me.bag and stone.worth < 3; stone.worth += 1 }
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
"""


def test_a_position_is_the_same_whatever_way_has_led_there() -> None:
    short, long = play(STONES), play(STONES)
    say(short, "Ann", "dig")
    for words in ("dig", "dig", "drop", "polish", "drop", "dig"):
        say(long, "Ann", words)
    assert position(short.machine) != position(long.machine)  # what was done in a window that is open belongs to it
    for match in (short, long):
        say(match, "Ann")
        say(match, "Ben")
    assert digest(short) != digest(long)
    assert position(short.machine) == position(long.machine)
    say(short, "Ann", "polish")
    assert position(short.machine) != position(long.machine)
    say(long, "Ann", "polish")
    assert position(short.machine) == position(long.machine)


def test_the_order_in_which_things_came_is_part_of_a_position() -> None:
    result, other = play(STONES), play(STONES)
    for match, first in ((result, 0), (other, 1)):
        say(match, "Ann", "dig")
        say(match, "Ann", "dig")
        request = match.requests[0]
        polish = [index for index, option in enumerate(request.options) if option.words.startswith("polish")]
        match.answer(request.id, (polish[first],))
    assert position(result.machine) != position(other.machine)


def test_the_round_counts_only_where_rules_read_it() -> None:
    rules = "action gain by me during Main { me.points = round }\n"
    for text, counts in ((STONES, False), (STONES + rules, True)):
        match = play(text)
        seen = []
        for _ in range(3):
            seen.append(position(match.machine))
            say(match, "Ann")
            say(match, "Ben")
        assert (len(set(seen)) == 3) == counts
        assert len(set(seen)) == (3 if counts else 1)


def test_chance_to_come_is_part_of_a_position() -> None:
    dice = "die D6 { 1..6 }\naction shake by me during Main { roll D6 as _face }\n"
    first, two = play(STONES + dice, seed=1), play(STONES + dice, seed=2)
    assert position(first.machine) != position(two.machine)
    assert position(play(STONES, seed=1).machine) == position(play(STONES, seed=2).machine)
    before = position(first.machine)
    say(first, "Ann", "shake")
    assert position(first.machine) != before


def test_what_can_be_looked_back_to_is_part_of_a_position() -> None:
    looks = "action boast by me during Main { require times(dig, by: me, within: turn) > 1 }\n"
    short, long = play(STONES + looks), play(STONES + looks)
    say(short, "Ann", "dig")
    for words in ("dig", "drop", "dig"):
        say(long, "Ann", words)
    assert position(short.machine) != position(long.machine)
    for match in (short, long):
        say(match, "Ann")  # the turn is over, and with it what was done in it
    assert position(short.machine) == position(long.machine)


@pytest.mark.parametrize("text", [COINS, STONES])
def test_matches_in_the_same_position_go_on_alike(text: str) -> None:
    """Whenever two matches meet in a position, the same answers lead both to the same questions and positions."""
    met: dict[str, EngineMatch] = {}
    meetings = 0
    for seed in range(4):
        match = play(text)
        for _ in range(60):
            here = position(match.machine)
            result = met.setdefault(here, match.fork())
            if digest(result) != digest(match):
                meetings += 1
                _together(result.fork(), match.fork())
            go_on(match, 1, seed)
    assert meetings > 3


def _together(one: EngineMatch, other: EngineMatch) -> None:
    for number in count():
        assert position(one.machine) == position(other.machine)
        asked = [[(q.seat, [option.words for option in q.options]) for q in match.requests] for match in (one, other)]
        assert asked[0] == asked[1]
        if number == 4:
            return
        for match in (one, other):
            request = match.requests[0]
            match.answer(request.id, by_chance(request, 7, number))
