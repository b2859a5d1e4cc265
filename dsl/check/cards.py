"""Checks forms: cards, bots, maps and decks.

The head of an item decides what it is: a field sets a value, a keyword is attached, a kind of part is nested. A form
is checked with only the symbols and its own text; references to other cards are resolved when all cards are known, so
the result for one card can be cached.
"""

from __future__ import annotations

import re

import dsl.check.expressions as ex
import dsl.check.improbable as improbable
from dsl.check.annotations import check_cites
from dsl.check.calls import arguments, usage_of
from dsl.check.card_text import check_numbers
from dsl.check.context import Context
from dsl.check.maps import check_drawing
from dsl.check.rules import action, standing
from dsl.check.statements import block, printed_cost, require, sentence
from dsl.check.tables import row_value, script_rows, table
from dsl.diagnostics import Label, did_you_mean, listed, nearest, suggesting
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.diagnostics.codes import text as text_codes
from dsl.ir.cards import CardReference, CheckedForm, head_of
from dsl.ir.findings import Findings
from dsl.ir.name_trace import NameTrace
from dsl.ir.operations import NO_OP, Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig, MarkSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.give_way import give_way
from dsl.text.limits import SUGGESTIONS_OF_A_TEXT


@suggesting(SUGGESTIONS_OF_A_TEXT)
def check_form(
    parsed: Parsed,
    symbols: SymbolTable,
    events: dict[str, frozenset[str]],
    clauses: frozenset[str] | None,
    trace: NameTrace | None = None,
) -> CheckedForm:
    give_way()
    findings = Findings(parsed.piece, trace=trace)
    tree = parsed.tree
    assert isinstance(tree, n.Thing)
    cx = Context(symbols, findings, "a card", events=events, me=True)
    cited = check_cites(tree, clauses, cx)
    form = None
    if tree.kind.text not in symbols.kinds:
        _unknown_kind(tree, cx)
    else:
        if tree.id is None and tree.shown is None:
            cx.report(
                codes.MISSING_FIELD, tree.kind.span, owner=t.show(t.KindT(tree.kind.text)), names="a name",
                example=f"a name after the kind: `{tree.kind.text} Rusty {{ … }}`",
            )  # fmt: skip
        if tree.like is not None:
            like, shown = head_of(tree).like, isinstance(tree.like, n.Text)
            cx.footprint.names.add(like)
            findings.wants.append(CardReference(tree.kind.text, like, shown, tree.like.span))
        form = _form(tree, cx)
    return CheckedForm(
        head_of(tree),
        tuple(findings.wants),
        tuple(findings.diagnostics),
        findings.footprint,
        cited,
        form,
        tuple(findings.verbs),
    )


_NOT_OF_CARDS = frozenset(["Thing", "Player", "Table", "Die", "Space"])


def _unknown_kind(tree: n.Thing, cx: Context) -> None:
    name = tree.kind.text
    in_no_game = cx.symbols.ruleset is None and not cx.symbols.broken and not cx.symbols.flows
    if in_no_game and name.lower() not in DECLARATIONS:
        cx.report(codes.OUTSIDE_OF_GAMES, tree.kind.span, name=name)
        return
    if name in cx.symbols.marks:
        help = f"`{name}` is a keyword or status: write it inside a card"
    elif name.lower() in DECLARATIONS:
        help = f"write `{name.lower()}`: a keyword begins with a small letter"
    else:
        kinds = [kind for kind in cx.symbols.kinds if kind not in cx.symbols.dice and kind not in _NOT_OF_CARDS]
        help = did_you_mean(name, kinds) or "the kinds of this game are " + ", ".join(
            f"`{k}`" for k in sorted(kinds)[:12]
        )
    cx.report(codes.UNKNOWN_KIND, tree.kind.span, name=name, help=help)


# --------------------------------------------------------------------------------------------------- the body


