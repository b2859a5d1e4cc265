"""One line for each diagnostic, in the form that editors and `grep` read: `file:line:column: error[CODE]: sentence`."""

from __future__ import annotations

from collections.abc import Iterator

from tools.report.colour import Painter
from tools.report.escape import path, printable
from tools.report.findings import DiagnosticReport, spot
from tools.report.full import MESSAGE, select
from tools.report.style import ReportStyle


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    paint = Painter(look.colour)
    for diagnostic in select(findings.diagnostics, look.most):
        at = spot(diagnostic.place, findings.sources)
        kind = paint.severity(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
        yield f"{path(at.file or 'botwright')}:{at.line}:{at.column}: {kind}: {printable(diagnostic.message, MESSAGE)}"
