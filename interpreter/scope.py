"""What an expression can see, and the plainest questions about values.

Nothing here looks at a match: a scope is who `it`, `me` and `that` are and the local names; values are compared and
counted as they are.
"""

from __future__ import annotations

from attrs import field, frozen

from dsl.core import Op
from interpreter.state import Thing, Value
from interpreter.values import Face, Range


@frozen
class Scope:
    """What an expression can see."""

    values: dict[str, Value] = field(factory=dict)
    it: Thing | None = None
    me: Thing | None = None
    that: Value = None
    actor: Thing | None = None


class RuleError(Exception):
    """Something that the rules of a game cannot do: a run-time diagnostic, never a crash."""

    def __init__(self, code: str, message: str, span: tuple[int, int] = (0, 0)) -> None:
        super().__init__(message)
        self.code, self.message, self.span = code, message, span


def items(found: Value) -> tuple[Value, ...]:
    """A value as a list: none is empty, one thing is a list of one."""
    if found is None:
        return ()
    return found if isinstance(found, tuple) else (found,)


def one(found: Value) -> Value:
    """A value as one thing: of a list of one, that one."""
    if isinstance(found, tuple):
        return found[0] if found else None
    return found


def number(found: Value, op: Op) -> int:
    if isinstance(found, Face):
        found = found.number
    if isinstance(found, bool) or not isinstance(found, int):
        raise RuleError(
            "BW5001", f"a number is needed here, but there is {'none' if found is None else found}", op.span
        )
    return found


def equal(a: Value, b: Value) -> bool:
    if is_face(a) and not is_face(b):
        return equal(b, a)
    if is_face(b) and not is_face(a):
        return bool(b.number == a if isinstance(a, int) else b.symbols == (a,))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def is_face(found: Value) -> bool:
    return isinstance(found, Face)


def contains(many: Value, single: Value) -> bool:
    if isinstance(many, Range):
        single = single.number if isinstance(single, Face) else single
        return isinstance(single, int) and many.low <= single and (many.high is None or single <= many.high)
    return bool(single in items(many))