def _form(tree: n.Thing, cx: Context, outer_children: dict[str, str] | None = None) -> Op:
    kind = tree.kind.text
    owner = f"{t.article(kind)} {kind}"
    lines = tree.body.lines if tree.body is not None else ()
    children = dict(outer_children or {})
    children.update(_children(lines, cx))
    inside = cx.inner(it=t.KindT(kind), children=children)
    inside.locals.update((name, t.COUNT) for name in _names_in_cost(lines))
    fields_given: dict[str, n.Node] = {}
    parts: list[Op] = []
    counts: dict[str, int] = {}
    for line in lines:
        if isinstance(line, n.Hook | n.Modify | n.Forbid):
            parts += standing(line, inside.inner(where="a card"))
        else:
            parts.append(_line(line, kind, owner, fields_given, counts, inside))
    if tree.like is None:  # otherwise the other card supplies the missing fields
        _check_required(tree, kind, owner, fields_given, _misspelt_fields(lines, kind, cx), cx)
    _check_part_counts(tree, kind, owner, counts, cx)
    check_numbers(tree, cx)
    improbable.replacements(lines, cx)
    improbable.settings(lines, cx)
    improbable.words(tree, cx)
    if kind in ("Map", "Shape", "Board") or {"Map", "Shape"} & set(cx.symbols.lineage(kind)):
        check_drawing(tree, cx)
    head = head_of(tree)
    return Op("form", t.KindT(kind), tuple(parts), (head.id, head.shown), tree.span)


def _names_in_cost(lines: tuple[n.Line, ...]) -> list[str]:
    """`cost 0..6 AP as x`: the texts of the card can use x."""
    costs = [line for line in lines if isinstance(line, n.Cost)]
    return [term.gives.text for line in costs for way in line.ways for term in way if term.gives is not None]


def part(tree: n.Thing, cx: Context) -> Op:
    """A form nested in something other than a form of its kind, such as a space in the legend of a map."""
    if tree.kind.text not in cx.symbols.kinds:
        _unknown_kind(tree, cx)
        return NO_OP
    return _form(tree, cx)


def _legend_value(row: n.Row, cx: Context, expected: t.Type | None) -> Op:
    """The meaning of a sign of a drawing: a word, a keyword, or a whole space, `"q": Tile { Slow(3) }`."""
    if isinstance(row.value, n.Thing) and row.value.body is not None:
        return part(row.value, cx)
    if isinstance(row.value, n.Thing) and row.value.args is None and row.value.kind.text in cx.symbols.marks:
        mark = cx.symbols.marks[row.value.kind.text]
        if any(param.required for param in mark.params):
            arguments(mark.name, mark.params, (), row.value, cx, mark.place)
    return row_value(row, cx, expected)


def _children(lines: tuple[n.Line, ...], cx: Context) -> dict[str, str]:
    """The parts of a form by id and by display name."""
    children: dict[str, str] = {}
    for line in lines:
        if isinstance(line, n.Thing) and line.kind.text not in cx.symbols.marks:
            head = head_of(line)
            children[head.id] = children[head.shown] = line.kind.text
    return children


def _line(line: n.Line, kind: str, owner: str, given: dict[str, n.Node], counts: dict[str, int], cx: Context) -> Op:
    match line:
        case n.Phrase():
            return _item(line, kind, owner, given, cx)
        case n.Cost() if cx.symbols.field(kind, "cost") is not None:
            field = cx.symbols.field(kind, "cost")
            assert field is not None
            _check_given_once("cost", line, given, cx)
            if t.plain(field.type) == t.RefT("cost"):
                return Op("keep", field.type, (printed_cost(line, cx),), "cost", line.span)
            first = line.ways[0][0]
            value = ex.expect(first.amount, cx, field.type, "`cost`", "cost")
            return Op("keep", field.type, (value,), "cost", line.span)
        case n.Thing():
            return _part(line, kind, owner, counts, cx)
        case n.Action():
            return action(line, cx)
        case n.Require():
            return require(line, cx.inner(where="a deck rule"))
        case _:
            what = cx.findings.piece.text[line.span[0] : line.span[1]].split("\n")[0][:40]
            instead = "a card contains fields, keywords, parts and rules"
            words = re.match(r'"?(\w+)"?\s*([=:])\s*(.*)', what)
            if words and isinstance(line, n.Assign | n.Row):
                name, sign, given_value = words.groups()
                instead = f"a field of a card has no `{sign}`: write `{name} {given_value}`"
                field = cx.symbols.field(kind, name)
                if field is not None and field.sort == "script":
                    instead = f"a script needs braces: write `{name} {{ {given_value} }}`"
                if name in cx.symbols.marks:
                    instead = f"write the number of a keyword in parentheses: `{name}({given_value})`"
            cx.report(rule_codes.WRONG_PLACE, line.span, what=f"`{what}`", where="a card", instead=instead)
            return NO_OP


