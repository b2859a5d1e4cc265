"""Builds nodes: one builder for each rule of the grammar, from the parts of the rule to a node.

The names are those of the rules in `grammar.lark`; names in capitals are token classes, whose builders take a text.
Keywords and signs arrive as text, omitted parts as None. Builders check nothing; they only put parts in their places.
Where the fields of a node are exactly the parts of its rule, a table lists them.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.lalr import Builder, same
from dsl.text.source import Span

Children = Sequence[Any]
BUILDERS: dict[str, Builder] = {}


def builds(*rules: str) -> Callable[[Builder], Builder]:
    def register(builder: Builder) -> Builder:
        for rule in rules:
            BUILDERS[rule] = builder
        return builder

    return register


def _node(cls: Callable[..., n.Node], *first: Any) -> Builder:
    """For a node whose fields are the parts in the order of the grammar, after the constants of the rule."""

    def build(c: Children, span: Span) -> n.Node:
        return cls(*first, *c, span=span)

    return build


def _collected(cls: Callable[..., n.Node]) -> Builder:
    """For a node whose only field contains all the parts."""

    def build(c: Children, span: Span) -> n.Node:
        return cls(tuple(c), span=span)

    return build


def _present(children: Children) -> tuple[Any, ...]:
    return tuple(child for child in children if child is not None)


def _split(children: Children, node_type: type) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The children of a type, and the others."""
    return (
        tuple(child for child in children if isinstance(child, node_type)),
        tuple(child for child in children if not isinstance(child, node_type)),
    )


# ------------------------------------------------------------------------------------------------------- words

for _rule in ("name", "number", "text", "prep", "type", "else_block", "inside"):
    BUILDERS[_rule] = same


@builds("NAME", "CAP")
def name(text: str, span: Span) -> n.Name:
    return n.Name(text if text.isascii() else unicodedata.normalize("NFC", text), span=span)


@builds("INTEGER")
def number(text: str, span: Span) -> n.Number:
    return n.Number(int(text), span=span)


@builds("QUOTED")
def quoted(text: str, span: Span) -> n.Text:
    if text.startswith('"""'):
        return n.Text(textwrap.dedent(text[3:-3]).strip("\n").rstrip(), True, span=span)
    return n.Text(_unescape(text[1:-1]) if "\\" in text else text[1:-1], span=span)


def _unescape(text: str) -> str:
    out, escaped = [], False
    for character in text:
        if escaped:
            out.append({"n": "\n"}.get(character, character))
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            out.append(character)
    return "".join(out)


@builds("CLAUSE")
def clause(text: str, span: Span) -> n.Cite:
    return n.Cite(text, span=span)


# ------------------------------------------------------------------------------------- nodes that match their rules

BUILDERS |= {
    rule: _node(cls)
    for rule, cls in {
        "ruleset": n.Ruleset, "symbol": n.Symbol, "table": n.Table, "zone": n.Zone, "children": n.Children,
        "script": n.Script, "layer": n.Layer, "flow": n.Flow,
        "goal": n.Goal, "always": n.Always, "mode": n.Mode, "clause_if": n.IfClause, "clause_while": n.WhileClause,
        "clause_once": n.OncePer, "prep_arg": n.Slot, "given_place": n.Slot, "row": n.Row, "thing": n.Thing,
        "let": n.Let, "else_if": n.Branch, "for_each": n.ForEach, "may": n.May,
        "match": n.Match, "stop": n.Stop, "cancel": n.Cancel, "result": n.Result, "ask": n.Ask,
        "phase": n.Phase, "require": n.Require, "cost_term": n.CostTerm, "offer": n.Offer, "again": n.Again,
        "always_ask": n.AlwaysAsk, "pay": n.Pay, "where": n.Where, "not_": n.Not, "range_full": n.Range,
        "number_range": n.Range, "negate": n.Negate, "minus_number": n.Negate, "index": n.Index, "nothing": n.Nothing,
        "group": n.Group, "if_then": n.IfThen, "given_value": n.GivenValue, "do": n.Do, "then": n.Then,
        "then_cannot": n.Then, "todo": n.Todo,
    }.items()
}  # fmt: skip

