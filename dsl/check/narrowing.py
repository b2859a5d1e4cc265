"""What a question has made sure of: behind `card is Creature` the card is one.

A fact is a name and a kind. Facts are looked for where a condition is known to hold (behind `and`, inside `if`, in the
second half of a `where`) or known not to hold (in `else`); only plain names are meant, and never one that may be set
again, because then the fact could stop being true without a word. What comes out is a context like the one that went
in, in which the name has the narrower kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.context import Context
from dsl.names import types as t
from dsl.syntax import nodes as n

Fact = tuple[str, str]


def if_true(condition: n.Expr, cx: Context) -> Context:
    """The context where a condition holds."""
    return with_facts(_facts(condition, True), cx)


def if_false(condition: n.Expr, cx: Context) -> Context:
    """The context where a condition does not hold."""
    return with_facts(_facts(condition, False), cx)


def with_facts(facts: Iterator[Fact] | tuple[Fact, ...], cx: Context) -> Context:
    for name, kind in facts:
        known = _known(name, cx)
        narrower = _narrower(known, kind, cx) if known is not None else None
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


def _known(name: str, cx: Context) -> t.Type | None:
    """The type of a name that stays what it is."""
    if name == "it":
        return cx.it
    if name == "that":
        return cx.that
    return None if name in cx.kept else cx.locals.get(name)


def _narrower(known: t.Type, kind: str, cx: Context) -> t.Type | None:
    """The kind itself, if it says more than what is known."""
    of = t.plain(known)
    if kind not in cx.symbols.kinds or not isinstance(of, t.KindT | t.UnknownT):
        return None
    if isinstance(of, t.KindT) and of.name not in cx.symbols.lineage(kind):
        return None
    return t.KindT(kind)
