"""Memoises rules and stats while legal actions are enumerated.

The table does not change meanwhile, and the same rules and stats are evaluated many times. `Machine.memo` holds their
results from the start of an enumeration to its end, so nothing is ever stale and no copy of a state sees the memo of
another.

One thing does change: the action that is being tried is in progress, with other arguments each time. So whatever reads
an event of its verb, directly or through other rules and stats, is not memoised (`interpreter.link.effects.event_reads`
knows which verbs a text reads).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.ir.operations import Op

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.model.environment import Scope
    from interpreter.model.state import Value

UNKNOWN = object()
"""Stands for a result that is not in the memo."""


def under_which(m: Machine, op: Op, scope: Scope) -> tuple[Value, ...] | None:
    """The key of an operation in the memo: everything besides the table that its value depends on.

    `None` if the operation must not be memoised. Its own `that` is not part of the key.
    """
    if m.memo is None:
        return None
    names, verbs = m.linked.event_reads.names_and_verbs(op)
    if m.trial and m.trial in verbs:
        return None
    return (id(op), scope.it, scope.me, scope.actor, *[scope.values.get(name) for name in names])


def remembering(name: str, verbs: frozenset[str], work: Callable[..., Value]) -> Callable[..., Value]:
    """Memoise a compiled rule or stat, as the reference does."""

    def ask(m: Machine, cells: list[Value], *args: Value) -> Value:
        memo = m.memo
        if memo is None or (m.trial and m.trial in verbs):
            return work(m, cells, *args)
        key = (name, *args)
        try:
            result = memo.get(key, UNKNOWN)
        except TypeError:  # an event in progress cannot be part of a key
            return work(m, cells, *args)
        if result is UNKNOWN:
            result = memo[key] = work(m, cells, *args)
        return result

    return ask
