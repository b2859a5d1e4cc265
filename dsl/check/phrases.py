"""Checks phrases: a verb, its object and its prepositions.

Declarations, sentences and hooks share one form of phrase. This module fills the slots of a verb from a sentence,
reports wrong and missing prepositions with the whole phrase, and computes the type of the result.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import dsl.check.expressions as ex
import dsl.check.lookup as naming
from dsl.check.context import Context
from dsl.check.placement import check_destination, check_passed_zone
from dsl.check.type_inference import inferred, quiet, verb_key
from dsl.diagnostics import Label, did_you_mean
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.diagnostics.codes import text as text_codes
from dsl.ir.effects.walk import walk_own
from dsl.ir.findings import Findings
from dsl.ir.name_trace import Performed
from dsl.ir.operations import NO_OP, Op
from dsl.lazy import lazy_module
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.builtins import BuiltinVerb
from dsl.names.signatures import SlotSig, VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.keywords import CHANGES, DECLARATIONS, MEANT_VERBS, SENTENCES

if TYPE_CHECKING:
    from dsl.check import rules, statements
else:
    rules = lazy_module("dsl.check.rules")
    statements = lazy_module("dsl.check.statements")


def phrase(line: n.Phrase, cx: Context) -> Op:
    name = line.verb.text
    cx.footprint.names.add(name)
    if cx.findings.trace is not None:
        cx.findings.trace.performed.append(Performed(line, cx))
    no_ending(line, cx)
    if line.body is not None:
        return _with_body(line, cx)
    if name in builtins.VERBS:
        return _builtin(line, builtins.VERBS[name], cx)
    verb = cx.symbols.verbs.get(name)
    if verb is None:
        unknown_verb(line, cx)
        if line.gives is not None:
            cx.locals.setdefault(line.gives.text, t.UNKNOWN)
        return NO_OP
    cx.footprint.performs.add(name)
    _check_enclosing_events(line, verb, cx)
    filled = fill(line, verb, cx)
    type = result_type(verb, cx)
    given = None
    if line.gives is not None:
        given = line.gives.text
        if verb.gives == "":
            cx.report(codes.GIVES_NOTHING, line.gives.span, verb=name, name=given)
            cx.locals.setdefault(given, t.UNKNOWN)
        else:
            _give_name(line.gives, type, cx)
    names = tuple(slot.name for slot in verb.slots)
    return Op("perform", type, filled, (name, names, given), line.span)


def _check_enclosing_events(line: n.Phrase, verb: VerbSig, cx: Context) -> None:
    """Check that the events that the head of an effect requires are in progress."""
    for event in verb.node.during if isinstance(verb.node, n.Effect) else ():
        is_current = cx.verb is not None and cx.verb.name == event.text
        if event.text not in cx.symbols.verbs or is_current or cx.any_event or event.text in cx.going_on:
            continue
        notes = [Label(verb.place, f"its head says `during {event.text}`")] if verb.place is not None else []
        caller = f"`{cx.verb.name}`" if cx.verb is not None and not cx.hook else cx.where
        cx.report(rule_codes.OUTSIDE, line.verb.span, verb=verb.name, event=event.text, caller=caller, notes=notes)


def result_type(verb: VerbSig, cx: Context) -> t.Type:
    """The type of a verb's result; if the form of its `result` does not show it, it is inferred from the body."""
    if isinstance(verb.gives, str):
        return t.NOTHING
    if not isinstance(verb.gives, t.UnknownT) or not isinstance(verb.node, n.Effect | n.Action):
        return verb.gives
    type = inferred(verb_key(verb), lambda plain: _result_type(verb, plain), cx)
    if verb_key(verb) in cx.symbols.inferred:
        verb.gives = type
    return type


def _result_type(verb: VerbSig, cx: Context) -> t.Type:
    assert isinstance(verb.node, n.Effect | n.Action)
    type: t.Type = t.UNKNOWN
    for op in walk_own(rules.verb_body(verb.node, verb, quiet(cx, "an effect"))):
        if op.name == "result":
            type = t.join(type, op.args[0].type, cx.symbols.lineage) or t.UNKNOWN
    return type


def _give_name(name: n.Name, type: t.Type, cx: Context) -> None:
    statements.declare_result(name, type, cx)


