"""Calls: functions of the language, rules and defines with parameters, keywords with numbers.

What a function of the language wants stands in `dsl.names.builtins` in a small notation; this module reads that
notation. An argument `… of that` is looked at once for each item of the first one, so its bare names are fields of
that item.
"""

from __future__ import annotations

from itertools import chain

from attrs import define, field

import dsl.check.expressions as ex
from dsl.check.context import Context
from dsl.diagnostics import Label, did_you_mean
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.operations import NO_OP, Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.builtins import Function, Want
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n
from dsl.text.source import Place


def call(node: n.Call, cx: Context, wanted: t.Type | None = None) -> Op:
    name = node.name
    cx.footprint.names.add(name)
    if name in cx.symbols.marks:
        mark = cx.symbols.marks[name]
        args = arguments(name, mark.params, node.args, node, cx, mark.place)
        return Op("mark", t.MarkT(name), args, name, node.span)
    if name in cx.symbols.rules:
        rule = cx.symbols.rules[name]
        args = arguments(name, rule.params, node.args, node, cx, rule.place)
        found = ex.ask(rule, args or (NO_OP,), cx, node.span)
        return Op(found.name, found.type, args, found.data, node.span)
    if name in ("times", "would"):
        return _looks_at_verbs(node, cx)
    if name in builtins.FUNCTIONS:
        return _function(node, builtins.FUNCTIONS[name], cx)
    if name in builtins.SCENARIO_FUNCTIONS and cx.where == "a scenario":
        return _function(node, builtins.SCENARIO_FUNCTIONS[name], cx)
    if name in cx.symbols.tables:
        cx.report(codes.UNKNOWN_FUNCTION, node.name_span, name=name, help=f"it is a table: look it up with `{name}[…]`")
        return NO_OP
    known = [*builtins.FUNCTIONS, *cx.symbols.rules, *cx.symbols.marks]
    if name in cx.symbols.verbs or name in builtins.VERBS:
        help = f"`{name}` is a verb: it stands at the head of a sentence, not inside an expression"
    elif name[0].isupper():
        help = did_you_mean(name, cx.symbols.marks) or f"declare it with `keyword {name}(…) on … {{ … }}`"
        cx.report(codes.UNKNOWN_KEYWORD, node.name_span, name=name, help=help)
        return NO_OP
    else:
        help = did_you_mean(name, known)
    cx.report(codes.UNKNOWN_FUNCTION, node.name_span, name=name, help=help)
    for arg in node.args:
        if not isinstance(arg.value, n.Name):
            ex.value(arg.value, cx)
    return NO_OP


def arguments(
    name: str, params: tuple[SlotSig, ...], args: tuple[n.Arg, ...], node: n.Node, cx: Context, declared: Place
) -> tuple[Op, ...]:
    """The arguments of a rule, keyword or window in the order of its parameters; unsaid ones are `none` operations."""
    usage = written(name, params)
    notes = [Label(declared, "declared here")]
    given: dict[str, n.Arg] = {}
    for arg in args:
        if arg.name is not None:
            nothing_to_name(arg.name, cx)
    position = 0
    unknown = False
    for arg in args:
        if arg.label is None:
            if position >= len(params):
                cx.report(
                    codes.WRONG_COUNT, arg.span, name=name, wanted=counted(len(params)), found=str(len(args)),
                    usage=usage,
                    notes=notes,
                )  # fmt: skip
                break
            given[params[position].name] = arg
            position += 1
        elif arg.label in {param.name for param in params}:
            given[arg.label] = arg
        else:
            help = did_you_mean(arg.label, [param.name for param in params])
            cx.report(
                codes.UNKNOWN_ARGUMENT, arg.span, name=name, argument=arg.label, usage=usage, help=help, notes=notes
            )
            unknown = True
    missing = [param.name for param in params if param.required and param.name not in given]
    if missing and not unknown:
        cx.report(
            codes.WRONG_COUNT, node.span, name=name, wanted=counted(len(params)), found=str(len(args)), usage=usage,
            notes=notes, help=f"`{'`, `'.join(missing)}` is missing: it is written {usage}",
        )  # fmt: skip
    found = []
    for param in params:
        if param.name in given:
            found.append(ex.expect(given[param.name].value, cx, param.type, f"`{param.name}` of `{name}`", param.name))
        else:
            found.append(NO_OP)
    return tuple(found)


