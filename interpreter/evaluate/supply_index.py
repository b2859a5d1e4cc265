"""Finds the cards of a kind by what is printed on them, without looking at all of them.

`count(supply(Robot) where number is it.number) is 1` is asked of every robot of a pack; looking through the pack each
time would cost the square of its size. The one idea: printed values never change, so the cards of a kind are sorted by
a printed field once, and a query whose first condition is `field is VALUE` starts with the cards that have that value.
The result and the faults are those of a look at all cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.model.environment import Scope
from interpreter.model.state import Value
from interpreter.model.values import CardRef

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

SupplyIndex = Mapping[Value, Collection[Value]]
"""For each printed value the cards that have it, in their order, each once."""
_KEYS = (int, str, type(None))
"""The exact types of values for which `is` means equality: neither truth values, nor faces, nor cards."""


def is_supply(op: Op) -> bool:
    return op.name == "call" and op.data == "supply"


def candidates(listed: Op, condition: Op, scope: Scope, m: Machine) -> Collection[Value] | None:
    """The cards of `supply(…)` that can satisfy a condition; nothing if only a look at all of them can tell.

    Where coverage is measured, each condition is asked of all cards.
    """
    if not is_supply(listed) or m.coverage is not None:
        return None
    kind = listed.args[0].data[1]
    cards: Collection[Value] | None = None
    for part in condition.args if condition.name == "and" else (condition,):
        equal = _equal(part, kind, scope, m) if cards is None or cards else None
        if equal is None:
            break
        cards = equal if cards is None else _in_both(cards, equal)
    return cards


def _in_both(some: Collection[Value], others: Collection[Value]) -> Collection[Value]:
    fewer, more = sorted((some, others), key=len)
    return dict.fromkeys(card for card in fewer if card in more)


def _equal(condition: Op, kind: str, scope: Scope, m: Machine) -> Collection[Value] | None:
    """The cards of a kind that satisfy `field is VALUE`; nothing for any other condition."""
    if condition.name != "compare" or condition.data != "is" or not _is_printed_of_that(condition.args[0], m):
        return None
    if not things.supply(m, kind):
        return ()
    wanted = condition.args[1]
    index = _index(m, kind, condition.args[0].data[1])
    if index is None or any(part.name in ("that", "kind", "card") for part in walk(wanted)):
        return None
    key = expressions.value(wanted, scope, m)
    return index.get(key, ()) if type(key) in _KEYS else None


def contains(m: Machine, kind: str, card: CardRef) -> bool:
    """Whether a card is in the supply of a kind."""
    written = m.linked.cards.get(card.id)
    return written is not None and "." not in card.id and kind in m.symbols.lineage(written.kind)


def _is_printed_of_that(op: Op, m: Machine) -> bool:
    """Whether an operation reads a number, a text or a symbol printed on the card that is looked at."""
    if op.name != "field" or op.args[0].name != "that":
        return False
    kind, name = op.data
    sig = m.symbols.field(kind, name) if kind in m.symbols.kinds else None
    if sig is None:
        return name in ("id", "name")
    return sig.sort == "printed" and not sig.computed and isinstance(t.plain(sig.type), t.NumberT | t.TextT | t.SymbolT)


def _index(m: Machine, kind: str, field: str) -> SupplyIndex | None:
    """The cards of a kind by a printed field; nothing if the value of one of them is not a constant."""
    indices = m.linked.supply_indices
    if (kind, field) not in indices:
        indices[kind, field] = _sorted_by(m, kind, field)
    return indices[kind, field]


def _sorted_by(m: Machine, kind: str, field: str) -> SupplyIndex | None:
    sorted_cards: dict[Value, dict[Value, None]] = {}
    for card in things.supply(m, kind):
        assert isinstance(card, CardRef)
        written = m.linked.cards[card.id]
        op = written.values.get(field) or m.linked.firsts.get((written.kind, field))
        if op is not None and not fields.is_closed(op):
            return None
        before = m.meter.left
        key = fields.read(m, card, field)
        m.meter.left = before  # the cost of a question must not depend on who asked first
        if type(key) not in _KEYS:
            return None
        sorted_cards.setdefault(key, {})[card] = None
    return sorted_cards
