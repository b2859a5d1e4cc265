"""A checked program: the input of the engine and of every other tool.

`dsl.check.driver` creates it in one step; nothing is filled in later. Rules apply to the whole program; cards are
stored separately, because there are many of them and most matches need few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from dsl.ir.cards import CheckedForm
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.inheritance import whole_tree
from dsl.ir.operations import Op
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.limits import LIKE_CHAIN


@frozen
class ProgramCard:
    """A card, map or deck of the content, with the unit that it comes from."""

    unit: str
    parsed: Parsed
    checked: CheckedForm

    @property
    def id(self) -> str:
        return self.checked.head.id

    @property
    def kind(self) -> str:
        return self.checked.head.kind


def based(card: ProgramCard, find: Callable[[str], ProgramCard | None]) -> Iterator[ProgramCard]:
    """A card and those that it is based on, the nearest first."""
    ancestor: ProgramCard | None = card
    seen: set[str] = set()
    while ancestor is not None and ancestor.id not in seen and len(seen) <= LIKE_CHAIN:
        yield ancestor
        seen.add(ancestor.id)
        ancestor = find(ancestor.checked.head.like) if ancestor.checked.head.like else None


@frozen
class ScenarioSource:
    """A scenario as written, to be run by the engine."""

    unit: str
    parsed: Parsed


DefaultSort = Literal["verb", "mark", "rule", "window"]
"""Whose slot or parameter a default belongs to."""


@frozen
class Program:
    """`events` lists, for each verb and window, the events that are in progress whenever it happens."""

    symbols: SymbolTable
    declarations: tuple[CheckedDeclaration, ...]
    cards: tuple[ProgramCard, ...]
    scenarios: tuple[ScenarioSource, ...]
    events: Mapping[str, frozenset[str]] = field(factory=dict)
    defaults: Mapping[tuple[DefaultSort, str, str], Op] = field(factory=dict)  # of the slots and parameters of heads
    names: Mapping[str, str] = field(factory=dict)  # every id and shown name of a card or part, and its kind

    def of_sort(self, *sorts: str) -> Iterator[CheckedDeclaration]:
        return (meaning for meaning in self.declarations if meaning.sort in sorts)

    def whole(self, card: ProgramCard) -> n.Thing | None:
        """A card as if everything that it takes from others were written on it."""
        tree = card.parsed.tree
        if not isinstance(tree, n.Thing) or tree.like is None:
            return tree if isinstance(tree, n.Thing) else None
        return whole_tree(tree, self.symbols, self._tree)

    def _tree(self, name: str) -> n.Thing | None:
        card = self.card(name)
        return card.parsed.tree if card is not None and isinstance(card.parsed.tree, n.Thing) else None

    def card(self, name: str) -> ProgramCard | None:
        """A card by id, shown name or former name."""
        for card in self.cards:
            head = card.checked.head
            if name in (head.id, head.shown) or name in head.formerly:
                return card
        return None