def written(name: str, params: tuple[SlotSig, ...]) -> str:
    """How a call is written, in full and without what may be left out."""
    forms = [[param.name for param in params], [param.name for param in params if param.required]]
    spelt = [f"`{name}({', '.join(form)})`" if form else f"`{name}`" for form in forms]
    return " or ".join(dict.fromkeys(spelt))


def counted(number: int) -> str:
    return "no arguments" if number == 0 else "one argument" if number == 1 else f"{number} arguments"


def _looks_at_verbs(node: n.Call, cx: Context) -> Op:
    """`times(play, by: me, within: turn)` looks back, `would(card, discard)` looks at what a text may do."""
    verbs = [arg for arg in node.args if arg.label is None]
    verb_at = 0 if node.name == "times" else 1
    if len(verbs) <= verb_at or not isinstance(verbs[verb_at].value, n.Name):
        usage = builtins.FUNCTIONS[node.name].usage
        cx.report(
            codes.WRONG_COUNT, node.span, name=node.name, wanted="the name of a verb", found="none", usage=f"`{usage}`"
        )
        return NO_OP
    named = verbs[verb_at].value
    assert isinstance(named, n.Name)
    known_verb(named, cx)
    if node.name == "would":
        card = ex.value(verbs[0].value, cx)
        return Op("would", t.TRUTH, (card,), named.text, node.span)
    labels, values = [], []
    for arg in node.args[1:]:
        if arg.label is None:
            help = "give it a label: `by: me`, `with: card`, `within: turn`"
            cx.report(codes.UNKNOWN_ARGUMENT, arg.span, name="times", argument=_text(arg, cx), help=help)
            continue
        labels.append(arg.label)
        if arg.label == "within":
            values.append(_within(arg.value, cx))
        else:
            values.append(ex.value(arg.value, cx))
    return Op("times", t.COUNT, tuple(values), (named.text, tuple(labels)), node.span)


def _text(node: n.Node, cx: Context) -> str:
    return cx.findings.piece.text[node.span[0] : node.span[1]]


def _within(node: n.Expr, cx: Context) -> Op:
    if isinstance(node, n.Name) and node.text in cx.symbols.verbs:
        return Op("word", t.RefT("verb"), data=("verb", node.text), span=node.span)
    found = ex.value(node, cx)
    if not isinstance(t.plain(found.type), t.EventT | t.RefT | t.UnknownT):
        help = "it looks back to the start of something that is going on: `within: turn`, `within: window`"
        wanted = "an event, a phase or a window"
        cx.report(codes.WRONG_TYPE, node.span, where="`within`", wanted=wanted, found=t.show(found.type), help=help)
    return found


def known_verb(named: n.Name, cx: Context) -> bool:
    """Whether a verb exists; if not, says so with the nearest one."""
    cx.footprint.names.add(named.text)
    if named.text in cx.symbols.verbs or named.text in builtins.VERBS:
        return True
    known = chain(cx.symbols.verbs, builtins.VERBS)
    cx.report(codes.UNKNOWN_VERB, named.span, name=named.text, help=did_you_mean(named.text, known))
    return False


# ------------------------------------------------------------------------------------------------- the notation


