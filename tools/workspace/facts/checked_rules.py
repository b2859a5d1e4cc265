"""The checked rules of one group of units: everything but its cards and scenarios.

Each rule is given to the checker as if it were a separate file, named by its number (`#3`). So every position from the
checker is an offset from the start of a rule and stays valid when rules move inside their files. The result depends
only on the texts of the rules and their order; its key is the digest of exactly that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from dsl.analysis.trigger_cycles import Link, links
from dsl.check.driver import CheckedRules, Unit, read_rules
from dsl.diagnostics import Diagnostic
from dsl.ir.cards import CardReference, CheckedForm
from dsl.lazy import lazy_module
from dsl.syntax.parsed import Parsed
from dsl.text.source import Piece
from tools.internal_errors import internal_diagnostic
from tools.workspace.cache.cache_folder import key_of
from tools.workspace.units.declaration_parse import head_place

if TYPE_CHECKING:
    from interpreter import requirements
else:
    requirements = lazy_module("interpreter.requirements")


class UnreadWords(set[str]):
    """The words of texts that could not be parsed; records each lookup and its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, bool] = {}

    def __contains__(self, word: object) -> bool:
        answer = super().__contains__(word)
        if isinstance(word, str):
            self.asked[word] = answer
        return answer

    def become(self, words: set[str]) -> None:
        self.clear()
        self.update(words)


@define(eq=False)
class GroupRules:
    key: str
    clauses: frozenset[str] | None
    rules: CheckedRules
    words: UnreadWords
    findings: dict[str, list[Diagnostic]]
    """What is wrong, by the name of the rule: `#3`."""
    wants: dict[str, tuple[CardReference, ...]]
    chains: tuple[Link, ...]
    asked: tuple[tuple[str, bool], ...]
    """The words that were asked for, as in `Facts`."""
    pieces: tuple[Piece, ...]
    checked_cards: dict[str, tuple[Parsed, CheckedForm]] = field(factory=dict)
    """The cards that requirements may read, by digest: each is parsed and checked once."""

    @cached_property
    def required_kinds(self) -> frozenset[str]:
        """The kinds of all cards that requirements may read."""
        declarations = self.rules.declarations
        if not any(op.name == "require" for meaning in declarations if meaning.sort == "kind" for op in meaning.ops):
            return frozenset()
        required = requirements.requirements(declarations)
        return frozenset(requirements.looks_at(required, self.rules.symbols, declarations))


def key_of_rules(digests: Sequence[str], clauses: frozenset[str] | None) -> str:
    return key_of("rules", *digests, "clauses" if clauses is not None else "none", *sorted(clauses or ()))


def number_of(file: str) -> int | None:
    """The number of the rule that contains a position; None if it is elsewhere."""
    return int(file[1:]) if file.startswith("#") else None


def make_book(trees: Sequence[Parsed], clauses: frozenset[str] | None, unread: set[str]) -> GroupRules:
    """Check rules. `unread` are the words of unparsed texts. An internal error loses one rule only."""
    numbered = [_numbered(parsed, number) for number, parsed in enumerate(trees)]
    diagnostics: dict[str, list[Diagnostic]] = {}
    words = UnreadWords()
    words.update(unread)
    try:
        rules = _read(numbered, clauses, words)
    except Exception as error:  # noqa: BLE001 - find the rule that it is about, and go on without it
        sound = []
        for parsed in numbered:
            fault = _alone(parsed, clauses)
            if fault is None:
                sound.append(parsed)
            else:
                diagnostics[parsed.piece.file] = [internal_diagnostic(fault, head_place(parsed.piece))]
        try:
            rules = _read(sound, clauses, words)
        except Exception as again:  # noqa: BLE001 - then nothing can be said about any of them
            diagnostics.setdefault("#0", []).append(internal_diagnostic(again, head_place(numbered[0].piece)))
            rules = _read([], clauses, words)
        del error
    for diagnostic in rules.diagnostics:
        diagnostics.setdefault(diagnostic.place.file, []).append(diagnostic)
    wants: dict[str, tuple[CardReference, ...]] = {}
    for piece, want in rules.wants:
        wants[piece.file] = (*wants.get(piece.file, ()), want)
    chains = tuple(link for meaning in rules.declarations for link in links(meaning.node, meaning.piece))
    pieces = tuple(parsed.piece for parsed in trees)
    key = key_of_rules([piece.digest for piece in pieces], clauses)
    return GroupRules(
        key, clauses, rules, words, diagnostics, wants, chains, tuple(sorted(words.asked.items())), pieces
    )


def _numbered(parsed: Parsed, number: int) -> Parsed:
    piece = parsed.piece
    return evolve(parsed, piece=Piece(f"#{number}", 0, piece.text, piece.digest), diagnostics=())


def _read(trees: Sequence[Parsed], clauses: frozenset[str] | None, words: UnreadWords) -> CheckedRules:
    words.asked = {}
    return read_rules([Unit("rules", tuple(trees), clauses)], words)


def _alone(parsed: Parsed, clauses: frozenset[str] | None) -> Exception | None:
    try:
        _read([parsed], clauses, UnreadWords())
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return error
    return None
