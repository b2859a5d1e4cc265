"""Findings to report, made by hand: a text, and diagnostics that point at words in it."""

from __future__ import annotations

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from dsl.text.source import Place, Source
from tools.report import render
from tools.report.findings import DiagnosticReport
from tools.report.style import ReportStyle

FILE = "content/core/bots.bot"


def at(text: str, word: str, file: str = FILE) -> Place:
    start = text.index(word)
    return Place(file, start, start + len(word))


def found(
    place: Place,
    message: str = "this is wrong",
    code: str = "BW2104",
    severity: Severity = "error",
    label: str = "",
    help: str = "",
    notes: tuple[Label, ...] = (),
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(code, severity, message, place, label, help, notes, fix)


def one(text: str, word: str, file: str = FILE, **more: object) -> DiagnosticReport:
    """One diagnostic about a word of a text."""
    diagnostic = found(at(text, word, file), **more)  # type: ignore[arg-type]
    return DiagnosticReport((diagnostic,), {file: Source(file, text)}, 1, 1)


def many(number: int, files: int = 1, severity: Severity = "error") -> DiagnosticReport:
    """Findings spread over files in order, one a line."""
    each = number // files
    names = [f"content/pack/f{index:04}.bot" for index in range(files)]
    text = "oops\n" * each
    diagnostics = tuple(
        found(Place(name, 5 * line, 5 * line + 4), f"wrong number {line}", severity=severity)
        for name in names
        for line in range(each)
    )
    return DiagnosticReport(diagnostics, {name: Source(name, text) for name in names}, files, number)


def rendered(format: str, findings: DiagnosticReport, **look: object) -> list[str]:
    return list(render(format, findings, ReportStyle(**look)))  # type: ignore[arg-type]


def fix(place: Place, text: str) -> Fix:
    return Fix(f"write `{text}`", (Edit(place, text),))
