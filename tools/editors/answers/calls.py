"""Call hierarchy: what performs or hooks an effect, and what an effect, action, hook or card performs."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from dsl.bindings.target import Target
from tools.editors.answers.places import Occurrence, use_at, uses
from tools.editors.answers.symbols import described
from tools.editors.project import Checked, Project
from tools.editors.values import FileRange

_CALLED = ("verb", "rule", "mark", "window", "flow")


@frozen
class Caller:
    """A declaration, and where it uses the other one."""

    name: str
    sort: str
    location: FileRange
    head: FileRange
    places: tuple[FileRange, ...] = ()


def prepare(project: Project, path: str, offset: int) -> Caller | None:
    """The declaration that is meant at an offset: that of the name there, else the one around it."""
    here = use_at(project, path, offset)
    if here is not None and here[1].targets[0].space in _CALLED:
        declared = uses(project, *here, only_declared=True)
        if declared:
            return _caller(declared[0].checked)
    checked = project.checked_at(path, offset)
    return _caller(checked) if checked is not None and checked.tree is not None else None


def _caller(checked: Checked, places: tuple[FileRange, ...] = ()) -> Caller:
    assert checked.tree is not None
    sort, name, head = described(checked.tree)
    piece = checked.piece
    span = head.span if head is not None else (checked.tree.span[0], checked.tree.span[0] + 1)
    whole = FileRange(piece.file, piece.start + checked.tree.span[0], piece.start + checked.tree.span[1])
    return Caller(name, sort, whole, FileRange(piece.file, piece.start + span[0], piece.start + span[1]), places)


def incoming(project: Project, path: str, offset: int) -> list[Caller]:
    """The declarations that perform, hook, ask or open the one at an offset."""
    here = use_at(project, path, offset)
    if here is None:
        return []
    calls = [occurrence for occurrence in uses(project, *here) if not occurrence.use.declares]
    return _grouped(calls, lambda occurrence: occurrence.checked)


def outgoing(project: Project, path: str, offset: int) -> list[Caller]:
    """The declarations that the one at an offset performs, asks and opens; the places are in that one."""
    checked = project.checked_at(path, offset)
    if checked is None:
        return []
    by_target: dict[Target, list[FileRange]] = {}
    for use in checked.uses:
        target = use.targets[0]
        if target.space in _CALLED and not use.declares:
            by_target.setdefault(target, []).append(Occurrence(checked, use).location)
    callees = []
    for places in by_target.values():
        here = use_at(project, places[0].path, places[0].start)
        declared = uses(project, *here, only_declared=True) if here is not None else []
        if declared:
            callees.append(_caller(declared[0].checked, tuple(places)))
    return callees


def _grouped(occurrences: list[Occurrence], by: Callable[[Occurrence], Checked]) -> list[Caller]:
    groups: dict[tuple[str, int], tuple[Checked, list[FileRange]]] = {}
    for occurrence in occurrences:
        checked = by(occurrence)
        if checked.tree is not None:
            groups.setdefault((checked.piece.file, checked.piece.start), (checked, []))[1].append(occurrence.location)
    return [_caller(checked, tuple(places)) for checked, places in groups.values()]
