"""Why an action with given arguments is refused: the first obstacle, with its source and the values it read.

The engine only decides whether an action is legal; here the same checks run in the same order, and the first failure is
examined. A test verifies that both refuse the same moves for the same reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.history as history
import interpreter.execute.costs as costs
import interpreter.execute.payments as payments
from dsl.ir.operations import Op
from dsl.ir.passages import Passage
from dsl.ir.rules import Standing
from dsl.syntax import nodes as n
from interpreter.evaluate.expressions import truth, value
from interpreter.execute.action_checks import ActionInProgress
from interpreter.explain import breakdown
from interpreter.explain.explanation import ExplanationStep, step_at
from interpreter.instrument.reads import first_false, reads, worded
from interpreter.link.linked_program import RANKS, Offered
from interpreter.model.environment import Scope
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

FORBIDDEN, ONCE, CLAUSE, BODY = range(4)
"""How far the check of an action got before it was refused; lines of the body count from here."""


@frozen
class RefusedAction:
    """The obstacle to an action, how far the action got, and notes that help to understand it."""

    depth: int
    reason: str
    step: ExplanationStep
    more: tuple[ExplanationStep, ...] = ()


def refused(m: Machine, action: Offered, values: dict[str, Value], it: Value, player: Thing) -> RefusedAction | None:
    """The first obstacle to an action; none if it is legal."""
    verb = action.op.data
    rule = active_rules.forbidden(m, verb, values)
    if rule is not None:
        return _forbidden(m, verb, rule, values)
    for limit in action.clauses.once_per:
        if history.times(m, verb, [("by", player)], limit) > 0:
            return _once(m, action, limit, player)
    scope = Scope(dict(values), it, player, None, player)
    with ActionInProgress(m, action, scope, True):
        return _unmet(m, action, scope)


# --------------------------------------------------------------------------------------------- rules that forbid


def _forbidden(m: Machine, verb: str, rule: Standing, values: dict[str, Value]) -> RefusedAction:
    rank, bearer = 0, ""
    for source, it, me, extra in active_rules.bearers_of(m, "forbid", verb, values):
        if source.standing is rule and active_rules.applies(m, rule, it, me, extra, values, None):
            rank, bearer = source.rank, worded(m, it) if it is not None else ""
            break
    reason = rule.reason or f"`{verb}` is forbidden"
    read = tuple((name, worded(m, value)) for name, value in values.items() if not name.startswith("#"))
    passage = m.linked.source_map.of_standing(rule)
    step = step_at("refusal", f"forbidden: {reason}", passage, bearer=bearer, clauses=rule.cites, values=read)
    return RefusedAction(FORBIDDEN, reason, step, tuple(_allowing(m, verb, rank, values)))


def _allowing(m: Machine, verb: str, rank: int, values: dict[str, Value]) -> Iterator[ExplanationStep]:
    """The rules that could allow it, and those that do without being specific enough."""
    names = {number: name for name, number in RANKS.items()}
    higher = [name for name, number in RANKS.items() if number > rank]
    if higher:
        yield ExplanationStep(
            "note",
            f"an `allow {verb}` of a {' or '.join(higher)} would be needed: this rule belongs to a {names[rank]}",
        )
    else:
        says = f"nothing can allow it: this rule belongs to a {names[rank]}, and nothing is more specific"
        yield ExplanationStep("note", says)
    for source, it, me, extra in active_rules.bearers_of(m, "allow", verb, values):
        if source.rank <= rank and active_rules.applies(m, source.standing, it, me, extra, values, None):
            passage = m.linked.source_map.of_standing(source.standing)
            bearer = worded(m, it) if it is not None else ""
            says = f"this rule allows it, but belongs only to a {names[source.rank]}"
            yield step_at("note", says, passage, bearer=bearer)


# ----------------------------------------------------------------------------------------------------- clauses


def _once(m: Machine, action: Offered, limit: str, player: Thing) -> RefusedAction:
    once_per = (clause for clause in _clauses(action) if isinstance(clause, n.OncePer) and clause.verb.text == limit)
    clause = next(once_per, None)
    passage = m.linked.source_map.passage(action.op, clause.span if clause is not None else None)
    done = history.times(m, action.op.data, [("by", player)], limit)
    reason = f"only once per {limit}"
    says = f"{reason}: {worded(m, player)} has done it {'already' if done == 1 else f'{done} times'}"
    before = [event for event in m.log or () if event.verb == action.op.data and dict(event.values).get("me") == player]
    more = [ExplanationStep("note", f"last time: event {before[-1].number}, {before[-1].words}")] if before else []
    return RefusedAction(ONCE, reason, step_at("refusal", says, passage), tuple(more))


def _unmet(m: Machine, action: Offered, scope: Scope) -> RefusedAction | None:
    outer = Scope({}, scope.it, scope.me, None, scope.actor)
    source_map = m.linked.source_map
    if not active_rules.holds_now(m, m.linked.plan(action).during, (), scope, outer, m.state.events[-1]):
        spans = [clause.span for clause in _clauses(action) if isinstance(clause, n.DuringEvent)]
        verbs = " and ".join(f"`{verb}`" for verb, _ in action.clauses.during)
        step = step_at("refusal", f"only possible during {verbs}", source_map.passage(action.op, spans[0]))
        return RefusedAction(CLAUSE, "a condition does not hold", step)
    for condition in action.clauses.conditions:
        if not truth(condition, scope, m):
            return _untrue(m, CLAUSE, "a condition does not hold", condition, scope, source_map.passage(action.op))
    for index, line in enumerate(action.body.args):
        match line.name:
            case "let" | "keep":
                scope.values[line.data] = value(line.args[0], scope, m)
            case "require":
                if not truth(line.args[0], scope, m):
                    reason, cites = line.data
                    failure = reason or "a requirement does not hold"
                    return _untrue(m, BODY + index, failure, line.args[0], scope, source_map.passage(line), cites)
            case "cost":
                payment = costs.payable(m, line, scope, action.op.data)
                if payment is None:
                    return _unpaid(m, BODY + index, line, scope, action.op.data)
                scope.values.update({given: low for _, low, _, given, on_card in payment if given and not on_card})
            case _:
                break
    return None


def _untrue(
    m: Machine,
    depth: int,
    reason: str,
    condition: Op,
    scope: Scope,
    around: Passage | None,
    cites: tuple[str, ...] = (),
) -> RefusedAction:
    """A condition that is not true: the part that fails, and the values it read."""
    part = first_false(m, condition, scope)
    passage = m.linked.source_map.passage(part) or around
    clauses = cites or (around.cites if around is not None else ())
    says = f"{reason}: {m.linked.source_map.said(part)}" if reason.endswith("does not hold") else reason
    return RefusedAction(
        depth, reason, step_at("refusal", says, passage, clauses=clauses, values=reads(m, part, scope))
    )  # fmt: skip


# -------------------------------------------------------------------------------------------------------- costs


def _unpaid(m: Machine, depth: int, line: Op, scope: Scope, verb: str) -> RefusedAction:
    """A cost that cannot be paid: the amounts needed and available, for each way to pay."""
    ways = costs.ways(m, line, scope, verb)
    needs = " or ".join(dict.fromkeys(_way(m, way, scope.me) for way in ways))
    reason = costs.unpaid(m, line)
    step = step_at(
        "refusal", f"{reason}: {needs}", m.linked.source_map.passage(line), values=reads(m, line, scope)
    )  # fmt: skip
    more: list[ExplanationStep] = []
    values = {**scope.values, "me": scope.me}
    firsts: dict[str, int] = {}  # changes apply to the first term of each currency
    for way in costs.ways(m, line, scope, None):
        firsts |= {term[0]: term[1] for term in reversed(way)}
    for currency, low in firsts.items():
        more += breakdown.steps(m, breakdown.applied_changes(m, currency, low, verb, values, "cost"))
    return RefusedAction(depth, reason, step, tuple(more))


def _way(m: Machine, way: costs.Way, me: Thing | None) -> str:
    total: dict[str, int] = {}
    for currency, low, *_ in way:
        total[currency] = total.get(currency, 0) + low
    needed = [(currency, amount) for currency, amount in total.items() if amount]
    available = {name: payments.there(m, name, me) for name, _ in needed}
    needs = " and ".join(f"{amount} {name} needed, {available[name]} there" for name, amount in needed)
    lacking = payments.shortfall(m, total, me) if all(available[name] >= amount for name, amount in needed) else {}
    if not lacking:
        return needs
    short = " and ".join(f"{amount} {name}" for name, amount in lacking.items())
    return f"{needs}; the same thing cannot pay both, so {short} would be missing"


def _clauses(action: Offered) -> tuple[n.Clause, ...]:
    return action.sig.node.clauses if isinstance(action.sig.node, n.Action) else ()
