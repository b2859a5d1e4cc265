"""Checks that things may be put where a built-in verb puts them.

A zone declares the kind of its things, and a kind declares the spaces that it can be on; moving a card to a zone of
dice is a mistake that no other check finds. If too little is known, nothing is reported.
"""

from __future__ import annotations

from dsl.check.context import Context
from dsl.diagnostics.codes import names as codes
from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import SlotSig, VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk

_MOVES = {"move": ("thing", "place"), "take": ("sort", "place"), "roll": ("die", "place"), "shuffle": ("pile", "place")}
"""The verbs that put things somewhere: the slots of the things and of the place."""


def check_destination(line: n.Phrase, verb: str, filled: dict[str, Op], cx: Context) -> None:
    """Check that the things of a sentence may be where it puts them."""
    if verb not in _MOVES:
        return
    things, place = (filled.get(name) for name in _MOVES[verb])
    if things is None or place is None or place.name == "none":
        return
    moved, holds = _moved_kind(things), _kind_of_contents(place)
    if moved is None or holds is None or moved.name == "Thing" or holds.name == "Thing":
        return
    lineage = cx.symbols.lineage
    if _is_zone(place, cx):
        if holds.name in lineage(moved.name) or moved.name in lineage(holds.name):
            return
        help = f"this zone is declared `of {holds.name}`"
    elif "Space" in lineage(holds.name):
        spaces = [t.plain(field.type) for field in cx.symbols.fields(moved.name).values() if field.sort == "stands"]
        names = [space.name for space in spaces if isinstance(space, t.KindT)]
        if any(name in lineage(holds.name) or holds.name in lineage(name) for name in names):
            return
        help = f"a kind can be on a space if it declares `stands on space: {holds.name} as …`"
    else:
        cx.report(
            codes.WRONG_TYPE, place.span, where=f"`{verb}`", wanted="a zone or a space", found=t.show(holds),
            help="name a zone such as `me.hand`, or a space",
        )  # fmt: skip
        return
    where = cx.findings.piece.text[place.span[0] : place.span[1]]
    expected = t.show(holds) if _is_zone(place, cx) else "a kind that can be on it"
    cx.report(
        codes.WRONG_TYPE, line.verb.span, where=f"`{where}`", wanted=expected, found=t.show(moved), help=help
    )  # fmt: skip


def check_passed_zone(zone: Op, slot: SlotSig, verb: VerbSig, cx: Context) -> None:
    """A zone in a slot without a type is its contents. An effect that moves something into the slot needs the zone."""
    if _is_zone(zone, cx) and _puts_into(verb, slot.name, cx, frozenset()):
        where = cx.findings.piece.text[zone.span[0] : zone.span[1]]
        cx.report(
            codes.WRONG_TYPE, zone.span, where=f"`{slot.spelt}` of `{verb.name}`", wanted="a space",
            found=f"the contents of `{where}`",
            help="a zone cannot be passed: pass its owner, and name the zone in the effect, as `owner.hand`",
        )  # fmt: skip


def _puts_into(verb: VerbSig, name: str, cx: Context, seen: frozenset[str]) -> bool:
    """Whether something is moved into a slot, directly or in an effect that the slot is passed to."""
    if verb.node is None or verb.name in seen:
        return False
    for line in walk(verb.node.body):
        if not isinstance(line, n.Phrase):
            continue
        filled = [part.preposition for part in line.slots if isinstance(part.value, n.Name) and part.value.text == name]
        if isinstance(line.object, n.Name) and line.object.text == name:
            filled.append("")
        builtin, other = builtins.VERBS.get(line.verb.text), cx.symbols.verbs.get(line.verb.text)
        for preposition in filled:
            if builtin is not None:
                if any(
                    builtin_slot.preposition == preposition and builtin_slot.wants == "place"
                    for builtin_slot in builtin.slots
                ):
                    return True
            elif other is not None:
                slot = other.slot(preposition)
                if slot is not None and _puts_into(other, slot.name, cx, seen | {verb.name}):
                    return True
    return False


def _moved_kind(things: Op) -> t.KindT | None:
    """The kind of the moved things."""
    if things.name == "word" and isinstance(things.data, tuple):
        return t.KindT(str(things.data[1]))
    type = t.item(things.type) or t.plain(things.type)
    return type if isinstance(type, t.KindT) else None


def _zone(place: Op) -> Op:
    while place.name == "at":
        place = place.args[0]
    return place


def _is_zone(place: Op, cx: Context) -> bool:
    zone = _zone(place)
    if zone.name not in ("field", "table_field"):
        return False
    kind, name = zone.data if zone.name == "field" else ("Table", zone.data)
    field = cx.symbols.field(kind, name) if kind else None
    return field is not None and field.sort in ("zone", "children")


def _kind_of_contents(place: Op) -> t.KindT | None:
    type = t.plain(place.type)
    while isinstance(type, t.ListT | t.TableT | t.MaybeT):
        type = type.of
    return type if isinstance(type, t.KindT) else None
