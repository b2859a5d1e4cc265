"""Checks rules: hooks, `modify`, `forbid`, and the actions that texts declare.

A hook never binds names, it filters: its phrase is checked against the phrase of the verb, and the names of the
verb's head are the names in its body. Only labelled values can be modified: a rule, a stat, or in a `before` hook a
number of the event.
"""

from __future__ import annotations

from itertools import chain

from attrs import evolve

import dsl.check.expressions as ex
import dsl.check.improbable as improbable
import dsl.check.narrowing as narrowing
import dsl.check.statements as sentences
from dsl.check.calls import known_verb
from dsl.check.context import Context, union_of_events
from dsl.check.sizes import check_slots
from dsl.diagnostics import Label, did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.operations import NO_OP, Op
from dsl.ir.rules import Clauses, Standing
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.heads import HeadReader, verb_signature
from dsl.names.signatures import SlotSig, VerbSig
from dsl.syntax import nodes as n


def standing(line: n.Hook | n.Modify | n.Forbid, cx: Context) -> tuple[Op, ...]:
    """Lower a rule: one operation for each verb that it names."""
    match line:
        case n.Hook():
            rules = _hook(line, cx)
        case n.Modify():
            rules = (_modify(line, cx),)
        case n.Forbid():
            rules = _forbid(line, cx)
    return tuple(Op("standing", t.NOTHING, data=rule, span=line.span) for rule in rules)


def params(nodes: tuple[n.Param, ...], cx: Context) -> tuple[SlotSig, ...]:
    """The parameters of a head, without the diagnostics that the collector has already reported."""
    return HeadReader(cx.symbols).params(cx.findings.piece, nodes)


def slot_types(verb: VerbSig) -> list[tuple[str, t.Type]]:
    """The names that a hook gets from the verb's head, and those that the effect keeps."""
    slots = [(slot.name, slot.type) for slot in verb.slots if slot.name != "me"]
    return [*slots, *verb.keeps.items()]


def find_verb(name: n.Name, cx: Context) -> VerbSig | None:
    if name.text in builtins.VERBS:
        builtin = builtins.VERBS[name.text]
        slots = tuple(
            SlotSig(slot.preposition, slot.name, t.UNKNOWN, None, not slot.optional)
            for slot in builtin.slots
            if slot.wants != "end"
        )
        return VerbSig(name.text, "builtin", slots, None)
    verb = cx.symbols.verbs.get(name.text)
    if verb is None:
        known_verb(name, cx)
    else:
        cx.footprint.names.add(name.text)
    return verb


def _verbs_of(line: n.Hook | n.Forbid, cx: Context) -> tuple[list[VerbSig], VerbSig | None]:
    """The verbs that a rule names, and a signature with their common names, which the rule can use."""
    verbs = [verb for verb in (find_verb(name, cx) for name in line.verbs) if verb is not None]
    if len(verbs) < 2 or len(verbs) < len(line.verbs):
        return verbs, verbs[0] if len(verbs) == len(line.verbs) else None
    names = [verb.text for verb in line.verbs]
    for repeated in (verb for index, verb in enumerate(line.verbs) if verb.text in names[:index]):
        cx.report(
            rule_codes.NO_MEANING, repeated.span, what=f"a second `{repeated.text}`", instead="name each verb once"
        )
    slots = tuple(evolve(slot, type=type) for slot in verbs[0].slots if (type := _shared_type(slot.name, verbs, cx)))
    keeps = {name: type for name in verbs[0].keeps if (type := _shared_type(name, verbs, cx))}
    return verbs, VerbSig(" or ".join(names), verbs[0].sort, slots, None, None, keeps)


def _names_of(verb: VerbSig) -> dict[str, t.Type]:
    return {**{slot.name: slot.type for slot in verb.slots}, **verb.keeps}


def _shared_type(name: str, verbs: list[VerbSig], cx: Context) -> t.Type | None:
    """The type of a name that all verbs have; None if some verb lacks it."""
    joined: t.Type | None = t.UNKNOWN
    for verb in verbs:
        type = _names_of(verb).get(name)
        joined = None if type is None or joined is None else t.join(joined, type, cx.symbols.lineage)
    return joined


