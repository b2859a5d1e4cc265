"""Checks sentences, line by line.

Each sentence gives one operation. Names that a sentence declares (`as x`, `let x`) are visible to the end of their
block. The allowed kinds of lines depend on the text; a misplaced line is reported with its right place.
"""

from __future__ import annotations

import dsl.check.expressions as ex
import dsl.check.improbable as improbable
import dsl.check.lookup as naming
import dsl.check.narrowing as narrowing
import dsl.check.rules as standing
from dsl.check.calls import arguments
from dsl.check.context import Context, union_of_events
from dsl.check.phrases import phrase
from dsl.check.sizes import check_amount, check_answers
from dsl.check.tables import Key, keys, script_rows
from dsl.diagnostics import Label, did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.diagnostics.codes import text as text_codes
from dsl.ir.findings import Findings
from dsl.ir.operations import NO_OP, Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.heads import HeadReader
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.limits import COST_RANGE

_ENDS = {n.Stop: "`stop`", n.Cancel: "`cancel`", n.Result: "`result`"}
_BELONGS: dict[type, str] = {
    n.Offer: "write `offer` in a `window`",
    n.Again: "write `again until all pass` in a `window`",
    n.AlwaysAsk: "write `always ask` in a `window`",
    n.Pay: "write `pay` in a `currency`",
    n.Row: "write rows `key: value` in a table, a script or `match`",
    n.Require: "write `require` in an `action`, where a player can be refused",
    n.Cost: "write `cost` in an `action`, where a player pays",
    n.Thing: "write a form or keyword in a card; in a sentence write `give … to …`",
    n.Action: "declare an action at the top level, in a keyword, a status or a card",
}


def block(body: n.Block, cx: Context) -> Op:
    """A block of sentences, with its own local names."""
    inner = cx.inner(doing=True)
    ops: list[Op] = []
    end_word = ""
    for line in _without_bare_lists(body, inner):
        if end_word:
            cx.report(rule_codes.UNREACHABLE, line.span, why=f"{end_word} comes before it")
            end_word = ""
        ops.append(sentence(line, inner))
        end_word = _ENDS.get(type(line), "")
    return Op("block", t.NOTHING, tuple(ops), span=body.span)


def _without_bare_lists(body: n.Block, cx: Context) -> list[n.Line]:
    """The lines of a block without those of `hit a, b with …`, where a comma without brackets splits one sentence
    into two."""
    lines: list[n.Line] = []
    for line in body.lines:
        previous = lines[-1] if lines else None
        if isinstance(line, n.Phrase) and isinstance(previous, n.Phrase) and previous.object is not None:
            between = cx.findings.piece.text[previous.span[1] : line.span[0]]
            verb = line.verb.text
            is_verb = verb in cx.symbols.verbs or verb in builtins.VERBS
            if between.strip(" ") == "," and not is_verb and (verb in cx.locals or verb in builtins.NAMES):
                span = (previous.span[1], previous.span[1] + 1)
                help = f"write several things in brackets: `{previous.verb.text} [a, b] …`"
                cx.report(text_codes.BARE_COMMA, span, help=help)
                lines.pop()
                continue
        lines.append(line)
    return lines


