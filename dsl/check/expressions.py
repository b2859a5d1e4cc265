"""Checks expressions: resolves every name and computes every type.

`value` lowers an expression to an operation; `expect` also checks its type. The expected type is passed down, because
it decides: `fire` is a symbol where an element is expected, `"Tail Whip"` a card where a card is expected, `2/4/6` a
ladder where a ladder is expected. After one error the rest of the expression reports nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import dsl.check.improbable as improbable
import dsl.check.lookup as naming
import dsl.check.narrowing as narrowing
from dsl.check.calls import call, count_of_arguments
from dsl.check.context import Context
from dsl.check.type_inference import field_key, inferred, quiet, rule_key
from dsl.diagnostics import Label, did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.ir.name_trace import Resolved
from dsl.ir.operations import NO_OP, Op
from dsl.lazy import lazy_module
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig, RuleSig
from dsl.syntax import nodes as n
from dsl.text.source import Span

if TYPE_CHECKING:
    from dsl.check import statements
else:
    statements = lazy_module("dsl.check.statements")


_SPACE_ID = re.compile(r"r\d+c\d+|[A-Z]{1,2}\d{1,3}")


def value(node: n.Expr, cx: Context, expected: t.Type | None = None) -> Op:
    """Lower an expression. `expected` helps to resolve names; `expect` checks whether the type fits."""
    match node:
        case n.Number(value=number):
            return Op("constant", t.NumberT(number, number), data=number, span=node.span)
        case n.Text():
            return traced(node, naming.text(node, cx, expected), cx, expected)
        case n.Truth(value=truth):
            return Op("constant", t.TRUTH, data=truth, span=node.span)
        case n.Nothing():
            return Op("none", t.NOTHING, span=node.span)
        case n.Name():
            return traced(node, naming.name(node, cx, expected), cx, expected)
        case n.ListOf(items=items):
            return _list(node, items, cx, expected)
        case n.Group(inner=inner):
            return value(inner, cx, expected)
        case n.NumberRange(low=low, high=high):
            ends = [expect(end, cx, t.NUMBER, "a range") for end in (low, high) if end is not None]
            return Op("range", t.RangeT(), tuple(ends), span=node.span)
        case n.Ladder(steps=steps):
            return Op("ladder", t.LadderT(), data=steps, span=node.span)
        case n.Negate(inner=inner):
            part = expect(inner, cx, t.NUMBER, "`-`")
            if part.name == "constant" and isinstance(part.type, t.NumberT):
                number = -int(part.data)
                return Op("constant", t.NumberT(number, number), data=number, span=node.span)
            return Op("negate", t.NUMBER, (part,), span=node.span)
        case n.Not(inner=inner):
            return Op("not", t.TRUTH, (expect(inner, cx, t.TRUTH, "`not`"),), span=node.span)
        case n.Sum():
            return _sum(node, cx, expected)
        case n.Product():
            return _product(node, cx, expected)
        case n.And(parts=parts):
            return Op("and", t.TRUTH, _all_of(parts, cx), span=node.span)
        case n.Or(parts=parts):
            return _or(node, parts, cx, expected)
        case n.Compare():
            return _compare(node, cx)
        case n.Where(base=base, condition=condition):
            things = as_list_of(base, cx, "`where`")
            looking = cx.inner(that=t.item(things.type) or t.UNKNOWN)
            if node.name is not None:
                looking.name(node.name, t.item(things.type) or t.UNKNOWN)
            test = with_name(node.name, expect(condition, looking, t.TRUTH, "`where`"))
            return Op("where", _where_type(things.type, condition, looking), (things, test), span=node.span)
        case n.Dot():
            return traced(node, _dot(node, cx), cx, expected)
        case n.Index(base=base, key=key):
            return _index(node, base, key, cx)
        case n.Call():
            return traced(node, call(node, cx, expected), cx, expected)
        case n.IfThen(condition=condition, then=then, otherwise=otherwise):
            test = expect(condition, cx, t.TRUTH, "`if`")
            a = value(then, narrowing.if_true(condition, cx), expected)
            b = value(otherwise, narrowing.if_false(condition, cx), expected)
            joined = t.join(a.type, b.type, cx.symbols.lineage)
            if joined is None:
                cx.report(
                    codes.WRONG_TYPE, otherwise.span, where="`else`", wanted=_general_name(a.type),
                    found=t.show(b.type),
                    help="both sides of `if … then … else` must have the same type",
                )  # fmt: skip
            return Op("if_then", joined or t.UNKNOWN, (test, a, b), span=node.span)


def traced(node: n.Expr, op: Op, cx: Context, expected: t.Type | None) -> Op:
    trace = cx.findings.trace
    if trace is not None:
        trace.resolved.append(Resolved(node, op, cx, expected))
    return op


def _all_of(parts: tuple[n.Expr, ...], cx: Context) -> tuple[Op, ...]:
    """The parts of an `and`: each narrows the types for the parts after it."""
    ops = []
    for part in parts:
        ops.append(expect(part, cx, t.TRUTH, "`and`"))
        cx = narrowing.if_true(part, cx)
    return tuple(ops)


def _where_type(type: t.Type, condition: n.Expr, looking: Context) -> t.Type:
    """The type of a `where`: a narrower kind, if its condition guarantees it."""
    narrowed = narrowing.if_true(condition, looking).that
    return t.ListT(narrowed) if isinstance(type, t.ListT) and narrowed not in (None, looking.that) else type


def expect(node: n.Expr, cx: Context, expected: t.Type, where: str, field: str = "") -> Op:
    """Lower an expression and check it against the expected type; `where` describes the context in messages."""
    op = value(node, cx, expected)
    bounds = t.plain(expected)
    if isinstance(bounds, t.ListT) and isinstance(bounds.of, t.NumberT) and isinstance(op.type, t.RangeT):
        return _numbers(node, op, bounds.of, cx, where, field)
    if not t.fits(op.type, expected, cx.symbols.lineage):
        wrong_type(node, cx, expected, op, where)
        return Op(op.name, t.UNKNOWN, op.args, op.data, op.span)
    if isinstance(bounds, t.NumberT) and op.name == "constant" and isinstance(op.data, int):
        low, high = bounds.low, bounds.high
        if (low is not None and op.data < low) or (high is not None and op.data > high):
            limits = f"{low if low is not None else ''}..{high if high is not None else ''}"
            cx.report(codes.OUT_OF_RANGE, node.span, value=op.data, range=limits, name=field or where.strip("`"))
    return op


def clamp(op: Op, type: t.Type) -> Op:
    """Limit a number to the range of the field that keeps it."""
    if not isinstance(type, t.NumberT) or not isinstance(op.type, t.NumberT) or op.name == "constant":
        return op
    range_type = op.type
    for end, word, is_sure in (
        (type.high, "lesser", range_type.high is not None and type.high is not None and range_type.high <= type.high),
        (type.low, "greater", range_type.low is not None and type.low is not None and range_type.low >= type.low),
    ):
        if end is not None and not is_sure:
            limit = Op("constant", t.NumberT(end, end), data=end, span=op.span)
            op = Op("call", t.NUMBER, (op, limit), word, op.span)
    return op


def with_name(name: n.Name | None, of_that: Op) -> Op:
    """The expression evaluated for each item, if the item has a name besides `that`: an inner query has its own
    `that`."""
    return of_that if name is None else Op("named", of_that.type, (of_that,), name.text, of_that.span)


def _numbers(node: n.Expr, op: Op, of: t.NumberT, cx: Context, where: str, field: str) -> Op:
    """A range where a list of numbers is expected: `takes 5..6` is short for `takes [5, 6]`."""
    inner = node.inner if isinstance(node, n.Group) else node
    if isinstance(inner, n.NumberRange):
        for end in (inner.low, inner.high):
            if isinstance(end, n.Number):
                expect(end, cx, of, where, field)
    return Op(op.name, t.ListT(t.NUMBER), op.args, op.data, op.span)


def wrong_type(node: n.Expr, cx: Context, expected: t.Type, op: Op, where: str) -> None:
    help = ""
    inner = t.plain(op.type)
    if isinstance(expected, t.NumberT | t.TruthT | t.KindT | t.SymbolT) and isinstance(inner, t.KindT):
        matching_fields = [
            f.name for f in cx.symbols.fields(inner.name).values() if t.fits(f.type, expected, cx.symbols.lineage)
        ]  # fmt: skip
        if matching_fields and isinstance(node, n.Name | n.Dot):
            text = cx.findings.piece.text[node.span[0] : node.span[1]]
            help = "did you mean " + " or ".join(f"`{text}.{name}`" for name in sorted(matching_fields)[:4]) + "?"
    text = cx.findings.piece.text[node.span[0] : node.span[1]]
    text = text if len(text) < 30 and "\n" not in text else "…"
    help = help or type_help(expected, cx)
    if isinstance(t.plain(expected), t.TruthT) and isinstance(inner, t.NumberT):
        help = f"compare it with something: `{text} > 0`"
    if isinstance(inner, t.ListT) and t.fits(inner.of, expected, cx.symbols.lineage):
        help = f"this is a list: choose one item, or write `first({text})`"
    elif isinstance(inner, t.ListT) and isinstance(t.plain(expected), t.NumberT):
        help = f"write `count({text})` for their number"
    cx.report(
        codes.WRONG_TYPE, node.span, where=where, wanted=t.show(expected), found=t.show(op.type),
        label=t.show(op.type), help=help,
    )  # fmt: skip


def type_help(expected: t.Type, cx: Context) -> str:
    """What to write where a type is expected, if the name of the type is not enough."""
    of = t.item(expected) or t.plain(expected)
    if isinstance(of, t.SymbolT):
        members = cx.symbols.symbols[of.name].members
        return f"the symbols of {of.name} are " + ", ".join(f"`{member}`" for member in members[:12])
    if of == t.PLAYER:
        return "name a player, such as `me`, `active` or `target.owner`"
    return ""


def as_list_of(node: n.Expr, cx: Context, where: str, expected: t.Type | None = None) -> Op:
    """A list of things: a list, a zone or a kind; a single thing counts as a list of one."""
    return to_list(value(node, cx, t.ListT(expected) if expected else None), node, cx, where)


def to_list(op: Op, node: n.Expr, cx: Context, where: str) -> Op:
    """Convert a checked value to a list of things. Checking it again would double the work at each level."""
    type = t.plain(op.type)
    if isinstance(type, t.UnknownT):
        return op
    if isinstance(type, t.ListT):
        return op
    if isinstance(type, t.TableT):
        of = t.item(type.of) or t.plain(type.of)
        return Op(op.name, t.ListT(of), op.args, op.data, op.span)
    if isinstance(type, t.RangeT):
        return Op(op.name, t.ListT(t.NUMBER), op.args, op.data, op.span)
    if isinstance(type, t.KindT | t.SymbolT):
        return Op("list", t.ListT(type), (op,), span=op.span)
    help = "write `repeat … { … }` to do something several times" if isinstance(type, t.NumberT) else ""
    cx.report(codes.NOT_A_LIST, node.span, where=where, found=t.show(op.type), help=help if "each" in where else "")
    return Op(op.name, t.ListT(t.UNKNOWN), op.args, op.data, op.span)


# ------------------------------------------------------------------------------------------------------ fields


def find_field(kind: str, name: str, cx: Context) -> FieldSig | None:
    """A field of a kind, or one that only some of its sub-kinds have."""
    field = cx.symbols.field(kind, name)
    if field is not None:
        return field
    return cx.symbols.heir_field(kind, name)


def field_of(base: Op, field: FieldSig, cx: Context, span: Span) -> Op:
    cx.footprint.names.add(field.name)
    return Op("field", field_type(field, cx), (base,), (field.kind, field.name), span)


def field_type(field: FieldSig, cx: Context) -> t.Type:
    """The type of a field; if its head omits it, the type of its initial value."""
    default = field.default
    if not isinstance(field.type, t.UnknownT) or default is None:
        return field.type
    it = t.KindT(field.kind)
    return inferred(field_key(field), lambda plain: value(default, quiet(plain, "a stat", it=it, me=True)).type, cx)


def _dot(node: n.Dot, cx: Context) -> Op:
    base = value(node.base, cx, t.THING if isinstance(node.base, n.Text) else None)  # `"Tail Whip".damage`
    type = t.plain(base.type)
    match type:
        case t.UnknownT():
            return Op("field", t.UNKNOWN, (base,), (None, node.name), node.span)
        case t.EventT(verb=verb):
            return _event_field(node, base, verb, cx)
        case t.FaceT():
            if node.name == "value":
                return Op("call", t.NUMBER, (base,), "face_value", node.span)
        case t.MarkT(name=mark) if mark in cx.symbols.marks:
            params = {slot.name: slot.type for slot in cx.symbols.marks[mark].params}
            if node.name in params:
                return Op("call", params[node.name], (base,), ("mark_value", node.name), node.span)
        case t.KindT(name=kind):
            return thing_field(node, base, kind, cx)
        case t.ListT(of=of):
            help = f"this is a list: write `each(…, {node.name})`, or choose one item first"
            cx.report(codes.UNKNOWN_FIELD, node.name_span, owner=t.show(base.type), name=node.name, help=help)
            del of
            return NO_OP
        case _:
            pass
    cx.report(codes.UNKNOWN_FIELD, node.name_span, owner=t.show(base.type), name=node.name)
    return NO_OP


def thing_field(node: n.Dot, base: Op, kind: str, cx: Context) -> Op:
    field = find_field(kind, node.name, cx)
    if field is not None:
        return field_of(base, field, cx, node.span)
    if node.name in builtins.THING_FIELDS:
        type = notation(builtins.THING_FIELDS[node.name][0])
        return Op("field", type, (base,), ("Thing", node.name), node.span)
    if "Space" in cx.symbols.lineage(kind) and node.name in builtins.SPACE_FIELDS:
        type = notation(builtins.SPACE_FIELDS[node.name][0])
        return Op("field", type, (base,), ("Space", node.name), node.span)
    if "Die" in cx.symbols.lineage(kind) and node.name in builtins.DIE_FIELDS:
        die = cx.symbols.dice.get(kind)
        type = t.NUMBER if node.name == "value" else t.FaceT(kind, bool(die and die.numeric))
        return Op("field", type, (base,), ("Die", node.name), node.span)
    candidates = [*cx.symbols.fields(kind), *builtins.THING_FIELDS]
    help = did_you_mean(node.name, candidates)
    if not help:
        field_names = ", ".join(f"`{name}`" for name in sorted(cx.symbols.fields(kind))[:8])
        help = f"the fields of {kind} are {field_names}" if field_names else f"the kind {kind} declares no fields yet"
    cx.report(codes.UNKNOWN_FIELD, node.name_span, owner=t.show(t.KindT(kind)), name=node.name, help=help)
    return NO_OP


def _event_field(node: n.Dot, base: Op, verb: str, cx: Context) -> Op:
    sig = cx.symbols.verbs[verb]
    slots = {slot.name: slot.type for slot in sig.slots if slot.name != "me"}
    if sig.by_me:
        slots["actor"] = t.PLAYER
    fields = {**slots, **sig.keeps}
    if node.name in fields:
        return Op("event_field", fields[node.name], (base,), (verb, node.name), node.span)
    help = did_you_mean(node.name, fields) or "it has " + listed(fields)
    cx.report(codes.UNKNOWN_FIELD, node.name_span, owner=f"the event `{verb}`", name=node.name, help=help)
    return NO_OP


def _index(node: n.Index, base: n.Expr, key: n.Expr, cx: Context) -> Op:
    table = value(base, cx)
    type = t.plain(table.type)
    match type:
        case t.TableT(by=by, of=of):
            index = expect(key, cx, by, "the key")
            return Op("at", of, (table, index), span=node.span)
        case t.ListT(of=of):
            index = value(key, cx)
            if not isinstance(t.plain(index.type), t.NumberT | t.SymbolT | t.UnknownT):
                wrong_type(key, cx, t.NUMBER, index, "`[ ]`")
            return Op("at", of, (table, index), span=node.span)
        case t.LadderT():
            return Op("at", t.NUMBER, (table, expect(key, cx, t.NUMBER, "`[ ]`")), span=node.span)
        case t.UnknownT():
            return Op("at", t.UNKNOWN, (table, value(key, cx)), span=node.span)
        case _:
            cx.report(codes.NOT_A_LIST, base.span, where="`[ ]`", found=t.show(table.type))
            return NO_OP


# --------------------------------------------------------------------------------------------------- operators


def _general_name(type: t.Type) -> str:
    """A type as the message names it: `a number`, even if a constant was written."""
    return t.show(t.NUMBER if isinstance(type, t.NumberT) else type)


def _list(node: n.ListOf, items: tuple[n.Expr, ...], cx: Context, expected: t.Type | None) -> Op:
    of = t.item(expected) if expected is not None else None
    if of is None and expected is not None:
        of = t.plain(expected)
    parts = tuple(value(part, cx, of) for part in items)
    joined: t.Type = t.UNKNOWN
    for part, item in zip(parts, items, strict=True):
        inner = t.item(part.type) or part.type
        common = t.join(joined, inner, cx.symbols.lineage)
        if isinstance(joined, t.MarkT) and isinstance(inner, t.MarkT):
            common = joined if joined == inner else t.MarkT("any")
        if common is None:
            cx.report(
                codes.WRONG_TYPE, item.span, where="this list", wanted=_general_name(joined), found=t.show(part.type),
                help="all items of a list must have the same type",
            )  # fmt: skip
            return Op("list", t.ListT(t.UNKNOWN), parts, span=node.span)
        joined = common
    return Op("list", t.ListT(joined), parts, span=node.span)


def _sum(node: n.Sum, cx: Context, expected: t.Type | None) -> Op:
    terms = (node.first, *(term.value for term in node.rest))
    steps = "/".join(str(term.value) for term in terms if isinstance(term, n.Number))
    if isinstance(t.plain(expected or t.UNKNOWN), t.LadderT) and steps.count("/") == len(node.rest):
        cx.report(
            codes.WRONG_TYPE, node.span, where="this", wanted=t.show(t.LadderT()), found="a calculation",
            help=f"separate the steps of a ladder with `/`: write `{steps}`",
        )  # fmt: skip
        return NO_OP
    first = value(node.first, cx, expected)
    signs = tuple(term.sign for term in node.rest)
    type = t.plain(first.type)
    if isinstance(type, t.ListT | t.KindT | t.SymbolT | t.UnknownT):
        of = t.item(type) or type
        parts = [value(term.value, cx, of) for term in node.rest]
        numeric = isinstance(type, t.UnknownT) and all(isinstance(t.plain(p.type), t.NumberT) for p in parts)
        for term, part in zip(node.rest, parts, strict=True):
            inner = t.item(part.type) or part.type
            if not isinstance(type, t.UnknownT) and not t.comparable(inner, of, cx.symbols.lineage):
                wrong_type(term.value, cx, of, part, f"`{term.sign}`")
        result: t.Type = t.NUMBER if numeric else t.UNKNOWN if isinstance(type, t.UnknownT) else t.ListT(of)
        return Op("sum", result, (first, *parts), signs, node.span)
    if isinstance(type, t.TextT):
        help = "texts cannot be added: write one text"
        cx.report(codes.WRONG_TYPE, node.span, where=f"`{signs[0]}`", wanted="a number", found="a text", help=help)
        return NO_OP
    if not t.fits(first.type, t.NUMBER, cx.symbols.lineage):
        wrong_type(node.first, cx, t.NUMBER, first, f"`{signs[0]}`")
    numbers = tuple(expect(term.value, cx, t.NUMBER, f"`{term.sign}`") for term in node.rest)
    improbable.subtraction(node, cx)
    return Op("sum", t.NUMBER, (first, *numbers), signs, node.span)


def _product(node: n.Product, cx: Context, expected: t.Type | None) -> Op:
    signs = tuple(term.sign for term in node.rest)
    if isinstance(t.plain(expected) if expected else None, t.LadderT):
        numbers = (node.first, *(term.value for term in node.rest))
        if set(signs) == {"/"} and all(isinstance(number, n.Number) for number in numbers):
            steps = tuple(number.value for number in numbers if isinstance(number, n.Number))
            return Op("ladder", t.LadderT(), data=steps, span=node.span)
    first = expect(node.first, cx, t.NUMBER, f"`{signs[0]}`")
    rest = []
    for term in node.rest:
        part = expect(term.value, cx, t.NUMBER, f"`{term.sign}`")
        if term.sign in "/%" and part.name == "constant" and part.data == 0:
            cx.report(
                codes.WRONG_TYPE, term.value.span, where=f"`{term.sign}`", wanted="a number other than 0",
                found="the number 0", help="division by 0 is not possible",
            )  # fmt: skip
        rest.append(part)
    return Op("product", t.NUMBER, (first, *rest), signs, node.span)


def _or(node: n.Or, parts: tuple[n.Expr, ...], cx: Context, expected: t.Type | None) -> Op:
    """A truth, or alternatives such as `nature or water` where symbols, things or kinds are expected."""
    if expected is not None and not isinstance(t.plain(expected), t.TruthT | t.UnknownT):
        return _list(n.ListOf(parts, span=node.span), parts, cx, expected)
    first = expect(parts[0], cx, t.TRUTH, "`or`")
    rest = (_alternative(part, parts[0], first, cx) or expect(part, cx, t.TRUTH, "`or`") for part in parts[1:])
    return Op("or", t.TRUTH, (first, *rest), span=node.span)


def _alternative(part: n.Expr, first: n.Expr, compared: Op, cx: Context) -> Op | None:
    """`colour is red or blue`: a value where another comparison is needed."""
    if (
        not isinstance(first, n.Compare)
        or first.sign not in ("is", "is not")
        or not isinstance(part, n.Name | n.Number)
        or not compared.args
    ):
        return None
    op = value(part, cx, compared.args[0].type)
    if isinstance(t.plain(op.type), t.TruthT | t.UnknownT):
        return op
    text = cx.findings.piece.text
    left, other = text[slice(*first.left.span)], text[slice(*part.span)]
    alternative = f"{'in' if first.sign == 'is' else 'not in'} [{text[slice(*first.right.span)]}, {other}]"
    cx.report(
        codes.WRONG_TYPE, part.span, where="`or`", wanted="another comparison", found=t.show(op.type),
        help=f"compare again, `{left} {first.sign} {other}`, or test for one of several: `{left} {alternative}`",
    )  # fmt: skip
    return NO_OP


def _compare(node: n.Compare, cx: Context) -> Op:
    sign, lineage = node.sign, cx.symbols.lineage
    if sign in ("<", ">", "<=", ">="):
        first, second = (expect(side, cx, t.NUMBER, f"`{sign}`") for side in (node.left, node.right))
        improbable.comparison(node, first, second, cx)
        return Op("compare", t.TRUTH, (first, second), sign, node.span)
    left = value(node.left, cx)
    kind = t.plain(left.type)
    if sign in ("is", "is not"):
        right = value(node.right, cx, left.type)
        other = t.plain(right.type)
        if right.name == "kind" and isinstance(kind, t.KindT | t.UnknownT):
            pass  # `that is Weapon`: a test of its kind
        elif isinstance(other, t.ListT) and not isinstance(kind, t.ListT) and t.comparable(kind, other.of, lineage):
            help = f"write `{'not in' if sign == 'is not' else 'in'}` to test for one of several"
            cx.report(
                codes.WRONG_TYPE,
                node.right.span,
                where=f"`{sign}`",
                wanted=t.show(kind),
                found=t.show(other),
                help=help,
            )
        elif isinstance(kind, t.ListT) and isinstance(other, t.NumberT):
            wrong_type(node.left, cx, t.NUMBER, left, f"`{sign}`")
        elif not t.comparable(kind, other, lineage):
            wrong_type(node.right, cx, kind, right, f"`{sign}`")
        else:
            improbable.comparison(node, left, right, cx)
        return Op("compare", t.TRUTH, (left, right), sign, node.span)
    if sign in ("in", "not in"):
        right = as_list_of(node.right, cx, f"`{sign}`", kind if not isinstance(kind, t.UnknownT) else None)
        of = t.item(right.type)
        if of is not None and not t.comparable(kind, of, lineage):
            wrong_type(node.left, cx, of, left, f"`{sign}`")
        return Op("compare", t.TRUTH, (left, right), sign, node.span)
    expected = kind.of if isinstance(kind, t.ListT) else None
    if isinstance(kind, t.KindT) and not naming.known_mark(node.right, cx):
        return Op("compare", t.TRUTH, (left, NO_OP), sign, node.span)
    right = value(node.right, cx, expected)
    other = t.plain(right.type)
    match kind:
        case t.ListT(of=of) if not t.comparable(of, other, lineage) and not isinstance(other, t.MarkT):
            wrong_type(node.right, cx, of, right, f"`{sign}`")
        case t.KindT() if not isinstance(other, t.MarkT | t.UnknownT | t.SymbolT):
            help = "`has` tests for a keyword, status or symbol: compare fields with `is`"
            cx.report(
                codes.WRONG_TYPE, node.right.span, where=f"`{sign}`", wanted="a keyword or status",
                found=t.show(other), help=help
            )  # fmt: skip
        case t.KindT() if isinstance(other, t.MarkT):
            check_bearer(other, kind, node.right.span, cx)
        case t.NumberT() | t.TextT() | t.TruthT():
            wrong_type(node.left, cx, t.THING, left, f"`{sign}`")
        case _:
            pass
    return Op("compare", t.TRUTH, (left, right), sign, node.span)


def check_bearer(mark: t.MarkT, bearer: t.Type, span: Span, cx: Context) -> None:
    """Report a keyword or status that a thing of this kind can never have."""
    sig = cx.symbols.marks.get(mark.name)
    kind_type = t.item(bearer) or t.plain(bearer)
    if sig is None or not sig.bearers or not isinstance(kind_type, t.KindT) or kind_type.name == "Thing":
        return
    lineage = cx.symbols.lineage
    if any(kind in lineage(kind_type.name) or kind_type.name in lineage(kind) for kind in sig.bearers):
        return
    expected = " or ".join(t.show(t.KindT(kind)) for kind in sig.bearers)
    cx.report(
        codes.WRONG_BEARER, span, name=mark.name, wanted=expected, found=t.show(kind_type), kind=kind_type.name,
        notes=[Label(sig.place, "declared here")],
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- calls of rules


def ask(rule: RuleSig, args: tuple[Op, ...], cx: Context, span: Span) -> Op:
    """The value of a rule, define or goal. The caller reports missing arguments."""
    cx.footprint.asks_rules.add(rule.name)
    cx.footprint.names.add(rule.name)
    if not args and any(param.required for param in rule.params):
        usage = f"{rule.name}({', '.join(param.name for param in rule.params)})"
        cx.report(
            codes.WRONG_COUNT, span, name=rule.name, wanted=count_of_arguments(len(rule.params)), found="none",
            usage=f"`{usage}`",
            notes=[Label(rule.place, "declared here")],
        )  # fmt: skip
    return Op("ask_rule", rule_type(rule, cx), args, rule.name, span)


def rule_type(rule: RuleSig, cx: Context) -> t.Type:
    """The type of a rule; if its head omits it, the type of its value."""
    if rule.type is not None:
        return rule.type
    type = inferred(rule_key(rule), lambda plain: _rule_value(rule, plain), cx)
    if rule_key(rule) in cx.symbols.inferred:
        rule.type = type
    return type


def _rule_value(rule: RuleSig, cx: Context) -> t.Type:
    reading = quiet(cx, "a rule", rule.piece, me=True)
    inner = reading.with_locals((param.name, param.type) for param in rule.params)
    if isinstance(rule.node.value, n.Block):
        return statements.block_result(rule.node.value, inner)
    return value(rule.node.value, inner).type


def notation(words: str) -> t.Type:
    """The type for a word of the notation in `dsl.names.builtins`."""
    if words.endswith("?"):
        return t.MaybeT(notation(words[:-1]))
    if words.startswith("list "):
        return t.ListT(notation(words[5:]))
    fixed: dict[str, t.Type] = {
        "player": t.PLAYER, "number": t.NUMBER, "count": t.COUNT, "truth": t.TRUTH, "text": t.TEXT, "thing": t.THING,
    }  # fmt: skip
    if words in fixed:
        return fixed[words]
    if words in ("window", "mode", "combo", "flow", "verb", "kind", "chance"):
        return t.RefT(words)
    return t.UNKNOWN