BUILDERS |= {
    rule: _collected(cls)
    for rule, cls in {
        "face": n.Face, "works": n.WorksIn, "clause_works": n.WorksIn, "during_window": n.DuringWindow,
        "block": n.Block, "or_": n.Or, "and_": n.And, "seats": n.Seats, "given": n.Given,
    }.items()
}  # fmt: skip

BUILDERS |= {
    rule: _node(cls, word)
    for cls, words in {
        n.Type: {"type_number": "number", "type_text": "text", "type_truth": "truth", "type_ladder": "ladder"},
        n.Change: {
            "change_to": "to", "change_by": "by", "change_times": "times", "change_least": "at least",
            "change_most": "at most",
        },
        n.RowKey: {"key_else": "else"},
        n.Assign: {"assign_set": "=", "assign_add": "+=", "assign_subtract": "-="},
        n.Amount: {
            "amount_one": "one", "amount_maybe": "one or none", "amount_any": "any", "amount_up_to": "up to",
            "amount_range": "range",
        },
        n.Compare: {
            "is_": "is", "is_not": "is not", "less": "<", "more": ">", "less_or_equal": "<=", "more_or_equal": ">=",
            "in_": "in", "not_in": "not in", "has": "has", "lacks": "lacks",
        },
        n.Term: {"plus": "+", "minus": "-", "multiplied": "*", "divided": "/", "remainder": "%"},
        n.Name: {"it": "it", "me": "me", "that": "that"},
        n.GivenSwitch: {"given_mode": "mode", "given_variant": "variant", "given_ruling": "ruling"},
    }.items()
    for rule, word in words.items()
}  # fmt: skip

BUILDERS |= {
    "ruling_default": _node(n.RulingOption, True),
    "ruling_other": _node(n.RulingOption, False),
    "repeat_forever": _node(n.Repeat, None, None, None),
    "repeat_while": _node(n.Repeat, None),
    "yes": _node(n.Truth, True),
    "no": _node(n.Truth, False),
    "face_none": _node(n.FacePart, "none", 0),
    "given_in": _node(n.Slot, "in"),
}


# ------------------------------------------------------------------------------------------------- declarations


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


@builds("kind")
def kind(c: Children, span: Span) -> n.Kind:
    return n.Kind(c[0], c[1], c[2], c[3], _present(c[4:]), span=span)


@builds("extend")
def extend(c: Children, span: Span) -> n.Kind:
    return n.Kind(c[0], None, None, c[1], _present(c[2:]), True, span=span)


def _with_late_marks(cls: Callable[..., n.Node]) -> Builder:
    """For a field: marks before and after the value mean the same, so the node merges them."""

    def build(c: Children, span: Span) -> n.Node:
        name_, type_, before, value, after = c
        if after is None or after is _NO_MARKS:
            return cls(name_, type_, value, before, span=span)
        return cls(name_, type_, value, _merge_marks(before, after), after.span, span=span)

    return build


BUILDERS |= {
    "printed": _with_late_marks(n.Printed), "keeps": _with_late_marks(n.Keeps), "stat": _with_late_marks(n.Stat),
}  # fmt: skip


def _merge_marks(before: n.Marks, after: n.Marks) -> n.Marks:
    if before is _NO_MARKS:
        return after
    return n.Marks(
        (*before.cites, *after.cites),
        before.house or after.house,
        after.says or before.says,
        (*before.formerly, *after.formerly),
        after.unenforced or before.unenforced,
        span=before.span,
    )


@builds("levels")
def levels(c: Children, span: Span) -> tuple[int, int]:
    return c[0].value, c[1].value


@builds("stands")
def stands(c: Children, span: Span) -> n.Stands:
    return n.Stands(c[0], c[1], bool(c[2]), c[3], c[4], span=span)


@builds("many")
def many(c: Children, span: Span) -> bool:
    return True


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


