"""Indexes the names of cards across a whole group and updates the index card by card.

A full check visits all cards to find all names, duplicates and unresolved references. This module keeps the same data
as indexes, so that a change of one card touches only the names that it provides or references. The functions of
`dsl.check.driver` make the findings, so both ways give the same findings in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, field

from dsl.check.driver import SUGGESTIONS, duplicate_card, missing_card, name_in_use, near_card, supplied
from dsl.diagnostics import Diagnostic
from dsl.ir.cards import CardReference
from dsl.names.symbols import SymbolTable, unread
from dsl.text.source import Place
from tools.workspace.facts.card_facts import Facts
from tools.workspace.units.unit_texts import DeclarationSlot

Order = Callable[[DeclarationSlot], tuple[int, str, int]]


@define(eq=False)
class NameProviders:
    """The cards that provide one name. Most names have one provider; parts of many cards may share a name."""

    slots: dict[DeclarationSlot, str] = field(factory=dict)
    kinds: dict[str, int] = field(factory=dict)

    def add(self, slot: DeclarationSlot, kind: str) -> None:
        if slot not in self.slots:  # if a card provides a name twice, the first counts
            self.slots[slot] = kind
            self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def remove(self, slot: DeclarationSlot) -> None:
        kind = self.slots.pop(slot)
        self.kinds[kind] -= 1
        if not self.kinds[kind]:
            del self.kinds[kind]

    def kind(self, order: Order) -> str:
        """The kind of the first card that provides the name."""
        if len(self.kinds) == 1:
            return next(iter(self.kinds))
        return self.slots[min(self.slots, key=order)]


@define(eq=False)
class CardNames:
    """`order` sorts cards; `outside` contains further names that rules and scenarios may use."""

    symbols: SymbolTable
    order: Order
    outside: list[CardNames] = field(factory=list)
    index: dict[str, str] = field(factory=dict)
    """Every name of a card with the kind of the first card that has it."""
    parts: dict[str, str] = field(factory=dict)
    findings: dict[DeclarationSlot, list[Diagnostic]] = field(factory=dict)
    touched: set[str] = field(factory=set)
    """Names whose givers have changed since the last `settle`."""
    _givers: dict[str, NameProviders] = field(factory=dict)
    _part_givers: dict[str, NameProviders] = field(factory=dict)
    _heads: dict[str, dict[DeclarationSlot, None]] = field(factory=dict)
    _wanting: dict[str, dict[DeclarationSlot, None]] = field(factory=dict)
    _wants: dict[DeclarationSlot, tuple[CardReference, ...]] = field(factory=dict)
    _lenient: set[DeclarationSlot] = field(factory=set)
    _missing: dict[DeclarationSlot, tuple[CardReference, ...]] = field(factory=dict)
    _dirty: set[DeclarationSlot] = field(factory=set)
    _words: set[str] = field(factory=set)
    _capital: dict[str, tuple[str, Place]] = field(factory=dict)
    _of: dict[DeclarationSlot, Facts] = field(factory=dict)
    _lineages: dict[str, tuple[str, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._capital = self.symbols.capital()

    # -------------------------------------------------------------------------------------------- what changes

    def add(self, slot: DeclarationSlot, facts: Facts, wants: bool) -> None:
        """Add a card. Its references are resolved only if its unit is reported."""
        head = facts.head
        if head is None:
            return
        names = [(self._givers, name, head.kind) for name in (head.id, head.shown, *head.formerly)]
        for room, name, kind in (*names, *((self._part_givers, name, kind) for name, kind in facts.parts)):
            givers = room.get(name)
            if givers is None:
                givers = room[name] = NameProviders()
            givers.add(slot, kind)
            self.touched.add(name)
        self._heads.setdefault(head.id, {})[slot] = None
        self._of[slot] = facts
        if wants:
            self.want(slot, facts.wants)

    def remove(self, slot: DeclarationSlot, facts: Facts) -> None:
        """Remove a card."""
        head = facts.head
        if head is None:
            return
        for room, names in (
            (self._givers, (head.id, head.shown, *head.formerly)),
            (self._part_givers, [name for name, _ in facts.parts]),
        ):
            for name in dict.fromkeys(names):
                room[name].remove(slot)
                if not room[name].slots:
                    del room[name]
                self.touched.add(name)
        del self._of[slot], self._heads[head.id][slot]
        if not self._heads[head.id]:
            del self._heads[head.id]
        self.unwant(slot)
        self.findings.pop(slot, None)

    def want(self, slot: DeclarationSlot, wants: tuple[CardReference, ...], lenient: bool = False) -> None:
        """Register a text that references cards; a lenient text may also use names from outside."""
        self._dirty.add(slot)
        if wants:
            self._wants[slot] = wants
            if lenient:
                self._lenient.add(slot)
            for want in wants:
                self._wanting.setdefault(want.name, {})[slot] = None

    def unwant(self, slot: DeclarationSlot) -> None:
        for want in self._wants.pop(slot, ()):
            self._wanting.get(want.name, {}).pop(slot, None)
        self._lenient.discard(slot)
        self._missing.pop(slot, None)
        self._dirty.discard(slot)
        self.findings.pop(slot, None)

    def touch(self, slots: Iterable[DeclarationSlot]) -> None:
        """The order of these cards has changed."""
        for slot in slots:
            facts = self._of.get(slot)
            if facts is not None and facts.head is not None:
                head = facts.head
                self.touched.update((head.id, head.shown, *head.formerly), (name for name, _ in facts.parts))

    # -------------------------------------------------------------------------------------------- what follows

    def settle(self, words: set[str], outer: set[str]) -> tuple[set[DeclarationSlot], set[str]]:
        """Process all changes. Returns the slots whose findings changed, and the changed names.

        `words` are the words of texts that could not be parsed, `outer` the changed names from outside.
        """
        touched, self.touched = self.touched, set()
        for name in touched:
            self._set(self.index, name, self._givers)
            self._set(self.parts, name, self._part_givers)
            self._dirty.update(self._heads.get(name, ()))
            self._dirty.update(self._wanting.get(name, ()))
        for name in outer:
            self._dirty.update(slot for slot in self._wanting.get(name, ()) if slot in self._lenient)
        few, silent = self._few(), self._words
        self._words = words
        for slot in self._dirty:
            self._look(slot)
        again = set(self._dirty)
        if self._missing and (touched or words != silent or few != self._few()):
            again.update(self._missing)  # suggestions depend on all names, suppressed findings on all unparsed words
        self._dirty = set()
        return self._report(again), touched

    def _set(self, room: dict[str, str], name: str, givers: Mapping[str, NameProviders]) -> None:
        given = givers.get(name)
        if given is None:
            room.pop(name, None)
        else:
            room[name] = given.kind(self.order)

    def _few(self) -> bool:
        names: set[str] = set()
        for slot in self._missing:
            names.update(want.name for want in self._vain(slot))
            if len(names) > SUGGESTIONS:
                return False
        return True

    def _lineage(self, kind: str) -> tuple[str, ...]:
        lineage = self._lineages.get(kind)
        if lineage is None:
            lineage = self._lineages[kind] = self.symbols.lineage(kind)
        return lineage

    def _look(self, slot: DeclarationSlot) -> None:
        """The references of a slot that no card provides."""
        lenient = slot in self._lenient
        missing = tuple(want for want in self._wants.get(slot, ()) if not self._given(want, lenient))
        if missing:
            self._missing[slot] = missing
        else:
            self._missing.pop(slot, None)

    def _vain(self, slot: DeclarationSlot) -> list[CardReference]:
        """The references of a slot to report: no card provides them, and no unparsed text may declare them."""
        return [want for want in self._missing.get(slot, ()) if not unread(want.name, self._words)]

    def _given(self, want: CardReference, lenient: bool) -> bool:
        if supplied(want, self.index.get(want.name), self._lineage):
            return True
        return lenient and any(supplied(want, o.index.get(want.name), o._lineage) for o in self.outside)

    def _report(self, slots: Iterable[DeclarationSlot]) -> set[DeclarationSlot]:
        """Recompute the findings of some slots; return those whose findings changed."""
        by_kind: dict[str, list[str]] | None = None if self._few() else {}
        near: dict[tuple[str, str], str] = {}
        changed = set()
        for slot in slots:
            diagnostics = list(self._twice(slot))
            for want in self._vain(slot):
                what = (want.kind, want.name)
                if what not in near:
                    by_kind = self._by_kind() if by_kind is None else by_kind
                    near[what] = near_card(want, by_kind.get(want.kind, ()))
                diagnostics.append(missing_card(want, slot.place(want.span), near[what], self.index.get(want.name)))
            if diagnostics != self.findings.get(slot, []):
                changed.add(slot)
            if diagnostics:
                self.findings[slot] = diagnostics
            else:
                self.findings.pop(slot, None)
        return changed

    def _twice(self, slot: DeclarationSlot) -> Iterator[Diagnostic]:
        facts = self._of.get(slot)
        if facts is None or facts.head is None:
            return
        id = facts.head.id
        place = slot.place(facts.head.span)
        if id in self._capital:
            yield name_in_use(id, place, self._capital[id])
            return
        if len(self._heads[id]) > 1:
            first = min(self._heads[id], key=self.order)
            head = self._of[first].head
            if first is not slot and head is not None:
                yield duplicate_card(id, place, first.place(head.span))

    def _by_kind(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for facts in self._of.values():
            if facts.head is not None:
                for kind in self._lineage(facts.head.kind):
                    names.setdefault(kind, []).append(facts.head.id)
        return names
