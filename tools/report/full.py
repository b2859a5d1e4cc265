"""Diagnostics for a reader: the sentence, the line, the marks under it, what to do and where to read more.

If there are many, a selection is shown in which no file hides another: the first error of every file comes before the
second of any, and errors come before warnings. Files without a place in the selection are listed with their counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.text.source import Place
from tools.report.colour import Painter
from tools.report.escape import path, printable
from tools.report.excerpt import excerpt
from tools.report.findings import DiagnosticReport, counted, spot, summary
from tools.report.style import ReportStyle

MESSAGE = 600  # characters of one sentence; a name in it may be as long as a file


def lines(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    yield from blocks(findings, look)
    paint = Painter(look.colour)
    line = summary(findings)
    if findings.errors:
        yield paint.error(line)
    else:
        yield paint.warning(line) if findings.warnings else line


def blocks(findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    """The diagnostics without the last line about the whole run."""
    shown = select(findings.diagnostics, look.most)
    for diagnostic in shown:
        yield from block(diagnostic, findings, look)
        yield ""
    yield from _not_shown(findings.diagnostics, shown, look)


def select(diagnostics: tuple[Diagnostic, ...], most: int) -> list[Diagnostic]:
    """At most `most` of them (0: all), in the order given."""
    if most <= 0 or len(diagnostics) <= most:
        return list(diagnostics)
    turns: Counter[tuple[str, str]] = Counter()
    ranked: list[tuple[bool, int, int]] = []
    for index, diagnostic in enumerate(diagnostics):
        turn = turns[diagnostic.place.file, diagnostic.severity]
        turns[diagnostic.place.file, diagnostic.severity] += 1
        ranked.append((diagnostic.severity != "error", turn, index))
    chosen = sorted(index for _, _, index in sorted(ranked)[:most])
    return [diagnostics[index] for index in chosen]


def _not_shown(diagnostics: tuple[Diagnostic, ...], shown: list[Diagnostic], look: ReportStyle) -> Iterator[str]:
    missing = len(diagnostics) - len(shown)
    if not missing:
        return
    left = Counter(d.place.file for d in diagnostics)
    left.subtract(d.place.file for d in shown)
    yield Painter(look.colour).strong(
        f"{counted(missing, 'more finding')} not shown here (`--max 0` shows all, `--format concise` one line each):"
    )
    for file, number in left.items():
        if number:
            yield f"  {path(file)}: {number:,}"
    yield ""


def block(diagnostic: Diagnostic, findings: DiagnosticReport, look: ReportStyle) -> Iterator[str]:
    """One diagnostic."""
    paint = Painter(look.colour)
    places = [diagnostic.place, *(note.place for note in diagnostic.notes)]
    gutter = max(len(str(spot(place, findings.sources).line)) for place in places)
    message = printable(diagnostic.message, MESSAGE)
    yield paint.severity(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]") + paint.strong(
        f": {message}"
    )
    yield from _place(diagnostic.place, diagnostic.label, "^", gutter, findings, look, diagnostic.severity)
    for note in diagnostic.notes:
        yield from _place(note.place, note.text, "-", gutter, findings, look, "note")
    indent = " " * gutter + " " + paint.frame("=")
    if diagnostic.help:
        yield f"{indent} {paint.note('help')}: {printable(diagnostic.help, MESSAGE)}"
    if diagnostic.fix is not None and diagnostic.fix.certain:
        yield f"{indent} {paint.note('fix')}: {printable(diagnostic.fix.does, MESSAGE)} (`botwright check --fix`)"
    yield f"{indent} more: botwright explain {diagnostic.code}"


def _place(
    place: Place, label: str, mark: str, gutter: int, findings: DiagnosticReport, look: ReportStyle, severity: str
) -> Iterator[str]:
    """The position, the line itself, and the marks with their label."""
    paint = Painter(look.colour)
    at = spot(place, findings.sources)
    label = printable(label, MESSAGE)
    if not place.file:
        return  # a finding without a file
    yield f"{' ' * gutter}{paint.frame('-->')} {printable(at.file)}:{at.line}:{at.column}"
    source = findings.sources.get(place.file)
    if source is None or not source.text:
        if label:
            yield f"{' ' * gutter} {paint.frame('=')} {label}"
        return
    line = source.line(at.line)
    end = at.end_column - 1 if at.end_line == at.line else len(line)
    if at.end_line > at.line + 1 or (at.end_line == at.line + 1 and at.end_column > 1):
        label = f"{label} (down to line {at.end_line})".strip()
    part = excerpt(line, at.column - 1, end, max(look.width - gutter - 3, 20))
    yield f"{paint.frame(str(at.line).rjust(gutter) + ' |')} {part.text}".rstrip()
    marks = f"{mark * part.marks} {label}".rstrip()
    painted = paint.note(marks) if severity == "note" else paint.severity(severity, marks)
    yield f"{paint.frame(' ' * gutter + ' |')} {' ' * part.indent}{painted}"