def _with_body(line: n.Phrase, cx: Context) -> Op:
    name = line.verb.text
    assert line.body is not None
    if name in DECLARATIONS:
        cx.report(text_codes.INDENTED_DECLARATION, line.verb.span, word=name)
    elif name in cx.symbols.verbs or name in builtins.VERBS:
        cx.report(
            rule_codes.WRONG_PLACE, (line.body.span[0], line.body.span[0] + 1), what="a block `{ … }`",
            where=f"the sentence `{name} …`",
            instead="a sentence has no block; put the following sentences on their own lines",
        )  # fmt: skip
    else:
        unknown_verb(line, cx)
    return NO_OP


def unknown_verb(line: n.Phrase, cx: Context) -> None:
    name = line.verb.text
    if name in DECLARATIONS and name not in ("before", "after"):
        cx.report(text_codes.INDENTED_DECLARATION, line.verb.span, word=name)
        return
    verbs = chain(cx.symbols.verbs, builtins.VERBS)
    help = did_you_mean(name, chain(verbs, SENTENCES))
    if not help and name in MEANT_VERBS:
        help = f"did you mean `{MEANT_VERBS[name]}`?"
    if not help and name in CHANGES:
        help = f"write a change of a number with a sign, such as `target.hp {CHANGES[name]} 1`"
    fields = [cx.symbols.kinds[kind].fields[name] for kind in cx.symbols.declared_by(name)]
    if not help and fields and fields[0].sort in ("zone", "children"):
        help = f"`{name}` is a zone: write `move … to me.{name}`"
    elif not help and fields:
        help = f"`{name}` is a field: write `target.{name} = …` to set it"
    if not help and name in cx.symbols.rules:
        help = f"`{name}` is a rule: use it in an expression, such as `if {name}(…) {{ … }}`"
    if not help and name in builtins.FUNCTIONS:
        help = f"`{name}` is a function: use it in an expression"
    cx.report(codes.UNKNOWN_VERB, line.verb.span, name=name, help=help)


def fill(line: n.Phrase, verb: VerbSig, cx: Context) -> tuple[Op, ...]:
    """The slots of a verb in their order; an omitted slot is a default, `me`, or missing."""
    notes = [Label(verb.place, "the verb is declared here")] if verb.place else []
    values = _values_by_preposition(line, verb, cx, notes)
    ops: list[Op] = []
    missing: list[str] = []
    for slot in verb.slots:
        if slot.preposition in values:
            ops.append(slot_value(values[slot.preposition], slot, verb.name, cx))
            continue
        default = _omitted_slot(line, slot, verb, cx)
        if default is None:
            missing.append("the player who acts: `by …`" if slot.name == "me" else f"`{slot.spelt}`")
        ops.append(default or NO_OP)
    if missing and all(verb.slot(preposition) is not None for preposition in values):
        cx.report(
            codes.MISSING_SLOT, line.verb.span, verb=verb.name, slot=" and ".join(missing), phrase=f"`{verb.phrase}`",
            notes=notes,
        )  # fmt: skip
    return tuple(ops)


def _values_by_preposition(line: n.Phrase, verb: VerbSig, cx: Context, notes: list[Label]) -> dict[str, n.Expr]:
    values: dict[str, n.Expr] = {}
    if line.object is not None:
        if verb.slot("") is None:
            cx.report(
                codes.WRONG_SLOT,
                line.object.span,
                verb=verb.name,
                slot="object",
                phrase=f"`{verb.phrase}`",
                notes=notes,
            )
        values[""] = line.object
    for slot in line.slots:
        if slot.preposition in values:
            cx.report(codes.SLOT_TWICE, slot.span, slot=slot.preposition)
            continue
        values[slot.preposition] = slot.value
        if verb.slot(slot.preposition) is None:
            cx.report(
                codes.WRONG_SLOT,
                slot.span,
                verb=verb.name,
                slot=f"`{slot.preposition}`",
                phrase=f"`{verb.phrase}`",
                notes=notes,
            )
    return values


def slot_value(node: n.Expr, slot: SlotSig, verb: str, cx: Context) -> Op:
    """The value of a slot. A list where a single thing is expected causes one event for each item."""
    type = t.plain(slot.type)
    if isinstance(type, t.UnknownT):
        untyped = ex.value(node, cx)
        if verb in cx.symbols.verbs:
            check_passed_zone(untyped, slot, cx.symbols.verbs[verb], cx)
        return untyped
    expected = t.ListT(type) if isinstance(type, t.KindT) else slot.type
    op = ex.value(node, cx, type)
    of_die = isinstance(type, t.KindT) and type.name in cx.symbols.dice
    if cx.seats and of_die and isinstance(op.type, t.SymbolT | t.NumberT):
        return op  # in a scenario a die is named by its face
    if isinstance(op.type, t.NothingT) and isinstance(slot.type, t.MaybeT):
        return op  # `none` in an optional slot
    if not t.fits(op.type, expected, cx.symbols.lineage):
        ex.wrong_type(node, cx, slot.type, op, f"`{slot.spelt}` of `{verb}`")
    elif isinstance(type, t.NumberT):
        return ex.expect(node, cx, slot.type, f"`{slot.spelt}`", slot.name)
    return op


