"""Cards as the engine sees them: printed values, keywords, parts, texts.

A card is printed; a thing is a copy of it on the table. Printed values never change, so they are stored here once for
all copies, not in the state.
"""

from __future__ import annotations

from attrs import field, frozen

from dsl.ir.inheritance import parts_field, whole_meaning
from dsl.ir.operations import Op
from dsl.ir.program import Program, ProgramCard, based
from dsl.ir.rules import Standing
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from interpreter.model.state import Value

Beginning = tuple[int, t.Type, Op, Value]
"""How a kept field begins: its offset and type, the operation to evaluate, and its value if that is constant."""


@frozen
class PrintedCard:
    id: str
    kind: str
    shown: str
    values: dict[str, Op] = field(factory=dict)
    marks: tuple[Op, ...] = ()
    parts: tuple[tuple[str, PrintedCard], ...] = ()  # the field of the parts, the part
    standings: tuple[Standing, ...] = ()
    actions: tuple[Op, ...] = ()


def read_cards(program: Program) -> dict[str, PrintedCard]:
    """All cards by id; parts have the id `Card.Part`."""
    cards: dict[str, PrintedCard] = {}
    named: dict[str, ProgramCard] = {}
    if any(card.checked.head.like for card in program.cards):
        for card in reversed(program.cards):
            head = card.checked.head
            named |= dict.fromkeys((*head.formerly, head.shown, head.id), card)
    for card in program.cards:
        meaning = card.checked.meaning
        if meaning is not None:
            if card.checked.head.like:
                chain = [ancestor.checked.meaning for ancestor in based(card, named.get)]
                meaning = whole_meaning([ancestor for ancestor in chain if ancestor is not None], program.symbols)
            _add(cards, read_card(meaning, program.symbols))
    return cards


def _add(cards: dict[str, PrintedCard], card: PrintedCard) -> None:
    cards[card.id] = card
    for _, part in card.parts:
        _add(cards, part)


def read_card(meaning: Op, symbols: SymbolTable, full: str = "") -> PrintedCard:
    """A card with its parts. Parts without a name are numbered."""
    assert isinstance(meaning.type, t.KindT)
    id, shown = meaning.data
    full = full or id
    named: dict[str, int] = {}
    values: dict[str, Op] = {}
    marks: list[Op] = []
    parts: list[tuple[str, PrintedCard]] = []
    standings: list[Standing] = []
    actions: list[Op] = []
    for part in meaning.args:
        match part.name:
            case "keep":
                values[part.data] = part.args[0]
            case "mark":
                marks.append(part)
            case "form":
                own = part.data[0]
                named[own] = named.get(own, 0) + 1
                child = read_card(part, symbols, f"{full}.{own}" + (f"~{named[own]}" if named[own] > 1 else ""))
                parts.append((parts_field(meaning.type.name, child.kind, symbols), child))
            case "standing":
                standings.append(part.data)
            case "action":
                actions.append(part)
            case _:
                pass
    return PrintedCard(
        full, meaning.type.name, shown, values, tuple(marks), tuple(parts), tuple(standings), tuple(actions)
    )