@define
class _Bound:
    """What T (the items of the list), S (the space) and V (the value of each) are in one call."""

    item: t.Type = t.UNKNOWN
    space: t.Type = t.UNKNOWN
    value: t.Type = t.UNKNOWN
    args: list[Op] = field(factory=list)
    name: n.Name | None = None  # of the item, besides `that`

    def stands_on(self, spaces: list[t.KindT], cx: Context) -> None:
        """A spot is on a space of one of these kinds: S is what its board is made of. A second one shares it."""
        found: t.Type | None = None
        for space in spaces:
            beside = t.KindT(cx.symbols.beside(space.name))
            found = beside if found is None else t.join(found, beside, cx.symbols.lineage)
        if isinstance(self.space, t.UnknownT) and found is not None:
            self.space = found


def _function(node: n.Call, function: Function, cx: Context) -> Op:
    bound = _Bound()
    wants = list(function.wants)
    position = 0
    usage = f"`{function.usage}`"
    for arg in node.args:
        want = None
        if arg.label is not None:
            want = next((w for w in wants if w.name == arg.label), None)
            if want is None:
                help = did_you_mean(arg.label, [w.name for w in wants])
                cx.report(
                    codes.UNKNOWN_ARGUMENT, arg.span, name=function.name, argument=arg.label, usage=usage, help=help
                )
                continue
        elif position < len(wants):
            want = wants[position]
            position += 0 if want.many else 1
        if want is None:
            cx.report(
                codes.WRONG_COUNT, arg.span, name=function.name, wanted=counted(len(wants)), found=str(len(node.args)),
                usage=usage,
            )  # fmt: skip
            break
        bound.args.append(_argument(arg.value, want, function, bound, cx))
        bound.name = arg.name or bound.name
    if bound.name is not None and not any(arg.name == "named" for arg in bound.args):
        nothing_to_name(bound.name, cx)
    least = sum(1 for want in wants if not want.optional)
    if len(node.args) < least:
        cx.report(
            codes.WRONG_COUNT, node.span, name=function.name, wanted=f"at least {counted(least)}",
            found=str(len(node.args)), usage=usage,
        )  # fmt: skip
    if len(node.args) == 1:
        _items_themselves(node.args[0].value, function, bound, cx)
    return Op("call", _gives(function.gives, bound), tuple(bound.args), function.name, node.span)


_OF_NUMBERS = frozenset({"sum", "highest", "lowest", "most", "least", "sorted"})
"""Functions that take the items themselves where nothing is asked of each."""


def _items_themselves(node: n.Expr, function: Function, bound: _Bound, cx: Context) -> None:
    """`sum(things)` adds the things up, so these must be numbers; `all(things)` wants truths."""
    item = t.plain(bound.item)
    if function.name in _OF_NUMBERS:
        wanted, fits = "numbers", isinstance(item, t.NumberT | t.FaceT | t.UnknownT)
    elif function.name == "all":
        wanted, fits = "truths", isinstance(item, t.TruthT | t.UnknownT)
    else:
        return
    if not fits:
        cx.report(
            codes.WRONG_TYPE, node.span, where=f"`{function.name}` of a list alone", wanted=wanted,
            found=t.show(t.ListT(bound.item)), help=f"say what is asked of each: `{function.usage}`",
        )  # fmt: skip


def nothing_to_name(name: n.Name, cx: Context) -> None:
    """`as b` where nothing is asked of each thing."""
    instead = "it names the thing that a later argument looks at: `some(Bot as b, …)`"
    cx.report(rule_codes.NO_MEANING, name.span, what=f"`as {name.text}`", instead=instead)