def _partial_names(verbs: list[VerbSig], common: VerbSig) -> dict[str, tuple[str, str]]:
    """The names that only some verbs have, with a verb that has it and one that lacks it."""
    names: dict[str, tuple[str, str]] = {}
    for name in dict.fromkeys(name for verb in verbs for name in _names_of(verb)):
        if name not in _names_of(common):
            has = next(verb.name for verb in verbs if name in _names_of(verb))
            lacks = next((verb.name for verb in verbs if name not in _names_of(verb)), verbs[-1].name)
            names[name] = (has, lacks)
    return names


def filters(
    verb: VerbSig, object: n.Expr | None, slots: tuple[n.Slot, ...], cx: Context, span: tuple[int, int]
) -> tuple[tuple[str, Op], ...]:
    """The slots that a hook filters: a thing matches itself; a kind, list or query matches any of its members."""
    result: list[tuple[str, Op]] = []
    notes = [Label(verb.place, "the verb is declared here")] if verb.place else []
    parts = [("", object, object.span)] if object is not None else []
    parts += [(slot.preposition, slot.value, slot.span) for slot in slots]
    for preposition, node, place in parts:
        assert node is not None
        slot = verb.slot(preposition)
        if slot is None:
            slot_name = f"`{preposition}`" if preposition else "object"
            cx.report(
                codes.WRONG_SLOT, place, verb=verb.name, slot=slot_name, phrase=f"`{verb.phrase}`", notes=notes
            )  # fmt: skip
            continue
        value = ex.value(node, cx, slot.type)
        inner = t.item(value.type) or t.plain(value.type)
        expected = t.item(slot.type) or t.plain(slot.type)
        fits = t.comparable(inner, expected, cx.symbols.lineage)
        if not fits:
            ex.wrong_type(node, cx, slot.type, value, f"`{slot.spelt}` of `{verb.name}`")
        result.append((preposition, value))
    del span
    return tuple(result)


def narrow(inside: Context, verb: VerbSig, filter_ops: tuple[tuple[str, Op], ...]) -> None:
    """A filter narrows the type of its slot: in `after hit with Laser` the weapon is a Laser."""
    for preposition, value in filter_ops:
        slot = verb.slot(preposition)
        kind = t.item(value.type) or t.plain(value.type)
        if slot is None or slot.name not in inside.locals or not isinstance(kind, t.KindT):
            continue
        declared = t.plain(slot.type)
        narrower = isinstance(declared, t.KindT) and declared.name in inside.symbols.lineage(kind.name)
        if narrower or isinstance(declared, t.UnknownT):
            inside.locals[slot.name] = kind


# -------------------------------------------------------------------------------------------------------- hooks


def _hook(line: n.Hook, cx: Context) -> tuple[Standing, ...]:
    verbs, verb = _verbs_of(line, cx)
    if verb is None:
        # a verb is unknown, and so are its names, so the body is not checked
        return (Standing(line.word, line.verb.text, (), Clauses(), NO_OP),)
    outer = cx.inner(doing=False)
    filled = [filters(each_verb, line.object, line.slots, outer, line.verb.span) for each_verb in verbs]
    around = [cx.events.get(each_verb.name, frozenset()) | {each_verb.name} for each_verb in verbs]
    inside = _hook_scope(line, verb, cx, frozenset.intersection(*around))
    inside.partial.update(_partial_names(verbs, verb))
    _narrow_all(inside, verbs, filled[0])
    clauses = check_clauses(line.clauses, inside, outer)
    inside = inside.inner(going_on=union_of_events(inside.going_on, {name for name, _ in clauses.during}))
    for clause in line.clauses:
        if isinstance(clause, n.IfClause):
            inside = narrowing.if_true(clause.condition, inside)
    if cx.doing and not _has_duration(line):
        cx.report(rule_codes.NEEDS_END, (line.span[0], line.verb.span[1]))
    may = None
    if line.may:
        may = sentences.chooser(line.may_by, inside, line)
    body = sentences.block(line.body, inside)
    cites = tuple(cite.clause for cite in line.marks.cites)
    first = Standing(line.word, verbs[0].name, filled[0], clauses, body, may=may, cites=cites)
    return _for_each(first, verbs, filled)


