"""Stores the facts of cards and checked rules, in memory and in the cache folder.

Facts are stored by the digest of the card and the key of the rules, in one cache entry for each file of cards, so that
a file with one new card still hits the cache. An entry may be incomplete: missing facts are computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field

from dsl.syntax.parsed import Parsed
from tools.workspace.cache.cache_folder import Store, key_of
from tools.workspace.cache.diagnostic_json import BadCacheEntry
from tools.workspace.cache.program_digest import language
from tools.workspace.facts.card_facts import Facts, Shape, as_list, examine, from_list, newer_forms
from tools.workspace.facts.checked_rules import GroupRules, key_of_rules, make_book
from tools.workspace.facts.workers import examine_all
from tools.workspace.units.declaration_parse import allowances, read
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile

SHELVES = 8
"""Sets of rules whose facts are kept in memory."""
_ROOM = "facts"

Shelf = dict[str, Facts]


@define
class FactStore:
    """`store` is None if nothing is cached on disk."""

    store: Store | None = None
    jobs: int = 0
    _shelves: dict[str, Shelf] = field(factory=dict)
    _books: dict[str, GroupRules] = field(factory=dict)
    _shapes: dict[Shape, Shape] = field(factory=dict)
    _opened: set[tuple[str, str]] = field(factory=set)
    _unsaved: dict[tuple[str, str], UnitFile] = field(factory=dict)
    _texts: Shelf = field(factory=dict)

    def book(self, rules: list[Parsed], clauses: frozenset[str] | None, unread: set[str]) -> GroupRules:
        """Checked rules: stored ones if they are still valid."""
        key = key_of_rules([parsed.piece.digest for parsed in rules], clauses)
        checked_rules = self._books.pop(key, None)
        if checked_rules is None or any((word in unread) != answer for word, answer in checked_rules.asked):
            checked_rules = make_book(rules, clauses, unread)
        self._books[key] = checked_rules  # the last entries are in use
        for old in list(self._books)[:-SHELVES]:
            del self._books[old]
        return checked_rules

    def facts(self, slots: list[DeclarationSlot], book: GroupRules) -> dict[DeclarationSlot, Facts]:
        """The facts of cards under some rules, if every text can be parsed."""
        shelf = self._shelf(book.key)
        missing = {slot.digest: slot for slot in slots if slot.digest not in shelf}
        if missing and self.store is not None:
            for file in {slot.file for slot in missing.values()}:
                shelf.update(self._opened_bag(book.key, file))
            missing = {digest: slot for digest, slot in missing.items() if digest not in shelf}
        if missing:
            book.words.become(set())
            cards = [(digest, slot.text) for digest, slot in missing.items()]
            shelf.update(zip(missing, examine_all(cards, book, self.jobs, self._shapes), strict=True))
            for slot in missing.values():
                self._unsaved[book.key, slot.file.real] = slot.file
        return {slot: shelf[slot.digest] for slot in slots}

    def again(self, slot: DeclarationSlot, book: GroupRules, unread: set[str]) -> Facts:
        """The facts of a card if some texts cannot be parsed."""
        book.words.become(unread)
        return examine(slot.text, slot.digest, book)

    def texts(self, slots: list[DeclarationSlot]) -> dict[DeclarationSlot, Facts]:
        """Cards whose rules are missing: only syntax errors."""
        for slot in slots:
            if slot.digest not in self._texts:
                parsed = read(slot.text, slot.digest)
                self._texts[slot.digest] = Facts(
                    None, parsed.diagnostics, comments=allowances(parsed), newer=newer_forms(parsed)
                )
        return {slot: self._texts[slot.digest] for slot in slots}

    def _shelf(self, key: str) -> Shelf:
        shelf = self._shelves.pop(key, {})
        self._shelves[key] = shelf
        for old in list(self._shelves)[:-SHELVES]:
            del self._shelves[old]
        return shelf

    def forget(self, used: Iterable[DeclarationSlot]) -> None:
        """Drop the facts of removed cards, once there are many."""
        digests = {slot.digest for slot in used}
        for shelf in (*self._shelves.values(), self._texts):
            if len(shelf) > 2 * len(digests) + 1_000:
                for digest in [digest for digest in shelf if digest not in digests]:
                    del shelf[digest]

    # ------------------------------------------------------------------------------------------------ the disk

    def _opened_bag(self, key: str, file: UnitFile) -> Shelf:
        if not file.real or (key, file.real) in self._opened or self.store is None:
            return {}
        self._opened.add((key, file.real))
        value: Any = self.store.read(_ROOM, self._bag(key, file.real))
        if not isinstance(value, dict):
            return {}
        try:
            return {digest: from_list(facts, self._shapes) for digest, facts in value.items()}
        except BadCacheEntry:
            return {}

    def _bag(self, key: str, real: str) -> str:
        return key_of(language(), key, real)

    def save(self) -> None:
        """Store the new facts, except for cards with an internal error."""
        unsaved, self._unsaved = self._unsaved, {}
        if self.store is None:
            return
        for (key, real), file in unsaved.items():
            shelf = self._shelves.get(key)
            if shelf is None or not real:
                continue
            here = {slot.digest: shelf[slot.digest] for slot in file.slots if slot.digest in shelf}
            sound = {digest: as_list(facts) for digest, facts in here.items() if not (facts.ours or facts.curtailed)}
            self.store.write(_ROOM, self._bag(key, real), sound)
