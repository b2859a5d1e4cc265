"""Finds the selected scenarios of some paths, unit by unit, each with its program.

The workspace resolves the paths, as for a check. The scenarios of a ruleset or pack run with only that unit and its
dependencies, so that other paths of the same call make no difference; only where a ruleset names cards of its packs are
these added. A unit with an error is not run: its scenarios would prove nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from dsl.check.annotations import cites as cites_of
from dsl.check.driver import Unit as CheckUnit
from dsl.check.driver import check
from dsl.diagnostics import Diagnostic
from dsl.ir.program import Program, Scenario
from dsl.syntax import nodes as n
from dsl.text.source import Source
from tools.workspace.programs import Member, games_of, id_of, unit_for_check
from tools.workspace.workspace import Workspace


@frozen
class Suite:
    """A ruleset or pack and those of its scenarios that are meant. Suites of one game have the same `family`.

    `own` are its files, without those that only tests use.
    """

    family: int
    game: str
    program: Program
    units: tuple[CheckUnit, ...]
    scenarios: tuple[Scenario, ...]
    clauses: frozenset[str] | None = None
    own: frozenset[str] = frozenset()


@frozen
class FoundSuites:
    """The games, and what is wrong with those that cannot be run. `all` counts the scenarios before any were chosen."""

    suites: tuple[Suite, ...] = ()
    errors: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(factory=dict)
    all: int = 0


def tree_of(scenario: Scenario) -> n.Scenario:
    tree = scenario.parsed.tree
    assert isinstance(tree, n.Scenario)
    return tree


def name_of(scenario: Scenario) -> str:
    return tree_of(scenario).name.value


def cites(scenario: Scenario) -> list[str]:
    return [cite.clause for cite in cites_of(tree_of(scenario))]


def load(paths: Sequence[str], pattern: re.Pattern[str] | None = None, cache: bool = True) -> FoundSuites:
    """The scenarios in these paths whose name or clause matches; without paths, those of the project around."""
    workspace = Workspace(paths, cache=cache)
    result = workspace.check()
    wrong = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    selected = _meant(workspace, paths)
    suites: list[Suite] = []
    errors = list(wrong)
    for family, game in enumerate(games_of(workspace)):
        for asked, other_members in game:
            files = {file.shown for unit, _, _ in asked for file in unit.files.values()}
            if any(diagnostic.place.file in files or _of_unit(diagnostic, asked) for diagnostic in wrong):
                continue
            suite, diagnostics = _suite(family, asked, other_members, selected)
            errors += diagnostics
            if suite is not None:
                suites.append(suite)
    every = sum(len(suite.scenarios) for suite in suites)
    kept = tuple(evolve(suite, scenarios=_fitting(suite, pattern)) for suite in suites)
    return FoundSuites(kept, tuple(dict.fromkeys(errors)), result.sources, every)


def _of_unit(diagnostic: Diagnostic, asked: Iterable[Member]) -> bool:
    """Whether something is wrong with a manifest or a file that could not be read."""
    return any(
        diagnostic.place.file == unit.shown or diagnostic.place.file.startswith(f"{unit.shown}/")
        for unit, _, _ in asked
    )


def _meant(workspace: Workspace, paths: Sequence[str]) -> set[str]:
    """The files, as they are shown, that lie in the paths; what is in an archive or comes from stdin always does."""
    roots = [os.path.realpath(path) for path in paths]
    files = set()
    for shown, real in workspace.reals():
        where = os.path.realpath(real) if real else ""
        if not paths or not where or any(where == root or where.startswith(root + os.sep) for root in roots):
            files.add(shown)
    return files


def _suite(
    family: int, asked: list[Member], other_members: list[Member], selected: set[str]
) -> tuple[Suite | None, list[Diagnostic]]:
    """The program of a unit. Packs join a ruleset only if something names their cards."""
    units = tuple(unit_for_check(*member) for member in asked)
    checked = check(units)
    wrong = [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity == "error"]
    if wrong and other_members:
        with_packs = (*units, *(unit_for_check(*member) for member in other_members))
        again = check(with_packs)
        if not any(diagnostic.severity == "error" for diagnostic in again.diagnostics):
            units, checked, wrong = with_packs, again, []
    if wrong:
        return None, wrong
    ruleset = next((unit for unit, _, _ in asked if unit.kind == "ruleset"), asked[0][0])
    own = frozenset(file.shown for file in asked[-1][0].files.values() if not file.for_tests)
    scenarios = [scenario for scenario in checked.program.scenarios if scenario.parsed.piece.file in selected]
    scenarios.sort(key=lambda scenario: (scenario.parsed.piece.file, scenario.parsed.piece.start))
    declared = checked.program.symbols.ruleset
    game = id_of(ruleset) if ruleset.manifest is not None or declared is None else declared.id.text
    return Suite(family, game, checked.program, units, tuple(scenarios), ruleset.clauses, own), []


def _fitting(suite: Suite, pattern: re.Pattern[str] | None) -> tuple[Scenario, ...]:
    return tuple(
        scenario
        for scenario in suite.scenarios
        if pattern is None or any(map(pattern.search, (name_of(scenario), *cites(scenario))))
    )
