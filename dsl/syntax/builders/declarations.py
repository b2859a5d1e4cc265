"""Builders of declarations and of the lines of a kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.builders.annotations import NO_MARKS, merge_marks
from dsl.syntax.builders.base import Children, collected, node, present, registrar, split
from dsl.syntax.lalr import Builder
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

BUILDERS |= {
    rule: node(cls)
    for rule, cls in {
        "ruleset": n.Ruleset, "symbol": n.Symbol, "table": n.Table, "zone": n.Zone, "children": n.Children,
        "script": n.Script, "layer": n.Layer, "flow": n.Flow, "goal": n.Goal, "always": n.Always, "mode": n.Mode,
    }.items()
}  # fmt: skip

BUILDERS |= {
    "face": collected(n.DieFace),
    "face_none": node(n.FacePart, "none", 0),
    "ruling_default": node(n.RulingOption, True),
    "ruling_other": node(n.RulingOption, False),
}


# ------------------------------------------------------------------------------------------- symbols and dice


@builds("symbols")
def symbols(c: Children, span: Span) -> n.Symbols:
    return n.Symbols(c[0], c[1], c[2], tuple(c[3:]), span=span)


@builds("die")
def die(c: Children, span: Span) -> n.Die:
    return n.Die(c[0], c[1], c[2], tuple(c[3:]), span=span)


@builds("face_number")
def face_number(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("number", c[0].value, span=span)


@builds("face_minus")
def face_minus(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("number", -c[0].value, span=span)


@builds("face_range")
def face_range(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("range", c[0].value, c[1].value, span=span)


@builds("face_symbol")
def face_symbol(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("symbol", c[0].value if len(c) == 2 else 1, symbol=c[-1].text, span=span)


@builds("combo")
def combo(c: Children, span: Span) -> n.Combo:
    return n.Combo(c[0], c[1], c[2], tuple(c[3:]), span=span)


@builds("combo_count", "combo_symbol")
def combo_part(c: Children, span: Span) -> n.ComboPart:
    return n.ComboPart(c[0].value if len(c) == 2 else 1, c[-1], span=span)


# ------------------------------------------------------------------------------------------- kinds and their lines


@builds("kind")
def kind(c: Children, span: Span) -> n.Kind:
    return n.Kind(c[0], c[1], c[2], c[3], present(c[4:]), span=span)


@builds("extend")
def extend(c: Children, span: Span) -> n.Kind:
    return n.Kind(c[0], None, None, c[1], present(c[2:]), True, span=span)


def _with_late_marks(cls: Callable[..., n.Node]) -> Builder:
    """For a field: marks before and after the value mean the same, so the node merges them."""

    def build(c: Children, span: Span) -> n.Node:
        name_, type_, before, value, after = c
        if after is None or after is NO_MARKS:
            return cls(name_, type_, value, before, span=span)
        return cls(name_, type_, value, merge_marks(before, after), after.span, span=span)

    return build


BUILDERS |= {
    "printed": _with_late_marks(n.Printed), "keeps": _with_late_marks(n.Keeps), "stat": _with_late_marks(n.Stat),
}  # fmt: skip


@builds("levels")
def levels(c: Children, span: Span) -> tuple[int, int]:
    return c[0].value, c[1].value


@builds("stands")
def stands(c: Children, span: Span) -> n.Stands:
    return n.Stands(c[0], c[1], bool(c[2]), c[3], c[4], span=span)


@builds("many")
def many(c: Children, span: Span) -> bool:
    return True


# ------------------------------------------------------------------------------------------------- other heads


@builds("currency")
def currency(c: Children, span: Span) -> n.Currency:
    block = c[3] if isinstance(c[3], n.Block) else None
    return n.Currency(c[0], c[1], c[2], None if block else c[3], block, span=span)


@builds("layer_name")
def layer_name(c: Children, span: Span) -> str:
    return " ".join(word.text if isinstance(word, n.Name) else word for word in c)


@builds("rule")
def rule(c: Children, span: Span) -> n.Rule:
    return n.Rule(c[0], c[1] or (), c[2], c[3], c[4], span=span)


@builds("define")
def define(c: Children, span: Span) -> n.Define:
    return n.Define(c[0], c[1] or (), c[2], c[3], c[4], span=span)


@builds("effect")
def effect(c: Children, span: Span) -> n.Effect:
    slots, inside = split(present(c[1:-2]), n.Param)
    return n.Effect(c[0], slots, c[-2], c[-1], inside, span=span)


@builds("keyword")
def keyword(c: Children, span: Span) -> n.Keyword:
    return n.Keyword(c[0], c[1] or (), c[2], c[3] or (), tuple(c[4:-2]), c[-2], c[-1], span=span)


@builds("status")
def status(c: Children, span: Span) -> n.Status:
    return n.Status(c[0], c[1] or (), c[2], c[3] or (), c[4], tuple(c[5:-2]), c[-2], c[-1], span=span)


@builds("bearers", "cost_all", "case_row", "verbs")
def several(c: Children, span: Span) -> tuple[Any, ...]:
    return tuple(c)


@builds("window")
def window(c: Children, span: Span) -> n.Window:
    return n.Window(c[0], c[1] or (), c[2], c[3], c[4], span=span)


@builds("ruling")
def ruling(c: Children, span: Span) -> n.Ruling:
    return n.Ruling(c[0], c[1], c[2], tuple(c[3:]), span=span)


@builds("variant")
def variant(c: Children, span: Span) -> n.Mode:
    return n.Mode(c[0], c[1], c[2], c[3], True, span=span)
