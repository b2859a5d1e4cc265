"""Migrates old forms of the language to the current ones: a list of small rewrites, each with a name and a version.

A rewrite looks at one tree and its tokens and returns edits; it moves tokens, never lines, so comments and layout
stay. It does not resolve names. The old form is accepted for the rest of the major version, with a warning that
carries the same edits; so `check --fix` and `fmt --upgrade` cannot differ. Whoever applies the edits proves that the
meaning is unchanged: the tree parsed afterwards must be equal.
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
"""Spans of a piece with their replacements, in order, without overlap."""


@frozen
class OldForm:
    """A span in an old form, and the edits that migrate it."""

    rewrite: Rewrite
    span: Span
    edits: Edits


@frozen
class Rewrite:
    """`since` is the version of the language that introduced the current form; `does` completes a sentence after
    'write'."""

    name: str
    since: str
    what: str
    does: str
    find: Callable[[n.Node, str, Sequence[Row]], Iterator[tuple[Span, Edits]]]


def old_forms(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[OldForm]:
    """All old forms in a declaration."""
    for rewrite in REWRITES:
        for span, edits in rewrite.find(tree, text, rows):
            yield OldForm(rewrite, span, edits)


# ---------------------------------------------------------------------------------------------- marks before `=`

_MARK = re.compile(r"\b(?:cites|house|says|formerly|unenforced)\b")


def _late_marks(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[tuple[Span, Edits]]:
    """`stat x = 1 cites A`: the marks move before the `=` of their field."""
    may_be = isinstance(tree, n.Kind) or "keeps" in text
    if not may_be or _MARK.search(text) is None:
        return
    starts = [row[2] for row in rows]
    for node in walk(tree):
        if isinstance(node, n.Printed | n.Keeps | n.Stat) and node.late is not None:
            value = node.base if isinstance(node, n.Stat) else node.default
            assert value is not None  # late marks always follow a value
            yield node.late, _move_edits(text, rows, starts, node.late, value.span[0])


def _move_edits(text: str, rows: Sequence[Row], starts: list[int], late: Span, value: int) -> Edits:
    equals = bisect_left(starts, value) - 1
    while rows[equals][1] != "=":  # past the parentheses before the value
        equals -= 1
    insert_at = rows[equals - 1][3]
    first, end = bisect_left(starts, late[0]), bisect_left(starts, late[1])
    words = [row for row in rows[first:end] if row[0] != "NL"]
    cuts = []
    for previous, word in pairwise([rows[first - 1], *words]):
        gap = text[previous[3] : word[2]]
        start = word[2] if gap.strip() else previous[3]  # a comment in between stays in place
        cuts.append(((start, word[3]), ""))
    return (((insert_at, insert_at), " " + " ".join(word[1] for word in words)), *_merge(cuts))


def _merge(cuts: list[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """Merge adjacent cuts, so that nothing can be inserted between them."""
    merged: list[tuple[Span, str]] = []
    for (start, end), _ in cuts:
        if merged and merged[-1][0][1] == start:
            start = merged.pop()[0][0]
        merged.append(((start, end), ""))
    return merged


REWRITES: tuple[Rewrite, ...] = (
    Rewrite("marks-before-value", "1.1", "marks after the value", "the marks before the `=`", _late_marks),
)