def _for_each(first: Standing, verbs: list[VerbSig], filled: list[tuple[tuple[str, Op], ...]]) -> tuple[Standing, ...]:
    """The same rule for each of its verbs."""
    others = zip(verbs[1:], filled[1:], strict=True)
    return first, *(evolve(first, target=verb.name, filters=filters, first=first) for verb, filters in others)


def _narrow_all(inside: Context, verbs: list[VerbSig], filled: tuple[tuple[str, Op], ...]) -> None:
    """If all verbs use the same name for a filtered slot, narrow its type."""
    for filter_op in filled:
        if len({slot.name if (slot := verb.slot(filter_op[0])) else "" for verb in verbs}) == 1:
            narrow(inside, verbs[0], (filter_op,))


def _hook_scope(line: n.Hook, verb: VerbSig, cx: Context, going_on: frozenset[str]) -> Context:
    inside = cx.inner(
        where="a hook", hook=line.word, verb=verb, doing=True, going_on=union_of_events(cx.going_on, going_on),
        loops=False,
        kept=cx.kept | frozenset(verb.keeps),
    )  # fmt: skip
    for name, type in slot_types(verb):
        outer_type = inside.locals.get(name)
        if outer_type is not None and outer_type != type and name not in ("source", "target"):
            notes = [Label(verb.place, f"`{name}` is a name of this verb")] if verb.place else []
            cx.report(codes.SHADOW, line.verb.span, name=name, what="something else", notes=notes)
        inside.locals[name] = type
    return inside


def _has_duration(line: n.Hook | n.Modify | n.Forbid) -> bool:
    """Whether a rule states its duration."""
    return any(isinstance(clause, n.Until | n.WhileClause) for clause in line.clauses)


def check_clauses(clauses: tuple[n.Clause, ...], inside: Context, outer: Context) -> Clauses:
    """Check the clauses of a rule. `during` filters like a hook; conditions can use the names of the event."""
    during: list[tuple[str, tuple[tuple[str, Op], ...]]] = []
    windows: list[str] = []
    conditions: list[Op] = []
    once: list[str] = []
    until: tuple[str, str, tuple[tuple[str, Op], ...]] | None = None
    works: tuple[str, ...] = ()
    going_on: frozenset[str] = frozenset()
    for clause in clauses:
        if isinstance(clause, n.DuringEvent):
            verb = find_verb(clause.verb, outer)
            if verb is not None:
                filled = filters(verb, clause.object, clause.slots, outer, clause.span)
                during.append((verb.name, filled))
                going_on = union_of_events(
                    union_of_events(going_on, outer.events.get(verb.name, frozenset())), {verb.name}
                )
        elif isinstance(clause, n.DuringWindow):
            for window in clause.windows:
                if known_window(window, outer):
                    windows.append(window.text)
                    going_on = union_of_events(going_on, outer.events.get(window.text, frozenset()))
    condition_scope = inside.inner(going_on=union_of_events(inside.going_on, going_on))
    for clause in clauses:
        match clause:
            case n.IfClause(condition=condition) | n.WhileClause(condition=condition):
                conditions.append(ex.expect(condition, condition_scope, t.TRUTH, "the condition"))
            case n.OncePer(verb=verb_name):
                if verb_name.text in outer.symbols.windows or known_verb(verb_name, outer):
                    once.append(verb_name.text)
            case n.Until(edge=edge, verb=verb_name, object=object, slots=slots):
                verb = find_verb(verb_name, outer)
                if verb is not None:
                    improbable.duration(clause, verb, outer)
                    until = (edge, verb.name, filters(verb, object, slots, condition_scope, clause.span))
            case n.WorksIn(zones=zones):
                works = tuple(zone.text for zone in zones)
                for zone in zones:
                    known_zone(zone, outer)
            case _:
                pass
    return Clauses(tuple(during), tuple(windows), tuple(conditions), tuple(once), until, works)