def sentence(line: n.Line, cx: Context) -> Op:
    if cx.pure and not isinstance(
        line, n.Let | n.If | n.ForEach | n.Result | n.Stop | n.MatchCases | n.Keeps | n.Assign
    ):
        cx.report(codes.NOT_PURE, line.span, name=_head(line, cx))
        return NO_OP
    match line:
        case n.Phrase():
            return phrase(line, cx)
        case n.Assign():
            return _assign(line, cx)
        case n.Let(name=name, value=value):
            op = ex.value(value, cx)
            cx.name(name, t.NUMBER if isinstance(op.type, t.NumberT) else op.type)
            return Op("let", t.NOTHING, (op,), name.text, line.span)
        case n.Keeps():
            return _keeps(line, cx)
        case n.If():
            return _if(line, cx)
        case n.Repeat():
            return _repeat(line, cx)
        case n.ForEach():
            return _for_each(line, cx)
        case n.May(by=by, body=body, otherwise=otherwise):
            player = chooser(by, cx, line)
            other = block(otherwise, cx) if otherwise else NO_OP
            return Op("may", t.NOTHING, (player, block(body, cx), other), span=line.span)
        case n.Either(by=by, options=options):
            player = chooser(by, cx, line)
            return _either(line, player, options, cx)
        case n.MatchCases(value=value, body=body):
            op = ex.value(value, cx)
            return _match(op, body, cx, line)
        case n.Stop():
            return Op("stop", span=line.span)
        case n.Cancel():
            if cx.hook != "before":
                cx.report(rule_codes.NOT_IN_BEFORE, line.span)
            return Op("cancel", span=line.span)
        case n.Result(value=value):
            result = ex.value(value, cx) if cx.gives is None else ex.expect(value, cx, cx.gives, "`result`")
            return Op("result", t.NOTHING, (result,), span=line.span)
        case n.Choose():
            return _choose(line, cx)
        case n.Ask():
            return _ask(line, cx)
        case n.Open():
            return _open(line, cx)
        case n.Phase():
            return _phase(line, cx)
        case n.Require() if cx.where in ("an action", "a deck rule"):
            return require(line, cx)
        case n.Cost() if cx.where == "an action":
            return _cost(line, cx)
        case n.Hook() | n.Modify() | n.Forbid():
            rules = standing.standing(line, cx)
            return rules[0] if len(rules) == 1 else Op("block", t.NOTHING, rules, span=line.span)
        case n.Action() if cx.where in ("a script", "a hook"):
            return standing.action(line, cx)
        case _:
            cx.report(
                rule_codes.WRONG_PLACE, line.span, what=_head(line, cx), where=cx.where,
                instead=_BELONGS.get(type(line), "remove it"),
            )  # fmt: skip
            return NO_OP


def _head(line: n.Node, cx: Context) -> str:
    text = cx.findings.piece.text[line.span[0] : line.span[1]].split("{")[0].split("\n")[0].strip()
    return f"`{text if len(text) < 40 else text[:37] + '…'}`"


def block_result(body: n.Block, cx: Context) -> t.Type:
    """The type of the `result` sentences of a define."""
    type: t.Type = t.UNKNOWN
    block(body, cx.inner(pure=True))
    for node in walk(body):
        if isinstance(node, n.Result):
            shape = ex.value(node.value, cx.inner(any_event=True)).type
            type = t.join(type, shape, cx.symbols.lineage) or t.UNKNOWN
    return t.NUMBER if isinstance(type, t.NumberT) else type


# --------------------------------------------------------------------------------------------------- assignment


def _is_local(place: Op) -> bool:
    """Whether a place is a kept local name of a calculation, or a row of one."""
    return place.name == "local" or (place.name == "at" and _is_local(place.args[0]))


def _assign(line: n.Assign, cx: Context) -> Op:
    if isinstance(line.place, n.Name) and line.sign == "=" and naming.is_unknown_name(line.place.text, cx):
        name = line.place.text
        help = f"write `let {name} = …` to name a value, `keeps {name} = …` for one that changes"
        help = did_you_mean(name, [*cx.kept, *cx.symbols.fields("Table")], help)
        cx.report(codes.UNKNOWN_NAME, line.place.span, name=name, help=help)
        ex.value(line.value, cx)
        return NO_OP
    place = ex.value(line.place, cx)
    if not _may_set(line.place, place, cx):
        ex.value(line.value, cx)
        return NO_OP
    if cx.pure and not _is_local(place):
        cx.report(codes.NOT_PURE, line.span, name=_head(line, cx))
        return NO_OP
    name = line.place.name if isinstance(line.place, n.Dot) else getattr(line.place, "text", "this")
    if line.sign != "=" and isinstance(t.plain(place.type), t.ListT):
        value = ex.as_list_of(line.value, cx, f"`{line.sign}`", t.item(place.type))
        return Op("assign", t.NOTHING, (place, value), line.sign, line.span)
    expected = place.type
    if line.sign != "=":
        if not t.fits(place.type, t.NUMBER, cx.symbols.lineage):
            ex.wrong_type(line.place, cx, t.NUMBER, place, f"`{line.sign}`")
        expected = t.NUMBER
    value = ex.expect(line.value, cx, expected, f"`{name}`", name)
    return Op("assign", t.NOTHING, (place, value), line.sign, line.span)


