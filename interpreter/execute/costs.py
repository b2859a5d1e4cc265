"""Costs: planned completely first, then paid all at once or not at all.

A cost has ways, a way has terms, a term is an amount of a currency. Whether a cost can be paid, which payments are
offered and why a cost cannot be paid all come from the same plan. If the paying things are independent of each other,
they are matched to the terms (`interpreter.link.payers`). Otherwise a plan is tried on a copy of the state, because
paying with one thing may invalidate another. The real payment then proceeds step by step, and offers only steps after
which the rest can still be paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.narration as narration
import interpreter.execute.automatic_answers as automatic_answers
import interpreter.execute.payments as payments
import interpreter.model.current_events as current_events
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from interpreter.evaluate.expressions import value
from interpreter.evaluate.layers import reckon
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, fault, number
from interpreter.model.frames import F_EVENT, F_GOT, F_ME, F_PC, F_SCOPE, V_VERB
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, TextRef
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Term = tuple[str, int, int, str | None, bool]
"""A currency, the least and the most of it, the name that it binds, and whether it is printed on a card."""
Way = tuple[Term, ...]


# ---------------------------------------------------------------------------------------------------- planning


def ways(m: Machine, op: Op, scope: Scope, verb: str | None) -> list[Way]:
    """The ways to pay a cost, payable or not, with the changes of rules applied."""
    return [changed_way(m, way, verb, scope) for way in _said(m, op, scope)]


def _said(m: Machine, op: Op, scope: Scope) -> list[Way]:
    """The ways to pay a cost as written."""
    ways: list[Way] = []
    index = 0
    for way in op.data:
        parts: list[list[Way]] = []
        for currency, given in way:
            low, high = op.args[index], op.args[index + 1]
            index += 2
            if currency is None:
                parts.append(_printed(m, value(low, scope, m), scope))
            else:
                least = number(value(low, scope, m), low)
                most = least if high is low else number(value(high, scope, m), high)
                parts.append([((currency, least, most, given, False),)])
        if len(parts) == 1:
            ways += parts[0]
        else:
            if prod(len(part) for part in parts) > limits.OPTIONS:
                raise fault(codes.TOO_MANY, op, most=f"{limits.OPTIONS:,}", what="ways to pay a cost")
            ways += [sum(combination, ()) for combination in product(*parts)]
    return ways


def _printed(m: Machine, price: Value, scope: Scope) -> list[Way]:
    """The ways of `cost card.cost`: the printed cost of a card."""
    if not isinstance(price, TextRef):
        return [()]
    id = price.thing.id if isinstance(price.thing, CardRef) else m.state.cells[price.thing + s.CARD]
    card = m.linked.cards.get(id or "")
    op = card.values.get(price.name) if card is not None else None
    if op is None:
        return [()]
    inner = Scope(scope.values, price.thing, scope.me, None, scope.actor)
    return [tuple((*term[:4], True) for term in way) for way in ways(m, op, inner, None)]


def changed_way(m: Machine, way: Way, verb: str | None, scope: Scope) -> Way:
    """A way with the changes of rules: a currency is changed once, at its first term."""
    firsts = {term[0]: index for index, term in reversed(list(enumerate(way)))}
    return tuple(_changed(m, term, verb if firsts[term[0]] == index else None, scope) for index, term in enumerate(way))


def _changed(m: Machine, term: Term, verb: str | None, scope: Scope) -> Term:
    currency, low, high, given, on_card = term
    if verb is not None and _may_change(m, (currency,)):
        values: Mapping[str, Value] = {**scope.values, "me": scope.me}
        changes = active_rules.modifiers(m, currency, verb, values, "cost")
        low, high = (reckon(end, changes, m.linked.layers) for end in (low, high))
    low = max(0, low)
    return currency, low, max(low, high), given, on_card


def payable(m: Machine, op: Op, scope: Scope, verb: str | None) -> Way | None:
    """The first way in which a cost can be paid; none if it cannot. Memoised until the next write."""
    said = _said(m, op, scope)
    currencies = {term[0] for way in said for term in way}
    if m.memo is None or _may_change(m, currencies) or payments.looks_at(m, currencies):
        return _first_payable(m, op, said, verb, scope)
    key = ("payable", id(op), tuple(said), scope.me)
    if key not in m.memo:
        m.memo[key] = _first_payable(m, op, said, verb, scope)
    first: Way | None = m.memo[key]
    return first


def payable_for(m: Machine, op: Op, amounts: tuple[Value, ...], me: Thing) -> bool | None:
    """Whether a cost with known least amounts can be paid; none if that is not enough to decide."""
    assert m.memo is not None
    key = (id(op), amounts, me)
    if key not in m.memo:
        m.memo[key] = _payable_for(m, op, amounts, me)
    answer: bool | None = m.memo[key]
    return answer


def _payable_for(m: Machine, op: Op, amounts: tuple[Value, ...], me: Thing) -> bool | None:
    currencies = [currency for way in op.data for currency, _ in way]
    if any(type(amount) is not int for amount in amounts) or _may_change(m, currencies):
        return None
    least = iter(amounts)
    ways = [[(currency, max(0, next(least))) for currency, _ in way] for way in op.data]
    return any(_can_pay(m, op, way, me) for way in ways)


def _first_payable(m: Machine, op: Op, said: list[Way], verb: str | None, scope: Scope) -> Way | None:
    every = (changed_way(m, way, verb, scope) for way in said)
    return next((way for way in every if can_pay_way(m, op, way, (), scope.me)), None)


def _may_change(m: Machine, currencies: Iterable[str]) -> bool:
    """Whether a rule may change an amount in one of these currencies."""
    return bool(m.state.cells[s.STANDING]) or any(("cost", currency) in m.linked.changers for currency in currencies)


def can_pay_way(m: Machine, op: Op, way: Way, amounts: tuple[int, ...], me: Thing | None) -> bool:
    """Whether a way can be paid, given the amounts of its first terms and the least of the others."""
    wanted = [*amounts, *(term[1] for term in way[len(amounts) :])]
    return _can_pay(m, op, [(term[0], amount) for term, amount in zip(way, wanted, strict=True)], me)


def unpaid(m: Machine, op: Op) -> str:
    """The reason why a cost is not offered."""
    if id(op) in m.meter.unplanned:
        return "it takes too long to find out whether the cost can be paid"
    return "the cost cannot be paid"


def _can_pay(m: Machine, op: Op, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    """Whether some amounts can be paid. A cost that cannot be planned is not offered; the meter records it."""
    try:
        return payments.can_pay(m, terms, me)
    except payments.Unplanned:
        wrong = fault(codes.UNPLANNED, op, most=f"{limits.WORK_OF_PAYMENTS // 4:,}")
        wrong.passage = m.linked.source_map.passage(op)
        m.meter.unplanned.setdefault(id(op), wrong)
        return False


# ------------------------------------------------------------------------------------------------------- paying


def pay_step(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    """One step of a payment; the sentence is repeated until everything is paid. `#cost` holds the progress."""
    event = current_events.event_by_id(m, frame[F_EVENT])
    done = scope.values.get("#cost")
    if done is None:
        verb = event[V_VERB] if event is not None else None
        possible = [way for way in ways(m, op, scope, verb) if can_pay_way(m, op, way, (), scope.me)]
        if not possible:
            raise m.meter.unplanned.get(id(op)) or fault(codes.CANNOT_PAY, op)
        if len(possible) == 1 and len(op.data) > 1:
            automatic_answers.note(m, scope.me, f'choose "{_words(possible[0])}"', "nothing else could be paid")
        done = (tuple(possible), (), 0)
    plan, amounts, paid = done
    scope.values["#cost"] = done
    frame[F_PC] -= 1
    if len(plan) > 1:
        _ask_way(m, plan, frame)
    elif len(amounts) < len(plan[0]):
        _settle_amount(m, op, plan[0], amounts, frame, scope)
    else:
        _pay_next(m, plan[0], amounts, paid, frame, scope)


def _ask_way(m: Machine, plan: tuple[Way, ...], frame: list[Any]) -> None:
    options = tuple(Option(index, _words(way)) for index, way in enumerate(plan))
    frame[F_GOT] = ("pay", "way")
    m.request("pay", frame[F_ME], options, 1, 1, "how do you pay?")


def _words(way: Way) -> str:
    parts = [f"{low} {currency}" if low == high else f"{low} to {high} {currency}" for currency, low, high, *_ in way]
    return " and ".join(parts) or "nothing"


def _settle_amount(m: Machine, op: Op, way: Way, amounts: tuple[int, ...], frame: list[Any], scope: Scope) -> None:
    currency, low, high, _, _ = way[len(amounts)]
    good = []
    for amount in range(low, min(high, payments.there(m, currency, scope.me)) + 1):
        spend(m, 1)
        # the least is known to be payable, even if no budget is left to check it again
        if amount == low or can_pay_way(m, op, way, (*amounts, amount), scope.me):
            good.append(amount)
    if len(good) == 1:
        if low != high:
            automatic_answers.note(
                m, scope.me, f'choose "{good[0]} {way[len(amounts)][0]}"', "nothing else could be paid"
            )
        scope.values["#cost"] = ((way,), (*amounts, good[0]), 0)
        return
    frame[F_GOT] = ("pay", "amount")
    words = way[len(amounts)][0]
    options = tuple(Option(amount, f"{amount} {words}") for amount in good)
    m.request("pay", scope.me, options, 1, 1, "how much do you pay?")


def steps_of(m: Machine, way: Way, amounts: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    for term, amount in zip(way, amounts, strict=True):
        if amount and payments.by_things(m, term[0]):
            yield from ((term[0], 1) for _ in range(amount))
        elif amount:
            yield term[0], amount


def _pay_next(m: Machine, way: Way, amounts: tuple[int, ...], paid: int, frame: list[Any], scope: Scope) -> None:
    steps = list(steps_of(m, way, amounts))
    if paid >= len(steps):
        _give_names(m, way, amounts, frame, scope)
        return
    currency, amount = steps[paid]
    if not payments.by_things(m, currency):
        scope.values["#cost"] = ((way,), amounts, paid + 1)
        payments.take_number(m, currency, amount, scope.me)
        return
    good = payments.good_payers(m, steps[paid:], scope.me)
    if not good:
        raise fault(codes.CANNOT_PAY)
    needed = sum(1 for other, _ in steps[paid:] if other == currency)
    if len(good) > 1 and needed < payments.count_good(m, steps[paid:], good, scope.me):
        frame[F_GOT] = ("pay", "thing")
        options = tuple(
            Option(payer, narration.deferred(m, narration.payer_words, payer))
            for payer in ((index, thing) for index, (_, thing) in enumerate(good))
        )
        m.request("pay", scope.me, options, 1, 1, f"with what do you pay {currency}?")
        return
    line, thing = good[0]
    if m.unasked is not None:
        automatic_answers.note(
            m, scope.me, f"choose {narration.shown_value(m, thing)}", f"nothing else could pay {currency}"
        )
    scope.values["#cost"] = ((way,), amounts, paid + 1)
    payments.pay_with(m, line, thing, scope.me, frame[F_EVENT])


def after_paying(m: Machine) -> list[Machine | None]:
    """At the question what to pay with: a copy of the table for each option, whose log shows the consequences.

    None for an option whose consequences depend on chance.
    """
    frame = m.state.frames[-1]
    if frame[F_GOT] != ("pay", "thing"):
        return []
    scope = m.scope_of(frame)
    plan, amounts, paid = scope.values["#cost"]
    steps = list(steps_of(m, plan[0], amounts))
    copies: list[Machine | None] = []
    for line, thing in payments.good_payers(m, steps[paid:], scope.me):
        copy = payments.copy_of(m)
        copy.log = []
        payments.pay_with(copy, line, thing, scope.me, frame[F_EVENT])
        copy.run(floor=len(m.state.frames))
        copies.append(copy if copy.state.cells[s.DRAWS] == m.state.cells[s.DRAWS] else None)
    return copies


def _give_names(m: Machine, way: Way, amounts: tuple[int, ...], frame: list[Any], scope: Scope) -> None:
    del scope.values["#cost"]
    frame[F_PC] += 1
    for (_, _, _, given, on_card), amount in zip(way, amounts, strict=True):
        if given is not None:
            m.names(frame[F_SCOPE])[f"#paid {given}" if on_card else given] = amount


def take_payment(m: Machine, frame: list[Any], chosen: Value) -> None:
    """Apply an answer to a question of a payment."""
    scope = m.scope_of(frame)
    plan, amounts, paid = scope.values["#cost"]
    # the progress of the payment tells which question it was
    if len(plan) > 1:
        scope.values["#cost"] = ((plan[chosen],), (), 0)
    elif len(amounts) < len(plan[0]):
        scope.values["#cost"] = (plan, (*amounts, chosen), 0)
    else:
        steps = list(steps_of(m, plan[0], amounts))
        line, thing = payments.good_payers(m, steps[paid:], scope.me)[chosen[0]]
        scope.values["#cost"] = (plan, amounts, paid + 1)
        payments.pay_with(m, line, thing, scope.me, frame[F_EVENT])
