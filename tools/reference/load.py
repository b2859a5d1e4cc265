"""Loads the contents of a game or pack from a path, for `cards` and `doc`.

The workspace resolves the path and reports errors; with an error there are no contents, since a text that does not
check cannot be described.
"""

from __future__ import annotations

from attrs import frozen

from dsl.check.driver import Unit as CheckUnit
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Source
from tools.packs.load import load_pack
from tools.reference.contents import Contents, contents_of_units
from tools.report.findings import DiagnosticReport
from tools.workspace.units import WorkspaceUnit
from tools.workspace.workspace import Workspace


@frozen
class LoadedContents:
    """The contents, or the errors that stand in their way."""

    contents: Contents | None
    findings: DiagnosticReport


def load(path: str) -> LoadedContents:
    """The game or pack in a folder, an archive or a file, with everything that it builds on."""
    workspace = Workspace([path], cache=True)
    result = workspace.check()
    errors = tuple(diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error")
    findings = DiagnosticReport(errors, result.sources, result.files, result.declarations)
    groups = [group for family in workspace.families for group in family.groups]
    group = workspace.group(path) or next((group for group in groups if group.reported), None)
    if errors or group is None or group.text_only:
        return LoadedContents(None, findings)
    target = group.target
    units = [_unit(unit, unit is target) for unit in (*group.context, target)]
    manifest = target.manifest
    title = manifest.name if manifest is not None else ""
    book = load_pack(path).clauses if target.kind == "ruleset" else None
    return LoadedContents(contents_of_units(units, unit=_name(target), title=title, book=book), findings)


def _unit(unit: WorkspaceUnit, tests: bool) -> CheckUnit:
    """A unit as the checker wants it; the tests of what is only built on are left out."""
    name = _name(unit)
    pieces: list[Parsed] = []
    for file in unit.files.values():
        if tests or not file.for_tests:
            pieces += parse_source(Source(f"{name}/{file.path}", file.source.text))
    if not tests:
        pieces = [parsed for parsed in pieces if not isinstance(parsed.tree, n.Scenario)]
    return CheckUnit(name, tuple(pieces))


def _name(unit: WorkspaceUnit) -> str:
    return unit.manifest.id if unit.manifest is not None else unit.shown
