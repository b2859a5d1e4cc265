"""Which currencies are plain: whether a thing can pay depends on it alone, and paying only uses it up.

Derived once from the text of a currency and everything that the text uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op

if TYPE_CHECKING:
    from interpreter.link.linked_program import LinkedProgram

_OWN = frozenset({
    "constant", "none", "symbol", "ladder", "local", "that", "me", "word", "mark", "kind", "builtin", "where", "named",
    "sum", "product", "negate", "not", "and", "or", "compare", "if_then", "list", "range", "at", "event_field", "event",
    "table_field", "card",
})  # fmt: skip
"""Operations whose value for a thing does not depend on what other things have paid."""
_OWN_CALLS = frozenset({"shows", "face_value", "lesser", "greater", "difference", "opposite", "step"})
_OWN_FIELDS = frozenset({"owner", "name", "id", "zone", "holder", "face", "value"})
_KEPT = frozenset({"keeps", "printed", "zone", "stands", "children"})
_USING_UP = frozenset({"move", "remove", "give", "lose", "show"})


class PlainCurrencies:
    """The plain currencies of a linked program."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self._plain: dict[str, bool] = {}
        self._lines: dict[tuple[tuple[str, ...], str], tuple[Op, ...]] = {}
        self._asked: set[str] = set()

    def of(self, currency: str) -> bool:
        if currency not in self._plain:
            lines = self.linked.currencies[currency]
            self._plain[currency] = all(line.name == "pay" and self._is_plain(line) for line in lines)
        return self._plain[currency]

    def lines(self, numbers: tuple[str, ...], currency: str) -> tuple[Op, ...]:
        """The plain lines of a currency that some numbers do not affect when they are paid."""
        key = (numbers, currency)
        if key not in self._lines:
            written = {_name_of(part) for part in self._fields(numbers)}
            self._lines[key] = tuple(
                line
                for line in self.linked.currencies[currency]
                if line.name == "pay"
                and self._is_plain(line)
                and written.isdisjoint(
                    _name_of(part) for part in walk(line.args[0]) if part.name in ("field", "table_field")
                )
            )
        return self._lines[key]

    def _is_plain(self, line: Op) -> bool:
        return self._own(line.args[0]) and self._uses_up(line.args[1], line.data)

    def apart(self, numbers: Iterable[str], things: Iterable[str]) -> bool:
        """Whether paying numbers does not affect which things can pay."""
        written = {_name_of(part) for part in self._fields(numbers)}
        return written.isdisjoint(_name_of(part) for part in self._fields(things))

    def _fields(self, currencies: Iterable[str]) -> list[Op]:
        ops = [
            line.args[0] if line.name == "pay" else line
            for currency in currencies
            for line in self.linked.currencies[currency]
        ]
        return [part for op in ops for part in walk(op) if part.name in ("field", "table_field")]

    # ------------------------------------------------------------------------------------------------ who can pay

    def _own(self, op: Op) -> bool:
        """Whether an operation depends on a thing itself and on nothing that paying with another one changes."""
        match op.name:
            case "field":
                good = self._is_kept(op)
            case "call":
                good = op.data in _OWN_CALLS
            case "ask_rule":
                good = self._define(op.data)
            case name:
                good = name in _OWN
        return good and all(self._own(part) for part in op.args)

    def _is_kept(self, op: Op) -> bool:
        """Whether every field of this name is kept or printed: a stat may read anything."""
        shapes = self.linked.layout.kinds.values()
        sorts = {shape.fields[op.data[1]].sort for shape in shapes if op.data[1] in shape.fields}
        return sorts <= _KEPT if sorts else op.data[1] in _OWN_FIELDS

    def _define(self, name: str) -> bool:
        rule = self.linked.program.symbols.rules[name]
        meaning = self.linked.text(rule.sort, name)
        if rule.sort != "define" or meaning is None or name in self._asked:
            return False
        self._asked.add(name)
        try:
            return self._own(meaning.ops[0])
        finally:
            self._asked.discard(name)

    # --------------------------------------------------------------------------------------------- what paying does

    def _uses_up(self, body: Op, name: str) -> bool:
        """Whether a text changes only the thing with this name, and no rule responds to it."""
        lines = body.args if body.name == "block" else (body,)
        return all(self._is_about(line, name) for line in lines)

    def _is_about(self, line: Op, name: str) -> bool:
        match line.name:
            case "none":
                return True
            case "assign":
                place, new = line.args
                return place.name == "field" and _is(place.args[0], name) and self._own(new)
            case "perform":
                return self._does(line, name)
            case _:
                return False

    def _does(self, line: Op, name: str) -> bool:
        verb, slots, _ = line.data
        if verb in self.linked.verbs:
            body = self.linked.bodies[verb][0]
            given = [slot for slot, part in zip(slots, line.args, strict=True) if _is(part, name)]
            if verb not in self.linked.quiet or body is None or len(given) != 1 or verb in self._asked:
                return False
            self._asked.add(verb)
            try:
                return self._uses_up(body, given[0])
            finally:
                self._asked.discard(verb)
        fields = (sig for shape in self.linked.layout.kinds.values() for sig in shape.fields.values())
        zones = {sig.name for sig in fields if sig.capacity is not None}  # a full zone would refuse
        full = any(part.name in ("field", "table_field") and _name_of(part) in zones for part in walk(line))
        named = [part for part in line.args if part.name != "none"]
        return verb in _USING_UP and verb not in self.linked.answered and not full and _is(named[0], name)


def _is(op: Op, name: str) -> bool:
    return op.name == "local" and op.data == name


def _name_of(op: Op) -> str:
    return str(op.data if op.name == "table_field" else op.data[1])
