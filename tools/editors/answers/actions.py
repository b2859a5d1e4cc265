"""Code actions: the fixes of the findings in a range, and the fields that a card still lacks."""

from __future__ import annotations

from collections.abc import Set
from typing import Literal

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.names import types as t
from dsl.syntax import nodes as n
from tools.editors.answers.diagnostics import findings
from tools.editors.answers.formatting import whole
from tools.editors.project import Project
from tools.editors.values import TextEdit

ActionSort = Literal["fix", "all", "format"]
"""A repair in one place, all repairs of a file, or its formatting."""


@frozen
class SourceAction:
    """`finding` is what it repairs."""

    title: str
    edits: tuple[TextEdit, ...]
    sort: ActionSort = "fix"
    finding: Diagnostic | None = None


def actions(project: Project, path: str, start: int, end: int, sorts: Set[ActionSort]) -> list[SourceAction]:
    """The actions of these sorts for a range."""
    result: list[SourceAction] = []
    fixable = [finding for finding in findings(project, path) if finding.fix is not None]
    if "fix" in sorts:
        result += [
            SourceAction(finding.fix.does, _edits(finding, project, path), "fix", finding)
            for finding in fixable
            if finding.fix is not None and finding.place.start <= end and finding.place.end >= start
        ]
    if "all" in sorts and len(fixable) > 1:
        result.append(SourceAction(f"apply all {len(fixable)} fixes of this file", _all(fixable, project, path), "all"))
    missing = missing_fields(project, path, start) if "fix" in sorts else None
    if missing is not None:
        result.append(missing)
    edits = whole(project, path) if "format" in sorts else []
    return [*result, *([SourceAction("write this file in the one style", tuple(edits), "format")] if edits else [])]


def fix_all(project: Project, path: str) -> tuple[TextEdit, ...]:
    """The edits of all fixes of a file that do not overlap."""
    return _all([finding for finding in findings(project, path) if finding.fix is not None], project, path)


def _edits(finding: Diagnostic, project: Project, path: str) -> tuple[TextEdit, ...]:
    assert finding.fix is not None
    shown = project.snapshot.shown
    return tuple(
        TextEdit(shown.get(edit.place.file, path), edit.place.start, edit.place.end, edit.text)
        for edit in finding.fix.edits
    )


def _all(fixable: list[Diagnostic], project: Project, path: str) -> tuple[TextEdit, ...]:
    taken: list[TextEdit] = []
    for finding in fixable:
        edits = _edits(finding, project, path)
        if not any(_overlap(edit, other) for edit in edits for other in taken):
            taken += edits
    return tuple(taken)


def _overlap(edit: TextEdit, other: TextEdit) -> bool:
    same = edit.path == other.path and edit.start < max(other.end, other.start + 1)
    return same and other.start < max(edit.end, edit.start + 1)


def missing_fields(project: Project, path: str, offset: int) -> SourceAction | None:
    """Add the fields that a card must have and does not give."""
    checked = project.checked_at(path, offset)
    tree = checked.tree if checked is not None else None
    if checked is None or not isinstance(tree, n.Thing) or tree.like is not None:
        return None
    symbols = checked.rules.symbols
    lines = tree.body.lines if tree.body is not None else ()
    given = {line.verb.text for line in lines if isinstance(line, n.Phrase)}
    given |= {"cost"} if any(isinstance(line, n.Cost) for line in lines) else set()
    missing = [sig for sig in symbols.fields(tree.kind.text).values() if sig.required and sig.name not in given]
    if not missing:
        return None
    added = "".join(f"  {sig.name} {_value(sig.type, symbols.symbols)}\n" for sig in missing)
    end = checked.piece.start + tree.span[1]
    if tree.body is None:
        edit = TextEdit(path, end, end, f" {{\n{added}}}")
    else:
        close = checked.piece.start + tree.body.span[1] - 1
        text = checked.piece.text
        before = text[: tree.body.span[1] - 1]
        line = before.rfind("\n") + 1
        own_line = not before[line:].strip()
        place = checked.piece.start + line if own_line else close
        edit = TextEdit(path, place, place, added if own_line else f"\n{added}")
    names = ", ".join(f"`{sig.name}`" for sig in missing)
    return SourceAction(f"add the missing fields {names}", (edit,))


def _value(type: t.Type, sets: dict) -> str:  # type: ignore[type-arg]
    """A first value of a type."""
    match t.plain(type):
        case t.NumberT(low=low):
            return str(low if low is not None else 0)
        case t.TextT():
            return '""'
        case t.TruthT():
            return "no"
        case t.SymbolT(name=name):
            return str(sets[name].members[0])
        case t.LadderT():
            return "1/1/1"
        case t.ScriptT():
            return "{ }"
        case t.ListT():
            return "[]"
        case t.TableT():
            return "{ }"
        case _:
            return "none"
