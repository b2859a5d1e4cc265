"""Checks the declarations of a ruleset, body by body.

The symbols contain all heads; the bodies are checked here. A declaration needs only the symbols and its own text, so
the order never matters and each result can be cached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

import dsl.check.expressions as ex
import dsl.check.improbable as improbable
import dsl.check.lookup as naming
from dsl.check.annotations import check_cites, check_template
from dsl.check.card_text import check_numbers
from dsl.check.context import Context
from dsl.check.phrases import no_ending
from dsl.check.rules import action, known_zone, params, standing, verb_body
from dsl.check.sizes import check_amount, check_combo, check_die, check_zones
from dsl.check.statements import amount, block, require
from dsl.check.tables import table, table_type
from dsl.diagnostics import did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.declarations import CheckedDeclaration, Rank
from dsl.ir.findings import Findings
from dsl.ir.name_trace import NameTrace
from dsl.ir.operations import NO_OP, Op
from dsl.lazy import lazy_module
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.heads import HeadReader
from dsl.names.symbols import SymbolTable, players_entry, players_range
from dsl.names.value_shapes import shape
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.give_way import give_way
from dsl.text.limits import PLAYERS

if TYPE_CHECKING:
    from dsl.check import rules
else:
    rules = lazy_module("dsl.check.rules")


def declaration(
    parsed: Parsed,
    symbols: SymbolTable,
    events: dict[str, frozenset[str]],
    clauses: frozenset[str] | None,
    trace: NameTrace | None = None,
) -> tuple[CheckedDeclaration | None, Findings]:
    give_way()
    findings = Findings(parsed.piece, trace=trace)
    tree = parsed.tree
    if tree is None:
        return None, findings
    cx = Context(symbols, findings, "a ruleset", events=events)
    check_cites(tree, clauses, cx)
    sort, name, rank, ops = _declaration(tree, cx)
    reason = tree.because.value if isinstance(tree, n.Always) and tree.because is not None else ""
    return CheckedDeclaration(sort, name, rank, parsed.piece, tree, ops, findings.footprint, reason), findings


def _declaration(tree: n.Declaration, cx: Context) -> tuple[str, str, Rank, tuple[Op, ...]]:
    match tree:
        case n.Ruleset():
            _ruleset(tree, cx)
            return "ruleset", tree.id.text, "ruleset", ()
        case n.Symbols() | n.Layer():
            return type(tree).__name__.lower(), tree.id.text, "ruleset", ()
        case n.Die():
            _die(tree, cx)
            return "die", tree.id.text, "ruleset", ()
        case n.Table():
            rows = table(tree.body, table_type(tree.id.text, cx), cx, "a table")
            return "table", tree.id.text, "ruleset", (rows,)
        case n.Combo():
            _combo(tree, cx)
            return "combo", tree.id.text, "ruleset", ()
        case n.Kind():
            return "kind", tree.id.text, "ruleset", _kind(tree, cx)
        case n.Currency():
            return "currency", tree.id.text, "ruleset", _currency(tree, cx)
        case n.Rule() | n.Define():
            return type(tree).__name__.lower(), tree.id.text, "ruleset", (_rule(tree, cx),)
        case n.Goal():
            winners = ex.expect(tree.value, cx, t.ListT(t.PLAYER), "a goal")
            return "goal", tree.id.text, "ruleset", (winners,)
        case n.Always():
            condition = ex.expect(tree.condition, cx, t.TRUTH, "`always`")
            return "always", "", "ruleset", (condition,)
        case n.Effect():
            verb = cx.symbols.verbs.get(tree.id.text)
            if verb is None or verb.node is not tree:
                return "effect", tree.id.text, "ruleset", ()  # declared twice: reported at the other declaration
            if tree.marks.says is not None:
                check_template(tree.marks.says, [slot.name for slot in verb.slots], cx)
            return "effect", tree.id.text, "ruleset", (verb_body(tree, verb, cx),)
        case n.Action():
            return "action", tree.id.text, "ruleset", (action(tree, cx),)
        case n.Keyword() | n.Status():
            rank: Rank = "status" if isinstance(tree, n.Status) else "keyword"
            return rank, tree.id.text, rank, _mark(tree, cx)
        case n.Hook() | n.Modify() | n.Forbid():
            return "standing", "", "ruleset", standing(tree, cx)
        case n.Window():
            return "window", tree.id.text, "ruleset", _window(tree, cx)
        case n.Flow():
            inside = _with_kept_names(tree.body, cx.inner(where="a flow"))
            return "flow", tree.id.text, "ruleset", (block(tree.body, inside),)
        case n.Ruling():
            return "ruling", tree.id.text, "ruling", _ruling(tree, cx)
        case n.Mode():
            _check_mode_listed(tree, cx)
            body = evolve(tree.body, lines=tuple(line for line in tree.body.lines if not _is_players(line)))
            _mode_players(tree, cx)
            return "mode", tree.id.text, "mode", rule_lines(body, cx.inner(where="a mode", modes=(tree.id.text,)))
        case _:
            return "", "", "ruleset", ()


def _is_players(line: n.Line) -> bool:
    return isinstance(line, n.Phrase) and line.verb.text == "players"


def _mode_players(tree: n.Mode, cx: Context) -> None:
    """`players 2` in a mode or variant: the number of players, within the range of the ruleset."""
    lines = [line for line in tree.body.lines if isinstance(line, n.Phrase) and _is_players(line)]
    for repeated in lines[1:]:
        cx.report(codes.DUPLICATE_FIELD, repeated.verb.span, name="players")
    for line in lines[:1]:
        no_ending(line, cx)
        if line.object is None or not isinstance(line.object, n.Number | n.NumberRange):
            example = "how many can play: `players 2` or `players 2..4`"
            cx.report(codes.MISSING_FIELD, line.verb.span, owner="`players`", names="a number", example=example)
            continue
        check_amount(line.object, PLAYERS, "players", "PLAYERS", cx)
        ex.expect(line.object, cx, t.RangeT() if isinstance(line.object, n.NumberRange) else t.COUNT, "`players`")
        (least, most), (low, high) = players_range(cx.symbols), players_entry(tree.body)
        if low < least or high > most:
            allowed = str(least) if least == most else f"{least}..{most}"
            outside = low if low < least else high
            cx.report(codes.OUT_OF_RANGE, line.object.span, value=outside, range=allowed, name="players")


def _check_mode_listed(tree: n.Mode, cx: Context) -> None:
    """A mode that the ruleset does not list can never be played."""
    modes = naming.declared_modes(cx.symbols.ruleset) if cx.symbols.ruleset is not None else ()
    if not tree.variant and modes and tree.id.text not in modes:
        declared = listed(modes)
        help = did_you_mean(tree.id.text, modes) or "add it to `modes` of the ruleset, or make it a `variant`"
        cx.report(codes.UNKNOWN_SWITCH, tree.id.span, sort="mode", name=tree.id.text, known=declared, help=help)


def _with_kept_names(body: n.Block, cx: Context) -> Context:
    """The scope of a flow with the names that it keeps, as for an effect."""
    heads = HeadReader(cx.symbols)
    kept = {}
    for line in body.lines:
        if isinstance(line, n.Keeps):
            kept[line.name.text] = heads.type(cx.findings.piece, line.type) if line.type else shape(line.default)
    inside = cx.with_locals(kept.items(), kept=frozenset(kept))
    return inside


# -------------------------------------------------------------------------------------------------- small ones


def _ruleset(tree: n.Ruleset, cx: Context) -> None:
    seen: set[str] = set()
    for line in tree.body.lines:
        if not isinstance(line, n.Phrase):
            cx.report(
                rule_codes.WRONG_PLACE, line.span, what="this line", where="a `ruleset`",
                instead="it contains entries such as `players 2..4`",
            )  # fmt: skip
            continue
        name = line.verb.text
        no_ending(line, cx)
        if name not in builtins.RULESET_ITEMS:
            entries = listed(builtins.RULESET_ITEMS)
            help = did_you_mean(name, builtins.RULESET_ITEMS)
            cx.report(codes.UNKNOWN_ITEM, line.verb.span, owner="a `ruleset`", name=name, known=entries, help=help)
        elif name in seen:
            cx.report(codes.DUPLICATE_FIELD, line.verb.span, name=name)
        elif name == "players" and line.object is not None:
            check_amount(line.object, PLAYERS, "players", "PLAYERS", cx)
            ex.expect(line.object, cx, t.RangeT() if isinstance(line.object, n.NumberRange) else t.COUNT, "`players`")
        elif name == "start" and line.object is not None:
            ex.expect(line.object, cx, t.RefT("flow"), "`start`")
        elif name in ("score", "payoff") and line.object is not None:
            _number_of_a_player(line.object, name, cx)
        elif name == "retracts":
            _check_word(
                line, tuple(verb for verb, sig in cx.symbols.verbs.items() if isinstance(sig.node, n.Action)), cx
            )
        elif name == "triggers":
            _check_word(line, tuple(builtins.TRIGGERS), cx)
        elif name == "default_mode":
            _check_word(line, (*naming.declared_modes(tree), *cx.symbols.modes), cx)
        seen.add(name)


def _number_of_a_player(node: n.Expr, entry: str, cx: Context) -> None:
    """What is computed for a player must be a number: check it as `name(active)`."""
    if isinstance(node, n.Name):
        player = n.Arg(None, n.Name("active", span=node.span), span=node.span)
        node = n.Call(node.text, (player,), node.span, span=node.span)
    ex.expect(node, cx, t.NUMBER, f"`{entry}`")


def _check_word(line: n.Phrase, allowed: tuple[str, ...], cx: Context) -> None:
    """An entry whose value is one of a few words."""
    word = line.object.text if isinstance(line.object, n.Name) else ""
    if word not in allowed:
        span = line.object.span if line.object is not None else line.verb.span
        shown = listed(allowed) or "none yet"
        help = did_you_mean(word, allowed)
        cx.report(codes.UNKNOWN_ITEM, span, owner=f"`{line.verb.text}`", name=word, known=shown, help=help)


def _die(tree: n.Die, cx: Context) -> None:
    check_die(tree, cx)
    for face in tree.faces:
        for part in face.parts:
            if part.form == "symbol" and part.symbol not in cx.symbols.symbol_sets:
                help = did_you_mean(part.symbol, cx.symbols.symbol_sets)
                help = help or f"declare it: `symbols … {{ {part.symbol}, … }}`"
                cx.report(codes.UNKNOWN_SYMBOL, part.span, name=part.symbol, set="any set", members="none", help=help)
            cx.footprint.names.add(part.symbol)


def _combo(tree: n.Combo, cx: Context) -> None:
    check_combo(tree, cx)
    for part in tree.parts:
        word = part.word.text
        if word not in builtins.COMBO_WORDS and word not in cx.symbols.symbol_sets:
            names = [*builtins.COMBO_WORDS, *cx.symbols.symbol_sets]
            help = did_you_mean(word, names) or "write `3 same`, `5 different`, `4 run`, or a symbol"
            cx.report(codes.UNKNOWN_SYMBOL, part.word.span, name=word, set="any die", members="", help=help)


def _rule(tree: n.Rule | n.Define, cx: Context) -> Op:
    rule = cx.symbols.rules.get(tree.id.text)
    if rule is None or rule.node is not tree:
        return NO_OP
    inside = cx.with_locals(((param.name, param.type) for param in rule.params), any_event=True, where="a define")
    for param in rule.params:
        if param.default is not None:
            ex.expect(param.default, cx, param.type, f"the default of `{param.name}`", param.name)
    if tree.marks.says is not None:
        check_template(tree.marks.says, [param.name for param in rule.params], cx)
    if isinstance(tree.value, n.Block):
        inside = _with_kept_names(tree.value, inside)
        body = block(tree.value, inside.inner(pure=True, gives=rule.type if tree.type is not None else None))
        if not any(isinstance(node, n.Result) for node in walk(tree.value)):
            cx.report(
                rule_codes.NO_MEANING, tree.id.span, what=f"a {rule.sort} without `result`", instead="add `result …`"
            )
        return body
    if tree.type is not None and rule.type is not None:
        return ex.expect(tree.value, inside, rule.type, f"`{tree.id.text}`", tree.id.text)
    return ex.value(tree.value, inside)


def _currency(tree: n.Currency, cx: Context) -> tuple[Op, ...]:
    inside = cx.inner(me=True, where="a currency", any_event=True)
    if tree.value is not None:
        amount_op = ex.expect(tree.value, inside, t.NUMBER, "a currency")
        if amount_op.name not in ("field", "table_field", "at", "none", "constant") and not isinstance(
            amount_op.type, t.UnknownT
        ):
            cx.report(
                rule_codes.CANNOT_PAY, tree.value.span, payer="a player", currency=tree.id.text,
                why="this value is computed, so nothing can be subtracted from it",
                instead="name a number that is kept",
            )  # fmt: skip
        elif amount_op.name == "field" and amount_op.data[0] is not None:
            field = cx.symbols.field(*amount_op.data)
            if field is not None and field.sort != "keeps":
                cx.report(
                    rule_codes.CANNOT_PAY, tree.value.span, payer="a player", currency=tree.id.text,
                    why=f"`{field.name}` is not kept, so it never changes",
                    instead=f"declare `keeps {field.name}: 0..`",
                )  # fmt: skip
        return (amount_op,)
    assert tree.body is not None
    ops = []
    for line in tree.body.lines:
        if not isinstance(line, n.Pay):
            cx.report(
                rule_codes.WRONG_PLACE, line.span, what="this line", where="a currency",
                instead="write how it is paid: `pay d from me.tray where … { … }`",
            )  # fmt: skip
            continue
        source = ex.as_list_of(line.source, inside.inner(that=None), "`pay`")
        paying = inside.inner()
        paying.name(line.name, t.item(source.type) or t.UNKNOWN)
        ops.append(Op("pay", t.NOTHING, (source, block(line.body, paying)), line.name.text, line.span))
    return tuple(ops)


def _window(tree: n.Window, cx: Context) -> tuple[Op, ...]:
    signature = params(tree.params, cx)
    inside = cx.with_locals(
        ((param.name, param.type) for param in signature), where="a window", me=False,
        going_on=cx.events.get(tree.id.text, frozenset()),
    )  # fmt: skip
    ops: list[Op] = []
    offers = 0
    for line in tree.body.lines:
        match line:
            case n.Offer():
                offers += 1
                _, most = amount(line.amount, inside)
                to = ex.expect(line.to, inside, t.ListT(t.PLAYER), "`offer … to`")
                ops.append(Op("offer", t.NOTHING, (most, to), line.amount.form, line.span))
            case n.Again():
                ops.append(Op("again", span=line.span))
            case n.AlwaysAsk():
                ops.append(Op("always_ask", span=line.span))
            case n.Hook() | n.Modify() | n.Forbid():
                ops += standing(line, inside.inner(me=True))
            case _:
                cx.report(
                    rule_codes.WRONG_PLACE, line.span, what="this line", where="a window",
                    instead="a window contains `offer …`, `again until all pass`, `always ask`, `forbid` and `allow`",
                )  # fmt: skip
    if not offers:
        cx.report(
            rule_codes.NO_MEANING, tree.id.span, what=f"the window `{tree.id.text}`",
            instead="write who may act: `offer any to active`",
        )  # fmt: skip
    return tuple(ops)


def _ruling(tree: n.Ruling, cx: Context) -> tuple[Op, ...]:
    defaults = [option for option in tree.options if option.default]
    if len(defaults) != 1:
        cx.report(
            rule_codes.NO_MEANING, tree.id.span, what=f"the ruling `{tree.id.text}`",
            instead="make exactly one option the `default`",
        )  # fmt: skip
    ops: list[Op] = []
    for option in tree.options:
        inside = cx.inner(where="a ruling")
        ops.append(Op("block", t.NOTHING, rule_lines(option.body, inside), option.id.text, option.span))
    return tuple(ops)


# ---------------------------------------------------------------------------------------------- bodies of rules


def rule_lines(body: n.Block, cx: Context) -> tuple[Op, ...]:
    """The rules in a body: hooks, changes, prohibitions, actions."""
    ops: list[Op] = []
    for line in body.lines:
        match line:
            case n.Hook() | n.Modify() | n.Forbid():
                ops += standing(line, cx)
            case n.Action():
                ops.append(action(line, cx))
            case _:
                cx.report(
                    rule_codes.WRONG_PLACE, line.span, what="this line", where=cx.where,
                    instead="it contains rules: `before`, `after`, `instead of`, `modify`, `forbid`, `action`",
                )  # fmt: skip
    return tuple(ops)


def _mark(tree: n.Keyword | n.Status, cx: Context) -> tuple[Op, ...]:
    mark = cx.symbols.marks.get(tree.id.text)
    if mark is None or mark.node is not tree:
        return ()
    status = isinstance(tree, n.Status)
    if len(tree.bearers) == 1:
        bearer: t.Type = t.KindT(tree.bearers[0].text) if tree.bearers[0].text in cx.symbols.kinds else t.UNKNOWN
    elif tree.bearers:
        joined: t.Type | None = t.UNKNOWN
        for name in tree.bearers:
            joined = t.join(joined or t.THING, t.KindT(name.text), cx.symbols.lineage)
        bearer = joined or t.THING
    else:
        bearer = t.THING
    inside = cx.with_locals(
        ((param.name, param.type) for param in mark.params), it=bearer, me=True,
        where="a status" if status else "a keyword",
    )  # fmt: skip
    for param in mark.params:
        if param.default is not None:
            ex.expect(param.default, cx, param.type, f"the default of `{param.name}`", param.name)
    for shown in (tree.shown, tree.marks.says):
        if shown is not None:
            check_template(shown, [*(param.name for param in mark.params), "it"], cx)
    if isinstance(tree, n.Status) and tree.stacks is not None and tree.stacks.text not in builtins.STACKING:
        words = listed(builtins.STACKING)
        help = did_you_mean(tree.stacks.text, builtins.STACKING)
        cx.report(codes.UNKNOWN_ITEM, tree.stacks.span, owner="`stacks`", name=tree.stacks.text, known=words, help=help)
    if not tree.bearers:
        _check_bearer_is_named(tree, cx)
    lasts = Op("lasts", data=rules.check_clauses(tree.clauses, inside, inside), span=tree.id.span)
    check_numbers(tree, cx)
    improbable.replacements(tree.body.lines, cx)
    improbable.settings(tree.body.lines, cx)
    improbable.words(tree, cx)
    return *rule_lines(tree.body, inside), lasts


def _check_bearer_is_named(tree: n.Keyword | n.Status, cx: Context) -> None:
    """Report a keyword without `on` whose rules put `it` where a certain kind of thing is needed."""
    for line in tree.body.lines:
        if not isinstance(line, n.Hook | n.Forbid):
            continue
        values = {"": line.object, **{slot.preposition: slot.value for slot in line.slots}}
        for verb in line.verbs:
            sig = cx.symbols.verbs.get(verb.text)
            for slot in sig.slots if sig is not None else ():
                needed = t.plain(slot.type)
                value = values.get(slot.preposition)
                is_it = isinstance(value, n.Name) and value.text == "it"
                if is_it and isinstance(needed, t.KindT) and needed.name not in ("Thing", "Player"):
                    wanted = f"{t.article(needed.name)} {needed.name}"
                    cx.report(rule_codes.NO_BEARER, tree.id.span, name=tree.id.text, wanted=wanted, kind=needed.name)
                    return


def _kind(tree: n.Kind, cx: Context) -> tuple[Op, ...]:
    """The rules of a kind, and the initial values of its fields."""
    check_zones(tree, cx)
    inside = cx.inner(it=t.KindT(tree.id.text), me=True, where="a kind")
    ops: list[Op] = []
    for item in tree.items:
        match item:
            case n.Printed(name=name, default=default) | n.Keeps(name=name, default=default) if default is not None:
                field = cx.symbols.field(tree.id.text, name.text)
                expected = field.type if field is not None else t.UNKNOWN
                value = ex.expect(default, inside.inner(any_event=True), expected, f"`{name.text}`", name.text)
                value = ex.clamp(value, expected) if isinstance(item, n.Keeps) else value
                ops.append(Op("keep", expected, (value,), name.text, item.span))
            case n.Stat(name=name, base=base) if base is not None:
                field = cx.symbols.field(tree.id.text, name.text)
                expected = field.type if field is not None and item.type is not None else t.UNKNOWN
                value = ex.expect(base, inside.inner(any_event=True), expected, f"`{name.text}`", name.text)
                ops.append(Op("keep", expected, (value,), name.text, item.span))
            case n.Zone():
                if item.seen_by is not None and not _is_audience_word(item.seen_by):
                    players = ex.expect(item.seen_by, inside.inner(any_event=True), t.ListT(t.PLAYER), "`seen by`")
                    ops.append(Op("seen_by", t.NOTHING, (players,), item.name.text, item.span))
                if item.holds is not None:
                    ex.value(item.holds, inside)
            case n.WorksIn():
                for zone in item.zones:
                    known_zone(zone, cx)
            case n.Hook() | n.Modify() | n.Forbid():
                ops += standing(item, inside)
            case n.Action():
                ops.append(action(item, inside))
            case n.Require():
                ops.append(require(item, inside.inner(where="a deck rule")))
            case n.Always():
                ops.append(ex.expect(item.condition, inside, t.TRUTH, "`always`"))
            case _:
                pass
    return tuple(ops)


def _is_audience_word(node: n.Expr) -> bool:
    """Whether `seen by` has a keyword instead of an expression for players."""
    return isinstance(node, n.Name) and node.text in ("owner", "nobody", "all", "everybody")
