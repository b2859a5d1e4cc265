"""Runs scenarios from the options of the command to its exit code."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

from tools.cli.output import note, progress, say

if TYPE_CHECKING:
    from tools.testing.coverage import GameCoverage, Summary
    from tools.testing.results import ScenarioReport
    from tools.testing.run import SuiteCoverage


@frozen
class ScenarioRunOptions:
    """One run as it was asked for."""

    paths: tuple[str, ...]
    pattern: re.Pattern[str] | None
    jobs: int
    shuffle: int | None
    coverage: bool
    page: str | None
    mutate: bool
    sample: int
    seed: int
    format: str
    most: int
    color: str


def once(wanted: ScenarioRunOptions) -> int:
    """Run, report; the exit code."""
    from tools.cli.terminal import look
    from tools.testing.output import lines
    from tools.testing.run import run
    from tools.testing.suites import load

    covering = wanted.coverage or wanted.page is not None or wanted.mutate
    report, covered = run(load(wanted.paths, wanted.pattern), wanted.jobs, wanted.shuffle, covering)
    more: dict[str, Any] = {}
    text: list[str] = []
    if wanted.coverage:
        _cover(report, covered, more, text)
    if wanted.page is not None:
        _page(wanted.page, report, covered)
    unnoticed = _mutate(wanted, report, covered, more, text) if wanted.mutate else False
    say(lines(wanted.format, report, look(wanted.color, wanted.most), more))
    if wanted.format == "full":
        say(text)
    elif wanted.format == "junit":
        note(*text)
    return max(report.findings.exit_code(), int(unnoticed))


def _cover(report: ScenarioReport, covered: list[SuiteCoverage], more: dict[str, Any], text: list[str]) -> None:
    from tools.testing.coverage import as_json, table

    found = [summary for _, summary in _games(report, covered)]
    more["coverage"] = [as_json(one) for one in found]
    for one in found:
        text += ["", *table(one)]


def _games(report: ScenarioReport, covered: list[SuiteCoverage]) -> list[tuple[GameCoverage, Summary]]:
    """What was run of each game, with its figures."""
    from tools.testing.coverage import summary, whole

    own = {id(result.scenario): result for result in report.results}
    found = []
    for _, group in groupby(covered, lambda one: one.suite.family):
        suites = list(group)
        laid = whole(suites)
        results = [own[id(scenario)] for one in suites for scenario in one.suite.scenarios]
        found.append((laid, summary(laid, results)))
    return found


def _page(file: str, report: ScenarioReport, covered: list[SuiteCoverage]) -> None:
    from tools.cli.common import write
    from tools.report.escape import printable
    from tools.testing.coverage_page import page

    write(file, page(_games(report, covered), report.found.sources))
    note(f"wrote {printable(file)}")


def _mutate(
    wanted: ScenarioRunOptions,
    report: ScenarioReport,
    covered: list[SuiteCoverage],
    more: dict[str, Any],
    text: list[str],
) -> bool:
    """Whether a change went unnoticed. Where scenarios fail already, they could notice nothing."""
    from tools.testing.mutation_run import as_json, mutate, table

    if report.findings.diagnostics:
        note("nothing is changed while scenarios fail: let them pass first")
        return False
    found = mutate(covered, wanted.sample, wanted.seed, wanted.jobs, progress("tried {} of {} changes"))
    more["mutants"] = as_json(found)
    text += ["", *table(found)]
    return bool(found.unnoticed)
