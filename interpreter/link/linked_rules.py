"""Standing rules, actions and windows as the engine uses them, with their origin.

Nothing here knows a match or reads more than one text at a time.
"""

from __future__ import annotations

from attrs import frozen

from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.operations import Op
from dsl.ir.rules import Clauses, Standing
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import SlotSig, VerbSig

RANKS = {"ruleset": 0, "mode": 1, "ruling": 2, "keyword": 3, "status": 4, "card": 5}


_NO_CLAUSES = Clauses()


@frozen
class RuleSource:
    """A standing rule and its origin. `holder` says who bears it: nobody, a kind, a mark or a card."""

    standing: Standing
    rank: int
    holder: str  # "", "kind", "mark", "card", "window", "said"
    name: str = ""  # of the kind, mark or card


@frozen
class Offered:
    """An action and the text that declares it."""

    holder: str
    name: str
    op: Op
    sig: VerbSig

    @property
    def body(self) -> Op:
        return self.op.args[0]

    @property
    def clauses(self) -> Clauses:
        clauses: Clauses = self.op.args[1].data if len(self.op.args) > 1 else _NO_CLAUSES
        return clauses


@frozen
class WindowText:
    """A prepared window: its offers, whether they repeat until all pass, whether everybody is asked, its rules."""

    offers: tuple[Op, ...]
    again: bool
    always_ask: bool
    rules: dict[tuple[str, str], tuple[RuleSource, ...]]


def window_text(meaning: CheckedDeclaration) -> WindowText:
    rules: dict[tuple[str, str], tuple[RuleSource, ...]] = {}
    for op in meaning.ops:
        if op.name == "standing":
            key = (op.data.sort, op.data.target)
            rules[key] = (*rules.get(key, ()), RuleSource(op.data, RANKS["ruleset"], "window"))
    return WindowText(
        tuple(op for op in meaning.ops if op.name == "offer"),
        any(op.name == "again" for op in meaning.ops),
        any(op.name == "always_ask" for op in meaning.ops),
        rules,
    )


def builtin_signature(name: str) -> VerbSig:
    """A built-in verb as if a program had declared it."""
    slots = tuple(
        SlotSig(slot.preposition, slot.name, t.UNKNOWN, None, not slot.optional)
        for slot in builtins.VERBS[name].slots
        if slot.wants != "end"
    )
    return VerbSig(name, "builtin", slots, None)
