"""Says what the checker thinks of a changed text, in the place where the text stands.

A suggestion that nobody has tried can send an author in a circle. So every suggestion is applied to a copy of the
text first, and the copy is parsed and checked with the rules, cards and names of its game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, evolve, field

from dsl.check.cards import check_form
from dsl.check.declarations import declaration
from dsl.check.driver import CheckedRules, parts_of, supplied
from dsl.check.scenarios import check_scenario
from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import names as codes
from dsl.ir.cards import CardReference, head_of
from dsl.names.collect import Collector
from dsl.names.heads import HeadReader
from dsl.names.symbols import SymbolTable, unread
from dsl.parse import join_pieces, parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from dsl.text.source import Source, pieces

_FILE = ""  # the places of a draft are offsets in it


@define(eq=False)
class Judge:
    """The rules and card names of a game. `trials` bounds the work for all findings of a run."""

    rules: CheckedRules
    clauses: frozenset[str] | None
    cards: Mapping[str, str]
    elsewhere: frozenset[str] = frozenset()
    """The words of other texts that could not be read: nothing is said about names that they may declare."""
    trials: int = limits.REPAIR_TRIALS
    _known: dict[str, tuple[Diagnostic, ...]] = field(factory=dict)

    def findings(self, text: str) -> tuple[Diagnostic, ...] | None:
        """The findings about a text, in its order; None if the work is used up."""
        kept = self._known.get(text)
        if kept is None:
            if self.trials <= 0:
                return None
            self.trials -= 1 + (len(text) // limits.REPAIR_CHARACTERS) ** 2  # and a long text gets fewer
            kept = tuple(sorted(self._examine(text), key=_order))
            self._known[text] = kept
        return kept

    def _examine(self, text: str) -> Iterator[Diagnostic]:
        parsed_pieces = [parse_piece(piece) for piece in join_pieces(pieces(Source(_FILE, text)))]
        symbols, diagnostics = self._symbols(parsed_pieces)
        yield from diagnostics
        cards = {**self.cards, **_declared(parsed_pieces, symbols)}
        for parsed in parsed_pieces:
            yield from parsed.diagnostics
            if parsed.tree is None:
                continue
            if isinstance(parsed.tree, n.Thing):
                checked = check_form(parsed, symbols, self.rules.events, self.clauses)
                yield from checked.diagnostics
                yield from _missing(parsed, checked.wants, symbols, cards)
            elif isinstance(parsed.tree, n.Scenario):
                yield from check_scenario(parsed, symbols, self.rules.events, self.clauses, cards).diagnostics
            else:
                _, findings = declaration(parsed, symbols, self.rules.events, self.clauses)
                yield from findings.diagnostics
                yield from _missing(parsed, findings.wants, symbols, cards)

    def _symbols(self, parsed_pieces: list[Parsed]) -> tuple[SymbolTable, list[Diagnostic]]:
        """The symbols of the game, with those that the text itself declares."""
        symbols = evolve(self.rules.symbols, broken=set(self.elsewhere))
        own = [parsed for parsed in parsed_pieces if isinstance(parsed.tree, n.Keyword | n.Status)]
        if not own:
            return symbols, []
        collector = Collector()
        marks = dict(symbols.marks)
        for parsed in own:
            assert isinstance(parsed.tree, n.Keyword | n.Status)
            marks.pop(parsed.tree.id.text, None)
        collector.symbols = evolve(symbols, marks=marks)
        collector.heads = HeadReader(collector.symbols)
        collector.diagnostics = collector.heads.diagnostics
        collector.collect(own)
        return collector.symbols, collector.diagnostics


def _declared(parsed_pieces: list[Parsed], symbols: SymbolTable) -> dict[str, str]:
    """The cards of a text and their parts, by every name."""
    names: dict[str, str] = {}
    for parsed in parsed_pieces:
        if isinstance(parsed.tree, n.Thing):
            head = head_of(parsed.tree)
            names |= dict.fromkeys((head.id, head.shown), head.kind)
            for name, kind in parts_of(parsed.tree, symbols):
                names.setdefault(name, kind)
    return names


def _missing(
    parsed: Parsed, wants: Iterable[CardReference], symbols: SymbolTable, cards: Mapping[str, str]
) -> Iterator[Diagnostic]:
    for want in wants:
        if supplied(want, cards.get(want.name), symbols.lineage) or unread(want.name, symbols.broken):
            continue
        what = "no card" if want.kind == "Thing" else f"no {want.kind}"
        yield diagnose(codes.UNKNOWN_THING, parsed.piece.place(want.span), what=what, name=want.name)


def _order(diagnostic: Diagnostic) -> tuple[int, int, str]:
    return (diagnostic.place.start, diagnostic.place.end, diagnostic.code)
