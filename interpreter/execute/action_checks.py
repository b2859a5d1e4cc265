"""Checks one action with its arguments: why it is not legal, or that it is.

The tried action is in progress meanwhile, so that requirements and costs can read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.history as history
import interpreter.execute.costs as costs
from dsl.ir.operations import Op
from interpreter.evaluate.expressions import truth, value
from interpreter.link.linked_program import Offered
from interpreter.model.environment import Scope
from interpreter.model.frames import V_SCOPE, V_VERB
from interpreter.model.state import Thing, Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Reason = tuple[str, tuple[str, ...]]
"""Why an action is not legal, and the clauses that say so."""


def refusal(m: Machine, action: Offered, values: Values, it: Value, player: Thing) -> Reason | None:
    """Why an action is not legal: the reason and its clauses; none if it is legal."""
    verb = action.op.data
    forbidding = active_rules.forbidden(m, verb, values)
    if forbidding is not None:
        return forbidding.reason or f"`{verb}` is forbidden", forbidding.cites
    done = done_already(m, action, player)
    if done is not None:
        return done
    scope = Scope(dict(values), it, player, None, player)
    with ActionInProgress(m, action, scope, True):
        if not holds(m, action, scope):
            return "a condition does not hold", _cites(action)
        for line in action.body.args:
            if line.name not in ("let", "keep", "require", "cost"):
                break
            reason = line_fails(m, action, line, scope)
            if reason is not None:
                return reason
    return None


class ActionInProgress:
    """Puts a tried action among the events in progress, so that requirements and costs can read it."""

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


def done_already(m: Machine, action: Offered, player: Thing) -> Reason | None:
    for limit in action.clauses.once_per:
        if history.times(m, action.op.data, [("by", player)], limit) > 0:
            return f"only once per {limit}", _cites(action)
    return None


def holds(m: Machine, action: Offered, scope: Scope) -> bool:
    """Whether the clauses of an action hold; its window has been checked."""
    plan, conditions = m.linked.plan(action), action.clauses.conditions
    if not plan.during and not conditions:
        return True
    outer = Scope({}, scope.it, scope.me, None, scope.actor)
    own_event = m.state.events[-1] if m.trial == action.op.data else None
    return active_rules.holds_now(m, plan.during, conditions, scope, outer, own_event)


def line_fails(m: Machine, action: Offered, line: Op, scope: Scope) -> Reason | None:
    """Check one line at the top of an action: bind its name, or return the reason why it fails."""
    match line.name:
        case "let" | "keep":
            scope.values[line.data] = value(line.args[0], scope, m)
        case "require":
            if not truth(line.args[0], scope, m):
                reason, cites = line.data
                return reason or "a requirement does not hold", cites or _cites(action)
        case _:
            payment = costs.payable(m, line, scope, action.op.data)
            if payment is None:
                return costs.unpaid(m, line), _cites(action)
            # the payer has not chosen yet: use the least amount
            scope.values.update({given: low for _, low, _, given, on_card in payment if given and not on_card})
    return None


def _cites(action: Offered) -> tuple[str, ...]:
    return action.sig.cites
