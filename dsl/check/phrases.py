"""Phrases: a verb, its object and its prepositions.

Declaration, sentence and hook share one phrase. This module fills the slots of a verb from what a sentence says, tells
which preposition is wrong or missing by showing the whole phrase, and knows what a phrase gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import dsl.check.expressions as ex
import dsl.check.lookup as naming
from dsl.check.context import Context
from dsl.check.placement import belongs, handed_on
from dsl.check.type_inference import inferred, quiet, verb_key
from dsl.diagnostics import Label, did_you_mean
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.diagnostics.codes import text as text_codes
from dsl.ir.findings import Findings
from dsl.ir.operations import NO_OP, Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.builtins import BuiltinVerb
from dsl.names.signatures import SlotSig, VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS


def phrase(line: n.Phrase, cx: Context) -> Op:
    name = line.verb.text
    cx.footprint.names.add(name)
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
    _inside(line, verb, cx)
    filled = fill(line, verb, cx)
    type = gives(verb, cx)
    given = None
    if line.gives is not None:
        given = line.gives.text
        if verb.gives == "":
            cx.report(codes.GIVES_NOTHING, line.gives.span, verb=name, name=given)
            cx.locals.setdefault(given, t.UNKNOWN)
        else:
            _give(line.gives, type, cx)
    names = tuple(slot.name for slot in verb.slots)
    return Op("perform", type, filled, (name, names, given), line.span)


def _inside(line: n.Phrase, verb: VerbSig, cx: Context) -> None:
    """Whether what the head of an effect asks for is going on where it is performed."""
    for event in verb.node.during if isinstance(verb.node, n.Effect) else ():
        own = cx.verb is not None and cx.verb.name == event.text
        if event.text not in cx.symbols.verbs or own or cx.any_event or event.text in cx.going_on:
            continue
        notes = [Label(verb.place, f"its head says `during {event.text}`")] if verb.place is not None else []
        caller = f"`{cx.verb.name}`" if cx.verb is not None and not cx.hook else cx.where
        cx.report(rule_codes.OUTSIDE, line.verb.span, verb=verb.name, event=event.text, caller=caller, notes=notes)


def gives(verb: VerbSig, cx: Context) -> t.Type:
    """What a verb gives; where the form of its `result` does not tell, it follows from its body."""
    if isinstance(verb.gives, str):
        return t.NOTHING
    if not isinstance(verb.gives, t.UnknownT) or not isinstance(verb.node, n.Effect | n.Action):
        return verb.gives
    type = inferred(verb_key(verb), lambda plain: _result_type(verb, plain), cx)
    if verb_key(verb) in cx.symbols.inferred:
        verb.gives = type
    return type


def _result_type(verb: VerbSig, cx: Context) -> t.Type:
    from dsl.check.rules import verb_body

    assert isinstance(verb.node, n.Effect | n.Action)
    type: t.Type = t.UNKNOWN
    for op in _below(verb_body(verb.node, verb, quiet(cx, "an effect"))):
        if op.name == "result":
            type = t.join(type, op.args[0].type, cx.symbols.lineage) or t.UNKNOWN
    return type


def _below(op: Op) -> Iterator[Op]:
    waiting = [op]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(here.args)


def _give(name: n.Name, type: t.Type, cx: Context) -> None:
    from dsl.check.statements import give

    give(name, type, cx)


def _with_body(line: n.Phrase, cx: Context) -> Op:
    name = line.verb.text
    assert line.body is not None
    if name in DECLARATIONS:
        cx.report(text_codes.INDENTED_DECLARATION, line.verb.span, word=name)
    elif name in cx.symbols.verbs or name in builtins.VERBS:
        cx.report(
            rule_codes.WRONG_PLACE, (line.body.span[0], line.body.span[0] + 1), what="a block `{ … }`",
            where=f"the sentence `{name} …`",
            instead="a sentence ends without a block; put what follows on a line of its own",
        )  # fmt: skip
    else:
        unknown_verb(line, cx)
    return NO_OP


def unknown_verb(line: n.Phrase, cx: Context) -> None:
    name = line.verb.text
    if name in DECLARATIONS and name not in ("before", "after"):
        cx.report(text_codes.INDENTED_DECLARATION, line.verb.span, word=name)
        return
    known = chain(cx.symbols.verbs, builtins.VERBS)
    from dsl.syntax.keywords import CHANGES, MEANT_VERBS, SENTENCES

    help = did_you_mean(name, chain(known, SENTENCES))
    if not help and name in MEANT_VERBS:
        help = f"did you mean `{MEANT_VERBS[name]}`?"
    if not help and name in CHANGES:
        help = f"a number is changed with a sign, such as `target.hp {CHANGES[name]} 1`"
    fields = [cx.symbols.kinds[kind].fields[name] for kind in cx.symbols.declared_by(name)]
    if not help and fields and fields[0].sort in ("zone", "children"):
        help = f"`{name}` is a zone: say `move … to me.{name}`"
    elif not help and fields:
        help = f"`{name}` is a field: to set it write `target.{name} = …`"
    if not help and name in cx.symbols.rules:
        help = f"`{name}` is a rule: it is asked inside an expression, such as `if {name}(…) {{ … }}`"
    if not help and name in builtins.FUNCTIONS:
        help = f"`{name}` is a function: it computes, so it stands inside an expression"
    cx.report(codes.UNKNOWN_VERB, line.verb.span, name=name, help=help)


def fill(line: n.Phrase, verb: VerbSig, cx: Context) -> tuple[Op, ...]:
    """The slots of a verb in their order; what is unsaid is a default, `me`, or missing."""
    notes = [Label(verb.place, "the verb is declared here")] if verb.place else []
    said = _said(line, verb, cx, notes)
    found: list[Op] = []
    missing: list[str] = []
    for slot in verb.slots:
        if slot.preposition in said:
            found.append(filled(said[slot.preposition], slot, verb.name, cx))
            continue
        unsaid = _unsaid(line, slot, verb, cx)
        if unsaid is None:
            missing.append("somebody who does it: `by …`" if slot.name == "me" else f"`{slot.spelt}`")
        found.append(unsaid or NO_OP)
    if missing and all(verb.slot(preposition) is not None for preposition in said):
        cx.report(
            codes.MISSING_SLOT, line.verb.span, verb=verb.name, slot=" and ".join(missing), phrase=f"`{verb.phrase}`",
            notes=notes,
        )  # fmt: skip
    return tuple(found)


def _said(line: n.Phrase, verb: VerbSig, cx: Context, notes: list[Label]) -> dict[str, n.Expr]:
    said: dict[str, n.Expr] = {}
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
        said[""] = line.object
    for slot in line.slots:
        if slot.preposition in said:
            cx.report(codes.SLOT_TWICE, slot.span, slot=slot.preposition)
            continue
        said[slot.preposition] = slot.value
        if verb.slot(slot.preposition) is None:
            cx.report(
                codes.WRONG_SLOT,
                slot.span,
                verb=verb.name,
                slot=f"`{slot.preposition}`",
                phrase=f"`{verb.phrase}`",
                notes=notes,
            )
    return said


def filled(node: n.Expr, slot: SlotSig, verb: str, cx: Context) -> Op:
    """A filled slot. A list where one thing is wanted makes one event for each."""
    type = t.plain(slot.type)
    if isinstance(type, t.UnknownT):
        anything = ex.value(node, cx)
        if verb in cx.symbols.verbs:
            handed_on(anything, slot, cx.symbols.verbs[verb], cx)
        return anything
    wanted = t.ListT(type) if isinstance(type, t.KindT) else slot.type
    found = ex.value(node, cx, type)
    of_die = isinstance(type, t.KindT) and type.name in cx.symbols.dice
    if cx.seats and of_die and isinstance(found.type, t.SymbolT | t.NumberT):
        return found  # in a scenario a die is named by what it shows
    if isinstance(found.type, t.NothingT) and isinstance(slot.type, t.MaybeT):
        return found  # `none` where nothing may be
    if not t.fits(found.type, wanted, cx.symbols.lineage):
        ex.wrong_type(node, cx, slot.type, found, f"`{slot.spelt}` of `{verb}`")
    elif isinstance(type, t.NumberT):
        return ex.expect(node, cx, slot.type, f"`{slot.spelt}`", slot.name)
    return found


def _unsaid(line: n.Phrase, slot: SlotSig, verb: VerbSig, cx: Context) -> Op | None:
    """What stands in for a slot that is not said; none if nothing can."""
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
    known = {slot.preposition: slot for slot in verb.slots}
    said: dict[str, n.Expr] = {"": line.object} if line.object is not None else {}
    wrong = False
    for slot in line.slots:
        if slot.preposition not in known:
            cx.report(codes.WRONG_SLOT, slot.span, verb=verb.name, slot=f"`{slot.preposition}`", phrase=usage)
            wrong = True
            continue
        if slot.preposition in said:
            cx.report(codes.SLOT_TWICE, slot.span, slot=slot.preposition)
        said[slot.preposition] = slot.value
    single = verb.name == "take" and _is_one(said.get(""), cx)
    if single:
        said[""] = n.Number(1, span=said[""].span)
    found: list[Op] = []
    for slot_sig in verb.slots:
        node = said.get(slot_sig.preposition)
        if slot_sig.wants == "end" and line.until is not None:
            found.append(_ending(line.until, cx))
            continue
        if node is None:
            found.append(NO_OP)
            if not slot_sig.optional and not wrong:
                spelt = f"{slot_sig.preposition} {slot_sig.name}".strip()
                cx.report(codes.MISSING_SLOT, line.verb.span, verb=verb.name, slot=f"`{spelt}`", phrase=usage)
            continue
        found.append(_builtin_slot(node, slot_sig.wants, f"`{verb.name}`", said, cx))
    type = _builtin_gives(verb, found, said, cx)
    if single:
        type = t.item(type) or type
    belongs(line, verb.name, {slot.name: op for slot, op in zip(verb.slots, found, strict=True)}, cx)
    _note(verb, found, cx)
    if verb.name in ("give", "lose") and isinstance(found[0].type, t.MarkT):
        ex.can_bear(found[0].type, found[1].type, found[0].span, cx)
    given = None
    if line.gives is not None:
        given = line.gives.text
        if not verb.gives:
            help = f"leave out `as {given}`"
            cx.report(codes.GIVES_NOTHING, line.gives.span, verb=verb.name, name=given, help=help)
        else:
            _give(line.gives, type, cx)
    names = tuple(slot_sig.name for slot_sig in verb.slots)
    return Op("perform", type, tuple(found), (verb.name, names, given), line.span)


def _is_one(node: n.Expr | None, cx: Context) -> bool:
    """`take one of Torch as torch`: one thing, not a list of one; unless a number here is called `one`."""
    if not isinstance(node, n.Name) or node.text != "one":
        return False
    return not any("one" in some for some in (cx.locals, cx.symbols.rules, cx.symbols.fields("Table")))


def _ending(clause: n.Until, cx: Context) -> Op:
    from dsl.check.rules import check_clauses

    return Op("lasts", data=check_clauses((clause,), cx, cx), span=clause.span)


def no_ending(line: n.Phrase, cx: Context) -> None:
    """`until` behind a sentence that does something at once, or behind a field."""
    verb = builtins.VERBS.get(line.verb.text)
    if line.until is None or (verb is not None and any(slot.wants == "end" for slot in verb.slots)):
        return
    instead = (
        "leave it out; what holds for a while is a rule such as `modify … until …`, or `give Keyword to … until …`"
    )
    cx.report(rule_codes.NO_ENDING, line.until.span, verb=line.verb.text, instead=instead)


def _builtin_slot(node: n.Expr, wants: str, where: str, said: dict[str, n.Expr], cx: Context) -> Op:
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
            found = ex.value(node, cx, _called(node))
            if isinstance(t.plain(found.type), t.NumberT | t.TextT | t.TruthT | t.SymbolT):
                ex.wrong_type(node, cx, t.THING, found, where)
            return found
        case "things":
            found = ex.value(node, cx, _called(node))
            if not isinstance(t.item(found.type) or t.plain(found.type), t.KindT | t.UnknownT):
                ex.wrong_type(node, cx, t.THING, found, where)
            return found
        case "list":
            return ex.several(node, cx, where)
        case "mark":
            if not naming.known_mark(node, cx):
                return NO_OP
            found = ex.value(node, cx)
            if not isinstance(t.item(found.type) or found.type, t.MarkT | t.UnknownT):
                help = "name a keyword or status, such as `Burn(2)`"
                cx.report(
                    codes.WRONG_TYPE, node.span, where=where, wanted="a keyword or status", found=t.show(found.type),
                    help=help
                )  # fmt: skip
            elif isinstance(found.type, t.MarkT):
                cx.footprint.gives.add(found.type.name)
            return found
        case "script":
            found = ex.value(node, cx)
            if not isinstance(t.plain(found.type), t.ScriptT | t.UnknownT):
                ex.wrong_type(node, cx, t.ScriptT(None), found, where)
            cx.footprint.may_ask = True
            return found
        case "dice":
            found = ex.value(node, cx)
            die = t.item(found.type) or t.plain(found.type)
            is_die = isinstance(die, t.KindT) and "Die" in cx.symbols.lineage(die.name)
            if not isinstance(die, t.UnknownT) and not is_die:
                if where == "`set`" and isinstance(die, t.NumberT | t.TruthT | t.SymbolT):
                    spelt = cx.findings.piece.text[node.span[0] : node.span[1]]
                    help = f"`set` turns a die; a value is set with `=`: `{spelt} = …`"
                    cx.report(
                        codes.WRONG_TYPE, node.span, where=where, wanted="a die", found=t.show(found.type), help=help
                    )
                else:
                    ex.wrong_type(node, cx, t.KindT("Die"), found, where)
            return found
        case "face":
            return _face(node, said, where, cx)
        case "event":
            return _event(node, where, cx)
        case "map":
            return ex.expect(node, cx, t.KindT("Map"), where)
        case "flow":
            return ex.expect(node, cx, t.RefT("flow"), where)
        case "die sort":
            return _die_sort(node, cx)
        case "dice to roll":
            if "of" in said:
                return ex.expect(node, cx, t.COUNT, where)
            if isinstance(node, n.Name) and node.text in cx.symbols.dice:
                return _die_sort(node, cx)
            if isinstance(node, n.Name) and node.text[0].isupper() and not cx.symbols.called(node.text):
                cx.report(codes.UNKNOWN_DIE, node.span, name=node.text, help=did_you_mean(node.text, cx.symbols.dice))
                return NO_OP
            return ex.value(node, cx, t.RefT("kind"))  # a sort of dice may be looked up: `(if strong then D6 else D4)`
        case "place":
            return _place(node, where, cx)
        case _:
            return ex.value(node, cx)


def _called(node: n.Expr) -> t.Type | None:
    """Where things are wanted a text is a shown name."""
    return t.THING if isinstance(node, n.Text) else None


def _face(node: n.Expr, said: dict[str, n.Expr], where: str, cx: Context) -> Op:
    """A face of the die that is named as the object: its symbols, its numbers, or what another such die shows."""
    die = ex.value(said[""], cx.inner(findings=Findings(cx.findings.piece))).type if "" in said else t.UNKNOWN
    kind = t.item(die) or t.plain(die)
    sig = cx.symbols.dice.get(kind.name) if isinstance(kind, t.KindT) else None
    if sig is None:
        return ex.value(node, cx)
    wanted = t.FaceT(sig.name, sig.numeric)
    found = ex.value(node, cx, wanted)
    if not isinstance(t.plain(found.type), t.SymbolT | t.NumberT | t.UnknownT) and not t.fits(
        found.type, wanted, cx.symbols.lineage
    ):
        ex.wrong_type(node, cx, wanted, found, where)
    return found


def _event(node: n.Expr, where: str, cx: Context) -> Op:
    """An event that is going on, or the open window."""
    found = ex.value(node, cx)
    if not isinstance(t.plain(found.type), t.EventT | t.UnknownT) and t.plain(found.type) != t.RefT("window"):
        help = "name an event that is going on, such as `turn`, or say `window`"
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted="an event that is going on", found=t.show(found.type),
            help=help
        )  # fmt: skip
    return found


def _die_sort(node: n.Expr, cx: Context) -> Op:
    if isinstance(node, n.Name) and node.text in cx.symbols.dice:
        cx.footprint.names.add(node.text)
        return Op("word", t.RefT("kind"), data=("kind", node.text), span=node.span)
    if isinstance(node, n.Name) and node.text[0].isupper():
        cx.report(codes.UNKNOWN_DIE, node.span, name=node.text, help=did_you_mean(node.text, cx.symbols.dice))
        return NO_OP
    return ex.value(node, cx)


def _place(node: n.Expr, where: str, cx: Context) -> Op:
    """A zone, a level of a zone, or a space."""
    found = ex.value(node, cx, t.KindT("Space"))
    type = t.plain(found.type)
    zone = found
    while zone.name == "at":
        zone = zone.args[0]
    if zone.name in ("field", "table_field"):
        kind, name = zone.data if zone.name == "field" else ("Table", zone.data)
        field = cx.symbols.field(kind, name) if kind else None
        if field is not None and field.sort in ("zone", "children"):
            cx.footprint.changes.add(f"{kind}.{name}")
            return found
    if isinstance(type, t.UnknownT) or (isinstance(type, t.KindT) and type.name != "Player"):
        return found
    cx.report(
        codes.WRONG_TYPE, node.span, where=where, wanted="a zone or a space", found=t.show(found.type),
        help="name a zone such as `me.hand`, or a space",
    )  # fmt: skip
    return found


def _builtin_gives(verb: BuiltinVerb, found: list[Op], said: dict[str, n.Expr], cx: Context) -> t.Type:
    if verb.name == "take":
        sort = found[1]
        kind = sort.data if sort.name == "kind" else sort.data[1] if sort.name == "word" else None
        return t.ListT(t.KindT(kind)) if isinstance(kind, str) else t.ListT(sort.type)
    if verb.name != "roll":
        return ex.notation(verb.gives) if verb.gives else t.NOTHING
    dice = found[1] if "of" in said else found[0]
    if dice.name == "word" and isinstance(dice.data, tuple):
        die = str(dice.data[1])
        sig = cx.symbols.dice.get(die)
        if "of" in said:
            return t.ListT(t.KindT(die))
        return t.FaceT(die, bool(sig and sig.numeric))
    if t.plain(dice.type) == t.RefT("kind"):  # which die is known only at the table; its face may be read either way
        return t.FaceT("Die", True)
    of = t.item(dice.type)
    if of is not None:
        return t.ListT(of)
    kind_type = t.plain(dice.type)
    if isinstance(kind_type, t.KindT) and "Die" in cx.symbols.lineage(kind_type.name):
        sig = cx.symbols.dice.get(kind_type.name)
        return t.FaceT(kind_type.name, sig is None or sig.numeric)
    if not isinstance(kind_type, t.UnknownT | t.RefT | t.NothingT) and said.get("") is not None:
        cx.report(
            codes.WRONG_TYPE, said[""].span, where="`roll`", wanted="dice", found=t.show(dice.type),
            help="roll a die (`roll D6`), several (`roll 2 of D6`), or dice that lie in a zone",
        )  # fmt: skip
    return t.UNKNOWN


def _note(verb: BuiltinVerb, found: list[Op], cx: Context) -> None:
    """What a verb of the language adds to the footprint."""
    first = found[0] if found else NO_OP
    if verb.name in ("show", "arrange"):
        cx.footprint.may_ask |= verb.name == "arrange"
        cx.footprint.shows.add(str(first.data))
    if verb.name in ("take", "give", "lose") and first.name == "mark":
        cx.footprint.names.add(str(first.data))
    ends = verb.name == "lose" or (verb.name == "give" and found[-1].name == "lasts")
    if ends and first.name == "mark":
        cx.footprint.loses.add(str(first.data))
