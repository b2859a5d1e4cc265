"""Loads the contents of a game or pack from a path, for `cards` and `doc`.

The workspace resolves the path and reports errors; with an error there are no contents, since a text that does not
check cannot be described.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from attrs import evolve, frozen

from dsl.ir.program import Program
from dsl.syntax.parsed import Parsed
from tools.packs.load import load_pack
from tools.reference.contents import Contents, contents_of
from tools.report.findings import DiagnosticReport
from tools.workspace.programs import ProgramChecker, errors, id_of
from tools.workspace.result import CheckResult
from tools.workspace.units.unit import WorkspaceUnit


@frozen
class LoadedContents:
    """The contents, or the errors that prevent them."""

    contents: Contents | None
    findings: DiagnosticReport


def load(path: str) -> LoadedContents:
    """The game or pack in a folder, an archive or a file, with everything that it builds on."""
    checker = ProgramChecker([path])
    groups = [group for game in checker.games() for group in game]
    where = os.path.abspath(path)
    group = next((group for group in groups if group.target.root == where), groups[0] if groups else None)
    if group is None:
        result = checker.result(checker.errors_of_texts())
        return LoadedContents(None, _report(result))
    checked = checker.check(group.members)
    findings = _report(checker.result(checked.diagnostics))
    if findings.diagnostics:
        partial = checker.without_broken(group.members, checked)
        if partial is None:
            return LoadedContents(None, findings)
        checked = partial  # one bad card does not stop the others
    target = group.target
    title = target.manifest.name if target.manifest is not None else ""
    book = load_pack(path).clauses if target.kind == "ruleset" else None
    program = _named_by_unit(checked.program, [member.unit for member in group.members])
    return LoadedContents(contents_of(program, unit=id_of(target), title=title, book=book), findings)


def _report(result: CheckResult) -> DiagnosticReport:
    return DiagnosticReport(tuple(errors(result.diagnostics)), result.sources, result.files, result.declarations)


def _named_by_unit(program: Program, units: Sequence[WorkspaceUnit]) -> Program:
    """A program whose files are named by unit and path inside it, not by their folder on disk."""
    names = {file.shown: f"{id_of(unit)}/{file.path}" for unit in units for file in unit.files.values()}

    def renamed(parsed: Parsed) -> Parsed:
        return evolve(parsed, piece=evolve(parsed.piece, file=names[parsed.piece.file]))

    return evolve(
        program,
        declarations=tuple(
            evolve(declaration, piece=evolve(declaration.piece, file=names[declaration.piece.file]))
            for declaration in program.declarations
        ),
        cards=tuple(evolve(card, parsed=renamed(card.parsed)) for card in program.cards),
        scenarios=tuple(evolve(scenario, parsed=renamed(scenario.parsed)) for scenario in program.scenarios),
    )
