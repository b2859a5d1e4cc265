"""Splits the texts of a unit into declarations that keep their identity while the text around them changes.

A `DeclarationSlot` is one declaration at its position in a file. When the file changes, slots with the same text are
kept and only their start is updated; the others are removed or new. Only that difference has to be checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Literal
from weakref import WeakValueDictionary

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Place, Source
from tools.workspace.units.declaration_parse import begins_card, read
from tools.workspace.units.incremental_split import ReplacedRange, SplitDeclaration, cut_whole, cut_window

if TYPE_CHECKING:
    from tools.workspace.units.unit import WorkspaceUnit

Sort = Literal["card", "rule", "scenario", "unread", "nothing"]
_numbers = count()


@define(eq=False)
class DeclarationSlot:
    """A declaration at its position. It is parsed on first use: the tests of a dependency are never parsed."""

    file: UnitFile
    start: int
    text: str
    digest: str
    _reader: TextParser
    name: str = field(factory=lambda: f"@{next(_numbers)}")
    """How places call it: `@17`."""

    def __attrs_post_init__(self) -> None:
        _slots[self.name] = self

    @cached_property
    def sort(self) -> Sort:
        return "card" if begins_card(self.text) else _sort(self._reader.read(self.text, self.digest))

    @property
    def parsed(self) -> Parsed | None:
        """The tree of a declaration other than a card; there are too many cards to keep their trees."""
        return None if self.sort == "card" else self._reader.read(self.text, self.digest)

    def place(self, span: tuple[int, int]) -> Place:
        """A position inside it that stays valid when it moves."""
        return Place(self.name, *span)


_slots: WeakValueDictionary[str, DeclarationSlot] = WeakValueDictionary()


def slot_named(name: str) -> DeclarationSlot | None:
    """The slot that contains a position."""
    return _slots.get(name)


@frozen
class FileChange:
    """The effect of a new text on the slots of a file."""

    gone: tuple[DeclarationSlot, ...] = ()
    new: tuple[DeclarationSlot, ...] = ()
    shuffled: tuple[DeclarationSlot, ...] = ()
    """Slots that are the same, but in another order."""

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.shuffled)


class TextParser:
    """Parses declarations other than cards, each text once."""

    def __init__(self) -> None:
        self.known: dict[str, Parsed] = {}

    def read(self, text: str, digest: str) -> Parsed:
        slot = self.known.get(digest)
        if slot is None:
            slot = self.known[digest] = read(text, digest)
        return slot

    def forget(self, kept: Iterable[str]) -> None:
        """Drop unused trees."""
        wanted = set(kept)
        self.known = {digest: parsed for digest, parsed in self.known.items() if digest in wanted}


@define(eq=False)
class UnitFile:
    """One text in the language. `real` is where it is read; empty for one that is not on the disk by itself."""

    unit: WorkspaceUnit
    path: str
    source: Source
    real: str
    slots: list[DeclarationSlot] = field(factory=list)
    findings: tuple[Diagnostic, ...] = ()
    """What is wrong with the file as a whole."""
    even: bool = False
    """Whether every declaration closes what it opens."""

    @property
    def shown(self) -> str:
        return self.source.file

    @property
    def for_tests(self) -> bool:
        """Whether the file belongs to the tests of its unit: others never see what is in there."""
        return self.path.startswith("tests/")

    def become(self, source: Source, reader: TextParser) -> FileChange:
        """Take in a new text."""
        before, self.source = self.source, source
        window = (
            None if self.findings or not self.even else cut_window(before.text, source, [s.start for s in self.slots])
        )
        if window is None:
            cut, self.findings = cut_whole(source)
            window = ReplacedRange(0, len(self.slots), cut)
            self.even = all(piece.even for piece in cut)
        later = self.slots[window.last :]
        for slot in later:
            slot.start += len(source.text) - len(before.text)
        slots, change = self._exchange(self.slots[window.first : window.last], window.cut, reader)
        self.slots[window.first :] = [*slots, *later]
        return change

    def _exchange(
        self, old: list[DeclarationSlot], cut: list[SplitDeclaration], reader: TextParser
    ) -> tuple[list[DeclarationSlot], FileChange]:
        """New slots for old ones; those with the same text stay who they are."""
        same: dict[str, list[tuple[int, DeclarationSlot]]] = {}
        for at, slot in reversed(list(enumerate(old))):
            same.setdefault(slot.digest, []).append((at, slot))
        slots: list[DeclarationSlot] = []
        kept: list[DeclarationSlot] = []
        new: list[DeclarationSlot] = []
        last, in_order = -1, True
        for piece in cut:
            if same.get(piece.digest):
                at, slot = same[piece.digest].pop()
                slot.start = piece.start
                in_order, last = in_order and at > last, at
                kept.append(slot)
            else:
                slot = DeclarationSlot(self, piece.start, piece.text, piece.digest, reader)
                new.append(slot)
            slots.append(slot)
        gone = tuple(slot for left in same.values() for _, slot in left)
        return slots, FileChange(gone, tuple(new), () if in_order else tuple(kept))


def _sort(parsed: Parsed) -> Sort:
    match parsed.tree:
        case None:
            return "unread" if parsed.diagnostics else "nothing"
        case n.Scenario():
            return "scenario"
        case n.Thing():
            return "card"
        case _:
            return "rule"


def slots_of(files: Iterable[UnitFile], tests: bool) -> Iterator[DeclarationSlot]:
    """All slots in order; those of tests only if they are wanted."""
    for file in files:
        if tests or not file.for_tests:
            yield from file.slots
