"""Which slots and lists can hold things that the chooser does not see, decided from the text of a game alone.

Only zones hide, so a kind whose things never lie in a hidden zone is safe, and so is a slot that must come from a zone
that the player sees (`require card in me.hand`). Both engines ask here: for everything that is safe they do nothing
about hidden things at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.link.linked_rules import Offered

if TYPE_CHECKING:
    from interpreter.link.linked_program import LinkedProgram

IT = ""
"""Stands among the names of slots for the thing whose text brings an action."""
PARTS_OF_LISTS = ("where", "at")


def is_open(zone: FieldSig) -> bool:
    """Whether everybody sees what lies in a zone."""
    return zone.seen_by in ("", "all")


def hideable(linked: LinkedProgram) -> frozenset[str]:
    """The kinds of things that a zone may hide from somebody: those declared for it, and whatever is in them."""
    if linked.hideable is None:
        shapes = linked.layout.kinds.values()
        every = [sig for shape in shapes for sig in shape.fields.values()]
        waiting = [sig.item_kind for sig in every if sig.sort == "zone" and not is_open(sig)]
        names: set[str] = set()
        while waiting:
            kind = waiting.pop()
            for heir in shapes:
                if kind in heir.lineage and heir.name not in names:
                    names.add(heir.name)
                    waiting += [sig.item_kind for sig in heir.fields.values() if sig.sort in ("zone", "children")]
        linked.hideable = frozenset(names)
    return linked.hideable


def may_hide(linked: LinkedProgram, type: t.Type) -> bool:
    """Whether a value of a type can be a thing, or hold one, that somebody does not see."""
    of = t.plain(t.item(type) or type)
    kinds = hideable(linked)
    if not kinds or not isinstance(of, t.KindT):
        return False
    return any(of.name in linked.layout.kinds[kind].lineage for kind in kinds)


def shows_all_to(linked: LinkedProgram, op: Op, who: Op) -> bool:
    """Whether a list holds only what a chooser sees, as its words say: an open zone, or one of the chooser's own."""
    while op.name in PARTS_OF_LISTS:
        op = op.args[0]
    sig = _zone(linked, op)
    if sig is None:
        return not may_hide(linked, op.type)
    holder = op.args[0] if op.args else None
    if holder is not None and may_hide(linked, holder.type):
        return False
    own = holder is not None and isinstance(holder.type, t.KindT) and holder.type.name == "Player" and holder == who
    return is_open(sig) or (own and sig.seen_by == "owner")


def is_by_place(linked: LinkedProgram, op: Op) -> bool:
    """Whether a list is made of zones, each from the top: its own order tells no more than where things lie."""
    while op.name in PARTS_OF_LISTS:
        op = op.args[0]
    return _zone(linked, op) is not None or (op.name == "sum" and all(is_by_place(linked, part) for part in op.args))


def _zone(linked: LinkedProgram, op: Op) -> FieldSig | None:
    """The zone that an operation reads; none if it reads something else."""
    sig = None
    if op.name == "field" and op.data[0] is not None:
        sig = linked.program.symbols.field(*op.data)
    elif op.name == "table_field":
        sig = linked.program.symbols.field("Table", op.data)
    return sig if sig is not None and sig.sort == "zone" else None


def blind_slots(linked: LinkedProgram, window: str) -> Mapping[str, frozenset[str]]:
    """The verbs of a window with the slots that may hold hidden things; those of which none can are left out."""
    slots_of = linked.blind_slots.get(window)
    if slots_of is None:
        slots_of = linked.blind_slots[window] = {}
        for action in linked.actions.get(window, []):
            slots = blind_slots_of(linked, action)
            if slots:
                slots_of[action.op.data] = slots_of.get(action.op.data, frozenset()) | slots
    return slots_of


def blind_slots_of(linked: LinkedProgram, action: Offered) -> frozenset[str]:
    """The slots of an action that may hold hidden things."""
    slots = [slot for slot in linked.signatures[action.op.data].slots if slot.name != "me"]
    safe = set(_safe(linked, action))
    names = {slot.name for slot in slots if slot.name not in safe and may_hide(linked, slot.type)}
    return frozenset(names | {IT} if action.holder and hideable(linked) else names)


def _safe(linked: LinkedProgram, action: Offered) -> Iterator[str]:
    """The slots for one thing that must be in a list of which the player sees everything."""
    me = Op("me", t.KindT("Player"))
    for line in action.body.args:
        if line.name not in ("let", "keep", "require", "cost"):
            return
        whole = line.args[0]
        for part in (whole.args if whole.name == "and" else (whole,)) if line.name == "require" else ():
            is_in = part.name == "compare" and part.data == "in" and part.args[0].name == "local"
            if is_in and shows_all_to(linked, part.args[1], me):
                yield part.args[0].data
