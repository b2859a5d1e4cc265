"""Computes the space before each token, for the formatter.

Decides which adjacent tokens on a line are separated by a space; it knows nothing about line ends. Most cases depend
only on the token and the one before; after a name, a bracket, a minus or `..` is ambiguous (`move -1` and `moved -
1`), and there the tree decides. No space changes the meaning of a text, so this module can make a file ugly, but
never wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.keywords import PRONOUNS, RESERVED, VALUES
from dsl.syntax.nodes import Declaration
from dsl.syntax.tokens import Row
from dsl.syntax.walk import walk

HOLE = '"""\0'
"""Placeholder for a multi-line text until its indentation is known. No text can contain NUL."""

_TERMINALS = frozenset("INTEGER QUOTED CLAUSE NL { } ( ) [ ] , ; : . .. = += -= + - * / % < > <= >= ?".split())
_TIGHT_BEFORE = frozenset(", ; : . .. ? ) ]".split())
_TIGHT_AFTER = frozenset("( [ .".split())
_ALWAYS_APART = frozenset("= += -= * % < > <= >= { }".split())
_OPENING = frozenset("( [".split())
_SIGNS = frozenset("+ -".split())
_SEPARATORS = frozenset(", ;".split())
_CLOSING = frozenset("} ]".split())
_FACTORS = frozenset("* / % . [".split())
_NOT_BEFORE_LADDER = frozenset("* / % -".split())
_OPERAND_ENDS = frozenset("INTEGER QUOTED CLAUSE ) ]".split())
_BEFORE_VALUES = frozenset("= += -= + - * / % < > <= >= ( [ .".split())
_BEFORE_VERBS = frozenset("after before during of forbid allow do at".split())
_LINE_BEGINS = frozenset("NL { ;".split())
_VALUES = PRONOUNS | VALUES
_JOINING = RESERVED - _VALUES
_SPACE_WANTED = re.compile(r"(#+)(?=[^#\s!])")


class FormatToken(NamedTuple):
    """A token. `kind` is `word` for any word, a kind of literal, `NL` or the sign itself."""

    kind: str
    text: str
    start: int
    end: int


def words_of(rows: Iterable[Row]) -> list[FormatToken]:
    return [
        FormatToken(terminal if terminal in _TERMINALS else "word", text, start, end)
        for terminal, text, start, end in rows
    ]


def comment_text(comment: str) -> str:
    """A comment with a space after its `#`, except the `#!` of a script."""
    return comment if comment.startswith("#!") else _SPACE_WANTED.sub(r"\1 ", comment, count=1)


@frozen(slots=False)
class Roles:
    """How the tree interprets ambiguous signs; computed only if a text has such a sign."""

    tree: Declaration

    @cached_property
    def _places(self) -> tuple[frozenset[int], frozenset[int]]:
        begins, open_ends = set(), set()
        for node in walk(self.tree):
            match node:
                case n.Group() | n.IfThen() | n.ListOf() | n.Negate() | n.Call(is_bound=True):
                    begins.add(node.span[0])
                case n.NumberRange(high=None) | n.Type(form="range", high=None):
                    open_ends.add(node.span[1])
        return frozenset(begins), frozenset(open_ends)

    def begins_value(self, sign: FormatToken) -> bool:
        """Whether a bracket or minus after a name begins a value: `move (a)`, `modes [a]`, `gain -1`."""
        return sign.start in self._places[0]

    def is_open(self, dots: FormatToken) -> bool:
        """Whether a range has no upper end: `holds 1.. seen by owner`."""
        return dots.end in self._places[1]


