"""What may be remembered while nothing changes.

While somebody's possible actions are counted up, the table stands still, and the same rules and stats are asked many
times. Then the machine keeps what they gave (`Machine.still`) and forgets it all when the counting is over; so nothing
has to be kept up to date, and no copy of a state ever sees what another one remembers.

One thing does change while actions are counted up: the action that is being tried goes on as if it had begun, with one
filling after another. What looks at an event of its verb, itself or through other rules and stats, is not remembered
then. Which verbs a rule looks at is found in its text once for a program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import define, field

from dsl.ir.effects.event_reads import Node, parts_of_change, reads_of, verbs_of
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.rules import Standing

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram
    from interpreter.model.environment import Scope
    from interpreter.model.state import Value

UNKNOWN = object()
"""Stands for what is not remembered yet."""


@define
class Outlook:
    """Which verbs a text looks at: whether such an event is going on, and what it holds."""

    linked: LinkedProgram
    _direct: dict[Node, tuple[frozenset[str], frozenset[Node]]] = field(factory=dict)
    _verbs: dict[Node, frozenset[str]] = field(factory=dict)
    _sights: dict[int, tuple[Op, tuple[str, ...], frozenset[str]]] = field(factory=dict)
    _changes: dict[str, list[Standing]] | None = None

    def rule(self, name: str) -> frozenset[str]:
        return self._reached(("rule", name))

    def field(self, name: str) -> frozenset[str]:
        return self._reached(("field", name))

    def currency(self, name: str) -> frozenset[str]:
        return self._reached(("currency", name))

    def text(self, *ops: Op) -> frozenset[str]:
        """What some operations look at, with all that they ask."""
        verbs, nodes = reads_of(ops)
        return verbs.union(*(self._reached(node) for node in nodes))

    def sight(self, op: Op) -> tuple[tuple[str, ...], frozenset[str]]:
        """The names that an operation uses and the verbs that it looks at."""
        known = self._sights.get(id(op))
        if known is None:
            names = dict.fromkeys(part.data for part in walk(op) if part.name == "local")
            known = self._sights[id(op)] = (op, tuple(names), self.text(op))
        return known[1:]

    def _reached(self, start: Node) -> frozenset[str]:
        known = self._verbs.get(start)
        if known is None:
            found, waiting, seen = set[str](), [start], {start}
            while waiting:
                verbs, nodes = self._of(waiting.pop())
                found |= verbs
                waiting += nodes - seen
                seen |= nodes
            known = self._verbs[start] = frozenset(found)
        return known

    def _of(self, node: Node) -> tuple[frozenset[str], frozenset[Node]]:
        if node not in self._direct:
            sort, name = node
            ops = self._field(name) if sort == "field" else self._text(sort, name)
            verbs, nodes = reads_of(ops)
            changes = self._changing(name) if sort in ("rule", "field") else []
            for rule in changes:
                verbs |= verbs_of(rule.clauses)
            more, others = reads_of(part for rule in changes for part in parts_of_change(rule))
            self._direct[node] = (verbs | more, nodes | others)
        return self._direct[node]

    def _text(self, sort: str, name: str) -> Iterator[Op]:
        rule = self.linked.program.symbols.rules.get(name) if sort == "rule" else None
        meaning = self.linked.text(rule.sort if rule is not None else sort, name)
        yield from meaning.ops if meaning is not None else ()

    def _field(self, name: str) -> Iterator[Op]:
        """What a field of this name may be reckoned from, on whatever kind or card."""
        yield from (op for (_, first), op in self.linked.first.items() if first == name)
        for card in self.linked.cards.values():
            if name in card.values and card.values[name].name != "constant":
                yield card.values[name]

    def _changing(self, name: str) -> list[Standing]:
        if self._changes is None:
            self._changes = {}
            for rule in self.linked.said:
                if rule.sort == "modify":
                    self._changes.setdefault(rule.target, []).append(rule)
        return self._changes.get(name, [])


def under_which(m: Machine, op: Op, scope: Scope) -> tuple[Value, ...] | None:
    """All that an operation can see besides the table, to remember under it what it gave; none if that must not be.

    What it looks at with `that` is its own.
    """
    if m.memo is None:
        return None
    names, verbs = m.linked.outlook.sight(op)
    if m.trial and m.trial in verbs:
        return None
    return (id(op), scope.it, scope.me, scope.actor, *[scope.values.get(name) for name in names])


def remembering(name: str, verbs: frozenset[str], work: Callable[..., Value]) -> Callable[..., Value]:
    """A compiled rule or stat that keeps what it gave while nothing changes, as the reference does."""

    def ask(m: Machine, cells: list[Value], *args: Value) -> Value:
        still = m.memo
        if still is None or (m.trial and m.trial in verbs):
            return work(m, cells, *args)
        key = (name, *args)
        try:
            found = still.get(key, UNKNOWN)
        except TypeError:  # an event going on is no value that could be remembered
            return work(m, cells, *args)
        if found is UNKNOWN:
            found = still[key] = work(m, cells, *args)
        return found

    return ask
