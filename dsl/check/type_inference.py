"""The types that heads leave out: of rules and defines, of fields, of tables, and of what effects give.

Such a type follows from a body, and a body may need other types that are left out. Reading a body inside another one
would go as deep as the longest chain of declarations, and read shared ones again and again. So a body is read with
what is known: every type that it lacks is noted and taken for unknown, the lacking ones are settled first, and then
the body is read again. Each type is settled once. The stack is a list, so the length of a chain costs no depth.

A body that needs itself, by whatever way round, takes that type for unknown; once the others are settled it is read
one last time, because by then more may be known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from dsl.check.context import Context
from dsl.diagnostics import suggesting
from dsl.ir.findings import Findings
from dsl.names import types as t
from dsl.names.signatures import FieldSig, InferredKey, RuleSig, VerbSig
from dsl.names.symbols import Symbols
from dsl.text.source import Piece

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
    """A type that a head leaves out. `read` reads the body; what it lacks is noted in `symbols.lacking`."""
    symbols = cx.symbols
    settled = symbols.inferred.get(key)
    if settled is not None:
        return settled
    if key not in symbols.readers:  # a scope of its own: that of the asker may be large, and would be kept
        plain = Context(symbols, Findings(cx.findings.piece, quiet=True), "a ruleset", events=cx.events)
        symbols.readers[key] = partial(read, plain)
    if symbols.lacking is not None:
        symbols.lacking.append(key)
        return t.UNKNOWN
    _settle(key, symbols)
    return symbols.inferred[key]


def settle_all(symbols: Symbols, events: Events) -> None:
    """Settle every type that a head leaves out, before any body is checked.

    A chain that is first met deep inside a body would need the depth of two bodies.
    """
    from dsl.check import expressions as ex
    from dsl.check.phrases import gives
    from dsl.check.tables import table_type

    cx = Context(symbols, Findings(_NO_PIECE), "a ruleset", events=events)
    for kind in symbols.kinds.values():
        for field in kind.fields.values():
            ex.field_type(field, cx)
    for rule in symbols.rules.values():
        ex.rule_type(rule, cx)
    for table in symbols.tables:
        table_type(table, cx)
    for verb in symbols.verbs.values():
        gives(verb, cx)


def _settle(start: InferredKey, symbols: Symbols) -> None:
    """Depth first: whatever a body lacks is settled before it is read again."""
    waiting = [start]
    started: set[InferredKey] = set()
    provisional: list[InferredKey] = []
    while waiting:
        key = waiting[-1]
        if key in symbols.inferred:
            waiting.pop()
            continue
        started.add(key)
        type, lacking = _read(key, symbols)
        missing = [other for other in lacking if other not in started]
        if missing:
            waiting.extend(dict.fromkeys(missing))
            continue
        if lacking:
            provisional.append(key)
        symbols.inferred[key] = type
        waiting.pop()
    for key in provisional:
        symbols.inferred[key] = _read(key, symbols)[0]
    symbols.readers.clear()


def _read(key: InferredKey, symbols: Symbols) -> tuple[t.Type, Iterable[InferredKey]]:
    symbols.lacking = []
    try:
        with suggesting(0):
            type = symbols.readers[key]()
        return (t.NUMBER if isinstance(type, t.NumberT) else type), symbols.lacking
    finally:
        symbols.lacking = None


def quiet(cx: Context, where: str, piece: Piece | None = None, it: t.Type | None = None, me: bool = False) -> Context:
    """A scope for reading a body only for its type: nobody sees what is wrong with it."""
    findings = Findings(piece or cx.findings.piece, quiet=True)
    return Context(cx.symbols, findings, where, it=it, me=me, any_event=True, events=cx.events)
