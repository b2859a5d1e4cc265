"""The values that typed words put into the slots of an action, looked up on the table of the seat that types them.

Typed words are expressions, so they could ask for anything. Here they are evaluated on the blanked table of who asks,
and only a value of the slot's type counts that depends on nothing hidden.
"""

from __future__ import annotations

import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.execute.choices import domain
from interpreter.explain.resolve_words import Saying
from interpreter.explain.seat_knowledge import SeatTable, looks_back
from interpreter.model.environment import equal
from interpreter.model.moves import Move
from interpreter.model.state import Value


def meant_by(own: SeatTable, saying: Saying, op: Op | None, verb: str, slot: SlotSig) -> list[Value]:
    """What may fill a slot: everything of its type that the words mean, or everything there is.

    All of it is looked up on the table of who asks, so a hidden thing is never among it.
    """
    m = own.machine
    of = t.item(slot.type)
    if op is not None and not (op.name in ("card", "child") and isinstance(t.plain(of or slot.type), t.KindT)):
        return [one for one in _evaluated(own, saying, op, slot) if _fits(own, one, slot.type)]
    if op is None and of is not None and slot.default is not None:
        return [things.default(m, "verb", verb, slot.name) or ()]
    there = [one for one in domain(m, of or slot.type) if not things.is_thing(m, one) or own.sees(one)]
    if op is not None:
        there = [thing for thing in there if things.is_called(m, thing, op.data[1])]
    if of is not None:
        return [(one,) for one in there]
    return [*there, *((None,) if op is None and isinstance(slot.type, t.MaybeT) else ())]


def _evaluated(own: SeatTable, saying: Saying, op: Op, slot: SlotSig) -> list[Value]:
    """The value of typed words on the table of who asks; none where it cannot be found there."""
    if looks_back(op):
        return []
    found, certain = own.certain(lambda: saying.candidates(op, slot.type))
    return found if found is not None and certain else []


def _fits(own: SeatTable, found: Value, type: t.Type) -> bool:
    """Whether a value is of the type of a slot, and nothing hidden."""
    if found is None:
        return isinstance(type, t.MaybeT)
    match t.plain(type):
        case t.ListT(of=of):
            return isinstance(found, tuple) and all(_fits(own, part, of) for part in found)
        case t.KindT(name=kind):
            return things.in_play_as(own.machine, found, kind) and own.sees(found)
        case t.NumberT(low=low, high=high):
            whole = isinstance(found, int) and not isinstance(found, bool)
            return whole and (low is None or found >= low) and (high is None or found <= high)
        case t.TruthT():
            return isinstance(found, bool)
        case t.SymbolT(name=name):
            return found in own.machine.symbols.symbols[name].members
        case _:
            return True


def means(move: Move, meant: dict[str, list[Value]]) -> bool:
    """Whether a move has in each slot one of the values that were meant; the order of a list means nothing."""
    values = dict(move.values)
    return all(
        any(equal(values.get(name), one) or _same_list(values.get(name), one) for one in many)
        for name, many in meant.items()
    )


def _same_list(offered: Value, wanted: Value) -> bool:
    return (
        isinstance(offered, tuple)
        and isinstance(wanted, tuple)
        and sorted(offered, key=repr) == sorted(wanted, key=repr)
    )
