"""Whether a payment can be made, and which thing can pay next so that the rest can still be paid.

Numbers are compared. Independent things are matched to the terms (`interpreter.link.payers`). All other payments are
tried on copies of the table, one after another, because paying with one thing may change what another is worth; a table
that has failed is not tried again.

Such a search may be long, so it has a bound of its own (`Unplanned`): a cost that cannot be planned within it is not
offered, and all other actions are. A search of a few tries runs in the current engine and is paid for by the decision.
The reference machine repeats a longer one with a budget of its own, so both engines give up at the same point. One
search takes at most a quarter of the budget left for all searches of the decision, so that none starves the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import interpreter.execute.option_order as option_order
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.assignments import assign
from interpreter.evaluate.expressions import value
from interpreter.link.payers import missing
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, items, number
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import Meter, ran_out, spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

FEW = 64
"""A search with this many tries is too short for remembering failures to pay off."""

Payer = tuple[Op, Thing]
"""A line of a currency, and a thing that pays through it."""


class Unplanned(Exception):
    """The bound was reached before it was clear whether a payment can be made."""


class _Long(Exception):
    """A search needs more than a few tries."""


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
    if len(total) == 1 and sum(total.values()) == 1:
        return any(_listed(m, line, me) for currency in total for line in m.linked.currencies[currency])
    if _is_plain(m, total, me):
        return not lacks(m, total, me)
    if _is_sure(m, total, me):
        return True
    if m.memo is None or looks_at(m, total):
        return _planned(m, terms, me) is not None
    key = ("pay", tuple(terms), me)
    if key not in m.memo:
        try:
            m.memo[key] = _planned(m, terms, me) is not None
        except Unplanned:
            m.memo[key] = None
    payable: bool | None = m.memo[key]
    if payable is None:
        raise Unplanned
    return payable


def _is_sure(m: Machine, total: Mapping[str, int], me: Thing | None, but: Thing | None = None) -> bool:
    """Whether things that pay independently are enough, optionally without one thing: then nothing has to be tried.
    There is enough of the numbers."""
    numbers = tuple(sorted(currency for currency in total if not by_things(m, currency)))
    needed = {currency: amount for currency, amount in total.items() if amount and by_things(m, currency)}
    payers: dict[Thing, frozenset[str]] = {}
    for currency in needed:
        for line in m.linked.plain_currencies.lines(numbers, currency):
            for thing in _listed(m, line, me):
                if thing != but:
                    payers[thing] = payers.get(thing, frozenset()) | {currency}
    return not missing(needed, payers.values())


def looks_at(m: Machine, currencies: Iterable[str]) -> bool:
    """Whether the payers depend on the action that is paid for."""
    return m.trial != "" and any(m.trial in m.linked.event_reads.currency(currency) for currency in currencies)


def held(m: Machine, currency: str, me: Thing | None) -> int:
    """The payer's amount of a currency that is a number."""
    op = m.linked.currencies[currency][0]
    return number(value(op, Scope({}, None, me), m) or 0, op)


def there(m: Machine, currency: str, me: Thing | None) -> int:
    """The payer's amount of a currency: the number, or the count of things that could pay."""
    return count(m, currency, me) if by_things(m, currency) else held(m, currency, me)


def count(m: Machine, currency: str, me: Thing | None) -> int:
    return sum(len(_listed(m, line, me)) for line in m.linked.currencies[currency])


def _listed(m: Machine, line: Op, me: Thing | None) -> tuple[Thing, ...]:
    """The things that can pay through a line of a currency."""
    if m.emitted is not None:
        payers: tuple[Thing, ...] = items(m.emitted.payers(line)(m, m.state.cells, me))
        return payers
    many = items(value(line.args[0], Scope({}, None, me), m))
    spend(m, len(many))
    return many


def by_things(m: Machine, currency: str) -> bool:
    return any(op.name == "pay" for op in m.linked.currencies[currency])


def _payers(m: Machine, currency: str, me: Thing | None) -> list[tuple[Op, Thing]]:
    """The payers of one unit of a currency; of interchangeable things only one."""
    payers: list[tuple[Op, Thing]] = []
    looks: set[Any] = set()
    for line in m.linked.currencies[currency]:
        for thing in _listed(m, line, me):
            look = _look(m, line, thing)
            if look not in looks:
                looks.add(look)
                payers.append((line, thing))
    return payers


