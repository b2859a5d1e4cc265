"""Visits an operation and everything below it, including the standing rules and clauses that it carries."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.operations import NO_OP, Op
from dsl.ir.rules import Clauses, Standing


def walk(op: Op) -> Iterator[Op]:
    """An operation and all its parts, including standing rules."""
    waiting = [op]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.args)
        if isinstance(here.data, Standing):
            rule = here.data
            waiting += [rule.body, rule.of, rule.may or NO_OP]
            waiting += [part for _, part in rule.changes]
            waiting += _parts(rule.clauses)
            waiting += [part for _, part in rule.filters]
        elif isinstance(here.data, Clauses):
            waiting += _parts(here.data)


def walk_own(op: Op) -> Iterator[Op]:
    """An operation and its parts, without the standing rules that it declares: these run at another time."""
    waiting = [op]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += here.args


def _parts(clauses: Clauses) -> list[Op]:
    parts = list(clauses.conditions)
    parts += [part for _, filters in clauses.during for _, part in filters]
    if clauses.until is not None:
        parts += [part for _, part in clauses.until[2]]
    return parts
