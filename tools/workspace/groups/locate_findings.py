"""Converts findings with positions inside declarations to findings with positions in files, and limits their number.

Internally, a position is an offset from the start of a declaration. It becomes an offset in a file at the last moment,
so that no finding has to be recomputed because its declaration moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from dsl.check.annotations import without_allowed
from dsl.check.driver import unique
from dsl.diagnostics import Diagnostic, Edit, Label, diagnose
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.repair.finding import RepairedFinding, merged
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.text.limits import DIAGNOSTICS_KEPT
from dsl.text.source import Piece, Place
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.units.declaration_parse import allowances
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile


def placed(diagnostic: Diagnostic, own: DeclarationSlot, group: CheckGroup) -> Diagnostic:
    """A finding with positions in files."""
    if not diagnostic.notes and diagnostic.fix is None:
        return evolve(diagnostic, place=_place(diagnostic.place, own, group))
    notes = tuple(Label(_place(note.place, own, group), note.text) for note in diagnostic.notes)
    fix = diagnostic.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(Edit(_place(edit.place, own, group), edit.text) for edit in fix.edits))
    return evolve(diagnostic, place=_place(diagnostic.place, own, group), notes=notes, fix=fix)


def _place(place: Place, own: DeclarationSlot, group: CheckGroup) -> Place:
    slot = group.slot(place.file) if place.file else own
    return place if slot is None else Place(slot.file.shown, slot.start + place.start, slot.start + place.end)


def base_of(group: CheckGroup, file: UnitFile, shared: Mapping[DeclarationSlot, list[Diagnostic]]) -> list[Diagnostic]:
    """All findings of a file except those that need all groups."""
    diagnostics = list(file.findings)
    results: list[RepairedFinding] = []
    for slot in file.slots:
        results += (
            evolve(repaired, finding=placed(repaired.finding, slot, group)) for repaired in group.suggested(slot)
        )
        diagnostics += [placed(finding, slot, group) for finding in shared.get(slot, ())]
    return [*diagnostics, *(repaired.finding for repaired in merged(results))]


def final_of(group: CheckGroup, file: UnitFile, base: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """All findings of a file: sorted, without duplicates and without those that a comment allows."""
    findings = list(base)
    allowing: list[Parsed] = []
    for slot in file.slots:
        findings += [placed(diagnostic, slot, group) for diagnostic in group.last.get(slot, ())]
        comments = _allowances(group, slot)
        if comments:
            piece = Piece(file.shown, slot.start, slot.text, slot.digest)
            allowing.append(Parsed(piece, None, comments, ()))
    if allowing:
        findings = without_allowed(allowing, findings)
    return cut(unique(findings))


def _allowances(group: CheckGroup, slot: DeclarationSlot) -> tuple[Token, ...]:
    facts = group.facts.get(slot)
    if facts is not None:
        return facts.comments
    return allowances(slot.parsed) if slot.parsed is not None else ()


def cut(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """A limited number of findings for one file, and a last one that gives the total."""
    if len(diagnostics) <= DIAGNOSTICS_KEPT:
        return tuple(diagnostics)
    rest = diagnostics[DIAGNOSTICS_KEPT].place
    what = f"the number of findings in this file ({len(diagnostics):,})"
    help = f"the first {DIAGNOSTICS_KEPT:,} are listed; many of the others may follow from them"
    limit = f"{DIAGNOSTICS_KEPT:,}"
    more = diagnose(TOO_LARGE, rest, help=help, what=what, limit=limit, name="DIAGNOSTICS_KEPT")
    return (*diagnostics[:DIAGNOSTICS_KEPT], more)


def points_elsewhere(diagnostics: Iterable[Diagnostic], file: UnitFile) -> bool:
    """Whether a finding refers to another file."""
    for diagnostic in diagnostics:
        edits = diagnostic.fix.edits if diagnostic.fix is not None else ()
        places = (diagnostic.place, *(note.place for note in diagnostic.notes), *(edit.place for edit in edits))
        if any(place.file != file.shown for place in places):
            return True
    return False