def _look(m: Machine, line: Op, thing: Thing) -> tuple[Value, ...]:
    """The key of interchangeable things: everything but their place and birth number."""
    cells = m.state.cells
    kept = cells[thing + s.FIRST_FIELD : thing + m.linked.layout.kinds[cells[thing + s.KIND]].size]
    return (id(line), cells[thing + s.KIND], cells[thing + s.CARD], cells[thing + s.MARKS], *kept)


def good_payers(m: Machine, steps: list[tuple[str, int]], me: Thing | None) -> list[tuple[Op, Thing]]:
    """The payers of the next unit after which the rest can still be paid."""
    payers = _payers(m, steps[0][0], me)
    order = option_order.things_for(m, [thing for _, thing in payers], t.ListT(t.THING), me)
    if len(payers) == 1 or len(steps) == 1:
        return [payers[index] for index in order]
    if _is_plain(m, _total(steps), me):
        rest = _total(steps[1:])
        good = [payer for payer in payers if not lacks(m, rest, me, payer[1])]
    else:
        good = _good_in_turn(m, payers, steps, me)
    return [payers[index] for index in order if payers[index] in good] or [payers[index] for index in order]


def _good_in_turn(m: Machine, payers: list[Payer], steps: list[tuple[str, int]], me: Thing | None) -> list[Payer]:
    """The payers after which the rest can be paid, as far as a share of the bound allows.

    The first is the one of the plan that showed the cost to be payable. The budget of the search for others depends on
    the payment alone, so the same payers result when one is chosen.
    """
    previous, m.meter.plan = m.meter.plan, None
    rest = _total(steps[1:])
    numbers = tuple(sorted(currency for currency in rest if not by_things(m, currency)))
    plain = m.linked.plain_currencies.lines(numbers, steps[0][0])
    sure = [payer for payer in payers if payer[0] in plain and _leaves(m, rest, numbers, me, payer[1])]
    if len(sure) == len(payers):
        return sure
    if previous is not None and previous[0] == steps and previous[1][0] in payers:
        plan = previous[1]
    else:
        try:
            plan = _planned(m, steps, me) or []
        except Unplanned:
            return []
    good, search = [], _Search()
    left = limits.WORK_OF_PAYMENTS // (4 * len(steps))
    for payer in payers:
        if (plan and payer == plan[0]) or payer in sure:
            good.append(payer)
            continue
        allowed = left // 4
        try:
            payment, used = _by_reference(m, steps, me, allowed, search, payer)
        except Unplanned:
            payment, used = None, allowed
        left -= used
        if payment is not None:
            good.append(payer)
    if good == plan[:1]:  # saves the next step a search
        m.meter.plan = (steps[1:], plan[1:])
    return good


def _leaves(m: Machine, rest: Mapping[str, int], numbers: tuple[str, ...], me: Thing | None, but: Thing) -> bool:
    """Whether a thing that pays independently surely leaves enough for the rest."""
    return all(rest[currency] <= held(m, currency, me) for currency in numbers) and _is_sure(m, rest, me, but)


def _total(steps: Iterable[tuple[str, int]]) -> Counter[str]:
    totals = Counter[str]()
    for currency, amount in steps:
        totals[currency] += amount
    return totals


def count_good(m: Machine, steps: list[tuple[str, int]], good: list[tuple[Op, Thing]], me: Thing | None) -> int:
    """The number of things that can pay the next unit: if all are needed, there is nothing to choose."""
    currency = steps[0][0]
    if not _is_plain(m, _total(steps), me):
        return count(m, currency, me)
    looks = {_look(m, line, thing) for line, thing in good}
    every = [(line, thing) for line in m.linked.currencies[currency] for thing in _listed(m, line, me)]
    return sum(1 for line, thing in every if _look(m, line, thing) in looks)


def take_number(m: Machine, currency: str, amount: int, me: Thing | None) -> None:
    assign(m, m.linked.currencies[currency][0], "-=", amount, Scope({}, None, me))


