"""What may lie or stand where: things and the zones and spaces that verbs of the language put them into.

A zone says of what kind it is, and a kind says on which spaces it stands; a card that is moved to a zone of dice is a
slip that no other check sees. What is known too little to tell is let pass.
"""

from __future__ import annotations

from dsl import nodes as n
from dsl import types as t
from dsl.codes import names as codes
from dsl.context import Context
from dsl.core import Op

_MOVES = {"move": ("thing", "place"), "take": ("sort", "place"), "roll": ("die", "place"), "shuffle": ("pile", "place")}
"""The verbs that put things somewhere: which slot holds the things, which the place."""


def belongs(line: n.Phrase, verb: str, filled: dict[str, Op], cx: Context) -> None:
    """Whether the things of a sentence can be where it puts them."""
    if verb not in _MOVES:
        return
    things, place = (filled.get(name) for name in _MOVES[verb])
    if things is None or place is None or place.name == "none":
        return
    moved, holds = _moved(things), _holds(place)
    if moved is None or holds is None or moved.name == "Thing" or holds.name == "Thing":
        return
    lineage = cx.rooms.lineage
    if _is_zone(place, cx):
        if holds.name in lineage(moved.name) or moved.name in lineage(holds.name):
            return
        help = f"this zone is declared `of {holds.name}`"
    elif "Space" in lineage(holds.name):
        spaces = [t.plain(field.type) for field in cx.rooms.fields(moved.name).values() if field.sort == "stands"]
        names = [space.name for space in spaces if isinstance(space, t.KindT)]
        if any(name in lineage(holds.name) or holds.name in lineage(name) for name in names):
            return
        help = f"a kind stands on a space when it declares `stands on space: {holds.name} as …`"
    else:
        cx.report(
            codes.WRONG_TYPE, place.span, where=f"`{verb}`", wanted="a zone or a space", found=t.show(holds),
            help="name a zone such as `me.hand`, or a space",
        )  # fmt: skip
        return
    where = cx.findings.piece.text[place.span[0] : place.span[1]]
    wanted = t.show(holds) if _is_zone(place, cx) else "something that stands on it"
    cx.report(
        codes.WRONG_TYPE, line.verb.span, where=f"`{where}`", wanted=wanted, found=t.show(moved), help=help
    )  # fmt: skip


def _moved(things: Op) -> t.KindT | None:
    """The kind of what is moved; a sort of things is named by its kind."""
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
    field = cx.rooms.field(kind, name) if kind else None
    return field is not None and field.sort in ("zone", "children")


def _holds(place: Op) -> t.KindT | None:
    type = t.plain(place.type)
    while isinstance(type, t.ListT | t.TableT | t.MaybeT):
        type = type.of
    return type if isinstance(type, t.KindT) else None