def _check_given_once(name: str, line: n.Node, given: dict[str, n.Node], cx: Context) -> None:
    if name in given:
        notes = [Label(cx.findings.piece.place(given[name].span), "given first here")]
        cx.report(codes.DUPLICATE_FIELD, line.span, name=name, notes=notes)
    given.setdefault(name, line)


def _item(line: n.Phrase, kind: str, owner: str, given: dict[str, n.Node], cx: Context) -> Op:
    name = line.verb.text
    field = cx.symbols.field(kind, name)
    if field is None:
        _unknown_item(line, kind, owner, cx)
        return NO_OP
    cx.footprint.names.add(name)
    _check_given_once(name, line, given, cx)
    extras = [*line.slots, *(extra for extra in (line.until, line.gives) if extra is not None)]
    if extras:
        span = extras[0].span
        cx.report(
            rule_codes.WRONG_PLACE, span, what="this", where=f"the field `{name}`",
            instead=f"a field has only a value: `{name} {'{ … }' if field.sort == 'script' else '…'}`",
        )  # fmt: skip
        return NO_OP
    if field.sort == "script":
        return _script(line, field, cx)
    if _is_computed(field):
        notes = [Label(field.place, "declared here")]
        instead = "remove the line, or change it by a rule: `modify … of it by …`"
        what = "computed from other fields"
        cx.report(codes.NOT_ASSIGNABLE, line.verb.span, name=name, what=what, instead=instead, notes=notes)
        return NO_OP
    if field.sort in ("zone", "children", "stands", "back"):
        instead = "a scenario or the rules put things there"
        if field.sort == "children":
            of = t.item(field.type)
            instead = f"write the parts themselves: `{t.bare(of) if of else 'Part'} Name {{ … }}`"
        cx.report(rule_codes.WRONG_PLACE, line.span, what=f"`{name}`", where="a card", instead=instead)
        return NO_OP
    return _value(line, field, cx)


def _is_computed(field: FieldSig) -> bool:
    """Whether a stat is computed from the thing itself; a constant base may be overridden on a card."""
    if field.sort != "stat" or field.default is None:
        return False
    return any(isinstance(node, n.Name) and node.text == "it" for node in walk(field.default))


def _value(line: n.Phrase, field: FieldSig, cx: Context) -> Op:
    name = field.name
    type = ex.field_type(field, cx) if field.sort == "stat" else field.type
    expected = t.plain(type)
    if field.computed:
        cx.report(
            codes.NOT_ASSIGNABLE, line.verb.span, name=name, what="computed from other fields",
            instead="change it with `modify`, or set those other fields", notes=[Label(field.place, "declared here")],
        )  # fmt: skip
        return NO_OP
    if line.body is not None:
        if isinstance(expected, t.TableT):
            of_row = _legend_value if name == "legend" else row_value
            return Op("keep", type, (table(line.body, expected, cx, f"`{name}`", of_row),), name, line.span)
        cx.report(
            rule_codes.WRONG_PLACE, (line.body.span[0], line.body.span[0] + 1), what="a block `{ … }`",
            where=f"the field `{name}`", instead=f"it is {t.show(type)}: write `{name} …`",
        )  # fmt: skip
        return NO_OP
    if line.object is None:
        if isinstance(expected, t.TruthT):
            value = Op("constant", t.TRUTH, data=True, span=line.span)
            return Op("keep", type, (value,), name, line.span)
        cx.report(
            codes.MISSING_FIELD, line.verb.span, owner=f"`{name}`", names=t.show(type), example=f"its value: `{name} …`"
        )
        return NO_OP
    value = ex.expect(line.object, cx.inner(any_event=True), type, f"`{name}`", name)
    return Op("keep", type, (value,), name, line.span)


