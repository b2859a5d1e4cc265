"""All scenarios of the shipped rulesets and of the probes: whole games that show that the language and the engine carry them.

A scenario that does not pass yet stands in `NOT_YET` with the reason; if it passes after all, that is a failure too, so the
list can only shrink.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.check import Unit, check
from dsl.parse import parse_source
from dsl.program import Program, Scenario
from dsl.source import Source
from interpreter.scenarios import run_scenario
from tests.architecture.tree import ROOT

GAMES: dict[str, tuple[str, ...]] = {
    "scrapyard": ("rulesets/scrapyard", "content/scrapyard-starter"),
    **{folder.name: (f"tests/probes/{folder.name}",) for folder in sorted((ROOT / "tests" / "probes").iterdir()) if folder.is_dir()},
}  # fmt: skip
NOT_YET: dict[tuple[str, str], str] = {}
"""(game, scenario): why it does not pass yet."""


@cache
def loaded(*folders: str) -> Program:
    """A game from its folders; errors of the checker are faults of the probe."""
    units = []
    for folder in folders:
        pieces = [
            piece
            for path in _texts(ROOT / folder)
            for piece in parse_source(Source(path.name, path.read_text("utf-8")))
        ]
        units.append(Unit(folder, tuple(pieces)))
    checked = check(units)
    wrong = [f"{one.place.file}: {one.code} {one.message}" for one in checked.diagnostics if one.severity == "error"]
    assert wrong == []
    return checked.program


def _texts(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.bot"))


def name_of(scenario: Scenario) -> str:
    return str(scenario.parsed.tree.name.value)  # type: ignore[union-attr]


def _cases() -> list[object]:
    found = []
    for game, folders in GAMES.items():
        for scenario in loaded(*folders).scenarios:
            reason = NOT_YET.get((game, name_of(scenario)))
            marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
            found.append(pytest.param(folders, scenario, id=f"{game}: {name_of(scenario)}", marks=marks))
    return found


@pytest.mark.parametrize("folders, scenario", _cases())
def test_the_scenario_passes(folders: tuple[str, ...], scenario: Scenario) -> None:
    outcomes = run_scenario(loaded(*folders), scenario)
    assert outcomes
    assert [outcome.message for outcome in outcomes if not outcome.passed] == []


def test_what_does_not_pass_yet_is_a_scenario_that_exists() -> None:
    known = {(game, name_of(scenario)) for game, folders in GAMES.items() for scenario in loaded(*folders).scenarios}
    assert set(NOT_YET) <= known
