"""What a reference or a sheet of cards is made from: the rules and forms of a game or pack, in the order of its files.

A checked `Program` has all of it; `contents_of` picks it out. Files are named by the unit and the path inside it, so
nothing that is printed depends on where somebody keeps the game.
"""

from __future__ import annotations

from attrs import field, frozen

from dsl import nodes as n
from dsl.check_declarations import Meaning
from dsl.check_forms import head_of
from dsl.describe import CardText, card_text
from dsl.manifest import ClauseBook
from dsl.names import Rooms
from dsl.parse import Parsed
from dsl.program import Program


@frozen
class Form:
    """A card of the content, with the unit that it comes from."""

    unit: str
    parsed: Parsed
    tree: n.Thing


@frozen
class Contents:
    """`unit` is what was asked for; the others only lend it their rules and names. Empty stands for all of them."""

    rooms: Rooms
    meanings: tuple[Meaning, ...]
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
        return card_text(form.tree, self.rooms, self.names)


def contents_of(program: Program, *, unit: str = "", title: str = "", book: ClauseBook | None = None) -> Contents:
    """A program as its reader wants it."""
    given = ((card.unit, card.parsed, card.parsed.tree) for card in program.cards)
    forms = tuple(Form(unit, parsed, tree) for unit, parsed, tree in given if isinstance(tree, n.Thing))
    scenarios = tuple(scenario.parsed for scenario in program.scenarios)
    names = {head.id: head.shown for head in (head_of(form.tree) for form in forms)}
    return Contents(program.rooms, program.meanings, forms, scenarios, title, unit, book, names)