def _argument(node: n.Expr, want: Want, function: Function, bound: _Bound, cx: Context) -> Op:
    where = f"`{want.name}` of `{function.name}`"
    wants = want.wants
    if wants.endswith(" of that"):
        inner = cx.inner(that=bound.item)
        if bound.name is not None:
            inner.name(bound.name, bound.item)
        return ex.named(bound.name, _each(node, wants.removesuffix(" of that"), where, bound, inner))
    if wants.endswith(" of space"):
        step = [("here", bound.space)] if wants.startswith("number") else []  # a step has two ends
        inner = cx.with_locals(step, that=bound.space)
        if bound.name is not None:
            inner.name(bound.name, bound.space)
        return ex.named(bound.name, _each(node, wants.removesuffix(" of space"), where, bound, inner))
    match wants:
        case "list" | "dice":
            found = ex.several(node, cx, where)
            bound.item = t.item(found.type) or t.UNKNOWN
            if wants == "dice":
                _shows_a_face(found, bound.item, node, "dice", where, cx)
            return found
        case "list or thing":
            found = ex.value(node, cx)
            inner_type = t.plain(found.type)
            if isinstance(inner_type, t.KindT):
                bound.item = inner_type
                return found
            found = ex.as_several(found, node, cx, where)
            bound.item = t.item(found.type) or t.UNKNOWN
            return found
        case "spot":
            return _spot(node, where, bound, cx)
        case "thing":
            return ex.value(node, cx, t.THING)
        case "number":
            return ex.expect(node, cx, t.NUMBER, where)
        case "ladder":
            return ex.expect(node, cx, t.LadderT(), where)
        case "player":
            return ex.expect(node, cx, t.PLAYER, where)
        case "combo":
            found = ex.expect(node, cx, t.RefT("combo"), where)
            if found.name in ("card", "child"):  # the name of something that is no combination
                ex.wrong_type(node, cx, t.RefT("combo"), found, where)
            return found
        case "kind":
            if isinstance(node, n.Name) and node.text in cx.symbols.kinds:
                cx.footprint.names.add(node.text)
                bound.item = t.KindT(node.text)
                return Op("word", t.RefT("kind"), data=("kind", node.text), span=node.span)
            return ex.expect(node, cx, t.RefT("kind"), where)
        case "shape":
            return ex.expect(node, cx, t.KindT("Shape"), where)
        case "table":
            found = ex.value(node, cx)
            type = t.plain(found.type)
            if isinstance(type, t.TableT):
                bound.item = type.by
            elif not isinstance(type, t.UnknownT):
                ex.wrong_type(node, cx, t.TableT(t.UNKNOWN, t.UNKNOWN), found, where)
            return found
        case "face":
            found = _face(ex.value(node, cx), node, cx)
            bound.item = found.type
            _shows_a_face(found, found.type, node, "a face", where, cx)
            return found
        case "die or face":
            found = ex.value(node, cx)
            bound.item = found.type
            _shows_a_face(found, found.type, node, "a die or a face", where, cx)
            return found
        case "symbol":
            die = t.plain(bound.item)  # of the die that was named before it
            known = isinstance(die, t.KindT) and die.name in cx.symbols.dice
            found = ex.value(node, cx, t.FaceT(die.name, False) if known and isinstance(die, t.KindT) else die)
            if not isinstance(t.plain(found.type), t.SymbolT | t.FaceT | t.NumberT | t.UnknownT):
                cx.report(
                    codes.WRONG_TYPE, node.span, where=where, wanted="a symbol", found=t.show(found.type),
                    help="write a symbol of the die",
                )  # fmt: skip
            return found
        case _:
            found = ex.value(node, cx)
            bound.item = found.type
            return found


def _each(node: n.Expr, wants: str, where: str, bound: _Bound, cx: Context) -> Op:
    match wants:
        case "number":
            found = ex.expect(node, cx, t.NUMBER, where)
            _all_have(found, node, where, cx)
            return found
        case "truth":
            return ex.expect(node, cx, t.TRUTH, where)
        case "wish":
            found = ex.value(node, cx)
            if not isinstance(t.plain(found.type), t.NumberT | t.TruthT | t.UnknownT | t.FaceT):
                ex.wrong_type(node, cx, t.NUMBER, found, where)
            return found
        case "truth or mark":
            found = ex.value(node, cx, bound.item if isinstance(bound.item, t.SymbolT) else None)
            asked, item = t.plain(found.type), t.plain(bound.item)
            shown = isinstance(asked, t.MarkT | t.SymbolT)  # numbers and their like bear no keyword and show no symbol
            plain = isinstance(item, t.NumberT | t.TextT | t.TruthT | t.ListT | t.RefT)
            if (shown and plain) or not (shown or isinstance(asked, t.TruthT | t.UnknownT)):
                ex.wrong_type(node, cx, t.TRUTH, found, where)
            return found
        case _:
            found = ex.value(node, cx)
            bound.value = found.type
            return found


