"""Describes values as noun phrases: `target.hp` is "the target's hp", `Bot where hp <= 2` is "all Bots whose hp is at
most 2".

`noun` describes one value or all of a set; `group` describes a set without its article, in the singular or the
plural, so that callers can put "each", "a" or "up to 2" in front. The form of an expression decides whether it is a
group, before its parts are described: each part is described once, so the time is linear.
"""

from __future__ import annotations

import re

import dsl.describe.calls as calls
import dsl.describe.conditions as conditions
from dsl.describe import english
from dsl.describe.voice import (
    Voice,
    field_of,
    is_that_field,
    item_of,
    kind_name,
    label,
    mark_name,
    one_kind,
    shown_name,
    symbol_name,
    that_field,
    type_of,
)
from dsl.names import types as t
from dsl.syntax import nodes as n


def noun(e: n.Expr, v: Voice) -> str:
    """A value as a noun phrase."""
    if is_group(e, v) and not _has_own_noun(e, v):
        return f"{_all(e, v)} {group(e, v, True)}"
    match e:
        case n.Number(value=value):
            return str(value)
        case n.Text(value=text):
            return " ".join(text.split())
        case n.Truth(value=truth):
            return "yes" if truth else "no"
        case n.Nothing():
            return "none"
        case n.Name(text=text):
            return name(text, v)
        case n.ListOf(items=items):
            return english.joined(noun(part, v) for part in items) if items else "none"
        case n.Group(inner=inner):
            return noun(inner, v)
        case n.NumberRange(low=low, high=high):
            return f"{noun(low, v)} or more" if high is None else f"{noun(low, v)} to {noun(high, v)}"
        case n.Ladder(steps=steps):
            return "/".join(map(str, steps))
        case n.Negate(inner=n.Number(value=value)):
            return f"-{value}"
        case n.Negate(inner=inner):
            return f"minus {noun(inner, v)}"
        case n.Sum():
            return _sum(e, v)
        case n.Product():
            return _product(e, v)
        case n.Or(parts=parts) if not any(isinstance(part, n.Compare | n.Not | n.And) for part in parts):
            return english.joined((noun(part, v) for part in parts), "or")
        case n.And() | n.Or() | n.Not() | n.Compare():
            return f"whether {conditions.clause(e, v)}"
        case n.Where(base=base, condition=condition):
            inside = v.looking(item_of(base, v), e.name)
            return f"{noun(base, v)} {conditions.relative(condition, inside, is_many(base, v))}"
        case n.Dot():
            return _dot(e, v)
        case n.Index():
            return _index(e, v)
        case n.Call():
            return calls.noun_of_call(e, v)
        case n.IfThen(condition=condition, then=then, otherwise=otherwise):
            return f"{noun(then, v)} if {conditions.clause(condition, v)}, otherwise {noun(otherwise, v)}"


def measure(e: n.Expr, v: Voice) -> str:
    """A value computed for each of several things, without its owner: `hp`, `the distance from this Bot to it`."""
    match e:
        case n.Name(text=text) if is_that_field(text, v):
            return label(text, that_field(text, v))
        case n.Dot(base=n.Name(text="that"), name=field):
            return label(field, that_field(field, v))
        case n.Negate(inner=inner):
            return f"lowest {measure(inner, v).removeprefix('the ')}"
        case _:
            return noun(e, v)


# ------------------------------------------------------------------------------------------------------- names

_PRONOUNS = {"me": "you", "that": "it"}
_BUILTIN = {
    "players": "all players",
    "active": "the active player",
    "foe": "your foe",
    "foes": "your foes",
    "window": "this window",
    "mode": "the mode",
    "round": "the round",
    "winners": "the winners",
    "chance": "chance",
}


