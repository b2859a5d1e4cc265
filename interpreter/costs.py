"""Costs: everything is planned first, then paid at once or not at all.

A cost has ways, a way has terms, a term is an amount of a currency. What can be paid, what is offered and why not all
come from the same plan. Where things pay, a plan is tried out on a copy of the state, because paying with one thing
may make another one worthless; then it is paid for good, step by step, and only steps after which the rest can still
be paid are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.unasked as unasked
from dsl.codes import running as codes
from dsl.core import Op
from interpreter import budget
from interpreter import state as s
from interpreter.choices import Option
from interpreter.evaluate import value
from interpreter.frames import F_EVENT, F_GOT, F_ME, F_PC, F_SCOPE, V_VERB
from interpreter.meter import spend
from interpreter.reckoning import reckon
from interpreter.scope import Scope, fault, items, number
from interpreter.state import Thing, Value
from interpreter.values import CardRef, TextRef

if TYPE_CHECKING:
    from interpreter.machine import Machine

Term = tuple[str, int, int, str | None, bool]
"""A currency, the least and the most of it, the name that it gives, and whether it stands on a card."""
Way = tuple[Term, ...]


# ---------------------------------------------------------------------------------------------------- planning


def ways(m: Machine, op: Op, scope: Scope, verb: str | None) -> list[Way]:
    """The ways to pay a cost, whether they can be paid or not, with all changes of rules in them."""
    return [_changed_way(m, way, verb, scope) for way in _said(m, op, scope)]


def _said(m: Machine, op: Op, scope: Scope) -> list[Way]:
    """The ways to pay a cost as it is written."""
    found: list[Way] = []
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
            found += parts[0]
        else:
            found += [sum(combination, ()) for combination in product(*parts)]
    return found


def _printed(m: Machine, price: Value, scope: Scope) -> list[Way]:
    """`cost card.cost`: all that a card prints."""
    if not isinstance(price, TextRef):
        return [()]
    id = price.thing.id if isinstance(price.thing, CardRef) else m.state.cells[price.thing + s.CARD]
    card = m.world.cards.get(id or "")
    op = card.values.get(price.name) if card is not None else None
    if op is None:
        return [()]
    inner = Scope(scope.values, price.thing, scope.me, None, scope.actor)
    return [tuple((*term[:4], True) for term in way) for way in ways(m, op, inner, None)]


def _changed_way(m: Machine, way: Way, verb: str | None, scope: Scope) -> Way:
    """A way with the changes of rules: what it costs in a currency is changed once, at the first term of it."""
    firsts = {term[0]: index for index, term in reversed(list(enumerate(way)))}
    return tuple(_changed(m, term, verb if firsts[term[0]] == index else None, scope) for index, term in enumerate(way))


def _changed(m: Machine, term: Term, verb: str | None, scope: Scope) -> Term:
    currency, low, high, given, on_card = term
    if verb is not None and _may_change(m, (currency,)):
        values: Mapping[str, Value] = {**scope.values, "me": scope.me}
        changes = standing.modifiers(m, currency, verb, values, "cost")
        low, high = (reckon(end, changes, m.world.layers) for end in (low, high))
    low = max(0, low)
    return currency, low, max(low, high), given, on_card


def payable(m: Machine, op: Op, scope: Scope, verb: str | None) -> Way | None:
    """The first way in which a cost can be paid; none if it cannot. While nothing changes, the same is paid alike."""
    said = _said(m, op, scope)
    currencies = {term[0] for way in said for term in way}
    if m.still is None or _may_change(m, currencies) or _looks_at(m, currencies):
        return _first_payable(m, said, verb, scope)
    key = ("payable", tuple(said), scope.me)
    if key not in m.still:
        m.still[key] = _first_payable(m, said, verb, scope)
    found: Way | None = m.still[key]
    return found


def payable_for(m: Machine, op: Op, amounts: tuple[Value, ...], me: Thing) -> bool | None:
    """Whether a cost can be paid whose least amounts are known; none if more has to be known."""
    assert m.still is not None
    key = (id(op), amounts, me)
    if key not in m.still:
        m.still[key] = _payable_for(m, op, amounts, me)
    found: bool | None = m.still[key]
    return found


def _payable_for(m: Machine, op: Op, amounts: tuple[Value, ...], me: Thing) -> bool | None:
    currencies = [currency for way in op.data for currency, _ in way]
    if any(type(amount) is not int for amount in amounts) or _may_change(m, currencies):
        return None
    least = iter(amounts)
    ways = [[(currency, max(0, next(least))) for currency, _ in way] for way in op.data]
    return any(_can_pay(m, way, me) for way in ways)


def _first_payable(m: Machine, said: list[Way], verb: str | None, scope: Scope) -> Way | None:
    every = (_changed_way(m, way, verb, scope) for way in said)
    return next((way for way in every if _fits(m, way, (), scope.me)), None)


def _may_change(m: Machine, currencies: Iterable[str]) -> bool:
    """Whether a rule may change what is paid in one of some currencies."""
    return bool(m.state.cells[s.STANDING]) or any(("cost", currency) in m.world.changers for currency in currencies)


def _fits(m: Machine, way: Way, amounts: tuple[int, ...], me: Thing | None) -> bool:
    """Whether a way can be paid, with the amounts of its first terms settled; the least of the others is tried."""
    wanted = [*amounts, *(term[1] for term in way[len(amounts) :])]
    return _can_pay(m, [(term[0], amount) for term, amount in zip(way, wanted, strict=True)], me)


def _can_pay(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    total: dict[str, int] = {}
    for currency, amount in terms:
        if amount:
            total[currency] = total.get(currency, 0) + amount
    by_things = False
    for currency, amount in total.items():
        if _by_things(m, currency):
            by_things = True
        elif amount > held(m, currency, me):
            return False
    if not by_things:
        return True
    key = ("pay", tuple(terms), me)
    if m.still is None or _looks_at(m, total):
        return _tried_out(m, _units(terms), me)
    if key not in m.still:
        m.still[key] = _tried_out(m, _units(terms), me)
    found: bool = m.still[key]
    return found


def _tried_out(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    """Whether a payment can be made. On a table that waits for an answer somebody only looks: that takes no steps."""
    before = m.state.cells[s.STEPS]
    found = _try(m, terms, me)
    if m.state.requests:
        m.state.cells[s.STEPS] = before
    return found


def _looks_at(m: Machine, currencies: Iterable[str]) -> bool:
    """Whether what pays depends on the very action that is paid for."""
    return m.trial != "" and any(m.trial in m.world.outlook.currency(currency) for currency in currencies)


def _units(terms: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Numbers are paid whole, things one by one; things first, since paying with one may cost numbers too."""
    return [(currency, amount) for currency, amount in terms if amount]


