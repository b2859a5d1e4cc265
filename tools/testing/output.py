"""Reports a run of scenarios for people, programs and services: text with the failures as diagnostics, JSON, JUnit.

`dsl/schemas/test-output.json` specifies the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from json import dumps
from typing import Any

from tools.report.colour import Painter
from tools.report.escape import path, printable, whole, xml
from tools.report.findings import counted
from tools.report.full import blocks
from tools.report.style import ReportStyle
from tools.testing.results import ScenarioReport, ScenarioResult

FORMAT_VERSION = 1
Json = dict[str, Any]


def lines(format: str, report: ScenarioReport, look: ReportStyle, more: Json) -> Iterator[str]:
    """The report; `more` contains keys for JSON only."""
    match format:
        case "json":
            yield dumps({**as_json(report), **more})
        case "junit":
            yield from _junit(report)
        case _:
            yield from _full(report, look)


# ----------------------------------------------------------------------------------------------------- for people


def _full(report: ScenarioReport, look: ReportStyle) -> Iterator[str]:
    yield from blocks(report.findings, look)
    paint = Painter(look.colour)
    for result in report.results:
        if result.ended.status == "todo":
            where = f"{path(result.file)}:{result.line}"
            yield paint.warning("todo") + f": {printable(result.name)}: {printable(result.message)} ({where})"
    line = summary(report)
    yield paint.error(line) if report.findings.diagnostics else line


def summary(report: ScenarioReport) -> str:
    """`ran 16 scenarios: 14 passed, 1 failed, 1 to be written`"""
    parts = []
    for status, words in (("passed", "passed"), ("failed", "failed"), ("todo", "to be written")):
        number = report.count(status)  # type: ignore[arg-type]
        if number or (status == "passed" and not report.results):
            parts.append(f"{number:,} {words}")
    line = f"ran {counted(len(report.results), 'scenario')}: {', '.join(parts)}"
    if report.found.errors:
        line += f"; {counted(len(report.found.errors), 'error')} in files that could not be run"
    return line


# ----------------------------------------------------------------------------------------------------- for programs


def as_json(report: ScenarioReport) -> Json:
    return {
        "format_version": FORMAT_VERSION,
        "passed": report.count("passed"),
        "failed": report.count("failed"),
        "todo": report.count("todo"),
        "scenarios": [_entry(result) for result in report.results],
    }


def _entry(result: ScenarioResult) -> Json:
    return {
        "name": whole(result.name),
        "file": whole(result.file),
        "line": result.line,
        "status": result.ended.status,
        "cites": [whole(clause) for clause in result.cites],
        "message": whole(result.message),
    }


def _junit(report: ScenarioReport) -> Iterator[str]:
    """A suite for each file, a case for each scenario; units that could not be run have a suite of their own."""
    besides = (*report.found.errors, *report.others)
    tests, failures = len(report.results) + len(besides), report.count("failed") + len(besides)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuites name="botwright test" tests="{tests}" failures="{failures}" errors="0">'
    for file, group in groupby(report.results, lambda result: result.file):
        yield from _suite(file, list(group))
    if besides:
        yield f'  <testsuite name="check" tests="{len(besides)}" failures="{len(besides)}" errors="0" skipped="0">'
        for line in besides:
            yield f'    <testcase classname="check" name="{xml(f"{line.code} in {line.place.file}")}">'
            yield f'      <failure type="{xml(line.code)}" message="{xml(line.message)}">{xml(line.help)}</failure>'
            yield "    </testcase>"
        yield "  </testsuite>"
    yield "</testsuites>"


def _suite(file: str, results: list[ScenarioResult]) -> Iterator[str]:
    failed = sum(result.ended.status == "failed" for result in results)
    todo = sum(result.ended.status == "todo" for result in results)
    yield (
        f'  <testsuite name="{xml(file)}" tests="{len(results)}" failures="{failed}" errors="0" skipped="{todo}">'
    )  # fmt: skip
    for result in results:
        head = f'    <testcase classname="{xml(file)}" name="{xml(result.name)}"'
        if result.ended.status == "passed":
            yield f"{head}/>"
            continue
        yield f"{head}>"
        if result.ended.status == "todo":
            yield f'      <skipped message="{xml(result.message)}"/>'
        for diagnostic in result.ended.wrong:
            text = f"{diagnostic.code}: {diagnostic.message}" + (
                f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
            )
            attributes = f'type="{xml(diagnostic.code)}" message="{xml(diagnostic.message)}"'
            yield f"      <failure {attributes}>{xml(text)}</failure>"
        yield "    </testcase>"
    yield "  </testsuite>"