def known_window(name: n.Name, cx: Context) -> bool:
    cx.footprint.names.add(name.text)
    if name.text in cx.symbols.windows:
        return True
    cx.report(codes.UNKNOWN_WINDOW, name.span, name=name.text, help=did_you_mean(name.text, cx.symbols.windows))
    return False


def known_zone(name: n.Name, cx: Context) -> None:
    zones = {field.name for kind in cx.symbols.kinds.values() for field in kind.fields.values() if field.sort == "zone"}
    if name.text != "play" and name.text not in zones:
        help = did_you_mean(name.text, zones) or "name a zone that some kind declares, or `play`"
        cx.report(codes.UNKNOWN_FIELD, name.span, owner="no kind", name=name.text, help=help)


# ------------------------------------------------------------------------------------------------------- modify


def _modify(line: n.Modify, cx: Context) -> Standing:
    name = line.stat.text
    cx.footprint.names.add(name)
    type, scope, of, inside = _target(line, cx)
    clause_scope = cx.inner(doing=False)
    clauses = check_clauses(line.clauses, inside, clause_scope)
    inside = inside.inner(going_on=union_of_events(inside.going_on, {verb for verb, _ in clauses.during}))
    changes = []
    for change in line.changes:
        expected = type if change.layer == "to" else t.NUMBER
        if change.layer != "to" and not t.fits(type, t.NUMBER, cx.symbols.lineage):
            cx.report(
                codes.WRONG_TYPE, change.span, where=f"`{change.layer}`", wanted="a number", found=t.show(type),
                help=f"`{name}` is not a number: set it with `to`",
            )  # fmt: skip
            expected = t.UNKNOWN
        if isinstance(expected, t.NumberT):
            expected = t.NUMBER
        changes.append((change.layer, ex.expect(change.value, inside, expected, f"`{change.layer}`")))
    layer = _layer(line, cx)
    if cx.doing and not _has_duration(line) and scope != "event" and not isinstance(type, t.UnknownT):
        cx.report(rule_codes.NEEDS_END, (line.span[0], line.stat.span[1]))
    cites = tuple(cite.clause for cite in line.marks.cites)
    return Standing(
        "modify", name, (), clauses, NO_OP, tuple(changes), of, layer, cites=cites, scope=scope
    )  # fmt: skip


def _target(line: n.Modify, cx: Context) -> tuple[t.Type, str, Op, Context]:
    """The target of a modification: a number of this event, a rule, a stat or a cost; and the scope of its
    conditions."""
    name, symbols = line.stat.text, cx.symbols
    if line.of is None and cx.hook == "before" and cx.verb is not None:
        for slot, type in slot_types(cx.verb):
            if slot == name:
                return type, "event", NO_OP, cx
    if name in symbols.rules and symbols.rules[name].sort == "rule":
        rule = symbols.rules[name]
        of = NO_OP
        if line.of is not None:
            expected = rule.params[0].type if rule.params else t.UNKNOWN
            of = ex.value(line.of, cx, expected)
            if not rule.params:
                cx.report(
                    codes.WRONG_SLOT, line.of.span, verb=name, slot="`of`", phrase=f"`modify {name} to …`",
                    notes=[Label(rule.place, "this rule has no parameters")],
                )  # fmt: skip
            elif not t.comparable(t.item(of.type) or of.type, expected, symbols.lineage):
                ex.wrong_type(line.of, cx, expected, of, "`of`")
        inside = cx.with_locals((param.name, param.type) for param in rule.params)
        return ex.rule_type(rule, cx), "rule", of, inside
    if name in symbols.currencies:
        return _cost_target(line, cx)
    return _stat_target(line, cx)


