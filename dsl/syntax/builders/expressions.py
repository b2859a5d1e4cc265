"""Builders of names, numbers, texts and everything that has a value."""

from __future__ import annotations

import textwrap
import unicodedata

from dsl.syntax import nodes as n
from dsl.syntax.builders.base import Children, collected, node, present, registrar
from dsl.syntax.lalr import Builder, same
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

for _rule in ("name", "number", "text"):
    BUILDERS[_rule] = same

BUILDERS |= {
    rule: node(cls)
    for rule, cls in {
        "where": n.Where, "not_": n.Not, "range_full": n.NumberRange, "number_range": n.NumberRange, "negate": n.Negate,
        "minus_number": n.Negate, "index": n.Index, "nothing": n.Nothing, "group": n.Group, "if_then": n.IfThen,
    }.items()
}  # fmt: skip

BUILDERS |= {"or_": collected(n.Or), "and_": collected(n.And), "yes": node(n.Truth, True), "no": node(n.Truth, False)}

BUILDERS |= {
    rule: node(cls, word)
    for cls, words in {
        n.Compare: {
            "is_": "is", "is_not": "is not", "less": "<", "more": ">", "less_or_equal": "<=", "more_or_equal": ">=",
            "in_": "in", "not_in": "not in", "has": "has", "lacks": "lacks",
        },
        n.Term: {"plus": "+", "minus": "-", "multiplied": "*", "divided": "/", "remainder": "%"},
        n.Name: {"it": "it", "me": "me", "that": "that"},
    }.items()
    for rule, word in words.items()
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------- words


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


@builds("NAMED")
def named(text: str, span: Span) -> None:
    """The `as` of `Bot as b where …`: a keyword that is recognised by the token after its name."""


# ------------------------------------------------------------------------------------------------------ values


@builds("where_named")
def where_named(c: Children, span: Span) -> n.Where:
    return n.Where(c[0], c[3], c[2], span=span)


@builds("range_open")
def range_open(c: Children, span: Span) -> n.NumberRange:
    return n.NumberRange(c[0], None, span=span)


@builds("ladder")
def ladder(c: Children, span: Span) -> n.Ladder:
    return n.Ladder(tuple(step.value for step in c), span=span)


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
    return n.ListOf(present(c), span=span)


@builds("args")
def args(c: Children, span: Span) -> tuple[n.Arg, ...]:
    return tuple(child if isinstance(child, n.Arg) else n.Arg(None, child, span=child.span) for child in present(c))


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


# ------------------------------------------------------------------------------------- values with limits and rows


@builds("limit_least")
def limit_least(c: Children, span: Span) -> tuple[str, n.Expr]:
    return "greater", c[0]


@builds("limit_most")
def limit_most(c: Children, span: Span) -> tuple[str, n.Expr]:
    return "lesser", c[0]


@builds("bounded")
def bounded(c: Children, span: Span) -> n.Expr:
    """`(x at least 0)` is `greater(0, x)`, so that everything after the parser knows one form."""
    bounded_value: n.Expr = c[0]
    for word, limit in c[1:]:
        end = limit.span[1]
        args = (n.Arg(None, limit, span=limit.span), n.Arg(None, bounded_value, span=bounded_value.span))
        bounded_value = n.Call(word, args, (span[0], end), True, span=(span[0], end))
    return bounded_value


@builds("bounded_group")
def bounded_group(c: Children, span: Span) -> n.Call:
    call: n.Call = c[0]
    return n.Call(call.name, call.args, call.name_span, call.is_bound, span=span)


@builds("value_row")
def value_row(c: Children, span: Span) -> tuple[n.RowKey, n.Expr]:
    return c[0], c[1]


@builds("match_value")
def match_value(c: Children, span: Span) -> n.Expr:
    """`(match x { 1: a, else: b })` is `(if x is 1 then a else b)`."""
    subject, *rows, otherwise = present(c)
    for key, row_value in reversed(rows):
        otherwise = n.IfThen(_row_test(subject, key), row_value, otherwise, True, span=span)
    result: n.Expr = otherwise
    return result


def _row_test(subject: n.Expr, key: n.RowKey) -> n.Expr:
    """Whether a row of a match applies."""
    span = key.span
    sign = "is"
    right: n.Expr
    match key.form:
        case "number":
            right = _number(key.low, span)
        case "at least":
            sign, right = ">=", _number(key.low, span)
        case "at most":
            sign, right = "<=", _number(key.low, span)
        case "range" if key.high is None:
            sign, right = ">=", _number(key.low, span)
        case "range":
            sign, right = "in", n.NumberRange(_number(key.low, span), _number(key.high, span), span=span)
        case "text":
            right = n.Text(key.values[0], span=span)
        case _ if len(key.values) == 1:
            right = n.Name(key.values[0], span=span)
        case _:
            sign, right = "in", n.ListOf(tuple(n.Name(word, span=span) for word in key.values), span=span)
    return n.Compare(sign, subject, right, span=span)


def _number(number: int | None, span: Span) -> n.Expr:
    assert number is not None  # keys of these forms have a number
    return n.Number(number, span=span) if number >= 0 else n.Negate(n.Number(-number, span=span), span=span)
