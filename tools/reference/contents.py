"""The contents of a reference or card sheet: the rules and forms of a game or pack, in the order of its files.

`contents_of` selects them from a checked `Program`. Files are named by the unit and the path inside it, so the output
does not depend on where the game is stored.
"""

from __future__ import annotations

from attrs import field, frozen

from dsl.describe.card import CardText, card_text
from dsl.ir.cards import head_of
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.inheritance import whole_tree
from dsl.ir.program import Program
from dsl.names.symbols import SymbolTable
from dsl.packs.manifest import ClauseBook
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed


@frozen
class Form:
    """A card of the content, with the unit that it comes from."""

    unit: str
    parsed: Parsed
    tree: n.Thing


@frozen
class Contents:
    """`unit` is the requested game or pack; the others only contribute rules and names. Empty means all of them."""

    symbols: SymbolTable
    declarations: tuple[CheckedDeclaration, ...]
    forms: tuple[Form, ...]
    scenarios: tuple[Parsed, ...] = ()
    title: str = ""
    unit: str = ""
    book: ClauseBook | None = None
    names: dict[str, str] = field(factory=dict)

    def own(self) -> list[Form]:
        """The forms of the requested unit."""
        return [form for form in self.forms if not self.unit or form.unit == self.unit]

    def text(self, form: Form) -> CardText:
        tree = form.tree if form.tree.like is None else whole_tree(form.tree, self.symbols, self._find)
        return card_text(tree, self.symbols, self.names)

    def _find(self, name: str) -> n.Thing | None:
        """A form by its id or shown name."""
        for form in self.forms:
            head = head_of(form.tree)
            if name in (head.id, head.shown, *head.formerly):
                return form.tree
        return None


def contents_of(program: Program, *, unit: str = "", title: str = "", book: ClauseBook | None = None) -> Contents:
    """The contents of a checked program."""
    forms = tuple(
        Form(card.unit, card.parsed, card.parsed.tree)
        for card in program.cards
        if isinstance(card.parsed.tree, n.Thing)
    )
    names = {head.id: head.shown for head in (head_of(form.tree) for form in forms)}
    scenarios = tuple(scenario.parsed for scenario in program.scenarios)
    return Contents(program.symbols, program.declarations, forms, scenarios, title, unit, book, names)
