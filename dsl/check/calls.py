"""Checks calls: built-in functions, rules and defines with parameters, keywords with numbers.

`dsl.names.builtins` describes the arguments of a built-in function in a small notation; this module reads that
notation. An argument `… of that` is evaluated once for each item of the first argument, so its bare names are fields
of that item.
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
from dsl.names.builtins import Function, Parameter
from dsl.names.signatures import SlotSig
from dsl.syntax import nodes as n
from dsl.text.source import Place


def call(node: n.Call, cx: Context, expected: t.Type | None = None) -> Op:
    name = node.name
    cx.footprint.names.add(name)
    if name in cx.symbols.marks:
        mark = cx.symbols.marks[name]
        args = arguments(name, mark.params, node.args, node, cx, mark.place)
        return Op("mark", t.MarkT(name), args, name, node.span)
    if name in cx.symbols.rules:
        rule = cx.symbols.rules[name]
        args = arguments(name, rule.params, node.args, node, cx, rule.place)
        answer = ex.ask(rule, args or (NO_OP,), cx, node.span)
        return Op(answer.name, answer.type, args, answer.data, node.span)
    if name in ("times", "would"):
        return _verb_query(node, cx)
    if name in builtins.FUNCTIONS:
        return _function(node, builtins.FUNCTIONS[name], cx)
    if name in builtins.SCENARIO_FUNCTIONS and cx.where == "a scenario":
        return _function(node, builtins.SCENARIO_FUNCTIONS[name], cx)
    if name in cx.symbols.tables:
        cx.report(codes.UNKNOWN_FUNCTION, node.name_span, name=name, help=f"it is a table: look it up with `{name}[…]`")
        return NO_OP
    names = [*builtins.FUNCTIONS, *cx.symbols.rules, *cx.symbols.marks]
    if name in cx.symbols.verbs or name in builtins.VERBS:
        help = f"`{name}` is a verb: it begins a sentence and cannot be used in an expression"
    elif name[0].isupper():
        help = did_you_mean(name, cx.symbols.marks) or f"declare it with `keyword {name}(…) on … {{ … }}`"
        cx.report(codes.UNKNOWN_KEYWORD, node.name_span, name=name, help=help)
        return NO_OP
    else:
        help = did_you_mean(name, names)
    cx.report(codes.UNKNOWN_FUNCTION, node.name_span, name=name, help=help)
    for arg in node.args:
        if not isinstance(arg.value, n.Name):
            ex.value(arg.value, cx)
    return NO_OP


def arguments(
    name: str, params: tuple[SlotSig, ...], args: tuple[n.Arg, ...], node: n.Node, cx: Context, declared: Place
) -> tuple[Op, ...]:
    """The arguments of a rule, keyword or window in the order of its parameters; omitted ones are `none` operations."""
    usage = usage_of(name, params)
    notes = [Label(declared, "declared here")]
    given: dict[str, n.Arg] = {}
    for arg in args:
        if arg.name is not None:
            useless_name(arg.name, cx)
    position = 0
    unknown = False
    for arg in args:
        if arg.label is None:
            if position >= len(params):
                cx.report(
                    codes.WRONG_COUNT, arg.span, name=name, wanted=count_of_arguments(len(params)),
                    found=str(len(args)),
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
            codes.WRONG_COUNT, node.span, name=name, wanted=count_of_arguments(len(params)), found=str(len(args)),
            usage=usage,
            notes=notes, help=f"`{'`, `'.join(missing)}` is missing: write {usage}",
        )  # fmt: skip
    ops = []
    for param in params:
        if param.name in given:
            ops.append(ex.expect(given[param.name].value, cx, param.type, f"`{param.name}` of `{name}`", param.name))
        else:
            ops.append(NO_OP)
    return tuple(ops)


def usage_of(name: str, params: tuple[SlotSig, ...]) -> str:
    """How to write a call, with all arguments and with the required ones only."""
    forms = [[param.name for param in params], [param.name for param in params if param.required]]
    calls = [f"`{name}({', '.join(form)})`" if form else f"`{name}`" for form in forms]
    return " or ".join(dict.fromkeys(calls))


def count_of_arguments(number: int) -> str:
    return "no arguments" if number == 0 else "one argument" if number == 1 else f"{number} arguments"


def _verb_query(node: n.Call, cx: Context) -> Op:
    """`times(play, by: me, within: turn)` searches the past, `would(card, discard)` inspects what a text may do."""
    verbs = [arg for arg in node.args if arg.label is None]
    verb_at = 0 if node.name == "times" else 1
    if len(verbs) <= verb_at or not isinstance(verbs[verb_at].value, n.Name):
        usage = builtins.FUNCTIONS[node.name].usage
        cx.report(
            codes.WRONG_COUNT, node.span, name=node.name, wanted="the name of a verb", found="none", usage=f"`{usage}`"
        )
        return NO_OP
    verb = verbs[verb_at].value
    assert isinstance(verb, n.Name)
    known_verb(verb, cx)
    if node.name == "would":
        card = ex.value(verbs[0].value, cx)
        return Op("would", t.TRUTH, (card,), verb.text, node.span)
    labels, values = [], []
    for arg in node.args[1:]:
        if arg.label is None:
            help = "give it a label: `by: me`, `with: card`, `within: turn`"
            cx.report(codes.UNKNOWN_ARGUMENT, arg.span, name="times", argument=_text(arg, cx), help=help)
            continue
        labels.append(arg.label)
        if arg.label == "within":
            values.append(_within_argument(arg.value, cx))
        else:
            values.append(_times_argument(verb.text, arg, cx))
    return Op("times", t.COUNT, tuple(values), (verb.text, tuple(labels)), node.span)


def _times_argument(verb: str, arg: n.Arg, cx: Context) -> Op:
    """A value that is compared with that of the events; one of an unrelated kind would never be equal."""
    op = ex.value(arg.value, cx)
    sig = cx.symbols.verbs.get(verb)
    slot = sig.slot(arg.label or "") if sig is not None else None
    wanted, given = (t.plain(slot.type) if slot is not None else t.UNKNOWN), t.plain(op.type)
    if isinstance(wanted, t.KindT) and isinstance(given, t.KindT):
        lineage = cx.symbols.lineage
        if wanted.name not in lineage(given.name) and given.name not in lineage(wanted.name):
            ex.wrong_type(arg.value, cx, wanted, op, f"`{arg.label}` of `{verb}`")
    return op


def _text(node: n.Node, cx: Context) -> str:
    return cx.findings.piece.text[node.span[0] : node.span[1]]


def _within_argument(node: n.Expr, cx: Context) -> Op:
    if isinstance(node, n.Name) and node.text in cx.symbols.verbs:
        return Op("word", t.RefT("verb"), data=("verb", node.text), span=node.span)
    op = ex.value(node, cx)
    if not isinstance(t.plain(op.type), t.EventT | t.RefT | t.UnknownT):
        help = "name the event in progress where the count begins: `within: turn`, `within: window`"
        expected = "an event, a phase or a window"
        cx.report(codes.WRONG_TYPE, node.span, where="`within`", wanted=expected, found=t.show(op.type), help=help)
    return op


def known_verb(verb: n.Name, cx: Context) -> bool:
    """Whether a verb exists; if not, it is reported with the nearest name."""
    cx.footprint.names.add(verb.text)
    if verb.text in cx.symbols.verbs or verb.text in builtins.VERBS:
        return True
    names = chain(cx.symbols.verbs, builtins.VERBS)
    cx.report(codes.UNKNOWN_VERB, verb.span, name=verb.text, help=did_you_mean(verb.text, names))
    return False


# ------------------------------------------------------------------------------------------------- the notation


@define
class _Bound:
    """The types bound to T (the items of the list), S (the space) and V (the value of each item) in one call."""

    item: t.Type = t.UNKNOWN
    space: t.Type = t.UNKNOWN
    value: t.Type = t.UNKNOWN
    args: list[Op] = field(factory=list)
    name: n.Name | None = None  # a name for the item, besides `that`

    def bind_space(self, spaces: list[t.KindT], cx: Context) -> None:
        """Bind S to the kind of space that the board has; a second position shares it."""
        space_type: t.Type | None = None
        for space in spaces:
            beside = t.KindT(cx.symbols.beside(space.name))
            space_type = beside if space_type is None else t.join(space_type, beside, cx.symbols.lineage)
        if isinstance(self.space, t.UnknownT) and space_type is not None:
            self.space = space_type


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
                codes.WRONG_COUNT, arg.span, name=function.name, wanted=count_of_arguments(len(wants)),
                found=str(len(node.args)),
                usage=usage,
            )  # fmt: skip
            break
        bound.args.append(_argument(arg.value, want, function, bound, cx))
        bound.name = arg.name or bound.name
    if bound.name is not None and not any(arg.name == "named" for arg in bound.args):
        useless_name(bound.name, cx)
    least = sum(1 for want in wants if not want.optional)
    if len(node.args) < least:
        cx.report(
            codes.WRONG_COUNT, node.span, name=function.name, wanted=f"at least {count_of_arguments(least)}",
            found=str(len(node.args)), usage=usage,
        )  # fmt: skip
    if len(node.args) == 1:
        _check_items(node.args[0].value, function, bound, cx)
    return Op("call", _result_type(function.gives, bound), tuple(bound.args), function.name, node.span)


_OF_NUMBERS = frozenset({"sum", "highest", "lowest", "most", "least", "sorted"})
"""Functions that use the items themselves if no expression for each item is given."""


def _check_items(node: n.Expr, function: Function, bound: _Bound, cx: Context) -> None:
    """`sum(things)` adds the items, so they must be numbers; the items of `all(things)` must be truths."""
    item = t.plain(bound.item)
    if function.name in _OF_NUMBERS:
        expected, fits = "numbers", isinstance(item, t.NumberT | t.FaceT | t.UnknownT)
    elif function.name == "all":
        expected, fits = "truths", isinstance(item, t.TruthT | t.UnknownT)
    else:
        return
    if not fits:
        cx.report(
            codes.WRONG_TYPE, node.span, where=f"`{function.name}` of a list alone", wanted=expected,
            found=t.show(t.ListT(bound.item)), help=f"write an expression for each item: `{function.usage}`",
        )  # fmt: skip


def useless_name(name: n.Name, cx: Context) -> None:
    """`as b` where no later argument uses the name."""
    instead = "it names the item for a later argument: `some(Bot as b, …)`"
    cx.report(rule_codes.NO_MEANING, name.span, what=f"`as {name.text}`", instead=instead)


def _argument(node: n.Expr, want: Parameter, function: Function, bound: _Bound, cx: Context) -> Op:
    where = f"`{want.name}` of `{function.name}`"
    wants = want.wants
    if wants.endswith(" of that"):
        inner = cx.inner(that=bound.item)
        if bound.name is not None:
            inner.name(bound.name, bound.item)
        return ex.with_name(bound.name, _each(node, wants.removesuffix(" of that"), where, bound, inner))
    if wants.endswith(" of space"):
        step = [("here", bound.space)] if wants.startswith("number") else []  # a step has two ends
        inner = cx.with_locals(step, that=bound.space)
        if bound.name is not None:
            inner.name(bound.name, bound.space)
        return ex.with_name(bound.name, _each(node, wants.removesuffix(" of space"), where, bound, inner))
    match wants:
        case "list" | "dice":
            op = ex.as_list_of(node, cx, where)
            bound.item = t.item(op.type) or t.UNKNOWN
            if wants == "dice":
                _check_shows_face(op, bound.item, node, "dice", where, cx)
            return op
        case "list or thing":
            op = ex.value(node, cx)
            inner_type = t.plain(op.type)
            if isinstance(inner_type, t.KindT):
                bound.item = inner_type
                return op
            op = ex.to_list(op, node, cx, where)
            bound.item = t.item(op.type) or t.UNKNOWN
            return op
        case "spot":
            return _position(node, where, bound, cx)
        case "spot or direction":
            op = ex.value(node, cx, t.THING)
            return op if isinstance(t.plain(op.type), t.NumberT) else _position(node, where, bound, cx)
        case "thing":
            return ex.value(node, cx, t.THING)
        case "number":
            return ex.expect(node, cx, t.NUMBER, where)
        case "ladder":
            return ex.expect(node, cx, t.LadderT(), where)
        case "player":
            return ex.expect(node, cx, t.PLAYER, where)
        case "combo":
            op = ex.expect(node, cx, t.RefT("combo"), where)
            if op.name in ("card", "child"):  # the name of something that is no combination
                ex.wrong_type(node, cx, t.RefT("combo"), op, where)
            return op
        case "kind":
            if isinstance(node, n.Name) and node.text in cx.symbols.kinds:
                cx.footprint.names.add(node.text)
                bound.item = t.KindT(node.text)
                return Op("word", t.RefT("kind"), data=("kind", node.text), span=node.span)
            return ex.expect(node, cx, t.RefT("kind"), where)
        case "shape":
            return ex.expect(node, cx, t.KindT("Shape"), where)
        case "table":
            op = ex.value(node, cx)
            type = t.plain(op.type)
            if isinstance(type, t.TableT):
                bound.item = type.by
            elif not isinstance(type, t.UnknownT):
                ex.wrong_type(node, cx, t.TableT(t.UNKNOWN, t.UNKNOWN), op, where)
            return op
        case "face":
            op = _face(ex.value(node, cx), node, cx)
            bound.item = op.type
            _check_shows_face(op, op.type, node, "a face", where, cx)
            return op
        case "die or face":
            op = ex.value(node, cx)
            bound.item = op.type
            _check_shows_face(op, op.type, node, "a die or a face", where, cx)
            return op
        case "symbol":
            die = t.plain(bound.item)  # of the die that was named before it
            is_die = isinstance(die, t.KindT) and die.name in cx.symbols.dice
            op = ex.value(node, cx, t.FaceT(die.name, False) if is_die and isinstance(die, t.KindT) else die)
            if not isinstance(t.plain(op.type), t.SymbolT | t.FaceT | t.NumberT | t.UnknownT):
                cx.report(
                    codes.WRONG_TYPE, node.span, where=where, wanted="a symbol", found=t.show(op.type),
                    help="write a symbol of the die",
                )  # fmt: skip
            return op
        case _:
            op = ex.value(node, cx)
            bound.item = op.type
            return op


def _each(node: n.Expr, wants: str, where: str, bound: _Bound, cx: Context) -> Op:
    match wants:
        case "number":
            op = ex.expect(node, cx, t.NUMBER, where)
            _check_common_field(op, node, where, cx)
            return op
        case "truth":
            return ex.expect(node, cx, t.TRUTH, where)
        case "wish":
            op = ex.value(node, cx)
            if not isinstance(t.plain(op.type), t.NumberT | t.TruthT | t.UnknownT | t.FaceT):
                ex.wrong_type(node, cx, t.NUMBER, op, where)
            return op
        case "truth or mark":
            op = ex.value(node, cx, bound.item if isinstance(bound.item, t.SymbolT) else None)
            type, item = t.plain(op.type), t.plain(bound.item)
            shown = isinstance(type, t.MarkT | t.SymbolT)  # numbers and similar values have no keywords or symbols
            cannot_show = isinstance(item, t.NumberT | t.TextT | t.TruthT | t.ListT | t.RefT)
            if (shown and cannot_show) or not (shown or isinstance(type, t.TruthT | t.UnknownT)):
                ex.wrong_type(node, cx, t.TRUTH, op, where)
            return op
        case _:
            op = ex.value(node, cx)
            bound.value = op.type
            return op


def _check_common_field(op: Op, node: n.Expr, where: str, cx: Context) -> None:
    """A number of each of many things must be a field that all of them have, not only some sub-kinds."""
    that = t.plain(cx.that) if cx.that is not None else t.UNKNOWN
    if op.name != "field" or op.args[0].name != "that" or not isinstance(that, t.KindT):
        return
    kind, name = op.data
    only_some = kind in cx.symbols.kinds and that.name != "Thing" and kind not in cx.symbols.lineage(that.name)
    if only_some and name not in builtins.THING_FIELDS:
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted="a number of every one",
            found=f"a number that only {t.article(kind)} {kind} has",
            help=f"take only these: `(… where that is {kind})`",
        )  # fmt: skip


def _position(node: n.Expr, where: str, bound: _Bound, cx: Context) -> Op:
    op = ex.value(node, cx, t.THING)
    type = t.plain(op.type)
    if isinstance(type, t.UnknownT):
        return op
    if isinstance(type, t.KindT):
        fields = cx.symbols.fields(type.name).values()
        standing_spaces = [t.plain(field_sig.type) for field_sig in fields if field_sig.sort == "stands"]
        spaces = (
            [type]
            if "Space" in cx.symbols.lineage(type.name)
            else [space for space in standing_spaces if isinstance(space, t.KindT)]
        )
        if spaces:
            bound.bind_space(spaces, cx)
            return op
        if type.name == "Thing":
            return op
    cx.report(
        codes.WRONG_TYPE, node.span, where=where, wanted="a space or something on a space",
        found=t.show(op.type), help="a kind has a position if it declares `stands on space: … as …`",
    )  # fmt: skip
    return NO_OP


def _check_shows_face(op: Op, type: t.Type, node: n.Expr, expected: str, where: str, cx: Context) -> None:
    """Only dice and faces show something; a card does not, whatever its name."""
    type = t.plain(type)
    die = isinstance(type, t.KindT) and ("Die" in cx.symbols.lineage(type.name) or type.name == "Thing")
    card = any(part.name in ("card", "child") for part in (op, *(op.args if op.name == "list" else ())))
    if card or not (die or isinstance(type, t.FaceT | t.UnknownT)):
        cx.report(
            codes.WRONG_TYPE, node.span, where=where, wanted=expected, found="a card" if card else t.show(type),
            help="name a die, the face of one, or a zone of dice",
        )  # fmt: skip


def _face(op: Op, node: n.Expr, cx: Context) -> Op:
    """A face; a die stands for the face that it shows."""
    type = t.plain(op.type)
    if isinstance(type, t.KindT) and type.name in cx.symbols.dice:
        return Op("field", t.FaceT(type.name, cx.symbols.dice[type.name].numeric), (op,), ("Die", "face"), node.span)
    return op


def _result_type(words: str, bound: _Bound) -> t.Type:
    if " or " in words:  # a single value without a number, several with one
        single, several = words.split(" or ")
        return _result_type(several if len(bound.args) > 1 else single, bound)
    if words.endswith("?"):
        return t.MaybeT(_result_type(words[:-1], bound))
    if words.startswith("list "):
        return t.ListT(_result_type(words[5:], bound))
    match words:
        case "T":
            return bound.item
        case "S":
            return bound.space
        case "V":
            return t.plain(bound.value)
        case _:
            return ex.notation(words)