def _cost_target(line: n.Modify, cx: Context) -> tuple[t.Type, str, Op, Context]:
    """`modify AP of shift by 1`: what an action costs in a currency."""
    if isinstance(line.of, n.Name) and line.of.text in cx.symbols.verbs:
        verb = cx.symbols.verbs[line.of.text]
        if verb.sort != "action":
            name, help = f"{line.stat.text} of {line.of.text}", f"`{line.of.text}` is not an action, so it has no cost"
            cx.report(codes.UNKNOWN_STAT, line.of.span, name=name, help=help)
        paying = cx.inner(hook=cx.hook or "cost", verb=verb)  # its conditions may use the payer and the action
        paying.locals.update(slot_types(verb))
        return t.NUMBER, "cost", Op("word", t.RefT("verb"), data=("verb", verb.name), span=line.of.span), paying
    help = f"name an action: `modify {line.stat.text} of …`"
    cx.report(codes.MISSING_SLOT, line.stat.span, verb=f"modify {line.stat.text}", slot="an action", help=help)
    return t.UNKNOWN, "cost", NO_OP, cx


def _stat_target(line: n.Modify, cx: Context) -> tuple[t.Type, str, Op, Context]:
    name, symbols = line.stat.text, cx.symbols
    of = ex.value(line.of, cx) if line.of is not None else NO_OP
    base = t.item(of.type) or t.plain(of.type)
    if isinstance(base, t.KindT):
        field = ex.find_field(base.name, name, cx)
        if field is not None:
            return _stat_field(line, field.sort, ex.field_type(field, cx), of, cx)
        stat_names_of_kind = (f.name for f in symbols.fields(base.name).values() if f.sort == "stat")
        help = did_you_mean(
            name, chain(stat_names_of_kind, (rule.name for rule in symbols.rules.values() if rule.sort == "rule"))
        )
        if name in symbols.rules:
            help = f"`{name}` is a {symbols.rules[name].sort}: only a `rule` can be modified"
        cx.report(codes.UNKNOWN_STAT, line.stat.span, name=name, help=help)
        return t.UNKNOWN, "stat", of, cx
    if line.of is not None and isinstance(base, t.UnknownT):
        return t.UNKNOWN, "stat", of, cx
    stats = [symbols.kinds[kind].fields[name] for kind in symbols.declared_by(name)]
    if stats and line.of is None:
        help = f"name the owner: `modify {name} of it …` or `modify {name} of {stats[0].kind} …`"
        cx.report(codes.MISSING_SLOT, line.stat.span, verb=f"modify {name}", slot="an owner", help=help)
        return t.UNKNOWN, "stat", NO_OP, cx
    slots = [slot for slot, _ in slot_types(cx.verb)] if cx.verb is not None else []
    stat_names = (f.name for kind in symbols.kinds.values() for f in kind.fields.values() if f.sort == "stat")
    help = did_you_mean(name, chain(symbols.rules, stat_names, slots))
    if name in symbols.rules:
        help = f"`{name}` is a {symbols.rules[name].sort}: only a `rule` can be modified"
    cx.report(codes.UNKNOWN_STAT, line.stat.span, name=name, help=help)
    return t.UNKNOWN, "stat", of, cx


def _stat_field(line: n.Modify, field_kind: str, type: t.Type, of: Op, cx: Context) -> tuple[t.Type, str, Op, Context]:
    name = line.stat.text
    if field_kind != "stat":
        what = {"printed": "printed on the card", "keeps": "kept"}.get(field_kind, "not a number")
        instead = {
            "printed": f"declare it as `stat {name}: …` to let rules change it",
            "keeps": f"set it in a sentence: `….{name} += 1`",
        }.get(field_kind, "write `move … to …`")
        cx.report(rule_codes.CHANGES_FIXED, line.stat.span, name=name, what=what, instead=instead)
        return t.UNKNOWN, "stat", of, cx
    return type, "stat", of, cx


def _layer(line: n.Modify, cx: Context) -> str:
    if line.layer is None:
        return ""
    if line.layer.text not in cx.symbols.layers:
        layers = [*builtins.LAYERS, *cx.symbols.layers]
        help = did_you_mean(line.layer.text, cx.symbols.layers)
        shown = listed(layers)
        cx.report(codes.UNKNOWN_LAYER, line.layer.span, name=line.layer.text, layers=shown, help=help)
    cx.footprint.names.add(line.layer.text)
    return line.layer.text


# ------------------------------------------------------------------------------------------------------- forbid


