"""What each rule of the grammar makes: one small function a rule, from its children to a node.

The names are the names of the rules in `grammar.lark`. Tokens come as `Token`, parts that were not written as None.
Nothing is judged here; a builder only puts things in their places.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable
from typing import Any

from dsl import nodes as n
from dsl.reader import Builder
from dsl.source import Span
from dsl.tokens import Token

Children = list[Any]
BUILDERS: dict[str, Builder] = {}


def builds(*rules: str) -> Callable[[Builder], Builder]:
    def register(builder: Builder) -> Builder:
        for rule in rules:
            BUILDERS[rule] = builder
        return builder

    return register


def _name(token: Token | None) -> Any:
    if token is None:
        return None
    text = token.text if token.text.isascii() else unicodedata.normalize("NFC", token.text)
    return n.Name(text, span=(token.start, token.end))


def _text(token: Token | None) -> Any:
    if token is None:
        return None
    span = (token.start, token.end)
    if token.text.startswith('"""'):
        return n.Text(textwrap.dedent(token.text[3:-3]).strip("\n").rstrip(), True, span=span)
    return n.Text(_unescape(token.text[1:-1]), span=span)


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
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


def _names(tokens: Children) -> tuple[n.Name, ...]:
    return tuple(_name(token) for token in tokens)


def _reason(token: Token | None) -> Any:
    if token is None:
        return None
    return _text(token) if token.kind == "QUOTED" else _cite(token)


def _cite(token: Token) -> n.Cite:
    return n.Cite(token.text, span=(token.start, token.end))


def _split(children: Children, *types: type) -> tuple[Children, ...]:
    """Sort children into lists by type; the last list takes the rest."""
    groups: tuple[Children, ...] = tuple([] for _ in range(len(types) + 1))
    for child in children:
        for index, wanted in enumerate(types):
            if isinstance(child, wanted):
                groups[index].append(child)
                break
        else:
            groups[-1].append(child)
    return groups


# ------------------------------------------------------------------------------------------------- declarations


@builds("ruleset")
def ruleset(c: Children, span: Span) -> n.Ruleset:
    return n.Ruleset(_name(c[0]), _text(c[1]), c[2], c[3], span=span)


@builds("symbol")
def symbol(c: Children, span: Span) -> n.Symbol:
    return n.Symbol(_name(c[0]), _text(c[1]), span=span)


@builds("symbols")
def symbols(c: Children, span: Span) -> n.Symbols:
    members = _split(c[3:], n.Symbol)[0]
    return n.Symbols(_name(c[0]), _text(c[1]), c[2], tuple(members), span=span)


@builds("die")
def die(c: Children, span: Span) -> n.Die:
    return n.Die(_name(c[0]), _text(c[1]), c[2], tuple(_split(c[3:], n.Face)[0]), span=span)


@builds("face")
def face(c: Children, span: Span) -> n.Face:
    return n.Face(tuple(c), span=span)


