"""Nothing on the island is out of reach: somebody who can win every battle and pass or fail every check comes to every
page, point, entry, card and ending.

The island is read, not played. What a script does is taken from its sentences (`read`, `receive`, `befriend`, …), what a
passage asks for from its fields; then whatever can be had is had, over and over, until nothing new comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import define, field

import botwright
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from interpreter.link.linked_program import LinkedProgram, PrintedCard

GIVES = ("read", "receive", "accept", "befriend", "conclude")
"""What a sentence may hand to a reader: an entry, a card, a quest, a RoboMon, an ending."""
WANTED = (
    "Area", "Scene", "Chest", "Event", "Trial", "Entry", "Puzzle", "Slot", "DoubleSlot", "Rival", "Shop", "Keepsake",
    "Quest", "Blueprint", "Ending",
)  # fmt: skip


@pytest.fixture(scope="module")
def linked() -> LinkedProgram:
    return botwright.load("robomon", mode="adventure").linked()


@define
class Reader:
    """Who has been everywhere and has everything that can be had so far."""

    linked: LinkedProgram
    torn_out: str = ""
    """An entry that cannot be read, or a card that is not there."""
    has: set[str] = field(factory=set)

    def explore(self) -> set[str]:
        first = min(self.of("Area"), key=lambda card: self.value(card, "page"))
        self.has = {first.id}
        before = 0
        while len(self.has) > before:
            before = len(self.has)
            for card in self.linked.cards.values():
                if card.id in self.has:
                    self.has.update(self.leads_to(card))
                elif self.is_here(card) and self.may(card):
                    self.has.add(card.id)
                self.has.discard(self.torn_out)
        return self.has

    def of(self, *kinds: str) -> list[PrintedCard]:
        return [card for card in self.linked.cards.values() if card.kind in kinds]

    def value(self, card: PrintedCard, name: str) -> Any:
        op = card.values.get(name)
        return op.data if op is not None and op.name == "constant" else None

    def named(self, card: PrintedCard, name: str) -> list[str]:
        """The cards that a field names: one, a list, or the rows of a table."""
        op = card.values.get(name)
        if op is None:
            return []
        return [self.id(item.data[1]) for item in (op, *op.args) if item.name == "card"]

    def id(self, written: str) -> str:
        result = self.linked.program.card(written)
        return result.id if result is not None else written

    def may(self, card: PrintedCard) -> bool:
        """Whether what a passage asks for is there; items can be bought."""
        return all(item in self.has for name in ("needs_card", "needs_robomon") for item in self.named(card, name))

    def is_here(self, card: PrintedCard) -> bool:
        """Whether a page that can be turned to shows this point, or a slot takes numbers that make this entry."""
        spots = self.named(card, "spot")
        if spots:
            return all(spot in self.has for spot in spots)
        return card.kind == "Entry" and self.value(card, "number") in set(self.numbers())

    def numbers(self) -> Iterator[int]:
        items = [card for card in self.of("Keepsake") if card.id in self.has and "digits" in card.values]
        digits = {card.id: self.value(card, "digits") for card in items}
        for slot in self.of("Slot"):
            if slot.id in self.has:
                yield from (100 * item + self.value(slot, "ends") for item in digits.values())
        if any(slot.id in self.has for slot in self.of("DoubleSlot")):
            yield from (100 * item + other for a, item in digits.items() for b, other in digits.items() if a != b)

    def leads_to(self, card: PrintedCard) -> Iterator[str]:
        """What comes of a card that one has, or has come to."""
        for name in ("leads_to", "hints", "solution", "decoys", "trials"):
            yield from (item for item in self.named(card, name) if self.may(self.linked.cards[item]))
        for name in ("tracker", "opponent"):
            for battle in self.named(card, name):
                yield battle
                yield from self.named(self.linked.cards[battle], "lineup") if name == "tracker" else ()
        if card.kind == "Quest" and self.may(card) and self.named(card, "giver")[0] in self.has:
            yield from self.named(card, "completion")
        needed = [*self.named(card, "old"), *self.named(card, "cards")]
        if card.kind == "Blueprint" and all(item in self.has for item in needed):
            yield from self.named(card, "new")
        for given in self.given(card):
            if self.may(self.linked.cards[given]) or self.linked.cards[given].kind in ("Quest", "Blueprint"):
                yield given

    def given(self, card: PrintedCard) -> Iterator[str]:
        """What the scripts of a card hand over, whatever it asks or rolls before."""
        result = self.linked.program.card(card.id)
        tree = self.linked.program.whole(result) if result is not None else None
        for node in walk(tree) if tree is not None else ():
            match node:
                case n.Phrase(verb=verb, object=n.Name(text=name)) if verb.text in GIVES:
                    yield self.id(name)
                case n.Phrase(verb=verb, object=None, slots=slots) if verb.text in GIVES:
                    yield from (self.id(slot.value.text) for slot in slots if isinstance(slot.value, n.Name))


def told(linked: LinkedProgram) -> Mapping[str, str]:
    return {card.id: str(card.values["told"].data) for card in linked.cards.values() if "told" in card.values}


def test_everything_on_the_island_can_be_reached(linked: LinkedProgram) -> None:
    reader = Reader(linked)
    reached = reader.explore()
    assert {card.id for card in reader.of(*WANTED)} - reached == set()


@pytest.mark.parametrize(
    "torn_out, lost",
    [
        ("Door_Opens", {"Lighthouse_Key", "Lamp_Room", "Lamp", "Keeper_Back", "Lamp_Lit", "The_Light", "The_Keeper"}),
        ("Moon_Lens", {"Lamp_Lit", "The_Light", "The_Keeper"}),
        ("JumpDrive", {"Screen_Wakes", "Boulder_Plans"}),
        ("Cinderpup", {"Frozen_Bell"}),
    ],
)
def test_what_is_missing_closes_the_way(linked: LinkedProgram, torn_out: str, lost: set[str]) -> None:
    """The same reader does not come further than the cards let him."""
    reader = Reader(linked, torn_out)
    missing = {card.id for card in reader.of(*WANTED)} - reader.explore() - {torn_out}
    assert missing == lost


def test_every_page_and_everything_on_it_has_words(linked: LinkedProgram) -> None:
    """Every sight is told; numbers of entries and letters of points stand once."""
    reader = Reader(linked)
    silent = [card.id for card in reader.of(*WANTED) if card.kind != "Quest" and not told(linked).get(card.id)]
    assert silent == []
    numbers = [reader.value(card, "number") for card in reader.of("Entry", "Trial")]
    assert len(numbers) == len(set(numbers))
    letters = [
        (reader.named(card, "spot")[0], reader.value(card, "letter"))
        for card in linked.cards.values()
        if "letter" in card.values
    ]
    assert len(letters) == len(set(letters))


def test_story_texts_fit_a_page(linked: LinkedProgram) -> None:
    """A passage is read aloud in one breath, and its quotation marks are closed."""
    for id, words in told(linked).items():
        assert len(words) <= 170, id
        assert words.count("“") == words.count("”"), id
        assert words.rstrip("”)").endswith((".", "!", "?", ":")), id
