"""What the last whole check of a workspace knows, as values that stay valid while the next check runs.

Findings are kept by the declaration that they are in, with positions relative to it, so that they stay in place while
the text around them is edited.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.packs.manifest import PackManifest, RulesetManifest
from dsl.syntax.parsed import Parsed
from dsl.text.source import Piece, Place, Source
from tools.workspace.facts.checked_rules import GroupRules
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.result import CheckResult
from tools.workspace.units.unit_texts import DeclarationSlot
from tools.workspace.workspace import Workspace

PieceKey = tuple[str, int]
"""The digest of a declaration, and how many with the same text are above it in its file."""


def keys_of(pieces: Iterable[Piece]) -> list[PieceKey]:
    above: Counter[str] = Counter()
    keys = []
    for piece in pieces:
        keys.append((piece.digest, above[piece.digest]))
        above[piece.digest] += 1
    return keys


@frozen(eq=False)
class CheckedFile:
    """A text as it was checked: its declarations, and the findings in each of them."""

    path: str
    source: Source
    root: str
    for_tests: bool
    pieces: tuple[Piece, ...]
    found: Mapping[PieceKey, tuple[Diagnostic, ...]]
    loose: tuple[Diagnostic, ...]
    """Findings about the file as a whole."""


@frozen(eq=False)
class CheckedUnit:
    """A ruleset or pack with everything that its texts may use. `slots` are the rules by the number in their places."""

    root: str
    shown: str
    kind: str
    manifest: PackManifest | RulesetManifest | None
    book: GroupRules
    slots: tuple[tuple[str, str], ...]
    trees: Mapping[str, Parsed]
    """The trees of rules by their digest, as they were collected."""
    order: tuple[str, ...]
    """The digests of all rules in their order."""
    cards: Mapping[str, str]
    """The kinds of cards and parts by their names."""
    givers: Mapping[str, tuple[str, str]]
    """Where a card is: the path of its file and the digest of its text."""
    clauses: frozenset[str] | None
    clause_words: Mapping[str, str]
    context: tuple[str, ...]
    """The folders of the units that it uses."""


@frozen(eq=False)
class Snapshot:
    units: Mapping[str, CheckedUnit] = field(factory=dict)
    files: Mapping[str, CheckedFile] = field(factory=dict)
    others: Mapping[str, tuple[Diagnostic, ...]] = field(factory=dict)
    """Findings in manifests and other files, by path."""
    shown: Mapping[str, str] = field(factory=dict)
    """The path of each file by the name that findings use."""
    sources: Mapping[str, Source] = field(factory=dict)


EMPTY = Snapshot()


def snapshot(workspace: Workspace, result: CheckResult) -> Snapshot:
    """The state of a workspace after a check."""
    shown = {name: os.path.abspath(real) for name, real in workspace.reals() if real}
    by_file: dict[str, list[Diagnostic]] = {}
    for diagnostic in result.diagnostics:
        by_file.setdefault(diagnostic.place.file, []).append(diagnostic)
    files: dict[str, CheckedFile] = {}
    units: dict[str, CheckedUnit] = {}
    for family in workspace.families:
        for group in family.groups:
            if group.book is None or group.names is None:
                continue
            units[group.target.root] = _unit(group)
            for file in group.target.files.values():
                if file.real:
                    checked = _file(group, list(file.slots), file.source, file.path, by_file.get(file.shown, []))
                    files[os.path.abspath(file.real)] = evolve(checked, path=os.path.abspath(file.real))
    others = {
        shown[name]: tuple(findings) for name, findings in by_file.items() if name in shown and shown[name] not in files
    }
    return Snapshot(units, files, others, shown, dict(result.sources))


def _file(
    group: CheckGroup, slots: list[DeclarationSlot], source: Source, inside: str, diagnostics: list[Diagnostic]
) -> CheckedFile:
    pieces = tuple(Piece(source.file, slot.start, slot.text, slot.digest, 1) for slot in slots)
    starts = [piece.start for piece in pieces]
    keys = keys_of(pieces)
    by_piece: dict[PieceKey, list[Diagnostic]] = {}
    loose = []
    for diagnostic in diagnostics:
        at = bisect_right(starts, diagnostic.place.start) - 1
        if at < 0:
            loose.append(diagnostic)
        else:
            by_piece.setdefault(keys[at], []).append(relative(diagnostic, source.file, pieces[at].start))
    kept = {key: tuple(findings) for key, findings in by_piece.items()}
    return CheckedFile("", source, group.target.root, inside.startswith("tests/"), pieces, kept, tuple(loose))


def relative(diagnostic: Diagnostic, file: str, start: int) -> Diagnostic:
    """A finding with positions counted from the start of its declaration; other files keep theirs."""
    return shifted(diagnostic, file, -start)


def shifted(diagnostic: Diagnostic, file: str, by: int) -> Diagnostic:
    def moved(place: Place) -> Place:
        return evolve(place, start=place.start + by, end=place.end + by) if place.file == file else place

    fix = diagnostic.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(evolve(edit, place=moved(edit.place)) for edit in fix.edits))
    notes = tuple(evolve(note, place=moved(note.place)) for note in diagnostic.notes)
    return evolve(diagnostic, place=moved(diagnostic.place), notes=notes, fix=fix)


def _unit(group: CheckGroup) -> CheckedUnit:
    assert group.book is not None
    assert group.names is not None
    cards = {**group.names.parts, **group.names.index}
    givers = dict(_givers(group))
    for outside in group.outside:
        if outside.names is not None:
            cards = {**outside.names.parts, **outside.names.index, **cards}
            givers = {**dict(_givers(outside)), **givers}
    pieces = group.book.pieces
    slots = tuple((os.path.abspath(slot.file.real) if slot.file.real else "", slot.digest) for slot in group.rules)
    trees = {
        slot.digest: slot.parsed for slot in group.rules if slot.parsed is not None and slot.parsed.tree is not None
    }
    target = group.target
    return CheckedUnit(
        target.root, target.shown, target.kind, target.manifest, group.book, slots, trees,
        tuple(piece.digest for piece in pieces), cards, givers, group.clauses,
        {id: words for unit in group.units for id, words in unit.clause_words.items()},
        tuple(unit.root for unit in group.context),
    )  # fmt: skip


def _givers(group: CheckGroup) -> Iterator[tuple[str, tuple[str, str]]]:
    for slot, facts in group.facts.items():
        if facts.head is not None and slot.file.real:
            for name in (facts.head.id, facts.head.shown, *(name for name, _ in facts.parts)):
                yield name, (os.path.abspath(slot.file.real), slot.digest)