def _may_set(node: n.Expr, place: Op, cx: Context) -> bool:
    """Whether a place can be assigned; if not, the report says what to do instead."""
    base = place
    while base.name == "at":
        base = base.args[0]
    match base.name:
        case "field" if base.data[0] is not None:
            field = cx.symbols.field(*base.data)
            if field is None:
                if base.data == ("Thing", "owner"):
                    return True
                what, instead = "part of the declaration", "it cannot change"
                if base.data[1] == "zone":
                    what, instead = "the zone of the thing", "write `move … to …`"
            elif field.sort == "keeps":
                return True
            elif field.sort == "printed":
                what, instead = "printed on the card", "keep the changing part: `keeps …`, or use a `stat` and `modify`"
            elif field.sort == "stat":
                what, instead = "computed", f"change it with `modify {field.name} of … by …`"
            elif field.sort in ("zone", "children"):
                what, instead = "a zone", "write `move … to …`"
            else:
                what, instead = "the position of a thing", "write `move … to …`"
            notes = [Label(field.place, "declared here")] if field is not None else []
            cx.report(codes.NOT_ASSIGNABLE, node.span, name=base.data[1], what=what, instead=instead, notes=notes)
            return False
        case "field" | "none":
            return True
        case "table_field":
            field = cx.symbols.field("Table", base.data)
            if field is not None and field.sort == "keeps":
                return True
            notes = [Label(field.place, "declared here")] if field is not None else []
            instead = f"declare it with `keeps`: `keeps {base.data}: …`"
            cx.report(
                codes.NOT_ASSIGNABLE, node.span, name=base.data, what="not kept", instead=instead, notes=notes
            )  # fmt: skip
            return False
        case "event_field":
            if base.data[1] in cx.symbols.verbs[base.data[0]].keeps:
                return True
            cx.report(
                codes.NOT_ASSIGNABLE, node.span, name=base.data[1], what="a slot of the event",
                instead="write `modify … by …` in a `before` hook",
            )  # fmt: skip
            return False
        case "local":
            if base.data in cx.kept:
                return True
            cx.report(
                codes.NOT_ASSIGNABLE, node.span, name=base.data, what="a name for one value",
                instead=f"declare it with `keeps {base.data} = …`",
            )  # fmt: skip
            return False
        case _:
            text = cx.findings.piece.text[node.span[0] : node.span[1]]
            instead = "only a field declared with `keeps` can be set"
            if base.name == "ask_rule":
                instead = f"change a rule with `modify {text} to … until …`"
            cx.report(codes.NOT_ASSIGNABLE, node.span, name=text, what="not kept anywhere", instead=instead)
            return False


def _keeps(line: n.Keeps, cx: Context) -> Op:
    type = cx.locals.get(line.name.text)
    if line.name.text not in cx.kept:
        # a kept name in a nested block
        cx.report(
            rule_codes.WRONG_PLACE, line.span, what=f"`keeps {line.name.text}`", where="an inner block",
            instead="write `keeps` at the top of the body; in an inner block, use `let`",
        )  # fmt: skip
    if line.default is None:
        return Op("keep", t.NOTHING, (NO_OP,), line.name.text, line.span)
    if type is None or isinstance(type, t.UnknownT):
        first = ex.value(line.default, cx)
        cx.locals[line.name.text] = t.NUMBER if isinstance(first.type, t.NumberT) else first.type
    else:
        first = ex.clamp(ex.expect(line.default, cx, type, f"`{line.name.text}`", line.name.text), type)
    return Op("keep", t.NOTHING, (first,), line.name.text, line.span)


# ----------------------------------------------------------------------------------------------------- branches


def _if(line: n.If, cx: Context) -> Op:
    parts: list[Op] = []
    for branch in line.branches:
        condition = ex.expect(branch.condition, cx, t.TRUTH, "`if`")
        if condition.name == "constant" and condition.data:
            what, instead = "a condition that is always true", "remove the `if`, or compare something"
            cx.report(rule_codes.NO_MEANING, branch.condition.span, what=what, instead=instead)
        elif condition.name == "constant":
            cx.report(rule_codes.UNREACHABLE, branch.body.span, why="its condition is never true")
        parts += [condition, block(branch.body, narrowing.if_true(branch.condition, cx))]
        cx = narrowing.if_false(branch.condition, cx)
    if line.otherwise is not None:
        parts.append(block(line.otherwise, cx))
    return Op("if", t.NOTHING, tuple(parts), span=line.span)


