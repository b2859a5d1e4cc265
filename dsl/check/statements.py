"""Sentences: what a text does, line by line.

Each sentence gives one operation. Names that a sentence gives (`as x`, `let x`) live to the end of their block. Which
sorts of lines a text may hold depends on where it stands; a line in the wrong place is told where it belongs.
"""

from __future__ import annotations

import dsl.check.expressions as ex
import dsl.check.lookup as naming
import dsl.check.narrowing as narrowing
import dsl.check.rules as standing
from dsl.check.calls import arguments
from dsl.check.context import Context, events_and
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
from dsl.syntax import nodes as n
from dsl.text.limits import COST_RANGE

_ENDS = {n.Stop: "`stop`", n.Cancel: "`cancel`", n.Result: "`result`"}
_BELONGS: dict[type, str] = {
    n.Offer: "`offer` stands in a `window`",
    n.Again: "`again until all pass` stands in a `window`",
    n.AlwaysAsk: "`always ask` stands in a `window`",
    n.Pay: "`pay` stands in a `currency`",
    n.Row: "rows `key: value` stand in a table, a script or `match`",
    n.Require: "`require` stands in an `action`, where a player can be refused",
    n.Cost: "`cost` stands in an `action`, where somebody pays",
    n.Thing: "a form or keyword stands in a card; in a sentence say `give … to …`",
    n.Action: "an action stands by itself, in a keyword, a status or a card",
}


def block(body: n.Block, cx: Context) -> Op:
    """A block of sentences, with local names of its own."""
    inner = cx.inner(doing=True)
    done: list[Op] = []
    ended = ""
    for line in _without_lists(body, inner):
        if ended:
            cx.report(rule_codes.UNREACHABLE, line.span, why=f"{ended} comes before it")
            ended = ""
        done.append(sentence(line, inner))
        ended = _ENDS.get(type(line), "")
    return Op("block", t.NOTHING, tuple(done), span=body.span)


def _without_lists(body: n.Block, cx: Context) -> list[n.Line]:
    """The lines of a block but those of `hit a, b with …`, where a comma without brackets made two sentences of one."""
    kept: list[n.Line] = []
    for line in body.lines:
        above = kept[-1] if kept else None
        if isinstance(line, n.Phrase) and isinstance(above, n.Phrase) and above.object is not None:
            between = cx.findings.piece.text[above.span[1] : line.span[0]]
            verb = line.verb.text
            is_verb = verb in cx.symbols.verbs or verb in builtins.VERBS
            if between.strip(" ") == "," and not is_verb and (verb in cx.locals or verb in builtins.NAMES):
                span = (above.span[1], above.span[1] + 1)
                help = f"several things stand in brackets: `{above.verb.text} [a, b] …`"
                cx.report(text_codes.BARE_COMMA, span, help=help)
                kept.pop()
                continue
        kept.append(line)
    return kept


def sentence(line: n.Line, cx: Context) -> Op:
    if cx.pure and not isinstance(line, n.Let | n.If | n.ForEach | n.Result | n.Stop | n.Match | n.Keeps | n.Assign):
        cx.report(codes.NOT_PURE, line.span, name=_head(line, cx))
        return NO_OP
    match line:
        case n.Phrase():
            return phrase(line, cx)
        case n.Assign():
            return _assign(line, cx)
        case n.Let(name=name, value=value):
            found = ex.value(value, cx)
            cx.name(name, t.NUMBER if isinstance(found.type, t.NumberT) else found.type)
            return Op("let", t.NOTHING, (found,), name.text, line.span)
        case n.Keeps():
            return _keeps(line, cx)
        case n.If():
            return _if(line, cx)
        case n.Repeat():
            return _repeat(line, cx)
        case n.ForEach():
            return _for_each(line, cx)
        case n.May(by=by, body=body, otherwise=otherwise):
            who = chooser(by, cx, line)
            other = block(otherwise, cx) if otherwise else NO_OP
            return Op("may", t.NOTHING, (who, block(body, cx), other), span=line.span)
        case n.Either(by=by, options=options):
            who = chooser(by, cx, line)
            return _either(line, who, options, cx)
        case n.Match(value=value, body=body):
            found = ex.value(value, cx)
            return _match(found, body, cx, line)
        case n.Stop():
            return Op("stop", span=line.span)
        case n.Cancel():
            if cx.hook != "before":
                cx.report(rule_codes.NOT_IN_BEFORE, line.span)
            return Op("cancel", span=line.span)
        case n.Result(value=value):
            given = ex.value(value, cx) if cx.gives is None else ex.expect(value, cx, cx.gives, "`result`")
            return Op("result", t.NOTHING, (given,), span=line.span)
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
    """What the `result` sentences of a define give."""
    from dsl.syntax.walk import walk

    found: t.Type = t.UNKNOWN
    block(body, cx.inner(pure=True))
    for node in walk(body):
        if isinstance(node, n.Result):
            shape = ex.value(node.value, cx.inner(any_event=True)).type
            found = t.join(found, shape, cx.symbols.lineage) or t.UNKNOWN
    return t.NUMBER if isinstance(found, t.NumberT) else found


