"""The breakdown of a value that rules can change: its base, and every change in the order of the layers.

The engine itself computes the value while a trace listens: for each applied change, the trace keeps the rule, its
bearer and the values it read. So a breakdown cannot disagree with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

import interpreter.evaluate.active_rules as active_rules
from dsl.ir.operations import Op
from interpreter.evaluate.layers import Change, reckon
from interpreter.explain.explanation import ExplanationStep, step_at
from interpreter.instrument.reads import Values, reads, worded
from interpreter.instrument.trace import Trace
from interpreter.link.linked_program import RuleSource
from interpreter.model.environment import Scope
from interpreter.model.state import Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


@frozen
class AppliedChange:
    """One change: the rule, its bearer, the change and its layer, and the value before and after.

    `counts` is false if a more specific rule sets the value.
    """

    source: RuleSource
    it: Value
    layer: str
    by: Value
    values: Values
    before: Value = None
    after: Value = None
    counts: bool = True


@define
class _ChangeTrace(Trace):
    """Records every change of one value, but not the changes of the values that these read."""

    about: tuple[str, Value, str] = ("", None, "")
    heard: list[AppliedChange] = field(factory=list)

    def reckoned(
        self, m: Machine, about: tuple[str, Value, str], source: RuleSource, op: Op, change: Change, scope: Scope
    ) -> None:
        if about == self.about:
            self.heard.append(AppliedChange(source, scope.it, change[1], change[3], reads(m, op, scope)))


def applied_changes(
    m: Machine, name: str, base: Value, of: Value, values: Mapping[str, Value], category: str
) -> tuple[AppliedChange, ...]:
    """The changes of a rule, stat or cost, in the order in which they apply."""
    trace = _ChangeTrace(about=(name, of, category))
    before, m.trace = m.trace, trace
    try:
        active_rules.modifiers(m, name, of, values, category)
    finally:
        m.trace = before
    changes: list[AppliedChange] = []
    current = base
    for layer in m.linked.layers:
        layer_changes = [change for change in trace.heard if (change.source.standing.layer or change.layer) == layer]
        top = max((change.source.rank for change in layer_changes), default=0)
        for change in layer_changes:
            counts = layer != "to" or change.source.rank == top
            after = reckon(current, [(0, change.layer, "", change.by)], (change.layer,)) if counts else current
            changes.append(evolve(change, before=current, after=after, counts=counts))
            current = after
    return tuple(changes)


def steps(m: Machine, changes: tuple[AppliedChange, ...]) -> Iterator[ExplanationStep]:
    """The changes in words."""
    for applied in changes:
        bearer = worded(m, applied.it) if applied.it is not None else ""
        layer = applied.source.standing.layer
        change = f"{applied.layer} {_shown(m, applied.by)}{f' in layer {layer}' if layer else ''}"
        passage = m.linked.source_map.of_standing(applied.source.standing)
        if applied.counts:
            says = f"{change}: {_shown(m, applied.before)} -> {_shown(m, applied.after)}"
            yield step_at("change", says, passage, bearer=bearer, values=applied.values)
        else:
            says = f"{change}: overruled by a more specific rule"
            yield step_at("overruled", says, passage, bearer=bearer, values=applied.values)


def _shown(m: Machine, value: Value) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else worded(m, value)