def _omitted_slot(line: n.Phrase, slot: SlotSig, verb: VerbSig, cx: Context) -> Op | None:
    """The value of an omitted slot; None if it is required."""
    if slot.name == "me":
        return Op("me", t.PLAYER, span=line.span) if cx.me else None
    if slot.default is not None:
        if isinstance(slot.default, n.Name) and slot.default.text in ("it", "me"):
            if (slot.default.text == "it" and cx.it is not None) or (slot.default.text == "me" and cx.me):
                return ex.value(slot.default, cx)
        else:
            return Op("default", slot.type, data=(verb.name, slot.name), span=line.span)
    elif not slot.required:
        return NO_OP
    return None


# ----------------------------------------------------------------------------------------- verbs of the language


def _builtin(line: n.Phrase, verb: BuiltinVerb, cx: Context) -> Op:
    cx.footprint.performs.add(verb.name)
    usage = f"`{verb.usage}`"
    slots = {slot.preposition: slot for slot in verb.slots}
    values: dict[str, n.Expr] = {"": line.object} if line.object is not None else {}
    has_error = False
    for slot in line.slots:
        if slot.preposition not in slots:
            cx.report(codes.WRONG_SLOT, slot.span, verb=verb.name, slot=f"`{slot.preposition}`", phrase=usage)
            has_error = True
            continue
        if slot.preposition in values:
            cx.report(codes.SLOT_TWICE, slot.span, slot=slot.preposition)
        values[slot.preposition] = slot.value
    single = verb.name == "take" and _is_single(values.get(""), cx)
    if single:
        values[""] = n.Number(1, span=values[""].span)
    ops: list[Op] = []
    for slot_sig in verb.slots:
        node = values.get(slot_sig.preposition)
        if slot_sig.wants == "end" and line.until is not None:
            ops.append(_ending(line.until, cx))
            continue
        if node is None:
            ops.append(NO_OP)
            if not slot_sig.optional and not has_error:
                spelt = f"{slot_sig.preposition} {slot_sig.name}".strip()
                cx.report(codes.MISSING_SLOT, line.verb.span, verb=verb.name, slot=f"`{spelt}`", phrase=usage)
            continue
        ops.append(_builtin_slot(node, slot_sig.wants, f"`{verb.name}`", values, cx))
    type = _builtin_gives(verb, ops, values, cx)
    if single:
        type = t.item(type) or type
    check_destination(line, verb.name, {slot.name: op for slot, op in zip(verb.slots, ops, strict=True)}, cx)
    _add_to_footprint(verb, ops, cx)
    if verb.name in ("give", "lose") and isinstance(ops[0].type, t.MarkT):
        ex.check_bearer(ops[0].type, ops[1].type, ops[0].span, cx)
    given = None
    if line.gives is not None:
        given = line.gives.text
        if not verb.gives:
            help = f"leave out `as {given}`"
            cx.report(codes.GIVES_NOTHING, line.gives.span, verb=verb.name, name=given, help=help)
        else:
            _give_name(line.gives, type, cx)
    names = tuple(slot_sig.name for slot_sig in verb.slots)
    return Op("perform", type, tuple(ops), (verb.name, names, given), line.span)


def _is_single(node: n.Expr | None, cx: Context) -> bool:
    """`take one of Torch as torch`: a single thing, not a list of one; unless a number is named `one`."""
    if not isinstance(node, n.Name) or node.text != "one":
        return False
    return not any("one" in names for names in (cx.locals, cx.symbols.rules, cx.symbols.fields("Table")))


def _ending(clause: n.Until, cx: Context) -> Op:
    return Op("lasts", data=rules.check_clauses((clause,), cx, cx), span=clause.span)


def no_ending(line: n.Phrase, cx: Context) -> None:
    """`until` after a sentence that is performed at once, or after a field."""
    verb = builtins.VERBS.get(line.verb.text)
    if line.until is None or (verb is not None and any(slot.wants == "end" for slot in verb.slots)):
        return
    instead = "remove it; only rules such as `modify … until …` and `give Keyword to … until …` have a duration"
    cx.report(rule_codes.NO_ENDING, line.until.span, verb=line.verb.text, instead=instead)


