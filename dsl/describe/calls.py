"""Describes calls: built-in functions by a table of templates, rules and defines by the words of their names.

An author can give other words for a rule: `define alive(bot: Bot) says "{bot} still stands" = …`.
"""

from __future__ import annotations

import dsl.describe.conditions as conditions
import dsl.describe.values as values
from dsl.describe import english
from dsl.describe.voice import (
    Voice,
    fill,
    is_that_field,
    item_of,
    kind_name,
    mark_name,
    one_kind,
    space_kind,
    type_of,
    verb_of,
)
from dsl.names.signatures import RuleSig, SlotSig
from dsl.syntax import nodes as n
from dsl.syntax.keywords import PREPOSITIONS

GROUPS = {
    "adjacent": "next to {0}",
    "within": "within {1} of {0}",
    "between": "between {0} and {1}",
    "row": "in a row from {0} toward {1}",
    "toward": "next to {0} and nearer to {1}",
    "reach": "that {0} can reach with {1}",
    "area": "in the area {0} from {1}",
}
"""Functions that return spaces: templates for the relation."""

_NOUNS = {
    "reversed": "{0} in the other order",
    "lesser": "the lesser of {0} and {1}",
    "greater": "the greater of {0} and {1}",
    "difference": "the difference between {0} and {1}",
    "step": "{0} at step {1}",
    "clockwise": "all players clockwise from {0}",
    "next_after": "the player after {0}",
    "others": "all players other than {0}",
    "distance": "the distance from {0} to {1}",
    "beyond": "the space beyond {0}, away from {1}",
    "path_cost": "the cost of the way of {0} to {1}",
    "path": "the way of {0} to {1}",
    "fitting": "the dice of {1} that fit {0}",
    "combos": "the combinations that {0} fit",
    "opposite": "the face opposite {0}",
    "steps": "the number of steps of {0}",
    "neighbour": "the neighbour of {0} in direction {1}",
    "lines": "the lines of {1} through {0}",
    "connected": "the spaces connected with {0} for which {1}",
    "keys": "what {0} can be looked up by",
}

_PREPOSITIONS = PREPOSITIONS | frozenset("near beside between behind beyond within around over toward".split())

_TRUTHS = {
    "in_line": ("be", "in line with {1}"),
    "sees": ("see", "{1}"),
    "glimpses": ("glimpse", "{1}"),
    "complete": ("hold", "all of {0}"),
    "shows": ("show", "{1}"),
    "fits": ("fit", "{0}"),
}

_RANKS = frozenset("sum highest lowest most least sorted best each groups distinct".split())
_OTHERS = _RANKS | frozenset("count all some first last top bottom times would supply".split())
DESCRIBED_FUNCTIONS = frozenset([*GROUPS, *_NOUNS, *_TRUTHS, *_OTHERS])
"""The built-in functions that have their own wording."""


def group_of_call(e: n.Call, v: Voice, many: bool) -> str:
    kind = space_kind(v.symbols)
    word = "space" if kind == "Space" else kind_name(kind, v.symbols)
    return f"{values.of_number(word, many)} {_fill_positions(GROUPS[e.name], [arg.value for arg in e.args], v)}"


def _fill_positions(template: str, args: list[n.Expr], v: Voice) -> str:
    """A template with its arguments; a part of it that needs a missing argument is omitted."""
    for position in range(3):
        hole = f"{{{position}}}"
        if position >= len(args) and hole in template:
            return template[: template.index(hole)].rsplit(" ", 2)[0]
    return fill(template, {str(position): values.noun(arg, v) for position, arg in enumerate(args)})


# ------------------------------------------------------------------------------------------------------- nouns


def _with_item_name(e: n.Call, v: Voice) -> Voice:
    """`some(Bot as b, …)`: the current item has a name."""
    named_arg = next((arg for arg in e.args if arg.name is not None), None)
    return v if named_arg is None or named_arg.name is None else v.naming(named_arg.name, item_of(named_arg.value, v))


