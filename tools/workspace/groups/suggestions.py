"""Adds tested suggestions to the findings of declarations: the author's own line as it should be.

A suggestion depends on the text, the rules and the names of all cards of a group. It is computed once and kept until
one of them changes; `renew` names the files whose suggestions may be others now.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from dsl.diagnostics import Diagnostic, Edit
from dsl.lazy import lazy_module
from dsl.repair.finding import RepairedFinding, untouched
from dsl.text.source import Place
from tools.internal_errors import internal_diagnostic
from tools.workspace.facts.card_links import CardNames
from tools.workspace.facts.checked_rules import GroupRules
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile

if TYPE_CHECKING:
    from dsl.repair import examples, judge, repair, vocabulary
else:
    examples = lazy_module("dsl.repair.examples")
    judge = lazy_module("dsl.repair.judge")
    repair = lazy_module("dsl.repair.repair")
    vocabulary = lazy_module("dsl.repair.vocabulary")


@frozen
class SuggestionBasis:
    """What suggestions for a group depend on besides a text. `elsewhere` are the words of other texts that could not be
    read; `texts` are the declarations whose lines may serve as examples."""

    book: GroupRules
    names: CardNames
    elsewhere: frozenset[str]
    texts: Iterable[str]


@frozen
class Question:
    """A text with findings. `files` are the names under which places are its own."""

    text: str
    told: tuple[Diagnostic, ...]
    files: frozenset[str]


@define(eq=False)
class Suggestions:
    """The suggestions for one group."""

    _judge: judge.Judge | None = None
    _vocabulary: vocabulary.Vocabulary | None = None
    _examples: examples.Examples | None = None
    _kept: dict[DeclarationSlot, tuple[Question, list[RepairedFinding]]] = field(factory=dict)

    def renew(self) -> set[UnitFile]:
        """Forget everything; returns the files with findings that were repaired."""
        files = {slot.file for slot in self._kept}
        self._judge = self._vocabulary = self._examples = None
        self._kept = {}
        return files

    def of(self, slot: DeclarationSlot, question: Question, context: SuggestionBasis) -> list[RepairedFinding]:
        """The findings of a declaration, with suggestions for those that are errors of its own text."""
        kept = self._kept.get(slot)
        if kept is None or kept[0] != question:
            kept = self._kept[slot] = (question, self._repair(question, context))
        return kept[1]

    def _repair(self, question: Question, context: SuggestionBasis) -> list[RepairedFinding]:
        if self._judge is None or self._vocabulary is None:
            self._prepare(context)
        assert self._judge is not None
        assert self._vocabulary is not None
        self._judge.elsewhere = context.elsewhere
        own = [_inside(finding, question.files) for finding in question.told if finding.place.file in question.files]
        others = [finding for finding in question.told if finding.place.file not in question.files]
        try:
            results = repair.repaired(question.text, own, self._judge, self._vocabulary, self._examples)
        except Exception as error:  # noqa: BLE001 - without suggestions the findings are still right
            results = [*map(untouched, own), untouched(internal_diagnostic(error, Place("", 0, 1)))]
        return [*results, *map(untouched, others)]

    def _prepare(self, context: SuggestionBasis) -> None:
        rules = context.book.rules
        cards = {**context.names.parts, **context.names.index}
        for other in context.names.outside:
            cards = {**other.index, **cards}
        self._judge = judge.Judge(rules, context.book.clauses, cards)
        texts = tuple(context.texts)
        self._vocabulary = vocabulary.Vocabulary(rules.symbols, cards, rules.events, texts)
        self._examples = examples.Examples(texts, self._vocabulary)


def _inside(finding: Diagnostic, files: Set[str]) -> Diagnostic:
    """A finding with its own places as offsets in the declaration."""

    def place(there: Place) -> Place:
        return evolve(there, file="") if there.file in files else there

    fix = finding.fix
    if fix is not None:
        fix = evolve(fix, edits=tuple(Edit(place(edit.place), edit.text) for edit in fix.edits))
    notes = tuple(evolve(note, place=place(note.place)) for note in finding.notes)
    return evolve(finding, place=place(finding.place), fix=fix, notes=notes)
