"""Renders findings as lines of text: one renderer for each format that a reader, an editor or a service reads.

It knows how findings are shown, not how they are made. Nothing here prints or opens a file. A renderer is a module with
one function `lines(findings, look)`, loaded when its format is requested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.lazy import attribute

if TYPE_CHECKING:
    from tools.report.findings import DiagnosticReport
    from tools.report.style import ReportStyle

FORMATS = {
    "full": "tools.report.full",
    "concise": "tools.report.concise",
    "json": "tools.report.as_json",
    "github": "tools.report.github",
    "junit": "tools.report.junit",
    "sarif": "tools.report.sarif",
}


def render(format: str, findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    """The lines of a report, without their line ends."""
    lines: Iterator[str] = attribute(FORMATS[format], "lines")(findings, look)
    return lines
