"""One piece of text to one declaration, or to the reason why not.

Each piece is read by itself, so an error in one declaration never hides another. A piece with a fault in its characters
or brackets gets that diagnostic only: what the parser would add follows from it. The sentence about a word in the wrong
place is made in `dsl.recovery.parse_errors`.
"""

from __future__ import annotations

import gc
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from typing import Any

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.recovery import parse_errors
from dsl.recovery.structure import column_one
from dsl.syntax.build import BUILDERS
from dsl.syntax.keywords import DECLARATIONS
from dsl.syntax.lalr import Reader, Stuck
from dsl.syntax.migrations import old_forms
from dsl.syntax.nodes import Declaration, Expr, Sentence
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Row, tokenize
from dsl.syntax.walk import too_deep
from dsl.text import limits as bounds
from dsl.text.source import Piece, Place, Source, digest, pieces

_WORD = re.compile(r"\w+")
_SLIPPED = re.compile(r"(?<=\n)[^\s#{}()\[\]]")


@cache
def reader() -> Reader:
    return Reader(BUILDERS)


def parse_piece(piece: Piece) -> Parsed:
    return _read(piece, "declaration")


def parse_expression(text: str, file: str = "<input>") -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """One expression by itself, as typed at a prompt."""
    parsed = _read(Piece(file, 0, text, digest(text)), "expr")
    tree: Any = parsed.tree
    return tree, parsed.diagnostics


def parse_sentence(text: str, file: str = "<input>") -> tuple[Sentence | None, tuple[Diagnostic, ...]]:
    """One sentence by itself, as typed at a prompt."""
    parsed = _read(Piece(file, 0, text, digest(text)), "sentence")
    tree: Any = parsed.tree
    return tree, parsed.diagnostics


def _read(piece: Piece, start: str) -> Parsed:
    cut = tokenize(piece)
    comments, found = tuple(cut.comments), cut.diagnostics
    if not cut.rows or any(d.severity == "error" for d in found):
        return Parsed(piece, None, comments, tuple(found))
    try:
        tree = reader().read(cut.rows, start)
    except Stuck as stuck:
        wrong = parse_errors.explain(piece, reader(), stuck, cut.tokens)
        return Parsed(piece, None, comments, (*found, wrong))
    head = cut.rows[0][3]  # the first word is in the first column by right
    slipped = _SLIPPED.search(piece.text, head) if start == "declaration" else None
    if slipped is not None:
        found = [*found, *column_one(piece, cut.tokens)]
    deep = too_deep(tree, bounds.NESTING) if len(cut.rows) > bounds.NESTING else None
    if deep is not None:
        wrong = diagnose(codes.TOO_DEEP, piece.place(deep), limit=bounds.NESTING)
        return Parsed(piece, None, comments, (*found, wrong))
    return Parsed(piece, tree, comments, (*found, *_old(piece, tree, cut.rows)))


def _old(piece: Piece, tree: Declaration, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """What is still read in an older form, with the edits that make the settled one of it."""
    for old in old_forms(tree, piece.text, rows):
        edits = tuple(Edit(piece.place(span), text) for span, text in old.edits)
        fix = Fix(f"write {old.rewrite.does}", edits)
        made = old.rewrite
        place = piece.place(old.span)
        yield diagnose(codes.OLD_FORM, place, fix=fix, what=made.what, since=made.since, does=made.does)


def parse_source(source: Source) -> list[Parsed]:
    """All declarations of a file, in order. A file past a limit of the language gives one diagnostic and no tree."""
    wrong = limits(source)
    if wrong is not None:
        return [Parsed(Piece(source.file, 0, "", ""), None, (), (wrong,))]
    with no_collection():
        return [parse_piece(piece) for piece in glued(pieces(source))]


def limits(source: Source) -> Diagnostic | None:
    """The first limit that a file is over, found without reading it twice."""

    def over(start: int, what: str, limit: int, name: str) -> Diagnostic:
        place = Place(source.file, start, min(start + 1, len(source.text)))
        return diagnose(codes.TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name)

    text = source.text
    if len(text) > bounds.FILE_BYTES:
        return over(0, "this file", bounds.FILE_BYTES, "bytes of a file")
    nul = text.find("\0")
    if nul >= 0:
        return diagnose(codes.NUL, Place(source.file, nul, nul + 1), offset=nul)
    starts = source.line_starts
    if len(starts) > bounds.FILE_LINES:
        return over(starts[bounds.FILE_LINES], "this file", bounds.FILE_LINES, "lines of a file")
    for start, end in zip(starts, [*starts[1:], len(text) + 1], strict=True):
        if end - start > bounds.LINE_CHARACTERS:
            return over(start, "this line", bounds.LINE_CHARACTERS, "characters of a line")
    return None


def glued(cut: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces, except that one which slipped into the first column goes with the unfinished piece above.

    So a line that slipped is reported where it is, not as a brace that is missing above.
    """
    waiting: list[Piece] = []
    lacking = 0  # closing braces that the waiting pieces still want
    drawing = False  # whether a text of several lines is open
    rest = deque(cut)
    while rest:
        piece = rest.popleft()
        joins = _is_drawn(piece, rest) if drawing else lacking > 0 and _slipped(lacking, piece, rest)
        if waiting and not joins:
            yield _joined(waiting)
            waiting, lacking, drawing = [], 0, False
        waiting.append(piece)
        lacking += _braces(piece)
        drawing ^= piece.text.count('"""') % 2 == 1
    if waiting:
        yield _joined(waiting)


def _joined(parts: list[Piece]) -> Piece:
    if len(parts) == 1:
        return parts[0]
    text = "".join(part.text for part in parts)
    return Piece(parts[0].file, parts[0].start, text, digest(text), parts[0].line)


def _braces(piece: Piece) -> int:
    return piece.text.count("{") - piece.text.count("}")


_STANDING = frozenset("before after instead modify forbid allow action always".split())
_CARD = re.compile(r'(?:#[^\n]*\n|\s)*[^\W\d]\w*(?: +[^\W\d]\w*| +"[^"\n]*")* *\{')
_DRAWN_LINES = 100  # of a text in the first column
_SLIPPED_LINES = 10  # how many lines in the first column are still taken for one slip


def _slipped(lacking: int, piece: Piece, below: Iterable[Piece]) -> bool:
    """Whether a piece belongs to the one above: no declaration begins so, or it brings the brace that lacks."""
    word = _first_word(piece)
    if not word or piece.text[0] == "#":
        return False
    if word not in DECLARATIONS and not word[0].isupper():
        return True
    for one in islice(chain([piece], below), _SLIPPED_LINES):
        word = _first_word(one)
        if word in DECLARATIONS and word not in _STANDING:
            return False
        lacking += _braces(one)
        if lacking <= 0:
            return True
    return False


def _is_drawn(piece: Piece, below: Iterable[Piece]) -> bool:
    """Whether a piece is part of a text that began above: it, or one before the next declaration, has the end of it."""
    for one in islice(chain([piece], below), _DRAWN_LINES):
        if _first_word(one) in DECLARATIONS or _CARD.match(one.text):
            return False
        if '"""' in one.text:
            return True
    return False


def _first_word(piece: Piece) -> str:
    lines = (line for line in piece.text.split("\n") if line.strip() and not line.startswith("#"))
    found = _WORD.match(next(lines, ""))
    return found.group() if found else ""


@contextmanager
def no_collection() -> Iterator[None]:
    """Trees have no cycles: while many are made, the collector only costs time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


__all__ = ["parse_expression", "parse_piece", "parse_sentence", "parse_source"]
