"""Describes rows and costs: the small tables of a card.

A row `2: run` may be a value or a sentence; it is a sentence if such a verb exists.
"""

from __future__ import annotations

from typing import cast, get_args

import dsl.describe.statements as statements
from dsl.describe import english
from dsl.describe.calls import mark_words
from dsl.describe.values import noun
from dsl.describe.voice import Voice, kind_name, label, local_name, shown_name, verb_of
from dsl.syntax import nodes as n

_EXPRESSIONS = get_args(n.Expr)


def row_key(key: n.RowKey, v: Voice) -> str:
    """The key of a row: `1–3`, `at most 6`, `fire or ice`."""
    match key.form:
        case "number":
            return str(key.low) if key.low is not None else " ".join(key.values)
        case "range":
            return f"{key.low} or more" if key.high is None else f"{key.low}–{key.high}"
        case "at least" | "at most":
            return f"{key.form} {key.low if key.low is not None else key.high}"
        case "else":
            return "otherwise"
        case "text":
            return " ".join(key.values)
        case _:
            return english.joined((noun(n.Name(word), v) for word in key.values), "or")


def row_value(given: n.Line | n.Expr, v: Voice) -> str:
    match given:
        case n.Phrase(object=None, slots=(), body=None, verb=verb) if verb_of(verb.text, v.symbols) is None:
            return noun(n.Name(verb.text), v)  # a row `1: fire` may be a value or a sentence
        case n.Thing(kind=kind, body=body) if kind.text in v.symbols.kinds:
            return english.joined(_items(kind.text, body, v)) or kind_name(kind.text, v.symbols)
        case n.Thing(args=None, kind=kind) if kind.text not in v.symbols.marks:
            return noun(n.Name(kind.text), v)
        case _ if isinstance(given, _EXPRESSIONS):
            return noun(cast(n.Expr, given), v)
        case _:
            return statements.sentence(cast(n.Line, given), v).text


def _items(kind: str, body: n.Block | None, v: Voice) -> list[str]:
    """The contents of a thing that one sign draws: `Land and bonus berry`."""
    items, fields = [], v.symbols.kinds[kind].fields
    for line in body.lines if body is not None else ():
        match line:
            case n.Thing(kind=word, args=args):
                items.append(mark_words(word.text, args or (), v))
            case n.Phrase(verb=verb, object=given):
                words = label(verb.text, fields.get(verb.text))
                items.append(f"{words} {noun(given, v)}" if given is not None else words)
    return items


def cost(line: n.Cost, v: Voice) -> str:
    """`1 Action Point and 0 to 6 DF, or 2 MV`"""
    return ", or ".join(" and ".join(_cost_term(term, v) for term in way) for way in line.ways)


def _cost_term(term: n.CostTerm, v: Voice) -> str:
    amount = noun(term.amount, v)
    currency_words = ""
    if term.currency is not None:
        name = term.currency.text
        currency = v.symbols.currencies.get(name)
        shown = shown_name(currency.node, name) if currency is not None else english.words(name)
        currency_words = " in" if " " in amount and not isinstance(term.amount, n.NumberRange) else ""
        currency_words += f" {shown if amount == '1' else english.plural(shown)}"
    gives = f" ({local_name(term.gives.text)})" if term.gives is not None else ""
    return f"{amount}{currency_words}{gives}"
