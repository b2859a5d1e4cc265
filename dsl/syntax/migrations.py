"""Migrates old forms of the language to the current ones: a list of small rewrites, each with a name and a version.

A rewrite looks at one tree and its tokens and returns edits; it moves tokens, never lines, so comments and layout
stay. It does not resolve names. The old form is accepted for the rest of the major version, with a warning that
carries the same edits; so `check --fix` and `fmt --upgrade` cannot differ. Whoever applies the edits proves that the
meaning is unchanged: the tree parsed afterwards must be equal.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    warns: bool = True  # otherwise both forms are current, and only `fmt --upgrade` prefers the shorter one


def old_forms(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[OldForm]:
    """All old forms in a declaration."""
    return _found(REWRITES, tree, text, rows)


def outdated_forms(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[OldForm]:
    """The old forms that get a warning."""
    return _found(_OUTDATED, tree, text, rows)


def _found(rewrites: Iterable[Rewrite], tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[OldForm]:
    for rewrite in rewrites:
        for span, edits in rewrite.find(tree, text, rows):
            yield OldForm(rewrite, span, edits)


# ---------------------------------------------------------------------------------------------- marks before `=`

_MARK = re.compile(r"\b(?:cites|house|says|quiet|formerly|unenforced|also called)\b")


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


# ------------------------------------------------------------------------------------------- clauses by number


def _long_citations(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[tuple[Span, Edits]]:
    """`cites A-01 A-02 A-03 B-05 cites B-07` is `cites A-01..03 B-05 07`."""
    del tree
    index = 0
    while index < len(rows):
        end = index
        while rows[index][0] == "cites" and end < len(rows) and rows[end][0] in _CITATION:
            end += 1
        cited = rows[index:end]
        index = max(end, index + 1)
        if not cited or "#" in text[cited[0][2] : cited[-1][3]]:
            continue
        words = [row[1] for row in cited if row[0] != "cites"]
        shorter = _by_number(words)
        if shorter != " ".join(words).replace(" .. ", ".."):
            span = cited[1][2], cited[-1][3]
            yield span, ((span, shorter),)


_CITATION = frozenset(["cites", "CLAUSE", "INTEGER", ".."])


def _by_number(words: list[str]) -> str:
    """A list of citations, each chapter named once in a row, three or more successive numbers as a range."""
    runs: list[tuple[str, str, str]] = []  # chapter, first and last number
    chapter = ""
    for previous, word in pairwise(["", *words]):
        if word == "..":
            continue
        chapter, number = word.rsplit("-", 1) if "-" in word else (chapter, word)
        last = runs[-1] if runs else ("", "", "")
        if previous == ".." or (last[0] == chapter and int(last[2]) + 1 == int(number) and len(last[2]) == len(number)):
            runs[-1] = (chapter, last[1], number)
        else:
            runs.append((chapter, number, number))
    out: list[str] = []
    chapter, digits = "", 0
    for own_chapter, low, high in runs:
        head = "" if (own_chapter, len(low)) == (chapter, digits) else own_chapter + "-"
        chapter, digits = own_chapter, len(low)
        pair = int(high) == int(low) + 1
        out.append(head + (low if low == high else f"{low} {high}" if pair else f"{low}..{high}"))
    return " ".join(out)


# --------------------------------------------------------------------------------------------- limits of a value

_LIMITS = {"greater": "at least", "lesser": "at most"}


def _limits(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[tuple[Span, Edits]]:
    """`greater(0, x)` is `(x at least 0)`; as the only content of brackets it needs none of its own."""
    if "greater(" not in text and "lesser(" not in text:
        return
    starts = [row[2] for row in rows]
    bare: set[Span] = set()
    for node in walk(tree):
        if not isinstance(node, n.Call):
            continue
        if _has_limit(node):
            if _has_limit(node.args[1].value):
                bare.add(node.args[1].value.span)
            name = bisect_left(starts, node.span[0])
            last = bisect_left(starts, node.span[1]) - 1
            inside = text[rows[name][2] : rows[last][3]]
            if rows[name + 3][1] != "," or "#" in inside or node.args[0].value.span != rows[name + 2][2:]:
                continue
            opening, closing = ("", "") if node.span in bare else ("(", ")")
            limit = f" {_LIMITS[node.name]} {rows[name + 2][1]}{closing}"
            edits = (((rows[name][2], rows[name + 4][2]), opening), ((rows[last - 1][3], rows[last][3]), limit))
            yield node.span, edits
        elif not node.is_bound:
            bare |= {arg.value.span for arg in node.args if arg.label is None and arg.name is None}


def _has_limit(node: n.Node) -> bool:
    """`greater(0, x)` with a number first: of two calculations, neither is the limit."""
    return (
        isinstance(node, n.Call)
        and node.name in _LIMITS
        and not node.is_bound
        and len(node.args) == 2
        and isinstance(node.args[0].value, n.Number)
        and not isinstance(node.args[1].value, n.Number)
        and all(arg.label is None and arg.name is None for arg in node.args)
    )


# --------------------------------------------------------------------------------------------- nothing to say


def _empty_texts(tree: n.Node, text: str, rows: Sequence[Row]) -> Iterator[tuple[Span, Edits]]:
    """`says ""` is `quiet`."""
    del tree, text
    for word, said in pairwise(rows):
        if word[0] == "says" and said[1] == '""':
            span = word[2], said[3]
            yield span, ((span, "quiet"),)


REWRITES: tuple[Rewrite, ...] = (
    Rewrite("marks-before-value", "1.1", "marks after the value", "the marks before the `=`", _late_marks),
    Rewrite("clauses-by-number", "1.2", "clauses in full", "their numbers only", _long_citations, warns=False),
    Rewrite("limits", "1.2", "limits as functions", "`at least` and `at most`", _limits, warns=False),
    Rewrite("quiet", "1.2", "empty texts", "`quiet`", _empty_texts, warns=False),
)
_OUTDATED = tuple(rewrite for rewrite in REWRITES if rewrite.warns)