# --------------------------------------------------------------------------------------------------- assignment


def _is_own(place: Op) -> bool:
    """Whether a place is what a calculation keeps for itself, or a row of it."""
    return place.name == "local" or (place.name == "at" and _is_own(place.args[0]))


def _assign(line: n.Assign, cx: Context) -> Op:
    if isinstance(line.place, n.Name) and line.sign == "=" and naming.is_unheard(line.place.text, cx):
        name = line.place.text
        help = f"to name a value write `let {name} = …`; one that changes is kept: `keeps {name} = …`"
        help = did_you_mean(name, [*cx.kept, *cx.symbols.fields("Table")], help)
        cx.report(codes.UNKNOWN_NAME, line.place.span, name=name, help=help)
        ex.value(line.value, cx)
        return NO_OP
    place = ex.value(line.place, cx)
    if not _may_set(line.place, place, cx):
        ex.value(line.value, cx)
        return NO_OP
    if cx.pure and not _is_own(place):
        cx.report(codes.NOT_PURE, line.span, name=_head(line, cx))
        return NO_OP
    _note_change(place, cx)
    name = line.place.name if isinstance(line.place, n.Dot) else getattr(line.place, "text", "this")
    if line.sign != "=" and isinstance(t.plain(place.type), t.ListT):
        value = ex.several(line.value, cx, f"`{line.sign}`", t.item(place.type))
        return Op("assign", t.NOTHING, (place, value), line.sign, line.span)
    wanted = place.type
    if line.sign != "=":
        if not t.fits(place.type, t.NUMBER, cx.symbols.lineage):
            ex.wrong_type(line.place, cx, t.NUMBER, place, f"`{line.sign}`")
        wanted = t.NUMBER
    value = ex.expect(line.value, cx, wanted, f"`{name}`", name)
    return Op("assign", t.NOTHING, (place, value), line.sign, line.span)


def _may_set(node: n.Expr, place: Op, cx: Context) -> bool:
    """Only what is kept can be set; say for the rest what to do instead."""
    base = place
    while base.name == "at":
        base = base.args[0]
    match base.name:
        case "field" if base.data[0] is not None:
            field = cx.symbols.field(*base.data)
            if field is None:
                if base.data == ("Thing", "owner"):
                    return True
                what, instead = "given with the thing itself", "it stays as it is declared"
                if base.data[1] == "zone":
                    what, instead = "where the thing lies", "say `move … to …`"
            elif field.sort == "keeps":
                return True
            elif field.sort == "printed":
                what, instead = "printed on the card", "keep the changing part: `keeps …`, or use a `stat` and `modify`"
            elif field.sort == "stat":
                what, instead = "reckoned", f"change it with `modify {field.name} of … by …`"
            elif field.sort in ("zone", "children"):
                what, instead = "a zone", "say `move … to …`"
            else:
                what, instead = "where a thing stands", "say `move … to …`"
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
                instead="in a `before` hook say `modify … by …`",
            )  # fmt: skip
            return False
        case "local":
            if base.data in cx.kept:
                return True
            cx.report(
                codes.NOT_ASSIGNABLE, node.span, name=base.data, what="a name for one value",
                instead=f"what changes is kept: `keeps {base.data} = …`",
            )  # fmt: skip
            return False
        case _:
            spelt = cx.findings.piece.text[node.span[0] : node.span[1]]
            instead = "only what is kept can be set: a field declared with `keeps`"
            if base.name == "ask_rule":
                instead = f"a rule is changed with `modify {spelt} to … until …`"
            cx.report(codes.NOT_ASSIGNABLE, node.span, name=spelt, what="not kept anywhere", instead=instead)
            return False


