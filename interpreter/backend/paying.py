"""Payments of emitted code: the plan is that of the reference (`execute/costs`, `execute/payments`); who pays is asked
where the payment is made, and the texts of currencies are emitted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.execute.costs as costs
import interpreter.execute.payments as payments
from dsl.ir.operations import Op
from interpreter.backend.asking import ask
from interpreter.compiled.support import Bail, Cells
from interpreter.model import limits
from interpreter.model.environment import Scope
from interpreter.model.frames import V_SCOPE, V_VERB
from interpreter.model.state import Thing, Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def pay(
    m: Machine, c: Cells, op: Op, names: Values, it: Value, me: Thing | None, actor: Thing | None, event: Any,
    ends: tuple[int, ...] | None,
) -> Values:  # fmt: skip
    """Pay a cost as a sentence of a text, with the least and the most of each amount, if they are known; returns the
    amounts that the cost names."""
    scope = Scope(names, it, me, None, actor)
    m.memo = {}
    verb = event[V_VERB] if event is not None else None
    ways = costs.ways(m, op, scope, verb) if ends is None else _ways(m, op, scope, verb, ends)
    possible = [way for way in ways if costs.can_pay_way(m, op, way, (), me)]
    if not possible:
        raise Bail
    way = possible[0]
    if len(possible) > 1:
        way = possible[ask(m, "pay", me, len(possible), 1, 1, range(len(possible)))[0]]
    amounts: tuple[int, ...] = ()
    while len(amounts) < len(way):
        good = list(_amounts(m, op, way, amounts, me))
        index = 0 if len(good) == 1 else ask(m, "pay", me, len(good), 1, 1, good)[0]
        amounts = (*amounts, good[index])
    m.memo = None
    _units(m, c, way, amounts, me, event)
    given: Values = {}
    for (_, _, _, name, on_card), amount in zip(way, amounts, strict=True):
        if name is not None and on_card and event is not None:
            m.state.scopes[event[V_SCOPE]][f"#paid {name}"] = amount
        elif name is not None:
            given[name] = amount
    return given


def _ways(m: Machine, op: Op, scope: Scope, verb: str | None, ends: tuple[int, ...]) -> list[costs.Way]:
    """The ways to pay a cost, with the changes of rules."""
    ways, at = [], 0
    for way in op.data:
        terms = []
        for currency, given in way:
            terms.append((currency, ends[at], ends[at + 1], given, False))
            at += 2
        ways.append(costs.changed_way(m, tuple(terms), verb, scope))
    return ways


def _amounts(m: Machine, op: Op, way: costs.Way, amounts: tuple[int, ...], me: Thing | None) -> list[int]:
    currency, low, high, _, _ = way[len(amounts)]
    good = [low]
    for amount in range(low + 1, min(high, payments.there(m, currency, me)) + 1):
        if costs.can_pay_way(m, op, way, (*amounts, amount), me):
            good.append(amount)
        if len(good) > limits.OPTIONS:
            raise Bail
    return good


def _units(m: Machine, c: Cells, way: costs.Way, amounts: tuple[int, ...], me: Thing | None, event: Any) -> None:
    """Pay a way unit by unit."""
    steps = list(costs.steps_of(m, way, amounts))
    for paid, (currency, amount) in enumerate(steps):
        if not payments.by_things(m, currency):
            payments.take_number(m, currency, amount, me)
            m.settled = False
            continue
        m.memo = {}
        good = payments.good_payers(m, steps[paid:], me)
        if not good:
            raise Bail
        needed = sum(1 for other, _ in steps[paid:] if other == currency)
        chosen = 0
        if len(good) > 1 and needed < payments.count_good(m, steps[paid:], good, me):
            values = [(index, thing) for index, (_, thing) in enumerate(good)]
            chosen = ask(m, "pay", me, len(good), 1, 1, values)[0]
        m.memo = None
        line, thing = good[chosen]
        m.emitted.payment(line)(m, c, event, {line.data: thing}, None, me)
        m.settled = False
