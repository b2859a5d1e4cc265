"""Characters to tokens, and which new lines count.

A new line is nothing after an opening bracket, a comma or an operator, inside `( )` and `[ ]`, before a closing
bracket, and before a line that begins with a joining word. That is decided here, by looking at the next token, because
a parser that holds a token back would read the word after it in the wrong state. Comments are kept beside the tokens.
The idea: one regular expression without any choice that can be taken back, so that time is linear in the text. It takes
every character, so places are found by adding lengths; what a token is shows in its text or in its first letter.
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
from dsl.syntax.confusables import HIDDEN, STRETCHES, faults, hidden, lookalike
from dsl.syntax.tables import tables
from dsl.text import limits
from dsl.text.source import Piece

Row = tuple[str, str, int, int]
"""A token as the reader takes it: terminal, text, start, end."""


_NO_WORDS = frozenset(["INTEGER", "QUOTED", "CLAUSE", "NL", "comment"])


class Token(NamedTuple):
    """`terminal` is what the grammar calls it: the word or sign itself, or a sort of word such as `NAME`."""

    terminal: str
    text: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """`word`, a sort of literal (`INTEGER`, `QUOTED`, `CLAUSE`), `NL` or the sign itself."""
        return "word" if self.terminal.isalpha() and self.terminal not in _NO_WORDS else self.terminal


@frozen
class Tokens:
    """The tokens of one piece, the comments between them, and what was wrong with the characters."""

    rows: list[Row]
    comments: list[Token]
    diagnostics: list[Diagnostic] = field(factory=list)

    @property
    def tokens(self) -> list[Token]:
        return [Token(*row) for row in self.rows]


_PATTERN = re.compile(  # what is frequent stands first
    r"""
    ([ \n]*+)
    ( [a-z_][\w\u0300-\u036f]*+                                 # with accents that are written apart
    | [{}()\[\],;]
    | \d++
    | [A-Z](?<!-.)[A-Z0-9]*+(?:-[A-Z][A-Z0-9]*+)++-\d++(?![\w-])  # a clause; not tried again behind each of its dashes
    | [^\W\d][\w\u0300-\u036f]*+
    | "{3}(?:[^"]|"(?!""))*+"{3}
    | "(?!"")(?:[^"\\\n]|\\[^\n])*+"
    | "[^\n]*+                                                   # a text without an end takes the rest of its line
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
_NESTING = {"(": 1, "[": 1, ")": -1, "]": -1, "{": -1_000_000, "}": -1_000_000}  # a brace ends a forgotten bracket
_GO_ON_AFTER = keywords.WANTS_MORE | frozenset("{ ( [ , ; = += -= + - * / % < > <= >= :".split())
_GO_ON_BEFORE = keywords.GOES_ON | frozenset("} ) ] , ; {".split())
_LETTER = re.compile(r"[^\W\d]")
_BY_LETTER = dict.fromkeys(ascii_lowercase + "_", "NAME") | dict.fromkeys(ascii_uppercase, "CAP")
_BY_LETTER |= dict.fromkeys(digits, "INTEGER")
_MOST_FAULTS = 100  # of one piece: who pours a picture into a file need not hear of each of its characters
_LOOK_AGAIN = frozenset(["CAP", "comment", "fault"])


@cache
def _terminals() -> dict[str, str]:
    """Text to terminal, for words and signs that are their own, and for those of other languages."""
    return {text: text for text in (*_SIGNS, *tables().words)} | dict.fromkeys(keywords.FOREIGN, "fault")


def tokenize(piece: Piece) -> Tokens:
    """Cut a piece into tokens. Faults of characters are reported and passed over, so that the rest is still read."""
    terminals, by_letter = _terminals(), _BY_LETTER
    rows: list[Row] = []
    comments: list[Token] = []
    found: list[Diagnostic] = []
    before = "{"  # as if a block had just begun: no new line counts before the first token
    brackets = 0  # how many ( and [ are open: new lines do not count inside them
    longest = odd = end = 0
    for blank, text in _PATTERN.findall(piece.text):
        start = end + len(blank)
        end = start + len(text)
        terminal = terminals.get(text) or by_letter.get(text[:1]) or _sort(text)
        if terminal in _LOOK_AGAIN:
            if terminal == "comment":
                comments.append(Token("comment", text.rstrip(), start, end))
                continue
            if terminal == "fault":
                odd += 1
                found += faults(piece, text, start) if odd <= _MOST_FAULTS else ()
                if text not in keywords.FOREIGN:
                    continue
                terminal = by_letter.get(text[0], text)
            elif "-" in text:
                terminal = "CLAUSE"
        if "\n" in blank and brackets == 0 and _new_line_counts(before, text, piece.text, start):
            rows.append(("NL", "\n", start, start))
        rows.append((terminal, text, start, end))
        before = text
        if text in _NESTING:
            brackets = max(0, brackets + _NESTING[text])
        elif end - start > longest:
            longest = end - start
    if not piece.text.isascii():
        found += _odd_letters(piece, rows)
    if HIDDEN.search(piece.text):
        written = [row[2:] for row in rows if row[0] == "QUOTED"] + [(one.start, one.end) for one in comments]
        found += islice(hidden(piece, sorted(written)), max(0, _MOST_FAULTS - odd))
    if " as " in piece.text and "where" in piece.text:
        _names_in_queries(rows)
    if longest > limits.NUMBER_DIGITS:
        found += _too_long(piece, rows)
    if len(rows) > limits.NESTING:
        found += _too_deep(piece, rows)
    return Tokens(rows, comments, found)


def _sort(text: str) -> str:
    """The terminal of what neither stands in the list of words and signs nor begins with a plain letter or digit."""
    if text[:1] == '"':
        return "QUOTED" if _CLOSED.fullmatch(text) else "fault"
    if text[:1] == "#":
        return "comment"
    if text[:1].isdecimal():
        return "INTEGER"
    if _LETTER.match(text):
        return "CAP" if text[0].isupper() else "NAME"
    return "fault"


def _new_line_counts(before: str, text: str, piece: str, start: int) -> bool:
    if before in _GO_ON_AFTER:
        return False
    return text not in _GO_ON_BEFORE or _CASE_ROW.match(piece, start) is not None


def _names_in_queries(rows: list[Row]) -> None:
    """The `as` of `Bot as b where …` gets a terminal of its own: behind a sentence no `where` can follow the name."""
    for index in range(2, len(rows)):
        if rows[index][0] == "where" and rows[index - 2][0] == "as":
            rows[index - 2] = ("NAMED", *rows[index - 2][1:])


def _odd_letters(piece: Piece, rows: list[Row]) -> Iterable[Diagnostic]:
    """Accents written apart, and letters of another alphabet that look like ours."""
    for terminal, word, start, end in rows:
        if word.isascii() or terminal not in ("NAME", "CAP"):
            continue
        composed = unicodedata.normalize("NFC", word)
        place = piece.place((start, end))
        if composed != word:
            fix = Fix("join them", (Edit(place, composed),))
            yield diagnose(codes.NOT_COMPOSED, place, name=composed, fix=fix)
        mixed = lookalike(composed)
        if mixed is not None:
            yield diagnose(codes.LOOKALIKE, place, name=composed, found=mixed[0], usual=mixed[1])


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
    """The first place where brackets, or `not` and `-` before a value, nest too deep."""
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
