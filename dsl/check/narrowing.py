"""Narrows types by conditions: after `card is Creature` the card is a Creature.

A fact is a name and a kind. Facts come from a condition that is known to be true (after `and`, inside `if`, in the
second half of a `where`) or known to be false (in `else`). Only plain names are narrowed, and never one that can be
assigned again, because then the fact could become false. The result is a copy of the context in which the name has
the narrower kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.context import Context
from dsl.names import types as t
from dsl.syntax import nodes as n

Fact = tuple[str, str]


def if_true(condition: n.Expr, cx: Context) -> Context:
    """The context in which a condition is true."""
    return with_facts(_facts(condition, True), cx)


def if_false(condition: n.Expr, cx: Context) -> Context:
    """The context in which a condition is false."""
    return with_facts(_facts(condition, False), cx)


def with_facts(facts: Iterator[Fact] | tuple[Fact, ...], cx: Context) -> Context:
    for name, kind in facts:
        type = _fixed_type(name, cx)
        narrower = _narrower(type, kind, cx) if type is not None else None
        if narrower is None:
            continue
        if name in ("it", "that"):
            cx = cx.inner(**{name: narrower})
        else:
            cx = cx.with_locals([(name, narrower)])
    return cx


def _facts(node: n.Expr, holds: bool) -> Iterator[Fact]:
    match node:
        case n.Group(inner=inner):
            yield from _facts(inner, holds)
        case n.Not(inner=inner):
            yield from _facts(inner, not holds)
        case n.And(parts=parts) if holds:
            for part in parts:
                yield from _facts(part, True)
        case n.Or(parts=parts) if not holds:
            for part in parts:
                yield from _facts(part, False)
        case n.Compare(sign=sign, left=n.Name(text=name), right=n.Name(text=kind)):
            if sign == ("is" if holds else "is not"):
                yield name, kind
        case _:
            pass


def _fixed_type(name: str, cx: Context) -> t.Type | None:
    """The type of a name that cannot be assigned again."""
    if name == "it":
        return cx.it
    if name == "that":
        return cx.that
    return None if name in cx.kept else cx.locals.get(name)


def _narrower(type: t.Type, kind: str, cx: Context) -> t.Type | None:
    """The kind, if it is narrower than the type."""
    of = t.plain(type)
    if kind not in cx.symbols.kinds or not isinstance(of, t.KindT | t.UnknownT):
        return None
    if isinstance(of, t.KindT) and of.name not in cx.symbols.lineage(kind):
        return None
    return t.KindT(kind)
