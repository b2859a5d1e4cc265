"""Selects and orders the cards to show: kind by kind as the game declares them, then as the pack lists its cards.

Boards, maps, shapes and decks come last. Cards that only scenarios use are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from dsl.describe import english
from dsl.describe.card import CardText
from dsl.describe.voice import kind_name
from dsl.diagnostics import Diagnostic, diagnose, did_you_mean
from dsl.diagnostics.codes.names import UNKNOWN_KIND
from dsl.ir.cards import head_of
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.text.source import Place
from tools.cards.fields import looked_at, signs_of_marks
from tools.reference.contents import Contents, Form

LAST = ("Board", "Map", "Shape", "Deck")
"""Kinds that every game has."""


@frozen
class KindOfCards:
    """The cards of one kind under their heading."""

    kind: str
    heading: str
    cards: tuple[CardText, ...]
    apart: bool = False
    """Boards, maps, shapes and decks are no cards to cut out."""


@frozen
class Sheet:
    """Everything to show. `hex` contains the ids of maps with shifted rows."""

    title: str
    kinds: tuple[KindOfCards, ...]
    hex: frozenset[str] = field(factory=frozenset)
    marks: Mapping[str, frozenset[str]] = field(factory=dict)
    """By the id of a map, the signs that say what is on a space and not what the space is."""

    @property
    def count(self) -> int:
        return sum(len(kind.cards) for kind in self.kinds)


def find_kind(name: str, symbols: SymbolTable) -> str | None:
    """A kind by its id or display name, ignoring case."""
    low = name.casefold()
    for kind in symbols.kinds:
        if low in (kind.casefold(), kind_name(kind, symbols).casefold()):
            return kind
    return None


def unknown_kind(name: str, contents: Contents) -> Diagnostic:
    kinds = {form.tree.kind.text for form in contents.own()}
    help = did_you_mean(name, kinds) or f"the cards are of these kinds: {', '.join(sorted(kinds))}"
    return diagnose(UNKNOWN_KIND, Place("--kind", 0, 0), name=name, help=help)


def sheet_of(contents: Contents, kind: str | None = None) -> Sheet:
    symbols = contents.symbols
    forms = [form for form in contents.own() if not _for_tests(form)]
    if kind is not None:
        forms = [form for form in forms if kind in symbols.lineage(form.tree.kind.text)]
    by_kind: dict[str, list[CardText]] = {}
    for form in forms:
        by_kind.setdefault(form.tree.kind.text, []).append(looked_at(contents.text(form), form, contents))
    kinds = []
    for kind_id in sorted(symbols.kinds, key=lambda name: _is_last(name, symbols)):
        cards = tuple(by_kind.get(kind_id, ()))
        if cards:
            shown = kind_name(kind_id, symbols)
            heading = english.plural(shown) if len(cards) > 1 else shown
            kinds.append(KindOfCards(kind_id, heading, cards, _is_last(kind_id, symbols)))
    marks = {head_of(form.tree).id: signs_of_marks(form, contents) for form in forms}
    return Sheet(contents.title, tuple(kinds), _hex_maps(contents), marks)


def _for_tests(form: Form) -> bool:
    """Whether a file belongs to scenarios: its cards are not shown."""
    return form.parsed.piece.file.startswith(f"{form.unit}/tests/")


def _is_last(kind: str, symbols: SymbolTable) -> bool:
    return any(ancestor in LAST for ancestor in symbols.lineage(kind))


def _hex_maps(contents: Contents) -> frozenset[str]:
    """The maps on hex boards."""
    boards = {name for form in contents.forms if _field(form.tree, "grid") == "hex" for name in _names(form.tree)}
    return frozenset(
        name for form in contents.forms if _field(form.tree, "board") in boards for name in _names(form.tree)
    )


def _names(tree: n.Thing) -> list[str]:
    head = head_of(tree)
    return [head.id, head.shown]


def _field(tree: n.Thing, name: str) -> str:
    """The value of a field that is a single word or text."""
    for line in tree.body.lines if tree.body is not None else ():
        if isinstance(line, n.Phrase) and line.verb.text == name:
            match line.object:
                case n.Name(text=text) | n.Text(value=text):
                    return text
    return ""