def _repeat(line: n.Repeat, cx: Context) -> Op:
    inside = cx.inner(loops=True)
    if line.times is not None:
        times = ex.expect(line.times, cx, t.COUNT, "`repeat`")
        return Op("repeat_times", t.NOTHING, (times, block(line.body, inside)), span=line.span)
    if line.condition is not None:
        condition = ex.expect(line.condition, cx, t.TRUTH, "`while`")
        if line.at_most is None:
            cx.report(rule_codes.UNBOUNDED, (*line.span[:1], line.condition.span[1]))
            most = NO_OP
        else:
            most = ex.expect(line.at_most, cx, t.COUNT, "`at most`")
        return Op("repeat_while", t.NOTHING, (condition, most, block(line.body, inside)), span=line.span)
    if cx.where != "a flow":
        cx.report(
            rule_codes.UNBOUNDED, (line.span[0], line.span[0] + 6),
            help="only a flow may repeat without a bound; write `repeat 3 { … }` or `repeat while … at most N`",
        )  # fmt: skip
    return Op("repeat", t.NOTHING, (block(line.body, inside),), "forever", line.span)


def _for_each(line: n.ForEach, cx: Context) -> Op:
    among = ex.as_list_of(line.among, cx, "`for each`")
    inside = cx.inner(loops=True)
    inside.name(line.name, t.item(among.type) or t.UNKNOWN)
    return Op("for_each", t.NOTHING, (among, block(line.body, inside)), (line.name.text, line.together), line.span)


def _match(value: Op, body: n.Block, cx: Context, line: n.MatchCases) -> Op:
    rows = keys(body, value.type, cx, "`match`")
    if any(isinstance(row.value, n.Expr) for row, _ in rows):
        for row, _ in rows:
            if isinstance(row.value, n.Expr) and not isinstance(row.value, n.Nothing):
                cx.report(
                    rule_codes.WRONG_PLACE, row.value.span, what="a value", where="`match`",
                    instead="a row of `match` is a sentence; use a `table` for values",
                )  # fmt: skip
    matched_name = line.value.text if isinstance(line.value, n.Name) else ""

    def within(key: Key, scope: Context) -> Context:
        """In the row of a kind, the matched value has that kind."""
        return narrowing.with_facts(((matched_name, str(key[1])),), scope) if key[0] == "kind" else scope

    silent = cx.inner(findings=_discarded_findings(cx))
    script = script_rows(body, value.type, silent, "`match`", sentence, within)
    for row, key in rows:
        if not isinstance(row.value, n.Expr):
            sentence(row.value, within(key, cx.inner(doing=True)))
    return Op("match", t.NOTHING, (value, *script.args), script.data, line.span)


def _discarded_findings(cx: Context) -> Findings:
    return Findings(cx.findings.piece, footprint=cx.footprint)


# ------------------------------------------------------------------------------------------------------ choices


def chooser(by: n.Expr | None, cx: Context, line: n.Node) -> Op:
    """The player who chooses: the one named with `by`, otherwise `me`."""
    if isinstance(by, n.Name) and by.text == "chance" and isinstance(line, n.Choose | n.Either):
        return Op("builtin", t.RefT("chance"), data="chance", span=by.span)
    if by is not None:
        return ex.expect(by, cx, t.PLAYER, "`by`")
    if not cx.me:
        word = cx.findings.piece.text[line.span[0] : line.span[1]].split()[0]
        cx.report(rule_codes.NO_CHOOSER, (line.span[0], line.span[0] + len(word)))
        return NO_OP
    return Op("me", t.PLAYER, span=line.span)


def amount(node: n.Amount, cx: Context) -> tuple[Op, Op]:
    """The minimum and the maximum of an amount."""
    zero = Op("constant", t.NumberT(0, 0), data=0, span=node.span)
    single = Op("constant", t.NumberT(1, 1), data=1, span=node.span)
    match node.form:
        case "one":
            return single, single
        case "one or none":
            return zero, single
        case "any":
            return zero, NO_OP
        case "up to":
            assert node.value is not None
            return zero, ex.expect(node.value, cx, t.COUNT, "`up to`")
        case "range":
            assert node.value is not None
            if isinstance(node.value, n.NumberRange):
                low = ex.expect(node.value.low, cx, t.COUNT, "the least number")
                high = ex.expect(node.value.high, cx, t.COUNT, "the greatest number") if node.value.high else NO_OP
                return low, high
            number = ex.expect(node.value, cx, t.COUNT, "`choose`")
            return number, number


