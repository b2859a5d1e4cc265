"""Where the reader is stuck, as the slips look at it: a word, the words around it, and what could have stood there.

A spot turns tokens into the words of an author and places into edits; it refuses to judge. Names of terminals stop
here.
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
class Spot:
    """Where the reader is stuck: at a token (none at the end), among all tokens, with what could have stood there."""

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

    def back(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index - steps] if self.index >= steps else None

    def ahead(self, steps: int = 1) -> Token | None:
        return self.tokens[self.index + steps] if self.index + steps < len(self.tokens) else None

    def was(self, terminal: str, steps: int = 1) -> bool:
        """Whether the token so many steps back is of this sort."""
        token = self.back(steps)
        return token is not None and sort(token) == terminal

    @property
    def line_start(self) -> int:
        """The index of the token that begins the line, sentence or item at hand."""
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
        """Whether the block at hand holds sentences: it belongs to a verb, a script or a word, not to a card."""
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
        head = Spot(self.piece, None, self.tokens, max(index, 0), frozenset()).head if index > 0 else None
        return head is not None and sort(head) != "CAP"

    def say(self, code: Code, token: Token, help: str = "", fix: Fix | None = None, **words: Any) -> Diagnostic:
        return diagnose(code, self.piece.place((token.start, token.end)), help=help, fix=fix, **words)

    def put(self, token: Token, text: str, does: str = "") -> Fix:
        """A fix that writes something else for a token."""
        return Fix(does or f"write `{text}`", (Edit(self.piece.place((token.start, token.end)), text),))

    def before(self, token: Token, text: str, does: str) -> Fix:
        """A fix that puts something before a token."""
        return Fix(does, (Edit(self.piece.place((token.start, token.start)), text),))

    def unexpected(self, help: str, token: Token | None = None, fix: Fix | None = None) -> Diagnostic:
        """The usual sentence with a help of its own."""
        found = token or self.token
        assert found is not None
        index = self.tokens.index(found)
        previous = self.tokens[index - 1] if index else None
        said, place = spelt(found), self.piece.place((found.start, found.end))
        if previous is not None and self.ends_line(found):
            said, place = "the end of the line", self.piece.place((previous.end - 1, previous.end))
        return diagnose(codes.UNEXPECTED, place, help=help, fix=fix, found=said, after=after(previous), expected="")

    def ends_line(self, token: Token) -> bool:
        """Whether the line before a token is what lacks something: it ends where its last word does."""
        return token.terminal == "NL" or (token.terminal == "}" and begins_line(self.piece, token))


def sort(token: Token) -> str:
    """What the parser takes a token for: a name, a name with a capital, or what it is."""
    if token.kind != "word" or token.text in RESERVED:
        return token.terminal
    return "CAP" if token.text[0].isupper() else "NAME"


def begins_line(piece: Piece, token: Token) -> bool:
    return not piece.text[piece.text.rfind("\n", 0, token.start) + 1 : token.start].strip()


def spelt(token: Token) -> str:
    if token.terminal == "QUOTED":
        shown = token.text.split("\n")[0]
        shown = shown if shown == token.text and len(shown) < 30 else shown[:26] + '…"'
        return f"the text {shown}"
    return "the end of the line" if token.terminal == "NL" else f"`{token.text}`"


def after(previous: Token | None) -> str:
    return f" after {spelt(previous)}" if previous is not None and previous.terminal != "NL" else ""