def spaced(tokens: list[FormatToken], roles: Roles) -> list[str]:
    """The output for each token, with the space before it; empty for line ends and superfluous separators."""
    out: list[str] = []
    write = out.append
    tight = True
    ladder_end = 0
    for index, token in enumerate(tokens):
        kind, text = token.kind, token.text
        if kind == "word":
            if not text.isascii():
                text = unicodedata.normalize("NFC", text)
            if index and tokens[index - 1].kind == "..":
                tight = text not in _JOINING and not roles.is_open(tokens[index - 1])
            write(text if tight else " " + text)
            tight = False
        elif kind in _TIGHT_BEFORE:
            write("" if kind in _SEPARATORS and _is_superfluous(tokens, index) else kind)
            tight = kind in _TIGHT_AFTER or kind == ".."
        elif kind in _ALWAYS_APART:
            write(" " + kind)
            tight = False
        elif kind == "NL":
            write("")
        elif kind in _OPENING:
            if index and _is_name(tokens[index - 1]):
                tight = not _begins_value(tokens, index, roles)
            elif index and kind == "[" and tokens[index - 1].kind in _OPERAND_ENDS:
                tight = True  # the second index of `a[1][2]`
            write(kind if tight else " " + kind)
            tight = True
        elif kind in _SIGNS:
            alone = _is_sign_of_value(tokens, index, roles)
            if index and tokens[index - 1].kind == kind:
                tight = False  # two in a row would form another sign
            write(kind if tight and alone else " " + kind)
            tight = alone
        elif kind == "/":
            if index >= ladder_end:
                ladder_end = _ladder(tokens, index)
            tight = index < ladder_end
            write("/" if tight else " /")
        else:
            if kind == "QUOTED" and "\n" in text:
                text = HOLE if text.strip('"').strip() else '""""""'
            write(text if tight else " " + text)
            tight = False
    return out


def _is_name(token: FormatToken) -> bool:
    return token.kind == "word" and token.text not in _JOINING


def _is_superfluous(tokens: list[FormatToken], index: int) -> bool:
    """A separator after another one, or before a closing bracket."""
    if index and tokens[index - 1].kind in _SEPARATORS:
        return True
    after = index + 1
    while after < len(tokens) and tokens[after].kind in _SEPARATORS:
        after += 1
    return after < len(tokens) and tokens[after].kind in _CLOSING


def _begins_value(tokens: list[FormatToken], index: int, roles: Roles) -> bool:
    """Whether a sign after a name begins a value. The tree knows; most cases can be decided without it."""
    if index < 2:
        return roles.begins_value(tokens[index])
    token_before = tokens[index - 2]
    if token_before.kind in _BEFORE_VALUES or tokens[index - 1].text[0].isupper():
        return False  # `= f(a)`, `Burn(2)`
    if token_before.kind in _LINE_BEGINS:
        return True  # the name is a verb or a field: `gain (a)`
    if token_before.text in _BEFORE_VERBS or token_before.kind != "word":
        return roles.begins_value(tokens[index])
    if token_before.text in _JOINING or index == 2 or tokens[index - 3].kind in _LINE_BEGINS:
        return False  # `by f(a)`, `require f(a)`
    return roles.begins_value(tokens[index])


def _is_sign_of_value(tokens: list[FormatToken], index: int, roles: Roles) -> bool:
    """Whether a `-` or `+` is the sign of the number after it, not an operator between two values."""
    if index == 0:
        return True
    previous = tokens[index - 1]
    if previous.kind == "word" and previous.text not in _JOINING:
        may_be_verb = tokens[index].kind == "-" and previous.text not in _VALUES
        return may_be_verb and _begins_value(tokens, index, roles)
    return previous.kind not in _OPERAND_ENDS


def _ladder(tokens: list[FormatToken], index: int) -> int:
    """The end of the ladder `2/4/6` whose first `/` is at this index; the index itself if it is a quotient."""
    first = index - 1
    if first < 0 or tokens[first].kind != "INTEGER":
        return index
    if first and tokens[first - 1].kind in _NOT_BEFORE_LADDER:
        return index
    end = index
    while end + 1 < len(tokens) and tokens[end].kind == "/" and tokens[end + 1].kind == "INTEGER":
        end += 2
    return index if end < len(tokens) and tokens[end].kind in _FACTORS else end
