"""Runs the selected scenarios one by one or on several cores, in any order: they are independent."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import failures as codes
from dsl.ir.program import ScenarioSource
from dsl.text.source import Place
from interpreter.instrument.coverage import Coverage, Ground
from interpreter.model import rng
from interpreter.scenarios.dialogue import Stage
from interpreter.scenarios.run import run_scenario
from tools.internal_errors import internal_diagnostic
from tools.testing.results import ScenarioOutcome, ScenarioReport, ScenarioResult
from tools.testing.suites import FoundSuites, Suite, tree_of
from tools.testing.workers import done, hands

ENOUGH = 40
"""Scenarios for which it pays to start a process."""


@frozen
class SuiteCoverage:
    """The coverage of a suite: by scenario, and in total."""

    suite: Suite
    each: dict[int, bytes]  # by the number of the scenario
    cards: dict[int, frozenset[str]]  # cards in play, by the number of the scenario
    whole: Coverage


@define
class SuiteRunner:
    """Runs the scenarios of some games by number."""

    found: FoundSuites
    covering: bool = False
    _stages: dict[int, Stage] = field(factory=dict)
    _grounds: dict[int, Ground] = field(factory=dict)

    @property
    def scenarios(self) -> list[tuple[int, ScenarioSource]]:
        """Every scenario with the number of its game."""
        return [(at, scenario) for at, suite in enumerate(self.found.suites) for scenario in suite.scenarios]

    def ground(self, game: int) -> Ground:
        if game not in self._grounds:
            self._grounds[game] = Ground(self.found.suites[game].program)
        return self._grounds[game]

    def run(self, game: int, scenario: ScenarioSource) -> tuple[ScenarioOutcome, Coverage | None]:
        suite = self.found.suites[game]
        stage = self._stages.setdefault(game, Stage(suite.program))
        coverage = Coverage(self.ground(game)) if self.covering else None
        return ended(suite, scenario, stage, coverage), coverage


def ended(suite: Suite, scenario: ScenarioSource, stage: Stage, coverage: Coverage | None = None) -> ScenarioOutcome:
    """The outcome of a scenario; an internal error is an outcome too."""
    try:
        outcomes = run_scenario(suite.program, scenario, stage=stage, coverage=coverage)
    except Exception as error:  # noqa: BLE001 - one scenario must not hide the others
        return ScenarioOutcome((internal_diagnostic(error, _head(scenario)),))
    todo = next((outcome.todo for outcome in outcomes if outcome.todo is not None), None)
    return ScenarioOutcome(tuple(outcome.wrong for outcome in outcomes if outcome.wrong is not None), todo)


def run(
    suites: FoundSuites, jobs: int = 0, shuffle: int | None = None, covering: bool = False
) -> tuple[ScenarioReport, list[SuiteCoverage]]:
    """Run everything; the report is the same for any number of jobs and any order."""
    hall = SuiteRunner(suites, covering)
    scenarios = hall.scenarios
    if covering:
        for game in range(len(suites.suites)):
            hall.ground(game)  # before the processes start, so that all of them share it
    order = list(range(len(scenarios)))
    if shuffle is not None:
        order = list(rng.shuffled(rng.stream_key(shuffle, "scenarios"), 0, order)[0])

    def work(number: int) -> list[Any]:
        end, coverage = hall.run(*scenarios[order[number]])
        return [end.as_list(), _told(coverage)]

    results: dict[int, ScenarioOutcome] = {}
    marks: dict[int, list[Any]] = {}
    for number, came in done(work, len(scenarios), hands(jobs, len(scenarios), ENOUGH)):
        at = order[number]
        results[at] = (
            ScenarioOutcome.from_list(came[0]) if came is not None else ScenarioOutcome((_died(scenarios[at][1]),))
        )
        if came is not None and came[1] is not None:
            marks[at] = came[1]
    every = tuple(ScenarioResult(scenario, results[at]) for at, (_, scenario) in enumerate(scenarios))
    return ScenarioReport(suites, every, _nothing(suites)), _covered(hall, marks) if covering else []


def _died(scenario: ScenarioSource) -> Diagnostic:
    return internal_diagnostic(RuntimeError("the process that ran this scenario died"), _head(scenario))


def _head(scenario: ScenarioSource) -> Place:
    return scenario.parsed.piece.place(tree_of(scenario).name.span)


def _told(coverage: Coverage | None) -> list[Any] | None:
    return [coverage.marks.hex(), sorted(coverage.cards)] if coverage is not None else None


def _covered(hall: SuiteRunner, marks: dict[int, list[Any]]) -> list[SuiteCoverage]:
    coverages = []
    at = 0
    for game, suite in enumerate(hall.found.suites):
        covered = SuiteCoverage(suite, {}, {}, Coverage(hall.ground(game)))
        for number in range(len(suite.scenarios)):
            if at in marks:
                covered.each[number], covered.cards[number] = bytes.fromhex(marks[at][0]), frozenset(marks[at][1])
                covered.whole.add(covered.each[number], marks[at][1])
            at += 1
        coverages.append(covered)
    return coverages


def _nothing(suites: FoundSuites) -> tuple[Diagnostic, ...]:
    """The finding for a run without scenarios."""
    if suites.errors or any(suite.scenarios for suite in suites.suites):
        return ()
    if suites.all:
        what = f"none of the {suites.all} scenarios has a matching name or clause"
        advice = "`-k` takes a regular expression; it matches anywhere in the name and is case-sensitive"
    else:
        what, advice = (
            "there are no scenarios here",
            'write one: `scenario "what it shows" cites … { seats Ann, Ben; … }`',
        )
    return (diagnose(codes.NO_SCENARIOS, Place("", 0, 0), what=what, advice=advice),)