def _note_change(place: Op, cx: Context) -> None:
    base = place
    while base.name == "at":
        base = base.args[0]
    if base.name == "field":
        cx.footprint.changes.add(f"{base.data[0]}.{base.data[1]}")
    elif base.name == "table_field":
        cx.footprint.changes.add(f"Table.{base.data}")


def _keeps(line: n.Keeps, cx: Context) -> Op:
    known = cx.locals.get(line.name.text)
    if line.name.text not in cx.kept:
        # a kept name below the top of the body: it is local to its block
        cx.report(
            rule_codes.WRONG_PLACE, line.span, what=f"`keeps {line.name.text}`", where="an inner block",
            instead="say what an effect keeps at the top of its body; inside, use `let`",
        )  # fmt: skip
    if line.default is None:
        return Op("keep", t.NOTHING, (NO_OP,), line.name.text, line.span)
    if known is None or isinstance(known, t.UnknownT):
        first = ex.value(line.default, cx)
        cx.locals[line.name.text] = t.NUMBER if isinstance(first.type, t.NumberT) else first.type
    else:
        first = ex.inside(ex.expect(line.default, cx, known, f"`{line.name.text}`", line.name.text), known)
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
            help="only a flow may repeat without a bound; here say `repeat 3 { … }` or `repeat while … at most N`",
        )  # fmt: skip
    return Op("repeat", t.NOTHING, (block(line.body, inside),), "forever", line.span)


def _for_each(line: n.ForEach, cx: Context) -> Op:
    among = ex.several(line.among, cx, "`for each`")
    inside = cx.inner(loops=True)
    inside.name(line.name, t.item(among.type) or t.UNKNOWN)
    return Op("for_each", t.NOTHING, (among, block(line.body, inside)), (line.name.text, line.together), line.span)


def _match(value: Op, body: n.Block, cx: Context, line: n.Match) -> Op:
    rows = keys(body, value.type, cx, "`match`")
    if any(isinstance(row.value, n.Expr) for row, _ in rows):
        for row, _ in rows:
            if isinstance(row.value, n.Expr) and not isinstance(row.value, n.Nothing):
                cx.report(
                    rule_codes.WRONG_PLACE, row.value.span, what="a value", where="`match`",
                    instead="each row of `match` says what is done; for values use a `table`",
                )  # fmt: skip
    matched = line.value.text if isinstance(line.value, n.Name) else ""

    def within(key: Key, seeing: Context) -> Context:
        """In the row of a kind what is matched is of that kind."""
        return narrowing.with_facts(((matched, str(key[1])),), seeing) if key[0] == "kind" else seeing

    silent = cx.inner(findings=_silent(cx))
    done = script_rows(body, value.type, silent, "`match`", sentence, within)
    for row, key in rows:
        if not isinstance(row.value, n.Expr):
            sentence(row.value, within(key, cx.inner(doing=True)))
    return Op("match", t.NOTHING, (value, *done.args), done.data, line.span)


def _silent(cx: Context) -> Findings:
    return Findings(cx.findings.piece, footprint=cx.footprint)


# ------------------------------------------------------------------------------------------------------ choices


def chooser(by: n.Expr | None, cx: Context, line: n.Node) -> Op:
    """Who chooses: the one named with `by`, else `me`."""
    if isinstance(by, n.Name) and by.text == "chance" and isinstance(line, n.Choose | n.Either):
        return Op("builtin", t.RefT("chance"), data="chance", span=by.span)
    cx.footprint.may_ask = True
    if by is not None:
        return ex.expect(by, cx, t.PLAYER, "`by`")
    if not cx.me:
        word = cx.findings.piece.text[line.span[0] : line.span[1]].split()[0]
        cx.report(rule_codes.NO_CHOOSER, (line.span[0], line.span[0] + len(word)))
        return NO_OP
    return Op("me", t.PLAYER, span=line.span)


