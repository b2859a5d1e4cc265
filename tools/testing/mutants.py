"""Generates changes to a text, each of which should make some scenario fail.

Small changes: a number, a comparison, a condition, a hook. Large ones: a part is removed, does nothing, or has a plain
value. A change is made in the text of one declaration, at positions from its tree, and the declaration is parsed again;
the caller decides whether it still checks. So an author sees a mutant as other words at a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import tokenize
from dsl.syntax.walk import walk
from dsl.text.source import Piece, Span, digest

Sort = Literal["number", "comparison", "condition", "hook", "part"]
_OTHER = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is", "has": "lacks", "lacks": "has",
    "in": "not in", "not in": "in",
}  # fmt: skip
_WORDS = {"before": "after", "after": "before", "instead of": "after"}
_SAME = frozenset({"is", "is not", "has", "lacks", "in", "not in"})
"""Signs whose exchange is the same as a `not` before the whole."""
_PLAIN = ("0", "no", "none", "[]", "1", "yes")
"""Values that say nothing, and then those that are at least others."""
_BEHIND = re.compile(r"[ \t]*[,;]")
_ROW = re.compile(r'\n[^\n]+(\n[^\n]+)\n[ \t]*"""$')
_SEEN = re.compile(r"\s+seen\s+by\s+$")


@frozen
class Mutant:
    """A replacement text at a position of a declaration. `others` are tried in turn until one of them checks."""

    parsed: Parsed
    span: Span
    others: tuple[str, ...]
    sort: Sort
    whole: Span = (0, 0)  # for a hook: all of it, since it is changed as a whole

    @property
    def reach(self) -> Span:
        """The range that a scenario must run to reach the change."""
        return self.whole if self.whole != (0, 0) else self.span

    @property
    def piece(self) -> Piece:
        return self.parsed.piece

    @property
    def old(self) -> str:
        return self.piece.text[slice(*self.span)]

    def texts(self) -> Iterator[tuple[str, Parsed]]:
        """The declaration with each of the replacement texts."""
        start, end = self.span
        for words in self.others:
            text = self.piece.text[:start] + words + self.piece.text[end:]
            piece = Piece(self.piece.file, self.piece.start, text, digest(text), self.piece.line)
            yield words, parse_piece(piece)

    def told(self, words: str) -> str:
        if not words:
            return f"`{_short(self.old)}` is removed"
        if words == "{ }":
            return f"`{_short(self.old)}` does nothing"
        return f"`{_short(self.old)}` becomes `{_short(words)}`"


def mutants(parsed: Parsed) -> Iterator[Mutant]:
    """Every small change of a declaration, in the order of the text."""
    if parsed.tree is None or isinstance(parsed.tree, n.Scenario):
        return
    changes = [*_numbers(parsed), *_in_tree(parsed)]
    checked = list(_required(parsed.tree))
    seen = set()
    for mutant in sorted(changes, key=lambda mutant: (mutant.span, mutant.sort)):
        if any(first <= mutant.span[0] < last for first, last in checked):
            continue
        if (mutant.span, mutant.others) not in seen:
            seen.add((mutant.span, mutant.others))
            yield mutant


# ------------------------------------------------------------------------------------------------- whole parts


def without(parsed: Parsed, node: n.Node) -> Mutant:
    """A declaration without one of its parts; if the part is all of it, only its comments remain."""
    start, end = node.span
    comma = _BEHIND.match(parsed.piece.text, end) if node is not parsed.tree else None
    return Mutant(parsed, (start, comma.end() if comma is not None else end), ("",), "part")


def emptied(parsed: Parsed, node: n.Node) -> Iterator[Mutant]:
    """A part that is kept but does nothing; None if it already does nothing."""
    for name in ("body", "value"):
        block = getattr(node, name, None)
        if isinstance(block, n.Block) and block.lines:
            yield Mutant(parsed, block.span, ("{ }",), "part")


def parts(parsed: Parsed, node: n.Node) -> Iterator[Mutant]:
    """The large changes inside a part: without one of its lines at any depth, or the last row of a drawing; with a
    plain value; or visible to everybody."""
    for name in ("value", "default", "base", "condition"):
        value = getattr(node, name, None)
        if isinstance(value, n.Node) and not isinstance(value, n.Block | n.Name):
            old = parsed.piece.text[slice(*value.span)]
            yield Mutant(parsed, value.span, tuple(plain for plain in _PLAIN if plain != old), "part")
    for inner in walk(node):
        match inner:
            case n.Zone(seen_by=n.Node(span=(first, last))):
                seen = _SEEN.search(parsed.piece.text, node.span[0], first)
                if seen is not None:
                    yield Mutant(parsed, (seen.start(), last), ("",), "part")
            case n.Text(long=True, span=(first, last)):
                row = _ROW.search(parsed.piece.text, first, last)
                if row is not None:
                    yield Mutant(parsed, row.span(1), ("",), "part")
            case n.Block(lines=lines) | n.Kind(items=lines) | n.Die(faces=lines) | n.Symbols(members=lines):
                yield from (without(parsed, line) for line in lines)


