"""Whether a payment can be made, and which thing can pay next so that the rest can still be paid.

Numbers are compared. Independent things are matched to the terms (`interpreter.link.payers`). All other payments are
tried on copies of the table, one after another, because paying with one thing may invalidate another; a table that has
failed is not tried again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import interpreter.execute.option_order as option_order
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.expressions import value
from interpreter.link.payers import missing
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, items, number
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

FEW = 64
"""A search of so many tries is over before it would be worth remembering what has failed."""


class Failed:
    """The tables on which some terms could not be paid, once a search gets long."""

    __slots__ = ("tables", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.tables: set[tuple[Any, ...]] = set()


def can_pay(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    total: dict[str, int] = {}
    for currency, amount in terms:
        if amount:
            total[currency] = total.get(currency, 0) + amount
    with_things = False
    for currency, amount in total.items():
        if by_things(m, currency):
            with_things = True
        elif amount > held(m, currency, me):
            return False
    if not with_things:
        return True
    if _is_plain(m, total, me):
        return not lacks(m, total, me)
    key = ("pay", tuple(terms), me)
    if m.memo is None or looks_at(m, total):
        return _tried_out(m, _units(terms), me)
    if key not in m.memo:
        m.memo[key] = _tried_out(m, _units(terms), me)
    found: bool = m.memo[key]
    return found


def looks_at(m: Machine, currencies: Iterable[str]) -> bool:
    """Whether what pays depends on the very action that is paid for."""
    return m.trial != "" and any(m.trial in m.linked.outlook.currency(currency) for currency in currencies)


def _units(terms: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Numbers are paid whole, things one by one; things first, since paying with one may cost numbers too."""
    return [(currency, amount) for currency, amount in terms if amount]


def held(m: Machine, currency: str, me: Thing | None) -> int:
    """How much of a currency that is a number the payer has."""
    op = m.linked.currencies[currency][0]
    return number(value(op, Scope({}, None, me), m) or 0, op)


def there(m: Machine, currency: str, me: Thing | None) -> int:
    """How much of a currency the payer has: the number, or how many things could pay."""
    return count(m, currency, me) if by_things(m, currency) else held(m, currency, me)


def count(m: Machine, currency: str, me: Thing | None) -> int:
    return sum(len(_listed(m, line, me)) for line in m.linked.currencies[currency])


def _listed(m: Machine, line: Op, me: Thing | None) -> tuple[Thing, ...]:
    """The things with which one can pay by a line of a currency."""
    many = items(value(line.args[0], Scope({}, None, me), m))
    spend(m, len(many))
    return many


def by_things(m: Machine, currency: str) -> bool:
    return any(op.name == "pay" for op in m.linked.currencies[currency])


def _payers(m: Machine, currency: str, me: Thing | None) -> list[tuple[Op, Thing]]:
    """What can pay one of a currency now: of things that are alike only one."""
    found: list[tuple[Op, Thing]] = []
    looks: set[Any] = set()
    for line in m.linked.currencies[currency]:
        for thing in _listed(m, line, me):
            look = _look(m, line, thing)
            if look not in looks:
                looks.add(look)
                found.append((line, thing))
    return found


def _look(m: Machine, line: Op, thing: Thing) -> tuple[Value, ...]:
    """What is alike in things that pay alike."""
    cells = m.state.cells
    return (id(line), cells[thing + s.KIND], cells[thing + s.CARD], cells[thing + s.MARKS])


def good_payers(m: Machine, steps: list[tuple[str, int]], me: Thing | None) -> list[tuple[Op, Thing]]:
    """What can pay the next one so that the rest can still be paid."""
    found = []
    payers = _payers(m, steps[0][0], me)
    order = option_order.things_for(m, [thing for _, thing in payers], t.ListT(t.THING), me)
    payers = [payers[index] for index in order]
    if len(payers) == 1 or len(steps) == 1:
        return payers
    rest, failed = _total(steps[1:]), Failed()
    plain = _is_plain(m, _total(steps), me)
    for line, thing in payers:
        if not lacks(m, rest, me, thing) if plain else _tried(m, line, thing, steps[1:], me, failed):
            found.append((line, thing))
    return found or payers


def _total(steps: Iterable[tuple[str, int]]) -> Counter[str]:
    found = Counter[str]()
    for currency, amount in steps:
        found[currency] += amount
    return found


def count_good(m: Machine, steps: list[tuple[str, int]], good: list[tuple[Op, Thing]], me: Thing | None) -> int:
    """How many things can pay the next one: if no more than are needed, all of them pay and nobody has to choose."""
    currency = steps[0][0]
    if not _is_plain(m, _total(steps), me):
        return count(m, currency, me)
    looks = {_look(m, line, thing) for line, thing in good}
    every = [(line, thing) for line in m.linked.currencies[currency] for thing in _listed(m, line, me)]
    return sum(1 for line, thing in every if _look(m, line, thing) in looks)


def take_number(m: Machine, currency: str, amount: int, me: Thing | None) -> None:
    m.assign(m.linked.currencies[currency][0], "-=", amount, Scope({}, None, me))


def pay_with(m: Machine, line: Op, thing: Thing, me: Thing | None, event: int | None) -> None:
    m.push_text(line.args[1], m.state.open_scope({line.data: thing}), None, me, None, 0, True, event)


