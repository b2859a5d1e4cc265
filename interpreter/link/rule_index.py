"""The index of standing rules: by the event they respond to, and by their bearers.

Made once for a program; `interpreter.evaluate.rule_lookup` uses it in a match. A rule of the ruleset always listens. A
rule of a kind, mark or card listens while such a thing is in play; if it names `it` in a slot, as in `after hit to it`,
only the things in that slot of the event can bear it. So the cost of an event depends on its slots and on the things in
play, never on the number of loaded cards. Rules about one verb are numbered in program order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from dsl.ir.operations import Op
from dsl.ir.rules import Clauses, Standing
from dsl.names import builtins
from dsl.names.signatures import VerbSig
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.link.linked_rules import RuleSource
    from interpreter.model.presence import Presence

Borne = tuple["RuleSource", Value, "Thing | None", Mapping[str, Value]]
"""A rule, `it`, `me`, and the names of its text."""
OF = "#of"
"""The slot in which a change names its target."""
NO_NAMES: Mapping[str, Value] = {}


# ------------------------------------------------------------------------------------------------ one rule


@frozen
class Filter:
    """A slot that a rule fills, the value it requires there, and whether that is a place."""

    slot: str
    op: Op
    is_place: bool


During = tuple[tuple[str, tuple[Filter, ...]], ...]
"""Events that must be in progress: their verbs, and the slots that they must fill."""


@frozen
class Held:
    """A standing rule prepared for matching against events."""

    number: int
    filters: tuple[Filter, ...]
    by: str  # the slot of the actor, for a built-in verb that has one
    plain: bool  # it has no clauses, only filters
    during: During

    @property
    def subject(self) -> str:
        """The slot that must hold its bearer, if there is one."""
        return next((part.slot for part in self.filters if part.op.name == "it" and not part.is_place), "")


def hold(number: int, rule: Standing, signatures: Mapping[str, VerbSig], own: Mapping[str, VerbSig]) -> Held:
    """`signatures` has all verbs, `own` only those of the program."""
    filters: tuple[Filter, ...] = ()
    by = ""
    if rule.sort != "modify":
        filters = fillings(rule.target, rule.filters, signatures, own)
        slot = signatures[rule.target].slot("by")
        by = slot.name if slot is not None and rule.target not in own else ""
    clauses = rule.clauses
    plain = not (clauses.during or clauses.windows or clauses.conditions or clauses.once_per)
    return Held(number, filters, by, plain, going_on(clauses, signatures, own))


def going_on(clauses: Clauses, signatures: Mapping[str, VerbSig], own: Mapping[str, VerbSig]) -> During:
    return tuple((verb, fillings(verb, filled, signatures, own)) for verb, filled in clauses.during)


def fillings(
    verb: str, filled: Iterable[tuple[str, Op]], signatures: Mapping[str, VerbSig], own: Mapping[str, VerbSig]
) -> tuple[Filter, ...]:
    filters = []
    for preposition, op in filled:
        slot = signatures[verb].slot(preposition)
        if slot is not None:
            filters.append(Filter(slot.name, op, verb not in own and _wants(verb, preposition) == "place"))
    return tuple(filters)


def _wants(verb: str, preposition: str) -> str:
    return next((slot.wants for slot in builtins.VERBS[verb].slots if slot.preposition == preposition), "")


# ------------------------------------------------------------------------------------- all rules about one verb

Numbered = tuple[int, "RuleSource"]


@define
class Bearers:
    """Rules by bearer: the things of a kind, the things with a mark, the copies of a card."""

    kinds: dict[str, list[Numbered]] = field(factory=dict)
    marks: dict[str, list[Numbered]] = field(factory=dict)
    cards: dict[str, list[Numbered]] = field(factory=dict)
    who: frozenset[Thing] = frozenset()  # the bearers through marks and cards
    known_from: Presence | None = None  # the presence index that `who` was computed from

    def add(self, order: int, source: RuleSource) -> None:
        room = {"kind": self.kinds, "mark": self.marks}.get(source.holder, self.cards)
        room.setdefault(source.name, []).append((order, source))


@define
class Listeners:
    """The rules of one type about one verb: those that always listen, those of things in play, those of a slot."""

    always: list[Numbered] = field(factory=list)
    anywhere: Bearers | None = None
    slots: dict[str, Bearers] = field(factory=dict)
    only: list[Borne] = field(factory=list)  # the rules that always listen, as lookup results

    def add(self, order: int, source: RuleSource, subject: str) -> None:
        if source.holder == "":
            self.always.append((order, source))
            self.only.append((source, None, None, NO_NAMES))
        elif subject:
            self.slots.setdefault(subject, Bearers()).add(order, source)
        else:
            self.anywhere = self.anywhere or Bearers()
            self.anywhere.add(order, source)


def changed_by(rule: Standing) -> str:
    """The slot of the bearer in a change: `modify power of it by 1` affects only its bearer."""
    return OF if rule.of.name == "it" else ""
