"""Brackets without a partner.

Counting alone finds that a brace is missing, but blames the outermost one. Authors indent, so indentation decides: a
line that stands no deeper than the line of an open brace shows that this brace was meant to be closed before it, and a
closing brace that stands deeper than the one it would close was left over. Only asked when the parser could not go on.
"""

from __future__ import annotations

from attrs import frozen

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import text as codes
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

OPENING = {"{": "}", "(": ")", "[": "]"}
CLOSING = {closing: opening for opening, closing in OPENING.items()}


@frozen
class Lone:
    """A bracket without a partner: where it stands, where its partner would have been, and the sentence about it."""

    token: Token
    diagnostic: Diagnostic

    @property
    def closes(self) -> bool:
        return self.token.terminal in CLOSING


def lone_bracket(piece: Piece, tokens: list[Token]) -> Lone | None:
    """The first bracket that is wrong, or nothing."""
    open_ones: list[Token] = []
    surplus = sum((token.terminal == "{") - (token.terminal == "}") for token in tokens)
    for token in tokens:
        if token.terminal in OPENING:
            open_ones.append(token)
        elif token.terminal in CLOSING:
            if not open_ones:
                return _by_indentation(piece, tokens, surplus) or _unopened(piece, token)
            opening = open_ones.pop()
            if OPENING[opening.terminal] != token.terminal:
                outer = open_ones[-1].terminal if open_ones else ""
                if (opening.terminal in "([" and token.terminal == "}") or OPENING.get(outer) == token.terminal:
                    return _unclosed(piece, opening, token.start)
                return _mismatched(piece, opening, token)
    if not open_ones:
        return None
    return _by_indentation(piece, tokens, surplus) or _unclosed(piece, open_ones[-1], len(piece.text.rstrip()))


def _by_indentation(piece: Piece, tokens: list[Token], surplus: int) -> Lone | None:
    text = piece.text
    stack: list[tuple[Token, int]] = []  # open braces with the indentation of what they belong to
    line = begin = -1  # of the line, and of the first token of the sentence or head at hand
    for token in tokens:
        if token.terminal == "NL":
            begin = -1
            continue
        begin = token.start if begin < 0 else begin
        line_start = text.rfind("\n", 0, token.start) + 1
        if line_start != line:
            line = line_start
            indent = len(text[line_start : token.start]) if not text[line_start : token.start].strip(" ") else -1
            lone = _at_line_start(piece, token, indent, stack, surplus) if indent >= 0 else None
            if lone is not None:
                return lone
        if token.terminal == "{":
            stack.append((token, _indentation(text, begin)))
        elif token.terminal == "}" and stack:
            stack.pop()
        begin = -1 if token.terminal in ("{", "}", ";") else begin
    return None


def _indentation(text: str, offset: int) -> int:
    """How far the line of an offset is indented."""
    line = text[text.rfind("\n", 0, offset) + 1 :]
    return len(line) - len(line.lstrip(" "))


def _at_line_start(
    piece: Piece, token: Token, indent: int, stack: list[tuple[Token, int]], surplus: int
) -> Lone | None:
    opening, depth = stack[-1] if stack else (None, 0)
    if surplus > 0 and opening is not None:
        deeper = depth > indent if token.terminal == "}" else depth >= indent and (depth > 0 or indent > 0)
        return _unclosed(piece, opening, token.start) if deeper else None
    if surplus < 0 and token.terminal == "}" and (opening is None or indent > depth):
        return _unopened(piece, token)
    return None


def _unopened(piece: Piece, token: Token) -> Lone:
    place = piece.place((token.start, token.end))
    partner = CLOSING[token.terminal]
    return Lone(token, diagnose(codes.UNOPENED, place, bracket=token.terminal, partner=partner))


def _unclosed(piece: Piece, opening: Token, end: int) -> Lone:
    before = len(piece.text[:end].rstrip())
    note = Label(piece.place((max(opening.start, before - 1), max(opening.end, before))), "it could end here")
    place = piece.place((opening.start, opening.end))
    partner = OPENING[opening.terminal]
    return Lone(opening, diagnose(codes.UNCLOSED, place, notes=[note], bracket=opening.terminal, partner=partner))


def _mismatched(piece: Piece, opening: Token, token: Token) -> Lone:
    place = piece.place((token.start, token.end))
    note = Label(piece.place((opening.start, opening.end)), "opened here")
    found, wanted = token.terminal, opening.terminal
    told = diagnose(codes.MISMATCHED, place, notes=[note], bracket=found, opening=wanted, partner=OPENING[wanted])
    return Lone(token, told)