def name(text: str, v: Voice) -> str:
    """A name in its context."""
    if text == "it":
        return v.it
    if text == "that" and isinstance(v.that, t.ListT):
        return "them"
    if text in _PRONOUNS:
        return _PRONOUNS[text]
    if text in v.locals:
        return v.locals[text].text
    if is_that_field(text, v):
        return f"its {label(text, that_field(text, v))}"
    if text == "actor":
        return v.actor
    if text in _BUILTIN:
        return _BUILTIN[text]
    return _capital(text, v) if text[:1].isupper() else _small(text, v)


def _capital(text: str, v: Voice) -> str:
    symbols = v.symbols
    if text in symbols.marks:
        return mark_name(text, symbols)
    for namespace in (symbols.windows, symbols.flows, symbols.currencies):
        if text in namespace:
            return shown_name(namespace[text].node, text)
    shown = v.names.get(text, text)
    return english.words(text) if shown == text else shown


def _small(text: str, v: Voice) -> str:
    symbols = v.symbols
    table_field = symbols.field("Table", text)
    if table_field is not None:
        return f"the {label(text, table_field)}"
    if text in symbols.rules:
        says = symbols.rules[text].node.marks.says
        return says.value if says is not None else f"the {english.words(text)}"
    if text in symbols.combos:
        return shown_name(symbols.combos[text].node, text)
    if text in symbols.symbol_sets and text not in symbols.verbs:
        return symbol_name(text, symbols)
    if text in symbols.modes:
        return shown_name(symbols.modes[text].node, text)
    if text in symbols.verbs:
        return english.the_event(english.words(text))
    if len(text) == 1:
        return text.upper()
    return f"the {english.words(text)}" if text in symbols.tables else english.words(text)


def value(e: n.Expr, v: Voice, expected: t.Type | None) -> str:
    """A value of a known type: there `fire` is the symbol, whatever else has that name."""
    expected_type = t.plain(expected) if expected is not None else None
    match e:
        case n.Name(text=text) if isinstance(expected_type, t.SymbolT) and text in v.symbols.symbol_sets:
            return symbol_name(text, v.symbols)
        case n.Name(text=text) if (
            isinstance(expected_type, t.RefT) and expected_type.sort == "kind" and text in v.symbols.kinds
        ):
            return kind_name(text, v.symbols)
        case n.ListOf(items=items) if isinstance(expected_type, t.ListT):
            return ", ".join(value(part, v, expected_type.of) for part in items)
        case n.Or(parts=parts) if isinstance(expected_type, t.SymbolT | t.ListT):
            return english.joined((value(part, v, t.item(expected_type) or expected_type) for part in parts), "or")
        case n.Product() if isinstance(expected_type, t.LadderT):
            return "/".join([noun(e.first, v), *(noun(term.value, v) for term in e.rest)])
        case _:
            return noun(e, v)


# ------------------------------------------------------------------------------------------------------- fields


def _dot(e: n.Dot, v: Voice) -> str:
    base = type_of(e.base, v)
    if isinstance(base, t.EventT) and isinstance(e.base, n.Name) and e.base.text not in v.locals:
        if e.name == "actor":
            return _actor(e.base.text, noun(e.base, v), v)
        what = english.words(e.name)
        return f"the {what} of {noun(e.base, v)}"
    return owned(label(e.name, field_of(e, v)), e.base, v)


def _actor(name: str, event: str, v: Voice) -> str:
    """Who does it: the attacking player, where the log says that somebody attacks."""
    verb = v.symbols.verbs.get(name)
    said = re.match(r"\{me\} (\w+)\b", verb.says or "") if verb is not None else None
    if said is None or said[1] in ("may", "is", "can", "has"):
        return f"the player of {event}"
    return f"the {english.gerund(english.base(said[1]))} player"


def owned(what: str, by: n.Expr, v: Voice) -> str:
    """`your hp`, `the target's hp`; a long owner comes last: `the hp of the space beyond it`."""
    owner = noun(by, v)
    if len(owner.split()) > 3 or owner.count("'") or (owner.count("your ") and " " in owner.replace("your ", "", 1)):
        return f"the {what} of {owner}"
    return f"{english.possessive(owner)} {what}"


