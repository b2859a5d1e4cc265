"""Definition, references and highlights: where a name is declared, and where it is used.

Only declarations whose text contains the word are checked for it, each once for the same rules; so a question about a
whole game is answered in a moment, and the next one at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from attrs import frozen

from dsl.bindings.target import Target, Use
from dsl.ir.cards import head_of
from dsl.syntax import nodes as n
from tools.editors.project import Checked, Project
from tools.editors.snapshot import CheckedUnit
from tools.editors.values import FileRange

_ENTRY = re.compile(r"\bid:\s*[\"']?([A-Z]{2,8}-[A-Z][A-Z0-9]*-\d+)(?![\w-])")
_CLAUSE = re.compile(r"[A-Z]{2,8}-[A-Z][A-Z0-9]*-\d+")


@frozen(eq=False)
class Occurrence:
    """A use in a declaration of a file."""

    checked: Checked
    use: Use

    @property
    def location(self) -> FileRange:
        piece = self.checked.piece
        return FileRange(piece.file, piece.start + self.use.start, piece.start + self.use.end)

    @property
    def text(self) -> str:
        return self.checked.piece.text[self.use.start : self.use.end]


def use_at(project: Project, path: str, offset: int) -> tuple[Checked, Use] | None:
    checked = project.checked_at(path, offset)
    use = checked.use_at(offset) if checked is not None else None
    return (checked, use) if checked is not None and use is not None else None


def definition(project: Project, path: str, offset: int) -> list[FileRange]:
    """Where the name at an offset is declared; for a clause, its entry in the catalogue."""
    clause, unit = _clause_here(project, path, offset)
    if clause is not None and unit is not None:
        return clause_places(project, unit, clause)
    here = use_at(project, path, offset)
    if here is None:
        return []
    checked, use = here
    return [occurrence.location for occurrence in uses(project, checked, use, only_declared=True)]


def references(project: Project, path: str, offset: int, declared: bool = True) -> list[FileRange]:
    clause, unit = _clause_here(project, path, offset)
    if clause is not None and unit is not None:
        entry = clause_places(project, unit, clause) if declared else []
        return [*entry, *sorted({occurrence.location for occurrence in uses_of_clause(project, unit, clause)})]
    here = use_at(project, path, offset)
    if here is None:
        return []
    return [occurrence.location for occurrence in uses(project, *here) if declared or not occurrence.use.declares]


def _clause_here(project: Project, path: str, offset: int) -> tuple[str | None, CheckedUnit | None]:
    """The clause that is cited, or declared in a catalogue, at an offset."""
    if path.endswith(".yaml"):
        return clause_at(project.text(path) or "", offset), project.unit(path)
    here = use_at(project, path, offset)
    if here is None or here[1].targets[0].space != "clause":
        return None, None
    return here[1].targets[0].name, here[0].unit


def highlights(project: Project, path: str, offset: int) -> list[tuple[FileRange, bool]]:
    """The same name in the same file, with whether it is declared there."""
    clause, unit = _clause_here(project, path, offset)
    if clause is not None and unit is not None:
        entry = [(place, True) for place in clause_places(project, unit, clause) if place.path == path]
        cited = {occurrence.location for occurrence in uses_of_clause(project, unit, clause)}
        return [*entry, *((place, False) for place in sorted(cited) if place.path == path)]
    here = use_at(project, path, offset)
    if here is None:
        return []
    return [(occurrence.location, occurrence.use.declares) for occurrence in uses(project, *here, file=path)]


def uses(project: Project, checked: Checked, use: Use, only_declared: bool = False, file: str = "") -> list[Occurrence]:
    """All uses of what a name means, each once, in order of files and places."""
    targets = same(use.targets, checked)
    if all(target.space in ("local", "seat") for target in targets):
        return [
            Occurrence(checked, other)
            for other in checked.uses
            if targets & same(other.targets, checked) and (other.declares or not only_declared)
        ]
    names = {target.name for target in targets} | _other_names(project, checked, targets)
    occurrences = []
    for candidate in candidates(project, checked.unit, names, file):
        for other in candidate.uses:
            if (other.declares or not only_declared) and targets & same(other.targets, candidate):
                occurrences.append(Occurrence(candidate, other))
    return sorted(
        {occurrence.location: occurrence for occurrence in occurrences}.values(),
        key=lambda occurrence: occurrence.location,
    )


def same(targets: tuple[Target, ...], checked: Checked) -> set[Target]:
    """The targets with the one name of each card: cards are named by id and by what they show."""
    return {_plain(target, checked) for target in targets}


def _plain(target: Target, checked: Checked) -> Target:
    if target.space in ("card", "part"):
        return Target("card", re.sub(r"[^\w]+", "_", target.name).strip("_").lower())
    if target.space in ("kind", "die"):
        return Target("kind", target.name)
    return target


def _other_names(project: Project, checked: Checked, targets: set[Target]) -> set[str]:
    """The shown names of cards and the roles of kinds, which are other words for the same."""
    names = set()
    for target in targets:
        if target.space == "card":
            names |= {name for name in checked.unit.cards if _plain(Target("card", name), checked) == target}
            tree = checked.tree
            if isinstance(tree, n.Thing):
                names |= {head_of(tree).id, head_of(tree).shown}
        if target.space == "kind":
            names.add(target.name.lower())
    return names


def candidates(project: Project, unit: CheckedUnit, names: set[str], file: str = "") -> Iterator[Checked]:
    """The declarations of all units that may use the names, if their text contains one of them."""
    words = [re.escape(name) for name in names if name]
    if not words:
        return
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")
    for other in project.family(unit):
        paths = dict.fromkeys(chain((f.path for f in project.files(other.root)), _open_in(project, other)))
        for path in paths:
            if file and path != file:
                continue
            for piece in project.pieces(path):
                if pattern.search(piece.text):
                    yield project.checked(piece, other)


def _open_in(project: Project, unit: CheckedUnit) -> Iterator[str]:
    return (path for path in project.documents if project.unit(path) is unit and path.endswith(".bot"))


@lru_cache(maxsize=32)
def _entries(text: str) -> dict[str, tuple[int, int]]:
    """The places of the clauses of a catalogue by their ids."""
    return {entry[1]: entry.span(1) for entry in reversed(list(_ENTRY.finditer(text)))}


def clause_places(project: Project, unit: CheckedUnit, clause: str) -> list[FileRange]:
    """The entry of a clause in the catalogue of its game."""
    roots = (unit.root, *unit.context)
    for path in set(project.snapshot.shown.values()) | set(project.documents):
        if path.endswith(".yaml") and path.startswith(roots):
            text = project.text(path) or ""
            place = _entries(text).get(clause)
            if place is not None:
                return [FileRange(path, *place)]
    return []


def uses_of_clause(project: Project, unit: CheckedUnit, clause: str) -> list[Occurrence]:
    """Everything that cites a clause."""
    target = Target("clause", clause)
    prefix = clause.rpartition("-")[0]
    occurrences = []
    for other in project.family(unit):
        for file in project.files(other.root):
            for piece in project.pieces(file.path):
                if prefix in piece.text:
                    checked = project.checked(piece, other)
                    occurrences += [Occurrence(checked, use) for use in checked.uses if target in use.targets]
    return occurrences


def clause_at(text: str, offset: int) -> str | None:
    """The id of the clause at an offset of a catalogue or a manifest."""
    line = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    for match in _CLAUSE.finditer(text, line, len(text) if end < 0 else end):
        if match.start() <= offset <= match.end():
            return match[0]
    return None