@builds("params")
def params(c: Children, span: Span) -> tuple[n.Param, ...]:
    return _present(c)


@builds("param", "slot")
def param(c: Children, span: Span) -> n.Param:
    return n.Param(c[0].text, c[1], c[2], span=span)


@builds("slot_me")
def slot_me(c: Children, span: Span) -> n.Param:
    return n.Param("me", None, None, span=span)


@builds("prep_slot")
def prep_slot(c: Children, span: Span) -> n.Param:
    slot = c[1]
    return n.Param(slot.name, slot.type, slot.default, c[0], span=slot.span)


@builds("effect")
def effect(c: Children, span: Span) -> n.Effect:
    slots, inside = _split(_present(c[1:-2]), n.Param)
    return n.Effect(c[0], slots, c[-2], c[-1], inside, span=span)


@builds("action")
def action(c: Children, span: Span) -> n.Action:
    slots, rest = _split(_present(c[1:-2]), n.Param)
    return n.Action(c[0], slots, rest, c[-2], c[-1], span=span)


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


@builds("form")
def form(c: Children, span: Span) -> n.Thing:
    return n.Thing(c[0], None, c[1], c[2], c[4], c[5], c[3], span=span)


# ---------------------------------------------------------------------------------------------- types and marks


@builds("type_maybe")
def type_maybe(c: Children, span: Span) -> n.Type:
    t: n.Type = c[0]
    return n.Type(t.form, t.name, t.low, t.high, t.of, t.by, True, span=span)


@builds("type_kind")
def type_kind(c: Children, span: Span) -> n.Type:
    return n.Type("kind", c[0].text, span=span)


@builds("type_many")
def type_many(c: Children, span: Span) -> n.Type:
    return n.Type("many", c[0].text, span=span)


@builds("type_range")
def type_range(c: Children, span: Span) -> n.Type:
    return n.Type("range", low=c[0], high=c[1], span=span)


@builds("type_list")
def type_list(c: Children, span: Span) -> n.Type:
    return n.Type("list", of=c[0], span=span)


@builds("type_table")
def type_table(c: Children, span: Span) -> n.Type:
    return n.Type("table", by=c[0], of=c[1], span=span)


@builds("bound")
def bound(c: Children, span: Span) -> int:
    value: int = c[0].value
    return value


@builds("bound_minus")
def bound_minus(c: Children, span: Span) -> int:
    value: int = c[0].value
    return -value


_NO_MARKS = n.Marks()


@builds("marks")
def marks(c: Children, span: Span) -> n.Marks:
    if not c:
        return _NO_MARKS  # most nodes: one shared instance, because its span is never used
    fields: dict[str, Any] = {}
    for name, value in c:
        if name in ("cites", "formerly"):
            fields[name] = (*fields.get(name, ()), *value)
        else:
            fields[name] = value
    return n.Marks(**fields, span=span)


@builds("mark_cites")
def mark_cites(c: Children, span: Span) -> tuple[str, Any]:
    return "cites", tuple(c)


@builds("mark_house")
def mark_house(c: Children, span: Span) -> tuple[str, Any]:
    return "house", True


@builds("mark_says")
def mark_says(c: Children, span: Span) -> tuple[str, Any]:
    return "says", c[0]


@builds("mark_formerly")
def mark_formerly(c: Children, span: Span) -> tuple[str, Any]:
    return "formerly", tuple(c)


@builds("mark_unenforced")
def mark_unenforced(c: Children, span: Span) -> tuple[str, Any]:
    return "unenforced", c[0]


# ----------------------------------------------------------------------------------------------- standing rules


@builds("hook")
def hook(c: Children, span: Span) -> n.Hook:
    word, (verb, *others), object_ = c[:3]
    slots, rest = _split(c[3:-3], n.Slot)
    marks_, may_, body = c[-3:]
    may_by = may_ and may_[0]
    return n.Hook(
        word, verb, object_, slots, rest, marks_, may_ is not None, may_by, body, tuple(others), span=span
    )  # fmt: skip


