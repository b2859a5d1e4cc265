"""Builders of types, marks, parameters and slots: what stands around a name in the head of a declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.builders.base import Children, node, present, registrar
from dsl.syntax.lalr import Builder, same
from dsl.text import limits
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

for _rule in ("prep", "type", "inside"):
    BUILDERS[_rule] = same

BUILDERS |= {
    "type_number": node(n.Type, "number"),
    "type_text": node(n.Type, "text"),
    "type_truth": node(n.Type, "truth"),
    "type_ladder": node(n.Type, "ladder"),
    "prep_arg": node(n.Slot),
    "given_place": node(n.Slot),
    "given_in": node(n.Slot, "in"),
}


# ------------------------------------------------------------------------------------------------------- types


@builds("type_maybe")
def type_maybe(c: Children, span: Span) -> n.Type:
    t: n.Type = c[0]
    return n.Type(t.form, t.name, t.low, t.high, t.of, t.by, True, span=span)


@builds("type_kind")
def type_kind(c: Children, span: Span) -> n.Type:
    return n.Type("kind", c[0].text, span=span)


@builds("type_many")
def type_many(c: Children, span: Span) -> n.Type:
    return n.Type("many", c[0].text, span=span)


@builds("type_range")
def type_range(c: Children, span: Span) -> n.Type:
    return n.Type("range", low=c[0], high=c[1], span=span)


@builds("type_list")
def type_list(c: Children, span: Span) -> n.Type:
    return n.Type("list", of=c[0], span=span)


@builds("type_table")
def type_table(c: Children, span: Span) -> n.Type:
    return n.Type("table", by=c[0], of=c[1], span=span)


@builds("bound")
def bound(c: Children, span: Span) -> int:
    value: int = c[0].value
    return value


@builds("bound_minus")
def bound_minus(c: Children, span: Span) -> int:
    value: int = c[0].value
    return -value


# ------------------------------------------------------------------------------------------------------- marks

NO_MARKS = n.Marks()


@builds("marks")
def marks(c: Children, span: Span) -> n.Marks:
    if not c:
        return NO_MARKS  # most nodes: one shared instance, because its span is never used
    fields: dict[str, Any] = {}
    for name, value in c:
        if name in ("cites", "formerly", "called"):
            fields[name] = (*fields.get(name, ()), *value)
        else:
            fields[name] = value
    return n.Marks(**fields, span=span)


@builds("mark_cites")
def mark_cites(c: Children, span: Span) -> tuple[str, Any]:
    return "cites", tuple(cite for cites in c for cite in cites)


@builds("cited")
def cited(c: Children, span: Span) -> tuple[n.Cite, ...]:
    """One clause, and those of the same chapter that only give their numbers."""
    first: n.Cite = c[0]
    if c[1] is None and len(c) == 2:
        return (first,)
    chapter, digits = first.clause.rsplit("-", 1)
    end = first.span[1] if c[1] is None else c[1].span[1]
    ranges = [(int(digits), c[1], (first.span[0], end)), *c[2:]]
    return tuple(
        n.Cite(f"{chapter}-{number}", True, span=part)
        for low, high, part in ranges
        for number in _numbers(low, low if high is None else high.value, len(digits))
    )


def _numbers(low: int, high: int, digits: int) -> Iterator[str]:
    """The numbers of a range. A range that no catalogue can contain stays whole, so that the checker reports it."""
    if low <= high < low + limits.CITED_CLAUSES:
        yield from (f"{number:0{digits}}" for number in range(low, high + 1))
    else:
        yield f"{low:0{digits}}..{high:0{digits}}"


@builds("cited_number")
def cited_number(c: Children, span: Span) -> tuple[int, n.Number | None, Span]:
    return c[0].value, c[1], span


@builds("mark_house")
def mark_house(c: Children, span: Span) -> tuple[str, Any]:
    return "house", True


@builds("mark_says")
def mark_says(c: Children, span: Span) -> tuple[str, Any]:
    return "says", c[0]


@builds("mark_quiet")
def mark_quiet(c: Children, span: Span) -> tuple[str, Any]:
    return "says", n.Text("", is_quiet=True, span=span)


@builds("mark_formerly")
def mark_formerly(c: Children, span: Span) -> tuple[str, Any]:
    return "formerly", tuple(c)


@builds("mark_unenforced")
def mark_unenforced(c: Children, span: Span) -> tuple[str, Any]:
    return "unenforced", c[0]


@builds("mark_called")
def mark_called(c: Children, span: Span) -> tuple[str, Any]:
    return "called", tuple(c)


@builds("CLAUSE")
def clause(text: str, span: Span) -> n.Cite:
    return n.Cite(text, span=span)


def merge_marks(before: n.Marks, after: n.Marks) -> n.Marks:
    if before is NO_MARKS:
        return after
    return n.Marks(
        (*before.cites, *after.cites),
        before.house or after.house,
        after.says or before.says,
        (*before.formerly, *after.formerly),
        after.unenforced or before.unenforced,
        (*before.called, *after.called),
        span=before.span,
    )


# -------------------------------------------------------------------------------------------- parameters and slots


@builds("params")
def params(c: Children, span: Span) -> tuple[n.Param, ...]:
    return present(c)


@builds("param", "slot")
def param(c: Children, span: Span) -> n.Param:
    return n.Param(c[0].text, c[1], c[2], span=span)


@builds("slot_me")
def slot_me(c: Children, span: Span) -> n.Param:
    return n.Param("me", None, None, span=span)


@builds("prep_slot")
def prep_slot(c: Children, span: Span) -> n.Param:
    slot = c[1]
    return n.Param(slot.name, slot.type, slot.default, c[0], span=slot.span)