def _unknown_item(line: n.Phrase, kind: str, owner: str, cx: Context) -> None:
    name, symbols = line.verb.text, cx.symbols
    fields = symbols.fields(kind)
    help = did_you_mean(name, fields)
    capital = name[0].upper() + name[1:]
    if name in DECLARATIONS:
        cx.report(text_codes.INDENTED_DECLARATION, line.verb.span, word=name)
        return
    if not help and name in symbols.symbol_sets and line.object is None:
        cx.report(text_codes.BARE_COMMA, line.verb.span)
        return
    if not help and (capital in symbols.marks or capital in symbols.kinds):
        help = f"did you mean `{capital}`? Keywords and parts begin with a capital letter"
    if not help and (name in symbols.verbs or name in builtins.VERBS):
        scripts = [f.name for f in fields.values() if f.sort == "script"]
        where = f"a script, such as `{scripts[0]} {{ … }}`" if scripts else "a hook, such as `after … { … }`"
        help = f"`{name}` is a sentence: on a card, write it in {where}"
    if not help:
        other_kinds = [k.name for k in symbols.kinds.values() if name in k.fields]
        if other_kinds:
            help = f"`{name}` is a field of {other_kinds[0]}"
        else:
            field_names = ", ".join(f"`{field}`" for field in list(fields)[:10])
            help = f"the fields of {owner} are {field_names}" if field_names else f"{owner} has no fields"
    cx.report(codes.UNKNOWN_FIELD, line.verb.span, owner=owner, name=name, help=help)


def _script(line: n.Phrase, field: FieldSig, cx: Context) -> Op:
    inside = cx.inner(where="a script", any_event=True, doing=True)
    assert isinstance(field.type, t.ScriptT)
    if line.body is None:
        cx.report(
            codes.MISSING_FIELD, line.span, owner=f"`{field.name}`", names="its sentences",
            example=f"them in braces: `{field.name} {{ … }}`",
        )  # fmt: skip
        return NO_OP
    if field.type.by is not None or any(isinstance(row, n.Row) for row in line.body.lines):
        by = field.type.by or t.NUMBER
        body = script_rows(line.body, by, inside, f"`{field.name}`", sentence)
    else:
        body = block(line.body, inside)
    return Op("keep", field.type, (body,), field.name, line.span)


# ---------------------------------------------------------------------------------------- keywords and parts


def _part(line: n.Thing, kind: str, owner: str, counts: dict[str, int], cx: Context) -> Op:
    name = line.kind.text
    cx.footprint.names.add(name)
    mark = cx.symbols.marks.get(name)
    if mark is not None:
        return _attach(line, mark, kind, cx)
    if name in cx.symbols.kinds:
        lineage = cx.symbols.lineage(name)
        for field in cx.symbols.fields(kind).values():
            of = t.item(field.type)
            if field.sort == "children" and isinstance(of, t.KindT) and of.name in lineage:
                counts[field.name] = counts.get(field.name, 0) + 1
                return _form(line, cx, cx.children)
        candidates = _part_kinds(kind, cx)
        if _has_unknown_parts(kind, cx):
            return NO_OP
        instead = "it can contain " + listed(candidates)
        if not candidates:
            instead = f"declare `children … of {name}` in the kind, or move the part to another card"
        child = f"{t.article(name)} {name}"
        cx.report(codes.WRONG_CHILD, line.kind.span, owner=owner, child=child, instead=instead)
        return NO_OP
    candidates = [*cx.symbols.marks, *_part_kinds(kind, cx)]
    help = did_you_mean(name, candidates)
    lowered = name[0].lower() + name[1:]
    if not help and cx.symbols.field(kind, lowered) is not None:
        help = f"did you mean the field `{lowered}`? Fields begin with a small letter"
    if not help:
        help = "the keywords here are " + (
            ", ".join(f"`{candidate}`" for candidate in sorted(candidates)[:12]) or "none yet"
        )
    cx.report(codes.UNKNOWN_KEYWORD, line.kind.span, name=name, help=help)
    return NO_OP


def _part_kinds(kind: str, cx: Context) -> list[str]:
    kinds = []
    for field in cx.symbols.fields(kind).values():
        of = t.item(field.type)
        if field.sort == "children" and isinstance(of, t.KindT):
            kinds += [heir for heir in cx.symbols.kinds if of.name in cx.symbols.lineage(heir)]
    return kinds


def _has_unknown_parts(kind: str, cx: Context) -> bool:
    """Whether the kind of some part could not be read: then any part may be valid here."""
    children = (field for field in cx.symbols.fields(kind).values() if field.sort == "children")
    return any(isinstance(t.item(field.type), t.UnknownT) for field in children)


