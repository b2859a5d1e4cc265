"""Defaults of slots and parameters as operations, so that the engine needs neither the tree nor the checker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.check.context import Context
from dsl.check.expressions import value
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.ir.program import DefaultSort
from dsl.names.signatures import SlotSig, VerbSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.text.source import Piece

DefaultKey = tuple[DefaultSort, str, str]
Head = tuple[DefaultSort, str, Iterable[SlotSig | n.Param]]


def lower_defaults(symbols: SymbolTable, card_verbs: Iterable[VerbSig]) -> dict[DefaultKey, Op]:
    """The defaults of all heads. A verb of the rules takes precedence over a card's action with the same name."""
    defaults: dict[DefaultKey, Op] = {}
    for sort, owner, params in _heads(symbols, card_verbs):
        for param in params:
            if param.default is not None:
                defaults.setdefault((sort, owner, param.name), _lowered(param.default, symbols))
    return defaults


def _heads(symbols: SymbolTable, card_verbs: Iterable[VerbSig]) -> Iterator[Head]:
    for verb in (*symbols.verbs.values(), *(verb for verb in card_verbs if verb.name not in symbols.verbs)):
        yield "verb", verb.name, verb.slots
    for mark in symbols.marks.values():
        yield "mark", mark.name, mark.params
    for rule in symbols.rules.values():
        yield "rule", rule.name, rule.params
    for window in symbols.windows.values():
        assert isinstance(window.node, n.Window)
        yield "window", window.name, window.node.params


def _lowered(node: n.Expr, symbols: SymbolTable) -> Op:
    if _is_constant(node, symbols):
        return Op("constant", data=_constant(node), span=node.span)
    context = Context(symbols, Findings(Piece("", 0, "", "")), "a define", any_event=True)
    return value(node, context)


def _is_constant(node: n.Expr, symbols: SymbolTable) -> bool:
    """Whether a default is the same at every table: a number, a word, a list of them."""
    match node:
        case n.Name(text=text):  # a symbol, a card …, or the value of a rule
            rule = symbols.rules.get(text)
            return rule is None or bool(rule.params) or text in symbols.symbol_sets
        case n.ListOf(items=parts):
            return all(_is_constant(part, symbols) for part in parts)
        case n.Negate(inner=inner):
            return isinstance(inner, n.Number)
        case _:
            return isinstance(node, n.Nothing | n.Number | n.Truth | n.Text)


def _constant(node: n.Expr) -> object:
    match node:
        case n.Number(value=constant) | n.Truth(value=constant) | n.Text(value=constant):
            return constant
        case n.Negate(inner=n.Number(value=number)):
            return -number
        case n.Name(text=text):
            return text
        case n.ListOf(items=parts):
            return tuple(_constant(part) for part in parts)
        case _:
            return None
