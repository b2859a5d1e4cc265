"""How the two streams look: colours, width, and findings that accompany a result. Loads no command library."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from tools.cli.output import note

if TYPE_CHECKING:
    from tools.report.findings import DiagnosticReport
    from tools.report.style import ReportStyle

PLAIN_WIDTH = 120


def colour_on(choice: str, stream: Any = None) -> bool:
    from tools.report.colour import wants_colour

    stream = sys.stdout if stream is None else stream
    return wants_colour(choice, os.environ, bool(stream and stream.isatty()))


def columns() -> int:
    """The width of a report: the terminal's width, or a fixed one without a terminal."""
    if not (sys.stdout and sys.stdout.isatty()):
        return PLAIN_WIDTH
    from shutil import get_terminal_size

    return min(max(get_terminal_size((PLAIN_WIDTH, 24)).columns, 40), 200)


def look(color: str, most: int = 0, strict: bool = False) -> ReportStyle:
    from tools.report.style import ReportStyle

    return ReportStyle(colour=colour_on(color), width=columns(), most=most, strict=strict)


def complain(findings: DiagnosticReport, most: int = 20) -> None:
    """Show findings beside the results, on stderr."""
    from tools.report.full import blocks
    from tools.report.style import ReportStyle

    note(*blocks(findings, ReportStyle(colour=colour_on("auto", sys.stderr), most=most)))