def amount(node: n.Amount, cx: Context) -> tuple[Op, Op]:
    """The least and the most of an amount."""
    zero = Op("constant", t.NumberT(0, 0), data=0, span=node.span)
    one = Op("constant", t.NumberT(1, 1), data=1, span=node.span)
    match node.form:
        case "one":
            return one, one
        case "one or none":
            return zero, one
        case "any":
            return zero, NO_OP
        case "up to":
            assert node.value is not None
            return zero, ex.expect(node.value, cx, t.COUNT, "`up to`")
        case "range":
            assert node.value is not None
            if isinstance(node.value, n.Range):
                low = ex.expect(node.value.low, cx, t.COUNT, "the least number")
                high = ex.expect(node.value.high, cx, t.COUNT, "the greatest number") if node.value.high else NO_OP
                return low, high
            number = ex.expect(node.value, cx, t.COUNT, "`choose`")
            return number, number


def _either(line: n.Either, who: Op, options: tuple[n.Option, ...], cx: Context) -> Op:
    """Ways; where one of them has a condition, each has one, so that only what can be gone is offered."""
    bodies = [block(option.body, cx) for option in options]
    labels = tuple(option.label.value if option.label else "" for option in options)
    if all(option.condition is None for option in options):
        return Op("either", t.NOTHING, (who, *bodies), labels, line.span)
    parts = [who]
    for option, body in zip(options, bodies, strict=True):
        condition = Op("constant", t.TRUTH, data=True, span=option.span)
        if option.condition is not None:
            condition = ex.expect(option.condition, cx, t.TRUTH, "`if`")
        parts += [condition, body]
    return Op("ways", t.NOTHING, tuple(parts), labels, line.span)


def _such(line: n.Choose, type: t.Type, cx: Context) -> tuple[Op, ...]:
    """What must be so of all that is chosen together; `that` is the list of it."""
    if line.such is None:
        return ()
    if line.amount.form in ("one", "one or none"):
        instead = "one thing is judged by itself: `choose one of … where …`"
        what = "`such that`, which judges several together,"
        cx.report(rule_codes.NO_MEANING, line.such.span, what=what, instead=instead)
    condition = ex.expect(line.such, cx.inner(that=type), t.TRUTH, "`such that`")
    words = " ".join(cx.findings.piece.text[slice(*line.such.span)].split())
    return (Op("such", t.TRUTH, (condition,), words, line.such.span),)


def _choose(line: n.Choose, cx: Context) -> Op:
    least, most = amount(line.amount, cx)
    among = ex.several(line.among, cx, "`choose`")
    if among.name == "list" and not among.args:
        cx.report(rule_codes.EMPTY_CHOICE, line.among.span)
    who = chooser(line.by, cx, line)
    of = t.item(among.type) or t.UNKNOWN
    type: t.Type = of if line.amount.form == "one" else t.ListT(of)
    if line.amount.form == "one or none":
        type = t.MaybeT(t.plain(of))
    such = _such(line, type, cx)
    otherwise = block(line.otherwise, cx) if line.otherwise else NO_OP
    if line.gives is not None:
        give(line.gives, type, cx)
    given = line.gives.text if line.gives else None
    return Op("choose", type, (least, most, among, who, otherwise, *such), (line.amount.form, given), line.span)


def give(name: n.Name, type: t.Type, cx: Context) -> None:
    """`as x`: a new name, or a new value for what the effect keeps under it."""
    if name.text in cx.kept:
        kept = cx.locals[name.text]
        if not t.fits(type, kept, cx.symbols.lineage):
            cx.report(
                codes.WRONG_TYPE, name.span, where=f"`{name.text}`", wanted=t.show(kept), found=t.show(type),
                help="the effect keeps something else under this name: choose another one",
            )  # fmt: skip
        return
    cx.name(name, type)


