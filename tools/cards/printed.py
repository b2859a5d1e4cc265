"""Decides what a sheet prints of each card: how many copies, in which colour, with which art.

The number of copies is stated by the game, not guessed: where a rule takes `card.copies of card`, the field `copies`
says how many copies of a card there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from dsl.describe.card import CardText
from dsl.describe.voice import label
from dsl.diagnostics import Diagnostic, did_you_mean
from dsl.ir.cards import head_of
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from tools.cards.art import art_beside
from tools.cards.drawn_card import SheetCard
from tools.cards.sheet import KindOfCards, Sheet
from tools.cards.tints import NAMED, PLAIN, tints_of
from tools.reference.contents import Contents, Form

MOST_COPIES = 99


@frozen
class PrintOptions:
    """How cards are printed.

    Without a field, the colour is that of a field whose values are all names of colours, or else that of the kind.
    """

    copies: bool = True
    backs: bool = False
    colour_by: str = ""


@frozen
class PrintedSheet:
    """The cards to print, in the order of the sheet, and everything that the sheet draws as before."""

    sheet: Sheet
    cards: Mapping[str, SheetCard] = field(factory=dict)
    backs: bool = False
    findings: tuple[Diagnostic, ...] = ()

    def of(self, kind: KindOfCards) -> list[SheetCard]:
        """The cards of a kind, without copies."""
        return [self.cards.get(card.id) or SheetCard(card) for card in kind.cards]


class UnknownColourField(Exception):
    """No card of the sheet has the field that colours were asked for."""


def printed(sheet: Sheet, contents: Contents, options: PrintOptions, assets: Mapping[str, bytes]) -> PrintedSheet:
    """Raises `UnknownColourField`."""
    forms = {card_id(form): form for form in contents.own()}
    copies = copies_field(contents) if options.copies else ""
    values = _colour_values(sheet, contents, forms, options.colour_by)
    tints = tints_of(values.values())
    cards: dict[str, SheetCard] = {}
    findings: list[Diagnostic] = []
    for card in (card for kind in sheet.kinds if not kind.apart for card in kind.cards):
        form = forms.get(card.id)
        art, faults = ("", []) if form is None else art_beside(assets, _inside(form), card.id)
        findings += faults
        number, text = _copies(card, copies, contents.symbols)
        tint = tints.get(values.get(card.id, ""), PLAIN)
        cards[card.id] = SheetCard(text, tint, art, number)
    return PrintedSheet(sheet, cards, options.backs, tuple(findings))


def card_id(form: Form) -> str:
    return head_of(form.tree).id


def _inside(form: Form) -> str:
    """The path of the card's file inside its pack."""
    return form.parsed.piece.file.removeprefix(f"{form.unit}/")


# ------------------------------------------------------------------------------------------------------- copies


def copies_field(contents: Contents) -> str:
    """The field that says how many copies of a card the game takes; empty if no rule says so."""
    for declaration in contents.declarations:
        for node in walk(declaration.node):
            match node:
                case n.Phrase(
                    verb=n.Name(text="take"), object=n.Dot(base=n.Name(text=base), name=name), slots=slots
                ) if any(slot.preposition == "of" and slot.value == n.Name(text=base) for slot in slots):
                    return name
    return ""


def _copies(card: CardText, name: str, symbols: SymbolTable) -> tuple[int, CardText]:
    """How often a card is printed; the number itself is for whoever puts the deck together, so it is not printed."""
    stated = symbols.fields(card.kind).get(name) if name else None
    if stated is None:
        return 1, card
    shown = label(name, stated)
    value = next((entry.value for entry in card.entries if entry.name == shown), "")
    if not value.isdigit():
        return 1, card
    rest = tuple(entry for entry in card.entries if entry.name != shown)
    return min(int(value), MOST_COPIES), evolve(card, entries=rest)


# ------------------------------------------------------------------------------------------------------- colours


def _colour_values(sheet: Sheet, contents: Contents, forms: Mapping[str, Form], wanted: str) -> dict[str, str]:
    """By card, the value that decides its colour: that of a field, or else its kind where there are several."""
    symbols = contents.symbols
    kinds = [kind.kind for kind in sheet.kinds if not kind.apart]
    if wanted:
        named = {kind: _field_called(wanted, kind, symbols) for kind in kinds}
        if not any(named.values()):
            labels = sorted({label(name, of) for kind in kinds for name, of in symbols.fields(kind).items()})
            raise UnknownColourField(did_you_mean(wanted, labels) or f"the fields are {', '.join(labels)}")
    else:
        named = {kind: _field_of_colours(kind, symbols) for kind in kinds}
    by_card = {}
    for kind in sheet.kinds:
        name = named.get(kind.kind, "")
        for card in kind.cards if kind.kind in named else ():
            form = forms.get(card.id)
            if form is not None and name:
                by_card[card.id] = _value(form, card, name, symbols).casefold()
            elif not any(named.values()) and len(kinds) > 1:
                by_card[card.id] = kind.kind.casefold()
    return by_card


def _field_called(wanted: str, kind: str, symbols: SymbolTable) -> str:
    low = wanted.casefold()
    of_kind = symbols.fields(kind)
    return next((name for name, of in of_kind.items() if low in (name.casefold(), label(name, of).casefold())), "")


def _field_of_colours(kind: str, symbols: SymbolTable) -> str:
    """A field whose symbols are all called like colours."""
    for name, of in symbols.fields(kind).items():
        type = t.plain(of.type)
        members = _members(type.name, symbols) if isinstance(type, t.SymbolT) else ()
        if members and all(member.casefold() in NAMED for member in members):
            return name
    return ""


def _members(set_name: str, symbols: SymbolTable) -> Sequence[str]:
    declared = symbols.symbols.get(set_name)
    tree = declared.node if declared is not None else None
    return [member.id.text for member in tree.members] if isinstance(tree, n.Symbols) else ()


def _value(form: Form, card: CardText, name: str, symbols: SymbolTable) -> str:
    """The word in the author's text, or else the value as it is printed."""
    lines = form.tree.body.lines if form.tree.body is not None else ()
    for line in lines:
        if isinstance(line, n.Phrase) and line.verb.text == name and isinstance(line.object, n.Name):
            return line.object.text
    shown = label(name, symbols.fields(card.kind)[name])
    return next((entry.value for entry in card.entries if entry.name == shown), "")