def _builtin_slot(node: n.Expr, wants: str, where: str, values: dict[str, n.Expr], cx: Context) -> Op:
    match wants:
        case "number":
            return ex.expect(node, cx, t.COUNT, where)
        case "player":
            return ex.expect(node, cx, t.PLAYER, where)
        case "players" | "players or none":
            if wants == "players or none" and isinstance(node, n.Nothing):
                return NO_OP
            return ex.expect(node, cx, t.ListT(t.PLAYER), where)
        case "sort":
            op = ex.value(node, cx, _expected_for_text(node))
            if isinstance(t.plain(op.type), t.NumberT | t.TextT | t.TruthT | t.SymbolT):
                ex.wrong_type(node, cx, t.THING, op, where)
            return op
        case "things":
            op = ex.value(node, cx, _expected_for_text(node))
            if not isinstance(t.item(op.type) or t.plain(op.type), t.KindT | t.UnknownT):
                ex.wrong_type(node, cx, t.THING, op, where)
            return op
        case "list":
            return ex.as_list_of(node, cx, where)
        case "mark":
            if not naming.known_mark(node, cx):
                return NO_OP
            op = ex.value(node, cx)
            if not isinstance(t.item(op.type) or op.type, t.MarkT | t.UnknownT):
                help = "name a keyword or status, such as `Burn(2)`"
                cx.report(
                    codes.WRONG_TYPE, node.span, where=where, wanted="a keyword or status", found=t.show(op.type),
                    help=help
                )  # fmt: skip
            return op
        case "script":
            op = ex.value(node, cx)
            if not isinstance(t.plain(op.type), t.ScriptT | t.UnknownT):
                ex.wrong_type(node, cx, t.ScriptT(None), op, where)
            return op
        case "dice":
            op = ex.value(node, cx)
            die = t.item(op.type) or t.plain(op.type)
            is_die = isinstance(die, t.KindT) and "Die" in cx.symbols.lineage(die.name)
            if not isinstance(die, t.UnknownT) and not is_die:
                if where == "`set`" and isinstance(die, t.NumberT | t.TruthT | t.SymbolT):
                    text = cx.findings.piece.text[node.span[0] : node.span[1]]
                    help = f"`set` turns a die; set a value with `=`: `{text} = …`"
                    cx.report(
                        codes.WRONG_TYPE, node.span, where=where, wanted="a die", found=t.show(op.type), help=help
                    )
                else:
                    ex.wrong_type(node, cx, t.KindT("Die"), op, where)
            return op
        case "face":
            return _face(node, values, where, cx)
        case "event":
            return _event(node, where, cx)
        case "map":
            return ex.expect(node, cx, t.KindT("Map"), where)
        case "flow":
            return ex.expect(node, cx, t.RefT("flow"), where)
        case "die sort":
            return _die_kind(node, cx)
        case "dice to roll":
            if "of" in values:
                return ex.expect(node, cx, t.COUNT, where)
            if isinstance(node, n.Name) and node.text in cx.symbols.dice:
                return _die_kind(node, cx)
            if isinstance(node, n.Name) and node.text[0].isupper() and not cx.symbols.called(node.text):
                cx.report(codes.UNKNOWN_DIE, node.span, name=node.text, help=did_you_mean(node.text, cx.symbols.dice))
                return NO_OP
            return ex.value(node, cx, t.RefT("kind"))  # the kind of dice may be computed: `(if strong then D6 else D4)`
        case "place":
            return _place(node, where, cx)
        case _:
            return ex.value(node, cx)


def _expected_for_text(node: n.Expr) -> t.Type | None:
    """Where things are expected, a text is a display name."""
    return t.THING if isinstance(node, n.Text) else None


def _face(node: n.Expr, values: dict[str, n.Expr], where: str, cx: Context) -> Op:
    """A face of the die that is the object: one of its symbols or numbers, or the face of another such die."""
    die = ex.value(values[""], cx.inner(findings=Findings(cx.findings.piece))).type if "" in values else t.UNKNOWN
    kind = t.item(die) or t.plain(die)
    sig = cx.symbols.dice.get(kind.name) if isinstance(kind, t.KindT) else None
    if sig is None:
        return ex.value(node, cx)
    expected = t.FaceT(sig.name, sig.numeric)
    op = ex.value(node, cx, expected)
    if not isinstance(t.plain(op.type), t.SymbolT | t.NumberT | t.UnknownT) and not t.fits(
        op.type, expected, cx.symbols.lineage
    ):
        ex.wrong_type(node, cx, expected, op, where)
    return op


