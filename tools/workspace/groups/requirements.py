"""Checks the cards of a unit against the requirements of their kinds.

Nothing runs if no kind has requirements. Otherwise the checked rules of the group and those cards that a requirement
may read make a small program, and the engine evaluates the requirements in it.

An error elsewhere never hides a finding: a card is left out only if it is broken itself or names a broken card, and a
requirement is left out only if its answer could depend on such a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.check.cards import check_form
from dsl.check.defaults import lower_defaults
from dsl.diagnostics import Diagnostic
from dsl.ir.program import Program, ProgramCard
from dsl.lazy import lazy_module
from dsl.names.symbols import SymbolTable
from dsl.text.source import Piece
from tools.workspace.facts.card_facts import Facts
from tools.workspace.facts.checked_rules import GroupRules
from tools.workspace.units.declaration_parse import read
from tools.workspace.units.unit import WorkspaceUnit
from tools.workspace.units.unit_texts import DeclarationSlot

if TYPE_CHECKING:
    from interpreter import requirements as interpreter_requirements
else:
    interpreter_requirements = lazy_module("interpreter.requirements")


Entry = tuple[DeclarationSlot, Facts]


def unfit_forms(
    book: GroupRules,
    cards: list[Entry],
    judged: Iterable[DeclarationSlot],
    broken: Set[DeclarationSlot],
    clause_words: Mapping[str, str],
) -> list[Diagnostic]:
    """The violated requirements of some cards; other valid cards may be read."""
    if not book.required_kinds:
        return []
    declarations, symbols = book.rules.declarations, book.rules.symbols
    unsound = _unsound(cards, broken)
    made = tuple(_made(book, cards, unsound))
    defaults = lower_defaults(symbols, (verb for card in made for verb in card.checked.verbs))
    program = Program(symbols, declarations, made, (), book.rules.events, defaults)
    names = {slot.name for slot in judged}
    ids = {card.id for card in program.cards if card.parsed.piece.file in names}
    unknown = interpreter_requirements.UnknownParts(
        frozenset(_kinds(cards, unsound, symbols)), frozenset(_rules(book, cards, unsound))
    )
    return list(interpreter_requirements.unfit(program, ids, unknown, clause_words))


def unfit_cards(program: Program, units: Iterable[WorkspaceUnit]) -> list[Diagnostic]:
    """The violated requirements of all cards of a valid program."""
    if not any(op.name == "require" for kind in program.of_sort("kind") for op in kind.ops):
        return []
    words = {id: text for unit in units for id, text in unit.clause_words.items()}
    return list(interpreter_requirements.unfit(program, {card.id for card in program.cards}, clause_words=words))


def _made(book: GroupRules, cards: list[Entry], unsound: Set[DeclarationSlot]) -> Iterator[ProgramCard]:
    """Each valid card that a requirement may read, checked; the first of two with the same id."""
    kinds = book.required_kinds
    bases = {facts.head.like for _, facts in cards if facts.head is not None}
    made: set[str] = set()
    for slot, facts in cards:
        head = facts.head
        if head is None or head.id in made or slot in unsound:
            continue
        parts = {kind for _, kind in facts.parts}
        if head.kind in kinds or parts & kinds or bases & {head.id, head.shown, *head.formerly}:
            made.add(head.id)
            yield _program_card(book, slot)
    _forget(book, {slot.digest for slot, _ in cards})


def _program_card(book: GroupRules, slot: DeclarationSlot) -> ProgramCard:
    if slot.digest not in book.checked_cards:
        parsed = read(slot.text, slot.digest)
        form = check_form(parsed, book.rules.symbols, book.rules.events, book.clauses)
        book.checked_cards[slot.digest] = (parsed, form)
    parsed, form = book.checked_cards[slot.digest]
    return ProgramCard("", evolve(parsed, piece=Piece(slot.name, 0, slot.text, slot.digest)), form)


def _forget(book: GroupRules, used: Set[str]) -> None:
    """Drop the cards that no longer exist, once there are many."""
    if len(book.checked_cards) > 2 * len(used) + 1_000:
        for digest in book.checked_cards.keys() - used:
            del book.checked_cards[digest]


def _unsound(cards: list[Entry], broken: Set[DeclarationSlot]) -> set[DeclarationSlot]:
    """Broken and unparsed cards, and all cards that name one of them, directly or indirectly."""
    givers: dict[str, list[DeclarationSlot]] = {}
    wanting: dict[DeclarationSlot, list[DeclarationSlot]] = {}
    for slot, facts in cards:
        for name in _names(facts):
            givers.setdefault(name, []).append(slot)
    some_unread = any(facts.head is None for _, facts in cards)
    waiting = []
    for slot, facts in cards:
        if slot in broken or facts.head is None:
            waiting.append(slot)
        for want in facts.wants:
            for giver in givers.get(want.name, ()):
                wanting.setdefault(giver, []).append(slot)
            if some_unread and want.name not in givers:
                waiting.append(slot)
    unsound: set[DeclarationSlot] = set()
    while waiting:
        slot = waiting.pop()
        if slot not in unsound:
            unsound.add(slot)
            waiting += wanting.get(slot, ())
    return unsound


def _names(facts: Facts) -> set[str]:
    """The names of a card and its parts."""
    if facts.head is None:
        return set()
    return {facts.head.id, facts.head.shown, *facts.head.formerly, *(name for name, _ in facts.parts)}


def _kinds(cards: list[Entry], unsound: Set[DeclarationSlot], symbols: SymbolTable) -> Iterator[str]:
    """The kinds with a card that is missing or invalid."""
    for slot, facts in cards:
        if slot in unsound:
            if facts.head is None:
                yield from symbols.kinds
                return
            for kind in (facts.head.kind, *(kind for _, kind in facts.parts)):
                yield from symbols.lineage(kind)


def _rules(book: GroupRules, cards: list[Entry], unsound: Set[DeclarationSlot]) -> Iterator[str]:
    """The rules that name a missing or invalid card."""
    names = {name for slot, facts in cards if slot not in unsound for name in _names(facts)}
    for rule, wants in book.wants.items():
        if any(want.name not in names for want in wants):
            yield rule
