"""The findings of a text as it is now: those of the last whole check where the text is the same, and fresh ones for
each declaration that changed.

So an edit is answered by checking one declaration. What only the whole shows follows with the next whole check. An
edit of a comment changes nothing but places: the findings of a declaration with the same words are moved to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from attrs import evolve

from dsl.diagnostics import Diagnostic
from dsl.syntax.tokens import Row, tokenize
from dsl.text.source import Piece, Place
from tools.editors.project import Document, Project
from tools.editors.snapshot import CheckedFile, keys_of, shifted

MOST = 60
"""Changed declarations that are checked at once; after a larger change the whole check tells everything."""


def findings(project: Project, path: str, stop: Callable[[], bool] = lambda: False) -> list[Diagnostic]:
    """The findings of an open text, in order, with places in it, without the warnings that the project allows."""
    every = _findings(project, path, stop)
    return [finding for finding in every if finding.severity == "error" or finding.code not in project.allowed]


def _findings(project: Project, path: str, stop: Callable[[], bool]) -> list[Diagnostic]:
    document, file = project.documents.get(path), project.snapshot.files.get(path)
    if document is None:
        return list(project.snapshot.others.get(path, ()))
    if not path.endswith(".bot"):
        name = next((name for name, real in project.snapshot.shown.items() if real == path), path)
        return [_in_file(finding, name, path) for finding in project.snapshot.others.get(path, ())]
    diagnostics = [_in_file(finding, document.path, path) for finding in document.findings]
    diagnostics += _of_pieces(project, document, file, stop)
    return sorted(set(diagnostics), key=lambda finding: finding.sort_key)


def _of_pieces(
    project: Project, document: Document, file: CheckedFile | None, stop: Callable[[], bool]
) -> list[Diagnostic]:
    unit = project.unit(document.path)
    checked_digests = {piece.digest for piece in file.pieces} if file is not None else set()
    digests = {piece.digest for piece in document.pieces}
    gone = [piece for piece in file.pieces if piece.digest not in digests] if file is not None else []
    diagnostics: list[Diagnostic] = []
    fresh = 0
    for piece, key in zip(document.pieces, keys_of(document.pieces), strict=True):
        if file is not None and piece.digest in checked_digests:
            kept = [shifted(finding, file.source.file, piece.start) for finding in file.found.get(key, ())]
            diagnostics += [_in_file(finding, file.source.file, document.path) for finding in kept]
            continue
        fresh += 1
        if unit is None or fresh > MOST or stop():
            continue
        moved = _same_words(piece, gone, file)
        if moved is not None:
            diagnostics += [_in_file(finding, file.source.file if file else "", document.path) for finding in moved]
            continue
        checked = project.checked(piece, unit)
        inner = checked.parsed.piece.file
        diagnostics += [
            _in_file(shifted(finding, inner, piece.start), inner, document.path) for finding in checked.findings
        ]
    return diagnostics


def only_comments_differ(project: Project, path: str) -> bool:
    """Whether an open text says what it said at the last whole check: then nothing has to be checked again."""
    document, file = project.documents.get(path), project.snapshot.files.get(path)
    if document is None or file is None or document.findings or file.loose:
        return False
    before, now = [piece.digest for piece in file.pieces], [piece.digest for piece in document.pieces]
    if [digest for digest in before if digest in set(now)] != [digest for digest in now if digest in set(before)]:
        return False
    gone = [piece for piece in file.pieces if piece.digest not in set(now)]
    fresh = [piece for piece in document.pieces if piece.digest not in set(before)]
    if len(gone) != len(fresh):
        return False
    return all(_same_words(new, [old], file) is not None for new, old in zip(fresh, gone, strict=True))


def _same_words(piece: Piece, gone: list[Piece], file: CheckedFile | None) -> list[Diagnostic] | None:
    """The findings of a declaration that has changed only in its comments and blanks, at their new places."""
    if file is None or "botwright:" in piece.text:
        return None
    rows: list[Row] | None = None
    for old in gone:
        if abs(len(old.text) - len(piece.text)) > 4_000 or "botwright:" in old.text:
            continue
        if _letters(old.text) != _letters(piece.text) and "#" not in old.text + piece.text:
            continue
        rows = rows if rows is not None else tokenize(piece).rows
        before = tokenize(old).rows
        if [row[:2] for row in before] == [row[:2] for row in rows] and rows:
            move = _mover(before, rows)
            return [
                _moved(finding, file.source.file, move, piece.start) for finding in file.found.get((old.digest, 0), ())
            ]
    return None


def _letters(text: str) -> int:
    return len(text) - text.count(" ") - text.count("\n")


def _mover(before: list[Row], after: list[Row]) -> Callable[[int], int]:
    starts = [row[2] for row in before]

    def move(offset: int) -> int:
        at = max(bisect_right(starts, offset) - 1, 0)
        return after[at][2] + min(offset - before[at][2], after[at][3] - after[at][2])

    return move


def _moved(finding: Diagnostic, name: str, move: Callable[[int], int], start: int) -> Diagnostic:
    def place(old: Place) -> Place:
        return Place(old.file, start + move(old.start), start + move(old.end)) if old.file == name else old

    fix = finding.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(evolve(edit, place=place(edit.place)) for edit in fix.edits))
    notes = tuple(evolve(note, place=place(note.place)) for note in finding.notes)
    return evolve(finding, place=place(finding.place), notes=notes, fix=fix)


def _in_file(finding: Diagnostic, name: str, path: str) -> Diagnostic:
    """A finding that names its own file by its path."""

    def place(old: Place) -> Place:
        return Place(path, old.start, old.end) if old.file in (name, "") else old

    fix = finding.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(evolve(edit, place=place(edit.place)) for edit in fix.edits))
    notes = tuple(evolve(note, place=place(note.place)) for note in finding.notes)
    return evolve(finding, place=place(finding.place), notes=notes, fix=fix)