def _all_have(found: Op, node: n.Expr, where: str, cx: Context) -> None:
    """A number of each of many things must be one that all of them have, not only some of their sub-kinds."""
    that = t.plain(cx.that) if cx.that is not None else t.UNKNOWN
    if found.name != "field" or found.args[0].name != "that" or not isinstance(that, t.KindT):
        return
    kind, name = found.data
    some = kind in cx.symbols.kinds and that.name != "Thing" and kind not in cx.symbols.lineage(that.name)
    if some and name not in builtins.THING_FIELDS:
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted="a number of every one",
            found=f"a number that only {t.article(kind)} {kind} has",
            help=f"take only these: `(… where that is {kind})`",
        )  # fmt: skip


def _spot(node: n.Expr, where: str, bound: _Bound, cx: Context) -> Op:
    found = ex.value(node, cx, t.THING)
    type = t.plain(found.type)
    if isinstance(type, t.UnknownT):
        return found
    if isinstance(type, t.KindT):
        fields = cx.symbols.fields(type.name).values()
        on = [t.plain(field_sig.type) for field_sig in fields if field_sig.sort == "stands"]
        spaces = [type] if "Space" in cx.symbols.lineage(type.name) else [one for one in on if isinstance(one, t.KindT)]
        if spaces:
            bound.stands_on(spaces, cx)
            return found
        if type.name == "Thing":
            return found
    cx.report(
        codes.WRONG_TYPE, node.span, where=where, wanted="a space, or something that stands on one",
        found=t.show(found.type), help="a kind stands somewhere when it declares `stands on space: … as …`",
    )  # fmt: skip
    return NO_OP


def _shows_a_face(found: Op, type: t.Type, node: n.Expr, wanted: str, where: str, cx: Context) -> None:
    """Dice and faces can be asked what they show, and nothing else: no card, whatever it is called."""
    type = t.plain(type)
    die = isinstance(type, t.KindT) and ("Die" in cx.symbols.lineage(type.name) or type.name == "Thing")
    card = any(part.name in ("card", "child") for part in (found, *(found.args if found.name == "list" else ())))
    if card or not (die or isinstance(type, t.FaceT | t.UnknownT)):
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted=wanted, found="a card" if card else t.show(type),
            help="name a die, the face of one, or a zone of dice",
        )  # fmt: skip


def _face(found: Op, node: n.Expr, cx: Context) -> Op:
    """A face; a die stands for the one that it shows."""
    type = t.plain(found.type)
    if isinstance(type, t.KindT) and type.name in cx.symbols.dice:
        return Op("field", t.FaceT(type.name, cx.symbols.dice[type.name].numeric), (found,), ("Die", "face"), node.span)
    return found


def _gives(words: str, bound: _Bound) -> t.Type:
    if " or " in words:  # one without a number, several with one
        one, several = words.split(" or ")
        return _gives(several if len(bound.args) > 1 else one, bound)
    if words.endswith("?"):
        return t.MaybeT(_gives(words[:-1], bound))
    if words.startswith("list "):
        return t.ListT(_gives(words[5:], bound))
    match words:
        case "T":
            return bound.item
        case "S":
            return bound.space
        case "V":
            return t.plain(bound.value)
        case _:
            return ex.notation(words)
