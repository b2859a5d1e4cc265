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
        "where": n.Where, "not_": n.Not, "range_full": n.Range, "number_range": n.Range, "negate": n.Negate,
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
def range_open(c: Children, span: Span) -> n.Range:
    return n.Range(c[0], None, span=span)


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
