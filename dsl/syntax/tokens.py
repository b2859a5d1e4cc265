"""Splits text into tokens and decides which line ends are significant.

A line end is ignored after an opening bracket, a comma or an operator, inside `( )` and `[ ]`, before a closing
bracket, and before a line that begins with a joining word. The tokenizer decides this by looking at the next token,
because a parser that delays a token would read the word after it in the wrong state. Comments are kept beside the
tokens. One regular expression without backtracking makes the time linear in the length of the text. It matches every
character, so offsets are sums of lengths; the type of a token follows from its text or its first letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import islice
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from attrs import field, frozen

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.syntax import keywords
from dsl.syntax.confusables import HIDDEN, STRETCHES, control_characters, faults, lookalike
from dsl.syntax.tables import tables
from dsl.text import limits
from dsl.text.source import Piece

Row = tuple[str, str, int, int]
"""A token as the parser reads it: terminal, text, start, end."""


_NOT_WORDS = frozenset(["INTEGER", "QUOTED", "CLAUSE", "NL", "comment"])


class Token(NamedTuple):
    """`terminal` is its name in the grammar: the word or sign itself, or a class of words such as `NAME`."""

    terminal: str
    text: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """`word`, a kind of literal (`INTEGER`, `QUOTED`, `CLAUSE`), `NL` or the sign itself."""
        return "word" if self.terminal.isalpha() and self.terminal not in _NOT_WORDS else self.terminal


@frozen
class Tokens:
    """The tokens of one piece, the comments between them, and the errors in its characters."""

    rows: list[Row]
    comments: list[Token]
    diagnostics: list[Diagnostic] = field(factory=list)

    @property
    def tokens(self) -> list[Token]:
        return [Token(*row) for row in self.rows]


_PATTERN = re.compile(  # frequent tokens first
    r"""
    ([ \n]*+)
    ( [a-z_][\w\u0300-\u036f]*+                                 # with combining accents
    | [{}()\[\],;]
    | \d++
    | [A-Z](?<!-.)[A-Z0-9]*+(?:-[A-Z][A-Z0-9]*+)++-\d++(?![\w-])  # a clause; not retried after each dash
    | [^\W\d][\w\u0300-\u036f]*+
    | "{3}(?:[^"]|"(?!""))*+"{3}
    | "(?!"")(?:[^"\\\n]|\\[^\n])*+"
    | "[^\n]*+                                                   # an unclosed text extends to the end of the line
    | \#[^\n]*+
    """
    + STRETCHES
    + r"""
    | \.\.|\+=|-=|<=|>=|==|!=|<>|&&|\|\||:=|=>|->|\*=|\+\+|--|[:.=+\-*/%<>?!]
    | \t++
    | \Z
    | .
    )""",
    re.VERBOSE | re.DOTALL,
)
_CLOSED = re.compile(r'"(?!"")(?:[^"\\\n]|\\[^\n])*+"|"{3}(?:[^"]|"(?!""))*+"{3}')
_SIGNS = ".. += -= <= >= { } ( ) [ ] , ; : . = + - * / % < > ?".split()
_CASE_ROW = re.compile(r"at\s+(?:most|least)\s+\d+\s*:|else\s*:|for\s+each\b")
_OPENING = {"{": "}", "(": ")", "[": "]"}
_CLOSING = {closing: opening for opening, closing in _OPENING.items()}
_NESTING = {"(": 1, "[": 1, ")": -1, "]": -1, "{": -1_000_000, "}": -1_000_000}  # a brace closes a forgotten bracket
_CONTINUES_AFTER = keywords.EXPECTS_MORE | frozenset("{ ( [ , ; = += -= + - * / % < > <= >= :".split())
_CONTINUES_BEFORE = keywords.CONTINUES_LINE | frozenset("} ) ] , ; {".split())
_LONG_NUMBER = re.compile(rf"\d{{{limits.NUMBER_DIGITS}}}\d")
_LETTER = re.compile(r"[^\W\d]")
_BY_LETTER = dict.fromkeys(ascii_lowercase + "_", "NAME") | dict.fromkeys(ascii_uppercase, "CAP")
_BY_LETTER |= dict.fromkeys(digits, "INTEGER")
_MAX_FAULTS = 100  # per piece: a binary file need not be reported character by character
_SPECIAL_TERMINALS = frozenset(["CAP", "comment", "fault"])


@cache
def _terminals() -> dict[str, str]:
    """Text to terminal, for words and signs that are their own terminals, and for words of other languages."""
    return {text: text for text in (*_SIGNS, *tables().words)} | dict.fromkeys(keywords.FOREIGN, "fault")


def tokenize(piece: Piece) -> Tokens:
    """Split a piece into tokens. Invalid characters are reported and skipped, so that the rest can still be parsed."""
    terminals, by_letter = _terminals(), _BY_LETTER
    rows: list[Row] = []
    comments: list[Token] = []
    diagnostics: list[Diagnostic] = []
    previous = "{"  # as after an opening brace: line ends before the first token are ignored
    brackets = 0  # number of open ( and [: line ends inside them are ignored
    longest = fault_count = end = 0
    for blank, text in _PATTERN.findall(piece.text):
        start = end + len(blank)
        end = start + len(text)
        terminal = terminals.get(text) or by_letter.get(text[:1]) or _terminal_of(text)
        if terminal in _SPECIAL_TERMINALS:
            if terminal == "comment":
                comments.append(Token("comment", text.rstrip(), start, end))
                continue
            if terminal == "fault":
                fault_count += 1
                diagnostics += faults(piece, text, start) if fault_count <= _MAX_FAULTS else ()
                if text not in keywords.FOREIGN:
                    continue
                terminal = by_letter.get(text[0], text)
            elif "-" in text:
                terminal = "CLAUSE"
        if "\n" in blank and brackets == 0 and _line_end_counts(previous, text, piece.text, start):
            rows.append(("NL", "\n", start, start))
        rows.append((terminal, text, start, end))
        previous = text
        if text in _NESTING:
            brackets = max(0, brackets + _NESTING[text])
        elif end - start > longest:
            longest = end - start
    if not piece.text.isascii():
        diagnostics += _unusual_letters(piece, rows)
    if HIDDEN.search(piece.text):
        texts = [row[2:] for row in rows if row[0] == "QUOTED"] + [(comment.start, comment.end) for comment in comments]
        diagnostics += islice(control_characters(piece, sorted(texts)), max(0, _MAX_FAULTS - fault_count))
    if " as " in piece.text and "where" in piece.text:
        _mark_query_names(rows)
    if longest > limits.NAME_CHARACTERS or (longest > limits.NUMBER_DIGITS and _LONG_NUMBER.search(piece.text)):
        diagnostics += _too_long(piece, rows)
    if len(rows) > limits.NESTING:
        diagnostics += _too_deep(piece, rows)
    return Tokens(rows, comments, diagnostics)


def _terminal_of(text: str) -> str:
    """The terminal of a token that is no keyword or sign and does not begin with an ASCII letter or digit."""
    if text[:1] == '"':
        return "QUOTED" if _CLOSED.fullmatch(text) else "fault"
    if text[:1] == "#":
        return "comment"
    if text[:1].isdecimal():
        return "INTEGER"
    if _LETTER.match(text):
        return "CAP" if text[0].isupper() else "NAME"
    return "fault"


def _line_end_counts(previous: str, text: str, piece: str, start: int) -> bool:
    if previous in _CONTINUES_AFTER:
        return False
    return text not in _CONTINUES_BEFORE or _CASE_ROW.match(piece, start) is not None


def _mark_query_names(rows: list[Row]) -> None:
    """Give the `as` of `Bot as b where …` its own terminal: after a sentence, no `where` can follow the name."""
    for index in range(2, len(rows)):
        if rows[index][0] == "where" and rows[index - 2][0] == "as":
            rows[index - 2] = ("NAMED", *rows[index - 2][1:])


def _unusual_letters(piece: Piece, rows: list[Row]) -> Iterable[Diagnostic]:
    """Combining accents, and letters of other alphabets that look like Latin ones."""
    for terminal, word, start, end in rows:
        if word.isascii() or terminal not in ("NAME", "CAP"):
            continue
        composed = unicodedata.normalize("NFC", word)
        place = piece.place((start, end))
        if composed != word:
            fix = Fix("join them", (Edit(place, composed),))
            yield diagnose(codes.NOT_COMPOSED, place, name=composed, fix=fix)
        mixed_letters = lookalike(composed)
        if mixed_letters is not None:
            yield diagnose(codes.LOOKALIKE, place, name=composed, found=mixed_letters[0], usual=mixed_letters[1])


def _too_long(piece: Piece, rows: list[Row]) -> Iterable[Diagnostic]:
    for terminal, text, start, _ in rows:
        what, limit, name = _LENGTHS.get(terminal, _LENGTHS["NAME"])
        if len(text) > limit:
            place = piece.place((start, start + min(20, len(text))))
            yield diagnose(codes.TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name)


_LENGTHS = {
    "INTEGER": ("this number", limits.NUMBER_DIGITS, "digits of a number"),
    "NAME": ("this name", limits.NAME_CHARACTERS, "letters of a name"),
    "QUOTED": ("this text", limits.TEXT_CHARACTERS, "letters of a text"),
}


def _too_deep(piece: Piece, rows: list[Row]) -> Iterable[Diagnostic]:
    """The first place where brackets, or prefixes `not` and `-`, nest too deep."""
    depth = prefixes = 0
    for terminal, _, start, end in rows:
        if terminal in _OPENING:
            depth += 1
        elif terminal in _CLOSING:
            depth -= 1
        prefixes = prefixes + 1 if terminal in ("-", "not") else 0
        if depth > limits.NESTING or prefixes > limits.NESTING:
            yield diagnose(codes.TOO_DEEP, piece.place((start, end)), limit=limits.NESTING)
            return
