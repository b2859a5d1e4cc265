"""Marks: citations that must exist, and templates whose `{names}` must.

Also the comment `# botwright: allow BW3005 -- reason`, which takes a warning away on its own line or the line below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl import nodes as n
from dsl.codes import names as codes
from dsl.codes import text as text_codes
from dsl.context import Context
from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose, did_you_mean
from dsl.parse import Parsed
from dsl.walk import walk

_HOLE = re.compile(r"\{([^{}]*)\}")
_ALLOW = re.compile(r"#\s*botwright:\s*allow\s+(BW\d{4})")


def cites(tree: n.Node, written: str = "cites") -> Iterable[n.Cite]:
    """All citations of a declaration, inner ones too. `written` is its text: most cards cite nothing, and then the tree
    need not be walked."""
    if "cites" not in written and "because" not in written:
        return
    for node in walk(tree):
        if isinstance(node, n.Cite):
            yield node


def check_cites(tree: n.Node, clauses: frozenset[str] | None, cx: Context) -> None:
    if clauses is None:
        return
    for cite in cites(tree, cx.findings.piece.text):
        if cite.clause not in clauses:
            help = did_you_mean(cite.clause, clauses)
            cx.report(codes.UNKNOWN_CLAUSE, cite.span, name=cite.clause, help=help)


def holes(text: str) -> list[str]:
    return [match.group(1).strip() for match in _HOLE.finditer(text)]


def check_template(text: n.Text, known: list[str], cx: Context) -> None:
    for hole in holes(text.value):
        name = hole.split(".")[0]
        if name not in known:
            help = did_you_mean(name, known)
            words = ", ".join(f"`{{{one}}}`" for one in known) or "none"
            start = cx.findings.piece.text.find("{" + hole + "}", *text.span)
            span = (start, start + len(hole) + 2) if start >= 0 else text.span
            cx.report(codes.BAD_TEMPLATE, span, name=hole, known=words, help=help, open="{", close="}")


def allowed(parsed: Iterable[Parsed], found: list[Diagnostic]) -> list[Diagnostic]:
    """Without the warnings that a comment allows; an allowance that allows nothing is itself a warning."""
    kept = list(found)
    for one in parsed:
        for comment in one.comments:
            match = _ALLOW.match(comment.text)
            if match is None:
                continue
            code = match.group(1)
            start = one.piece.start + comment.start
            text = one.piece.text
            line_start = one.piece.start + text.rfind("\n", 0, comment.start) + 1
            next_end = text.find("\n", text.find("\n", comment.end) + 1)
            line_end = one.piece.start + (len(text) if next_end < 0 else next_end)
            hits = [
                d
                for d in kept
                if d.code == code
                and d.severity == "warning"
                and d.place.file == one.piece.file
                and line_start <= d.place.start <= line_end
            ]
            if hits:
                kept = [d for d in kept if d not in hits]
            else:
                place = one.piece.place((comment.start, comment.end))
                fix = Fix("remove the comment", (Edit(place, ""),))
                kept.append(diagnose(text_codes.UNUSED_ALLOW, place, code=code, fix=fix))
            del start
    return kept
