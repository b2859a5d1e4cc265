"""How the two streams look: colours, width, and findings that accompany a result. Loads no command library."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

from dsl.lazy import lazy_module
from tools.cli.output import note

if TYPE_CHECKING:
    import shutil

    from tools.report import colour, full, style
    from tools.report.findings import DiagnosticReport
else:
    colour = lazy_module("tools.report.colour")
    shutil = lazy_module("shutil")
    style = lazy_module("tools.report.style")
    full = lazy_module("tools.report.full")

PLAIN_WIDTH = 120


def colour_on(choice: str, stream: TextIO | None = None) -> bool:
    stream = sys.stdout if stream is None else stream
    return colour.wants_colour(choice, os.environ, bool(stream and stream.isatty()))


def columns() -> int:
    """The width of a report: the terminal's width, or a fixed one without a terminal."""
    if not (sys.stdout and sys.stdout.isatty()):
        return PLAIN_WIDTH
    return min(max(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, 40), 200)


def look(color: str, most: int = 0, strict: bool = False) -> style.ReportStyle:
    return style.ReportStyle(colour=colour_on(color), width=columns(), most=most, strict=strict)


def complain(findings: DiagnosticReport, most: int = 20) -> None:
    """Show findings beside the results, on stderr."""
    note(*full.blocks(findings, style.ReportStyle(colour=colour_on("auto", sys.stderr), most=most)))
