"""Checks marks: citations must exist, and so must the `{names}` in templates.

Also handles the comment `# botwright: allow BW3005 -- reason`, which suppresses a warning on its own line or the line
below.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import get_args

from dsl.check.context import Context
from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, did_you_mean
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import text as text_codes
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.syntax.walk import children

_EXPRESSIONS = frozenset(get_args(n.Expr))
_HOLE = re.compile(r"\{([^{}]*)\}")
_ALLOW = re.compile(r"#\s*botwright:\s*allow\s+(BW\d{4})")


def cites(tree: n.Node, source_text: str = "cites") -> Iterable[n.Cite]:
    """All citations of a declaration, including nested ones. `source_text` is its text: most cards cite nothing, and
    then the tree need not be walked. No expression contains a citation, and most nodes are parts of expressions."""
    if "cites" not in source_text and "because" not in source_text:
        return
    pending: list[n.Node] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, n.Cite):
            yield node
        elif type(node) not in _EXPRESSIONS:
            pending += reversed(children(node))


def check_cites(tree: n.Node, clauses: frozenset[str] | None, cx: Context) -> tuple[str, ...]:
    """The cited clauses, after checking that each exists; without a catalogue, any clause may."""
    citations = list(cites(tree, cx.findings.piece.text))
    for cite in citations:
        if clauses is not None and cite.clause not in clauses:
            help = did_you_mean(cite.clause, clauses)
            if ".." in cite.clause:
                help = "a range of clauses begins with the lower number: `AR-MOVE-01..03`"
            cx.report(codes.UNKNOWN_CLAUSE, cite.span, name=cite.clause, help=help)
    return tuple(cite.clause for cite in citations)


def holes(text: str) -> list[str]:
    return [match.group(1).strip() for match in _HOLE.finditer(text)]


def check_template(text: n.Text, names: list[str], cx: Context) -> None:
    for hole in holes(text.value):
        name = hole.split(".")[0]
        if name not in names:
            help = did_you_mean(name, names)
            words = ", ".join(f"`{{{other}}}`" for other in names) or "none"
            start = cx.findings.piece.text.find("{" + hole + "}", *text.span)
            span = (start, start + len(hole) + 2) if start >= 0 else text.span
            cx.report(codes.BAD_TEMPLATE, span, name=hole, known=words, help=help, open="{", close="}")


def without_allowed(parsed: Iterable[Parsed], diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics without the warnings that a comment allows; a comment that allows nothing is itself a warning."""
    warnings: dict[tuple[str, str], list[tuple[int, int]]] = {}  # by code and file: the start and the index of each
    for index, diagnostic in enumerate(diagnostics):
        if diagnostic.severity == "warning":
            warnings.setdefault((diagnostic.code, diagnostic.place.file), []).append((diagnostic.place.start, index))
    for places in warnings.values():
        places.sort()
    suppressed: set[int] = set()
    unused: list[Diagnostic] = []
    for text in parsed:
        for comment in text.comments:
            match = _ALLOW.match(comment.text)
            if match is None:
                continue
            places = warnings.get((match.group(1), text.piece.file), [])
            start, end = _lines_at(text, comment)
            low, high = bisect_left(places, (start, 0)), bisect_right(places, (end, len(diagnostics)))
            matches = {index for _, index in places[low:high]}
            if not matches - suppressed:
                place = text.piece.place((comment.start, comment.end))
                fix = Fix("remove the comment", (Edit(place, ""),))
                unused.append(diagnose(text_codes.UNUSED_ALLOW, place, code=match.group(1), fix=fix))
            suppressed |= matches
    return [diagnostic for index, diagnostic in enumerate(diagnostics) if index not in suppressed] + unused


def _lines_at(text: Parsed, comment: Token) -> tuple[int, int]:
    """The start of the comment's line and the end of the line below it."""
    source_text = text.piece.text
    next_end = source_text.find("\n", source_text.find("\n", comment.end) + 1)
    start = source_text.rfind("\n", 0, comment.start) + 1
    return text.piece.start + start, text.piece.start + (len(source_text) if next_end < 0 else next_end)
