"""The ladder of a value that rules can change: what it begins with, and every change in the order of its layers.

The engine itself reckons, and somebody listens: for each change that it reckons in, the rule, who bears it and what it
read are kept. So a ladder can never tell of another rule than the one that counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

import interpreter.evaluate.active_rules as active_rules
from dsl.ir.operations import Op
from interpreter.evaluate.layers import Change, reckon
from interpreter.explain.explanation import Step, step_at
from interpreter.instrument.reads import Values, reads, worded
from interpreter.instrument.trace import Trace
from interpreter.link.linked_program import Source
from interpreter.model.environment import Scope
from interpreter.model.state import Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


@frozen
class Rung:
    """One change: the rule, who bears it, what it changes in which layer, and the value before and after.

    `counts` is false where a more specific rule sets the value.
    """

    source: Source
    it: Value
    layer: str
    by: Value
    values: Values
    before: Value = None
    after: Value = None
    counts: bool = True


@define
class _Listening(Trace):
    """Hears every change of one value, and none of those of the values that these look at."""

    about: tuple[str, Value, str] = ("", None, "")
    heard: list[Rung] = field(factory=list)

    def reckoned(
        self, m: Machine, about: tuple[str, Value, str], source: Source, op: Op, change: Change, scope: Scope
    ) -> None:
        if about == self.about:
            self.heard.append(Rung(source, scope.it, change[1], change[3], reads(m, op, scope)))


def rungs(
    m: Machine, name: str, base: Value, of: Value, values: Mapping[str, Value], scope_sort: str
) -> tuple[Rung, ...]:
    """The changes of a rule, stat or cost, in the order in which they are reckoned."""
    listening = _Listening(about=(name, of, scope_sort))
    before, m.trace = m.trace, listening
    try:
        active_rules.modifiers(m, name, of, values, scope_sort)
    finally:
        m.trace = before
    found: list[Rung] = []
    here = base
    for layer in m.linked.layers:
        own = [rung for rung in listening.heard if (rung.source.standing.layer or rung.layer) == layer]
        top = max((rung.source.rank for rung in own), default=0)
        for rung in own:
            counts = layer != "to" or rung.source.rank == top
            after = reckon(here, [(0, rung.layer, "", rung.by)], (rung.layer,)) if counts else here
            found.append(evolve(rung, before=here, after=after, counts=counts))
            here = after
    return tuple(found)


def steps(m: Machine, found: tuple[Rung, ...]) -> Iterator[Step]:
    """The rungs in words."""
    for rung in found:
        bearer = worded(m, rung.it) if rung.it is not None else ""
        own = rung.source.standing.layer
        change = f"{rung.layer} {_shown(m, rung.by)}{f' in layer {own}' if own else ''}"
        passage = m.linked.source_map.of_standing(rung.source.standing)
        if rung.counts:
            says = f"{change}: {_shown(m, rung.before)} -> {_shown(m, rung.after)}"
            yield step_at("change", says, passage, bearer=bearer, values=rung.values)
        else:
            says = f"{change}: overruled by a more specific rule"
            yield step_at("overruled", says, passage, bearer=bearer, values=rung.values)


def _shown(m: Machine, found: Value) -> str:
    return str(found) if isinstance(found, int) and not isinstance(found, bool) else worded(m, found)
