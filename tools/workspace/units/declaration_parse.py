"""Parses one declaration by itself, with positions relative to its start, so that they stay valid when it moves."""

from __future__ import annotations

import re

from attrs import evolve

from dsl.diagnostics import Diagnostic, Edit, Label
from dsl.parse import parse_piece
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.text.source import Piece, Place
from tools.internal_errors import internal_diagnostic

_HEAD = re.compile(r"(?:\s++|#[^\n]*+)*+(.)")
_ALLOW = re.compile(r"#\s*botwright:\s*allow\b")


def begins_card(written: str) -> bool:
    """Whether a declaration can be a card: only cards begin with a capital letter."""
    head = _HEAD.match(written)
    return head is not None and head.group(1).isupper()


def head_place(piece: Piece) -> Place:
    """The first line of a declaration, for a finding without a better position."""
    head = _HEAD.match(piece.text)
    start = head.start(1) if head else 0
    end = piece.text.find("\n", start)
    return piece.place((start, len(piece.text) if end < 0 else end))


def read(written: str, digest: str) -> Parsed:
    """Parse one declaration. An internal error of the parser becomes a diagnostic, so that it hides no other."""
    piece = Piece("", 0, written, digest)
    try:
        return parse_piece(piece)
    except Exception as error:  # noqa: BLE001 - see above
        return Parsed(piece, None, (), (internal_diagnostic(error, head_place(piece)),))


def moved_to(piece: Piece, parsed: Parsed) -> Parsed:
    """A declaration that was parsed by itself, at its position in a file."""
    return evolve(
        parsed, piece=piece, diagnostics=tuple(_moved(diagnostic, piece) for diagnostic in parsed.diagnostics)
    )


def _moved(diagnostic: Diagnostic, piece: Piece) -> Diagnostic:
    def place(there: Place) -> Place:
        return there if there.file else piece.place((there.start, there.end))

    notes = tuple(Label(place(note.place), note.text) for note in diagnostic.notes)
    fix = diagnostic.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(Edit(place(edit.place), edit.text) for edit in fix.edits))
    return evolve(diagnostic, place=place(diagnostic.place), notes=notes, fix=fix)


def allowances(parsed: Parsed) -> tuple[Token, ...]:
    """The comments that allow a warning."""
    return tuple(comment for comment in parsed.comments if _ALLOW.match(comment.text))
