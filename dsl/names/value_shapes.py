"""The type of a value as far as its form alone shows it."""

from __future__ import annotations

from dsl.names import builtins
from dsl.names import types as t
from dsl.syntax import nodes as n

_CALL_SHAPES: dict[str, t.Type] = {"number": t.NUMBER, "count": t.COUNT, "truth": t.TRUTH}


def shape(value: n.Expr | None) -> t.Type:
    """The type of a value in a head that leaves the type out."""
    match value:
        case n.Number() | n.Negate() | n.Product():
            return t.NUMBER
        case n.Sum(first=first):
            return t.NUMBER if isinstance(shape(first), t.NumberT) else t.UNKNOWN
        case n.Truth() | n.Compare() | n.And() | n.Not():
            return t.TRUTH
        case n.Text():
            return t.TEXT
        case n.NumberRange():
            return t.RangeT()
        case n.Group(inner=inner):
            return shape(inner)
        case n.IfThen(then=then):
            return shape(then)
        case n.Call(name=name) if name in builtins.FUNCTIONS:
            return _CALL_SHAPES.get(builtins.FUNCTIONS[name].gives, t.UNKNOWN)
        case _:
            return t.UNKNOWN