def _try(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    """Try a payment on a copy, with every sort of thing that could pay."""
    if not terms:
        return True
    currency, amount = terms[0]
    if not _by_things(m, currency):
        if amount > held(m, currency, me):
            return False
        copy = _copy(m)
        _take_number(copy, currency, amount, me)
        paid = _try(copy, terms[1:], me)
        _has_taken(m, copy)
        return paid
    rest = [(currency, amount - 1), *terms[1:]] if amount > 1 else terms[1:]
    payers = _payers(m, currency, me)
    if not rest:
        return bool(payers)
    return any(_tried(m, line, thing, rest, me) for line, thing in payers)


def _tried(m: Machine, line: Op, thing: Thing, rest: list[tuple[str, int]], me: Thing | None) -> bool:
    """Whether the rest can be paid when a thing has paid; what that takes counts as steps of the decision."""
    m.tick()
    copy = _copy(m)
    _pay_with(copy, line, thing, me, None)
    copy.run(floor=len(m.state.frames))
    paid = _try(copy, rest, me)
    _has_taken(m, copy)
    return paid


def _has_taken(m: Machine, copy: Machine) -> None:
    m.state.cells[s.STEPS] = copy.state.cells[s.STEPS]


def _copy(m: Machine) -> Machine:
    from interpreter.machine import Machine

    spend(m, budget.WORK_PER_COPY)
    state = m.state.fork()
    state.requests, state.tape = (), ()
    copy = Machine(
        m.world, state, m.seed, m.seats, None, m.script, branch=m.branch, luck=m.luck, spots=m.spots, meter=m.meter
    )
    copy.fast = m.fast
    return copy


def _by_things(m: Machine, currency: str) -> bool:
    return any(op.name == "pay" for op in m.world.currencies[currency])


def held(m: Machine, currency: str, me: Thing | None) -> int:
    """How much of a currency that is a number the payer has."""
    op = m.world.currencies[currency][0]
    return number(value(op, Scope({}, None, me), m) or 0, op)


def there(m: Machine, currency: str, me: Thing | None) -> int:
    """How much of a currency the payer has: the number, or how many things could pay."""
    return _count(m, currency, me) if _by_things(m, currency) else held(m, currency, me)


def _payers(m: Machine, currency: str, me: Thing | None) -> list[tuple[Op, Thing]]:
    """What can pay one of a currency now: of things that are alike only one."""
    found: list[tuple[Op, Thing]] = []
    looks: list[Any] = []
    for line in m.world.currencies[currency]:
        for thing in items(value(line.args[0], Scope({}, None, me), m)):
            cells = m.state.cells
            look = (id(line), cells[thing + s.KIND], cells[thing + s.CARD], cells[thing + s.MARKS])
            if look not in looks:
                looks.append(look)
                found.append((line, thing))
    return found


# ------------------------------------------------------------------------------------------------------- paying


def pay_step(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    """One step of paying; the sentence is done again until all is paid. How far it is stands under `#cost`."""
    event = happening.event_by_id(m, frame[F_EVENT])
    done = scope.values.get("#cost")
    if done is None:
        verb = event[V_VERB] if event is not None else None
        found = [way for way in ways(m, op, scope, verb) if _fits(m, way, (), scope.me)]
        if not found:
            raise fault(codes.CANNOT_PAY, op)
        if len(found) == 1 and len(op.data) > 1:
            unasked.note(m, scope.me, f'choose "{_words(found[0])}"', "nothing else could be paid")
        done = (tuple(found), (), 0)
    plan, amounts, paid = done
    scope.values["#cost"] = done
    frame[F_PC] -= 1
    if len(plan) > 1:
        _ask_way(m, plan, frame)
    elif len(amounts) < len(plan[0]):
        _settle_amount(m, plan[0], amounts, frame, scope)
    else:
        _pay_next(m, plan[0], amounts, paid, frame, scope)


def _ask_way(m: Machine, plan: tuple[Way, ...], frame: list[Any]) -> None:
    options = tuple(Option(index, _words(way)) for index, way in enumerate(plan))
    frame[F_GOT] = ("pay", "way")
    m.request("pay", frame[F_ME], options, 1, 1, "how do you pay?")


def _words(way: Way) -> str:
    parts = [f"{low} {currency}" if low == high else f"{low} to {high} {currency}" for currency, low, high, *_ in way]
    return " and ".join(parts) or "nothing"


def _settle_amount(m: Machine, way: Way, amounts: tuple[int, ...], frame: list[Any], scope: Scope) -> None:
    _, low, high, _, _ = way[len(amounts)]
    good = [amount for amount in range(low, high + 1) if _fits(m, way, (*amounts, amount), scope.me)]
    if len(good) == 1:
        if low != high:
            unasked.note(m, scope.me, f'choose "{good[0]} {way[len(amounts)][0]}"', "nothing else could be paid")
        scope.values["#cost"] = ((way,), (*amounts, good[0]), 0)
        return
    frame[F_GOT] = ("pay", "amount")
    words = way[len(amounts)][0]
    options = tuple(Option(amount, f"{amount} {words}") for amount in good)
    m.request("pay", scope.me, options, 1, 1, "how much do you pay?")


def _steps(m: Machine, way: Way, amounts: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    for term, amount in zip(way, amounts, strict=True):
        if amount and _by_things(m, term[0]):
            yield from ((term[0], 1) for _ in range(amount))
        elif amount:
            yield term[0], amount


def _pay_next(m: Machine, way: Way, amounts: tuple[int, ...], paid: int, frame: list[Any], scope: Scope) -> None:
    steps = list(_steps(m, way, amounts))
    if paid >= len(steps):
        _give_names(m, way, amounts, frame, scope)
        return
    currency, amount = steps[paid]
    if not _by_things(m, currency):
        scope.values["#cost"] = ((way,), amounts, paid + 1)
        _take_number(m, currency, amount, scope.me)
        return
    good = _good_payers(m, steps[paid:], scope.me)
    if len(good) > 1 and sum(1 for other, _ in steps[paid:] if other == currency) < _count(m, currency, scope.me):
        frame[F_GOT] = ("pay", "thing")
        options = tuple(
            Option(payer, telling.later(m, telling.payer_words, payer))
            for payer in ((index, thing) for index, (_, thing) in enumerate(good))
        )
        m.request("pay", scope.me, options, 1, 1, f"with what do you pay {currency}?")
        return
    line, thing = good[0]
    if m.unasked is not None:
        unasked.note(m, scope.me, f"choose {telling.shown_value(m, thing)}", f"nothing else could pay {currency}")
    scope.values["#cost"] = ((way,), amounts, paid + 1)
    _pay_with(m, line, thing, scope.me, frame[F_EVENT])


def after_paying(m: Machine) -> list[Machine | None]:
    """Where it is asked with what somebody pays: a copy of the table for each option, in whose log stands what follows.

    Whatever depends on chance is none of anybody's business before it happens.
    """
    frame = m.state.frames[-1]
    if frame[F_GOT] != ("pay", "thing"):
        return []
    scope = m.scope_of(frame)
    plan, amounts, paid = scope.values["#cost"]
    steps = list(_steps(m, plan[0], amounts))
    found: list[Machine | None] = []
    for line, thing in _good_payers(m, steps[paid:], scope.me):
        copy = _copy(m)
        copy.log = []
        _pay_with(copy, line, thing, scope.me, frame[F_EVENT])
        copy.run(floor=len(m.state.frames))
        found.append(copy if copy.state.cells[s.DRAWS] == m.state.cells[s.DRAWS] else None)
    return found


def _count(m: Machine, currency: str, me: Thing | None) -> int:
    return sum(len(items(value(line.args[0], Scope({}, None, me), m))) for line in m.world.currencies[currency])


def _good_payers(m: Machine, steps: list[tuple[str, int]], me: Thing | None) -> list[tuple[Op, Thing]]:
    """What can pay the next one so that the rest can still be paid."""
    found = []
    payers = _payers(m, steps[0][0], me)
    if len(payers) == 1 or len(steps) == 1:
        return payers
    for line, thing in payers:
        if _tried(m, line, thing, steps[1:], me):
            found.append((line, thing))
    return found or payers


def _take_number(m: Machine, currency: str, amount: int, me: Thing | None) -> None:
    m.assign(m.world.currencies[currency][0], "-=", amount, Scope({}, None, me))


def _pay_with(m: Machine, line: Op, thing: Thing, me: Thing | None, event: int | None) -> None:
    m.push_text(line.args[1], m.state.open_scope({line.data: thing}), None, me, None, 0, True, event)


def _give_names(m: Machine, way: Way, amounts: tuple[int, ...], frame: list[Any], scope: Scope) -> None:
    del scope.values["#cost"]
    frame[F_PC] += 1
    for (_, _, _, given, on_card), amount in zip(way, amounts, strict=True):
        if given is not None:
            m.names(frame[F_SCOPE])[f"#paid {given}" if on_card else given] = amount


def take_payment(m: Machine, frame: list[Any], chosen: Value) -> None:
    """An answer to one of the questions of paying."""
    scope = m.scope_of(frame)
    plan, amounts, paid = scope.values["#cost"]
    # which question it was follows from how far the payment is
    if len(plan) > 1:
        scope.values["#cost"] = ((plan[chosen],), (), 0)
    elif len(amounts) < len(plan[0]):
        scope.values["#cost"] = (plan, (*amounts, chosen), 0)
    else:
        steps = list(_steps(m, plan[0], amounts))
        line, thing = _good_payers(m, steps[paid:], scope.me)[chosen[0]]
        scope.values["#cost"] = (plan, amounts, paid + 1)
        _pay_with(m, line, thing, scope.me, frame[F_EVENT])
