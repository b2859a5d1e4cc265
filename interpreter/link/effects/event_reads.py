"""The verbs whose events a rule, stat, currency or text reads, directly or through others that it uses.

Each text is read once for a linked program; results are cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field

from dsl.ir.effects.event_reads import Node, parts_of_change, reads_of, verbs_of
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.rules import Standing

if TYPE_CHECKING:
    from interpreter.link.linked_program import LinkedProgram


@define
class EventReads:
    """The verbs whose events a text reads: whether one is in progress, and the values that it holds."""

    linked: LinkedProgram
    _direct: dict[Node, tuple[frozenset[str], frozenset[Node]]] = field(factory=dict)
    _verbs: dict[Node, frozenset[str]] = field(factory=dict)
    _by_op: dict[int, tuple[Op, tuple[str, ...], frozenset[str]]] = field(factory=dict)
    _changes: dict[str, list[Standing]] | None = None

    def rule(self, name: str) -> frozenset[str]:
        return self._reached(("rule", name))

    def field(self, name: str) -> frozenset[str]:
        return self._reached(("field", name))

    def currency(self, name: str) -> frozenset[str]:
        return self._reached(("currency", name))

    def text(self, *ops: Op) -> frozenset[str]:
        """The verbs that some operations read, directly or through the rules and fields that they use."""
        verbs, nodes = reads_of(ops)
        return verbs.union(*(self._reached(node) for node in nodes))

    def names_and_verbs(self, op: Op) -> tuple[tuple[str, ...], frozenset[str]]:
        """The names that an operation uses and the verbs that it reads."""
        entry = self._by_op.get(id(op))
        if entry is None:
            names = dict.fromkeys(part.data for part in walk(op) if part.name == "local")
            entry = self._by_op[id(op)] = (op, tuple(names), self.text(op))
        return entry[1:]

    def _reached(self, start: Node) -> frozenset[str]:
        reached = self._verbs.get(start)
        if reached is None:
            collected, waiting, seen = set[str](), [start], {start}
            while waiting:
                verbs, nodes = self._of(waiting.pop())
                collected |= verbs
                waiting += nodes - seen
                seen |= nodes
            reached = self._verbs[start] = frozenset(collected)
        return reached

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
        """The texts that compute a field of this name, on any kind or card."""
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