def pay_with(m: Machine, line: Op, thing: Thing, me: Thing | None, event: int | None) -> None:
    m.push_text(line.args[1], m.state.open_scope({line.data: thing}), None, me, None, 0, True, event)


def copy_of(m: Machine) -> Machine:
    spend(m, limits.WORK_PER_COPY)
    state = m.state.fork()
    state.requests, state.tape = (), ()
    return m.copy(state, branch=m.branch, board_cache=m.board_cache)


# ------------------------------------------------------------------------------------- things that pay independently


def _is_plain(m: Machine, total: Mapping[str, int], me: Thing | None) -> bool:
    """Whether things pay independently: the currencies are plain, and paying uses a thing up."""
    things = [currency for currency in total if by_things(m, currency)]
    plain = m.linked.plain_currencies
    if not all(map(plain.of, things)) or not plain.apart(total.keys() - set(things), things):
        return False
    return all(_uses_up(m, line, thing, things, me) for currency in things for line, thing in _payers(m, currency, me))


def _uses_up(m: Machine, line: Op, thing: Thing, currencies: Iterable[str], me: Thing | None) -> bool:
    """Whether a thing that has paid cannot pay again; the same for interchangeable things."""
    look = _look(m, line, thing)
    key = ("uses up", look, tuple(currencies), me)
    if m.memo is not None and key in m.memo:
        return bool(m.memo[key])
    copy = copy_of(m)
    pay_with(copy, line, thing, me, None)
    copy.run(floor=len(m.state.frames))
    used_up = thing not in _who(copy, currencies, me)
    if m.memo is not None:
        m.memo[key] = used_up
    return used_up


def _who(m: Machine, currencies: Iterable[str], me: Thing | None) -> dict[Thing, frozenset[str]]:
    """The things that can pay, each with the currencies of which it can pay one unit."""
    payers: dict[Thing, frozenset[str]] = {}
    for currency in currencies:
        for line in m.linked.currencies[currency]:
            for thing in _listed(m, line, me):
                payers[thing] = payers.get(thing, frozenset()) | {currency}
    return payers


def shortfall(m: Machine, total: Mapping[str, int], me: Thing | None) -> dict[str, int]:
    """The amounts that would be missing; empty if only a search could tell."""
    wanted = {currency: amount for currency, amount in total.items() if amount}
    return lacks(m, wanted, me) if _is_plain(m, wanted, me) else {}


def lacks(m: Machine, total: Mapping[str, int], me: Thing | None, but: Thing | None = None) -> dict[str, int]:
    """The amounts that cannot be paid if things pay independently; optionally without one thing."""
    needed = {currency: amount for currency, amount in total.items() if by_things(m, currency)}
    payers = _who(m, needed, me)
    spend(m, len(payers) * len(needed))
    return missing(needed, (pays for thing, pays in payers.items() if thing != but))


# --------------------------------------------------------------------------------------------------- trying payments


class _Search:
    """The number of tries of a search and, once it is long, the tables on which it failed."""

    __slots__ = ("most", "tables", "tries")

    def __init__(self, most: int | None = None) -> None:
        self.tries, self.most = 0, most
        self.tables: set[tuple[Any, ...]] = set()

    def count(self) -> None:
        self.tries += 1
        if self.most is not None and self.tries > self.most:
            raise _Long


