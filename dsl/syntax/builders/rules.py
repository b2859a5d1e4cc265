"""Builders of standing rules and their clauses."""

from __future__ import annotations

from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.builders.base import Children, collected, node, present, registrar, split
from dsl.syntax.lalr import Builder
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

BUILDERS |= {
    rule: node(cls)
    for rule, cls in {"clause_if": n.IfClause, "clause_while": n.WhileClause, "clause_once": n.OncePer}.items()
}

BUILDERS |= {
    rule: collected(cls)
    for rule, cls in {"works": n.WorksIn, "clause_works": n.WorksIn, "during_window": n.DuringWindow}.items()
}

BUILDERS |= {
    rule: node(n.Change, word)
    for rule, word in {
        "change_to": "to", "change_by": "by", "change_times": "times", "change_least": "at least",
        "change_most": "at most",
    }.items()
}  # fmt: skip


@builds("action")
def action(c: Children, span: Span) -> n.Action:
    slots, rest = split(present(c[1:-2]), n.Param)
    return n.Action(c[0], slots, rest, c[-2], c[-1], span=span)


@builds("hook")
def hook(c: Children, span: Span) -> n.Hook:
    word, (verb, *others), object_ = c[:3]
    slots, rest = split(c[3:-3], n.Slot)
    marks_, may_, body = c[-3:]
    may_by = may_ and may_[0]
    return n.Hook(
        word, verb, object_, slots, rest, marks_, may_ is not None, may_by, body, tuple(others), span=span
    )  # fmt: skip


@builds("hook_before")
def hook_before(c: Children, span: Span) -> str:
    return "before"


@builds("hook_after")
def hook_after(c: Children, span: Span) -> str:
    return "after"


@builds("hook_instead")
def hook_instead(c: Children, span: Span) -> str:
    return "instead of"


@builds("may_mark")
def may_mark(c: Children, span: Span) -> tuple[Any]:
    return (c[0],)


@builds("modify")
def modify(c: Children, span: Span) -> n.Modify:
    changes, rest = split(present(c[2:-1]), n.Change)
    layers, clauses = split(rest, n.Name)
    return n.Modify(c[0], c[1], changes, layers[0] if layers else None, clauses, c[-1], span=span)


def _forbid(allows: bool) -> Builder:
    def build(c: Children, span: Span) -> n.Forbid:
        slots, rest = split(c[2:-2], n.Slot)
        verb, *others = c[0]
        return n.Forbid(allows, verb, c[1], slots, rest, c[-2], c[-1], tuple(others), span=span)

    return build


BUILDERS["forbid"] = _forbid(False)
BUILDERS["allow"] = _forbid(True)


@builds("during_event")
def during_event(c: Children, span: Span) -> n.DuringEvent:
    return n.DuringEvent(c[0], c[1], tuple(c[2:]), span=span)


@builds("until_end")
def until_end(c: Children, span: Span) -> n.Until:
    return n.Until("end", c[0], c[1], tuple(c[2:]), span=span)


@builds("until_start")
def until_start(c: Children, span: Span) -> n.Until:
    return n.Until("start", c[0], c[1], tuple(c[2:]), span=span)
