"""From an older form of the language to the settled one: a list of small rewrites, each with its name and version.

A rewrite looks at one tree and its tokens, and says which stretches of the text change; it moves tokens, never lines,
so comments and layout stay. What it refuses to know is what any name means. The old form is still read for the rest
of its first number, with a warning that carries the same edits; so `check --fix` and `fmt --upgrade` cannot differ.
That the meaning stays is not believed but proved by whoever puts the edits in: the tree that is read afterwards is
the same one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.tokens import Row
from dsl.syntax.walk import walk
from dsl.text.source import Span

Edits = tuple[tuple[Span, str], ...]
"""Stretches of a piece with what stands there instead, in order, none touching another."""


@frozen
class Old:
    """A stretch in an older form, and what makes the settled one of it."""

    rewrite: Rewrite
    span: Span
    edits: Edits


@frozen
class Rewrite:
    """`since` is the version of the language that settled it; `does` goes on with 'write'."""

    name: str
    since: str
    what: str
    does: str
    find: Callable[[n.Node, str, Sequence[Row]], Iterator[tuple[Span, Edits]]]


def old_forms(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[Old]:
    """Everything in a declaration that the settled language writes otherwise."""
    for rewrite in REWRITES:
        for span, edits in rewrite.find(tree, text, rows):
            yield Old(rewrite, span, edits)


# ---------------------------------------------------------------------------------------------- marks before `=`

_MARK = re.compile(r"\b(?:cites|house|says|formerly|unenforced)\b")


def _late_marks(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[tuple[Span, Edits]]:
    """`stat x = 1 cites A`: the tokens of the marks go before the `=` of their field."""
    may_be = isinstance(tree, n.Kind) or "keeps" in text
    if not may_be or _MARK.search(text) is None:
        return
    starts = [row[2] for row in rows]
    for node in walk(tree):
        if isinstance(node, n.Printed | n.Keeps | n.Stat) and node.late is not None:
            value = node.base if isinstance(node, n.Stat) else node.default
            assert value is not None  # marks stand behind a value only
            yield node.late, _moved(text, rows, starts, node.late, value.span[0])


def _moved(text: str, rows: Sequence[Row], starts: list[int], late: Span, value: int) -> Edits:
    equals = bisect_left(starts, value) - 1
    while rows[equals][1] != "=":  # past the parentheses before the value
        equals -= 1
    put = rows[equals - 1][3]
    first, end = bisect_left(starts, late[0]), bisect_left(starts, late[1])
    words = [row for row in rows[first:end] if row[0] != "NL"]
    cuts = []
    for before, word in pairwise([rows[first - 1], *words]):
        gap = text[before[3] : word[2]]
        start = word[2] if gap.strip() else before[3]  # a comment in between stays where it is
        cuts.append(((start, word[3]), ""))
    return (((put, put), " " + " ".join(word[1] for word in words)), *_merged(cuts))


def _merged(cuts: list[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """Cuts that touch as one, so that nobody can put the second of them elsewhere."""
    found: list[tuple[Span, str]] = []
    for (start, end), _ in cuts:
        if found and found[-1][0][1] == start:
            start = found.pop()[0][0]
        found.append(((start, end), ""))
    return found


REWRITES: tuple[Rewrite, ...] = (
    Rewrite("marks-before-value", "1.1", "marks behind the value", "the marks before the `=`", _late_marks),
)
