"""Evaluation: the scenarios that are about a declaration, run with the texts as they are now, saved or not."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from dsl.syntax import nodes as n
from tools.editors.answers.lenses import name_of, scenarios_by_word
from tools.editors.project import Project
from tools.testing.results import Status
from tools.testing.run import run
from tools.testing.suites import suites_of
from tools.workspace.overlays import Overlays
from tools.workspace.programs import ProgramChecker

MOST = 40
"""Scenarios that are run at once."""


@frozen
class ScenarioQuestion:
    """The scenarios of a unit that show whether a declaration does what it should."""

    root: str
    base: str
    title: str
    names: tuple[str, ...]
    texts: Mapping[str, str]


@frozen
class ScenarioAnswer:
    name: str
    status: Status
    message: str
    path: str
    line: int


@frozen
class Evaluation:
    """`summary` fits on one line; `wrong` says why nothing could be run."""

    summary: str
    holds: bool
    results: tuple[ScenarioAnswer, ...] = ()
    wrong: tuple[str, ...] = ()


def question(project: Project, path: str, offset: int, base: str = "") -> ScenarioQuestion | None:
    """The scenario at an offset, or those that name the declaration there; none if there is no declaration."""
    piece, unit = project.piece_at(path, offset), project.unit(path)
    tree = project.parsed(piece).tree if piece is not None else None
    if unit is None or tree is None:
        return None
    texts = {path: document.text for path, document in project.documents.items()}
    if isinstance(tree, n.Scenario):
        return ScenarioQuestion(unit.root, base, tree.name.value, (tree.name.value,), texts)
    name = name_of(tree)
    names = scenarios_by_word(project, unit).get(name, []) if name else []
    return ScenarioQuestion(unit.root, base, name or type(tree).__name__.lower(), tuple(names[:MOST]), texts)


def evaluate(asked: ScenarioQuestion) -> Evaluation:
    """Run the scenarios; this may take seconds, so it is done beside the questions of the editor."""
    if not asked.names:
        return Evaluation(f"no scenario speaks of {asked.title}", False)
    overlays = Overlays()
    overlays.become(asked.texts)
    checker = ProgramChecker((asked.root,), base=asked.base or None, overlays=overlays)
    pattern = re.compile("|".join(rf"\A{re.escape(name)}\Z" for name in asked.names))
    report, _ = run(suites_of(checker, pattern), jobs=1)
    reals = dict(checker.workspace.reals())
    results = tuple(
        ScenarioAnswer(
            scenario.name,
            scenario.ended.status,
            scenario.message,
            os.path.abspath(reals.get(scenario.file, "")),
            scenario.line,
        )
        for scenario in report.results
    )
    if not results:
        wrong = tuple(f"{error.code}: {error.message}" for error in report.found.errors[:5])
        return Evaluation("not run: correct the errors first" if wrong else "no scenario was found", False, (), wrong)
    return Evaluation(_summary(results), all(answer.status != "failed" for answer in results), results)


def _summary(results: Sequence[ScenarioAnswer]) -> str:
    passed = sum(answer.status == "passed" for answer in results)
    failed = [answer for answer in results if answer.status == "failed"]
    if len(results) == 1:
        return {"passed": "passes", "failed": f"fails: {results[0].message}", "todo": "is still to be done"}[
            results[0].status
        ]
    return f"{passed} of {len(results)} scenarios pass" + (f"; “{failed[0].name}” fails" if failed else "")
