"""Findings as a JUnit file: a suite for each file with findings, a case for each finding.

Warnings pass unless the run is strict, as in the exit code. A clean run has one passing case, because some services
treat an empty file as a failure.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dsl.diagnostics import Diagnostic
from tools.report.escape import xml
from tools.report.findings import DiagnosticReport, spot, summary
from tools.report.style import ReportStyle


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    failures = findings.errors + (findings.warnings if look.strict else 0)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<testsuites name="botwright check" tests="{max(len(findings.diagnostics), 1)}" '
        f'failures="{failures}" errors="0">'
    )
    if not findings.diagnostics:
        yield '  <testsuite name="botwright check" tests="1" failures="0" errors="0" skipped="0">'
        yield f'    <testcase classname="botwright" name="{xml(summary(findings))}"/>'
        yield "  </testsuite>"
    for file, group in groupby(findings.diagnostics, lambda diagnostic: diagnostic.place.file):
        yield from _suite(file, list(group), findings, look)
    yield "</testsuites>"


def _suite(file: str, group: list[Diagnostic], findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    failures = len(group) if look.strict else sum(1 for diagnostic in group if diagnostic.severity == "error")
    yield f'  <testsuite name="{xml(file)}" tests="{len(group)}" failures="{failures}" errors="0" skipped="0">'
    for diagnostic in group:
        at = spot(diagnostic.place, findings.sources)
        where = f"{at.file}:{at.line}:{at.column}"
        text = f"{where}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
        if diagnostic.help:
            text += f"\nhelp: {diagnostic.help}"
        yield f'    <testcase classname="{xml(file)}" name="{xml(f"{diagnostic.code} at {at.line}:{at.column}")}">'
        if diagnostic.severity == "error" or look.strict:
            attributes = f'type="{xml(diagnostic.code)}" message="{xml(diagnostic.message)}"'
            yield f"      <failure {attributes}>{xml(text)}</failure>"
        else:
            yield f"      <system-out>{xml(text)}</system-out>"
        yield "    </testcase>"
    yield "  </testsuite>"