# ------------------------------------------------------------------------------------------------ small changes


def _numbers(parsed: Parsed) -> Iterator[Mutant]:
    checked = [*_held_by_the_checker(parsed), *_clauses(parsed)]
    for terminal, text, start, end in tokenize(parsed.piece).rows:
        if terminal == "INTEGER" and not any(first <= start < last for first, last in checked):
            less = (str(int(text) - 1),) if int(text) else ()
            yield Mutant(parsed, (start, end), (str(int(text) + 1), *less), "number")


def _held_by_the_checker(parsed: Parsed) -> Iterator[Span]:
    """The types of printed and computed fields, slots and results: the checker enforces them, so no scenario can detect
    a change."""
    assert parsed.tree is not None
    for node in walk(parsed.tree):
        match node:
            case n.Printed(type=n.Type() as held) | n.Param(type=n.Type() as held) | n.Script(by=n.Type() as held):
                yield held.span
            case n.Stat(type=n.Type() as held):
                yield held.span
            case n.Rule(type=n.Type() as held) | n.Define(type=n.Type() as held):
                yield held.span


def _required(tree: n.Node) -> Iterator[Span]:
    """What a kind requires of its cards: a card that violates it never gets as far as a scenario."""
    if isinstance(tree, n.Kind):
        yield from (node.span for node in walk(tree) if isinstance(node, n.Require))


def _clauses(parsed: Parsed) -> Iterator[Span]:
    """Clauses of the rulebook: their numbers change nothing."""
    assert parsed.tree is not None
    return (node.span for node in walk(parsed.tree) if isinstance(node, n.Cite))


def _in_tree(parsed: Parsed) -> Iterator[Mutant]:
    assert parsed.tree is not None
    for node in walk(parsed.tree):
        match node:
            case n.Compare():
                yield from _comparison(parsed, node)
            case n.Branch(condition=condition) | n.IfThen(condition=condition) | n.Require(condition=condition):
                yield from _condition(parsed, condition)
            case n.IfClause(condition=condition) | n.WhileClause(condition=condition) | n.Where(condition=condition):
                yield from _condition(parsed, condition)
            case n.Repeat(condition=condition) if condition is not None:
                yield from _condition(parsed, condition)
            case n.And(parts=parts) | n.Or(parts=parts):
                yield from _joined(parsed, parts)
            case n.Hook(word=word, body=body):
                start = node.span[0]
                yield Mutant(parsed, (start, start + len(word)), (_WORDS[word],), "hook", node.span)
                if body.lines:
                    yield Mutant(parsed, body.span, ("{ }",), "hook", node.span)
            case n.Modify() | n.Forbid():
                yield Mutant(parsed, node.span, ("",), "hook")


def _comparison(parsed: Parsed, node: n.Compare) -> Iterator[Mutant]:
    gap = (node.left.span[1], node.right.span[0])
    sign = re.search(r"[<>]=?|\b(?:is not|not in|is|in|has|lacks)\b", parsed.piece.text[slice(*gap)])
    if sign is not None and sign[0] in _OTHER:
        span = (gap[0] + sign.start(), gap[0] + sign.end())
        yield Mutant(parsed, span, (_OTHER[sign[0]],), "comparison")


def _condition(parsed: Parsed, node: n.Expr) -> Iterator[Mutant]:
    if isinstance(node, n.Compare) and node.sign in _SAME:
        return
    text = parsed.piece.text[slice(*node.span)]
    if isinstance(node, n.Not):
        yield Mutant(parsed, node.span, (parsed.piece.text[slice(*node.inner.span)],), "condition")
    else:
        yield Mutant(parsed, node.span, (f"not ({text})",), "condition")


def _joined(parsed: Parsed, parts: tuple[n.Expr, ...]) -> Iterator[Mutant]:
    """`a and b` becomes `a or b` at its first joint."""
    gap = (parts[0].span[1], parts[1].span[0])
    word = re.search(r"\b(and|or)\b", parsed.piece.text[slice(*gap)])
    if word is not None:
        span = (gap[0] + word.start(), gap[0] + word.end())
        yield Mutant(parsed, span, ("or" if word[0] == "and" else "and",), "condition")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
