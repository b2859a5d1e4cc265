"""Enumerates the legal arguments of an action, checking each requirement as soon as its inputs are known.

A slot for one value is filled with every possible value of its type. A slot for several values starts with its default,
or with one value each, and grows as long as its contents are allowed; so a set is found if it can be built one by one.
Results of compiled code are only checked once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.execute.action_checks as action_checks
import interpreter.execute.costs as costs
from dsl.diagnostics.codes import running as codes
from dsl.ir.effects.walk import walk
from dsl.ir.operations import NO_OP, Op
from dsl.names import types as t
from dsl.names.signatures import SlotSig
from interpreter.evaluate.domain import domain
from interpreter.evaluate.expressions import value
from interpreter.link.action_plans import Depth, Plan, PlannedCheck, PlannedLine
from interpreter.link.linked_rules import Offered
from interpreter.link.rule_index import NO_NAMES
from interpreter.model import limits
from interpreter.model.environment import RuleError, Scope, contains, fault
from interpreter.model.state import Thing, Value, Values
from interpreter.model.work_meter import ran_out, spend

if TYPE_CHECKING:
    from interpreter.compiled.jit import Quick
    from interpreter.execute.machine import Machine

_WHOLE = PlannedLine(NO_OP, None)
"""A refusal that no single line of the action causes."""


def good(m: Machine, action: Offered, it: Value, extra: Values, player: Thing) -> Iterator[Values]:
    """All legal arguments of an action: slots in order, and their things in order."""
    if m.fast is not None and m.trace is None:
        quick = m.fast.quick(action, m.linked.plan(action), tuple(extra))
        fillings = quick.fillings(m, it, player, extra.values()) if quick is not None else None
        if quick is not None and fillings is not None:
            return _still_good(m, action, quick, fillings, it, extra, player)
    trial = Trial(m, action, it, extra, player)
    return trial.grown() if trial.plan.several else trial.whole()


def _still_good(
    m: Machine,
    action: Offered,
    quick: Quick,
    fillings: list[tuple[Value, ...]],
    it: Value,
    extra: Values,
    player: Thing,
) -> Iterator[Values]:
    """Filters the arguments that compiled code found by the checks it left out."""
    plan, verb = m.linked.plan(action), action.op.data
    names = [slot.name for slot in plan.slots]
    price = quick.price
    whole = bool(quick.rest or plan.during or action.clauses.conditions or (price is not None and plan.goes_on))
    forbids = active_rules.may_forbid(m, verb, plan.forbids)
    ruled_out: dict[tuple[int, Value], bool] = {}  # whether a rule forbids a thing in a slot, whatever the others hold
    for filling in fillings:
        values = dict(zip(names, filling, strict=price is None))
        values["me"] = player
        full = {**values, **extra}
        if plan.rules and _ruled_out(m, plan, full, ruled_out):
            continue
        if forbids and active_rules.forbidden(m, verb, full, plan.forbids) is not None:
            continue
        asked = quick.rest
        if price is not None:
            paid = None if whole else costs.payable_for(m, price, filling[len(names) :], player)
            if paid is False:
                continue
            asked = () if paid else (price,)
        if whole or asked:
            scope = Scope(full, it, player, None, player)
            with action_checks.ActionInProgress(m, action, scope, plan.goes_on):
                if not action_checks.holds(m, action, scope) or any(
                    action_checks.line_fails(m, action, line, scope) for line in asked
                ):
                    continue
        yield values


def _ruled_out(m: Machine, plan: Plan, values: Values, judged: dict[tuple[int, Value], bool]) -> bool:
    """Whether a rule of the ruleset forbids these arguments; a rule that reads one slot is evaluated once a thing."""
    for slot, rule in plan.rules:
        key = (id(rule), values[slot] if slot else None)
        if slot is None or key not in judged:
            judged[key] = active_rules.applies(m, rule, None, None, NO_NAMES, values, None)
        if judged[key]:
            return True
    return False


class Trial:
    """An action tried by a player on a thing. `names` are the filled slots and the values derived from them.

    A line that is checked early is checked out of order, so it may raise a fault that the lines before it would have
    prevented. Then the result is unsure, and the arguments are checked as a whole, line by line.
    """

    __slots__ = ("action", "alone", "extra", "it", "m", "names", "plan", "player", "pools", "scope", "tried", "unsure")

    def __init__(self, m: Machine, action: Offered, it: Value, extra: Values, player: Thing) -> None:
        self.m, self.action, self.it, self.extra, self.player = m, action, it, extra, player
        self.plan = m.linked.plan(action)
        self.names: Values = {**extra, "me": player}
        self.scope = Scope(self.names, it, player, None, player)
        self.tried = 0
        self.alone: dict[int, tuple[Value, ...]] = {}
        self.unsure: dict[int, list[Value]] = {}
        self.pools: dict[tuple[Value, ...], tuple[Value, ...]] = {}

    def whole(self) -> Iterator[Values]:
        for sure in self.filled():
            values = self.values()
            if self.refused(values, sure) is None:
                yield values

    def values(self) -> Values:
        return {**{slot.name: self.names[slot.name] for slot in self.plan.slots}, "me": self.player}

    def filled(self) -> Iterator[bool]:
        """Fill the slots in `names` in every possible way; yields whether all checks are sure."""
        sure = self._ask(self.plan.before.asks)
        if sure is not False:
            yield from self._fill(0, sure is True)

    def _fill(self, depth: int, sure: bool) -> Iterator[bool]:
        if depth == len(self.plan.slots):
            self._count(limits.OPTIONS)
            yield sure
            return
        slot, here = self.plan.slots[depth], self.plan.depths[depth]
        if not sure:
            for candidate in _beginnings(self.m, self.action.op.data, slot):
                spend(self.m, 1)
                self.names[slot.name] = candidate
                yield from self._fill(depth + 1, False)
            return
        every = self._alone(depth, here)
        if here.among or here.each:
            try:
                every = _among(self.m, here.among, every, self.scope)
                if here.each:
                    fit = set(self._those(here.each, tuple({candidate: None for many in every for candidate in many})))
                    every = tuple([many for many in every if fit.issuperset(many)])
            except RuleError as wrong:
                if ran_out(wrong):
                    raise
                sure = False
        unsure = self.unsure[depth]
        spend(self.m, len(every))
        for candidate in every:
            self.names[slot.name] = candidate
            good = self._ask(here.asks) if sure and candidate not in unsure else None
            if good is not False:
                yield from self._fill(depth + 1, good is True)

    def _alone(self, depth: int, here: Depth) -> tuple[Value, ...]:
        """The candidates for a slot that pass all checks of the slot alone; computed once."""
        allowed = self.alone.get(depth)
        if allowed is None:
            slot = self.plan.slots[depth].name
            every = _beginnings(self.m, self.action.op.data, self.plan.slots[depth])
            unsure: list[Value] = []
            try:
                every = _among(self.m, here.pool, every, self.scope)
            except RuleError as wrong:
                if ran_out(wrong):
                    raise
                unsure += every
            fitting = []
            spend(self.m, len(every))
            for candidate in every if here.alone else ():
                self.names[slot] = candidate
                good = self._ask(here.alone)
                if good is None:
                    unsure.append(candidate)
                if good is not False:
                    fitting.append(candidate)
            allowed = self.alone[depth] = tuple(fitting) if here.alone else every
            self.unsure[depth] = unsure
        return allowed

    def _ask(self, asks: tuple[PlannedCheck, ...]) -> bool | None:
        """Whether all checks pass; none if one of them raises a fault."""
        try:
            for ask in asks:
                if ask.rule is not None:
                    if active_rules.applies(self.m, ask.rule, None, None, NO_NAMES, self.names, None):
                        return False
                    continue
                answer = value(ask.op, self.scope, self.m)
                if ask.name:
                    self.names[ask.name] = answer
                elif not answer:
                    return False
        except RuleError as wrong:
            if ran_out(wrong):
                raise
            return None
        return True

    def _one_of(self, conditions: tuple[Op, ...], candidate: Value) -> bool:
        """Whether a thing satisfies the conditions on each of several."""
        return all(value(condition, self.scope.looking_at(candidate), self.m) for condition in conditions)

    def _those(self, conditions: tuple[Op, ...], every: tuple[Value, ...]) -> tuple[Value, ...]:
        """The things that satisfy the conditions on each of several; a list common to all is evaluated once."""
        for condition in conditions:
            if not every:
                break
            if _is_membership(condition):
                every = _among(self.m, (condition.args[1],), every, self.scope)
            else:
                every = tuple([candidate for candidate in every if self._one_of((condition,), candidate)])
        return every

    def refused(self, values: Values, sure: bool) -> PlannedLine | None:
        """The line that refuses the arguments; none if they are legal.

        A line that needs the value of an empty slot refuses the empty slot.
        """
        try:
            return self._refused(values, sure)
        except RuleError as wrong:
            if not ran_out(wrong) and any(values[slot.name] is None for slot in self.plan.slots):
                return _WHOLE
            raise

    def _refused(self, values: Values, sure: bool) -> PlannedLine | None:
        m, plan, action = self.m, self.plan, self.action
        full = {**values, **self.extra}
        if not sure:
            return None if action_checks.refusal(m, action, full, self.it, self.player) is None else _WHOLE
        if active_rules.forbidden(m, action.op.data, full, plan.forbids) is not None:
            return _WHOLE
        if not plan.lines and not plan.during and not action.clauses.conditions:
            return None
        scope = Scope(dict(self.names), self.it, self.player, None, self.player)
        with action_checks.ActionInProgress(m, action, scope, plan.goes_on):
            if not action_checks.holds(m, action, scope):
                return _WHOLE
            for line in plan.lines:
                if action_checks.line_fails(m, action, line.op, scope) is not None:
                    return line
        return None

    def grown(self) -> Iterator[Values]:
        """Grow the slots for several things one by one, as long as their contents are allowed."""
        waiting = [(self.values(), dict(self.names), sure) for sure in self.filled()]
        seen = {_things_in(values) for values, _, _ in waiting}
        self.tried = 0
        while waiting:
            bigger: list[tuple[Values, Values, bool]] = []
            for values, names, sure in waiting:
                self._count(limits.OPTIONS)
                self.names = {**names, **values}
                self.scope = Scope(self.names, self.it, self.player, None, self.player)
                failed = self.refused(values, sure)
                if failed is None:
                    yield values
                for slot in self.plan.several:
                    if failed is None or (values[slot.name] == () and failed.may_mend(slot.name)):
                        bigger += [(more, names, sure) for more in self._one_more(slot, values, sure, seen)]
            waiting = bigger

    def _one_more(self, slot: SlotSig, values: Values, sure: bool, seen: set[tuple[Any, ...]]) -> Iterator[Values]:
        """The arguments with one more thing in a slot; the order of the things does not matter."""
        here = self.plan.depths[self.plan.slots.index(slot)]
        held = values[slot.name]
        pool = self._pool(slot, values, here.each if sure else ())
        spend(self.m, 1 + len(pool) * (1 + len(held)))
        for candidate in pool:
            if candidate in held:
                continue
            more = {**values, slot.name: (*held, candidate)}
            key = _things_in(more)
            if key in seen:
                continue
            seen.add(key)
            if not sure or self._may_join(here.more, candidate):
                yield more

    def _pool(self, slot: SlotSig, values: Values, each: tuple[Op, ...]) -> tuple[Value, ...]:
        """The candidates for one of the things in a slot, independent of the others."""
        single = (candidate for candidate in values.values() if not isinstance(candidate, tuple))
        key = (slot.name, len(each), *single)
        if key not in self.pools:
            every = domain(self.m, t.item(slot.type) or t.UNKNOWN)
            try:
                self.pools[key] = self._those(each, every)
            except RuleError as wrong:
                if ran_out(wrong):
                    raise
                self.pools[key] = tuple([candidate for candidate in every if self._may_join(each, candidate)])
        return self.pools[key]

    def _may_join(self, conditions: tuple[Op, ...], candidate: Value) -> bool:
        try:
            return self._one_of(conditions, candidate)
        except RuleError as wrong:
            if ran_out(wrong):
                raise
            return True  # the check of the whole decides

    def _count(self, most: int) -> None:
        self.tried += 1
        if self.tried > most:
            raise fault(codes.TOO_MANY, self.action.op, most=f"{most:,}", what="fillings of one action")


def _things_in(values: Values) -> tuple[Any, ...]:
    """The arguments as a key that ignores the order of several things."""
    return tuple([frozenset(content) if isinstance(content, tuple) else content for content in values.values()])


def _among(m: Machine, lists: tuple[Op, ...], every: tuple[Value, ...], scope: Scope) -> tuple[Value, ...]:
    """The values that are in all of the lists."""
    for op in lists:
        many = value(op, scope, m)
        spend(m, len(every) + (len(many) if isinstance(many, tuple) else 1), op)
        if isinstance(many, tuple) and all(type(candidate) is int for candidate in many):
            members = set(many)
            every = tuple([candidate for candidate in every if type(candidate) is int and candidate in members])
        else:
            every = tuple([candidate for candidate in every if contains(many, candidate)])
    return every


def _is_membership(condition: Op) -> bool:
    """Whether a condition is `that in list` with a list that does not depend on `that`."""
    if condition.name != "compare" or condition.data != "in" or condition.args[0].name != "that":
        return False
    return all(part.name != "that" for part in walk(condition.args[1]))


def _beginnings(m: Machine, verb: str, slot: SlotSig) -> tuple[Value, ...]:
    of = t.item(slot.type)
    plain = t.plain(of or slot.type)
    if isinstance(plain, t.NumberT) and not domain(m, plain):  # the checker rejects it; never ignore it silently
        raise fault(codes.TOO_MANY, most=f"{limits.OPTIONS:,}", what=f"values for `{slot.name}`")
    if of is None and isinstance(slot.type, t.MaybeT):
        return (*domain(m, slot.type), None)  # it may also be left empty
    if of is None:
        return domain(m, slot.type)
    if slot.default is not None:
        return (expressions.default(m, "verb", verb, slot.name) or (),)
    return tuple([(thing,) for thing in domain(m, of)])