def noun_of_call(e: n.Call, v: Voice) -> str:
    v = _with_item_name(e, v)
    args = [arg.value for arg in e.args]
    if e.name in v.symbols.marks:
        return mark_words(e.name, e.args, v)
    if e.name[:1].isupper():
        return " ".join([english.words(e.name), *(values.noun(arg, v) for arg in args)])
    if e.name in v.symbols.rules:
        return _rule_noun(v.symbols.rules[e.name], e, v)
    if e.name in ("all", "some", "would", *_TRUTHS):
        return f"whether {conditions.clause(e, v)}"
    if e.name in _NOUNS:
        return _fill_positions(_NOUNS[e.name], args, v)
    match e.name, args:
        case (("top" | "bottom"), [pile, *rest]):
            return _end_of_pile(e.name, pile, rest, v)
        case "count", [things, *rest]:
            return _count(things, rest, v)
        case "supply", [n.Name(text=kind), *_] if kind in v.symbols.kinds:
            return f"all {english.plural(kind_name(kind, v.symbols))} of the supply"
        case "times", _:
            return f"the number of times {_performed(e, v)}"
        case (("first" | "last"), [things, number]):
            return f"the {e.name} {values.noun(number, v)} of {values.noun(things, v)}"
        case (("first" | "last"), [things]):
            return f"the {e.name} of {values.noun(things, v)}"
        case name, [things, *rest] if name in _RANKS:
            return _ranked(e.name, things, rest, v)
        case _:
            return _generic_noun(english.words(e.name), args, v)


def _generic_noun(words: str, args: list[n.Expr], v: Voice) -> str:
    words = words.removeprefix("my ") if args else words
    name, _, last = words.rpartition(" ")
    if args and last == "of" and len(args) == 1:
        words = name
    elif args and last in _PREPOSITIONS:
        return f"the {words} {english.joined(values.noun(arg, v) for arg in args)}"
    if len(args) == 1:
        return values.owned(words, args[0], v)
    return f"the {words}" + (f" of {english.joined(values.noun(arg, v) for arg in args)}" if args else "")


def _rule_noun(rule: RuleSig, e: n.Call, v: Voice) -> str:
    if rule.node.marks.says is not None:
        return fill(rule.node.marks.says.value, _by_name(rule.params, e.args, v))
    if conditions.truth_rule(rule.type, rule.node.value):
        return f"whether {conditions.clause(e, v)}"
    return _generic_noun(english.words(e.name), [arg.value for arg in e.args], v)


def _by_name(params: tuple[SlotSig, ...], args: tuple[n.Arg, ...], v: Voice) -> dict[str, str]:
    """The arguments by parameter name; omitted ones by their defaults or their names."""
    words_by_name: dict[str, str] = {}
    position = 0
    for arg in args:
        if arg.label is not None:
            words_by_name[arg.label] = values.noun(arg.value, v)
        elif position < len(params):
            words_by_name[params[position].name] = values.noun(arg.value, v)
            position += 1
    for param in params:
        if param.name not in words_by_name:
            words_by_name[param.name] = (
                values.noun(param.default, v) if param.default is not None else param.name.upper()
            )
    return words_by_name


def mark_args(name: str, args: tuple[n.Arg, ...], v: Voice) -> dict[str, str]:
    """The numbers of a keyword or status in words, by parameter name."""
    mark = v.symbols.marks.get(name)
    return _by_name(mark.params, args, v) if mark is not None else {}


def mark_words(name: str, args: tuple[n.Arg, ...], v: Voice) -> str:
    """A keyword or status with its numbers: `Burn 2`."""
    mark = v.symbols.marks.get(name)
    if mark is None:
        return english.words(name)
    filled = mark_args(name, args, v)
    if mark.node.shown is not None:
        return fill(mark.node.shown.value, {**filled, "it": v.it})
    return " ".join([mark_name(name, v.symbols), *(filled[param.name] for param in mark.params)])


def _end_of_pile(end: str, pile: n.Expr, rest: list[n.Expr], v: Voice) -> str:
    kind = one_kind(type_of(pile, v))
    pile_words = values.noun(pile, v)
    number = f"{values.noun(rest[0], v)} " if rest else ""
    if kind is None:
        return f"the {end} {number}of {pile_words}".replace("  ", " ")
    things = values.of_number(kind_name(kind, v.symbols), bool(rest) and number != "1 ")
    return f"the {end} {number}{things} of {pile_words}"


def _count(things: n.Expr, rest: list[n.Expr], v: Voice) -> str:
    if rest and _is_mark(rest[0], v):
        return f"the {values.noun(rest[0], v)} on {values.noun(things, v)}"
    return f"the number of {_counted_things(things, rest, v)}"


def _counted_things(things: n.Expr, rest: list[n.Expr], v: Voice) -> str:
    things_words = values.group(things, v, True) if values.is_group(things, v) else values.noun(things, v)
    if not rest:
        return things_words
    return f"{things_words} {conditions.relative(rest[0], v.looking(item_of(things, v)), True)}"


def _is_mark(e: n.Expr, v: Voice) -> bool:
    return isinstance(e, n.Name | n.Call) and (e.text if isinstance(e, n.Name) else e.name) in v.symbols.marks


