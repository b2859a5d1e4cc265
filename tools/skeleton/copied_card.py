"""Writes a first card that can be played as it stands: the shortest card of its kind in the packs that it needs, under
a new name, if the checker finds nothing wrong with it. A new keyword comes from the verbs that the game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from dsl.check.driver import CardEntry, CheckedProgram, CheckedRules, Unit, check, check_card, finish
from dsl.diagnostics import Diagnostic
from dsl.format.formatter import format_text
from dsl.ir.program import Program, ProgramCard
from dsl.names import types as t
from dsl.names.signatures import SlotSig, VerbSig
from dsl.packs.manifest import PackManifest
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.text.source import Piece, digest
from interpreter.requirements import unfit
from tools.matches.errors import MatchFault
from tools.matches.game_index import packs, packs_for
from tools.matches.games import Game, load
from tools.packs.load import load_pack

UNIT = "new"
MOST_TRIED = 12
_CITES = re.compile(r"\s+cites(?:\s+[A-Z]+-[A-Z]+-\d+(?:\.\.\d+)?(?:\s+\d+(?:\.\.\d+)?)*)+")
_NUMBER = re.compile(r'"(\d{2,4})"')
_COMMENT = re.compile(r"^\s*#.*\n", re.MULTILINE)


@frozen
class CopiedCard:
    """The text of a card, and the name of the one that it was copied from."""

    text: str
    origin: str


@define
class CardSource:
    """A game with the packs that a new pack needs."""

    game: Game
    rules: CheckedRules
    cards: tuple[ProgramCard, ...]
    own: tuple[str, ...] = field(default=())
    """The units that may be copied from."""

    @property
    def program(self) -> Program:
        return self.game.linked().program

    # ---------------------------------------------------------------------------------------------------- a card

    def card(self, kind: str, head: str, keyword: str = "", bearer: str = "") -> CopiedCard | None:
        """A copy of the first card of a kind that passes; with a keyword on it, or on its first part of a kind."""
        for card in sorted(self._models(kind), key=lambda card: len(card.parsed.piece.text))[:MOST_TRIED]:
            text = self._copy(card, head, keyword, bearer)
            if text is not None and not self.wrong(text):
                return CopiedCard(text, card.checked.head.shown)
        return None

    def _models(self, kind: str) -> Iterator[ProgramCard]:
        for card in self.cards:
            if card.kind == kind and not card.checked.head.like:
                yield card

    def _copy(self, card: ProgramCard, head: str, keyword: str, bearer: str) -> str | None:
        tree = card.parsed.tree
        if not isinstance(tree, n.Thing):
            return None
        text, says = card.parsed.piece.text, tree.marks.says
        said = f" says {text[slice(*says.span)]}" if says is not None else ""
        begins = text.index("{", says.span[1] if says is not None else tree.span[0])
        items = self._renumbered(_CITES.sub("", _COMMENT.sub("", text[begins + 1 :])))
        if keyword and bearer == card.kind:
            items = f" {keyword}, {items.lstrip()}" if items.strip(" \n") != "}" else f" {keyword} }}\n"
        elif keyword:
            part = re.search(rf"\b{bearer}\b[^{{\n]*{{", items)
            if part is None:
                return None
            items = f"{items[: part.end()]} {keyword},{items[part.end() :]}"
        return _formatted(f"{card.kind} {head} house{said} {{{items}")

    def _renumbered(self, items: str) -> str:
        """A number in quotes names one card only, so the copy gets the next one that is free."""
        if not _NUMBER.search(items):
            return items
        taken = {number for card in self.cards for number in _NUMBER.findall(card.parsed.piece.text)}
        free = (f"{number:03}" for number in range(1, 10_000) if f"{number:03}" > max(taken))
        return _NUMBER.sub(lambda _: f'"{next(free)}"', items)

    def kinds_with_cards(self) -> dict[str, int]:
        """How many cards of each kind can be copied."""
        kinds: dict[str, int] = {}
        for card in self.cards:
            kinds[card.kind] = kinds.get(card.kind, 0) + 1
        return kinds

    # ------------------------------------------------------------------------------------------------- a keyword

    def keyword(self, name: str, shown: str, kind: str, card: str) -> str | None:
        """A keyword for a kind, and a card with it."""
        for verb, number in self._changeable(kind):
            declared = _formatted(
                f'keyword {name}(n: 1..3 = 1) "{shown} {{n}}" on {kind} house '
                f"{{ before {verb.name} it {{ modify {number.name} by -n at least 0 }} }}"
            )
            for owner in (kind, *self._owners(kind)):
                bearer = self.card_with(declared, owner, card, name, kind)
                if bearer is not None:
                    return f"{declared}\n{bearer}"
        return None

    def card_with(self, declared: str, owner: str, card: str, name: str, kind: str) -> str | None:
        for model in sorted(self._models(owner), key=lambda card: len(card.parsed.piece.text))[:3]:
            text = self._copy(model, card, name, kind)
            if text is not None and not self.wrong(text, declared):
                return text
        return None

    def _owners(self, kind: str) -> Iterator[str]:
        """The kinds whose cards have parts of a kind."""
        for name, sig in self.program.symbols.kinds.items():
            for entry in sig.fields.values():
                if entry.sort == "children" and entry.item_kind in (kind, *self.program.symbols.lineage(kind)):
                    yield name

    def _changeable(self, kind: str) -> Iterator[tuple[VerbSig, SlotSig]]:
        """Verbs that happen to a thing of the kind and carry a number; those that say so in the log come first."""
        pairs = []
        lineage = {kind, *self.program.symbols.lineage(kind)}
        for verb in self.program.symbols.verbs.values():
            what = verb.slots[0] if verb.slots else None
            numbers = [slot for slot in verb.slots[1:] if isinstance(t.plain(slot.type), t.NumberT)]
            if verb.sort == "effect" and what is not None and numbers and not what.preposition:
                type = t.plain(what.type)
                if isinstance(type, t.KindT) and type.name in lineage:
                    pairs.append((verb, numbers[0]))
        yield from sorted(pairs, key=lambda pair: (not pair[0].says, pair[0].name != "damage", len(pair[0].slots)))

    # -------------------------------------------------------------------------------------------------- checking

    def wrong(self, text: str, rules: str = "") -> list[Diagnostic]:
        """The findings about a new card, with the rules that come with it."""
        piece = Piece("new.bot", 0, text, digest(text))
        parsed = parse_piece(piece)
        if parsed.tree is None:
            return list(parsed.diagnostics)
        if rules:
            extra = Piece("new_rules.bot", 0, rules, digest(rules))
            checked = check([*self.game.units, Unit(UNIT, (parse_piece(extra), parsed))])
        else:
            cards = [(card.unit, CardEntry(card.parsed, card.checked)) for card in self.program.cards]
            entry = CardEntry(parsed, check_card(self.rules, UNIT, parsed))
            checked = finish([Unit(UNIT, (parsed,))], self.rules, [*cards, (UNIT, entry)])
        new = [finding for finding in checked.diagnostics if finding.place.file.startswith("new")]
        return new or list(self._unfit(checked, piece))

    def _unfit(self, checked: CheckedProgram, piece: Piece) -> Iterator[Diagnostic]:
        ids = {card.id for card in checked.program.cards if card.parsed.piece.file == piece.file}
        yield from (finding for finding in unfit(checked.program, ids) if finding.place.file == piece.file)


def card_source(game: str, needs: Sequence[str], own: Sequence[str] = ()) -> CardSource | None:
    """The game with these packs; none if it cannot be played as it is. `own` are packs whose cards are not copied."""
    try:
        loaded = load(game, packs=[*needs, *own])
    except (MatchFault, OSError):
        return None
    program = loaded.linked().program
    rules = CheckedRules(program.symbols, dict(program.events), program.declarations, ())
    return CardSource(loaded, rules, program.cards)


def base_packs(game: str) -> list[str]:
    """The packs of a game that need no other pack: a new pack finds opponents there."""
    folders = packs()
    independent = []
    for id in packs_for(game):
        manifest = load_pack(str(folders[id])).manifest
        if isinstance(manifest, PackManifest) and not manifest.packs:
            independent.append(id)
    return independent


def _formatted(text: str) -> str:
    return format_text(text).text