def _index(e: n.Index, v: Voice) -> str:
    match e.base:
        case n.Dot(base=base, name=field) | n.Index(base=n.Dot(base=base, name=field)):
            what = english.words(field)
        case n.Name(text=field) if field in v.locals or field in v.symbols.tables:
            return f"{noun(e.base, v)} for {noun(e.key, v)}"
        case _:
            return f"{noun(e.base, v)} at {noun(e.key, v)}"
    singular = english.singular(what)
    if one_kind(type_of(e.key, v)) == "Player":
        return owned(singular, e.key, v)
    if isinstance(e.key, n.Name) and e.key.text in v.symbols.symbol_sets and isinstance(e.base, n.Dot):
        return owned(f"{symbol_name(e.key.text, v.symbols)} {singular}", base, v)
    if isinstance(e.key, n.Number):
        return f"{singular} {e.key.value} of {noun(base, v)}"
    return f"{noun(e.base, v)} for {noun(e.key, v)}"


# -------------------------------------------------------------------------------------------------------- sums


def _operand(e: n.Expr, v: Voice) -> str:
    inner = e.inner if isinstance(e, n.Group) else e
    return f"({noun(inner, v)})" if isinstance(inner, n.Sum | n.Product | n.IfThen) else noun(inner, v)


def _sum(e: n.Sum, v: Voice) -> str:
    if isinstance(type_of(e.first, v), t.ListT):
        parts = [noun(e.first, v)]
        parts += [f"{'and' if term.sign == '+' else 'except'} {noun(term.value, v)}" for term in e.rest]
        return " ".join(parts)
    parts = [noun(e.first, v)]
    for term in e.rest:
        inner = term.value.inner if isinstance(term.value, n.Group) else term.value
        shown = _operand(inner, v) if isinstance(inner, n.Sum | n.IfThen) else noun(inner, v)
        parts.append(f"{'plus' if term.sign == '+' else 'minus'} {shown}")
    return " ".join(parts)


def _product(e: n.Product, v: Voice) -> str:
    words = _operand(e.first, v)
    for term in e.rest:
        by = _operand(term.value, v)
        if term.sign == "*":
            words = f"{words} times {by}" if words not in ("2",) else f"twice {by}"
        elif term.sign == "%":
            words = f"what is left of {words} divided by {by}"
        elif by == "2":
            words = f"half of {words}, rounded down"
        else:
            words = f"{words} divided by {by}, rounded down"
    return words


# ------------------------------------------------------------------------------------------------------- groups


def is_group(e: n.Expr, v: Voice) -> bool:
    """Whether `group` can describe it: kinds, players, zones, spaces, and any of these with a `where`."""
    match e:
        case n.Group(inner=inner) | n.Where(base=inner):
            return is_group(inner, v)
        case n.Name(text=text):
            named = text == "players" or text in v.symbols.kinds or text in v.symbols.symbols
            return text not in v.locals and (named or _zone_kind(text, v) is not None)
        case n.Dot():
            field = field_of(e, v)
            return field is not None and field.sort == "zone" and isinstance(field.type, t.ListT)
        case n.Call(name=function):
            return function in calls.GROUPS or (function == "others" and function not in v.symbols.rules)
        case n.Sum(first=first, rest=rest):
            return is_group(first, v) and not _has_own_noun(first, v) and all(term.sign == "-" for term in rest)
        case _:
            return False


def _has_own_noun(e: n.Expr, v: Voice) -> bool:
    """A zone by itself is called by its own name: `your hand`, not `the cards in your hand`."""
    if isinstance(e, n.Name):
        return _zone_kind(e.text, v) is not None
    return isinstance(e, n.Dot) or (isinstance(e, n.Group) and _has_own_noun(e.inner, v))


