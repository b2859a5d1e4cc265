"""What a player may do in a window: every filling of an action that nothing speaks against, and else the reason why
not.

Slots for one value are filled with everything of their type. Slots for several begin with their default, or with one
each, and grow as long as what they hold is allowed; so a set is found if it can be put together one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

import interpreter.costs as costs
import interpreter.history as history
import interpreter.standing as standing
import interpreter.things as things
from dsl import types as t
from dsl.codes import running as codes
from dsl.core import NO_OP, Op
from dsl.names import SlotSig
from interpreter import budget
from interpreter import state as s
from interpreter.asking import domain
from interpreter.evaluate import truth, value
from interpreter.frames import V_SCOPE, V_VERB
from interpreter.listening import NO_NAMES
from interpreter.scope import RuleError, Scope, contains, fault
from interpreter.state import Thing, Value
from interpreter.trying import Ask, Depth, Line
from interpreter.world import Offered

if TYPE_CHECKING:
    from interpreter.compiled.jit import Quick
    from interpreter.machine import Machine

Values = dict[str, Value]
Reason = tuple[str, tuple[str, ...]]
_WHOLE = Line(NO_OP, None)
"""Not a line of its own: something about the filling as a whole speaks against it."""


@frozen
class Move:
    """An action with its slots filled, by a player, on the thing whose text brings it."""

    verb: str
    values: tuple[tuple[str, Value], ...]
    it: Value

    def shifted(self, shift: Callable[[Value], Value]) -> Move:
        """The same move where things have other numbers."""
        return evolve(self, values=tuple((name, shift(found)) for name, found in self.values), it=shift(self.it))


def legal(m: Machine, window: str, player: Thing) -> list[Move]:
    """Everything that a player may do in a window now."""
    m.rest()
    try:
        return _legal(m, window, player)
    finally:
        m.stir()


def _legal(m: Machine, window: str, player: Thing) -> list[Move]:
    found: list[Move] = []
    for action in m.world.actions.get(window, []):
        if _done_already(m, action, player) is not None:
            continue
        for it, extra in bringers(m, action, player):
            for values in _good_fillings(m, action, it, extra, player):
                found.append(Move(action.op.data, tuple({**values, **extra}.items()), it))
                if len(found) > budget.OPTIONS:
                    raise fault(codes.TOO_MANY, most=f"{budget.OPTIONS:,}", what="options in one choice")
    return found


def bringers(m: Machine, action: Offered, player: Thing) -> Iterator[tuple[Value, Values]]:
    """The things of a player whose text brings an action, with the numbers of a mark; none if it stands by itself."""
    if action.holder == "":
        yield None, {}
        return
    if action.holder == "mark":
        every = things.bearers(m, action.name)
    elif action.holder == "kind":
        every = s.things_of(m.state, m.world.layout, action.name)
    else:
        every = things.copies(m, action.name)
    for thing in every:
        if things.controller(m, thing) != player or not things.works_at(m, thing, action.clauses.works_in):
            continue
        if action.holder != "mark":
            yield thing, {}
            continue
        params = m.world.mark_names[action.name]
        for name, args in m.state.cells[thing + s.MARKS]:
            if name == action.name:
                yield thing, dict(zip(params, args, strict=True))


# ------------------------------------------------------------------------------------------------------ fillings


def _good_fillings(m: Machine, action: Offered, it: Value, extra: Values, player: Thing) -> Iterator[Values]:
    """Every filling of the slots that nothing speaks against, the slots in order and their things in order."""
    if m.fast is not None and m.trace is None:
        quick = m.fast.quick(action, m.world.plan(action), tuple(extra))
        found = quick.found(m, it, player, extra.values()) if quick is not None else None
        if quick is not None and found is not None:
            return _still_good(m, action, quick, found, it, extra, player)
    trial = _Trial(m, action, it, extra, player)
    return trial.grown() if trial.plan.several else trial.whole()


def _still_good(
    m: Machine,
    action: Offered,
    quick: Quick,
    found: list[tuple[Value, ...]],
    it: Value,
    extra: Values,
    player: Thing,
) -> Iterator[Values]:
    """Of the fillings that compiled code found, those that nothing else speaks against."""
    plan, verb = m.world.plan(action), action.op.data
    names = [slot.name for slot in plan.slots]
    whole = bool(quick.rest or plan.during or action.clauses.conditions)
    for filling in found:
        values = dict(zip(names, filling, strict=True))
        values["me"] = player
        full = {**values, **extra}
        if standing.forbidden(m, verb, full) is not None:
            continue
        if whole:
            scope = Scope(full, it, player, None, player)
            with Going(m, action, scope, plan.goes_on):
                if not _holds(m, action, scope) or any(_line(m, action, line, scope) for line in quick.rest):
                    continue
        yield values


class _Trial:
    """An action being tried by a player on a thing. `names` are the slots that are filled and what follows from them.

    A line that is asked early is asked out of its order, so it may run into a fault that the lines before it would have
    kept away. Then nothing is sure any more, and the filling is looked at as a whole, line by line.
    """

    __slots__ = ("action", "alone", "extra", "it", "m", "names", "plan", "player", "pools", "scope", "tried", "unsure")

    def __init__(self, m: Machine, action: Offered, it: Value, extra: Values, player: Thing) -> None:
        self.m, self.action, self.it, self.extra, self.player = m, action, it, extra, player
        self.plan = m.world.plan(action)
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
        """Fill the slots in `names`, one way after another, and say whether all that was asked is sure."""
        sure = self._ask(self.plan.before.asks)
        if sure is not False:
            yield from self._fill(0, sure is True)

    def _fill(self, depth: int, sure: bool) -> Iterator[bool]:
        if depth == len(self.plan.slots):
            self._count(budget.OPTIONS)
            yield sure
            return
        slot, here = self.plan.slots[depth], self.plan.depths[depth]
        if not sure:
            for found in _beginnings(self.m, slot):
                self.names[slot.name] = found
                yield from self._fill(depth + 1, False)
            return
        every = self._alone(depth, here)
        if here.among or here.each:
            try:
                every = _among(self.m, here.among, every, self.scope)
                if here.each:
                    every = tuple([many for many in every if all(self._one_of(here.each, found) for found in many)])
            except RuleError:
                sure = False
        unsure = self.unsure[depth]
        for found in every:
            self.names[slot.name] = found
            good = self._ask(here.asks) if sure and found not in unsure else None
            if good is not False:
                yield from self._fill(depth + 1, good is True)

    def _alone(self, depth: int, here: Depth) -> tuple[Value, ...]:
        """What may fill a slot as far as the slot alone tells; found out once, whatever the slots before hold."""
        known = self.alone.get(depth)
        if known is None:
            slot = self.plan.slots[depth].name
            every = _beginnings(self.m, self.plan.slots[depth])
            unsure: list[Value] = []
            try:
                every = _among(self.m, here.pool, every, self.scope)
            except RuleError:
                unsure += every
            found = []
            for one in every if here.alone else ():
                self.names[slot] = one
                good = self._ask(here.alone)
                if good is None:
                    unsure.append(one)
                if good is not False:
                    found.append(one)
            known = self.alone[depth] = tuple(found) if here.alone else every
            self.unsure[depth] = unsure
        return known

    def _ask(self, asks: tuple[Ask, ...]) -> bool | None:
        """Whether what can be asked now is so; none if that cannot be told."""
        try:
            for ask in asks:
                if ask.rule is not None:
                    if standing.applies(self.m, ask.rule, None, None, NO_NAMES, self.names, None):
                        return False
                    continue
                found = value(ask.op, self.scope, self.m)
                if ask.name:
                    self.names[ask.name] = found
                elif not found:
                    return False
        except RuleError:
            return None
        return True

    def _one_of(self, conditions: tuple[Op, ...], found: Value) -> bool:
        """Whether a thing may be one of several."""
        return all(value(condition, self.scope.looking_at(found), self.m) for condition in conditions)

    def refused(self, values: Values, sure: bool) -> Line | None:
        """What speaks against a filling; none if nothing does."""
        m, plan, action = self.m, self.plan, self.action
        full = {**values, **self.extra}
        if not sure:
            return None if refusal(m, action, full, self.it, self.player) is None else _WHOLE
        if standing.forbidden(m, action.op.data, full, plan.forbids) is not None:
            return _WHOLE
        if not plan.lines and not plan.during and not action.clauses.conditions:
            return None
        scope = Scope(dict(self.names), self.it, self.player, None, self.player)
        with Going(m, action, scope, plan.goes_on):
            if not _holds(m, action, scope):
                return _WHOLE
            for line in plan.lines:
                if _line(m, action, line.op, scope) is not None:
                    return line
        return None

    def grown(self) -> Iterator[Values]:
        """Slots for several things begin small and grow one by one, as long as what they hold is allowed."""
        waiting = [(self.values(), dict(self.names), sure) for sure in self.filled()]
        seen = {_things_in(values) for values, _, _ in waiting}
        self.tried = 0
        while waiting:
            bigger: list[tuple[Values, Values, bool]] = []
            for values, names, sure in waiting:
                self._count(budget.OPTIONS)
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
        """A filling with one thing more in a slot; the same things in another order are the same filling."""
        here = self.plan.depths[self.plan.slots.index(slot)]
        held = values[slot.name]
        for found in self._pool(slot, values, here.each if sure else ()):
            if found in held:
                continue
            more = {**values, slot.name: (*held, found)}
            key = _things_in(more)
            if key in seen:
                continue
            seen.add(key)
            if not sure or self._may_join(here.more, found):
                yield more

    def _pool(self, slot: SlotSig, values: Values, each: tuple[Op, ...]) -> tuple[Value, ...]:
        """What may be one of the things in a slot, whatever the others are."""
        single = (found for found in values.values() if not isinstance(found, tuple))
        key = (slot.name, len(each), *single)
        if key not in self.pools:
            every = domain(self.m, t.item(slot.type) or t.UNKNOWN)
            self.pools[key] = tuple([found for found in every if self._may_join(each, found)])
        return self.pools[key]

    def _may_join(self, conditions: tuple[Op, ...], found: Value) -> bool:
        try:
            return self._one_of(conditions, found)
        except RuleError:
            return True  # whoever looks at the whole will say so

    def _count(self, most: int) -> None:
        self.tried += 1
        if self.tried > most:
            raise fault(codes.TOO_MANY, most=f"{most:,}", what="fillings of one action")


def _things_in(values: Values) -> tuple[Any, ...]:
    """What a filling holds, whatever the order of several things."""
    return tuple([frozenset(found) if isinstance(found, tuple) else found for found in values.values()])


def _among(m: Machine, lists: tuple[Op, ...], every: tuple[Value, ...], scope: Scope) -> tuple[Value, ...]:
    """Of some values those that are in all of some lists."""
    for op in lists:
        many = value(op, scope, m)
        if isinstance(many, tuple) and all(type(found) is int for found in many):
            known = set(many)
            every = tuple([found for found in every if type(found) is int and found in known])
        else:
            every = tuple([found for found in every if contains(many, found)])
    return every


def _beginnings(m: Machine, slot: SlotSig) -> tuple[Value, ...]:
    of = t.item(slot.type)
    if of is None:
        return domain(m, slot.type)
    if slot.default is not None:
        return (things.default(m, slot.default) or (),)
    return tuple((thing,) for thing in domain(m, of))


# ------------------------------------------------------------------------------------------------------- why not


def refusal(m: Machine, action: Offered, values: Values, it: Value, player: Thing) -> Reason | None:
    """Why an action cannot be done: the reason and its clauses; none if it can."""
    verb = action.op.data
    forbidding = standing.forbidden(m, verb, values)
    if forbidding is not None:
        return forbidding.reason or f"`{verb}` is forbidden", forbidding.cites
    done = _done_already(m, action, player)
    if done is not None:
        return done
    scope = Scope(dict(values), it, player, None, player)
    with Going(m, action, scope, True):
        if not _holds(m, action, scope):
            return "a condition does not hold", _cites(action)
        for line in action.body.args:
            if line.name not in ("let", "keep", "require", "cost"):
                break
            wrong = _line(m, action, line, scope)
            if wrong is not None:
                return wrong
    return None


class Going:
    """While an action is tried it goes on, as if it had begun: requirements and costs may look at it."""

    __slots__ = ("before", "event", "m", "scope")

    def __init__(self, m: Machine, action: Offered, scope: Scope, seen: bool) -> None:
        self.m, self.scope, self.before = m, scope, m.trial
        self.event = [0, action.op.data, 0, (), (), (), None, scope.it, None] if seen else None

    def __enter__(self) -> None:
        if self.event is not None:
            state = self.m.state
            self.event[V_SCOPE] = state.open_scope(self.scope.values)  # type: ignore[arg-type]
            state.events.append(self.event)
            self.m.trial = self.event[V_VERB]

    def __exit__(self, *_: object) -> None:
        if self.event is not None:
            state = self.m.state
            state.events.pop()
            state.scopes.pop(self.event[V_SCOPE])
            state.next_scope -= 1
            self.m.trial = self.before


def _done_already(m: Machine, action: Offered, player: Thing) -> Reason | None:
    for limit in action.clauses.once_per:
        if history.times(m, action.op.data, [("by", player)], limit) > 0:
            return f"only once per {limit}", _cites(action)
    return None


def _holds(m: Machine, action: Offered, scope: Scope) -> bool:
    """Whether the clauses of an action hold; in which window it is offered is known."""
    plan, conditions = m.world.plan(action), action.clauses.conditions
    if not plan.during and not conditions:
        return True
    outer = Scope({}, scope.it, scope.me, None, scope.actor)
    own = m.state.events[-1] if m.trial == action.op.data else None
    return standing.holds_now(m, plan.during, conditions, scope, outer, own)


def _line(m: Machine, action: Offered, line: Op, scope: Scope) -> Reason | None:
    """One line at the top of an action: what it says is noted, or why it does not hold."""
    match line.name:
        case "let" | "keep":
            scope.values[line.data] = value(line.args[0], scope, m)
        case "require":
            if not truth(line.args[0], scope, m):
                reason, cites = line.data
                return reason or "a requirement does not hold", cites or _cites(action)
        case _:
            way = costs.payable(m, line, scope, action.op.data)
            if way is None:
                return "the cost cannot be paid", _cites(action)
            # what the payer will choose is not known yet: the least will do
            scope.values.update({given: low for _, low, _, given, on_card in way if given and not on_card})
    return None


def _cites(action: Offered) -> tuple[str, ...]:
    return tuple(cite.clause for cite in action.node.marks.cites)
