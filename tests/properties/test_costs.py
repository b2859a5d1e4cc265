"""Costs against brute force: an action is offered if and only if it can be paid, and then exactly that is paid, or nothing.

A payer has energy, cards and dice. Scrap is paid with cards, and a heavy card costs an energy beside; gems are paid with
high dice or shiny cards. So one payment may take away what another one needs, and everything has to be planned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import interpreter.evaluate.fields as fields
from interpreter.evaluate import dice as chance
from interpreter.evaluate import things
from interpreter.match import EngineMatch, start
from tests.engine.tables import program, table
from tests.properties.playing import chosen

CARDS = ("Plain", "Heavy", "Shiny", "Both")
Held = tuple[int, tuple[str, ...], tuple[int, ...]]
"""Energy, cards, dice; cards and dice in order."""
Term = tuple[str, int, int]


@frozen
class Till:
    """What the payer has, the ways to pay, and how a rule changes the cost in energy."""

    held: Held
    ways: tuple[tuple[Term, ...], ...]
    change: int


@st.composite
def tills(draw: st.DrawFn) -> Till:
    cards = tuple(sorted(draw(st.lists(st.sampled_from(CARDS), max_size=4))))
    dice = tuple(sorted(draw(st.lists(st.integers(1, 4), max_size=3))))
    term = st.builds(
        lambda currency, low, more: (currency, low, low + more),
        st.sampled_from(["EN", "Scrap", "Gem"]),
        st.integers(0, 3),
        st.sampled_from([0, 0, 0, 1, 2]),
    )
    ways = draw(st.lists(st.lists(term, min_size=1, max_size=3).map(tuple), min_size=1, max_size=2))
    return Till((draw(st.integers(0, 4)), cards, dice), tuple(ways), draw(st.sampled_from([0, 0, 1, -1])))


def text(till: Till) -> str:
    energy, cards, dice = till.held
    costs = []
    for way in till.ways:
        costs.append(
            " and ".join(f"{low if low == high else f'{low}..{high}'} {currency}" for currency, low, high in way)
        )
    given = [f"take 1 of {card} into p.spent" for card in cards]
    for number, value in enumerate(dice):
        given += [f"take 1 of D4 into p.tray as d{number}", f"set d{number} to {value}"]
    change = f"modify EN of buy by {till.change}" if till.change else ""
    return f"""
die D4 {{ 1..4 }}
kind Card {{ heavy: yes or no = no, shiny: yes or no = no }}
Card Plain {{ }}
Card Heavy {{ heavy }}
Card Shiny {{ shiny }}
Card Both {{ heavy, shiny }}
extend Player {{ keeps energy: 0..99 = {energy}, zone spent of Card, zone tray of D4 }}
extend Table {{ keeps bought = no }}
currency EN = me.energy
currency Scrap {{
  pay card from me.spent where not heavy {{ remove card }}
  pay card from me.spent where heavy and me.energy > 0 {{ remove card; me.energy -= 1 }}
}}
currency Gem {{
  pay die from me.tray where value >= 3 {{ remove die }}
  pay card from me.spent where shiny {{ remove card }}
}}
{change}
window Main {{ offer one to first(players), always ask }}
action buy by me during Main {{
  cost {" or ".join(costs)}
  bought = yes
}}
flow Match {{
  let p = first(players)
  {chr(10).join("  " + line for line in given).strip()}
  open Main
  win none
}}
"""


# -------------------------------------------------------------------------------------------------------- brute force


def one_unit(held: Held, currency: str) -> Iterator[Held]:
    """All ways to pay one of a currency with a thing."""
    energy, cards, dice = held
    if currency == "Scrap":
        for card in set(cards):
            heavy = card in ("Heavy", "Both")
            if not heavy or energy > 0:
                yield energy - heavy, without(cards, card), dice
    else:
        for value in {value for value in dice if value >= 3}:
            yield energy, cards, without(dice, value)
        for card in {card for card in cards if card in ("Shiny", "Both")}:
            yield energy, without(cards, card), dice


def without(many: tuple, one: object) -> tuple:  # type: ignore[type-arg]
    index = many.index(one)
    return many[:index] + many[index + 1 :]


def paid(held: Held, terms: list[tuple[str, int]]) -> set[Held]:
    """Everything that can be left when terms are paid one after another."""
    names = {held}
    for currency, amount in terms:
        if currency == "EN":
            names = {(energy - amount, cards, dice) for energy, cards, dice in names if energy >= amount}
            continue
        for _ in range(amount):
            names = {after for before in names for after in one_unit(before, currency)}
    return names


def outcomes(till: Till) -> set[Held]:
    """What may be left after the action; empty if it cannot be paid."""
    names: set[Held] = set()
    for way in till.ways:
        changed = [_changed(term, till.change) for term in way]
        for amounts in product(*(range(low, high + 1) for _, low, high in changed)):
            names |= paid(till.held, [(term[0], amount) for term, amount in zip(changed, amounts, strict=True)])
    return names


def _changed(term: Term, change: int) -> Term:
    currency, low, high = term
    if currency == "EN":
        low, high = max(0, low + change), high + change
    return currency, low, max(low, high)


# ----------------------------------------------------------------------------------------------------------- the table


def left(match: EngineMatch) -> Held:
    m = match.machine
    payer = things.find(m, "Ann", "Player")
    cards = tuple(sorted(things.shown(m, card) for card in fields.read(m, payer, "spent")))
    dice = tuple(sorted(chance.shown_face(m, die).number for die in fields.read(m, payer, "tray")))
    return fields.read(m, payer, "energy"), cards, dice


@given(tills(), st.integers(0, 99))
def test_what_can_be_paid_is_offered_and_paid_in_full(till: Till, luck: int) -> None:
    match = start(program(text(till)), ("Ann", "Ben"), 0)
    assert left(match) == till.held
    possible = outcomes(till)
    request = match.requests[0]
    assert bool(request.options) == bool(possible)
    if not possible:
        return
    match.answer(request.id, (0,))
    random = Random(luck)
    while not match.over:
        request = match.requests[0]
        assert request.sort == "pay"
        assert table(match, "bought") is False
        match.answer(request.id, chosen(random, request))
    assert table(match, "bought") is True
    assert left(match) in possible


@given(tills(), st.integers(0, 99))
def test_every_answer_to_paying_leads_to_the_end(till: Till, luck: int) -> None:
    """Whatever is chosen on the way, what is left to pay can still be paid."""
    match = start(program(text(till)), ("Ann", "Ben"), 0)
    if not match.requests[0].options:
        return
    match.answer(match.requests[0].id, (0,))
    possible = outcomes(till)
    waiting, ends = [match], 0
    random = Random(luck)
    while waiting and ends < 12:
        here = waiting.pop(random.randrange(len(waiting)))
        if here.over:
            assert left(here) in possible
            ends += 1
            continue
        request = here.requests[0]
        for index in range(len(request.options)):
            further = here.fork()
            further.answer(request.id, (index,))
            waiting.append(further)
