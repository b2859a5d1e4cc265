"""The names an expression can read, and basic operations on values.

Nothing here reads a match: a scope holds `it`, `me`, `that` and the names of the text, those of a hook before those of
the event that it answers; values are compared and counted as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING

from dsl.diagnostics import NOWHERE, Span, fill
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.model import limits
from interpreter.model.state import Thing, Value
from interpreter.model.values import Face, MarkOf, Range, Rows

if TYPE_CHECKING:
    from dsl.ir.passages import Passage

AROUND = "#around"
"""The hidden name under which a scope stores the number of its enclosing scope."""


class ScopeNames(MutableMapping[str, Value]):
    """The names of a text on top of those of the enclosing texts. An assignment changes a name where it is defined."""

    __slots__ = ("maps",)

    def __init__(self, maps: tuple[dict[str, Value], ...]) -> None:
        self.maps = maps

    def __getitem__(self, name: str) -> Value:
        for names in self.maps:
            if name in names:
                return names[name]
        raise KeyError(name)

    def get(self, name: str, default: Value = None) -> Value:  # called very often
        for names in self.maps:
            if name in names:
                return names[name]
        return default

    def __setitem__(self, name: str, value: Value) -> None:
        scope = self.maps[0]
        if name not in scope and not name.startswith("#"):
            scope = next((names for names in self.maps if name in names), scope)
        scope[name] = value

    def __delitem__(self, name: str) -> None:
        del self.maps[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter({name: None for names in self.maps for name in names})

    def __len__(self) -> int:
        return len({name for names in self.maps for name in names})


class Scope:
    """The context of an expression. Immutable; a plain class, because many are created."""

    __slots__ = ("actor", "it", "me", "that", "values")

    def __init__(
        self,
        values: MutableMapping[str, Value] | None = None,
        it: Value = None,
        me: Thing | None = None,
        that: Value = None,
        actor: Thing | None = None,
    ) -> None:
        self.values: MutableMapping[str, Value] = {} if values is None else values
        self.it, self.me, self.that, self.actor = it, me, that, actor

    def looking_at(self, that: Value) -> Scope:
        return Scope(self.values, self.it, self.me, that, self.actor)


class Over(Exception):
    """The match has an outcome: compiled code stops."""


class RuleError(Exception):
    """A fault of the rules of a game: a run-time diagnostic, never a crash.

    `op` is the operation that failed and `span` its place in the declaration; `interpreter.instrument.faults` adds the
    rest while the table is unchanged.
    """

    def __init__(self, code: str, message: str, span: Span = NOWHERE, op: Op | None = None, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.op, self.help = code, message, span, op, help
        self.passage: Passage | None = None  # the source text of the failed operation
        self.values: tuple[tuple[str, str], ...] = ()  # the values it read
        self.chain: tuple[str, ...] = ()  # a cycle of rules
        self.notes: tuple[tuple[Passage, str], ...] = ()

    def within(self, text: Op, span: Span) -> None:
        """Note the sentence in which the fault occurred; a more precise place is kept."""
        if self.op is None:
            self.op, self.span = text, self.span if self.span != NOWHERE else span


def fault(code: Code, at: Op | Span = NOWHERE, **words: object) -> RuleError:
    """A fault with the words of the registry, at the operation that caused it, if any."""
    op, span = (at, at.span) if isinstance(at, Op) else (None, at)
    return RuleError(code.id, fill(code.message, words), span, op, fill(code.help, words))


def at_most(values: Sequence[Value], most: int, what: str, at: Op | Span = NOWHERE) -> tuple[Value, ...]:
    """A tuple of limited length; the length is checked before the tuple is built."""
    if len(values) > most:
        raise fault(codes.TOO_MANY, at, most=f"{most:,}", what=what)
    return tuple(values)


def items(value: Value) -> tuple[Value, ...]:
    """A value as a list: none is empty, one thing is a list of one, a table is the values of its rows.

    The levels of a zone become one list of things.
    """
    if type(value) is tuple:  # called very often
        return value
    if value is None:
        return ()
    if isinstance(value, Rows):
        if value.levels:
            return tuple(part for _, row in value.rows for part in items(row))
        return tuple(row for _, row in value.rows)
    if isinstance(value, Range):
        high = value.high if value.high is not None else value.low
        return at_most(range(value.low, high + 1), limits.LIST_ITEMS, "items in one list")
    return value if isinstance(value, tuple) else (value,)


def one(value: Value) -> Value:
    """A value as one thing: of a list, the first."""
    if isinstance(value, tuple):
        return value[0] if value else None
    return value


def narrow(type: t.Type, value: Value) -> Value:
    """Convert a value for a slot or parameter: a face to its number, a list of one to one thing."""
    plain = t.plain(type)
    if isinstance(plain, t.KindT) and isinstance(value, tuple):
        return one(value)
    if isinstance(plain, t.NumberT) and isinstance(value, Face):
        return value.number
    if isinstance(plain, t.ListT) and not isinstance(value, tuple):
        return items(value)
    return value


def number(value: Value, op: Op) -> int:
    if type(value) is int:  # called very often
        return value
    if isinstance(value, Face):
        value = value.number
    if isinstance(value, bool) or not isinstance(value, int):
        raise fault(codes.NO_NUMBER, op, found="none" if value is None else "something else")
    return value


def clamped(value: Value, type: t.Type) -> Value:
    """Clamp a kept number to its range."""
    bounds = t.plain(type)
    if isinstance(bounds, t.NumberT) and isinstance(value, int):
        if bounds.low is not None and value < bounds.low:
            return bounds.low
        if bounds.high is not None and value > bounds.high:
            return bounds.high
    return value


def bounded(value: int, at: Op | Span = NOWHERE) -> int:
    """Check that a number fits into 64 bits; otherwise it is a fault of the rules."""
    if not -(1 << limits.NUMBER_BITS - 1) <= value < 1 << limits.NUMBER_BITS - 1:
        raise fault(codes.TOO_LARGE, at)
    return value


def equal(a: Value, b: Value) -> bool:
    kind = type(a)
    if kind is type(b) and (kind is int or kind is str):  # called very often
        return bool(a == b)
    if isinstance(a, Face) and not isinstance(b, Face):
        return equal(b, a)
    if isinstance(b, Face) and not isinstance(a, Face):
        return bool(b.number == a if isinstance(a, int) else b.symbols == (a,) or b.symbols == a)
    if isinstance(a, MarkOf) and isinstance(b, MarkOf):
        return a.name == b.name
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def is_face(value: Value) -> bool:
    return isinstance(value, Face)


def contains(container: Value, item: Value) -> bool:
    if isinstance(container, Range):
        item = item.number if isinstance(item, Face) else item
        return isinstance(item, int) and container.low <= item and (container.high is None or item <= container.high)
    if isinstance(item, MarkOf):
        return any(isinstance(part, MarkOf) and part.means(item.name, item.args) for part in items(container))
    return any(equal(part, item) for part in items(container))