@builds("hook_before")
def hook_before(c: Children, span: Span) -> str:
    return "before"


@builds("hook_after")
def hook_after(c: Children, span: Span) -> str:
    return "after"


@builds("hook_instead")
def hook_instead(c: Children, span: Span) -> str:
    return "instead of"


@builds("may_mark")
def may_mark(c: Children, span: Span) -> tuple[Any]:
    return (c[0],)


@builds("modify")
def modify(c: Children, span: Span) -> n.Modify:
    changes, rest = _split(_present(c[2:-1]), n.Change)
    layers, clauses = _split(rest, n.Name)
    return n.Modify(c[0], c[1], changes, layers[0] if layers else None, clauses, c[-1], span=span)


def _forbid(allows: bool) -> Builder:
    def build(c: Children, span: Span) -> n.Forbid:
        slots, rest = _split(c[2:-2], n.Slot)
        verb, *others = c[0]
        return n.Forbid(allows, verb, c[1], slots, rest, c[-2], c[-1], tuple(others), span=span)

    return build


BUILDERS["forbid"] = _forbid(False)
BUILDERS["allow"] = _forbid(True)


@builds("during_event")
def during_event(c: Children, span: Span) -> n.DuringEvent:
    return n.DuringEvent(c[0], c[1], tuple(c[2:]), span=span)


@builds("until_end")
def until_end(c: Children, span: Span) -> n.Until:
    return n.Until("end", c[0], c[1], tuple(c[2:]), span=span)


@builds("until_start")
def until_start(c: Children, span: Span) -> n.Until:
    return n.Until("start", c[0], c[1], tuple(c[2:]), span=span)


# ----------------------------------------------------------------------------------------- blocks and sentences


def _key(form: Any) -> Builder:
    def build(c: Children, span: Span) -> n.RowKey:
        return n.RowKey(form, low=c[0].value, span=span)

    return build


BUILDERS["key_number"] = _key("number")
BUILDERS["key_least"] = _key("at least")
BUILDERS["key_most"] = _key("at most")


