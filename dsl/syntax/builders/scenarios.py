"""Builders of scenarios."""

from __future__ import annotations

from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.builders.base import Children, collected, node, present, registrar, split
from dsl.syntax.lalr import Builder
from dsl.text.source import Span

BUILDERS: dict[str, Builder] = {}
builds = registrar(BUILDERS)

BUILDERS |= {
    "given_value": node(n.GivenValue),
    "given_mode": node(n.GivenSwitch, "mode"),
    "given_variant": node(n.GivenSwitch, "variant"),
    "given_ruling": node(n.GivenSwitch, "ruling"),
    "seats": collected(n.Seats),
    "given": collected(n.Given),
    "do": node(n.Do),
    "then": node(n.Then),
    "then_cannot": node(n.Then),
    "todo": node(n.Todo),
    "try_card": node(n.TryCard),
}


@builds("scenario")
def scenario(c: Children, span: Span) -> n.Scenario:
    return n.Scenario(c[0], c[1], present(c[2:]), span=span)


@builds("given_thing")
def given_thing(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, c[0], c[1], tuple(c[2:]), span=span)


@builds("given_text")
def given_text(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(None, c[0], None, tuple(c[1:]), span=span)


@builds("given_named")
def given_named(c: Children, span: Span) -> n.GivenThing:
    return n.GivenThing(c[0], c[1], None, tuple(c[2:]), span=span)


@builds("dice")
def dice(c: Children, span: Span) -> n.Dice:
    return n.Dice(c[0], tuple(c[1:]), span=span)


@builds("order")
def order(c: Children, span: Span) -> n.Order:
    return n.Order(c[0], tuple(c[1:]), span=span)


@builds("answer")
def answer(c: Children, span: Span) -> n.Answer:
    seat, reply = c
    if isinstance(reply, n.Phrase):
        return n.Answer(seat, "phrase", (), reply, span=span)
    return n.Answer(seat, reply[0], reply[1], span=span)


def _reply(form: str) -> Builder:
    def build(c: Children, span: Span) -> tuple[str, tuple[Any, ...]]:
        return form, tuple(c)

    return build


for _rule in ("choose", "pass", "yes", "no", "tell"):
    BUILDERS["reply_" + _rule] = _reply(_rule)


@builds("then_fails")
def then_fails(c: Children, span: Span) -> n.Then:
    return n.Then(None, fails=c[0], span=span)


@builds("then_waits")
def then_waits(c: Children, span: Span) -> n.Then:
    return n.Then(None, waits=tuple(c), span=span)


@builds("cases")
def cases(c: Children, span: Span) -> n.Cases:
    rows, names = split(c, tuple)
    return n.Cases(names, rows, span=span)
