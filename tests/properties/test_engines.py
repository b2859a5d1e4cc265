"""Generated games on both engines, question by question: the same requests with the same options in the same order, the
same events, cells, steps, faults and winners.

Games of every sort run on compiled texts; those that a compiled flow can do run as one, with stops and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from dsl.ir.program import Program
from interpreter.backend.straight import StraightProgram
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.evaluate import cell_reuse
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram as Compiled
from tests.compiled.test_straight import assert_same, by_reference
from tests.compiled.test_straight import straight as straight_course
from tests.properties.plain_games import plain_games
from tests.properties.playing import backends_agree, chosen, told
from tests.properties.programs import Game, checked, games, smallest

DECISIONS = 25
SOME = settings(
    max_examples=max(25, settings().max_examples // 2),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # `smallest` makes a failing game smaller, line by line
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TRIES = 300
"""So often a failing game is tried with less in it."""


@pytest.fixture(autouse=True, scope="module")
def narrow_bounds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "STEPS_PER_DECISION", 2_000)
        patch.setattr(limits, "EVENTS_PER_MATCH", 10_000)
        patch.setattr(limits, "OPTIONS", 400)
        patch.setattr(limits, "LIST_ITEMS", 60)
        patch.setattr(jit, "OFTEN", 1)  # everything is compiled at its first use
        patch.setattr(cell_reuse, "LEAST", 1)  # what leaves the game gives its cells back soon
        patch.setattr(cell_reuse, "SHARE", 1_000)
        yield


def agrees(game: Game, compare: Callable[[Program, Game], None]) -> None:
    """Compare the engines; where they differ, show the game in as few lines as can be found."""

    tries = 0

    def fails(text: str) -> bool:
        nonlocal tries
        tries += 1
        program, wrong = checked(text) if tries <= TRIES else (None, [])
        try:
            if program is not None and not wrong:
                compare(program, game)
        except (AssertionError, pytest.fail.Exception):
            return True
        except Exception:  # noqa: BLE001  (another failure than the one that is looked for)
            return False
        return False

    program, wrong = checked(game.text)
    assert wrong == []
    try:
        compare(program, game)
    except (AssertionError, pytest.fail.Exception) as different:
        different.add_note(f"{game.seats} {game.modes} {game.seed}\n{smallest(game.text, fails)}")
        raise


@SOME
@given(games())
def test_compiled_texts_ask_and_do_the_same(game: Game) -> None:
    agrees(game, texts)


def texts(program: Program, game: Game) -> None:
    def reference(_: object, seats: tuple[str, ...], seed: int) -> EngineMatch:
        return begin(LinkedProgram(program, frozenset(game.modes)), seats, seed)

    def compiled(_: object, seats: tuple[str, ...], seed: int) -> EngineMatch:
        linked = LinkedProgram(program, frozenset(game.modes))
        linked.fast = Jit(linked)
        return begin(linked, seats, seed)

    backends_agree(program, game.seed, DECISIONS, reference, compiled, game.seats, steps=True)


@SOME
@given(plain_games())
def test_compiled_flows_ask_and_do_the_same(game: Game) -> None:
    agrees(game, flows)


def flows(program: Program, game: Game) -> None:
    compiled = Compiled(LinkedProgram(program))
    if compiled.flow is None:
        return
    matches: list[Any] = []
    starts = (
        lambda: begin(LinkedProgram(program), game.seats, game.seed, log=False),
        lambda: compiled.start(game.seats, game.seed),
    )
    faults = [fault_of(lambda start=start: matches.append(start())) for start in starts]  # type: ignore[misc]
    assert faults[0] == faults[1]
    if faults[0]:
        return
    reference, match = matches
    random, answers = Random(game.seed), list[tuple[int, ...]]()
    for _ in range(4 * DECISIONS):
        assert match.over == reference.over
        assert counting_no_steps(match.machine.state.cells) == counting_no_steps(reference.machine.state.cells)
        assert match.requests == reference.requests
        mine, theirs = (
            [[x.words for x in request.options] for request in side.requests] for side in (match, reference)
        )
        assert mine == theirs
        if reference.over:
            assert match.result == reference.result
            straight(compiled, game, answers, list(match.machine.state.cells))
            return
        answer = chosen(random, reference.requests[0])
        answers.append(answer)
        wrong = fault_of(lambda answer=answer: reference.answer(reference.requests[0].id, answer))  # type: ignore[misc]
        assert wrong == fault_of(lambda answer=answer: match.answer(answer))  # type: ignore[misc]
        if wrong:
            return


@SOME
@given(plain_games())
def test_emitted_code_asks_and_does_the_same(game: Game) -> None:
    agrees(game, emitted)


def emitted(program: Program, game: Game) -> None:
    """The back end of `simulate`, question by question; what it gives up is played by the reference."""
    modes = frozenset(game.modes)
    try:
        course = straight_course(StraightProgram(LinkedProgram(program, modes)), game.seats, game.seed)
    except Exception:  # noqa: BLE001
        return
    assert_same(course, by_reference(LinkedProgram(program, modes), game.seats, game.seed), game.seed)


def fault_of(do: Callable[[], object]) -> tuple[str, ...]:
    """The fault of the rules that comes of something; nothing if it works."""
    try:
        do()
    except RuleError as wrong:
        return told(wrong)
    return ()


def straight(compiled: Compiled, game: Game, answers: list[tuple[int, ...]], cells: list[Any]) -> None:
    """The same answers without stops lead to the same end, if that engine does not give the match up."""
    if compiled.through is None:
        return
    left = iter(answers)
    try:
        result = compiled.play(game.seats, game.seed, lambda number: next(left)[0], lambda *_: next(left))
    except StopIteration:
        raise AssertionError("more questions without stops than with them") from None
    except Exception:  # noqa: BLE001  (then the reference plays it)
        return
    assert next(left, None) is None
    assert counting_no_steps(result) == counting_no_steps(cells)


def counting_no_steps(cells: list[Any]) -> list[Any]:
    """All but the steps: in a compiled flow they count its work as well."""
    return [None if index == s.STEPS else cell for index, cell in enumerate(cells)]
