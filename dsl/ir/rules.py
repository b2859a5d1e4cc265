"""Checked standing rules: hooks, modifiers and prohibitions, with the clauses that limit them."""

from __future__ import annotations

from attrs import frozen

from dsl.ir.operations import NO_OP, Op


@frozen
class Clauses:
    """The clauses of a standing rule, each with its meaning."""

    during: tuple[tuple[str, tuple[tuple[str, Op], ...]], ...] = ()  # verb, filled slots
    windows: tuple[str, ...] = ()
    conditions: tuple[Op, ...] = ()  # `if` and `while`
    once_per: tuple[str, ...] = ()
    until: tuple[str, str, tuple[tuple[str, Op], ...]] | None = None  # edge, verb, filled slots
    works_in: tuple[str, ...] = ()

    @property
    def ends(self) -> bool:
        return self.until is not None


@frozen
class Standing:
    """A checked standing rule: the `data` of a `standing` operation."""

    sort: str  # before, after, instead of, modify, forbid, allow
    target: str  # the verb, or the name of the rule or stat
    filters: tuple[tuple[str, Op], ...]
    clauses: Clauses
    body: Op
    changes: tuple[tuple[str, Op], ...] = ()
    of: Op = NO_OP
    layer: str = ""
    may: Op | None = None
    reason: str = ""
    cites: tuple[str, ...] = ()
    scope: str = ""  # of a modify: rule, stat, event or cost
    first: Standing | None = None  # of a rule about several verbs: the rule for the first one; `once per` counts there
