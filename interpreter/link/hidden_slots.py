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
from dsl.names.symbols import FieldSig
from dsl.syntax import nodes as n
from interpreter.link.linked_rules import Offered

if TYPE_CHECKING:
    from interpreter.link.linked_program import World

OPEN = ("all", "everybody")
IT = ""
"""Stands among the names of slots for the thing whose text brings an action."""
PARTS_OF_LISTS = ("where", "at")


def is_open(zone: FieldSig) -> bool:
    """Whether everybody sees what lies in a zone."""
    return zone.seen_by is None or (isinstance(zone.seen_by, n.Name) and zone.seen_by.text in OPEN)


def hideable(world: World) -> frozenset[str]:
    """The kinds of things that a zone may hide from somebody: those declared for it, and whatever is in them."""
    if world.hideable is None:
        shapes = world.layout.kinds.values()
        every = [sig for shape in shapes for sig in shape.fields.values()]
        waiting = [sig.item_kind for sig in every if sig.sort == "zone" and not is_open(sig)]
        found: set[str] = set()
        while waiting:
            kind = waiting.pop()
            for heir in shapes:
                if kind in heir.lineage and heir.name not in found:
                    found.add(heir.name)
                    waiting += [sig.item_kind for sig in heir.fields.values() if sig.sort in ("zone", "children")]
        world.hideable = frozenset(found)
    return world.hideable


def may_hide(world: World, type: t.Type) -> bool:
    """Whether a value of a type can be a thing, or hold one, that somebody does not see."""
    of = t.plain(t.item(type) or type)
    kinds = hideable(world)
    if not kinds or not isinstance(of, t.KindT):
        return False
    return any(of.name in world.layout.kinds[kind].lineage for kind in kinds)


def shows_all_to(world: World, op: Op, who: Op) -> bool:
    """Whether a list holds only what a chooser sees, as its words say: an open zone, or one of the chooser's own."""
    while op.name in PARTS_OF_LISTS:
        op = op.args[0]
    sig = _zone(world, op)
    if sig is None:
        return not may_hide(world, op.type)
    holder = op.args[0] if op.args else None
    if holder is not None and may_hide(world, holder.type):
        return False
    own = holder is not None and isinstance(holder.type, t.KindT) and holder.type.name == "Player" and holder == who
    return is_open(sig) or (own and isinstance(sig.seen_by, n.Name) and sig.seen_by.text == "owner")


def is_by_place(world: World, op: Op) -> bool:
    """Whether a list is made of zones, each from the top: its own order tells no more than where things lie."""
    while op.name in PARTS_OF_LISTS:
        op = op.args[0]
    return _zone(world, op) is not None or (op.name == "sum" and all(is_by_place(world, part) for part in op.args))


def _zone(world: World, op: Op) -> FieldSig | None:
    """The zone that an operation reads; none if it reads something else."""
    sig = None
    if op.name == "field" and op.data[0] is not None:
        sig = world.program.rooms.field(*op.data)
    elif op.name == "table_field":
        sig = world.program.rooms.field("Table", op.data)
    return sig if sig is not None and sig.sort == "zone" else None


def blind_slots(world: World, window: str) -> Mapping[str, frozenset[str]]:
    """The verbs of a window with the slots that may hold hidden things; those of which none can are left out."""
    known = world.blind_slots.get(window)
    if known is None:
        known = world.blind_slots[window] = {}
        for action in world.actions.get(window, []):
            slots = blind_slots_of(world, action)
            if slots:
                known[action.op.data] = known.get(action.op.data, frozenset()) | slots
    return known


def blind_slots_of(world: World, action: Offered) -> frozenset[str]:
    """The slots of an action that may hold hidden things."""
    slots = [slot for slot in world.signatures[action.op.data].slots if slot.name != "me"]
    safe = set(_safe(world, action))
    found = {slot.name for slot in slots if slot.name not in safe and may_hide(world, slot.type)}
    return frozenset(found | {IT} if action.holder and hideable(world) else found)


def _safe(world: World, action: Offered) -> Iterator[str]:
    """The slots for one thing that must be in a list of which the player sees everything."""
    me = Op("me", t.KindT("Player"))
    for line in action.body.args:
        if line.name not in ("let", "keep", "require", "cost"):
            return
        whole = line.args[0]
        for part in (whole.args if whole.name == "and" else (whole,)) if line.name == "require" else ():
            is_in = part.name == "compare" and part.data == "in" and part.args[0].name == "local"
            if is_in and shows_all_to(world, part.args[1], me):
                yield part.args[0].data
