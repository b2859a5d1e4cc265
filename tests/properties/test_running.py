"""Generated games that run: no error but a fault of the rules, the same for the same answers, anywhere copied and taken back.

The bounds are narrowed, so that games meet them too and none takes long.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from interpreter.execute import snapshot
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, Refused, start
from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.properties.playing import backends_agree, inspect, refused, told, walk, whole
from tests.properties.programs import Game, checked, games, smallest

DECISIONS = 25
SOME = settings(
    max_examples=max(15, settings().max_examples // 3),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True, scope="module")
def narrow_bounds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "STEPS_PER_DECISION", 2_000)
        patch.setattr(limits, "EVENTS_PER_MATCH", 10_000)
        patch.setattr(limits, "OPTIONS", 400)
        yield


def begun(game: Game) -> EngineMatch | None:
    """The match of a game; none if its rules fail before anybody is asked."""
    program, wrong = checked(game.text)
    assert wrong == []
    try:
        return start(program, game.seats, game.seed, modes=game.modes)
    except RuleError as fault:
        told(fault)
        return None


@given(games())
def test_a_game_is_checked_and_played_without_any_error_but_those_of_its_rules(game: Game) -> None:
    def plays(text: str) -> None:
        match = begun(Game(text, game.seats, game.modes, game.seed))
        for step in walk(match, Random(game.seed), DECISIONS) if match is not None else ():
            inspect(step)

    try:
        plays(game.text)
    except Exception as wrong:
        wrong.add_note(f"{game.seats} {game.modes} {game.seed}\n{_smallest(game.text, wrong, plays)}")
        raise


def _smallest(text: str, wrong: Exception, plays: object) -> str:
    """The same error in as few lines as can be found in a moment."""

    def fails(shorter: str) -> bool:
        try:
            plays(shorter)  # type: ignore[operator]
        except Exception as other:  # noqa: BLE001  (whatever it is, it is what is looked for)
            return type(other) is type(wrong) and checked(shorter)[1] == []
        return False

    return smallest(text, fails)


@SOME
@given(games())
def test_the_same_answers_give_the_same_match(game: Game) -> None:
    program, _ = checked(game.text)
    begin = partial(start, modes=game.modes)
    backends_agree(program, game.seed, DECISIONS, begin, begin, game.seats)


@SOME
@given(games())
def test_copies_go_their_own_way_and_what_is_taken_back_comes_back(game: Game) -> None:
    match = begun(game)
    random = Random(game.seed)
    seen = []
    for step in walk(match, random, DECISIONS) if match is not None else ():
        here = whole(step)
        seen.append(here)
        if random.random() < 0.3 and not step.over:
            copy = step.fork()
            for _ in walk(copy, Random(1), 4):
                pass
            assert whole(step) == here
            back = random.randint(1, min(4, len(step.answers)))
            for _ in range(back):
                assert step.undo()
            assert len(seen) == back or whole(step) == seen[-back - 1]
            for _ in range(back):
                assert step.redo()
            assert not step.redo()
            assert whole(step) == here


@SOME
@given(games())
def test_what_is_offered_is_taken_and_nothing_else(game: Game) -> None:
    match = begun(game)
    random = Random(game.seed)
    for step in walk(match, random, DECISIONS) if match is not None else ():
        if step.over or random.random() < 0.6:
            continue
        refused(step)
        for request in step.requests:
            for index in random.sample(range(len(request.options)), min(5, len(request.options))):
                others = [other for other in range(len(request.options)) if other != index]
                answer = (index, *random.sample(others, max(0, request.least - 1)))
                if request.fits is not None:
                    answer = random.choice(request.fits)
                copy = step.fork()
                try:
                    copy.answer(request.id, answer)
                except Refused as wrong:
                    raise AssertionError(f"{answer} was offered: {wrong}") from wrong
                except RuleError as wrong:
                    told(wrong)


@SOME
@given(games())
def test_a_state_that_was_written_down_and_read_goes_on_the_same(game: Game) -> None:
    match = begun(game)
    if match is None:
        return
    linked = match.machine.linked
    random, again = Random(game.seed), Random(game.seed)
    copy = match.fork()
    for step in walk(match, random, DECISIONS):
        written = snapshot.canonical(copy.machine.state, linked)
        copy.machine.linked = LinkedProgram(linked.program, linked.modes, linked.rulings)  # as in another process
        copy.machine.state = snapshot.read(written, copy.machine.linked)
        assert next(walk(copy, again, 1)) is copy
        assert snapshot.canonical(copy.machine.state, linked) == snapshot.canonical(step.machine.state, linked)
