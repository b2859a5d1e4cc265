"""Parses one declaration by itself, with positions relative to its start, so that they stay valid when it moves."""

from __future__ import annotations

import re

from dsl.parse import parse_piece
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.text.source import Piece, Place
from tools.internal_errors import internal_diagnostic

_HEAD = re.compile(r"(?:\s++|#[^\n]*+)*+(.)")
_ALLOW = re.compile(r"#\s*botwright:\s*allow\b")


def begins_card(written: str) -> bool:
    """Whether a declaration can be a card: its first word has a capital letter, and no rule's has."""
    head = _HEAD.match(written)
    return head is not None and head.group(1).isupper()


def head_place(piece: Piece) -> Place:
    """The first line of a declaration, for a fault that has no better place."""
    head = _HEAD.match(piece.text)
    start = head.start(1) if head else 0
    end = piece.text.find("\n", start)
    return piece.place((start, len(piece.text) if end < 0 else end))


def read(written: str, digest: str) -> Parsed:
    """Parse one declaration. A fault of the parser itself is a diagnostic too: it must not hide the others."""
    piece = Piece("", 0, written, digest)
    try:
        return parse_piece(piece)
    except Exception as error:  # noqa: BLE001 - see above
        return Parsed(piece, None, (), (internal_diagnostic(error, head_place(piece)),))


def allowances(parsed: Parsed) -> tuple[Token, ...]:
    """The comments that allow a warning."""
    return tuple(comment for comment in parsed.comments if _ALLOW.match(comment.text))
