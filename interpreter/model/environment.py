"""What an expression can see, and the plainest questions about values.

Nothing here looks at a match: a scope is who `it`, `me` and `that` are and the names of the text, those of a hook
before those of the event that it answers; values are compared and counted as they are.
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
"""Under this name a scope keeps the number of the scope around it."""


class Names(MutableMapping[str, Value]):
    """The names of a text over those of the texts around it. What is known is changed where it is known."""

    __slots__ = ("maps",)

    def __init__(self, maps: tuple[dict[str, Value], ...]) -> None:
        self.maps = maps

    def __getitem__(self, name: str) -> Value:
        for names in self.maps:
            if name in names:
                return names[name]
        raise KeyError(name)

    def get(self, name: str, default: Value = None) -> Value:  # asked all the time
        for names in self.maps:
            if name in names:
                return names[name]
        return default

    def __setitem__(self, name: str, value: Value) -> None:
        own = self.maps[0]
        if name not in own and not name.startswith("#"):
            own = next((names for names in self.maps if name in names), own)
        own[name] = value

    def __delitem__(self, name: str) -> None:
        del self.maps[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter({name: None for names in self.maps for name in names})

    def __len__(self) -> int:
        return len({name for names in self.maps for name in names})


class Scope:
    """What an expression can see. Never changed once made; a plain class, because many are made."""

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
    """The match has an outcome: what compiled code had under way stops."""


class RuleError(Exception):
    """Something that the rules of a game cannot do: a run-time diagnostic, never a crash.

    `op` is the operation that could not be done and `span` where it stands in its declaration;
    `interpreter.instrument.faults` finds out the rest, as long as the table is as it was then.
    """

    def __init__(self, code: str, message: str, span: Span = NOWHERE, op: Op | None = None, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.op, self.help = code, message, span, op, help
        self.passage: Passage | None = None  # the words of the author that could not be done
        self.values: tuple[tuple[str, str], ...] = ()  # what was read there
        self.chain: tuple[str, ...] = ()  # what goes in a circle
        self.notes: tuple[tuple[Passage, str], ...] = ()

    def within(self, text: Op, span: Span) -> None:
        """It came out while a sentence of this text was being done; what is known better stays."""
        if self.op is None:
            self.op, self.span = text, self.span if self.span != NOWHERE else span


def fault(code: Code, at: Op | Span = NOWHERE, **words: object) -> RuleError:
    """A fault with the words of the registry, at an operation if one is to blame."""
    op, span = (at, at.span) if isinstance(at, Op) else (None, at)
    return RuleError(code.id, fill(code.message, words), span, op, fill(code.help, words))


def at_most(many: Sequence[Value], most: int, what: str, at: Op | Span = NOWHERE) -> tuple[Value, ...]:
    """So many and no more; what is counted up is not made before it is known how much it is."""
    if len(many) > most:
        raise fault(codes.TOO_MANY, at, most=f"{most:,}", what=what)
    return tuple(many)


def items(found: Value) -> tuple[Value, ...]:
    """A value as a list: none is empty, one thing is a list of one, a table is the values of its rows.

    What lies on the levels of a zone is one list of things.
    """
    if found is None:
        return ()
    if isinstance(found, Rows):
        if found.levels:
            return tuple(part for _, row in found.rows for part in items(row))
        return tuple(row for _, row in found.rows)
    if isinstance(found, Range):
        high = found.high if found.high is not None else found.low
        return at_most(range(found.low, high + 1), limits.LIST_ITEMS, "items in one list")
    return found if isinstance(found, tuple) else (found,)


def one(found: Value) -> Value:
    """A value as one thing: of a list, the first."""
    if isinstance(found, tuple):
        return found[0] if found else None
    return found


def narrow(type: t.Type, found: Value) -> Value:
    """A value as a slot or parameter of a type takes it: a face as its number, one thing for a list of one."""
    wanted = t.plain(type)
    if isinstance(wanted, t.KindT) and isinstance(found, tuple):
        return one(found)
    if isinstance(wanted, t.NumberT) and isinstance(found, Face):
        return found.number
    if isinstance(wanted, t.ListT) and not isinstance(found, tuple):
        return items(found)
    return found


def number(found: Value, op: Op) -> int:
    if isinstance(found, Face):
        found = found.number
    if isinstance(found, bool) or not isinstance(found, int):
        raise fault(codes.NO_NUMBER, op, found="none" if found is None else "something else")
    return found


def clamped(found: Value, type: t.Type) -> Value:
    """A kept number stays inside its range: what is beyond is lost."""
    bounds = t.plain(type)
    if isinstance(bounds, t.NumberT) and isinstance(found, int):
        if bounds.low is not None and found < bounds.low:
            return bounds.low
        if bounds.high is not None and found > bounds.high:
            return bounds.high
    return found


def bounded(found: int, at: Op | Span = NOWHERE) -> int:
    """A number that stays inside 64 bits; one that does not is a fault of the rules."""
    if not -(1 << limits.NUMBER_BITS - 1) <= found < 1 << limits.NUMBER_BITS - 1:
        raise fault(codes.TOO_LARGE, at)
    return found


def equal(a: Value, b: Value) -> bool:
    if isinstance(a, Face) and not isinstance(b, Face):
        return equal(b, a)
    if isinstance(b, Face) and not isinstance(a, Face):
        return bool(b.number == a if isinstance(a, int) else b.symbols == (a,) or b.symbols == a)
    if isinstance(a, MarkOf) and isinstance(b, MarkOf):
        return a.name == b.name
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def is_face(found: Value) -> bool:
    return isinstance(found, Face)


def contains(many: Value, single: Value) -> bool:
    if isinstance(many, Range):
        single = single.number if isinstance(single, Face) else single
        return isinstance(single, int) and many.low <= single and (many.high is None or single <= many.high)
    if isinstance(single, MarkOf):
        return any(isinstance(part, MarkOf) and part.means(single.name, single.args) for part in items(many))
    return any(equal(part, single) for part in items(many))
