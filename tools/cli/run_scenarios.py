"""Runs scenarios from the options of the command to its exit code."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

import tools.testing.mutation_run as mutation_run
from tools.cli.common import write
from tools.cli.output import note, progress, say
from tools.cli.terminal import look
from tools.report.escape import printable
from tools.testing.coverage import as_json, summary, table, whole
from tools.testing.coverage_page import page
from tools.testing.mutation_run import mutate
from tools.testing.output import lines
from tools.testing.run import run
from tools.testing.suites import load

if TYPE_CHECKING:
    from tools.testing.coverage import GameCoverage, Summary
    from tools.testing.results import ScenarioReport
    from tools.testing.run import SuiteCoverage


@frozen
class ScenarioRunOptions:
    """The options of one run."""

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


def once(options: ScenarioRunOptions) -> int:
    """Run and report; returns the exit code."""
    covering = options.coverage or options.page is not None or options.mutate
    report, covered = run(load(options.paths, options.pattern), options.jobs, options.shuffle, covering)
    more: dict[str, Any] = {}
    text: list[str] = []
    if options.coverage:
        _cover(report, covered, more, text)
    if options.page is not None:
        _page(options.page, report, covered)
    unnoticed = _mutate(options, report, covered, more, text) if options.mutate else False
    say(lines(options.format, report, look(options.color, options.most), more))
    if options.format == "full":
        say(text)
    elif options.format == "junit":
        note(*text)
    return max(report.findings.exit_code(), int(unnoticed))


def _cover(report: ScenarioReport, covered: list[SuiteCoverage], more: dict[str, Any], text: list[str]) -> None:
    summaries = [summary for _, summary in _games(report, covered)]
    more["coverage"] = [as_json(summary) for summary in summaries]
    for part in summaries:
        text += ["", *table(part)]


def _games(report: ScenarioReport, covered: list[SuiteCoverage]) -> list[tuple[GameCoverage, Summary]]:
    """The scenarios of each game, with their figures."""
    own = {id(result.scenario): result for result in report.results}
    folders = []
    for _, group in groupby(covered, lambda coverage: coverage.suite.family):
        suites = list(group)
        laid = whole(suites)
        results = [own[id(scenario)] for suite in suites for scenario in suite.suite.scenarios]
        folders.append((laid, summary(laid, results)))
    return folders


def _page(file: str, report: ScenarioReport, covered: list[SuiteCoverage]) -> None:
    write(file, page(_games(report, covered), report.found.sources))
    note(f"wrote {printable(file)}")


def _mutate(
    options: ScenarioRunOptions,
    report: ScenarioReport,
    covered: list[SuiteCoverage],
    more: dict[str, Any],
    text: list[str],
) -> bool:
    """Whether a change went undetected. Scenarios that fail already cannot detect anything."""
    if report.findings.diagnostics:
        note("mutation testing needs passing scenarios: fix the failures first")
        return False
    mutation = mutate(covered, options.sample, options.seed, options.jobs, progress("tried {} of {} changes"))
    more["mutants"] = mutation_run.as_json(mutation)
    text += ["", *mutation_run.table(mutation)]
    return bool(mutation.unnoticed)
