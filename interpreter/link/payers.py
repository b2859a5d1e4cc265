"""Which things can pay a cost together: a flow from things to currencies instead of a search over orders.

Most currencies are plain: whether a thing can pay depends on that thing alone, and paying uses it up and changes
nothing else. Then a cost is payable if and only if the units needed can be assigned to different things. That is a flow
problem on a small graph: things that can pay the same currencies form one node with a count. Whether a currency is
plain is derived from its text once. If it is not, `interpreter.execute.payments` tries payments on copies of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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


class Plainness:
    """The plain currencies of a linked program."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self._known: dict[str, bool] = {}
        self._asked: set[str] = set()

    def of(self, currency: str) -> bool:
        if currency not in self._known:
            lines = self.linked.currencies[currency]
            self._known[currency] = all(
                line.name == "pay" and self._own(line.args[0]) and self._uses_up(line.args[1], line.data)
                for line in lines
            )
        return self._known[currency]

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


# ---------------------------------------------------------------------------------------------------------- the flow


def missing(needed: Mapping[str, int], payers: Iterable[frozenset[str]]) -> dict[str, int]:
    """The units that remain unpaid when the payers pay as much as they can; empty if they can pay everything.

    A payer is the set of currencies of which it can pay one unit. Each round assigns units to free payers, or shifts
    payments along a chain of currencies until it reaches a free payer (an augmenting path).
    """
    free = Counter(frozenset(payable & needed.keys()) for payable in payers)
    paid: dict[str, Counter[frozenset[str]]] = {currency: Counter() for currency in needed}
    left = {currency: amount for currency, amount in needed.items() if amount > 0}
    for currency in list(left):
        while left[currency] > 0:
            chain = _chain(currency, free, paid)
            if chain is None:
                break
            amount = min(left[currency], *_room(chain, free, paid))
            _shift(chain, amount, free, paid)
            left[currency] -= amount
    return {currency: amount for currency, amount in left.items() if amount > 0}


Payer = frozenset[str]
Link = tuple[str, Payer]
"""A currency, and the group of payers that is to pay it."""


def _chain(start: str, free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> list[Link] | None:
    """A chain from a currency to a free payer: each payer in it gives up the next currency."""
    came: dict[str, list[Link]] = {start: []}
    waiting = [start]
    while waiting:
        currency = waiting.pop(0)
        for payer, number in free.items():
            if number > 0 and currency in payer:
                return [*came[currency], (currency, payer)]
        for other, using in paid.items():
            if other in came:
                continue
            payers = [payer_here for payer_here, number in using.items() if number > 0 and currency in payer_here]
            if payers:
                came[other] = [*came[currency], (currency, payers[0])]
                waiting.append(other)
    return None


def _room(chain: list[Link], free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> list[int]:
    """The capacity of each link of a chain."""
    following = [currency for currency, _ in chain[1:]]
    inner = [paid[other][payer] for (_, payer), other in zip(chain, following, strict=False)]
    return [*inner, free[chain[-1][1]]]


def _shift(chain: list[Link], amount: int, free: Counter[Payer], paid: Mapping[str, Counter[Payer]]) -> None:
    for index, (currency, payer) in enumerate(chain):
        if index + 1 < len(chain):
            paid[chain[index + 1][0]][payer] -= amount
        else:
            free[payer] -= amount
        paid[currency][payer] += amount
