"""The values that typed words give to the slots of an action, evaluated on the table of the seat that types them.

Typed words are expressions, so they could ask for anything. Here they are evaluated on the redacted table of that seat,
and a value counts only if it has the type of the slot and depends on nothing hidden.
"""

from __future__ import annotations

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.evaluate.domain import domain
from interpreter.explain.resolve_words import TypedWords
from interpreter.explain.seat_knowledge import SeatTable, looks_back
from interpreter.model.environment import equal
from interpreter.model.moves import Move
from interpreter.model.state import Value


def slot_candidates(seat_table: SeatTable, words: TypedWords, op: Op | None, verb: str, slot: SlotSig) -> list[Value]:
    """The possible values of a slot: everything of its type that the words can refer to, or everything.

    Values come from the table of the asking seat, so hidden things are never among them.
    """
    m = seat_table.machine
    of = t.item(slot.type)
    if op is not None and not (op.name in ("card", "child") and isinstance(t.plain(of or slot.type), t.KindT)):
        return [
            candidate
            for candidate in _evaluated(seat_table, words, op, slot)
            if _fits(seat_table, candidate, slot.type)
        ]
    if op is None and of is not None and slot.default is not None:
        return [expressions.default(m, "verb", verb, slot.name) or ()]
    candidates = [
        candidate
        for candidate in domain(m, of or slot.type)
        if not things.is_thing(m, candidate) or seat_table.sees(candidate)
    ]
    if op is not None:
        candidates = [thing for thing in candidates if things.is_called(m, thing, op.data[1])]
    if of is not None:
        return [(candidate,) for candidate in candidates]
    return [*candidates, *((None,) if op is None and isinstance(slot.type, t.MaybeT) else ())]


def _evaluated(seat_table: SeatTable, words: TypedWords, op: Op, slot: SlotSig) -> list[Value]:
    """The value of typed words on the table of the asking seat; empty if it cannot be computed there."""
    if looks_back(op):
        return []
    values, certain = seat_table.certain(lambda: words.candidates(op, slot.type))
    return values if values is not None and certain else []


def _fits(seat_table: SeatTable, value: Value, type: t.Type) -> bool:
    """Whether a value has the type of a slot and is not hidden."""
    if value is None:
        return isinstance(type, t.MaybeT)
    match t.plain(type):
        case t.ListT(of=of):
            return isinstance(value, tuple) and all(_fits(seat_table, part, of) for part in value)
        case t.KindT(name=kind):
            return things.in_play_as(seat_table.machine, value, kind) and seat_table.sees(value)
        case t.NumberT(low=low, high=high):
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and (low is None or value >= low) and (high is None or value <= high)
        case t.TruthT():
            return isinstance(value, bool)
        case t.SymbolT(name=name):
            return value in seat_table.machine.symbols.symbols[name].members
        case _:
            return True


def matches_words(move: Move, candidates: dict[str, list[Value]]) -> bool:
    """Whether each slot of a move has one of the given values; lists match in any order."""
    values = dict(move.values)
    return all(
        any(equal(values.get(name), candidate) or _same_list(values.get(name), candidate) for candidate in allowed)
        for name, allowed in candidates.items()
    )


def _same_list(offered: Value, typed: Value) -> bool:
    return (
        isinstance(offered, tuple) and isinstance(typed, tuple) and sorted(offered, key=repr) == sorted(typed, key=repr)
    )
