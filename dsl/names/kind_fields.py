"""The fields of a kind: what its lines print, keep, compute, hold and stand on."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.names import types as t
from dsl.names.heads import HeadReader
from dsl.names.signatures import FieldSig, SeenBy
from dsl.names.value_shapes import shape
from dsl.syntax import nodes as n
from dsl.text.source import Piece


def fields_of(heads: HeadReader, piece: Piece, kind: str, item: n.KindItem) -> Iterator[FieldSig]:
    """The fields that one line of a kind declares; `stands` may declare one of another kind as well."""
    match item:
        case n.Printed():
            type = heads.type(piece, item.type)
            required = item.default is None and not item.type.maybe
            place = piece.place(item.name.span)
            yield FieldSig(item.name.text, "printed", type, kind, place, item.default, required, marks=item.marks)
        case n.Keeps():
            type = heads.type(piece, item.type) if item.type else shape(item.default)
            is_unread = item.type is not None and isinstance(type, t.UnknownT)
            default = None if is_unread else item.default  # the value does not show a type that could not be read
            place = piece.place(item.name.span)
            yield FieldSig(item.name.text, "keeps", type, kind, place, default, marks=item.marks)
        case n.Stat():
            type = heads.type(piece, item.type) if item.type else shape(item.base)
            required = item.base is None and not isinstance(type, t.MaybeT)
            place = piece.place(item.name.span)
            computed = item.type is None
            yield FieldSig(
                item.name.text, "stat", type, kind, place, item.base, required, marks=item.marks, computed=computed
            )  # fmt: skip
        case n.Zone():
            yield _zone(heads, piece, kind, item)
        case n.Children():
            of = heads.kind(piece, item.of)
            place = piece.place(item.name.span)
            yield FieldSig(item.name.text, "children", t.ListT(of), kind, place, holds=item.holds)
        case n.Script():
            by = heads.type(piece, item.by) if item.by else None
            place = piece.place(item.name.span)
            yield FieldSig(item.name.text, "script", t.ScriptT(by), kind, place, marks=item.marks)
        case n.Stands():
            on = heads.kind(piece, item.on)
            yield FieldSig(item.name.text, "stands", t.MaybeT(on), kind, piece.place(item.name.span))
            if isinstance(on, t.KindT):
                back: t.Type = t.ListT(t.KindT(kind)) if item.many else t.MaybeT(t.KindT(kind))
                yield FieldSig(item.back.text, "back", back, on.name, piece.place(item.back.span))
        case _:
            return


def _zone(heads: HeadReader, piece: Piece, kind: str, item: n.Zone) -> FieldSig:
    of = heads.kind(piece, item.of)
    holds_one = isinstance(item.holds, n.Number) and item.holds.value == 1
    type: t.Type = t.MaybeT(of) if holds_one else t.ListT(of)
    if item.levels is not None:
        type = t.TableT(t.NumberT(*item.levels), type)
    place = piece.place(item.name.span)
    return FieldSig(
        item.name.text,
        "zone",
        type,
        kind,
        place,
        holds=item.holds,
        seen_by=_seen_by(item.seen_by),
        levels=item.levels,
        capacity=_capacity(item.holds),
        marks=item.marks,
    )


def _seen_by(node: n.Expr | None) -> SeenBy:
    match node:
        case None:
            return ""
        case n.Name(text="all" | "everybody"):
            return "all"
        case n.Name(text="owner"):
            return "owner"
        case n.Name(text="nobody"):
            return "nobody"
        case _:
            return "named"


def _capacity(holds: n.Expr | None) -> int | None:
    match holds:
        case n.Number(value=most) | n.NumberRange(high=n.Number(value=most)):
            return most
        case _:
            return None