def copy_of(m: Machine) -> Machine:
    from interpreter.execute.machine import Machine

    spend(m, limits.WORK_PER_COPY)
    state = m.state.fork()
    state.requests, state.tape = (), ()
    copy = Machine(
        m.linked,
        state,
        m.seed,
        m.seats,
        None,
        m.script,
        branch=m.branch,
        luck=m.luck,
        board_cache=m.board_cache,
        meter=m.meter,
    )
    copy.fast = m.fast
    return copy


# ------------------------------------------------------------------------------------- things that pay independently


def _is_plain(m: Machine, total: Mapping[str, int], me: Thing | None) -> bool:
    """Whether things pay independently of each other: by what the currencies say, and since paying uses a thing up."""
    things = [currency for currency in total if by_things(m, currency)]
    plainness = m.linked.plainness
    if not all(map(plainness.of, things)) or not plainness.apart(total.keys() - set(things), things):
        return False
    return all(_uses_up(m, line, thing, things, me) for currency in things for line, thing in _payers(m, currency, me))


def _uses_up(m: Machine, line: Op, thing: Thing, currencies: Iterable[str], me: Thing | None) -> bool:
    """Whether a thing that has paid can pay no more; things that look alike do not differ in that."""
    look = _look(m, line, thing)
    key = ("uses up", look, tuple(currencies), me)
    if m.memo is not None and key in m.memo:
        return bool(m.memo[key])
    copy = copy_of(m)
    pay_with(copy, line, thing, me, None)
    copy.run(floor=len(m.state.frames))
    found = thing not in _who(copy, currencies, me)
    if m.memo is not None:
        m.memo[key] = found
    return found


def _who(m: Machine, currencies: Iterable[str], me: Thing | None) -> dict[Thing, frozenset[str]]:
    """The things that can pay, each with the currencies of which it can pay one."""
    found: dict[Thing, frozenset[str]] = {}
    for currency in currencies:
        for line in m.linked.currencies[currency]:
            for thing in _listed(m, line, me):
                found[thing] = found.get(thing, frozenset()) | {currency}
    return found


def shortfall(m: Machine, total: Mapping[str, int], me: Thing | None) -> dict[str, int]:
    """What would be missing of some currencies; nothing where that cannot be told without trying."""
    wanted = {currency: amount for currency, amount in total.items() if amount}
    return lacks(m, wanted, me) if _is_plain(m, wanted, me) else {}


def lacks(m: Machine, total: Mapping[str, int], me: Thing | None, but: Thing | None = None) -> dict[str, int]:
    """What cannot be paid of some currencies, if things pay independently; without one of them, if it is named."""
    needed = {currency: amount for currency, amount in total.items() if by_things(m, currency)}
    payers = _who(m, needed, me)
    spend(m, len(payers) * len(needed))
    return missing(needed, (pays for thing, pays in payers.items() if thing != but))


# --------------------------------------------------------------------------------------------------- trying payments


def _tried_out(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> bool:
    """Whether a payment can be made. On a table that waits for an answer somebody only looks: that takes no steps."""
    before = m.state.cells[s.STEPS]
    found = _try(m, terms, me, Failed())
    if m.state.requests:
        m.state.cells[s.STEPS] = before
    return found


def _try(m: Machine, terms: list[tuple[str, int]], me: Thing | None, failed: Failed) -> bool:
    """Try a payment on a copy, with every sort of thing that could pay. No table is tried twice for the same terms."""
    if not terms:
        return True
    failed.tries += 1
    if failed.tries <= FEW:
        return _try_first(m, terms, me, failed)
    key = (tuple(terms), _table(m))
    if key in failed.tables:
        return False
    if _try_first(m, terms, me, failed):
        return True
    failed.tables.add(key)
    return False


def _table(m: Machine) -> tuple[Any, ...]:
    """A table as far as payments look at it: who has paid before whom does not matter, only who has."""
    spend(m, len(m.state.cells) >> 4)
    cells = m.state.cells[:]
    cells[s.STEPS] = cells[s.EVENT_COUNT] = 0
    return tuple([tuple(sorted(cell)) if _is_pile(cell) else cell for cell in cells])


def _is_pile(cell: Value) -> bool:
    return type(cell) is tuple and len(cell) > 1 and all(type(part) is int for part in cell)


def _try_first(m: Machine, terms: list[tuple[str, int]], me: Thing | None, failed: Failed) -> bool:
    currency, amount = terms[0]
    if not by_things(m, currency):
        if amount > held(m, currency, me):
            return False
        copy = copy_of(m)
        take_number(copy, currency, amount, me)
        paid = _try(copy, terms[1:], me, failed)
        _has_taken(m, copy)
        return paid
    rest = [(currency, amount - 1), *terms[1:]] if amount > 1 else terms[1:]
    payers = _payers(m, currency, me)
    if not rest:
        return bool(payers)
    return any(_tried(m, line, thing, rest, me, failed) for line, thing in payers)


def _tried(m: Machine, line: Op, thing: Thing, rest: list[tuple[str, int]], me: Thing | None, failed: Failed) -> bool:
    """Whether the rest can be paid when a thing has paid; what that takes counts as steps of the decision."""
    m.tick()
    copy = copy_of(m)
    pay_with(copy, line, thing, me, None)
    copy.run(floor=len(m.state.frames))
    paid = _try(copy, rest, me, failed)
    _has_taken(m, copy)
    return paid


def _has_taken(m: Machine, copy: Machine) -> None:
    m.state.cells[s.STEPS] = copy.state.cells[s.STEPS]
