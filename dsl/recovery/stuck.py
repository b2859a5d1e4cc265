"""The point where the parser is stuck, as the recognisers see it: a token, its neighbours, and the expected
terminals.

A stuck point translates tokens into words for the author, and places into edits; it does not judge. Names of
terminals do not leave this package.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import text as codes
from dsl.syntax.keywords import RESERVED
from dsl.syntax.tokens import Token
from dsl.text.source import Piece

SEPARATORS = frozenset(["NL", ",", ";"])


@frozen
class StuckPoint:
    """Where the parser is stuck: at a token (None at the end), among all tokens, with the expected terminals."""

    piece: Piece
    token: Token | None
    tokens: list[Token]
    index: int
    expected: frozenset[str]
    complete: bool = False  # the declaration could have ended before this token

    @property
    def text(self) -> str:
        return self.token.text if self.token is not None and self.token.terminal != "NL" else ""

    @property
    def is_word(self) -> bool:
        return self.token is not None and self.token.kind == "word"

    def previous(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index - steps] if self.index >= steps else None

    def following(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index + steps] if self.index + steps < len(self.tokens) else None

    def preceded_by(self, terminal: str, steps: int = 1) -> bool:
        """Whether the token that many steps back has this terminal."""
        token = self.previous(steps)
        return token is not None and word_class(token) == terminal

    @property
    def line_start(self) -> int:
        """The index of the first token of the current line, sentence or item."""
        depth, index = 0, self.index - 1
        while index >= 0:
            terminal = self.tokens[index].terminal
            if terminal in (")", "]"):
                depth += 1
            elif terminal in ("(", "[") and depth:
                depth -= 1
            elif depth == 0 and terminal in ("NL", "{", "}", ";"):
                break
            index -= 1
        return index + 1

    @property
    def head(self) -> Token | None:
        start = self.line_start
        return self.tokens[start] if start < len(self.tokens) else None

    @property
    def in_sentences(self) -> bool:
        """Whether the current block contains sentences: it belongs to a verb, a script or a keyword, not to a card."""
        depth, index = 0, self.index - 1
        while index >= 0:
            terminal = self.tokens[index].terminal
            if terminal == "}":
                depth += 1
            elif terminal == "{":
                if not depth:
                    break
                depth -= 1
            index -= 1
        head = StuckPoint(self.piece, None, self.tokens, max(index, 0), frozenset()).head if index > 0 else None
        return head is not None and word_class(head) != "CAP"

    def report(self, code: Code, token: Token, help: str = "", fix: Fix | None = None, **words: Any) -> Diagnostic:
        return diagnose(code, self.piece.place((token.start, token.end)), help=help, fix=fix, **words)

    def replace(self, token: Token, text: str, does: str = "") -> Fix:
        """A fix that replaces a token."""
        return Fix(does or f"write `{text}`", (Edit(self.piece.place((token.start, token.end)), text),))

    def insert_before(self, token: Token, text: str, does: str) -> Fix:
        """A fix that inserts text before a token."""
        return Fix(does, (Edit(self.piece.place((token.start, token.start)), text),))

    def unexpected(self, help: str, token: Token | None = None, fix: Fix | None = None) -> Diagnostic:
        """The generic "unexpected" message with a specific help."""
        unexpected_token = token or self.token
        assert unexpected_token is not None
        index = self.tokens.index(unexpected_token)
        previous = self.tokens[index - 1] if index else None
        description, place = quoted(unexpected_token), self.piece.place((unexpected_token.start, unexpected_token.end))
        if previous is not None and self.ends_line(unexpected_token):
            description, place = "the end of the line", self.piece.place((previous.end - 1, previous.end))
        return diagnose(
            codes.UNEXPECTED, place, help=help, fix=fix, found=description, after=after(previous), expected=""
        )

    def ends_line(self, token: Token) -> bool:
        """Whether the error is at the end of the line before a token."""
        return token.terminal == "NL" or (token.terminal == "}" and begins_line(self.piece, token))


def word_class(token: Token) -> str:
    """How the parser classifies a token: NAME, CAP, or its own terminal."""
    if token.kind != "word" or token.text in RESERVED:
        return token.terminal
    return "CAP" if token.text[0].isupper() else "NAME"


def begins_line(piece: Piece, token: Token) -> bool:
    return not piece.text[piece.text.rfind("\n", 0, token.start) + 1 : token.start].strip()


def quoted(token: Token) -> str:
    if token.terminal == "QUOTED":
        first_line = token.text.split("\n")[0]
        first_line = first_line if first_line == token.text and len(first_line) < 30 else first_line[:26] + '…"'
        return f"the text {first_line}"
    return "the end of the line" if token.terminal == "NL" else f"`{token.text}`"


def after(previous: Token | None) -> str:
    return f" after {quoted(previous)}" if previous is not None and previous.terminal != "NL" else ""
