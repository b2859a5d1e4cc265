"""Parses one piece of text into one declaration, or into the reason why that fails.

Each piece is parsed by itself, so an error in one declaration never hides another. A piece with an error in its
characters or brackets gets only that diagnostic: any parser error would follow from it. `dsl.recovery.parse_errors`
writes the message about an unexpected token.
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
from weakref import WeakValueDictionary

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.recovery import parse_errors
from dsl.recovery.structure import column_one
from dsl.syntax.builders import BUILDERS
from dsl.syntax.keywords import DECLARATIONS
from dsl.syntax.lalr import LalrParser, Stuck
from dsl.syntax.migrations import outdated_forms
from dsl.syntax.nodes import Declaration, Expr, Sentence
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Row, tokenize
from dsl.syntax.walk import too_deep
from dsl.text import limits as bounds
from dsl.text.give_way import give_way
from dsl.text.source import Piece, Place, Source, digest, pieces

_WORD = re.compile(r"\w+")
_UNINDENTED = re.compile(r"(?<=\n)[^\s#{}()\[\]]")


@cache
def parser() -> LalrParser:
    return LalrParser(BUILDERS)


_trees: WeakValueDictionary[str, Declaration] = WeakValueDictionary()
"""Trees of faultless declarations without comments, by their text, as long as somebody uses them. Spans are relative to
the piece, so the same text has the same tree wherever it is: a game that is loaded again, or once more with another of
its packs, is not parsed again."""


def parse_piece(piece: Piece) -> Parsed:
    tree = _trees.get(piece.text)
    if tree is not None:
        return Parsed(piece, tree, (), ())
    parsed = _parse(piece, "declaration")
    if parsed.tree is not None and not parsed.comments and not parsed.diagnostics:
        _trees[piece.text] = parsed.tree
    return parsed


def parse_expression(text: str, file: str = "<input>") -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Parse a single expression, as typed at a prompt."""
    parsed = _parse(Piece(file, 0, text, digest(text)), "expr")
    tree: Any = parsed.tree
    return tree, parsed.diagnostics


def parse_sentence(text: str, file: str = "<input>") -> tuple[Sentence | None, tuple[Diagnostic, ...]]:
    """Parse a single sentence, as typed at a prompt."""
    parsed = _parse(Piece(file, 0, text, digest(text)), "sentence")
    tree: Any = parsed.tree
    return tree, parsed.diagnostics


def _parse(piece: Piece, start: str) -> Parsed:
    give_way()
    tokenized = tokenize(piece)
    comments, diagnostics = tuple(tokenized.comments), tokenized.diagnostics
    if not tokenized.rows or any(d.severity == "error" for d in diagnostics):
        return Parsed(piece, None, comments, tuple(diagnostics))
    try:
        tree = parser().read(tokenized.rows, start)
    except Stuck as stuck:
        error = parse_errors.explain(piece, parser(), stuck, tokenized.tokens)
        return Parsed(piece, None, comments, (*diagnostics, error))
    head = tokenized.rows[0][3]  # the first word belongs in the first column
    unindented = _UNINDENTED.search(piece.text, head) if start == "declaration" else None
    if unindented is not None:
        diagnostics = [*diagnostics, *column_one(piece, tokenized.tokens)]
    deep = too_deep(tree, bounds.NESTING) if len(tokenized.rows) > bounds.NESTING else None
    if deep is not None:
        error = diagnose(codes.TOO_DEEP, piece.place(deep), limit=bounds.NESTING)
        return Parsed(piece, None, comments, (*diagnostics, error))
    return Parsed(piece, tree, comments, (*diagnostics, *_old_forms(piece, tree, tokenized.rows)))