@builds("key_minus")
def key_minus(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("number", low=-c[0].value, span=span)


@builds("key_range")
def key_range(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("range", low=c[0].value, high=c[1].value if c[1] else None, span=span)


@builds("key_text")
def key_text(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("text", (c[0].value,), span=span)


@builds("key_names")
def key_names(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("names", tuple(name.text for name in c), span=span)


@builds("key_thing")
def key_thing(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("thing", (c[0].text,), span=span)


@builds("ladder")
def ladder(c: Children, span: Span) -> n.Ladder:
    return n.Ladder(tuple(step.value for step in c), span=span)


@builds("phrase")
def phrase(c: Children, span: Span) -> n.Phrase:
    return n.Phrase(c[0], c[1], tuple(c[2:-4]), *c[-4:], span=span)


@builds("if_")
def if_(c: Children, span: Span) -> n.If:
    first = n.Branch(c[0], c[1], span=(c[0].span[0], c[1].span[1]))
    return n.If((first, *c[2:-1]), c[-1], span=span)


@builds("repeat_times")
def repeat_times(c: Children, span: Span) -> n.Repeat:
    return n.Repeat(c[0], None, None, c[1], span=span)


@builds("together")
def together(c: Children, span: Span) -> n.ForEach:
    return n.ForEach(c[0], c[1], c[2], True, span=span)


@builds("either")
def either(c: Children, span: Span) -> n.Either:
    first = n.Option(c[0], c[3], c[2], span=c[3].span)
    return n.Either(c[1], (first, *c[4:]), span=span)


@builds("either_or")
def either_or(c: Children, span: Span) -> n.Option:
    return n.Option(c[0], c[2], c[1], span=span)


@builds("choose")
def choose(c: Children, span: Span) -> n.Choose:
    amount, among, such, by, gives, otherwise = c
    return n.Choose(amount, among, by, gives, otherwise, such, span=span)


@builds("open")
def open_(c: Children, span: Span) -> n.Open:
    return n.Open(c[0], c[1] or (), c[2], span=span)


@builds("cost")
def cost(c: Children, span: Span) -> n.Cost:
    return n.Cost(tuple(c[:-1]), c[-1], span=span)


# --------------------------------------------------------------------------------------------------- expressions


@builds("NAMED")
def named(text: str, span: Span) -> None:
    """The `as` of `Bot as b where …`: a keyword that is recognised by the token after its name."""


@builds("where_named")
def where_named(c: Children, span: Span) -> n.Where:
    return n.Where(c[0], c[3], c[2], span=span)


@builds("range_open")
def range_open(c: Children, span: Span) -> n.Range:
    return n.Range(c[0], None, span=span)


@builds("sum")
def sum_(c: Children, span: Span) -> n.Sum:
    return n.Sum(c[0], tuple(c[1:]), span=span)


@builds("product")
def product(c: Children, span: Span) -> n.Product:
    return n.Product(c[0], tuple(c[1:]), span=span)


@builds("dot", "cap_dot")
def dot(c: Children, span: Span) -> n.Dot:
    return n.Dot(c[0], c[1].text, c[1].span, span=span)


@builds("dot_index")
def dot_index(c: Children, span: Span) -> n.Index:
    return n.Index(dot(c[:2], (span[0], c[1].span[1])), c[2], span=span)


@builds("list")
def list_(c: Children, span: Span) -> n.ListOf:
    return n.ListOf(_present(c), span=span)


@builds("args")
def args(c: Children, span: Span) -> tuple[n.Arg, ...]:
    return tuple(child if isinstance(child, n.Arg) else n.Arg(None, child, span=child.span) for child in _present(c))


@builds("named_arg")
def named_arg(c: Children, span: Span) -> n.Arg:
    return n.Arg(None, c[0], c[1], span=span)


@builds("labelled")
def labelled(c: Children, span: Span) -> n.Arg:
    label = c[0] if isinstance(c[0], str) else c[0].text
    return n.Arg(label, c[1], span=span)


@builds("call")
def call(c: Children, span: Span) -> n.Call:
    return n.Call(c[0].text, c[1], c[0].span, span=span)


# ----------------------------------------------------------------------------------------------------- scenarios


@builds("scenario")
def scenario(c: Children, span: Span) -> n.Scenario:
    return n.Scenario(c[0], c[1], _present(c[2:]), span=span)


@builds("given_thing")
def given_thing(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, c[0], c[1], tuple(c[2:]), span=span)


@builds("given_text")
def given_text(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, c[0], None, tuple(c[1:]), span=span)


@builds("given_named")
def given_named(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(c[0], c[1], None, tuple(c[2:]), span=span)


@builds("dice")
def dice(c: Children, span: Span) -> n.Dice:
    return n.Dice(c[0], tuple(c[1:]), span=span)


@builds("order")
def order(c: Children, span: Span) -> n.Order:
    return n.Order(c[0], tuple(c[1:]), span=span)


@builds("answer")
def answer(c: Children, span: Span) -> n.Answer:
    seat, reply = c
    if isinstance(reply, n.Phrase):
        return n.Answer(seat, "phrase", (), reply, span=span)
    return n.Answer(seat, reply[0], reply[1], span=span)


def _reply(form: str) -> Builder:
    def build(c: Children, span: Span) -> tuple[str, tuple[Any, ...]]:
        return form, tuple(c)

    return build


for _rule in ("choose", "pass", "yes", "no", "tell"):
    BUILDERS["reply_" + _rule] = _reply(_rule)


@builds("then_fails")
def then_fails(c: Children, span: Span) -> n.Then:
    return n.Then(None, fails=c[0], span=span)


@builds("then_waits")
def then_waits(c: Children, span: Span) -> n.Then:
    return n.Then(None, waits=tuple(c), span=span)


@builds("cases")
def cases(c: Children, span: Span) -> n.Cases:
    rows, names = _split(c, tuple)
    return n.Cases(names, rows, span=span)
