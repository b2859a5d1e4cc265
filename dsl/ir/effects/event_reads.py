"""The events in progress that an operation reads: whether there is one, and the values that it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.rules import Clauses, Standing

Node = tuple[str, str]
"""A rule, a field, a table or a currency, by its sort and name."""
ANY = "#any"
"""Stands for all verbs, where a text does not determine which ones it reads."""


def goes_through(op: Op) -> bool:
    """Whether an operation visits many things, so that its value is worth memoising."""
    return any(part.name in ("where", "kind", "for_each", "call") for part in walk(op))


def reads_of(ops: Iterable[Op]) -> tuple[frozenset[str], frozenset[Node]]:
    """The verbs that operations name, and the rules, fields and tables that they read."""
    verbs, nodes = set[str](), set[Node]()
    for op in ops:
        for part in walk(op):
            verbs.update(events_read(part))
            match part.name:
                case "ask_rule":
                    nodes.add(("rule", part.data))
                case "field":
                    nodes.add(("field", part.data[1]))
                case "table_field":
                    nodes.add(("field", part.data))
                case "word" if part.data[0] == "table":
                    nodes.add(("table", part.data[1]))
    return frozenset(verbs), frozenset(nodes)


def events_read(op: Op) -> Iterable[str]:
    """The verbs that one operation names to read an event in progress."""
    match op.name:
        case "event":
            return {op.data}
        case "event_field":
            return {op.data[0]}
        case "times":
            labels = zip(op.data[1], op.args, strict=True)
            return {_within(value) for label, value in labels if label == "within"}
    if isinstance(op.data, Standing):
        return verbs_of(op.data.clauses)
    return verbs_of(op.data) if isinstance(op.data, Clauses) else ()


def _within(op: Op) -> str:
    return str(op.data[1]) if op.name == "word" else ANY


def verbs_of(clauses: Clauses) -> frozenset[str]:
    return frozenset({*(verb for verb, _ in clauses.during), *clauses.once_per})


def parts_of_change(rule: Standing) -> Iterator[Op]:
    yield rule.of
    yield from rule.clauses.conditions
    yield from (op for _, op in rule.changes)
    yield from (op for _, filters in rule.clauses.during for _, op in filters)