def _ranked(name: str, things: n.Expr, rest: list[n.Expr], v: Voice) -> str:
    inside = v.looking(item_of(things, v))
    by = [values.measure(key, inside).removeprefix("the ") for key in rest]
    things_words = values.group(things, v, True) if values.is_group(things, v) else values.noun(things, v)
    match name:
        case "highest" | "lowest":
            the = "" if things_words.startswith(("your ", "the ", "its ")) or "'s " in things_words else "the "
            return f"{the}{things_words} with the {name} {by[0]}" if by else f"the {name} of {things_words}"
        case "most" | "least":
            end = "highest" if name == "most" else "lowest"
            return f"the {end} {by[0]} of {things_words}" if by else f"the {end} of {things_words}"
        case "best":
            return f"the best of {things_words}" + (f" by {', then '.join(by)}" if by else "")
        case "sum":
            return f"the total {by[0]} of {things_words}" if by else f"the total of {things_words}"
        case "sorted":
            return f"{things_words} from the highest{f' {by[0]}' if by else ''} to the lowest"
        case "groups":
            return f"{things_words}, grouped by {by[0] if by else 'kind'}"
        case "distinct":
            return f"the different {_without_article(things_words)}" + (f" by {by[0]}" if by else "")
        case _:
            return f"the {by[0] if by else 'value'} of each of {things_words}"


# ------------------------------------------------------------------------------------------------------- truths


def truth_of_call(e: n.Call, v: Voice, negated: bool) -> conditions.Predication | str:
    v = _with_item_name(e, v)
    args = [arg.value for arg in e.args]
    if e.name in v.symbols.rules:
        return _rule_truth(v.symbols.rules[e.name], e, v, negated)
    match e.name, args:
        case (("in_line" | "sees" | "glimpses" | "shows"), [first, _, *_]):
            verb, rest = _TRUTHS[e.name]
            return conditions.Predication(first, verb, _fill_positions(rest, args[:2], v), negated)
        case (("complete" | "fits"), [_, dice]):
            verb, rest = _TRUTHS[e.name]
            return conditions.Predication(dice, verb, _fill_positions(rest, args, v), negated)
        case (("some" | "all"), [things, *rest]):
            return _any_or_all(e.name, things, rest, v, negated)
        case "would", [card, n.Name(text=verb)]:
            return conditions.Predication(card, "would", english.words(verb), negated, "modal")
        case _:
            return f"{noun_of_call(e, v)} is {'no' if negated else 'yes'}"


def _rule_truth(rule: RuleSig, e: n.Call, v: Voice, negated: bool) -> conditions.Predication | str:
    if rule.node.marks.says is not None:
        words = fill(rule.node.marks.says.value, _by_name(rule.params, e.args, v))
        return f"it is not so that {words}" if negated else words
    if not e.args:
        return f"the {english.words(e.name)} is {'no' if negated else 'yes'}"
    objects = english.joined(values.noun(arg.value, v) for arg in e.args[1:])
    return conditions.named(english.words(e.name), e.args[0].value, negated, objects)


def _any_or_all(name: str, things: n.Expr, rest: list[n.Expr], v: Voice, negated: bool) -> conditions.Predication | str:
    if name == "some" and not rest and not values.is_group(things, v):
        match things:
            case n.Dot(base=owner, name=what):
                return conditions.Predication(owner, "have", _some_or_no(what, negated))
            case n.Name(text=what) if is_that_field(what, v):
                return conditions.Predication(n.Name("that"), "have", _some_or_no(what, negated))
    if name == "some":
        things_words = _counted_things(things, rest, v)
        return (
            f"there are no {_without_article(things_words)}"
            if negated
            else f"there are {_without_article(things_words)}"
        )
    if not rest:
        return f"{values.each_of(things, v)} is {'no' if negated else 'yes'}"
    condition_words = conditions.clause(rest[0], v.looking(item_of(things, v)))
    return f"{'not ' if negated else ''}for {values.each_of(things, v)}, {condition_words}"


def _some_or_no(name: str, negated: bool) -> str:
    return f"no {english.words(name)}" if negated else english.words(name)


def _without_article(named: str) -> str:
    return named.removeprefix("the ").removeprefix("all ")


# ----------------------------------------------------------------------------------------- counts and how often

_SIGNS = {"is": "", "<": "less than ", ">": "more than ", "<=": "at most ", ">=": "at least "}


