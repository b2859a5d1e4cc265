"""What a player may do in a window: every filling of an action that nothing speaks against, and else the reason why
not.

Slots for one value are filled with everything of their type. Slots for several begin with their default, or with one
each, and grow as long as what they hold is allowed; so a set is found if it can be put together one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

import interpreter.costs as costs
import interpreter.history as history
import interpreter.standing as standing
import interpreter.things as things
from dsl import types as t
from dsl.codes import running as codes
from dsl.names import SlotSig
from interpreter import budget
from interpreter import state as s
from interpreter.asking import domain
from interpreter.evaluate import truth, value
from interpreter.scope import Scope, fault
from interpreter.state import Thing, Value
from interpreter.world import Offered

if TYPE_CHECKING:
    from interpreter.machine import Machine

Values = dict[str, Value]
Reason = tuple[str, tuple[str, ...]]


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
    m.payable = {}
    try:
        return _legal(m, window, player)
    finally:
        m.payable = None


def _legal(m: Machine, window: str, player: Thing) -> list[Move]:
    found: list[Move] = []
    for action in m.world.actions.get(window, []):
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
        params = [param.name for param in m.rooms.marks[action.name].params]
        for name, args in m.state.cells[thing + s.MARKS]:
            if name == action.name:
                yield thing, dict(zip(params, args, strict=True))


def _good_fillings(m: Machine, action: Offered, it: Value, extra: Values, player: Thing) -> Iterator[Values]:
    slots = [slot for slot in standing.signature(m, action.op.data).slots if slot.name != "me"]
    several = [slot for slot in slots if isinstance(t.plain(slot.type), t.ListT)]
    tried: set[tuple[Any, ...]] = set()
    waiting = [
        {**dict(zip((slot.name for slot in slots), combination, strict=True)), "me": player}
        for combination in product(*(_worth_trying(m, action, slot, it, extra, player) for slot in slots))
    ]
    while waiting:
        grown: list[Values] = []
        for values in waiting:
            key = tuple(frozenset(v) if isinstance(v, tuple) else v for v in values.values())
            if key in tried:
                continue
            tried.add(key)
            good = refusal(m, action, {**values, **extra}, it, player) is None
            if good:
                yield values
            if good or any(values[slot.name] == () for slot in several):
                grown += [more for slot in several for more in _one_more(m, slot, values)]
            if len(tried) > budget.OPTIONS:
                raise fault(codes.TOO_MANY, most=f"{budget.OPTIONS:,}", what="fillings of one action")
        waiting = grown


def _worth_trying(
    m: Machine, action: Offered, slot: SlotSig, it: Value, extra: Values, player: Thing
) -> tuple[Value, ...]:
    """What may fill a slot, without what a requirement about this slot alone refuses whatever the others hold."""
    alone = [condition for condition, names in action.requires if names == {slot.name}]
    every = _beginnings(m, slot)
    if not alone or t.item(slot.type) is not None:
        return every
    return tuple(
        found
        for found in every
        if all(truth(op, Scope({**extra, slot.name: found}, it, player, None, player), m) for op in alone)
    )


def _beginnings(m: Machine, slot: SlotSig) -> tuple[Value, ...]:
    of = t.item(slot.type)
    if of is None:
        return domain(m, slot.type)
    if slot.default is not None:
        return (things.default(m, slot.default) or (),)
    return tuple((thing,) for thing in domain(m, of))


def _one_more(m: Machine, slot: SlotSig, values: Values) -> Iterator[Values]:
    for thing in domain(m, t.item(slot.type) or t.UNKNOWN):
        if thing not in values[slot.name]:
            yield {**values, slot.name: (*values[slot.name], thing)}


# ------------------------------------------------------------------------------------------------------- why not


def refusal(m: Machine, action: Offered, values: Values, it: Value, player: Thing) -> Reason | None:
    """Why an action cannot be done: the reason and its clauses; none if it can."""
    verb = action.op.data
    forbidding = standing.forbidden(m, verb, values)
    if forbidding is not None:
        return forbidding.reason or f"`{verb}` is forbidden", forbidding.cites
    for limit in action.clauses.once_per:
        if history.times(m, verb, [("by", player)], limit) > 0:
            return f"only once per {limit}", _cites(action)
    scope = m.state.open_scope(dict(values))
    m.state.events.append([0, verb, scope, (), (), (), None, it, None])
    try:  # as if it were going on already: requirements and costs may look at it
        return _unmet(m, action, Scope(m.state.scopes[scope], it, player, None, player))
    finally:
        m.state.events.pop()
        m.state.scopes.pop(scope)
        m.state.next_scope -= 1


def _unmet(m: Machine, action: Offered, scope: Scope) -> Reason | None:
    outer = Scope({}, scope.it, scope.me, None, scope.actor)
    clauses = evolve(action.clauses, windows=(), once_per=())
    if not standing.clauses_hold(m, clauses, scope, outer, None, m.state.events[-1]):
        return "a condition does not hold", _cites(action)
    for line in action.body.args:
        match line.name:
            case "let" | "keep":
                scope.values[line.data] = value(line.args[0], scope, m)
            case "require":
                if not truth(line.args[0], scope, m):
                    reason, cites = line.data
                    return reason or "a requirement does not hold", cites or _cites(action)
            case "cost":
                way = costs.payable(m, line, scope, action.op.data)
                if way is None:
                    return "the cost cannot be paid", _cites(action)
                # what the payer will choose is not known yet: the least will do
                scope.values.update({given: low for _, low, _, given, on_card in way if given and not on_card})
            case _:
                break
    return None


def _cites(action: Offered) -> tuple[str, ...]:
    return tuple(cite.clause for cite in action.node.marks.cites)
