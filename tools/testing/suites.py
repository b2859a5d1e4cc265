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
from dsl.check.driver import CheckedRules, unique
from dsl.check.driver import Unit as CheckUnit
from dsl.diagnostics import Diagnostic
from dsl.ir.cards import head_of
from dsl.ir.program import Program, ScenarioSource
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.source import Source
from tools.workspace.programs import ProgramChecker, UnitGroup, errors, id_of
from tools.workspace.workspace import Workspace


@frozen
class Suite:
    """A ruleset or pack with its selected scenarios. Suites of one game have the same `family`.

    `own` are its files, without those that only tests use.
    """

    family: int
    game: str
    program: Program
    rules: CheckedRules
    units: tuple[CheckUnit, ...]
    scenarios: tuple[ScenarioSource, ...]
    clauses: frozenset[str] | None = None
    own: frozenset[str] = frozenset()


@frozen
class FoundSuites:
    """The suites, and the findings for units that cannot be run. `all` counts the scenarios before selection."""

    suites: tuple[Suite, ...] = ()
    errors: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(factory=dict)
    all: int = 0


def tree_of(scenario: ScenarioSource) -> n.Scenario:
    tree = scenario.parsed.tree
    assert isinstance(tree, n.Scenario)
    return tree


def name_of(scenario: ScenarioSource) -> str:
    return tree_of(scenario).name.value


def cites(scenario: ScenarioSource) -> list[str]:
    return [cite.clause for cite in cites_of(tree_of(scenario))]


def load(paths: Sequence[str], pattern: re.Pattern[str] | None = None) -> FoundSuites:
    """The scenarios in these paths whose name or clause matches; without paths, those of the project around."""
    return suites_of(ProgramChecker(paths), pattern)


def suites_of(checker: ProgramChecker, pattern: re.Pattern[str] | None = None) -> FoundSuites:
    """The suites of units that have already been read."""
    selected = _meant(checker.workspace, checker.paths)
    unread = errors(checker.result(checker.errors_of_texts()).diagnostics)
    suites: list[Suite] = []
    wrong: list[Diagnostic] = []
    for family, game in enumerate(checker.games()):
        for group in game:
            suite, diagnostics = _suite(checker, family, group, selected)
            wrong += diagnostics
            if suite is not None and not any(_of_unit(diagnostic, group) for diagnostic in unread):
                suites.append(suite)
    every = sum(len(suite.scenarios) for suite in suites)
    kept = tuple(evolve(suite, scenarios=_fitting(suite, pattern)) for suite in suites)
    return FoundSuites(kept, tuple(unique([*unread, *wrong])), checker.result().sources, every)


def _of_unit(diagnostic: Diagnostic, group: UnitGroup) -> bool:
    """Whether a finding is about a manifest or an unreadable file."""
    file = diagnostic.place.file
    return any(file == member.unit.shown or file.startswith(f"{member.unit.shown}/") for member in group.members)


def _meant(workspace: Workspace, paths: Sequence[str]) -> set[str]:
    """The shown names of the files inside the paths; files of an archive and stdin always count."""
    roots = [os.path.realpath(path) for path in paths]
    files = set()
    for shown, real in workspace.reals():
        where = os.path.realpath(real) if real else ""
        if not paths or not where or any(where == root or where.startswith(root + os.sep) for root in roots):
            files.add(shown)
    return files


def _suite(
    checker: ProgramChecker, family: int, group: UnitGroup, selected: set[str]
) -> tuple[Suite | None, list[Diagnostic]]:
    """The program of a unit. Packs join a ruleset only if something in it names their cards."""
    alone, with_packs = group.members, (*group.members, *group.others)
    members = with_packs if _names_cards_of(checker.units(group.others), checker.units(alone)) else alone
    checked = checker.check(members)
    wrong = errors(checked.diagnostics)
    if wrong and members is not alone:  # its own mistakes; without the packs every card that it names would be one
        wrong = [finding for finding in wrong if _of_unit(finding, group)] or errors(checker.check(alone).diagnostics)
    if wrong:
        partial = checker.without_broken(members, checked)
        if partial is None:
            return None, wrong
        checked = partial  # one bad card does not stop the others
    ruleset = next((member.unit for member in alone if member.unit.kind == "ruleset"), alone[0].unit)
    own = frozenset(file.shown for file in group.target.files.values() if not file.for_tests)
    scenarios = [scenario for scenario in checked.program.scenarios if scenario.parsed.piece.file in selected]
    scenarios.sort(key=lambda scenario: (scenario.parsed.piece.file, scenario.parsed.piece.start))
    declared = checked.program.symbols.ruleset
    game = id_of(ruleset) if ruleset.manifest is not None or declared is None else declared.id.text
    units = checker.units(members)
    return Suite(family, game, checked.program, checked.rules, units, tuple(scenarios), ruleset.clauses, own), wrong


_NAME = re.compile(r'#[^\n]*|"((?:[^"\\\n]|\\.)*)"|\b([A-Z]\w*)')


def _names_cards_of(packs: Iterable[CheckUnit], units: Sequence[CheckUnit]) -> bool:
    """Whether some units name a card that is declared only in a pack."""
    names = _card_names(packs) - _card_names(units)
    texts = (parsed.piece.text for unit in units for parsed in unit.pieces) if names else ()
    return any(name in names for text in texts for pair in _NAME.findall(text) for name in pair)


def _card_names(units: Iterable[CheckUnit]) -> set[str]:
    """The names of all cards and their parts."""
    trees = (parsed.tree for unit in units for parsed in unit.pieces if isinstance(parsed.tree, n.Thing))
    heads = (head_of(node) for tree in trees for node in walk(tree) if isinstance(node, n.Thing))
    return {name for head in heads for name in (head.id, head.shown, *head.formerly) if head.id != head.kind}


def _fitting(suite: Suite, pattern: re.Pattern[str] | None) -> tuple[ScenarioSource, ...]:
    return tuple(
        scenario
        for scenario in suite.scenarios
        if pattern is None or any(map(pattern.search, (name_of(scenario), *cites(scenario))))
    )
