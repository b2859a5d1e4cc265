"""The cards of a unit, held against what their kinds require.

Nothing is done where no kind requires anything. Else the rules of the group, which are checked already, and those of
its cards that a requirement may look at make a small program, and the engine judges the forms in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.check import check_card
from dsl.diagnostics import Diagnostic
from dsl.parse import parse_piece
from dsl.program import Card, Program
from dsl.source import Piece
from tools.workspace.books import Book
from tools.workspace.facts import Facts
from tools.workspace.texts import Slot


def unfit_forms(book: Book, cards: Iterable[tuple[Slot, Facts]], judged: Iterable[Slot]) -> list[Diagnostic]:
    """What requirements say about some of the cards; the others may be looked at."""
    meanings = book.rules.meanings
    if not any(op.name == "require" for meaning in meanings if meaning.sort == "kind" for op in meaning.ops):
        return []
    from interpreter.requiring import looks_at, requirements, unfit

    rooms = book.rules.rooms
    kinds = looks_at(requirements(meanings), rooms, meanings)
    wanted = [(slot, facts) for slot, facts in cards if facts.head is not None]
    bases = {facts.head.like for _, facts in wanted if facts.head is not None}
    made: dict[str, Card] = {}
    for slot, facts in wanted:
        head = facts.head
        assert head is not None
        parts = {kind for _, kind in facts.parts}
        if head.kind in kinds or parts & kinds or bases & {head.id, head.shown, *head.formerly}:
            parsed = parse_piece(Piece(slot.name, 0, slot.text, slot.digest))
            made.setdefault(head.id, Card("", parsed, check_card(book.rules, "rules", parsed)))
    program = Program(rooms, meanings, tuple(made.values()), (), book.rules.events)
    names = {slot.name for slot in judged}
    return list(unfit(program, {id for id, card in made.items() if card.parsed.piece.file in names}))
