"""Describes choices: what is chosen, by whom, and how it is called afterwards.

A card uses as few names as possible: a thing from a zone is called by the author's name for it ("choose a card from
your hand … the card"); a member of a set is chosen "as the refuge" only if that adds information.
"""

from __future__ import annotations

from itertools import takewhile

import dsl.describe.statements as statements
from dsl.describe import english
from dsl.describe.conditions import clause
from dsl.describe.referents import Description, does, flow
from dsl.describe.values import is_group, is_many, noun, one_of, several_of
from dsl.describe.voice import Local, Voice, item_of, kind_name, local_name, one_kind, type_of
from dsl.names import types as t
from dsl.syntax import nodes as n


def _is_zone(e: n.Expr, v: Voice) -> bool:
    return isinstance(e, n.Dot) and is_group(e, v)


def _thing_word(e: n.Expr, v: Voice) -> str:
    kind = one_kind(type_of(e, v))
    return kind_name(kind, v.symbols) if kind is not None else "one"


def chosen(line: n.Choose, v: Voice) -> Local:
    """The local name of what was chosen."""
    assert line.gives is not None
    item_type = item_of(line.among, v)
    name = line.gives.text
    single = line.amount.form in ("one", "one or none")
    type = item_type if single or item_type is None else t.ListT(item_type)
    if len(name) > 1:
        return Local(local_name(name), type)
    thing = _thing_word(line.among, v)
    return Local(f"the chosen {thing if single or thing == 'one' else english.plural(thing)}", type)


def choose(line: n.Choose, v: Voice) -> Description:
    name = line.gives.text if line.gives is not None and len(line.gives.text) > 1 else ""
    if line.amount.form in ("one", "one or none"):
        what = _one_chosen(line.among, name, v) + (", or none" if line.amount.form == "one or none" else "")
    else:
        what = f"{_how_many(line.amount, v)} {_some_chosen(line.among, name, v)}".replace("of of ", "of ")
    if line.such is not None:
        what = f"{what} such that {clause(line.such, _together(line.among, v))}"
    by = line.by
    if isinstance(by, n.Name) and by.text == "chance" and "chance" not in v.locals:
        by, what = None, f"{what} at random"
    description = does(noun(by, v) if by is not None else "you", by is not None and is_many(by, v), "choose", what)
    if line.otherwise is None:
        return description
    return Description(
        f"{description.text}. If there is none{statements.in_block(line.otherwise, v)}",
        description.actor,
        description.bare,
        True,
    )


def _together(among: n.Expr, v: Voice) -> Voice:
    """Inside `such that`: `that` is everything chosen."""
    return v.looking(t.ListT(item_of(among, v) or t.UNKNOWN))


def _one_chosen(among: n.Expr, name: str, v: Voice) -> str:
    if _is_zone(among, v):
        return f"{english.a(english.words(name) or _thing_word(among, v))} from {noun(among, v)}"
    if isinstance(among, n.NumberRange):
        what = f"a number from {noun(among, v)}"
    else:
        what = one_of(among, v) if is_group(among, v) else f"one of {noun(among, v)}"
    return what if _is_implied(name, what) else f"{what} as {local_name(name)}"


def _some_chosen(among: n.Expr, name: str, v: Voice) -> str:
    if _is_zone(among, v):
        things = english.words(name)
        things = things if things and english.sounds_plural(things) else english.plural(things or _thing_word(among, v))
        return f"{things} from {noun(among, v)}"
    what = several_of(among, v)
    return what if _is_implied(name, what) else f"{what} as {local_name(name)}"


def _is_implied(name: str, what: str) -> bool:
    """Whether a choice needs no other name: `choose a Bot as bot`."""
    head = takewhile(lambda word: word not in _HEAD_END, what.lower().split())
    return not name or english.singular(english.words(name)).lower() in map(english.singular, head)


_HEAD_END = frozenset("next within between in that whose with without you other for from as of to nearer".split())


def _how_many(amount: n.Amount, v: Voice) -> str:
    match amount:
        case n.Amount(form="any"):
            return "any number of"
        case n.Amount(form="up to", value=given) if given is not None:
            return f"up to {noun(given, v)}"
        case n.Amount(value=given) if given is not None:
            return noun(given, v)
        case _:
            return "one"


def either(line: n.Either, v: Voice) -> Description:
    player = noun(line.by, v) if line.by is not None else "you"
    parts = []
    for option in line.options:
        description = flow(statements.block(option.body, v), "")
        name = " ".join(option.label.value.split()) if option.label is not None else ""
        new = name and description and not description.lower().startswith(name.lower())
        when = f"if {clause(option.condition, v)}, " if option.condition is not None else ""
        parts.append(when + (f"{name} ({description})" if new else description or name or "do nothing"))
    text = f"{'choose' if player == 'you' else f'{player} chooses'} one: {'; or '.join(parts)}"
    return Description(text, player, f"choose one: {'; or '.join(parts)}", True)


def each_local(name: str, among: n.Expr, v: Voice) -> Local:
    type = item_of(among, v)
    kind = one_kind(type)
    if len(name) > 1:
        return Local(f"that {english.words(name)}", type)
    if kind is None:
        return Local(local_name(name), type)
    return Local("that player" if kind == "Player" else f"that {kind_name(kind, v.symbols)}", type)
