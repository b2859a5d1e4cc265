"""The outcomes of scenarios, as plain values that one process can send to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from attrs import evolve, field, frozen

from dsl.diagnostics import Diagnostic, Label
from dsl.ir.program import ScenarioSource
from dsl.text.source import Place
from tools.report.findings import DiagnosticReport
from tools.testing.suites import FoundSuites, cites, name_of, tree_of

Status = Literal["passed", "failed", "todo"]


@frozen
class ScenarioOutcome:
    """The outcome of one scenario: the failures of its cases, or its `todo` text."""

    wrong: tuple[Diagnostic, ...] = ()
    todo: str | None = None

    @property
    def status(self) -> Status:
        return "failed" if self.wrong else "todo" if self.todo is not None else "passed"

    def as_list(self) -> list[Any]:
        return [[_as_list(diagnostic) for diagnostic in self.wrong], self.todo]

    @classmethod
    def from_list(cls, plain: list[Any]) -> ScenarioOutcome:
        return cls(tuple(_from_list(item) for item in plain[0]), plain[1])


@frozen
class ScenarioResult:
    """A scenario with its outcome."""

    scenario: ScenarioSource
    ended: ScenarioOutcome

    @property
    def name(self) -> str:
        return name_of(self.scenario)

    @property
    def place(self) -> Place:
        return self.scenario.parsed.piece.place(tree_of(self.scenario).name.span)

    @property
    def file(self) -> str:
        return self.scenario.parsed.piece.file

    @property
    def line(self) -> int:
        piece = self.scenario.parsed.piece
        return piece.position(tree_of(self.scenario).name.span[0])[0]

    @property
    def cites(self) -> list[str]:
        return cites(self.scenario)

    @property
    def message(self) -> str:
        """All failures in one line, or the `todo` text."""
        if self.ended.todo is not None:
            return self.ended.todo
        return "; ".join(f"{diagnostic.code}: {diagnostic.message}" for diagnostic in self.ended.wrong)


@frozen
class ScenarioReport:
    """A whole run: the results in the order of their files, and the games that could not be run."""

    found: FoundSuites
    results: tuple[ScenarioResult, ...]
    others: tuple[Diagnostic, ...] = field(default=())  # other findings

    def count(self, status: Status) -> int:
        return sum(result.ended.status == status for result in self.results)

    @property
    def findings(self) -> DiagnosticReport:
        failed = (_within(diagnostic, result) for result in self.results for diagnostic in result.ended.wrong)
        return DiagnosticReport((*self.found.errors, *self.others, *failed), self.found.sources)


def _within(diagnostic: Diagnostic, result: ScenarioResult) -> Diagnostic:
    """A diagnostic with the head of its scenario, if its position alone does not show it."""
    if diagnostic.place == result.place or any(note.place == result.place for note in diagnostic.notes):
        return diagnostic
    return evolve(diagnostic, notes=(Label(result.place, "in this scenario"), *diagnostic.notes))


def _as_list(diagnostic: Diagnostic) -> list[Any]:
    notes = [[*_place(note.place), note.text] for note in diagnostic.notes]
    return [
        diagnostic.code,
        diagnostic.severity,
        diagnostic.message,
        *_place(diagnostic.place),
        diagnostic.label,
        diagnostic.help,
        notes,
    ]


def _place(place: Place) -> list[Any]:
    return [place.file, place.start, place.end]


def _from_list(plain: list[Any]) -> Diagnostic:
    code, severity, message, file, start, end, label, help, notes = plain
    labels: Iterable[Label] = (Label(Place(*note[:3]), note[3]) for note in notes)
    return Diagnostic(code, severity, message, Place(file, start, end), label, help, tuple(labels))