def _zone_kind(text: str, v: Voice) -> str | None:
    """The contents of a zone that is written without a dot: a zone of the table, or of the current item."""
    if text[:1].isupper() or text in v.locals:
        return None
    zone = that_field(text, v) or v.symbols.field("Table", text)
    if zone is None or zone.sort != "zone" or not isinstance(zone.type, t.ListT):
        return None
    return one_kind(zone.type)


def _all(e: n.Expr, v: Voice) -> str:
    match e:
        case n.Group(inner=inner) | n.Where(base=inner) | n.Sum(first=inner):
            return _all(inner, v)
        case n.Call(name=called) if called in calls.GROUPS:
            return "the"
        case _:
            return "all"


def group(e: n.Expr, v: Voice, many: bool) -> str:
    """A set without its article: `Bots whose hp is 2`, or for one of them `Bot whose hp is 2`."""
    match e:
        case n.Group(inner=inner):
            return group(inner, v, many)
        case n.Where(base=base, condition=condition):
            return f"{group(base, v, many)} {conditions.relative(condition, v.looking(item_of(base, v), e.name), many)}"
        case n.Name(text="players"):
            return "players" if many else "player"
        case n.Name(text=text) if (kind := _zone_kind(text, v)) is not None:
            return f"{of_number(kind_name(kind, v.symbols), many)} in {noun(e, v)}"
        case n.Name(text=text) if text in v.symbols.symbols:
            return of_number(shown_name(v.symbols.symbols[text].node, text), many)
        case n.Name(text=text):
            return of_number(kind_name(text, v.symbols), many)
        case n.Dot():
            field = field_of(e, v)
            kind = one_kind(field.type) if field is not None else None
            return f"{of_number(kind_name(kind or 'Thing', v.symbols), many)} in {noun(e, v)}"
        case n.Sum(first=first, rest=rest):
            others = english.joined(noun(term.value, v) for term in rest)
            return f"{group(first, v, many)} other than {others}"
        case n.Call(name="others", args=(n.Arg(value=excluded), *_)):
            return f"{of_number('player', many)} other than {noun(excluded, v)}"
        case n.Call():
            return calls.group_of_call(e, v, many)
        case _:
            return noun(e, v)


def of_number(noun_words: str, many: bool) -> str:
    return english.plural(noun_words) if many else noun_words


def one_of(e: n.Expr, v: Voice) -> str:
    """Any single member of a set: `a Bot`, `one of your foes`."""
    if is_group(e, v):
        return english.a(group(e, v, False))
    return f"one of {noun(e, v)}" if is_many(e, v) else noun(e, v)


def each_of(e: n.Expr, v: Voice) -> str:
    return f"each {group(e, v, False)}" if is_group(e, v) else f"each of {noun(e, v)}"


def several_of(e: n.Expr, v: Voice) -> str:
    """A set after a number: `Bots`, `of your foes`."""
    return group(e, v, True) if is_group(e, v) else f"of {noun(e, v)}"


def is_many(e: n.Expr, v: Voice) -> bool:
    """Whether a value takes the plural."""
    match e:
        case n.Group(inner=inner) | n.Where(base=inner) | n.Sum(first=inner):
            return is_many(inner, v)
        case n.Name(text=text):
            if text in ("players", "foes"):
                return True
            if _zone_kind(text, v) is not None:
                return False
            type = type_of(e, v)
            if isinstance(type, t.ListT):
                return True
            alone = text in ("it", "me", "that") or one_kind(type) is not None
            return not alone and english.sounds_plural(english.words(text))
        case n.Dot(name=text):
            field = field_of(e, v)
            if field is not None and field.sort == "zone":
                return False
            if isinstance(type_of(e, v), t.ListT):
                return True
            if field is not None and one_kind(field.type):
                return False
            return english.sounds_plural(label(text, field))
        case n.Call(name=function):
            known_plural = function in ("highest", "lowest", *calls.GROUPS) or isinstance(type_of(e, v), t.ListT)
            return known_plural or (function in v.symbols.rules and english.sounds_plural(english.words(function)))
        case n.ListOf(items=items):
            return len(items) > 1
        case _:
            return False