def _ask(line: n.Ask, cx: Context) -> Op:
    from dsl.names.collect import Collector

    cx.footprint.may_ask = True
    whom = ex.expect(line.whom, cx, t.PLAYER, "`ask`")
    collector = Collector()
    collector.symbols = cx.symbols
    type = collector.type(cx.findings.piece, line.type)
    cx.findings.diagnostics.extend(collector.diagnostics)
    check_answers(type, line.type.span, cx)
    if line.gives is not None:
        give(line.gives, type, cx)
    return Op("ask", type, (whom,), line.gives.text if line.gives else None, line.span)


def _open(line: n.Open, cx: Context) -> Op:
    name = line.window.text
    cx.footprint.may_ask = True
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
        give(line.gives, t.ListT(_taken(name, cx)), cx)
    return Op("open", t.NOTHING, args, (name, line.gives.text if line.gives else None), line.span)


def _taken(window: str, cx: Context) -> t.Type:
    """What was done in a window: where only one action belongs to it, its slots and what it keeps are known."""
    actions = [verb.name for verb in cx.symbols.verbs.values() if window in verb.windows]
    return t.EventT(actions[0]) if len(actions) == 1 else t.UNKNOWN


def _phase(line: n.Phase, cx: Context) -> Op:
    who = ex.expect(line.by, cx, t.PLAYER, "`by`") if line.by is not None else NO_OP
    verb = line.verb.text
    cx.footprint.performs.add(verb)
    inside = cx.inner(me=cx.me or line.by is not None, going_on=events_and(cx.going_on, {verb}))
    return Op("phase", t.NOTHING, (who, block(line.body, inside)), verb, line.span)


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
            whole = _card_cost(term, cx)
            if whole is not None:
                parts += [whole, whole]
                terms.append((None, None))
                continue
            if isinstance(term.amount, n.Range):
                check_amount(term.amount, COST_RANGE, "that the payer chooses from", "COST_RANGE", cx)
            low, high = _cost_amount(term.amount, cx)
            parts += [low, high]
            terms.append((currency(term, cx), term.gives.text if term.gives else None))
            if term.gives is not None and term.gives.text not in cx.locals:
                cx.name(term.gives, t.COUNT)
        data.append(tuple(terms))
    cx.footprint.may_ask = True
    return Op("cost", t.NOTHING, tuple(parts), tuple(data), line.span)


def printed_cost(line: n.Cost, cx: Context) -> Op:
    """`cost 4 AP and 1 MV` on a card: it is paid by whoever plays the card, in whatever that is."""
    return _cost(line, cx.inner(me=True, any_event=True))


def _card_cost(term: n.CostTerm, cx: Context) -> Op | None:
    """`cost card.cost`: all that a card prints; none where the term is an amount of one currency."""
    if term.currency is not None or isinstance(term.amount, n.Range | n.Number):
        return None
    found = ex.value(term.amount, cx.inner(findings=_silent(cx)))
    return found if t.plain(found.type) == t.RefT("cost") else None


def _cost_amount(node: n.Expr, cx: Context) -> tuple[Op, Op]:
    if isinstance(node, n.Range):
        low = ex.expect(node.low, cx, t.COUNT, "`cost`")
        return low, ex.expect(node.high, cx, t.COUNT, "`cost`") if node.high else low
    both = ex.expect(node, cx, t.COUNT, "`cost`")
    return both, both


def currency(term: n.CostTerm, cx: Context) -> str | None:
    symbols = cx.symbols
    if term.currency is None:
        known = listed(symbols.currencies) or "none yet"
        help = f"say in what it is paid: the currencies are {known}"
        cx.report(codes.MISSING_SLOT, term.span, verb="cost", slot="a currency", help=help)
        return None
    name = term.currency.text
    cx.footprint.names.add(name)
    if name not in symbols.currencies:
        known = listed(symbols.currencies)
        help = f"the currencies are {known}; another one is declared with `currency {name} = me.…`" if known else ""
        help = did_you_mean(name, symbols.currencies, help)
        cx.report(codes.UNKNOWN_CURRENCY, term.currency.span, name=name, help=help)
        return None
    if not cx.me:
        cx.report(
            rule_codes.CANNOT_PAY, term.span, payer="nobody", currency=name, why="the action does not say `by me`",
            instead="add `by me` to the head of the action",
        )  # fmt: skip
    return name
