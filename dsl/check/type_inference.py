"""Infers the types that heads omit: of rules and defines, of fields, of tables, and of the results of effects.

Such a type follows from a body, and a body may need other omitted types. Reading a body inside another one would
recurse as deep as the longest chain of declarations, and read shared bodies repeatedly. So a body is read with the
known types: every missing type is recorded and treated as unknown, the missing types are inferred first, and then the
body is read again. Each type is inferred once. The stack is a list, so a long chain needs no recursion.

A body that depends on itself, directly or not, treats that type as unknown; after the others are inferred it is read
one last time, because more may be known by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from dsl.check.context import Context
from dsl.diagnostics import suggesting
from dsl.ir.findings import Findings
from dsl.lazy import lazy_module
from dsl.names import types as t
from dsl.names.signatures import FieldSig, InferredKey, RuleSig, VerbSig
from dsl.names.symbols import SymbolTable
from dsl.text.give_way import give_way
from dsl.text.source import Piece

if TYPE_CHECKING:
    from dsl.check import expressions, phrases, tables
else:
    expressions = lazy_module("dsl.check.expressions")
    phrases = lazy_module("dsl.check.phrases")
    tables = lazy_module("dsl.check.tables")


Events = dict[str, frozenset[str]]

_NO_PIECE = Piece("", 0, "", "")


def rule_key(rule: RuleSig) -> InferredKey:
    return "rule", "", rule.name


def field_key(field: FieldSig) -> InferredKey:
    return "field", field.kind, field.name


def table_key(name: str) -> InferredKey:
    return "table", "", name


def verb_key(verb: VerbSig) -> InferredKey:
    return "verb", "", verb.name


def inferred(key: InferredKey, read: Callable[[Context], t.Type], cx: Context) -> t.Type:
    """An omitted type. `read` reads the body; missing types are recorded in `symbols.lacking`."""
    symbols = cx.symbols
    known_type = symbols.inferred.get(key)
    if known_type is not None:
        return known_type
    if key not in symbols.readers:  # a new scope: that of the caller may be large, and would be kept alive
        scope = Context(symbols, Findings(cx.findings.piece, quiet=True), "a ruleset", events=cx.events)
        symbols.readers[key] = partial(read, scope)
    if symbols.lacking is not None:
        symbols.lacking.append(key)
        return t.UNKNOWN
    _infer(key, symbols)
    return symbols.inferred[key]


def infer_all(symbols: SymbolTable, events: Events) -> None:
    """Infer every omitted type before any body is checked.

    A chain that is first reached inside a body would need the depth of two bodies.
    """
    cx = Context(symbols, Findings(_NO_PIECE), "a ruleset", events=events)
    for kind in symbols.kinds.values():
        for field in kind.fields.values():
            expressions.field_type(field, cx)
    for rule in symbols.rules.values():
        expressions.rule_type(rule, cx)
    for table in symbols.tables:
        tables.table_type(table, cx)
    for verb in symbols.verbs.values():
        phrases.result_type(verb, cx)


def _infer(start: InferredKey, symbols: SymbolTable) -> None:
    """Depth first: the types that a body lacks are inferred before it is read again."""
    stack = [start]
    started: set[InferredKey] = set()
    provisional: list[InferredKey] = []
    while stack:
        key = stack[-1]
        if key in symbols.inferred:
            stack.pop()
            continue
        started.add(key)
        give_way()
        type, lacking = _read(key, symbols)
        missing = [other for other in lacking if other not in started]
        if missing:
            stack.extend(dict.fromkeys(missing))
            continue
        if lacking:
            provisional.append(key)
        symbols.inferred[key] = type
        stack.pop()
    for key in provisional:
        symbols.inferred[key] = _read(key, symbols)[0]
    symbols.readers.clear()


def _read(key: InferredKey, symbols: SymbolTable) -> tuple[t.Type, Iterable[InferredKey]]:
    symbols.lacking = []
    try:
        with suggesting(0):
            type = symbols.readers[key]()
        return (t.NUMBER if isinstance(type, t.NumberT) else type), symbols.lacking
    finally:
        symbols.lacking = None


def quiet(cx: Context, where: str, piece: Piece | None = None, it: t.Type | None = None, me: bool = False) -> Context:
    """A scope for reading a body only for its type: its errors are not reported."""
    findings = Findings(piece or cx.findings.piece, quiet=True)
    return Context(cx.symbols, findings, where, it=it, me=me, any_event=True, events=cx.events)