def _either(line: n.Either, player: Op, options: tuple[n.EitherOption, ...], cx: Context) -> Op:
    """The options; if one of them has a condition, each gets one, so that only possible options are offered."""
    bodies = [block(option.body, cx) for option in options]
    labels = tuple(option.label.value if option.label else "" for option in options)
    if all(option.condition is None for option in options):
        return Op("either", t.NOTHING, (player, *bodies), labels, line.span)
    parts = [player]
    for option, body in zip(options, bodies, strict=True):
        condition = Op("constant", t.TRUTH, data=True, span=option.span)
        if option.condition is not None:
            condition = ex.expect(option.condition, cx, t.TRUTH, "`if`")
        parts += [condition, body]
    return Op("ways", t.NOTHING, tuple(parts), labels, line.span)


def _such_that(line: n.Choose, type: t.Type, cx: Context) -> tuple[Op, ...]:
    """The condition on all chosen things together; `that` is their list."""
    if line.such is None:
        return ()
    if line.amount.form in ("one", "one or none"):
        instead = "write a condition on a single thing with `where`: `choose one of … where …`"
        what = "`such that`, a condition on several things,"
        cx.report(rule_codes.NO_MEANING, line.such.span, what=what, instead=instead)
    condition = ex.expect(line.such, cx.inner(that=type), t.TRUTH, "`such that`")
    words = " ".join(cx.findings.piece.text[slice(*line.such.span)].split())
    return (Op("such", t.TRUTH, (condition,), words, line.such.span),)


def _choose(line: n.Choose, cx: Context) -> Op:
    minimum, maximum = amount(line.amount, cx)
    among = ex.as_list_of(line.among, cx, "`choose`")
    if among.name == "list" and not among.args:
        cx.report(rule_codes.EMPTY_CHOICE, line.among.span)
    player = chooser(line.by, cx, line)
    of = t.item(among.type) or t.UNKNOWN
    type: t.Type = of if line.amount.form == "one" else t.ListT(of)
    if line.amount.form == "one or none":
        type = t.MaybeT(t.plain(of))
    such = _such_that(line, type, cx)
    otherwise = block(line.otherwise, cx) if line.otherwise else NO_OP
    if line.gives is not None:
        declare_result(line.gives, type, cx)
    given = line.gives.text if line.gives else None
    return Op("choose", type, (minimum, maximum, among, player, otherwise, *such), (line.amount.form, given), line.span)


def declare_result(name: n.Name, type: t.Type, cx: Context) -> None:
    """`as x`: a new name, or a new value for a kept name."""
    if name.text in cx.kept:
        kept_type = cx.locals[name.text]
        if not t.fits(type, kept_type, cx.symbols.lineage):
            cx.report(
                codes.WRONG_TYPE, name.span, where=f"`{name.text}`", wanted=t.show(kept_type), found=t.show(type),
                help="the effect keeps a value of another type under this name: use another name",
            )  # fmt: skip
        return
    cx.name(name, type)


def _ask(line: n.Ask, cx: Context) -> Op:
    whom = ex.expect(line.whom, cx, t.PLAYER, "`ask`")
    heads = HeadReader(cx.symbols)
    type = heads.type(cx.findings.piece, line.type)
    cx.findings.diagnostics.extend(heads.diagnostics)
    check_answers(type, line.type.span, cx)
    if line.gives is not None:
        declare_result(line.gives, type, cx)
    return Op("ask", type, (whom,), line.gives.text if line.gives else None, line.span)


def _open(line: n.Open, cx: Context) -> Op:
    name = line.window.text
    cx.footprint.opens.add(name)
    cx.footprint.names.add(name)
    window = cx.symbols.windows.get(name)
    if window is None:
        cx.report(codes.UNKNOWN_WINDOW, line.window.span, name=name, help=did_you_mean(name, cx.symbols.windows))
        return NO_OP
    assert isinstance(window.node, n.Window)
    params = standing.params(window.node.params, cx)
    args = arguments(name, params, line.args, line, cx, window.place)
    if line.gives is not None:
        declare_result(line.gives, t.ListT(_taken_actions(name, cx)), cx)
    return Op("open", t.NOTHING, args, (name, line.gives.text if line.gives else None), line.span)


