"""Findings as JSON, one diagnostic per line. `dsl/schemas/check-output.json` specifies the format.

Everything outside ASCII is escaped: valid in any encoding, and harmless in a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps

from dsl.diagnostics import Diagnostic
from tools.report.escape import whole
from tools.report.findings import DiagnosticReport, spot
from tools.report.style import ReportStyle

FORMAT_VERSION = 1


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    last = len(findings.diagnostics) - 1
    yield f'{{"format_version": {FORMAT_VERSION}, "diagnostics": ['
    for index, diagnostic in enumerate(findings.diagnostics):
        yield dumps(_entry(diagnostic, findings)) + ("," if index < last else "")
    counts = {
        "files": findings.files,
        "declarations": findings.declarations,
        "errors": findings.errors,
        "warnings": findings.warnings,
    }
    yield f'], "summary": {dumps(counts)}}}'


def _entry(diagnostic: Diagnostic, findings: DiagnosticReport) -> dict[str, str | int]:
    at = spot(diagnostic.place, findings.sources)
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": whole(diagnostic.message),
        "file": whole(at.file),
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
        "help": whole(diagnostic.help),
    }
