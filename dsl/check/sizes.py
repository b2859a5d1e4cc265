"""Checks numbers that are sizes: the faces of a die, the levels of a zone, players, the dice of a combination.

A number in a rule may need 64 bits. A number that is a size is expanded into that many values when a match starts, so
each size has a limit, and a larger number is reported where it is written.
"""

from __future__ import annotations

import re

from dsl.check.context import Context
from dsl.diagnostics.codes.rules import NO_FILLING
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.names import types as t
from dsl.names.signatures import VerbSig
from dsl.syntax import nodes as n
from dsl.text import limits
from dsl.text.source import Span

_LEVELS = re.compile(r"\d+\s*\.\.\s*\d+")


def check_die(tree: n.Die, cx: Context) -> None:
    faces = 0
    for face in tree.faces:
        symbols = 0
        for part in face.parts:
            if part.form == "symbol":
                symbols += part.number
                if symbols - part.number <= limits.FACE_SYMBOLS < symbols:
                    _report(part.span, "this face", limits.FACE_SYMBOLS, "symbols", "FACE_SYMBOLS", cx)
        first = face.parts[0]
        added = max(0, first.high - first.number + 1) if first.form == "range" else 1
        faces += added
        if faces - added <= limits.DIE_FACES < faces:
            _report(first.span, f"the die `{tree.id.text}`", limits.DIE_FACES, "faces", "DIE_FACES", cx)


def check_combo(tree: n.Combo, cx: Context) -> None:
    dice = 0
    for part in tree.parts:
        dice += part.count
        if dice - part.count <= limits.COMBO_DICE < dice:
            _report(part.span, f"the combination `{tree.id.text}`", limits.COMBO_DICE, "dice", "COMBO_DICE", cx)


def check_zones(tree: n.Kind, cx: Context) -> None:
    """Check the levels of each zone. `dsl.names.symbols` counts the levels of all zones of a kind."""
    for item in tree.items:
        if isinstance(item, n.Zone) and item.levels is not None:
            low, high = item.levels
            if high - low >= limits.ZONE_LEVELS:
                match = _LEVELS.search(cx.findings.piece.text, *item.span)
                span = match.span() if match is not None else item.span
                _report(span, f"the zone `{item.name.text}`", limits.ZONE_LEVELS, "levels", "ZONE_LEVELS", cx)
        if isinstance(item, n.Zone | n.Children) and item.holds is not None:
            check_amount(item.holds, limits.LIST_ITEMS, "things in one place", "LIST_ITEMS", cx)


def check_amount(node: n.Expr, limit: int, of: str, name: str, cx: Context) -> None:
    """Check a literal number, or the ends of a literal range, of things that are counted out."""
    ends = (node.low, node.high) if isinstance(node, n.NumberRange) else (node,)
    for end in ends:
        if isinstance(end, n.Number) and end.value > limit:
            _report(end.span, "this number", limit, of, name, cx)
            return


def check_answers(type: t.Type, span: Span, cx: Context) -> None:
    """Check the number of possible answers: each is offered separately."""
    plain = t.plain(type)
    if isinstance(plain, t.NumberT) and (plain.low is None or plain.high is None or _is_wide(plain.low, plain.high)):
        _report(span, "this question", limits.ANSWERS, "numbers", "ANSWERS", cx)


def check_slots(verb: VerbSig, line: n.Action, cx: Context) -> None:
    """Every possible value of a slot of an action is tried, so there must be a limit to them.

    A `require` does not help, because it is tested for each value.
    """
    for slot in verb.slots:
        what = _endless(t.item(slot.type) or t.plain(slot.type))
        if what:
            spans = [written.span for written in line.slots if written.name == slot.name]
            cx.report(NO_FILLING, spans[0] if spans else line.id.span, slot=slot.name, what=what, most=_MOST)


_MOST = f"{limits.ANSWERS:,}"


def _endless(type: t.Type) -> str:
    match type:
        case t.NumberT(low=None):
            return "any number"
        case t.NumberT(low=int(low), high=None):
            return f"any number from {low} on"
        case t.NumberT(low=int(low), high=int(high)) if _is_wide(low, high):
            return f"any of {high - low + 1:,} numbers"
        case t.TextT():
            return "any text"
        case _:
            return ""


def _is_wide(low: int, high: int) -> bool:
    return high - low >= limits.ANSWERS


def _report(span: Span, what: str, limit: int, of: str, name: str, cx: Context) -> None:
    cx.report(TOO_LARGE, span, what=what, limit=f"{limit:,} {of}", name=name, help="write a smaller number")