def _taken_actions(window: str, cx: Context) -> t.Type:
    """The type of the actions taken in a window: if only one action belongs to it, its slots are known."""
    actions = [verb.name for verb in cx.symbols.verbs.values() if window in verb.windows]
    return t.EventT(actions[0]) if len(actions) == 1 else t.UNKNOWN


def _phase(line: n.Phase, cx: Context) -> Op:
    player = ex.expect(line.by, cx, t.PLAYER, "`by`") if line.by is not None else NO_OP
    verb = line.verb.text
    cx.footprint.performs.add(verb)
    inside = cx.inner(me=cx.me or line.by is not None, going_on=union_of_events(cx.going_on, {verb}))
    return Op("phase", t.NOTHING, (player, block(line.body, inside)), verb, line.span)


# -------------------------------------------------------------------------------------------- require and cost


def require(line: n.Require, cx: Context) -> Op:
    condition = ex.expect(line.condition, cx, t.TRUTH, "`require`")
    reason = line.because.value if isinstance(line.because, n.Text) else None
    cites = [cite.clause for cite in line.marks.cites]
    if isinstance(line.because, n.Cite):
        cites.insert(0, line.because.clause)
    return Op("require", t.NOTHING, (condition,), (reason, tuple(cites)), line.span)


def _cost(line: n.Cost, cx: Context) -> Op:
    parts: list[Op] = []
    data = []
    for way in line.ways:
        terms: list[tuple[str | None, str | None]] = []
        for term in way:
            card_cost = _card_cost(term, cx)
            if card_cost is not None:
                parts += [card_cost, card_cost]
                terms.append((None, None))
                continue
            if isinstance(term.amount, n.NumberRange):
                check_amount(term.amount, COST_RANGE, "that the payer chooses from", "COST_RANGE", cx)
            low, high = _cost_amount(term.amount, cx)
            parts += [low, high]
            name = currency(term, cx)
            if name is not None:
                improbable.cost(low, name, term, cx)
            terms.append((name, term.gives.text if term.gives else None))
            if term.gives is not None and term.gives.text not in cx.locals:
                cx.name(term.gives, t.COUNT)
        data.append(tuple(terms))
    return Op("cost", t.NOTHING, tuple(parts), tuple(data), line.span)


def printed_cost(line: n.Cost, cx: Context) -> Op:
    """`cost 4 AP and 1 MV` on a card: paid by the player who plays the card."""
    return _cost(line, cx.inner(me=True, any_event=True))


def _card_cost(term: n.CostTerm, cx: Context) -> Op | None:
    """`cost card.cost`: the whole printed cost of a card; None if the term is an amount of one currency."""
    if term.currency is not None or isinstance(term.amount, n.NumberRange | n.Number):
        return None
    op = ex.value(term.amount, cx.inner(findings=_discarded_findings(cx)))
    return op if t.plain(op.type) == t.RefT("cost") else None


def _cost_amount(node: n.Expr, cx: Context) -> tuple[Op, Op]:
    if isinstance(node, n.NumberRange):
        low = ex.expect(node.low, cx, t.COUNT, "`cost`")
        return low, ex.expect(node.high, cx, t.COUNT, "`cost`") if node.high else low
    both = ex.expect(node, cx, t.COUNT, "`cost`")
    return both, both


def currency(term: n.CostTerm, cx: Context) -> str | None:
    symbols = cx.symbols
    if term.currency is None:
        names = listed(symbols.currencies) or "none yet"
        help = f"name a currency: the currencies are {names}"
        cx.report(codes.MISSING_SLOT, term.span, verb="cost", slot="a currency", help=help)
        return None
    name = term.currency.text
    cx.footprint.names.add(name)
    if name not in symbols.currencies:
        names = listed(symbols.currencies)
        help = f"the currencies are {names}; declare another one with `currency {name} = me.…`" if names else ""
        help = did_you_mean(name, symbols.currencies, help)
        cx.report(codes.UNKNOWN_CURRENCY, term.currency.span, name=name, help=help)
        return None
    if not cx.me:
        cx.report(
            rule_codes.CANNOT_PAY, term.span, payer="nobody", currency=name, why="the action does not say `by me`",
            instead="add `by me` to the head of the action",
        )  # fmt: skip
    return name