def _attach(line: n.Thing, mark: MarkSig, kind: str, cx: Context) -> Op:
    if line.id is not None or line.shown is not None or line.body is not None:
        superfluous = line.id or line.shown or line.body
        assert superfluous is not None
        cx.report(
            rule_codes.WRONG_PLACE, superfluous.span, what="a name or block", where=f"the keyword `{mark.name}`",
            instead=f"a keyword has neither name nor block: {usage_of(mark.name, mark.params)}",
        )  # fmt: skip
    lineage = cx.symbols.lineage(kind)
    if mark.bearers and not set(mark.bearers) & set(lineage):
        expected = " or ".join(f"{t.article(bearer)} {bearer}" for bearer in mark.bearers)
        cx.report(
            codes.WRONG_BEARER, line.kind.span, name=mark.name, wanted=expected, found=f"{t.article(kind)} {kind}",
            kind=kind,
            notes=[Label(mark.place, "declared here")],
        )  # fmt: skip
    args = arguments(mark.name, mark.params, line.args or (), line, cx, mark.place)
    return Op("mark", t.MarkT(mark.name), args, mark.name, line.span)


def _misspelt_fields(lines: tuple[n.Line, ...], kind: str, cx: Context) -> set[str]:
    """Fields that a line intended but did not name: misspelt, or given with `=` or `:`. They are not reported as
    missing too."""
    fields = cx.symbols.fields(kind)
    names: set[str] = set()
    for line in lines:
        match line:
            case n.Phrase(verb=verb) if verb.text not in fields:
                names.update(nearest(verb.text, fields))
            case n.Assign(place=n.Name(text=text)):
                names.add(text)
            case n.Row(key=n.RowKey(values=values)):
                names.update(values)
            case _:
                pass
    return names


def _check_required(
    tree: n.Thing, kind: str, owner: str, fields_given: dict[str, n.Node], misspelt: set[str], cx: Context
) -> None:
    fields = cx.symbols.fields(kind).values()
    missing = [f for f in fields if f.required and f.name not in fields_given and f.name not in misspelt]
    if not missing:
        return
    names = listed(field.name for field in missing)
    example = listed(f"{field.name} {_example(field.type, cx)}" for field in missing)
    span = (tree.id or tree.shown or tree.kind).span
    notes = [Label(field.place, f"`{field.name}` is declared here") for field in missing[:1]]
    cx.report(codes.MISSING_FIELD, span, owner=owner, names=names, example=example, notes=notes)


def _example(type: t.Type, cx: Context) -> str:
    match t.plain(type):
        case t.NumberT(low=low):
            return str(low if low is not None else 1)
        case t.TextT():
            return '"…"'
        case t.TruthT():
            return "yes"
        case t.SymbolT(name=name):
            return cx.symbols.symbols[name].members[0]
        case t.LadderT():
            return "1/2/3"
        case t.TableT():
            return "{ … }"
        case t.ListT():
            return "[…]"
        case _:
            return "…"


def _check_part_counts(tree: n.Thing, kind: str, owner: str, counts: dict[str, int], cx: Context) -> None:
    for field in cx.symbols.fields(kind).values():
        if field.sort != "children" or field.holds is None or _has_unknown_parts(kind, cx):
            continue
        lines = tree.body.lines if tree.body is not None else ()
        if any(isinstance(line, n.Thing) and line.kind.text in cx.symbols.broken for line in lines):
            continue
        count = counts.get(field.name, 0)
        if tree.like is not None and not count:
            continue
        match field.holds:
            case n.Number(value=exactly) if count != exactly:
                expected = str(exactly)
            case n.NumberRange(low=n.Number(value=low), high=high) if count < low or (
                isinstance(high, n.Number) and count > high.value
            ):
                expected = f"{low}..{high.value if isinstance(high, n.Number) else ''}"
            case _:
                continue
        span = (tree.id or tree.shown or tree.kind).span
        instead = f"add or remove parts, such as `{_part_kinds(kind, cx)[0]} … {{ … }}`"
        notes = [Label(field.place, "declared here")]
        cx.report(
            codes.WRONG_NUMBER_OF, span, owner=owner, wanted=expected, name=field.name, found=count or "none",
            instead=instead, notes=notes,
        )  # fmt: skip