def counted(e: n.Call, sign: str, right: n.Expr, v: Voice) -> conditions.Predication | str:
    """`count(x) >= 3` and `times(x) > 0`, which read better as `there are` and `you have`."""
    none = (sign, right) in (("is", n.Number(0)), ("<", n.Number(1)), ("<=", n.Number(0)))
    some = (sign, right) in (("is not", n.Number(0)), (">", n.Number(0)), (">=", n.Number(1)))
    if e.name == "times":
        return _how_often(e, sign, right, v, none, some)
    args = [arg.value for arg in e.args]
    if args and not (len(args) > 1 and _is_mark(args[1], v)) and values.is_group(args[0], v):
        if (sign, right) == ("is", n.Number(1)) and len(args) == 1:
            return f"there is 1 {values.group(args[0], v, False)}"
        if none or some or sign in _SIGNS:
            number = "no " if none else "" if some else f"{_SIGNS[sign]}{values.noun(right, v)} "
            return f"there are {number}{_counted_things(args[0], args[1:], v)}"
    return f"{noun_of_call(e, v)} is {_sign_words(sign, right, v)}"


def _sign_words(sign: str, right: n.Expr, v: Voice) -> str:
    match sign, right:
        case "in", n.NumberRange(low=low, high=high) if high is not None:
            return f"from {values.noun(low, v)} to {values.noun(high, v)}"
        case "is not" | "in" | "not in", _:
            return f"{sign.removeprefix('is ')} {values.noun(right, v)}"
        case _:
            return _SIGNS.get(sign, "") + values.noun(right, v)


def _how_often(e: n.Call, sign: str, right: n.Expr, v: Voice, none: bool, some: bool) -> conditions.Predication | str:
    by = next((arg.value for arg in e.args if arg.label == "by"), None)
    how = "" if none or some else f" {_times(sign, right, v)}"
    rest = f"{_participle(e, v)}{_slots(e, v)}{how}{_within(e, v)}"
    if by is not None:
        return conditions.Predication(by, "have", rest, none, "perfect")
    verb = english.words(_verb(e))
    if none or some:
        what = f"no {english.event(verb)}" if none else english.an_event(verb)
        return f"{what}{_slots(e, v)} has happened{_within(e, v)}"
    return f"{english.event(verb)}{_slots(e, v)} has happened{how}{_within(e, v)}"


def _times(sign: str, right: n.Expr, v: Voice) -> str:
    number = _sign_words(sign, right, v)
    return {"1": "once", "2": "twice"}.get(number, f"{number} time{'' if number.endswith(' 1') else 's'}")


def _verb(e: n.Call) -> str:
    match e.args[0].value if e.args else None:
        case n.Name(text=text):
            return text
        case _:
            return "it"


def _participle(e: n.Call, v: Voice) -> str:
    """The past action with the object from the verb's head: `struck a Bot`, `built a Hangar`."""
    verb = verb_of(_verb(e), v.symbols)
    slot = verb.slot("") if verb is not None and verb.sort != "builtin" else None
    kind = one_kind(slot.type) if slot is not None else None
    shown = kind_name(kind, v.symbols) if kind is not None else ""
    same = frozenset([english.words(slot.name), shown.lower()]) if slot is not None else frozenset()
    head, rest = english.bare_verb(english.words(_verb(e)), english.a(shown) if shown else "", same)
    return f"{english.participle(head)} {rest}".strip()


def _performed(e: n.Call, v: Voice) -> str:
    """`you struck this turn`, for the number of times."""
    by = next((arg.value for arg in e.args if arg.label == "by"), None)
    if by is None:
        return f"{english.an_event(english.words(_verb(e)))}{_slots(e, v)} has happened{_within(e, v)}"
    subject = values.noun(by, v)
    have = "have" if subject == "you" else "has"
    return f"{subject} {have} {_participle(e, v)}{_slots(e, v)}{_within(e, v)}"


def _within(e: n.Call, v: Voice) -> str:
    """The period: ` this turn`, ` in this window`."""
    within = next((arg.value for arg in e.args if arg.label == "within"), None)
    if within is None:
        return ""
    text = within.text if isinstance(within, n.Name) else ""
    what = english.event(english.words(text)) if text else values.noun(within, v)
    what = "window" if text == "window" else what
    return f" this {what}" if text in ("turn", "round", "game", "phase") else f" in this {what}"


def _slots(e: n.Call, v: Voice) -> str:
    """The other slots of the query: ` with the part`."""
    labelled = [arg for arg in e.args[1:] if arg.label not in (None, "by", "within")]
    return "".join(f" {arg.label} {values.noun(arg.value, v)}" for arg in labelled)