def _forbid(line: n.Forbid, cx: Context) -> tuple[Standing, ...]:
    word = "allow" if line.allows else "forbid"
    verbs, verb = _verbs_of(line, cx)
    if verb is None:
        return (Standing(word, line.verb.text, (), Clauses(), NO_OP),)
    outer = cx.inner(doing=False)
    filled = [filters(each_verb, line.object, line.slots, outer, line.verb.span) for each_verb in verbs]
    around = frozenset.intersection(*(cx.events.get(each_verb.name, frozenset()) for each_verb in verbs))
    inside = cx.inner(hook="forbid", verb=verb, going_on=union_of_events(cx.going_on, around))
    for name, type in slot_types(verb):
        inside.locals[name] = type
    inside.partial.update(_partial_names(verbs, verb))
    _narrow_all(inside, verbs, filled[0])
    clauses = check_clauses(line.clauses, inside, outer)
    if cx.doing and not _has_duration(line):
        cx.report(rule_codes.NEEDS_END, (line.span[0], line.verb.span[1]))
    reason = line.because.value if isinstance(line.because, n.Text) else ""
    cites = [cite.clause for cite in line.marks.cites]
    if isinstance(line.because, n.Cite):
        cites.append(line.because.clause)
    first = Standing(word, verbs[0].name, filled[0], clauses, NO_OP, reason=reason, cites=tuple(cites))
    return _for_each(first, verbs, filled)


# ------------------------------------------------------------------------------------------------------ actions


def action(line: n.Action, cx: Context) -> Op:
    """An action by itself, or one that a keyword, status or card declares."""
    verb = cx.symbols.verbs.get(line.id.text)
    if verb is None or verb.node is not line:
        heads = HeadReader(cx.symbols)
        verb = verb_signature(heads, cx.findings.piece, line)
        cx.findings.diagnostics.extend(heads.diagnostics)
        cx.findings.verbs.append(verb)
    body, clauses = _verb_text(line, verb, cx)
    if not verb.windows:
        cx.report(rule_codes.NEVER_OFFERED, line.id.span, name=line.id.text)
    else:
        check_slots(verb, line, cx)
    return Op("action", t.NOTHING, (body, Op("clauses", data=clauses, span=line.span)), line.id.text, line.span)


def _is_pronoun(node: n.Expr) -> bool:
    """`by r: Bot = it`: a default that depends on the caller."""
    return isinstance(node, n.Name) and node.text in ("it", "me")


def verb_body(line: n.Effect | n.Action, verb: VerbSig, cx: Context) -> Op:
    return _verb_text(line, verb, cx)[0]


def _verb_text(line: n.Effect | n.Action, verb: VerbSig, cx: Context) -> tuple[Op, Clauses]:
    """The body of an effect or action, with its slots and kept names in scope; and the clauses of an action."""
    is_action = isinstance(line, n.Action)
    going_on = cx.events.get(verb.name, frozenset())
    inside = cx.inner(
        where="an action" if is_action else "an effect", verb=verb, hook="", doing=True,
        me=cx.me or verb.by_me or is_action, going_on=union_of_events(cx.going_on, going_on),
        kept=frozenset(verb.keeps),
    )  # fmt: skip
    for slot in verb.slots:
        if slot.name != "me":
            inside.locals[slot.name] = slot.type
        if slot.default is not None and not _is_pronoun(slot.default):
            ex.expect(slot.default, cx.inner(me=True), slot.type, f"the default of `{slot.name}`", slot.name)
    inside.locals.update(verb.keeps)
    for event in line.during if isinstance(line, n.Effect) else ():
        known_verb(event, cx)
    clauses = Clauses()
    if isinstance(line, n.Action):
        clauses = check_clauses(line.clauses, inside, cx.inner(doing=False, me=True))
        windows = frozenset[str]().union(*(cx.events.get(window, frozenset()) for window in clauses.windows))
        inside = inside.inner(
            going_on=union_of_events(union_of_events(inside.going_on, windows), {name for name, _ in clauses.during})
        )
    return sentences.block(line.body, inside), clauses