def _event(node: n.Expr, where: str, cx: Context) -> Op:
    """An event in progress, or the open window."""
    op = ex.value(node, cx)
    if not isinstance(t.plain(op.type), t.EventT | t.UnknownT) and t.plain(op.type) != t.RefT("window"):
        help = "name an event in progress, such as `turn`, or write `window`"
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted="an event in progress", found=t.show(op.type),
            help=help
        )  # fmt: skip
    return op


def _die_kind(node: n.Expr, cx: Context) -> Op:
    if isinstance(node, n.Name) and node.text in cx.symbols.dice:
        cx.footprint.names.add(node.text)
        return Op("word", t.RefT("kind"), data=("kind", node.text), span=node.span)
    if isinstance(node, n.Name) and node.text[0].isupper():
        cx.report(codes.UNKNOWN_DIE, node.span, name=node.text, help=did_you_mean(node.text, cx.symbols.dice))
        return NO_OP
    return ex.value(node, cx)


def _place(node: n.Expr, where: str, cx: Context) -> Op:
    """A zone, a level of a zone, or a space."""
    op = ex.value(node, cx, t.KindT("Space"))
    type = t.plain(op.type)
    zone = op
    while zone.name == "at":
        zone = zone.args[0]
    if zone.name in ("field", "table_field"):
        kind, name = zone.data if zone.name == "field" else ("Table", zone.data)
        field = cx.symbols.field(kind, name) if kind else None
        if field is not None and field.sort in ("zone", "children"):
            return op
    if isinstance(type, t.UnknownT) or (isinstance(type, t.KindT) and type.name != "Player"):
        return op
    cx.report(
        codes.WRONG_TYPE, node.span, where=where, wanted="a zone or a space", found=t.show(op.type),
        help="name a zone such as `me.hand`, or a space",
    )  # fmt: skip
    return op


def _builtin_gives(verb: BuiltinVerb, ops: list[Op], values: dict[str, n.Expr], cx: Context) -> t.Type:
    if verb.name == "take":
        source = ops[1]
        kind = source.data if source.name == "kind" else source.data[1] if source.name == "word" else None
        return t.ListT(t.KindT(kind)) if isinstance(kind, str) else t.ListT(source.type)
    if verb.name != "roll":
        return ex.notation(verb.gives) if verb.gives else t.NOTHING
    dice = ops[1] if "of" in values else ops[0]
    if dice.name == "word" and isinstance(dice.data, tuple):
        die = str(dice.data[1])
        sig = cx.symbols.dice.get(die)
        if "of" in values:
            return t.ListT(t.KindT(die))
        return t.FaceT(die, bool(sig and sig.numeric))
    if t.plain(dice.type) == t.RefT("kind"):  # the die is known only at run time; its face may be a number or a symbol
        return t.FaceT("Die", True)
    of = t.item(dice.type)
    if of is not None and _may_be_dice(of, cx):
        return t.ListT(of)
    kind_type = t.plain(dice.type)
    if isinstance(kind_type, t.KindT) and "Die" in cx.symbols.lineage(kind_type.name):
        sig = cx.symbols.dice.get(kind_type.name)
        return t.FaceT(kind_type.name, sig is None or sig.numeric)
    if not isinstance(kind_type, t.UnknownT | t.RefT | t.NothingT) and values.get("") is not None:
        cx.report(
            codes.WRONG_TYPE, values[""].span, where="`roll`", wanted="dice", found=t.show(dice.type),
            help="roll a die (`roll D6`), several (`roll 2 of D6`), or dice in a zone",
        )  # fmt: skip
    return t.UNKNOWN


def _may_be_dice(type: t.Type, cx: Context) -> bool:
    """Whether the things of a list can be dice; `Thing` can."""
    plain = t.plain(type)
    if isinstance(plain, t.KindT):
        return "Die" in cx.symbols.lineage(plain.name) or plain.name in cx.symbols.lineage("Die")
    return isinstance(plain, t.UnknownT | t.NothingT)


def _add_to_footprint(verb: BuiltinVerb, ops: list[Op], cx: Context) -> None:
    """Add the effects of a built-in verb to the footprint."""
    first = ops[0] if ops else NO_OP
    if verb.name in ("take", "give", "lose") and first.name == "mark":
        cx.footprint.names.add(str(first.data))
    ends = verb.name == "lose" or (verb.name == "give" and ops[-1].name == "lasts")
    if ends and first.name == "mark":
        cx.footprint.loses.add(str(first.data))
