"""The properties of running games, on the games that people wrote: the shipped ones, the probes, the small games.

The same as `test_running.py` holds for generated games. Where a game is short or stops early, it is begun again with
other luck, until some decisions have been looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.execute import snapshot
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.benchmarks.both import GAMES as SMALL
from tests.benchmarks.both import program as small
from tests.engine.plays import game, seats
from tests.profiles import NIGHTLY
from tests.properties.playing import backends_agree, inspect, refused, told, walk, whole
from tests.shipped import GAMES as SHIPPED

DECISIONS = 2_000 if NIGHTLY else 20
"""How many decisions of each game are looked at."""
GAMES = [*SHIPPED, *SMALL]


@pytest.fixture(autouse=True, scope="module")
def narrow_bounds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "STEPS_PER_DECISION", 5_000)
        patch.setattr(limits, "ROUNDS", 500)
        yield


@cache
def linked(name: str) -> LinkedProgram:
    return LinkedProgram(small(name)) if name in SMALL else game(name).linked()


def table_of(name: str) -> tuple[str, ...]:
    return ("Ann", "Ben") if name in SMALL else seats(name)


def matches(name: str, log: bool = True) -> list[EngineMatch]:
    """Matches of a game with different luck, as many as are needed."""
    collected = []
    for seed in range(12):
        try:
            collected.append(begin(linked(name), table_of(name), seed, log=log))
        except RuleError as wrong:
            told(wrong)
    return collected


@pytest.mark.parametrize("name", GAMES)
def test_a_game_stays_sound_can_be_copied_taken_back_and_read(name: str) -> None:
    done = 0
    for seed, match in enumerate(matches(name)):
        random = Random(seed)
        for step in walk(match, random, DECISIONS - done):
            done += 1
            inspect(step)
            here = whole(step)
            if step.over or random.random() < 0.7:
                continue
            refused(step)
            copy = step.fork()
            for _ in walk(copy, Random(1), 2):
                pass
            assert whole(step) == here
            assert step.undo()
            assert step.redo()
            assert whole(step) == here
            again = snapshot.read(here[0], linked(name))
            assert snapshot.canonical(again, linked(name)) == here[0]
        if done >= DECISIONS:
            break
    assert done >= 10


@pytest.mark.parametrize("name", GAMES)
def test_compiled_code_agrees_with_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 2)
    plain = linked(name)

    def reference(_: object, who: object, seed: int) -> EngineMatch:
        return begin(LinkedProgram(plain.program, plain.modes, plain.rulings), table_of(name), seed, log=False)

    def compiled(_: object, who: object, seed: int) -> EngineMatch:
        fast = LinkedProgram(plain.program, plain.modes, plain.rulings)
        fast.fast = Jit(fast)
        return begin(fast, table_of(name), seed, log=False)

    for seed in range(20 if NIGHTLY else 1):
        backends_agree(plain.program, seed, DECISIONS, reference, compiled)