def _planned(m: Machine, terms: list[tuple[str, int]], me: Thing | None) -> list[Payer | None] | None:
    """The payer of each unit in turn; none if the payment cannot be made."""
    wanted = [(currency, amount) for currency, amount in terms if amount]
    meter = m.meter
    allowed = meter.payments // 4
    share = 1 if m.fast is None else limits.COMPILED_SHARE
    own = Meter(allowed // share)
    try:
        payment = _searched(_root(m, own, fast=True), wanted, me, _Search(FEW))
    except _Long:
        pass
    except RuleError as wrong:
        if not _is_long(wrong):
            raise
        if m.fast is None:
            meter.payments -= allowed
            raise Unplanned from None
    else:
        spend(m, own.full - own.left)
        return payment
    search = _Search()
    try:
        payment, used = _by_reference(m, wanted, me, allowed, search)
    except Unplanned:
        meter.payments -= allowed
        raise
    meter.payments -= used if search.tries > FEW else 0
    return payment


def _by_reference(
    m: Machine,
    terms: list[tuple[str, int]],
    me: Thing | None,
    allowed: int,
    search: _Search,
    first: Payer | None = None,
) -> tuple[list[Payer | None] | None, int]:
    """The same on the reference machine, and the work it took; optionally with a given first payer."""
    own = Meter(allowed)
    try:
        root = _root(m, own, fast=False)
        if first is not None:
            root, terms = _paid(root, first, me), _rest(m, terms)
        payment = _searched(root, terms, me, search)
    except RuleError as wrong:
        if not _is_long(wrong):
            raise
        raise Unplanned from None
    return payment, allowed - own.left


def _is_long(wrong: RuleError) -> bool:
    return ran_out(wrong) or wrong.code == codes.STEPS.id


def _root(m: Machine, own: Meter, *, fast: bool) -> Machine:
    """The table at the start of a search, with its own meter: it uses no steps of the match."""
    copy = copy_of(m)
    copy.meter = own
    copy.state.cells[s.STEPS] = 0
    if not fast:
        copy.fast = None
    return copy


def _searched(m: Machine, terms: list[tuple[str, int]], me: Thing | None, search: _Search) -> list[Payer | None] | None:
    """Depth-first search over interchangeable payers. No table is tried twice for the same terms."""
    if not terms:
        return []
    levels = [_level(m, terms, me, search)]
    path: list[Payer | None] = []
    while levels:
        table, wanted, payers, key = levels[-1]
        del path[len(levels) - 1 :]
        payer = next(payers, _NOBODY)
        if payer is _NOBODY:
            levels.pop()
            if key is not None:
                search.tables.add(key)
            continue
        path.append(payer)  # type: ignore[arg-type]
        rest = _rest(m, wanted)
        if not rest:
            return path
        search.count()
        following = _paid(table, payer, me, wanted[0])  # type: ignore[arg-type]
        level = _level(following, rest, me, search)
        if level[3] is None or level[3] not in search.tables:
            levels.append(level)
    return None


_NOBODY = object()
_Level = tuple["Machine", list[tuple[str, int]], Iterator[Payer | None], tuple[Any, ...] | None]
"""A table in a search: the remaining terms, the untried payers, and the key under which it fails."""


def _level(m: Machine, terms: list[tuple[str, int]], me: Thing | None, search: _Search) -> _Level:
    key = (tuple(terms), _table(m)) if search.tries > FEW else None
    return m, terms, _who_pays(m, terms[0], me), key


def _who_pays(m: Machine, term: tuple[str, int], me: Thing | None) -> Iterator[Payer | None]:
    """The payers of one unit; none stands for a number, which is paid at once."""
    currency, amount = term
    if by_things(m, currency):
        yield from _payers(m, currency, me)
    elif amount <= held(m, currency, me):
        yield None


def _rest(m: Machine, terms: list[tuple[str, int]]) -> list[tuple[str, int]]:
    currency, amount = terms[0]
    return [(currency, amount - 1), *terms[1:]] if amount > 1 and by_things(m, currency) else terms[1:]


def _paid(m: Machine, payer: Payer | None, me: Thing | None, term: tuple[str, int] = ("", 0)) -> Machine:
    """The table after a payer has paid one unit, or after a number was paid."""
    spend(m, limits.WORK_PER_STEP)
    copy = copy_of(m)
    if payer is None:
        take_number(copy, *term, me)
    else:
        pay_with(copy, *payer, me, None)
        copy.run(floor=len(m.state.frames))
    return copy


def _table(m: Machine) -> tuple[Any, ...]:
    """The key of a table for payments: it ignores the order of earlier payers."""
    spend(m, len(m.state.cells) >> 4)
    cells = m.state.cells[:]
    cells[s.STEPS] = cells[s.EVENT_COUNT] = 0
    return tuple([tuple(sorted(cell)) if _is_pile(cell) else cell for cell in cells])


def _is_pile(cell: Value) -> bool:
    return type(cell) is tuple and len(cell) > 1 and all(type(part) is int for part in cell)