def _old_forms(piece: Piece, tree: Declaration, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """A warning for each old form, with the edits that migrate it to the current one."""
    for old in outdated_forms(tree, piece.text, rows):
        edits = tuple(Edit(piece.place(span), text) for span, text in old.edits)
        fix = Fix(f"write {old.rewrite.does}", edits)
        rewrite = old.rewrite
        place = piece.place(old.span)
        yield diagnose(codes.OLD_FORM, place, fix=fix, what=rewrite.what, since=rewrite.since, does=rewrite.does)


def parse_source(source: Source) -> list[Parsed]:
    """All declarations of a file, in order. A file that exceeds a limit gives one diagnostic and no tree."""
    error = exceeded_limit(source)
    if error is not None:
        return [Parsed(Piece(source.file, 0, "", ""), None, (), (error,))]
    with no_collection():
        return [parse_piece(piece) for piece in join_pieces(pieces(source))]


def exceeded_limit(source: Source) -> Diagnostic | None:
    """The first limit that a file exceeds."""

    def over(start: int, what: str, limit: int, name: str) -> Diagnostic:
        place = Place(source.file, start, min(start + 1, len(source.text)))
        return diagnose(codes.TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name)

    text = source.text
    if len(text) > bounds.FILE_BYTES:
        return over(0, "this file", bounds.FILE_BYTES, "bytes of a file")
    nul_offset = text.find("\0")
    if nul_offset >= 0:
        return diagnose(codes.NUL, Place(source.file, nul_offset, nul_offset + 1), offset=nul_offset)
    starts = source.line_starts
    if len(starts) > bounds.FILE_LINES:
        return over(starts[bounds.FILE_LINES], "this file", bounds.FILE_LINES, "lines of a file")
    for start, end in zip(starts, [*starts[1:], len(text) + 1], strict=True):
        if end - start > bounds.LINE_CHARACTERS:
            return over(start, "this line", bounds.LINE_CHARACTERS, "characters of a line")
    return None


def join_pieces(pieces_of_file: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces; a piece that begins in the first column by mistake is joined to the unfinished piece above.

    So a line without its indentation is reported where it is, not as a missing brace above.
    """
    pending: list[Piece] = []
    unclosed = 0  # braces that the pending pieces have not closed
    text_open = False  # whether a multi-line text is open
    remaining = deque(pieces_of_file)
    while remaining:
        piece = remaining.popleft()
        joins = (
            _continues_text(piece, remaining)
            if text_open
            else unclosed > 0 and _continues_piece(unclosed, piece, remaining)
        )
        if pending and not joins:
            yield _concatenate(pending)
            pending, unclosed, text_open = [], 0, False
        pending.append(piece)
        unclosed += _brace_balance(piece)
        text_open ^= piece.text.count('"""') % 2 == 1
    if pending:
        yield _concatenate(pending)


def _concatenate(parts: list[Piece]) -> Piece:
    if len(parts) == 1:
        return parts[0]
    text = "".join(part.text for part in parts)
    return Piece(parts[0].file, parts[0].start, text, digest(text), parts[0].line)


def _brace_balance(piece: Piece) -> int:
    return piece.text.count("{") - piece.text.count("}")


_RULE_WORDS = frozenset("before after instead modify forbid allow action always".split())
_CARD = re.compile(r'(?:#[^\n]*\n|\s)*[^\W\d]\w*(?: +[^\W\d]\w*| +"[^"\n]*")* *\{')
_TEXT_LINES = 100  # of a multi-line text in the first column
_UNINDENTED_LINES = 10  # lines in the first column that are treated as one mistake


def _continues_piece(unclosed: int, piece: Piece, below: Iterable[Piece]) -> bool:
    """Whether a piece belongs to the one above: it begins like no declaration, or it contains the missing brace."""
    word = _first_word(piece)
    if not word or piece.text[0] == "#":
        return False
    if word not in DECLARATIONS and not word[0].isupper():
        return True
    for candidate in islice(chain([piece], below), _UNINDENTED_LINES):
        word = _first_word(candidate)
        if word in DECLARATIONS and word not in _RULE_WORDS:
            return False
        unclosed += _brace_balance(candidate)
        if unclosed <= 0:
            return True
    return False


def _continues_text(piece: Piece, below: Iterable[Piece]) -> bool:
    """Whether a piece continues a multi-line text: it, or a piece before the next declaration, contains the end of
    the text."""
    for candidate in islice(chain([piece], below), _TEXT_LINES):
        if _first_word(candidate) in DECLARATIONS or _CARD.match(candidate.text):
            return False
        if '"""' in candidate.text:
            return True
    return False


def _first_word(piece: Piece) -> str:
    lines = (line for line in piece.text.split("\n") if line.strip() and not line.startswith("#"))
    match = _WORD.match(next(lines, ""))
    return match.group() if match else ""


@contextmanager
def no_collection() -> Iterator[None]:
    """Disable garbage collection: trees have no cycles, so collecting while many are built only costs time.

    What was built counts as old afterwards, or else the first collection would search all of it.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


__all__ = ["parse_expression", "parse_piece", "parse_sentence", "parse_source"]
