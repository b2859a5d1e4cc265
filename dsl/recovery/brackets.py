"""Finds unmatched brackets.

Counting alone detects a missing brace, but blames the outermost one. Authors indent, so indentation decides: a line
that is indented no deeper than the line of an open brace shows that this brace should have been closed before it, and
a closing brace that is indented deeper than the one it would close is superfluous. Only used after the parser has
failed.
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
class UnmatchedBracket:
    """A bracket without a partner, and the message about it."""

    token: Token
    diagnostic: Diagnostic

    @property
    def closes(self) -> bool:
        return self.token.terminal in CLOSING


def unmatched_bracket(piece: Piece, tokens: list[Token]) -> UnmatchedBracket | None:
    """The first unmatched bracket, or None."""
    open_brackets: list[Token] = []
    surplus = sum((token.terminal == "{") - (token.terminal == "}") for token in tokens)
    for token in tokens:
        if token.terminal in OPENING:
            open_brackets.append(token)
        elif token.terminal in CLOSING:
            if not open_brackets:
                return _by_indentation(piece, tokens, surplus) or _unopened(piece, token)
            opening = open_brackets.pop()
            if OPENING[opening.terminal] != token.terminal:
                outer = open_brackets[-1].terminal if open_brackets else ""
                if (opening.terminal in "([" and token.terminal == "}") or OPENING.get(outer) == token.terminal:
                    return _unclosed(piece, opening, token.start)
                return _mismatched(piece, opening, token)
    if not open_brackets:
        return None
    return _by_indentation(piece, tokens, surplus) or _unclosed(piece, open_brackets[-1], len(piece.text.rstrip()))


def _by_indentation(piece: Piece, tokens: list[Token], surplus: int) -> UnmatchedBracket | None:
    text = piece.text
    stack: list[tuple[Token, int]] = []  # open braces with the indentation of their heads
    line = sentence_start = -1  # start of the line, and of the first token of the current sentence or head
    for token in tokens:
        if token.terminal == "NL":
            sentence_start = -1
            continue
        sentence_start = token.start if sentence_start < 0 else sentence_start
        line_start = text.rfind("\n", 0, token.start) + 1
        if line_start != line:
            line = line_start
            indent = len(text[line_start : token.start]) if not text[line_start : token.start].strip(" ") else -1
            unmatched = _at_line_start(piece, token, indent, stack, surplus) if indent >= 0 else None
            if unmatched is not None:
                return unmatched
        if token.terminal == "{":
            stack.append((token, _indentation(text, sentence_start)))
        elif token.terminal == "}" and stack:
            stack.pop()
        sentence_start = -1 if token.terminal in ("{", "}", ";") else sentence_start
    return None


def _indentation(text: str, offset: int) -> int:
    """The indentation of the line that contains an offset."""
    line = text[text.rfind("\n", 0, offset) + 1 :]
    return len(line) - len(line.lstrip(" "))


def _at_line_start(
    piece: Piece, token: Token, indent: int, stack: list[tuple[Token, int]], surplus: int
) -> UnmatchedBracket | None:
    opening, depth = stack[-1] if stack else (None, 0)
    if surplus > 0 and opening is not None:
        unclosed = depth > indent if token.terminal == "}" else depth >= indent and (depth > 0 or indent > 0)
        return _unclosed(piece, opening, token.start) if unclosed else None
    if surplus < 0 and token.terminal == "}" and (opening is None or indent > depth):
        return _unopened(piece, token)
    return None


def _unopened(piece: Piece, token: Token) -> UnmatchedBracket:
    place = piece.place((token.start, token.end))
    partner = CLOSING[token.terminal]
    return UnmatchedBracket(token, diagnose(codes.UNOPENED, place, bracket=token.terminal, partner=partner))


def _unclosed(piece: Piece, opening: Token, end: int) -> UnmatchedBracket:
    before = len(piece.text[:end].rstrip())
    note = Label(piece.place((max(opening.start, before - 1), max(opening.end, before))), "it could end here")
    place = piece.place((opening.start, opening.end))
    partner = OPENING[opening.terminal]
    return UnmatchedBracket(
        opening, diagnose(codes.UNCLOSED, place, notes=[note], bracket=opening.terminal, partner=partner)
    )


def _mismatched(piece: Piece, opening: Token, token: Token) -> UnmatchedBracket:
    place = piece.place((token.start, token.end))
    note = Label(piece.place((opening.start, opening.end)), "opened here")
    closing, expected = token.terminal, opening.terminal
    diagnostic = diagnose(
        codes.MISMATCHED, place, notes=[note], bracket=closing, opening=expected, partner=OPENING[expected]
    )
    return UnmatchedBracket(token, diagnostic)
