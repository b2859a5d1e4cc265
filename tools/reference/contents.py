"""The contents of a reference or card sheet: the rules and forms of a game or pack, in the order of its files.

`contents_of` selects them from a checked `Program`. Files are named by the unit and the path inside it, so the output
does not depend on where the game is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from dsl.check.driver import Unit, read_rules
from dsl.describe.card import CardText, card_text
from dsl.ir.cards import head_of
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.inheritance import whole_tree
from dsl.ir.program import Program
from dsl.names.symbols import Symbols
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
    """`unit` is what was asked for; the others only lend it their rules and names. Empty stands for all of them."""

    symbols: Symbols
    declarations: tuple[CheckedDeclaration, ...]
    forms: tuple[Form, ...]
    scenarios: tuple[Parsed, ...] = ()
    title: str = ""
    unit: str = ""
    book: ClauseBook | None = None
    names: dict[str, str] = field(factory=dict)

    def own(self) -> list[Form]:
        """The forms of what was asked for."""
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
    """A checked program as its reader wants it."""
    cards = ((card.unit, card.parsed) for card in program.cards)
    scenarios = (scenario.parsed for scenario in program.scenarios)
    return _contents(program.symbols, program.declarations, cards, scenarios, unit, title, book)


def contents_of_units(
    units: Sequence[Unit], *, unit: str = "", title: str = "", book: ClauseBook | None = None
) -> Contents:
    """The same from texts that are known to be right: their cards need not be checked again to be told."""
    rules = read_rules(units)
    pieces = [(unit.id, parsed) for unit in units for parsed in unit.pieces]
    scenarios = (parsed for _, parsed in pieces if isinstance(parsed.tree, n.Scenario))
    return _contents(rules.symbols, rules.declarations, pieces, scenarios, unit, title, book)


def _contents(
    symbols: Symbols,
    declarations: tuple[CheckedDeclaration, ...],
    pieces: Iterable[tuple[str, Parsed]],
    scenarios: Iterable[Parsed],
    unit: str,
    title: str,
    book: ClauseBook | None,
) -> Contents:
    forms = tuple(Form(of, parsed, parsed.tree) for of, parsed in pieces if isinstance(parsed.tree, n.Thing))
    names = {head.id: head.shown for head in (head_of(form.tree) for form in forms)}
    return Contents(symbols, declarations, forms, tuple(scenarios), title, unit, book, names)
