"""All units of one ruleset in one run.

Each unit is checked in its own group, against nothing but its dependencies, so that a pack never uses a pack that it
does not name. Three things are examined across the groups: usage (a verb of the rules that only the cards of a pack
perform is used), whether any unit has errors, and whether independent packs use the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, evolve, field

from dsl.check.driver import prelude
from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes.names import DUPLICATE
from dsl.names.collect import Collector
from dsl.syntax.parsed import Parsed
from dsl.text.give_way import give_way
from dsl.text.source import Piece
from tools.workspace.facts.card_links import CardNames
from tools.workspace.facts.usage_counts import UsageCounts
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.groups.locate_findings import base_of
from tools.workspace.units.unit import WorkspaceUnit
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile, slot_named, slots_of


@define(eq=False)
class Family:
    """Groups in the order in which they are settled: the ruleset comes last, since it may name cards of its packs."""

    uses: UsageCounts = field(factory=UsageCounts)
    groups: list[CheckGroup] = field(factory=list)
    together: tuple[WorkspaceUnit, ...] = ()
    """The units that are held against each other, in order; fewer than two if one group sees them all."""
    findings: dict[DeclarationSlot, list[Diagnostic]] = field(factory=dict)
    """Names that units share which do not know each other."""
    base: dict[UnitFile, list[Diagnostic]] = field(factory=dict)
    """What is wrong with each file, but what only the whole shows."""
    _errors: set[UnitFile] = field(factory=set)

    def settle(self, go_on: Callable[[], None]) -> set[UnitFile]:
        """Update everything; return the files whose findings may have changed. `go_on` raises if nobody waits."""
        touched: set[str] = set()
        for group in self.groups:
            go_on()
            touched |= group.settle(touched)
        if touched and len(self.together) > 1:
            self._hold_together()
        dirty: set[UnitFile] = set()
        for group in self.groups:
            self._base(group, group.dirty)
            dirty |= group.dirty
            group.dirty = set()
        clean = not self._errors and not any(_unsound(group.target) for group in self.groups)
        broken = self._broken_cards()
        abroad: list[tuple[DeclarationSlot, Diagnostic]] = []
        hosts = {id(group.target) for group in self.groups if group.reported}
        for group in self.groups:
            go_on()
            group.conclude(clean, broken, abroad, hosts)
            dirty |= group.dirty
            group.dirty = set()
        return dirty

    def again(self, files: Iterable[UnitFile]) -> None:
        """Relocate findings of these files that refer to other, changed files."""
        for group in self.groups:
            self._base(group, {file for file in files if file.unit is group.target})

    def _base(self, group: CheckGroup, files: Iterable[UnitFile]) -> None:
        for file in sorted(files, key=lambda file: file.path):  # what is found first may use up what is allowed to all
            give_way()
            if group.target.files.get(file.path) is not file:
                self.base.pop(file, None)
                self._errors.discard(file)
                continue
            findings = self.base[file] = base_of(group, file, self.findings)
            if any(diagnostic.severity == "error" for diagnostic in findings):
                self._errors.add(file)
            else:
                self._errors.discard(file)

    def _broken_cards(self) -> set[DeclarationSlot]:
        """The cards with an error of their own."""
        return {
            slot
            for group in self.groups
            for file in self._errors & set(group.target.files.values())
            for slot in file.slots
            if slot in group.facts and any(diagnostic.severity == "error" for diagnostic in group.findings_of(slot))
        }

    # --------------------------------------------------------------------------------- packs side by side

    def _hold_together(self) -> None:
        groups = {id(group.target): group for group in self.groups}
        ranks = {id(unit): rank for rank, unit in enumerate(self.together)}
        slots = [slot for unit in self.together for slot in slots_of(unit.files.values(), tests=False)]
        rules = [slot for slot in slots if slot.sort == "rule"]
        collector = Collector()
        collector.collect([*prelude(), *(_named(rule, rule.parsed) for rule in rules if rule.parsed is not None)])
        twice = [diagnostic for diagnostic in collector.diagnostics if diagnostic.code == DUPLICATE.id]
        names = CardNames(collector.symbols, lambda slot: (ranks[id(slot.file.unit)], slot.file.path, slot.start))
        for slot in slots:
            # a pack with missing dependencies is only parsed, but packs that build on it know it
            seen = next((group.facts[slot] for group in self.groups if slot in group.facts), None)
            if seen is not None:
                names.add(slot, seen, wants=False)
        names.settle(set(), set())
        findings = {slot: list(diagnostics) for slot, diagnostics in names.findings.items()}
        for duplicate in twice:
            rule = slot_named(duplicate.place.file)
            if rule is not None:
                findings.setdefault(rule, []).append(duplicate)
        for slot in findings.keys() | self.findings.keys():
            if findings.get(slot) != self.findings.get(slot) and id(slot.file.unit) in groups:
                groups[id(slot.file.unit)].dirty.add(slot.file)
        self.findings = findings


def _unsound(unit: WorkspaceUnit) -> bool:
    """Whether a file or manifest could not be read: its contents might use anything."""
    return any(diagnostic.severity == "error" for diagnostic in unit.findings)


def _named(rule: DeclarationSlot, parsed: Parsed) -> Parsed:
    return evolve(parsed, piece=Piece(rule.name, 0, rule.text, rule.digest))
