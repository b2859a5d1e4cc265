"""Annotations that GitHub Actions shows beside the changed lines.

Each is one line, and no text from a file can begin another: line breaks, percent signs, colons and commas are escaped
as the service requires.
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.report.escape import annotation, annotation_property
from tools.report.findings import DiagnosticReport, spot
from tools.report.full import MESSAGE
from tools.report.style import ReportStyle


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    for diagnostic in findings.diagnostics:
        at = spot(diagnostic.place, findings.sources)
        properties = {"file": annotation_property(at.file), "line": at.line, "col": at.column}
        properties["endLine"] = at.end_line
        if at.end_line == at.line:  # the service ignores columns of a range over several lines
            properties["endColumn"] = at.end_column
        properties["title"] = annotation_property(f"botwright {diagnostic.code}")
        written = ",".join(f"{name}={value}" for name, value in properties.items())
        text = diagnostic.message[:MESSAGE] + (f"\nhelp: {diagnostic.help[:MESSAGE]}" if diagnostic.help else "")
        yield f"::{diagnostic.severity} {written}::{annotation(text)}"
