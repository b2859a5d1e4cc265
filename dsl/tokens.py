"""Characters to tokens, and which new lines count.

A new line is nothing after an opening bracket, a comma or an operator, inside `( )` and `[ ]`, before a closing bracket,
and before a line that begins with a joining word. That is decided here, by looking at the next token, because a parser
that holds a token back would read the word after it in the wrong state. Comments are kept beside the tokens.
The idea: one regular expression without any choice that can be taken back, so that time is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from attrs import field, frozen

from dsl import bounds, words
from dsl.codes import text as codes
from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose
from dsl.source import Piece, Span


class Token(NamedTuple):
    """`kind` is `word`, a sort of literal (`INTEGER`, `QUOTED`, `CLAUSE`), `NL` or the sign itself."""

    kind: str
    text: str
    start: int
    end: int


@frozen
class Tokens:
    """The tokens of one piece, the comments between them, and what was wrong with the characters."""

    tokens: list[Token]
    comments: list[Token]
    diagnostics: list[Diagnostic] = field(factory=list)


_PATTERN = re.compile(
    r"""
    [\ ]*+(?:
      (?P<word>[^\W\d]\w*+)                                   # clause ids are words with dashes, see below
    | (?P<INTEGER>\d++)
    | (?P<NL>\n)
    | (?P<LONG>\"{3}(?:[^"]|\"(?!\"\"))*+\"{3})
    | (?P<QUOTED>\"(?!\"\")(?:[^"\\\n]|\\[^\n])*+\")
    | (?P<comment>\#[^\n]*+)
    | (?P<sign>\.\.|\+=|-=|<=|>=|==|!=|<>|&&|\|\||:=|=>|->|\*=|//|\+\+|--|[{}()\[\],;:.=+\-*/%<>?!])
    | (?P<TAB>[\t\r\f\v]+)
    | (?P<END>\Z)
    | (?P<other>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_CLAUSE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)+-\d+(?![\w-])")
_CASE_ROW = re.compile(r"at\s+(?:most|least)\s+\d+\s*:|else\s*:|for\s+each\b")
_OPENING = {"{": "}", "(": ")", "[": "]"}
_CLOSING = {closing: opening for opening, closing in _OPENING.items()}
_GO_ON_AFTER = frozenset("{ ( [ , ; = += -= + - * / % < > <= >= :".split())
_GO_ON_BEFORE = frozenset("} ) ] , ; {".split())
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]")


def tokenize(piece: Piece) -> Tokens:
    """Cut a piece into tokens. Faults of characters are reported and passed over, so that the rest is still read."""
    text = piece.text
    tokens: list[Token] = []
    comments: list[Token] = []
    found: list[Diagnostic] = []
    position = 0
    brackets = 0  # how many ( and [ are open: new lines do not count inside them
    new_line = False
    match_at = _PATTERN.match
    while True:
        match = match_at(text, position)
        assert match is not None, "the pattern takes any character"
        kind = match.lastgroup
        assert kind is not None
        start, position = match.span(kind)
        if kind == "word":
            word = match.group(kind)
            if position < len(text) and text[position] == "-" and (clause := _CLAUSE.match(text, start)):
                position = clause.end()
                kind, word = "CLAUSE", clause.group()
            if new_line:
                if tokens and brackets == 0 and _new_line_counts(tokens[-1], word, text, start):
                    tokens.append(Token("NL", "\n", start, start))
                new_line = False
            tokens.append(Token(kind, word, start, position))
            continue
        if kind == "NL":
            new_line = True
            continue
        if kind == "END":
            break
        if kind == "comment":
            comments.append(Token("comment", match.group(kind).rstrip(), start, position))
            continue
        if kind == "TAB":
            found.append(_tab(piece, start, position))
            continue
        if kind == "other":
            found.append(_other(piece, text, start))
            if text[start] == '"':  # an unclosed text swallows the rest of its line
                end_of_line = text.find("\n", start)
                position = len(text) if end_of_line < 0 else end_of_line
            continue
        value = match.group(kind)
        if new_line:
            counts = tokens and brackets == 0 and value not in _GO_ON_BEFORE
            if counts and _new_line_counts(tokens[-1], "", text, start):
                tokens.append(Token("NL", "\n", start, start))
            new_line = False
        if kind == "sign":
            kind = value
            if value in "([":
                brackets += 1
            elif value in ")]" and brackets:
                brackets -= 1
            elif value in "{}":
                brackets = 0  # a brace ends a bracket that was forgotten
        elif kind == "LONG":
            kind = "QUOTED"
        tokens.append(Token(kind, value, start, position))
    return Tokens(tokens, comments, found + list(_odd_words(piece, tokens)) + _bounds(piece, tokens))


def _new_line_counts(before: Token, word: str, text: str, start: int) -> bool:
    if before.kind in _GO_ON_AFTER or (before.kind == "word" and before.text in words.WANTS_MORE):
        return False
    if word in words.GOES_ON:
        return bool(_CASE_ROW.match(text, start))
    return True


def _tab(piece: Piece, start: int, end: int) -> Diagnostic:
    place = piece.place((start, end))
    fix = Fix("put two spaces for each tab", (Edit(place, "  " * (end - start)),))
    return diagnose(codes.TAB, place, fix=fix)


def _other(piece: Piece, text: str, start: int) -> Diagnostic:
    character = text[start]
    place = piece.place((start, start + 1))
    if character == '"':
        long = text.startswith('"""', start)
        quote = '"""' if long else '"'
        end = len(text.rstrip()) if long else text.find("\n", start)
        end = len(text) if end < 0 else end
        note = Label(piece.place((max(start, end - 1), end)), "the text would have to end before here")
        opening = piece.place((start, start + len(quote)))
        return diagnose(codes.UNCLOSED_TEXT, opening, notes=[note], quote=quote)
    if character == "'":
        return diagnose(codes.FOREIGN_WORD, place, word="'", right='"')
    if _INVISIBLE.match(character) or unicodedata.category(character) in ("Cc", "Cf"):
        name = unicodedata.name(character, f"U+{ord(character):04X}")
        fix = Fix("remove it", (Edit(place, ""),))
        return diagnose(codes.CONTROL, place, character=name, fix=fix)
    return diagnose(codes.UNKNOWN_CHARACTER, place, character=character)


def _odd_words(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Foreign words, look-alike letters, names that are too long, accents written apart."""
    found: list[Diagnostic] = []
    for kind, word, start, end in tokens:
        if kind != "word":
            if kind in words.FOREIGN:
                found.append(_foreign(piece, word, start, end))
            continue
        if word in words.FOREIGN:
            found.append(_foreign(piece, word, start, end))
        elif not word.isascii():
            found += _letters(piece, word, (start, end))
    return found


def _foreign(piece: Piece, word: str, start: int, end: int) -> Diagnostic:
    right = words.FOREIGN[word]
    place = piece.place((start, end))
    safe = word in ("==", "!=", "<>", "&&", "||", "true", "false", "null", "nil", "elif", "elseif")
    fix = Fix(f"write `{right}`", (Edit(place, right),)) if safe else None
    return diagnose(codes.FOREIGN_WORD, place, word=word, right=right, fix=fix)


def _letters(piece: Piece, word: str, span: Span) -> list[Diagnostic]:
    composed = unicodedata.normalize("NFC", word)
    place = piece.place(span)
    found = []
    if composed != word:
        found.append(diagnose(codes.NOT_COMPOSED, place, name=composed, fix=Fix("join them", (Edit(place, composed),))))
    scripts = {}
    for letter in composed:
        if letter.isalpha():
            scripts.setdefault(unicodedata.name(letter, "?").split()[0], letter)
    if len(scripts) > 1 and "LATIN" in scripts:
        other = next(letter for script, letter in scripts.items() if script != "LATIN")
        found.append(
            diagnose(
                codes.LOOKALIKE,
                place,
                name=composed,
                found=unicodedata.name(other, "?").lower(),
                usual="a Latin letter",
            )
        )
    return found


def _bounds(piece: Piece, tokens: list[Token]) -> list[Diagnostic]:
    """Lengths of words, numbers and texts, and how deep brackets and `not` nest."""
    found: list[Diagnostic] = []

    def over(token: Token, what: str, limit: int, name: str) -> None:
        place = piece.place((token.start, token.start + min(20, token.end - token.start)))
        found.append(diagnose(codes.TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name))

    depth = prefixes = 0
    for token in tokens:
        length = token.end - token.start
        if length > bounds.NUMBER_DIGITS:
            if token.kind == "INTEGER":
                over(token, "this number", bounds.NUMBER_DIGITS, "digits of a number")
            elif token.kind == "word" and length > bounds.NAME_CHARACTERS:
                over(token, "this name", bounds.NAME_CHARACTERS, "letters of a name")
            elif length > bounds.TEXT_CHARACTERS:
                over(token, "this text", bounds.TEXT_CHARACTERS, "letters of a text")
        if token.kind in _OPENING:
            depth += 1
        elif token.kind in _CLOSING:
            depth -= 1
        prefixes = prefixes + 1 if token.kind == "-" or token.text == "not" else 0
        if depth > bounds.NESTING or prefixes > bounds.NESTING:
            place = piece.place((token.start, token.end))
            found.append(diagnose(codes.TOO_DEEP, place, limit=bounds.NESTING))
            break
    return found


def brackets(piece: Piece, tokens: list[Token]) -> Diagnostic | None:
    """The first bracket without a partner. Where indentation shows it better than the count does, it decides."""
    open_ones: list[Token] = []
    for token in tokens:
        if token.kind in _OPENING:
            open_ones.append(token)
        elif token.kind in _CLOSING:
            place = piece.place((token.start, token.end))
            if not open_ones:
                return diagnose(codes.UNOPENED, place, bracket=token.kind, partner=_CLOSING[token.kind])
            opening = open_ones.pop()
            if _OPENING[opening.kind] != token.kind:
                if opening.kind in "([" and token.kind == "}":
                    return _unclosed(piece, opening, token.start)
                note = Label(piece.place((opening.start, opening.end)), "opened here")
                partner = _OPENING[opening.kind]
                return diagnose(
                    codes.MISMATCHED, place, notes=[note], bracket=token.kind, opening=opening.kind, partner=partner
                )
    if not open_ones:
        return None
    return _unclosed(piece, *_by_indentation(piece, tokens, open_ones))


def _unclosed(piece: Piece, opening: Token, end: int) -> Diagnostic:
    note = Label(piece.place((max(opening.end, end - 1), end)), "it would have to be closed before here")
    return diagnose(
        codes.UNCLOSED,
        piece.place((opening.start, opening.end)),
        notes=[note],
        bracket=opening.kind,
        partner=_OPENING[opening.kind],
    )


def _by_indentation(piece: Piece, tokens: list[Token], open_ones: list[Token]) -> tuple[Token, int]:
    """The brace that is followed by a line indented no deeper than its own: there it was meant to close."""
    text = piece.text
    stack: list[tuple[Token, int]] = []
    line = -1
    for token in tokens:
        if token.kind == "NL":
            continue
        line_start = text.rfind("\n", 0, token.start) + 1
        indent = token.start - line_start if not text[line_start : token.start].strip() else None
        if line_start != line and indent is not None:
            while stack and stack[-1][1] >= indent and token.kind not in _CLOSING:
                if stack[-1][1] > 0 or indent > 0:
                    return stack[-1][0], token.start
                break
        line = line_start
        if token.kind in _OPENING:
            body = text[line_start:]
            stack.append((token, len(body) - len(body.lstrip(" "))))
        elif token.kind in _CLOSING and stack:
            stack.pop()
    return open_ones[-1], len(text.rstrip())
