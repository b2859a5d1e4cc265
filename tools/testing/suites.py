"""From paths to the scenarios that are meant: game by game, each with its program.

What the paths mean is for the workspace to say, as for a check. Each game is one program, made of what was asked for
and all that it builds on; its scenarios may name cards of packs that are at hand. A game with an error is not run: its
scenarios would say nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from dsl import nodes as n
from dsl.check import Unit as CheckUnit
from dsl.check import check
from dsl.check_marks import cites as cites_of
from dsl.diagnostics import Diagnostic
from dsl.program import Program, Scenario
from dsl.source import Source
from tools.workspace.program import Member, games_of, id_of, unit_for_check
from tools.workspace.workspace import Workspace


@frozen
class Suite:
    """A game and those of its scenarios that are meant. `helpers` are files that only tests use."""

    game: str
    program: Program
    units: tuple[CheckUnit, ...]
    scenarios: tuple[Scenario, ...]
    clauses: frozenset[str] | None = None
    helpers: frozenset[str] = frozenset()


@frozen
class Found:
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


def load(paths: Sequence[str], pattern: re.Pattern[str] | None = None, cache: bool = True) -> Found:
    """The scenarios in these paths whose name or clause matches; without paths, those of the project around."""
    workspace = Workspace(paths, cache=cache)
    result = workspace.check()
    wrong = [one for one in result.diagnostics if one.severity == "error"]
    meant = _meant(workspace, paths)
    suites: list[Suite] = []
    errors = list(wrong)
    for asked, others in games_of(workspace):
        files = {file.shown for unit, _, _ in asked for file in unit.files.values()}
        if any(one.place.file in files or _of_unit(one, asked) for one in wrong):
            continue
        suite, found = _suite(asked, others, meant)
        errors += found
        if suite is not None:
            suites.append(suite)
    every = sum(len(suite.scenarios) for suite in suites)
    return Found(tuple(_narrowed(suite, pattern) for suite in suites), tuple(errors), result.sources, every)


def _of_unit(one: Diagnostic, asked: Iterable[Member]) -> bool:
    """Whether something is wrong with a manifest or a file that could not be read."""
    return any(one.place.file == unit.shown or one.place.file.startswith(f"{unit.shown}/") for unit, _, _ in asked)


def _meant(workspace: Workspace, paths: Sequence[str]) -> set[str]:
    """The files, as they are shown, that lie in the paths; what is in an archive or comes from stdin always does."""
    roots = [os.path.realpath(path) for path in paths]
    found = set()
    for shown, real in workspace.reals():
        where = os.path.realpath(real) if real else ""
        if not paths or not where or any(where == root or where.startswith(root + os.sep) for root in roots):
            found.add(shown)
    return found


def _suite(asked: list[Member], others: list[Member], meant: set[str]) -> tuple[Suite | None, list[Diagnostic]]:
    """The program of a game. Packs that nobody asked for join only if something names their cards."""
    units = tuple(unit_for_check(*member) for member in asked)
    checked = check(units)
    wrong = [one for one in checked.diagnostics if one.severity == "error"]
    if wrong and others:
        with_packs = (*units, *(unit_for_check(*member) for member in others))
        again = check(with_packs)
        if not any(one.severity == "error" for one in again.diagnostics):
            units, checked, wrong = with_packs, again, []
    if wrong:
        return None, wrong
    ruleset = next((unit for unit, _, _ in asked if unit.kind == "ruleset"), asked[0][0])
    helpers = frozenset(file.shown for unit, _, _ in asked for file in unit.files.values() if file.for_tests)
    scenarios = [one for one in checked.program.scenarios if one.parsed.piece.file in meant]
    scenarios.sort(key=lambda one: (one.parsed.piece.file, one.parsed.piece.start))
    declared = checked.program.rooms.ruleset
    game = id_of(ruleset) if ruleset.manifest is not None or declared is None else declared.id.text
    return Suite(game, checked.program, units, tuple(scenarios), ruleset.clauses, helpers), []


def _narrowed(suite: Suite, pattern: re.Pattern[str] | None) -> Suite:
    if pattern is None:
        return suite
    kept = [one for one in suite.scenarios if any(map(pattern.search, (name_of(one), *cites(one))))]
    return Suite(suite.game, suite.program, suite.units, tuple(kept), suite.clauses, suite.helpers)
