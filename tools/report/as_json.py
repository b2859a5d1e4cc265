"""Findings as JSON, one diagnostic per line. `dsl/schemas/check-output.json` specifies the format.

Everything outside ASCII is escaped: valid in any encoding, and harmless in a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from typing import Any

from dsl.diagnostics import Diagnostic, Fix
from dsl.text.source import Place
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


def _entry(diagnostic: Diagnostic, findings: DiagnosticReport) -> dict[str, Any]:
    labels = [(diagnostic.place, diagnostic.label)] if diagnostic.label else []
    labels += [(note.place, note.text) for note in diagnostic.notes]
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": whole(diagnostic.message),
        **_range(diagnostic.place, findings),
        "help": whole(diagnostic.help),
        "labels": [{**_range(place, findings), "text": whole(text)} for place, text in labels],
        "fix": _fix(diagnostic.fix, findings) if diagnostic.fix is not None else None,
    }


def _fix(fix: Fix, findings: DiagnosticReport) -> dict[str, Any]:
    edits = [{**_range(edit.place, findings), "text": whole(edit.text)} for edit in fix.edits]
    return {"description": whole(fix.does), "certain": fix.certain, "edits": edits}


def _range(place: Place, findings: DiagnosticReport) -> dict[str, Any]:
    at = spot(place, findings.sources)
    return {
        "file": whole(at.file),
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
    }
