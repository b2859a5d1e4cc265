"""Who listens: the standing rules of a program, found by what they answer and by who bears them.

Made once for a program; who is found by it in a match is the business of `interpreter.evaluate.rule_lookup`. A rule
of the ruleset always listens. A rule of a kind, mark or card listens where such a thing is in play, and if it names
`it` in a slot, as in `after hit to it`, then only the things that stand in that slot of the event can bear it. So
what an event costs follows from what it is about and from what is in play, never from how many cards are loaded.
Rules about one verb are numbered in the order of the program.
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
    from interpreter.link.linked_rules import Source
    from interpreter.model.presence import Presence

Borne = tuple["Source", Value, "Thing | None", Mapping[str, Value]]
"""A rule, `it`, `me`, and the names that it brings along."""
OF = "#of"
"""The slot in which a change names what it is about."""
NO_NAMES: Mapping[str, Value] = {}


# ------------------------------------------------------------------------------------------------ one rule


@frozen
class Filter:
    """A slot that a rule fills, what it wants there, and whether that is a place."""

    slot: str
    op: Op
    is_place: bool


During = tuple[tuple[str, tuple[Filter, ...]], ...]
"""Events that must be going on: their verbs, and the slots that they must fill."""


@frozen
class Held:
    """How a standing rule is held against an event: settled once, so that nothing is looked up when one happens."""

    number: int
    filters: tuple[Filter, ...]
    by: str  # the slot of who does it, for a verb of the language that has one
    plain: bool  # it has no clauses: what it filters is all
    during: During

    @property
    def subject(self) -> str:
        """The slot in which its bearer must stand, if there is one."""
        return next((part.slot for part in self.filters if part.op.name == "it" and not part.is_place), "")


def hold(number: int, rule: Standing, signatures: Mapping[str, VerbSig], own: Mapping[str, VerbSig]) -> Held:
    """`signatures` has all verbs, `own` those that are not of the language."""
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

Numbered = tuple[int, "Source"]


@define
class Bearers:
    """Rules by who bears them: all of a kind, whoever has a mark, the copies of a card."""

    kinds: dict[str, list[Numbered]] = field(factory=dict)
    marks: dict[str, list[Numbered]] = field(factory=dict)
    cards: dict[str, list[Numbered]] = field(factory=dict)
    who: frozenset[Thing] = frozenset()  # the things that bear one of them, as far as marks and cards go
    known_from: Presence | None = None  # what that was found from; with another one it is found again

    def add(self, order: int, source: Source) -> None:
        room = {"kind": self.kinds, "mark": self.marks}.get(source.holder, self.cards)
        room.setdefault(source.name, []).append((order, source))


@define
class Listeners:
    """The rules of one sort about one verb: those that always listen, those of what is in play, those of a slot."""

    always: list[Numbered] = field(factory=list)
    anywhere: Bearers | None = None
    slots: dict[str, Bearers] = field(factory=dict)
    only: list[Borne] = field(factory=list)  # the rules that always listen, as they are found

    def add(self, order: int, source: Source, subject: str) -> None:
        if source.holder == "":
            self.always.append((order, source))
            self.only.append((source, None, None, NO_NAMES))
        elif subject:
            self.slots.setdefault(subject, Bearers()).add(order, source)
        else:
            self.anywhere = self.anywhere or Bearers()
            self.anywhere.add(order, source)


def changed_by(rule: Standing) -> str:
    """The slot of the bearer in a change: `modify power of it by 1` is about nothing but its bearer."""
    return OF if rule.of.name == "it" else ""