@builds("face_number")
def face_number(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("number", int(c[0].text), span=span)


@builds("face_minus")
def face_minus(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("number", -int(c[0].text), span=span)


@builds("face_range")
def face_range(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("range", int(c[0].text), int(c[1].text), span=span)


@builds("face_symbol")
def face_symbol(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("symbol", int(c[0].text) if len(c) == 2 else 1, symbol=c[-1].text, span=span)


@builds("face_none")
def face_none(c: Children, span: Span) -> n.FacePart:
    return n.FacePart("none", 0, span=span)


@builds("table")
def table(c: Children, span: Span) -> n.Table:
    return n.Table(_name(c[0]), c[1], c[2], span=span)


@builds("combo")
def combo(c: Children, span: Span) -> n.Combo:
    return n.Combo(_name(c[0]), _text(c[1]), c[2], tuple(c[3:]), span=span)


@builds("combo_count", "combo_symbol")
def combo_part(c: Children, span: Span) -> n.ComboPart:
    return n.ComboPart(int(c[0].text) if len(c) == 2 else 1, _name(c[-1]), span=span)


@builds("kind")
def kind(c: Children, span: Span) -> n.Kind:
    items = tuple(item for item in c[4:] if isinstance(item, n.Node))
    return n.Kind(_name(c[0]), _name(c[1]), _text(c[2]), c[3], items, span=span)


@builds("extend")
def extend(c: Children, span: Span) -> n.Kind:
    items = tuple(item for item in c[2:] if isinstance(item, n.Node))
    return n.Kind(_name(c[0]), None, None, c[1], items, True, span=span)


@builds("printed")
def printed(c: Children, span: Span) -> n.Printed:
    return n.Printed(_name(c[0]), c[1], c[2], c[3], span=span)


@builds("keeps")
def keeps(c: Children, span: Span) -> n.Keeps:
    return n.Keeps(_name(c[0]), c[1], c[2], c[3], span=span)


@builds("stat")
def stat(c: Children, span: Span) -> n.Stat:
    return n.Stat(_name(c[0]), c[1], c[2], c[3], span=span)


@builds("zone")
def zone(c: Children, span: Span) -> n.Zone:
    return n.Zone(_name(c[0]), c[1], _name(c[2]), c[3], c[4], c[5], span=span)


@builds("levels")
def levels(c: Children, span: Span) -> tuple[int, int]:
    return int(c[0].text), int(c[1].text)


@builds("children")
def children(c: Children, span: Span) -> n.Children:
    return n.Children(_name(c[0]), _name(c[1]), c[2], c[3], span=span)


@builds("script")
def script(c: Children, span: Span) -> n.Script:
    return n.Script(_name(c[0]), c[1], c[2], span=span)


@builds("stands")
def stands(c: Children, span: Span) -> n.Stands:
    return n.Stands(_name(c[0]), _name(c[1]), bool(c[2]), _name(c[3]), c[4], span=span)


@builds("many")
def many(c: Children, span: Span) -> bool:
    return True


@builds("works", "clause_works")
def works(c: Children, span: Span) -> n.WorksIn:
    return n.WorksIn(_names(c), span=span)


@builds("currency")
def currency(c: Children, span: Span) -> n.Currency:
    block = c[3] if isinstance(c[3], n.Block) else None
    return n.Currency(_name(c[0]), _text(c[1]), c[2], None if block else c[3], block, span=span)


@builds("layer")
def layer(c: Children, span: Span) -> n.Layer:
    return n.Layer(_name(c[0]), c[1], span=span)


@builds("layer_name")
def layer_name(c: Children, span: Span) -> str:
    return " ".join(token.text for token in c)


@builds("rule")
def rule(c: Children, span: Span) -> n.Rule:
    return n.Rule(_name(c[0]), c[1] or (), c[2], c[3], c[4], span=span)


@builds("define")
def define(c: Children, span: Span) -> n.Define:
    return n.Define(_name(c[0]), c[1] or (), c[2], c[3], c[4], span=span)


@builds("params")
def params(c: Children, span: Span) -> tuple[n.Param, ...]:
    return tuple(child for child in c if child is not None)


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


@builds("prep")
def prep(c: Children, span: Span) -> str:
    return str(c[0].text)


@builds("effect")
def effect(c: Children, span: Span) -> n.Effect:
    slots = tuple(slot for slot in c[1:-2] if slot is not None)
    return n.Effect(_name(c[0]), slots, c[-2], c[-1], span=span)


@builds("action")
def action(c: Children, span: Span) -> n.Action:
    slots, rest = _split([child for child in c[1:-2] if child is not None], n.Param)
    return n.Action(_name(c[0]), tuple(slots), tuple(rest), c[-2], c[-1], span=span)


@builds("keyword")
def keyword(c: Children, span: Span) -> n.Keyword:
    return n.Keyword(_name(c[0]), c[1] or (), _text(c[2]), c[3] or (), tuple(c[4:-2]), c[-2], c[-1], span=span)


@builds("status")
def status(c: Children, span: Span) -> n.Status:
    return n.Status(
        _name(c[0]), c[1] or (), _text(c[2]), c[3] or (), _name(c[4]), tuple(c[5:-2]), c[-2], c[-1], span=span
    )


@builds("bearers")
def bearers(c: Children, span: Span) -> tuple[n.Name, ...]:
    return _names(c)


@builds("window")
def window(c: Children, span: Span) -> n.Window:
    return n.Window(_name(c[0]), c[1] or (), _text(c[2]), c[3], c[4], span=span)


@builds("flow")
def flow(c: Children, span: Span) -> n.Flow:
    return n.Flow(_name(c[0]), _text(c[1]), c[2], c[3], span=span)


@builds("goal")
def goal(c: Children, span: Span) -> n.Goal:
    return n.Goal(_name(c[0]), c[1], c[2], span=span)


@builds("always")
def always(c: Children, span: Span) -> n.Always:
    return n.Always(c[0], _text(c[1]), c[2], span=span)


@builds("ruling")
def ruling(c: Children, span: Span) -> n.Ruling:
    options = _split(c[3:], n.RulingOption)[0]
    return n.Ruling(_name(c[0]), _text(c[1]), c[2], tuple(options), span=span)


@builds("ruling_default")
def ruling_default(c: Children, span: Span) -> n.RulingOption:
    return n.RulingOption(True, _name(c[0]), _text(c[1]), c[2], c[3], span=span)


@builds("ruling_other")
def ruling_other(c: Children, span: Span) -> n.RulingOption:
    return n.RulingOption(False, _name(c[0]), _text(c[1]), c[2], c[3], span=span)


@builds("mode")
def mode(c: Children, span: Span) -> n.Mode:
    return n.Mode(_name(c[0]), _text(c[1]), c[2], c[3], span=span)


@builds("variant")
def variant(c: Children, span: Span) -> n.Mode:
    return n.Mode(_name(c[0]), _text(c[1]), c[2], c[3], True, span=span)


@builds("form")
def form(c: Children, span: Span) -> n.Thing:
    return n.Thing(_name(c[0]), None, _name(c[1]), _text(c[2]), c[3], c[4], span=span)


# ---------------------------------------------------------------------------------------------- types and marks


@builds("type")
def type_(c: Children, span: Span) -> n.Type:
    found: n.Type = c[0]
    return found


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


@builds("type_number")
def type_number(c: Children, span: Span) -> n.Type:
    return n.Type("number", span=span)


@builds("type_text")
def type_text(c: Children, span: Span) -> n.Type:
    return n.Type("text", span=span)


@builds("type_truth")
def type_truth(c: Children, span: Span) -> n.Type:
    return n.Type("truth", span=span)


@builds("type_ladder")
def type_ladder(c: Children, span: Span) -> n.Type:
    return n.Type("ladder", span=span)


@builds("type_list")
def type_list(c: Children, span: Span) -> n.Type:
    return n.Type("list", of=c[0], span=span)


@builds("type_table")
def type_table(c: Children, span: Span) -> n.Type:
    return n.Type("table", by=c[0], of=c[1], span=span)


@builds("bound")
def bound(c: Children, span: Span) -> int:
    return int(c[0].text)


@builds("bound_minus")
def bound_minus(c: Children, span: Span) -> int:
    return -int(c[0].text)


@builds("marks")
def marks(c: Children, span: Span) -> n.Marks:
    if not c:
        return n.Marks(span=span)
    found: dict[str, Any] = {}
    for name, value in c:
        if name in ("cites", "formerly"):
            found[name] = (*found.get(name, ()), *value)
        else:
            found[name] = value
    return n.Marks(**found, span=span)


@builds("mark_cites")
def mark_cites(c: Children, span: Span) -> tuple[str, Any]:
    return "cites", tuple(map(_cite, c))


@builds("mark_house")
def mark_house(c: Children, span: Span) -> tuple[str, Any]:
    return "house", True


@builds("mark_says")
def mark_says(c: Children, span: Span) -> tuple[str, Any]:
    return "says", _text(c[0])


@builds("mark_formerly")
def mark_formerly(c: Children, span: Span) -> tuple[str, Any]:
    return "formerly", tuple(_text(token) if token.kind == "QUOTED" else _name(token) for token in c)


@builds("mark_unenforced")
def mark_unenforced(c: Children, span: Span) -> tuple[str, Any]:
    return "unenforced", _text(c[0])


# ----------------------------------------------------------------------------------------------- standing rules


@builds("hook")
def hook(c: Children, span: Span) -> n.Hook:
    word, verb, object_ = c[0], _name(c[1]), c[2]
    slots, rest = _split(c[3:-3], n.Slot)
    marks_, may_, body = c[-3:]
    return n.Hook(
        word, verb, object_, tuple(slots), tuple(rest), marks_, may_ is not None, may_ and may_[0], body, span=span
    )


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
    changes = [child for child in c[2:-1] if isinstance(child, n.Change)]
    layers = [child for child in c[2:-1] if isinstance(child, Token)]
    clauses = [child for child in c[2:-1] if isinstance(child, n.Node) and not isinstance(child, n.Change)]
    layer_ = _name(layers[0]) if layers else None
    return n.Modify(_name(c[0]), c[1], tuple(changes), layer_, tuple(clauses), c[-1], span=span)


def _forbid(allows: bool) -> Builder:
    def build(c: Children, span: Span) -> n.Forbid:
        slots, rest = _split(c[2:-2], n.Slot)
        return n.Forbid(allows, _name(c[0]), c[1], tuple(slots), tuple(rest), _reason(c[-2]), c[-1], span=span)

    return build


BUILDERS["forbid"] = _forbid(False)
BUILDERS["allow"] = _forbid(True)


def _change(layer: Any) -> Builder:
    def build(c: Children, span: Span) -> n.Change:
        return n.Change(layer, c[0], span=span)

    return build


BUILDERS["change_to"] = _change("to")
BUILDERS["change_by"] = _change("by")
BUILDERS["change_times"] = _change("times")
BUILDERS["change_least"] = _change("at least")
BUILDERS["change_most"] = _change("at most")


@builds("during_window")
def during_window(c: Children, span: Span) -> n.DuringWindow:
    return n.DuringWindow(_names(c), span=span)


@builds("during_event")
def during_event(c: Children, span: Span) -> n.DuringEvent:
    return n.DuringEvent(_name(c[0]), c[1], tuple(c[2:]), span=span)


@builds("clause_if")
def clause_if(c: Children, span: Span) -> n.IfClause:
    return n.IfClause(c[0], span=span)


@builds("clause_while")
def clause_while(c: Children, span: Span) -> n.WhileClause:
    return n.WhileClause(c[0], span=span)


@builds("clause_once")
def clause_once(c: Children, span: Span) -> n.OncePer:
    return n.OncePer(_name(c[0]), span=span)


@builds("until_end")
def until_end(c: Children, span: Span) -> n.Until:
    return n.Until("end", _name(c[0]), c[1], tuple(c[2:]), span=span)


@builds("until_start")
def until_start(c: Children, span: Span) -> n.Until:
    return n.Until("start", _name(c[0]), c[1], tuple(c[2:]), span=span)


@builds("prep_arg")
def prep_arg(c: Children, span: Span) -> n.Slot:
    return n.Slot(c[0], c[1], span=span)


# ------------------------------------------------------------------------------------------------------- blocks


@builds("block")
def block(c: Children, span: Span) -> n.Block:
    return n.Block(tuple(child for child in c if isinstance(child, n.Node)), span=span)


@builds("row")
def row(c: Children, span: Span) -> n.Row:
    return n.Row(c[0], c[1], span=span)


def _key(form: Any) -> Builder:
    def build(c: Children, span: Span) -> n.RowKey:
        return n.RowKey(form, low=int(c[0].text), span=span)

    return build


BUILDERS["key_number"] = _key("number")
BUILDERS["key_least"] = _key("at least")
BUILDERS["key_most"] = _key("at most")


@builds("key_minus")
def key_minus(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("number", low=-int(c[0].text), span=span)


@builds("key_range")
def key_range(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("range", low=int(c[0].text), high=int(c[1].text) if c[1] else None, span=span)


@builds("key_text")
def key_text(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("text", (_text(c[0]).value,), span=span)


@builds("key_names")
def key_names(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("names", tuple(_name(token).text for token in c), span=span)


@builds("key_thing")
def key_thing(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("thing", (_name(c[0]).text,), span=span)


@builds("key_else")
def key_else(c: Children, span: Span) -> n.RowKey:
    return n.RowKey("else", span=span)


@builds("ladder")
def ladder(c: Children, span: Span) -> n.Ladder:
    return n.Ladder(tuple(int(token.text) for token in c), span=span)


@builds("number_range")
def number_range(c: Children, span: Span) -> n.Range:
    return n.Range(number([c[0]], span), number([c[1]], span) if c[1] else None, span=span)


@builds("minus_number")
def minus_number(c: Children, span: Span) -> n.Negate:
    return n.Negate(number(c, span), span=span)


@builds("thing")
def thing(c: Children, span: Span) -> n.Thing:
    return n.Thing(_name(c[0]), c[1], _name(c[2]), _text(c[3]), c[4], c[5], span=span)


# ---------------------------------------------------------------------------------------------------- sentences


@builds("phrase")
def phrase(c: Children, span: Span) -> n.Phrase:
    return n.Phrase(_name(c[0]), c[1], tuple(c[2:-3]), _name(c[-3]), c[-2], c[-1], span=span)


def _assign(sign: Any) -> Builder:
    def build(c: Children, span: Span) -> n.Assign:
        return n.Assign(sign, c[0], c[1], span=span)

    return build


BUILDERS["assign_set"] = _assign("=")
BUILDERS["assign_add"] = _assign("+=")
BUILDERS["assign_subtract"] = _assign("-=")


@builds("let")
def let(c: Children, span: Span) -> n.Let:
    return n.Let(_name(c[0]), c[1], span=span)


@builds("if_")
def if_(c: Children, span: Span) -> n.If:
    first = n.Branch(c[0], c[1], span=(c[0].span[0], c[1].span[1]))
    return n.If((first, *c[2:-1]), c[-1], span=span)


@builds("else_if")
def else_if(c: Children, span: Span) -> n.Branch:
    return n.Branch(c[0], c[1], span=span)


@builds("else_block")
def else_block(c: Children, span: Span) -> n.Block:
    found: n.Block = c[0]
    return found


@builds("repeat_forever")
def repeat_forever(c: Children, span: Span) -> n.Repeat:
    return n.Repeat(None, None, None, c[0], span=span)


@builds("repeat_times")
def repeat_times(c: Children, span: Span) -> n.Repeat:
    return n.Repeat(c[0], None, None, c[1], span=span)


@builds("repeat_while")
def repeat_while(c: Children, span: Span) -> n.Repeat:
    return n.Repeat(None, c[0], c[1], c[2], span=span)


@builds("for_each")
def for_each(c: Children, span: Span) -> n.ForEach:
    return n.ForEach(_name(c[0]), c[1], c[2], span=span)


@builds("together")
def together(c: Children, span: Span) -> n.ForEach:
    return n.ForEach(_name(c[0]), c[1], c[2], True, span=span)


@builds("may")
def may(c: Children, span: Span) -> n.May:
    return n.May(c[0], c[1], c[2], span=span)


@builds("either")
def either(c: Children, span: Span) -> n.Either:
    first = n.Option(_text(c[0]), c[2], span=c[2].span)
    return n.Either(c[1], (first, *c[3:]), span=span)


@builds("either_or")
def either_or(c: Children, span: Span) -> n.Option:
    return n.Option(_text(c[0]), c[1], span=span)


@builds("match")
def match(c: Children, span: Span) -> n.Match:
    return n.Match(c[0], c[1], span=span)


@builds("stop")
def stop(c: Children, span: Span) -> n.Stop:
    return n.Stop(span=span)


@builds("cancel")
def cancel(c: Children, span: Span) -> n.Cancel:
    return n.Cancel(span=span)


@builds("result")
def result(c: Children, span: Span) -> n.Result:
    return n.Result(c[0], span=span)


@builds("choose")
def choose(c: Children, span: Span) -> n.Choose:
    return n.Choose(c[0], c[1], c[2], _name(c[3]), c[4], span=span)


@builds("amount_one")
def amount_one(c: Children, span: Span) -> n.Amount:
    return n.Amount("one", span=span)


@builds("amount_any")
def amount_any(c: Children, span: Span) -> n.Amount:
    return n.Amount("any", span=span)


@builds("amount_up_to")
def amount_up_to(c: Children, span: Span) -> n.Amount:
    return n.Amount("up to", c[0], span=span)


@builds("amount_range")
def amount_range(c: Children, span: Span) -> n.Amount:
    return n.Amount("range", c[0], span=span)


@builds("ask")
def ask(c: Children, span: Span) -> n.Ask:
    return n.Ask(c[0], c[1], _name(c[2]), span=span)


@builds("open")
def open_(c: Children, span: Span) -> n.Open:
    return n.Open(_name(c[0]), c[1] or (), _name(c[2]), span=span)


@builds("phase")
def phase(c: Children, span: Span) -> n.Phase:
    return n.Phase(_name(c[0]), c[1], c[2], c[3], span=span)


@builds("require")
def require(c: Children, span: Span) -> n.Require:
    return n.Require(c[0], _reason(c[1]), c[2], span=span)


@builds("cost")
def cost(c: Children, span: Span) -> n.Cost:
    return n.Cost(tuple(c[:-1]), c[-1], span=span)


@builds("cost_all")
def cost_all(c: Children, span: Span) -> tuple[n.CostTerm, ...]:
    return tuple(c)


@builds("cost_term")
def cost_term(c: Children, span: Span) -> n.CostTerm:
    return n.CostTerm(c[0], _name(c[1]), _name(c[2]), span=span)


@builds("offer")
def offer(c: Children, span: Span) -> n.Offer:
    return n.Offer(c[0], c[1], span=span)


@builds("again")
def again(c: Children, span: Span) -> n.Again:
    return n.Again(span=span)


@builds("always_ask")
def always_ask(c: Children, span: Span) -> n.AlwaysAsk:
    return n.AlwaysAsk(span=span)


@builds("pay")
def pay(c: Children, span: Span) -> n.Pay:
    return n.Pay(_name(c[0]), c[1], c[2], span=span)


# --------------------------------------------------------------------------------------------------- expressions


@builds("where")
def where(c: Children, span: Span) -> n.Where:
    return n.Where(c[0], c[1], span=span)


@builds("or_")
def or_(c: Children, span: Span) -> n.Or:
    return n.Or(tuple(c), span=span)


@builds("and_")
def and_(c: Children, span: Span) -> n.And:
    return n.And(tuple(c), span=span)


@builds("not_")
def not_(c: Children, span: Span) -> n.Not:
    return n.Not(c[0], span=span)


def _compare(sign: str) -> Builder:
    def build(c: Children, span: Span) -> n.Compare:
        return n.Compare(sign, c[0], c[1], span=span)

    return build


for _rule, _sign in {
    "is_": "is", "is_not": "is not", "less": "<", "more": ">", "less_or_equal": "<=", "more_or_equal": ">=",
    "in_": "in", "not_in": "not in", "has": "has", "lacks": "lacks",
}.items():  # fmt: skip
    BUILDERS[_rule] = _compare(_sign)


@builds("range_open")
def range_open(c: Children, span: Span) -> n.Range:
    return n.Range(c[0], None, span=span)


@builds("range_full")
def range_full(c: Children, span: Span) -> n.Range:
    return n.Range(c[0], c[1], span=span)


def _term(sign: str) -> Builder:
    def build(c: Children, span: Span) -> n.Term:
        return n.Term(sign, c[0], span=span)

    return build


for _rule, _sign in {"plus": "+", "minus": "-", "multiplied": "*", "divided": "/", "remainder": "%"}.items():
    BUILDERS[_rule] = _term(_sign)


@builds("sum")
def sum_(c: Children, span: Span) -> n.Sum:
    return n.Sum(c[0], tuple(c[1:]), span=span)


@builds("product")
def product(c: Children, span: Span) -> n.Product:
    return n.Product(c[0], tuple(c[1:]), span=span)


@builds("negate")
def negate(c: Children, span: Span) -> n.Negate:
    return n.Negate(c[0], span=span)


@builds("dot", "cap_dot")
def dot(c: Children, span: Span) -> n.Dot:
    base = _name(c[0]) if isinstance(c[0], Token) else c[0]
    return n.Dot(base, _name(c[1]).text, (c[1].start, c[1].end), span=span)


@builds("index")
def index(c: Children, span: Span) -> n.Index:
    return n.Index(c[0], c[1], span=span)


@builds("dot_index")
def dot_index(c: Children, span: Span) -> n.Index:
    return n.Index(dot(c[:2], (span[0], c[1].end)), c[2], span=span)


@builds("number")
def number(c: Children, span: Span) -> n.Number:
    return n.Number(int(c[0].text), span=(c[0].start, c[0].end))


@builds("text")
def text(c: Children, span: Span) -> Any:
    return _text(c[0])


@builds("name")
def name(c: Children, span: Span) -> Any:
    return _name(c[0])


def _pronoun(word: str) -> Builder:
    def build(c: Children, span: Span) -> n.Name:
        return n.Name(word, span=span)

    return build


for _sign in ("it", "me", "that"):
    BUILDERS[_sign] = _pronoun(_sign)


@builds("nothing")
def nothing(c: Children, span: Span) -> n.Nothing:
    return n.Nothing(span=span)


@builds("yes")
def yes(c: Children, span: Span) -> n.Truth:
    return n.Truth(True, span=span)


@builds("no")
def no(c: Children, span: Span) -> n.Truth:
    return n.Truth(False, span=span)


@builds("group")
def group(c: Children, span: Span) -> n.Group:
    return n.Group(c[0], span=span)


@builds("if_then")
def if_then(c: Children, span: Span) -> n.IfThen:
    return n.IfThen(c[0], c[1], c[2], span=span)


@builds("list")
def list_(c: Children, span: Span) -> n.ListOf:
    return n.ListOf(tuple(child for child in c if child is not None), span=span)


@builds("args")
def args(c: Children, span: Span) -> tuple[n.Arg, ...]:
    return tuple(
        child if isinstance(child, n.Arg) else n.Arg(None, child, span=child.span) for child in c if child is not None
    )


@builds("labelled")
def labelled(c: Children, span: Span) -> n.Arg:
    label = c[0] if isinstance(c[0], str) else _name(c[0]).text
    return n.Arg(label, c[1], span=span)


@builds("call")
def call(c: Children, span: Span) -> n.Call:
    return n.Call(_name(c[0]).text, c[1], (c[0].start, c[0].end), span=span)


# ----------------------------------------------------------------------------------------------------- scenarios


@builds("scenario")
def scenario(c: Children, span: Span) -> n.Scenario:
    steps = tuple(child for child in c[2:] if isinstance(child, n.Node))
    return n.Scenario(_text(c[0]), c[1], steps, span=span)


@builds("seats")
def seats(c: Children, span: Span) -> n.Seats:
    return n.Seats(_names(c), span=span)


@builds("given")
def given(c: Children, span: Span) -> n.Given:
    return n.Given(tuple(c), span=span)


@builds("given_mode")
def given_mode(c: Children, span: Span) -> n.GivenSwitch:
    return n.GivenSwitch("mode", _name(c[0]), span=span)


@builds("given_variant")
def given_variant(c: Children, span: Span) -> n.GivenSwitch:
    return n.GivenSwitch("variant", _name(c[0]), span=span)


@builds("given_ruling")
def given_ruling(c: Children, span: Span) -> n.GivenSwitch:
    return n.GivenSwitch("ruling", _name(c[0]), _name(c[1]), span=span)


@builds("given_thing")
def given_thing(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, _name(c[0]), c[1], tuple(c[2:]), span=span)


@builds("given_text")
def given_text(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, _text(c[0]), None, tuple(c[1:]), span=span)


@builds("given_named")
def given_named(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(_name(c[0]), _text(c[1]), None, tuple(c[2:]), span=span)


@builds("given_value")
def given_value(c: Children, span: Span) -> n.GivenValue:
    return n.GivenValue(c[0], c[1], span=span)


@builds("dice")
def dice(c: Children, span: Span) -> n.Dice:
    return n.Dice(_name(c[0]), tuple(c[1:]), span=span)


@builds("order")
def order(c: Children, span: Span) -> n.Order:
    return n.Order(c[0], tuple(c[1:]), span=span)


@builds("do")
def do(c: Children, span: Span) -> n.Do:
    return n.Do(c[0], span=span)


@builds("answer")
def answer(c: Children, span: Span) -> n.Answer:
    seat, reply = _name(c[0]), c[1]
    if isinstance(reply, n.Phrase):
        return n.Answer(seat, "phrase", (), reply, span=span)
    return n.Answer(seat, reply[0], reply[1], span=span)


def _reply(form: str) -> Builder:
    def build(c: Children, span: Span) -> tuple[str, tuple[Any, ...]]:
        return form, tuple(c)

    return build


for _rule in ("choose", "pass", "yes", "no", "tell"):
    BUILDERS["reply_" + _rule] = _reply(_rule)


@builds("then")
def then(c: Children, span: Span) -> n.Then:
    return n.Then(c[0], span=span)


@builds("then_cannot")
def then_cannot(c: Children, span: Span) -> n.Then:
    return n.Then(c[0], c[1], _reason(c[2]), span=span)


@builds("then_fails")
def then_fails(c: Children, span: Span) -> n.Then:
    return n.Then(None, fails=_name(c[0]), span=span)


@builds("cases")
def cases(c: Children, span: Span) -> n.Cases:
    names = [child for child in c if isinstance(child, Token) and child.kind == "word"]
    rows = [child for child in c if isinstance(child, tuple) and not isinstance(child, Token)]
    return n.Cases(_names(names), tuple(rows), span=span)


@builds("case_row")
def case_row(c: Children, span: Span) -> tuple[Any, ...]:
    return tuple(c)


@builds("todo")
def todo(c: Children, span: Span) -> n.Todo:
    return n.Todo(_text(c[0]), span=span)
