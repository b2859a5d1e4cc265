"""Findings as the renderers see them: diagnostics, the texts they point into, and the number of files and declarations.

Positions are offsets everywhere else; here alone they become lines and columns, because only readers need those. An
offset beyond the end of a text is moved to its end: a report must never fail because of a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import field, frozen

from dsl.diagnostics import Diagnostic
from dsl.text.source import Place, Source


class Reportable(Protocol):
    """The interface of a check result that can be reported."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def sources(self) -> Mapping[str, Source]: ...
    @property
    def files(self) -> int: ...
    @property
    def declarations(self) -> int: ...


@frozen
class DiagnosticReport:
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = field(factory=dict)
    files: int = 0
    declarations: int = 0

    @property
    def errors(self) -> int:
        return sum(1 for diagnostic in self.diagnostics if diagnostic.severity == "error")

    @property
    def warnings(self) -> int:
        return len(self.diagnostics) - self.errors

    def exit_code(self, strict: bool = False) -> int:
        """0 clean, 1 findings, 2 a fault of the program itself."""
        if any(diagnostic.code.startswith("BW9") for diagnostic in self.diagnostics):
            return 2
        return 1 if self.errors or (strict and self.warnings) else 0


def findings_of(checked: Reportable, allow: frozenset[str] = frozenset()) -> DiagnosticReport:
    """The result of a check, without the warnings that the project allows."""
    kept = (d for d in checked.diagnostics if d.severity == "error" or d.code not in allow)
    return DiagnosticReport(tuple(kept), checked.sources, checked.files, checked.declarations)


@frozen
class CommandOutput:
    """The output of a command, and its findings."""

    text: str
    findings: DiagnosticReport = DiagnosticReport()


@frozen
class ScreenRange:
    """A position for people: lines and columns from 1, the end just after the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


def spot(place: Place, sources: Mapping[str, Source]) -> ScreenRange:
    source = sources.get(place.file)
    if source is None:
        return ScreenRange(place.file, 1, 1, 1, 1)
    start = min(max(place.start, 0), len(source.text))
    end = min(max(place.end, start), len(source.text))
    return ScreenRange(place.file, *source.position(start), *source.position(end))


def counted(number: int, singular: str, many: str = "") -> str:
    """`1 error`, `2 errors`."""
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


def summary(findings: DiagnosticReport) -> str:
    """The summary line: the number of files and declarations checked, and of findings."""
    looked = f"checked {counted(findings.files, 'file')} with {counted(findings.declarations, 'declaration')}"
    if not findings.diagnostics:
        return f"{looked}: no findings"
    parts = [counted(findings.errors, "error")] if findings.errors else []
    parts += [counted(findings.warnings, "warning")] if findings.warnings else []
    return f"{looked}: {', '.join(parts)}"
