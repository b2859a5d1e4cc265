"""Findings as SARIF 2.1.0, which code-scanning services read.

Those services ignore results beyond a few thousand, so the file is truncated there, errors first, and says so. Columns
count characters, which SARIF can declare; paths become URI references.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from json import JSONEncoder
from typing import Any
from urllib.parse import quote

from dsl.diagnostics import Diagnostic, Fix
from dsl.diagnostics.codes import registry
from dsl.text.limits import SARIF_RESULTS
from dsl.text.source import Place
from tools.report.escape import whole
from tools.report.findings import DiagnosticReport, spot
from tools.report.full import select
from tools.report.style import ReportStyle
from tools.version import version

Json = dict[str, Any]


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    yield "".join(JSONEncoder(indent=1).iterencode(log(findings)))


def cut(findings: DiagnosticReport) -> str:
    """The sentence about omitted results; empty if there are none."""
    total = len(findings.diagnostics)
    if total <= SARIF_RESULTS:
        return ""
    return f"{SARIF_RESULTS:,} of {total:,} findings are in this file: services ignore more (SARIF_RESULTS)"


def log(findings: DiagnosticReport) -> Json:
    shown = select(findings.diagnostics, SARIF_RESULTS)
    codes = sorted({diagnostic.code for diagnostic in shown})
    invocation: Json = {"executionSuccessful": True}
    if note := cut(findings):
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": note}}]
    driver = {"name": "botwright", "version": version(), "rules": [_rule(code) for code in codes]}
    index = {code: number for number, code in enumerate(codes)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [_result(diagnostic, index[diagnostic.code], findings) for diagnostic in shown],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _rule(code: str) -> Json:
    entry = registry().get(code)
    rule: Json = {"id": code, "help": {"text": f"botwright explain {code}"}}
    if entry is not None:
        rule["shortDescription"] = {"text": entry.title}
        rule["defaultConfiguration"] = {"level": entry.severity}
    return rule


def _result(diagnostic: Diagnostic, index: int, findings: DiagnosticReport) -> Json:
    text = whole(diagnostic.message) + (f" ({whole(diagnostic.help)})" if diagnostic.help else "")
    result: Json = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": text},
        "locations": [_location(diagnostic.place, findings)],
    }
    if diagnostic.notes:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": whole(note.text)}, **_location(note.place, findings)}
            for number, note in enumerate(diagnostic.notes)
        ]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix, findings)]
    return result


def _location(place: Place, findings: DiagnosticReport) -> Json:
    at = {"artifactLocation": {"uri": uri(place.file)}, "region": _region(place, findings)}
    return {"physicalLocation": at}


def _region(place: Place, findings: DiagnosticReport) -> Json:
    at = spot(place, findings.sources)
    return {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}


def _fix(fix: Fix, findings: DiagnosticReport) -> Json:
    changes: dict[str, list[Json]] = {}
    for edit in fix.edits:
        replacement = {
            "deletedRegion": _region(edit.place, findings),
            "insertedContent": {"text": whole(edit.text)},
        }
        changes.setdefault(edit.place.file, []).append(replacement)
    return {
        "description": {"text": whole(fix.does)},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri(file)}, "replacements": replacements}
            for file, replacements in changes.items()
        ],
    }


def uri(file: str) -> str:
    """A path as a URI reference; an absolute one with its scheme."""
    slashed = file.replace(os.sep, "/")
    written = quote(slashed.encode("utf-8", "surrogateescape"), safe="/")
    return f"file://{'' if written.startswith('/') else '/'}{written}" if os.path.isabs(file) else written
