"""Checks tables and rows: constant tables, tables in forms, scripts with rows, `match`.

A row `2: run` may contain a value or a sentence; the expected type decides. Keys are numbers, ranges, symbols, texts,
things or `else`; a row that is covered by the rows above it is never used, and gets a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import dsl.check.expressions as ex
from dsl.check.context import Context
from dsl.check.type_inference import inferred, table_key
from dsl.diagnostics import did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.cards import CardReference
from dsl.ir.findings import Findings
from dsl.ir.operations import NO_OP, Op
from dsl.names import types as t
from dsl.syntax import nodes as n

Key = tuple[object, ...]
RowValue = Callable[[n.Row, Context, t.Type | None], Op]


def table_type(name: str, cx: Context) -> t.TableT:
    """The type of a constant table, from its rows; nothing is known of a table whose name is still being written."""
    if name not in cx.symbols.tables:
        return t.TableT(t.UNKNOWN, t.UNKNOWN)
    type = inferred(table_key(name), lambda plain: _rows_type(name, plain), cx)
    return type if isinstance(type, t.TableT) else t.TableT(t.UNKNOWN, t.UNKNOWN)


def _rows_type(name: str, cx: Context) -> t.TableT:
    node = cx.symbols.tables[name].node
    assert isinstance(node, n.Table)
    reading = Context(cx.symbols, Findings(cx.findings.piece, quiet=True), "a table")
    by: t.Type = t.UNKNOWN
    of: t.Type = t.UNKNOWN
    for row in rows_of(node.body):
        # a row that does not fit those above it is reported when the rows are checked
        by = t.join(by, key_type(row.key, reading), cx.symbols.lineage) or by
        of = t.join(of, row_value(row, reading, None).type, cx.symbols.lineage) or of
    of = t.NUMBER if isinstance(of, t.NumberT) else of
    by = t.NUMBER if isinstance(by, t.NumberT) else by
    return t.TableT(by, of)


def rows_of(block: n.Block) -> Iterator[n.Row]:
    for line in block.lines:
        if isinstance(line, n.Row):
            yield line


def key_type(key: n.RowKey, cx: Context) -> t.Type:
    match key.form:
        case "number" | "range" | "at least" | "at most":
            return t.NumberT(key.low, key.high)
        case "names":
            sets = cx.symbols.symbol_sets.get(key.values[0], [])
            if key.values[0] in cx.symbols.combos:
                return t.RefT("combo")
            return t.SymbolT(sets[0]) if sets else t.UNKNOWN
        case "text":
            return t.TEXT
        case "thing":
            return t.UNKNOWN
        case "else":
            return t.UNKNOWN


def as_expression(value: n.Node) -> n.Expr | None:
    """The value of a row as an expression, where a value is expected: `land` is then a name and not a verb."""
    match value:
        case n.Phrase(verb=verb, object=None, slots=(), until=None, gives=None, body=None):
            return verb
        case n.Phrase(verb=verb, object=n.Negate() as object, slots=(), until=None, gives=None, body=None):
            return n.Sum(verb, (n.Term("-", object.inner, span=object.span),), span=value.span)
        case n.Phrase(verb=verb, object=n.Group(inner=inner), slots=(), until=None, gives=None, body=None):
            return n.Call(verb.text, (n.Arg(None, inner, span=inner.span),), verb.span, span=value.span)
        case n.Thing(kind=kind, args=None, id=None, shown=None, body=None):
            return kind
        case n.Thing(kind=kind, args=args, id=None, shown=None, body=None) if args is not None:
            return n.Call(kind.text, args, kind.span, span=value.span)
        case _:
            return value if isinstance(value, n.Expr) else None


def row_value(row: n.Row, cx: Context, expected: t.Type | None) -> Op:
    """The value of a row that must be a value."""
    expression = as_expression(row.value)
    if expression is None:
        cx.report(
            rule_codes.WRONG_PLACE, row.value.span, what="a sentence", where="a table of values",
            instead="write a value; put a calculation in parentheses",
        )  # fmt: skip
        return NO_OP
    if expected is None:
        return ex.value(expression, cx)
    return ex.expect(expression, cx, expected, "this row")


def keys(block: n.Block, by: t.Type, cx: Context, owner: str) -> list[tuple[n.Row, Key]]:
    """The rows with their keys, checked against the key type and against each other."""
    result: list[tuple[n.Row, Key]] = []
    covered: dict[object, n.RowKey] = {}
    else_key: n.RowKey | None = None
    for line in block.lines:
        if not isinstance(line, n.Row):
            instead = "it contains rows: `1: …`, `fire: …`, `else: …`"
            if isinstance(line, n.Assign):
                instead = "a row has a `:` after its key: `fire: 3`"
            cx.report(rule_codes.WRONG_PLACE, line.span, what="this line", where=owner, instead=instead)
            continue
        key = _key(line.key, by, cx)
        if key is None:
            continue
        numbers = _numbers(line.key)
        values: Sequence[object] = numbers or (key[1:] if key[0] in ("symbols", "text", "thing", "kind") else ())
        if else_key is not None or (values and all(value in covered for value in values)):
            earlier = else_key or covered[values[0]]
            cx.report(
                rule_codes.OVERLAPS, line.key.span, notes=[cx.findings.label(earlier.span, "this row comes first")]
            )
        for value in values:
            covered.setdefault(value, line.key)
        if line.key.form == "else":
            else_key = else_key or line.key
        result.append((line, key))
    return result


def _numbers(key: n.RowKey) -> range | None:
    low = key.low
    if low is None:
        return None
    if key.form == "number":
        return range(low, low + 1)
    if key.form == "range" and key.high is not None and key.high - low < 1000:
        return range(low, key.high + 1)
    return None


def _key(key: n.RowKey, by: t.Type, cx: Context) -> Key | None:
    by = t.plain(by)
    match key.form:
        case "number" | "range" | "at least" | "at most":
            if not isinstance(by, t.NumberT | t.UnknownT | t.FaceT):
                return _wrong_key(key, by, "a number", cx)
            for end in (key.low, key.high):
                if end is not None and isinstance(by, t.NumberT) and _outside(end, by):
                    limits = f"{by.low if by.low is not None else ''}..{by.high if by.high is not None else ''}"
                    cx.report(codes.OUT_OF_RANGE, key.span, value=end, range=limits, name="key")
            return (key.form, key.low, key.high)
        case "names":
            return _symbol_key(key, by, cx)
        case "text":
            if isinstance(by, t.KindT):
                if key.values[0] not in cx.children:
                    cx.findings.wants.append(CardReference(by.name, key.values[0], True, key.span))
                return ("thing", *key.values)
            if not isinstance(by, t.TextT | t.UnknownT):
                return _wrong_key(key, by, "a text", cx)
            return ("text", *key.values)
        case "thing":
            if not isinstance(by, t.KindT | t.UnknownT):
                return _wrong_key(key, by, "a thing", cx)
            kind = by.name if isinstance(by, t.KindT) else "Thing"
            if key.values[0] in cx.symbols.kinds and key.values[0] not in cx.children:
                return _kind_key(key, kind, cx)
            ex.value(n.Name(key.values[0], span=key.span), cx, t.KindT(kind))
            return ("thing", *key.values)
        case "else":
            return ("else",)


def _outside(number: int, by: t.NumberT) -> bool:
    return (by.low is not None and number < by.low) or (by.high is not None and number > by.high)


def _kind_key(key: n.RowKey, of: str, cx: Context) -> Key | None:
    """`Creature: …` is the row for all things of that kind."""
    name = key.values[0]
    cx.footprint.names.add(name)
    if of not in cx.symbols.lineage(name) and name not in cx.symbols.lineage(of):
        return _wrong_key(key, t.KindT(of), t.show(t.KindT(name)), cx)
    return ("kind", name)


def _symbol_key(key: n.RowKey, by: t.Type, cx: Context) -> Key | None:
    if by == t.RefT("combo"):
        for name in key.values:
            if name not in cx.symbols.combos:
                help = did_you_mean(name, cx.symbols.combos)
                cx.report(codes.UNKNOWN_NAME, key.span, name=name, help=help)
        return ("symbols", *key.values)
    if isinstance(by, t.SymbolT):
        members = cx.symbols.symbols[by.name].members
        for name in key.values:
            if name not in members:
                shown = listed(members)
                help = did_you_mean(name, members)
                cx.report(codes.UNKNOWN_SYMBOL, key.span, name=name, set=by.name, members=shown, help=help)
        return ("symbols", *key.values)
    if isinstance(by, t.UnknownT | t.FaceT):
        for name in key.values:
            if name not in cx.symbols.symbol_sets and name not in cx.symbols.combos:
                help = did_you_mean(name, chain(cx.symbols.symbol_sets, cx.symbols.combos))
                cx.report(codes.UNKNOWN_NAME, key.span, name=name, help=help)
        return ("symbols", *key.values)
    return _wrong_key(key, by, "a symbol", cx)


def _wrong_key(key: n.RowKey, by: t.Type, key_description: str, cx: Context) -> Key | None:
    cx.report(
        codes.WRONG_TYPE, key.span, where="the key", wanted=t.show(by), found=key_description, help=ex.type_help(by, cx)
    )
    return None


def table(block: n.Block, type: t.TableT, cx: Context, owner: str, value: RowValue | None = None) -> Op:
    """A table of values; `value` checks the value of a row where it may be more than an expression."""
    rows = keys(block, type.by, cx, owner)
    expected = None if isinstance(type.of, t.UnknownT) else type.of
    values = tuple((value or row_value)(row, cx, expected) for row, _ in rows)
    return Op("table", type, values, tuple(key for _, key in rows), block.span)


def script_rows(
    block: n.Block,
    by: t.Type,
    cx: Context,
    owner: str,
    sentence: Callable[[n.Line, Context], Op],
    within: Callable[[Key, Context], Context] = lambda _, cx: cx,
) -> Op:
    """A table of sentences: each row contains a sentence. `within` gives the scope of the sentence of a row."""
    rows = keys(block, by, cx, owner)
    bodies = []
    for row, key in rows:
        if isinstance(row.value, n.Expr) and not isinstance(row.value, n.Nothing):
            cx.report(
                rule_codes.WRONG_PLACE,
                row.value.span,
                what="a value",
                where=owner,
                instead="each row is a sentence",
            )
            continue
        if isinstance(row.value, n.Nothing):
            bodies.append(NO_OP)
            continue
        bodies.append(sentence(row.value, within(key, cx)))
    return Op("script_rows", t.ScriptT(by), tuple(bodies), tuple(key for _, key in rows), block.span)
