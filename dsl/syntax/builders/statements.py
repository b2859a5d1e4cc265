"""Builders of blocks, sentences and the rows of tables."""

from __future__ import annotations

from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.builders.base import Children, collected, node, registrar
from dsl.syntax.lalr import Builder, same
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

BUILDERS["else_block"] = same
BUILDERS["block"] = collected(n.Block)

BUILDERS |= {
    rule: node(cls)
    for rule, cls in {
        "row": n.Row, "thing": n.Thing, "let": n.Let, "else_if": n.Branch, "for_each": n.ForEach, "may": n.May,
        "match": n.MatchCases, "stop": n.Stop, "cancel": n.Cancel, "result": n.Result, "ask": n.Ask, "phase": n.Phase,
        "require": n.Require, "cost_term": n.CostTerm, "offer": n.Offer, "again": n.Again, "always_ask": n.AlwaysAsk,
        "pay": n.Pay,
    }.items()
}  # fmt: skip

BUILDERS |= {
    rule: node(cls, word)
    for cls, words in {
        n.RowKey: {"key_else": "else"},
        n.Assign: {"assign_set": "=", "assign_add": "+=", "assign_subtract": "-="},
        n.Amount: {
            "amount_one": "one", "amount_maybe": "one or none", "amount_any": "any", "amount_up_to": "up to",
            "amount_range": "range",
        },
    }.items()
    for rule, word in words.items()
}  # fmt: skip

BUILDERS |= {"repeat_forever": node(n.Repeat, None, None, None), "repeat_while": node(n.Repeat, None)}


# -------------------------------------------------------------------------------------------------------- rows


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


@builds("form")
def form(c: Children, span: Span) -> n.Thing:
    return n.Thing(c[0], None, c[1], c[2], c[4], c[5], c[3], span=span)


# --------------------------------------------------------------------------------------------------- sentences


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
    first = n.EitherOption(c[0], c[3], c[2], span=c[3].span)
    return n.Either(c[1], (first, *c[4:]), span=span)


@builds("either_or")
def either_or(c: Children, span: Span) -> n.EitherOption:
    return n.EitherOption(c[0], c[2], c[1], span=span)


@builds("choose")
def choose(c: Children, span: Span) -> n.Choose:
    amount, among, such, by, gives, says, otherwise = c
    return n.Choose(amount, among, by, gives, otherwise, such, says, span=span)


@builds("open")
def open_(c: Children, span: Span) -> n.Open:
    return n.Open(c[0], c[1] or (), c[2], span=span)


@builds("cost")
def cost(c: Children, span: Span) -> n.Cost:
    return n.Cost(tuple(c[:-1]), c[-1], span=span)
