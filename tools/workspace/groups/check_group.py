"""A unit together with everything that it is checked against: its ruleset and the packs that it depends on.

A group reports on one unit, its `target`; the others provide names and rules. `change` takes the removed and new
declarations of a unit, and `settle` updates the findings. If a rule changed, everything is examined again, with the
cached facts of cards for these rules; otherwise only the changes are. The result equals that of a full check, because
each finding depends only on inputs that are compared here: facts on text and rules, names on their providers, scenarios
on the names that they looked up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import Protocol

from attrs import define, evolve, field, frozen

from dsl.analysis.trigger_cycles import Link, trigger_cycles
from dsl.analysis.unused import analyse
from dsl.check.scenarios import check_scenario
from dsl.diagnostics import Diagnostic, Label
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.diagnostics.codes.running import WORK
from dsl.ir.effects.footprint import Footprint
from dsl.ir.inheritance import circles
from dsl.repair.finding import RepairedFinding, untouched
from dsl.syntax.keywords import DECLARATIONS
from dsl.syntax.parsed import Parsed
from dsl.text.source import Piece, Place, digest
from tools.internal_errors import internal_diagnostic
from tools.workspace.facts.card_exports import brought_by
from tools.workspace.facts.card_facts import Facts, Shape, shape_of
from tools.workspace.facts.card_links import CardNames
from tools.workspace.facts.checked_rules import GroupRules, number_of
from tools.workspace.facts.name_tracker import TrackedNames
from tools.workspace.facts.usage_counts import Chains, UsageCounts
from tools.workspace.groups.newer_words import newer_words, too_new
from tools.workspace.groups.requirements import unfit_forms
from tools.workspace.groups.suggestions import Question, SuggestionBasis, Suggestions
from tools.workspace.units.declaration_parse import head_place, read
from tools.workspace.units.unit import WorkspaceUnit
from tools.workspace.units.unit_texts import DeclarationSlot, FileChange, UnitFile, slot_named, slots_of

_WORD = re.compile(r"[^\W\d]\w*")
_HYPHENED = re.compile(r"[^\W\d]\w*(?:-\w+)+")  # a name that its author wrote with hyphens
_SCENARIO = re.compile(r"(?:\s++|#[^\n]*+)*+scenario\b")


class FactSource(Protocol):
    """The source of cached facts for a group."""

    def book(self, rules: list[Parsed], clauses: frozenset[str] | None, unread: set[str]) -> GroupRules: ...
    def facts(self, slots: list[DeclarationSlot], book: GroupRules) -> dict[DeclarationSlot, Facts]: ...
    def again(self, slot: DeclarationSlot, book: GroupRules, unread: set[str]) -> Facts: ...
    def texts(self, slots: list[DeclarationSlot]) -> dict[DeclarationSlot, Facts]: ...


@frozen
class CheckedScenario:
    """A checked scenario with the names that it looked up."""

    findings: tuple[Diagnostic, ...]
    shape: Shape
    asked: dict[str, str | None]
    all: bool
    words: tuple[tuple[str, bool], ...] = ()


@define(eq=False)
class CheckGroup:
    """`uses` is shared by all groups of one ruleset; `reported` says whether the findings of the target are shown."""

    target: WorkspaceUnit
    context: tuple[WorkspaceUnit, ...]
    clauses: frozenset[str] | None
    library: FactSource
    uses: UsageCounts
    reported: bool
    text_only: bool = False
    """Without its ruleset, only the letters of a pack can be looked at."""
    book: GroupRules | None = None
    names: CardNames | None = None
    facts: dict[DeclarationSlot, Facts] = field(factory=dict)
    rules: list[DeclarationSlot] = field(factory=list)
    played: dict[DeclarationSlot, CheckedScenario] = field(factory=dict)
    last: dict[DeclarationSlot, list[Diagnostic]] = field(factory=dict)
    """What only the whole shows, by slot."""
    outside: list[CheckGroup] = field(factory=list)
    dirty: set[UnitFile] = field(factory=set)
    _words: Counter[str] = field(factory=Counter)
    _chains: Chains = field(factory=Chains)
    _shapes: list[Shape] = field(factory=list)
    _analysed: tuple[object, ...] = ()
    _analysis: list[Diagnostic] = field(factory=list)
    _stale: bool = True
    _trusting: dict[DeclarationSlot, None] = field(factory=dict)
    """Cards whose facts depend on words of texts that could not be read."""
    _suggestions: Suggestions = field(factory=Suggestions)
    _suggested_for: set[str] = field(factory=set)
    """The words of unread texts that the suggestions depend on."""
    _fresh: dict[DeclarationSlot, None] = field(factory=dict)
    _checked_for: set[str] = field(factory=set)
    """Those words, when they were last looked at."""
    _scenes: dict[DeclarationSlot, None] = field(factory=dict)
    _based: dict[DeclarationSlot, None] = field(factory=dict)
    """Cards that are based on another one."""
    _rule_findings: dict[DeclarationSlot, list[Diagnostic]] = field(factory=dict)
    _ranks: dict[int, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._ranks = {id(unit): rank for rank, unit in enumerate(self.units)}

    @property
    def units(self) -> tuple[WorkspaceUnit, ...]:
        return (*self.context, self.target)

    def order(self, slot: DeclarationSlot) -> tuple[int, str, int]:
        return (self._ranks.get(id(slot.file.unit), -1), slot.file.path, slot.start)

    def slots(self) -> Iterator[DeclarationSlot]:
        for unit in self.units:
            yield from slots_of(unit.files.values(), tests=unit is self.target)

    # -------------------------------------------------------------------------------------------- what changes

    def change(self, change: FileChange) -> None:
        """Apply changed declarations of a unit of this group."""
        if self._stale or self.book is None or self.names is None:
            self._stale = True
            return
        seen = [s for s in (*change.gone, *change.new, *change.shuffled) if self._sees(s)]
        if any(slot.sort == "rule" for slot in seen) or _brought(change.gone) != _brought(change.new):
            self._stale = True
            return
        for slot in change.gone:
            if self._sees(slot):
                self._remove(slot)
        self._add([slot for slot in change.new if self._sees(slot)])
        moved = [slot for slot in change.shuffled if self._sees(slot)]
        self.names.touch(moved)
        self.dirty.update(slot.file for slot in moved if slot.file.unit is self.target)

    def _sees(self, slot: DeclarationSlot) -> bool:
        return slot.file.unit is self.target or not slot.file.for_tests

    def _add(self, slots: list[DeclarationSlot]) -> None:
        assert self.book is not None
        assert self.names is not None
        cards = [slot for slot in slots if slot.sort == "card"]
        facts = self.library.texts(cards) if self.text_only else self.library.facts(cards, self.book)
        for slot in slots:
            mine = slot.file.unit is self.target
            if slot.sort == "card":
                self._know(slot, facts[slot], mine)
            elif slot.sort == "unread":
                self._words.update(_words(slot))
            elif slot.sort == "scenario" and mine:
                self._scenes[slot] = None
            if mine:
                self.dirty.add(slot.file)

    def _know(self, slot: DeclarationSlot, facts: Facts, mine: bool) -> None:
        assert self.names is not None
        self.facts[slot] = facts
        self.names.add(slot, facts, wants=mine)
        self._chains.add(facts.chains)
        if facts.unread:
            self._words.update(_words(slot))
        if facts.head is not None and facts.head.like:
            self._based[slot] = None
        if facts.asked:
            self._trusting[slot] = self._fresh[slot] = None
        if mine and facts.head is not None:
            self.uses.add(facts.shape)

    def _remove(self, slot: DeclarationSlot) -> None:
        assert self.names is not None
        mine = slot.file.unit is self.target
        facts = self.facts.pop(slot, None)
        if facts is not None:
            self.names.remove(slot, facts)
            self._chains.remove(facts.chains)
            self._based.pop(slot, None)
            self._trusting.pop(slot, None)
            self._fresh.pop(slot, None)
            if mine and facts.head is not None:
                self.uses.remove(facts.shape)
        if slot.sort == "unread" or (facts is not None and facts.unread):
            self._words.subtract(_words(slot))
            self._words += Counter()  # drop removed declarations
        self._scenes.pop(slot, None)
        played = self.played.pop(slot, None)
        if played is not None:
            self.uses.remove(played.shape)
        self.last.pop(slot, None)
        if mine:
            self.dirty.add(slot.file)

    def retire(self) -> None:
        """Withdraw this group's contributions to shared data."""
        for slot, facts in self.facts.items():
            if slot.file.unit is self.target and facts.head is not None:
                self.uses.remove(facts.shape)
        for played in self.played.values():
            self.uses.remove(played.shape)
        for shape in self._shapes:
            self.uses.remove(shape)
        self._shapes = []

    # -------------------------------------------------------------------------------------------- what follows

    def settle(self, outer: set[str]) -> set[str]:
        """Update everything except `conclude`; `outer` are changed names from outside. Returns our changed names."""
        if self._stale:
            self._build()
        assert self.book is not None
        assert self.names is not None
        self.names.outside = [group.names for group in self.outside if group.names is not None]
        words = set(self._words)
        self._ask_again(words)
        changed, touched = self.names.settle(words, outer)
        self.dirty.update(slot.file for slot in changed if slot.file.unit is self.target)
        if touched or outer or words != self._suggested_for:
            self.dirty.update(file for file in self._suggestions.renew() if file.unit is self.target)
            self._suggested_for = words
        if self.reported and not self.text_only:
            self._play(touched | outer, words)
        return touched

    def _build(self) -> None:
        self.retire()
        every = list(self.slots())
        self.rules = [slot for slot in every if slot.sort == "rule" and not self.text_only]
        trees = self._trees()
        self._words = Counter()
        for slot in every:
            if slot.sort == "unread":
                self._words.update(_words(slot))
        self._open(self.library.book(trees, self.clauses, set(self._words)))
        assert self.book is not None
        before, self.names = self.names, CardNames(self.book.rules.symbols, self.order)
        if before is not None:
            self.names.touched.update(before.index, before.parts)
        self.facts, self.played, self.last = {}, {}, {}
        self._trusting, self._fresh, self._scenes, self._based = {}, {}, {}, {}
        self._chains, self._analysed = Chains(), ()
        self._chains.add((link.cause, link.effect, 0, 0, link.hook) for link in self.book.chains)
        self._words = Counter()
        self._add(every)
        for name, wants in self.book.wants.items():
            rule = self._rule(name)
            if rule is not None and rule.file.unit is self.target:
                self.names.want(rule, wants, lenient=True)
        for meaning in self.book.rules.declarations:
            rule = self._rule(meaning.piece.file)
            if rule is not None and rule.file.unit is self.target:
                self._shapes.append(shape_of(meaning.footprint))
                self.uses.add(self._shapes[-1])
        self.dirty.update(self.target.files.values())
        self._stale = False

    def _trees(self) -> list[Parsed]:
        """The trees of the rules, followed by the actions that cards declare."""
        trees = [slot.parsed for slot in self.rules if slot.parsed is not None]
        return [*trees, *(read(text, digest(text)) for text in _brought(self.slots()) if not self.text_only)]

    def _open(self, book: GroupRules) -> None:
        self.book = book
        self._rule_findings = {}
        for name, diagnostics in book.findings.items():
            slot = self._rule(name)
            if slot is not None:
                self._rule_findings[slot] = diagnostics

    def _rule(self, name: str) -> DeclarationSlot | None:
        number = number_of(name)
        return self.rules[number] if number is not None and number < len(self.rules) else None

    def _ask_again(self, words: set[str]) -> None:
        """Recheck facts and rules that depend on texts that could not be parsed."""
        assert self.book is not None
        assert self.names is not None
        if any((word in words) != answer for word, answer in self.book.asked):
            self._open(self.library.book(self._trees(), self.clauses, words))
            self.dirty.update(self.target.files.values())
        doubtful = list(self._trusting) if words != self._checked_for else list(self._fresh)
        self._checked_for, self._fresh = words, {}
        for slot in doubtful:
            facts = self.facts.get(slot)
            if facts is not None and any((word in words) != answer for word, answer in facts.asked):
                mine = slot.file.unit is self.target
                self._remove(slot)
                self._know(slot, self.library.again(slot, self.book, words), mine)

    def _play(self, changed: set[str], words: set[str]) -> None:
        """Check new scenarios, and those whose looked-up names have changed."""
        for slot in self._scenes:
            if self._outdated(slot, changed, words):
                self._play_one(slot)
                self.dirty.add(slot.file)

    def _outdated(self, slot: DeclarationSlot, changed: set[str], words: set[str]) -> bool:
        scenario = self.played.get(slot)
        if scenario is None or any((word in words) != answer for word, answer in scenario.words):
            return True
        if not changed:
            return False
        assert self.names is not None
        names = TrackedNames(self.names)
        return scenario.all or any(names.look(name) != scenario.asked[name] for name in changed & scenario.asked.keys())

    def _play_one(self, slot: DeclarationSlot) -> None:
        assert self.book is not None
        assert self.names is not None
        assert slot.parsed is not None
        names = TrackedNames(self.names)
        rules = self.book.rules
        self.book.words.become(set(self._words))
        self.book.words.asked = {}
        try:
            findings = check_scenario(slot.parsed, rules.symbols, rules.events, self.clauses, names)
            diagnostics, shape = tuple(findings.diagnostics), shape_of(findings.footprint)
        except Exception as error:  # noqa: BLE001 - one scenario must not hide the others
            diagnostics, shape = (internal_diagnostic(error, head_place(slot.parsed.piece)),), shape_of(Footprint())
        before = self.played.get(slot)
        if before is not None:
            self.uses.remove(before.shape)
        asked = tuple(sorted(self.book.words.asked.items()))
        self.played[slot] = CheckedScenario(diagnostics, shape, names.asked, names.all, asked)
        self.uses.add(shape)

    # ------------------------------------------------------------------------------------------- the whole

    def conclude(
        self,
        clean: bool,
        broken: Set[DeclarationSlot],
        abroad: list[tuple[DeclarationSlot, Diagnostic]],
        hosts: Set[int],
    ) -> None:
        """Findings that need all groups of the ruleset to be settled; `broken` are cards with errors.

        A requirement that takes too long is reported at the requirement. If that is in another unit whose findings
        are shown too (`hosts`), the finding goes there (`abroad`); otherwise it is reported at the card.
        """
        assert self.book is not None
        key = (self.book, self.uses.version, clean)
        if key != self._analysed:
            self._analysed = key
            self._analysis = self._analyse(clean)
        last: dict[DeclarationSlot, list[Diagnostic]] = {}
        unfit = self._unfit(broken) if self.reported and self._rules_are_sound() else []
        for diagnostic in (*self._analysis, *self._circles(), *self._likes(), *unfit):
            slot = self.slot(diagnostic.place.file)
            if slot is not None and slot.file.unit is self.target:
                last.setdefault(slot, []).append(diagnostic)
            elif slot is not None and diagnostic.code == WORK.id and diagnostic.notes:
                if id(slot.file.unit) in hosts:
                    abroad.append((slot, evolve(diagnostic, place=evolve(diagnostic.place, file=""), notes=())))
                else:
                    card = self.slot(diagnostic.notes[0].place.file)
                    if card is not None and card.file.unit is self.target:
                        rule = Label(diagnostic.place, "asked here")
                        last.setdefault(card, []).append(
                            evolve(diagnostic, place=diagnostic.notes[0].place, notes=(rule,))
                        )
        for slot, diagnostic in abroad:
            if slot.file.unit is self.target:
                last.setdefault(slot, []).append(diagnostic)
        for slot in last.keys() | self.last.keys():
            if last.get(slot) != self.last.get(slot):
                self.dirty.add(slot.file)
        self.last = last

    def _analyse(self, clean: bool) -> list[Diagnostic]:
        assert self.book is not None
        if not any(slot.file.unit is self.target for slot in self.rules):
            return []  # it concerns rules only, and none of ours belong to the target
        rules = self.book.rules
        try:
            return analyse(rules.symbols, rules.declarations, [self.uses.footprint()], clean)
        except Exception as error:  # noqa: BLE001 - what was found before it is still told
            return [internal_diagnostic(error, Place("#0", 0, 1))]

    def _rules_are_sound(self) -> bool:
        """Whether all rules that this group sees are free of errors.

        Only what the group itself sees counts, so that the answer does not depend on the other units of the run.
        """
        if self.text_only or any(diagnostic.severity == "error" for unit in self.units for diagnostic in unit.findings):
            return False
        return not any(diagnostic.severity == "error" for slot in self.slots() for diagnostic in self._wrong_rule(slot))

    def _wrong_rule(self, slot: DeclarationSlot) -> Iterator[Diagnostic]:
        if slot.sort == "rule" or (slot.sort == "unread" and not _SCENARIO.match(slot.text)):
            if slot.parsed is not None:
                yield from slot.parsed.diagnostics
            yield from self._rule_findings.get(slot, ())

    def _unfit(self, broken: Set[DeclarationSlot]) -> list[Diagnostic]:
        """Cards that violate a requirement of their kinds."""
        assert self.book is not None
        cards = sorted(self.facts.items(), key=lambda entry: self.order(entry[0]))
        judged = [slot for slot in self.facts if slot.file.unit is self.target]
        words = {id: text for unit in self.units for id, text in unit.clause_words.items()}
        try:
            return unfit_forms(self.book, cards, judged, broken, words)
        except Exception as error:  # noqa: BLE001 - what was found before it is still told
            return [internal_diagnostic(error, Place("#0", 0, 1))]

    def _likes(self) -> list[Diagnostic]:
        """Cards that are `like` each other in a circle."""
        likes: dict[str, tuple[str, Place]] = {}
        for slot in self._based:
            head = self.facts[slot].head
            if head is not None:
                likes |= dict.fromkeys((head.shown, head.id), (head.like, slot.place(head.span)))
        return circles(likes) if likes else []

    def _circles(self) -> list[Diagnostic]:
        """Rules and cards that trigger each other forever."""
        assert self.book is not None
        if not self._chains.circle:
            return []
        links = list(self.book.chains)
        for slot in sorted(self.facts, key=self.order):
            for cause, effect, start, end, hook in self.facts[slot].chains:
                links.append(Link(cause, effect, slot.place((start, end)), hook))
        try:
            return trigger_cycles(links)
        except Exception as error:  # noqa: BLE001 - what was found before it is still told
            return [internal_diagnostic(error, Place("#0", 0, 1))]

    # ------------------------------------------------------------------------------------------- for others

    def slot(self, name: str) -> DeclarationSlot | None:
        """The declaration that contains a position: a rule by its number, anything else by its own name."""
        return self._rule(name) if name.startswith("#") else slot_named(name)

    def declares(self, slot: DeclarationSlot) -> bool:
        """Whether a declaration could be parsed."""
        facts = self.facts.get(slot)
        return slot.sort in ("rule", "scenario") or (facts is not None and not facts.unread)

    def suggested(self, slot: DeclarationSlot) -> list[RepairedFinding]:
        """The findings of a declaration, each with the author's own line as it should be where that is known."""
        findings = tuple(self.findings_of(slot))
        failed = any(finding.severity == "error" for finding in findings)
        faulty = any(finding.code == INTERNAL.id for finding in findings)  # a repair would run into the same fault
        if self.text_only or self.book is None or self.names is None or not failed or faulty:
            return list(map(untouched, findings))
        if self._continues(slot):
            return []
        files = {"", slot.name}
        if slot.sort == "rule" and slot in self.rules:
            files.add(f"#{self.rules.index(slot)}")
        elsewhere = self._words - Counter(_words(slot)) if self._words else self._words
        after = self._next(slot)
        text = slot.text + after.text if after is not None and self._continues(after) else slot.text
        texts = (other.text for other in self.slots() if other is not slot and self._is_example(other))
        context = SuggestionBasis(self.book, self.names, frozenset(elsewhere), texts)
        return self._suggestions.of(slot, Question(text, findings, frozenset(files)), context)

    def _is_example(self, slot: DeclarationSlot) -> bool:
        """Whether the lines of a declaration may be shown as examples: there is nothing wrong with it."""
        return slot.sort in ("card", "rule") and not any(
            finding.severity == "error" for finding in self.findings_of(slot)
        )

    def _continues(self, slot: DeclarationSlot) -> bool:
        """Whether a text is prose that goes on with the unread head above it, so that both are one mistake."""
        slots = slot.file.slots
        at = slots.index(slot)
        if slot.sort != "unread" or at == 0 or slots[at - 1].sort != "unread" or "{" in slot.text + slots[at - 1].text:
            return False
        first = _WORD.search(slot.text)
        word = first.group() if first else ""
        assert self.book is not None
        return word not in self.book.rules.symbols.kinds and word not in DECLARATIONS

    def _next(self, slot: DeclarationSlot) -> DeclarationSlot | None:
        slots = slot.file.slots
        at = slots.index(slot) + 1
        return slots[at] if at < len(slots) else None

    def findings_of(self, slot: DeclarationSlot) -> Iterator[Diagnostic]:
        """All findings of a declaration except those of `conclude`, in the order of a full check."""
        if slot.parsed is not None:
            yield from slot.parsed.diagnostics
        facts = self.facts.get(slot)
        yield from _too_new(slot, facts)
        if facts is not None:
            yield from facts.text_findings
            yield from facts.findings
        yield from self._rule_findings.get(slot, ())
        if self.names is not None:
            yield from self.names.findings.get(slot, ())
        played = self.played.get(slot)
        if played is not None:
            yield from played.findings


def _brought(slots: Iterable[DeclarationSlot]) -> list[str]:
    """The actions that cards declare, each once."""
    return list(dict.fromkeys(text for slot in slots if slot.sort == "card" for text in brought_by(slot.text)))


def _words(slot: DeclarationSlot) -> Iterable[str]:
    hyphened = (word.replace("-", "_") for word in _HYPHENED.findall(slot.text))
    return {*_WORD.findall(slot.text), *hyphened}


def _too_new(slot: DeclarationSlot, facts: Facts | None) -> Iterator[Diagnostic]:
    """Words that are newer than the language version of the manifest."""
    manifest = slot.file.unit.manifest
    if manifest is None:
        return
    if slot.parsed is not None:
        yield from newer_words(evolve(slot.parsed, piece=Piece(slot.name, 0, slot.text, slot.digest)), manifest)
    elif facts is not None:
        yield from too_new(((form, slot.place(span)) for form, span in facts.newer), manifest)
