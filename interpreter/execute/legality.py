"""What a player may do in a window: every filling of an action that nothing speaks against, and else the reason why
not.

How the fillings are found is the business of `interpreter.execute.action_search`; what is asked of each, and how an
action goes on while it is tried, is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.history as history
import interpreter.evaluate.suppression as suppression
import interpreter.evaluate.things as things
import interpreter.execute.action_search as action_search
import interpreter.execute.costs as costs
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from interpreter.evaluate.expressions import truth, value
from interpreter.link.linked_program import Offered
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, fault
from interpreter.model.frames import V_SCOPE, V_VERB
from interpreter.model.moves import Move
from interpreter.model.state import Thing, Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Reason = tuple[str, tuple[str, ...]]


def legal(m: Machine, window: str, player: Thing) -> list[Move]:
    """Everything that a player may do in a window now."""
    m.begin_memo()
    try:
        return _legal(m, window, player)
    finally:
        m.invalidate()


def _legal(m: Machine, window: str, player: Thing) -> list[Move]:
    found: list[Move] = []
    for action in m.linked.actions.get(window, []):
        if _done_already(m, action, player) is not None:
            continue
        for it, extra in bringers(m, action, player):
            for values in action_search.good(m, action, it, extra, player):
                found.append(Move(action.op.data, tuple({**values, **extra}.items()), it))
                if len(found) > limits.OPTIONS:
                    raise fault(codes.TOO_MANY, action.op, most=f"{limits.OPTIONS:,}", what="options in one choice")
    return found


def bringers(m: Machine, action: Offered, player: Thing) -> Iterator[tuple[Value, Values]]:
    """The things of a player whose text brings an action, with the numbers of a mark; none if it stands by itself."""
    if action.holder == "":
        yield None, {}
        return
    if action.holder == "mark":
        every = things.bearers(m, action.name)
    elif action.holder == "kind":
        every = s.things_of(m.state, m.linked.layout, action.name)
    else:
        every = things.copies(m, action.name)
    for thing in every:
        if things.controller(m, thing) != player or not things.works_at(m, thing, action.clauses.works_in):
            continue
        if suppression.is_silent(m, thing):
            continue
        if action.holder != "mark":
            yield thing, {}
            continue
        params = m.linked.mark_names[action.name]
        for name, args in m.state.cells[thing + s.MARKS]:
            if name == action.name:
                yield thing, dict(zip(params, args, strict=True))


# ------------------------------------------------------------------------------------------------------- why not


def refusal(m: Machine, action: Offered, values: Values, it: Value, player: Thing) -> Reason | None:
    """Why an action cannot be done: the reason and its clauses; none if it can."""
    verb = action.op.data
    forbidding = active_rules.forbidden(m, verb, values)
    if forbidding is not None:
        return forbidding.reason or f"`{verb}` is forbidden", forbidding.cites
    done = _done_already(m, action, player)
    if done is not None:
        return done
    scope = Scope(dict(values), it, player, None, player)
    with Going(m, action, scope, True):
        if not holds(m, action, scope):
            return "a condition does not hold", _cites(action)
        for line in action.body.args:
            if line.name not in ("let", "keep", "require", "cost"):
                break
            wrong = line_fails(m, action, line, scope)
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


def holds(m: Machine, action: Offered, scope: Scope) -> bool:
    """Whether the clauses of an action hold; in which window it is offered is known."""
    plan, conditions = m.linked.plan(action), action.clauses.conditions
    if not plan.during and not conditions:
        return True
    outer = Scope({}, scope.it, scope.me, None, scope.actor)
    own = m.state.events[-1] if m.trial == action.op.data else None
    return active_rules.holds_now(m, plan.during, conditions, scope, outer, own)


def line_fails(m: Machine, action: Offered, line: Op, scope: Scope) -> Reason | None:
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
                return costs.unpaid(m, line), _cites(action)
            # what the payer will choose is not known yet: the least will do
            scope.values.update({given: low for _, low, _, given, on_card in way if given and not on_card})
    return None


def _cites(action: Offered) -> tuple[str, ...]:
    return action.sig.cites
