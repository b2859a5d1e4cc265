"""Every scenario of every ruleset, pack and probe passes, and goes the same way when it is done again.

The scenarios are counted in the text, by a rule that knows nothing of the language: a line that begins with `scenario`.
Each of them is a test of its own, and the program that holds it is loaded when the first of them runs. So nothing can be
left out: what the loader does not give is missed here, and what it gives beyond is counted below.
"""

from __future__ import annotations

import os
from functools import cache
from zlib import crc32

import pytest
from attrs import frozen

from dsl.ir.program import ScenarioSource
from interpreter.scenarios.dialogue import Stage
from interpreter.scenarios.run import run_scenario
from tests.architecture.tree import ROOT, name_of
from tests.profiles import NIGHTLY
from tests.shipped import GAMES, ROOMS, UNITS, texts
from tools.testing.suites import Suite, load, tree_of

Spot = tuple[str, int]
"""A file, as a path from the root, and the line on which a scenario begins."""


@frozen
class Played:
    """The scenarios of a ruleset or pack, by their place, and the worlds that they share."""

    suite: Suite
    stage: Stage
    scenarios: dict[Spot, ScenarioSource]


def declared(unit: str) -> list[tuple[Spot, str]]:
    """The scenarios in the texts of a ruleset or pack: where each begins, and its first line."""
    return [
        ((name_of(path), number), line.removeprefix("scenario ").strip())
        for path in texts(unit, tests=True)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.startswith("scenario ")
    ]


@cache
def suites(game: str) -> list[Suite]:
    """A ruleset and its packs, read together: each is a suite of its own, with its own program."""
    loaded = load([str(ROOT / folder) for folder in GAMES[game]])
    assert [f"{diagnostic.place.file}: {diagnostic.message}" for diagnostic in loaded.errors] == []
    return list(loaded.suites)


@cache
def played(unit: str) -> Played:
    (game,) = (game for game, folders in GAMES.items() if unit in folders)
    suite = next(
        item for item in suites(game) if any(spot(scenario)[0].startswith(f"{unit}/") for scenario in item.scenarios)
    )
    return Played(suite, Stage(suite.program), {spot(scenario): scenario for scenario in suite.scenarios})


def is_proved(place: Spot) -> bool:
    """Whether a scenario is also done again, taken back, forked and saved: some of them here, all of them at night."""
    return NIGHTLY or crc32(f"{place[0]} {place[1]}".encode()) % 12 == 0


def spot(scenario: ScenarioSource) -> Spot:
    piece = scenario.parsed.piece
    line, _ = piece.position(tree_of(scenario).name.span[0])
    return os.path.relpath(os.path.realpath(piece.file), ROOT), line


def _cases() -> list[object]:
    return [
        pytest.param(unit, place, id=f"{place[0]}:{place[1]} {words[:60]}")
        for unit in UNITS
        for place, words in declared(unit)
    ]


@pytest.mark.parametrize("unit, place", _cases())
def test_the_scenario_passes(unit: str, place: Spot) -> None:
    here = played(unit)
    outcomes = run_scenario(here.suite.program, here.scenarios[place], stage=here.stage, proved=is_proved(place))
    assert outcomes
    assert [
        outcome.message or f"todo: {outcome.todo}" for outcome in outcomes if not outcome.passed or outcome.todo
    ] == []


@pytest.mark.parametrize("unit", UNITS)
def test_as_many_scenarios_are_run_as_are_declared(unit: str) -> None:
    if not declared(unit):
        return  # a pack may come without any
    here = played(unit)
    assert len(here.suite.scenarios) == len(here.scenarios) == len(declared(unit))


def test_every_text_belongs_to_a_ruleset_or_pack_and_every_pack_to_a_game() -> None:
    """A folder without a manifest would keep its scenarios to itself."""
    every = {path for room in ROOMS for path in (ROOT / room).rglob("*.bot")}
    assert every == {path for unit in UNITS for path in texts(unit, tests=True)}
    assert sorted(UNITS) == sorted(folder for folders in GAMES.values() for folder in folders)
