"""Syntax highlighting: a Pygments lexer built from the tokens and word lists that the parser reads.

It knows nothing that is not in `dsl`: a new word there is coloured here. It never changes a text, so incomplete and
broken texts can be highlighted while they are typed. Very long texts are left plain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

from dsl.names.builtins import FUNCTIONS, NAMES, VERBS
from dsl.syntax.constructs import STEPS
from dsl.syntax.keywords import DECLARATIONS, JOINING, MARKS, PRONOUNS, SENTENCES, VALUES
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Piece

LONGEST = 50_000
"""Longer texts are not worth the time that it takes to colour them."""
_SCENARIO = frozenset(word for step in STEPS for word in step.words)
_BRACKETS = frozenset("{}()[],;")
Colour = Any
"""A type of token of Pygments."""


def colours(text: str) -> Iterator[tuple[int, Colour, str]]:
    """Consecutive pieces of a text with their token types, without gaps."""
    if len(text) > LONGEST:
        yield 0, Text, text
        return
    cut = tokenize(Piece("", 0, text, ""))
    marked = [*((token, Comment.Single) for token in cut.comments), *_coloured(text, cut.tokens)]
    at = 0
    for token, colour in sorted(marked, key=lambda entry: entry[0].start):
        if token.start > at:
            yield from _between(at, text[at : token.start])
        if token.end > max(at, token.start):
            yield token.start, colour, text[max(at, token.start) : token.end]
        at = max(at, token.end)
    if at < len(text):
        yield from _between(at, text[at:])


def _between(at: int, text: str) -> Iterator[tuple[int, Colour, str]]:
    """The text between tokens: blanks, or characters without a meaning."""
    yield at, Text.Whitespace if not text.strip() else Error, text


def _coloured(text: str, tokens: list[Token]) -> Iterator[tuple[Token, Colour]]:
    begins = True  # whether a line or sentence begins here
    for index, token in enumerate(tokens):
        if token.terminal == "NL":
            begins = True
            continue
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        before = tokens[index - 1].text if index else ""
        yield token, _colour(token, before, following, begins, _first_column(text, token.start))
        begins = token.text in ("{", "}", ";", ",") or (begins and token.text == "else")


def _first_column(text: str, start: int) -> bool:
    return start == 0 or text[start - 1] == "\n"


def _colour(token: Token, before: str, following: str, begins: bool, first: bool) -> Colour:
    match token.terminal:
        case "INTEGER":
            return Number.Integer
        case "QUOTED":
            return String
        case "CLAUSE":
            return Name.Label
        case "CAP":
            return Name.Class
        case _ if not token.text[0].isalpha() and token.text[0] != "_":
            return Punctuation if token.text in _BRACKETS else Operator
        case _:
            return _word(token.text, before, following, begins, first)


def _word(word: str, before: str, following: str, begins: bool, first: bool) -> Colour:
    if before == ".":
        return Name.Attribute
    if first and word in DECLARATIONS:
        return Keyword.Declaration
    if word in MARKS:
        return Keyword.Pseudo
    if word in PRONOUNS or word in NAMES:
        return Name.Builtin.Pseudo
    if word in VALUES:
        return Keyword.Constant
    if word in JOINING or word in ("not", "if"):
        return Operator.Word
    if begins and (word in SENTENCES or word in _SCENARIO):
        return Keyword
    if begins and word in VERBS:
        return Name.Builtin
    if word in FUNCTIONS and following == "(":
        return Name.Function
    return Name


class BotLexer(Lexer):  # type: ignore[misc]  # the library has no types
    """Rules, cards and scenarios of Botwright."""

    name = "Botwright"
    aliases = ["botwright", "bot"]  # noqa: RUF012 - the library wants lists
    filenames = ["*.bot"]  # noqa: RUF012
    mimetypes = ["text/x-botwright"]  # noqa: RUF012

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Colour, str]]:
        yield from colours(text)
