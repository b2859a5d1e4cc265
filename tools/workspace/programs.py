"""Checks whole programs, for playing, testing and printing: trees and declarations, not only findings.

A `Workspace` that checks keeps findings and forgets most trees. Here nothing is kept for later: the workspace resolves
the paths and reads the units, and each declaration is parsed once and checked once against each set of rules that it is
played with. With an error the program is incomplete; callers must look at the findings first.

The units of a program are checked together, as they are played. Whether each pack is also valid by itself is
decided by `botwright check`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from dsl.check.driver import (
    CardEntry,
    CheckedProgram,
    CheckedRules,
    check_card,
    declares_heads,
    finish,
    is_rule,
    read_rules,
    unique,
)
from dsl.check.driver import Unit as CheckUnit
from dsl.diagnostics import Diagnostic, suggesting
from dsl.ir.cards import CheckedForm
from dsl.ir.program import Program
from dsl.parse import no_collection
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from dsl.text.source import Piece, Place
from tools.internal_errors import internal_diagnostic
from tools.resources import shipped_packs, shipped_rulesets
from tools.workspace.groups.newer_words import newer_words
from tools.workspace.groups.requirements import unfit_cards
from tools.workspace.overlays import Overlays
from tools.workspace.result import CheckResult
from tools.workspace.units.declaration_parse import moved_to, read
from tools.workspace.units.unit import WorkspaceUnit
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile
from tools.workspace.workspace import Workspace

_ROUNDS = 4  # of leaving out what is broken, and what needs it
RulesKey = tuple[int, ...]
"""The pieces that some rules were read from, by identity."""


def load_program(
    game: str | Sequence[str], packs: Sequence[str] = (), *, tests: bool = True
) -> tuple[Program | None, CheckResult]:
    """The program of a game with some packs, and all findings.

    A game or pack is given by its path, or by its id in this project or among the shipped ones. The program of a pack
    alone is that of its game with the pack. There is no program if the game or a dependency is missing. `tests` says
    whether the contents of the `tests` folders are included; a match excludes them.
    """
    games = [game] if isinstance(game, str) else list(game)
    paths = [*(find(name, "rulesets") for name in games), *(find(name, "content") for name in packs)]
    return ProgramChecker(paths).whole(tests)


def find(name: str, room: str) -> str:
    """The path of a named game (`rulesets`) or pack (`content`); the name itself if it is unknown."""
    here = os.path.join(room, name)
    if os.path.lexists(name) or os.sep in name:
        return name
    if os.path.isdir(here):
        return here
    shipped = shipped_rulesets() if room == "rulesets" else shipped_packs()
    return str(shipped[name]) if name in shipped else name


@frozen
class Member:
    """A unit of a program, whether its tests are included, and the catalogue of clauses that it cites."""

    unit: WorkspaceUnit
    tests: bool
    clauses: frozenset[str] | None


@frozen
class UnitGroup:
    """One requested unit with all its dependencies, itself last. `others` are the available packs of a ruleset, whose
    cards its scenarios may name."""

    members: tuple[Member, ...]
    others: tuple[Member, ...] = ()

    @property
    def target(self) -> WorkspaceUnit:
        return self.members[-1].unit


@define(eq=False)
class ProgramChecker:
    """Checks programs made of the units that some paths select."""

    paths: Sequence[str]
    base: str | None = None
    overlays: Overlays | None = None
    """Unsaved texts, which count instead of the files on the disk."""
    workspace: Workspace = field(init=False)
    left_out: tuple[Diagnostic, ...] = field(default=(), init=False)
    """The findings about what `whole` left out, as warnings."""
    _left_out: set[DeclarationSlot] = field(factory=set, init=False)
    _parsed: dict[DeclarationSlot, Parsed] = field(factory=dict, init=False)
    _rules: dict[RulesKey, CheckedRules] = field(factory=dict, init=False)
    _forms: dict[tuple[RulesKey, int], CheckedForm] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.workspace = Workspace(self.paths, base=self.base, overlays=self.overlays)
        self.workspace.read()

    # ------------------------------------------------------------------------------------------ what was asked for

    def whole(self, tests: bool = True, *, without_broken: bool = False) -> tuple[Program | None, CheckResult]:
        """All requested units as one program, and its findings."""
        members = self.members(tests)
        if not members:
            return None, self.result(self.errors_of_texts())
        checked = self.check(members)
        if without_broken and errors(checked.diagnostics):
            partial = self.without_broken(members, checked)
            if partial is not None:
                self.left_out = tuple(evolve(error, severity="warning") for error in errors(checked.diagnostics))
                return partial.program, self.result([*self.left_out, *partial.diagnostics])
        return checked.program, self.result(checked.diagnostics)

    def without_broken(self, members: Sequence[Member], checked: CheckedProgram) -> CheckedProgram | None:
        """The program without the cards of packs that have errors, and without what needs them; None if something else
        is wrong. From now on this checker leaves them out."""
        before = set(self._left_out)
        for _ in range(_ROUNDS):
            wrong = errors(checked.diagnostics)
            if not wrong:
                return checked
            broken = [self._card_at(error.place, members) for error in wrong]
            if any(slot is None for slot in broken):
                break
            self._left_out |= {slot for slot in broken if slot is not None}
            checked = self.check(members)
        self._left_out = before
        return None

    def _card_at(self, place: Place, members: Iterable[Member]) -> DeclarationSlot | None:
        """The declaration of a pack at a place, if the program can do without it."""
        for member in members:
            for file in member.unit.files.values() if member.unit.kind == "pack" else ():
                if file.shown == place.file and not file.findings:
                    slots = [slot for slot in file.slots if slot.start <= place.start]
                    slot = slots[-1] if slots else None
                    return slot if slot is not None and slot.sort in ("card", "scenario", "unread") else None
        return None

    def members(self, tests: bool = True) -> list[Member]:
        """All requested units, each after its dependencies; empty if a dependency is missing.

        The order of the arguments does not matter: the same units make the same program.
        """
        groups = [group for family in self.workspace.families for group in family.groups if group.reported]
        if any(group.text_only for group in groups):
            return []
        groups.sort(key=lambda group: (len(group.context), id_of(group.target)))
        asked = {group.target for group in groups}
        clauses = {unit: group.clauses for group in groups for unit in group.units}
        units = dict.fromkeys([unit for group in groups for unit in group.context])
        units.update(dict.fromkeys(group.target for group in groups))
        return [Member(unit, tests and unit in asked, clauses[unit]) for unit in units]

    def games(self) -> list[list[UnitGroup]]:
        """The requested units by game, each with the units it is checked against."""
        games = []
        for family in self.workspace.families:
            complete = [group for group in family.groups if not group.text_only]
            packs = [group.target for group in complete if group.target.kind == "pack"]
            game = []
            for group in complete:
                if group.reported:
                    context = (Member(unit, False, group.clauses) for unit in group.context)
                    others = [Member(unit, False, group.clauses) for unit in packs if group.target.kind != "pack"]
                    game.append(UnitGroup((*context, Member(group.target, True, group.clauses)), tuple(others)))
            if game:
                games.append(game)
        return games

    # ------------------------------------------------------------------------------------------------------ parsing

    def units(self, members: Iterable[Member]) -> tuple[CheckUnit, ...]:
        """Units in the form that the checker takes."""
        with no_collection():
            return tuple(
                CheckUnit(id_of(member.unit), tuple(self._pieces(member)), member.clauses) for member in members
            )

    def _pieces(self, member: Member) -> Iterator[Parsed]:
        for file in member.unit.files.values():
            if file.for_tests and not member.tests:
                continue
            if file.findings:
                yield Parsed(Piece(file.shown, 0, "", ""), None, (), file.findings)
            for slot in file.slots:
                if (member.tests or slot.sort != "scenario") and slot not in self._left_out:
                    yield self._parse(slot)

    def _parse(self, slot: DeclarationSlot) -> Parsed:
        if slot not in self._parsed:
            source = slot.file.source
            piece = Piece(source.file, slot.start, slot.text, slot.digest, source.position(slot.start)[0])
            self._parsed[slot] = moved_to(piece, slot.parsed or read(slot.text, slot.digest))
        return self._parsed[slot]

    # ----------------------------------------------------------------------------------------------------- checking

    def check(self, members: Sequence[Member]) -> CheckedProgram:
        """One program of these units, and all findings about them together."""
        units = self.units(members)
        try:
            with suggesting(limits.SUGGESTIONS_OF_A_RUN), no_collection():
                checked = self._check(units)
        except Exception as error:  # noqa: BLE001 - a fault of ours is reported like any other
            fault = internal_diagnostic(error, Place(members[-1].unit.shown, 0, 0))
            nothing = read_rules(())
            return CheckedProgram(Program(nothing.symbols, (), (), ()), nothing, (fault,))
        diagnostics = [*checked.diagnostics, *self._newer_words(members)]
        if not errors(diagnostics):
            diagnostics += unfit_cards(checked.program, [member.unit for member in members])
        return evolve(checked, diagnostics=tuple(unique(diagnostics)))

    def _check(self, units: Sequence[CheckUnit]) -> CheckedProgram:
        key = tuple(id(parsed) for unit in units for parsed in unit.pieces if _is_read_with_rules(parsed))
        if key not in self._rules:
            self._rules[key] = read_rules(units)
        rules = evolve(self._rules[key], clauses={unit.id: unit.clauses for unit in units})
        cards = []
        for unit in units:
            for parsed in unit.pieces:
                if isinstance(parsed.tree, n.Thing):
                    form = (key, id(parsed))
                    if form not in self._forms:
                        self._forms[form] = check_card(rules, unit.id, parsed)
                    cards.append((unit.id, CardEntry(parsed, self._forms[form])))
        return finish(units, rules, cards)

    def _newer_words(self, members: Iterable[Member]) -> Iterator[Diagnostic]:
        for member in members:
            if member.unit.manifest is not None:
                for parsed in self._pieces(member):
                    yield from newer_words(parsed, member.unit.manifest)

    # ------------------------------------------------------------------------------------------------------ findings

    def result(self, diagnostics: Iterable[Diagnostic] = ()) -> CheckResult:
        """These diagnostics together with those of paths, files and manifests."""
        declared: dict[UnitFile, int] = {}
        for slot, parsed in self._parsed.items():
            declared[slot.file] = declared.get(slot.file, 0) + (parsed.tree is not None)
        return self.workspace.result(diagnostics, declared)

    def errors_of_texts(self) -> list[Diagnostic]:
        """The syntax errors of units that cannot be checked because a dependency is missing."""
        groups = [group for family in self.workspace.families for group in family.groups if group.text_only]
        units = self.units(Member(group.target, True, None) for group in groups)
        return [diagnostic for unit in units for parsed in unit.pieces for diagnostic in parsed.diagnostics]


def _is_read_with_rules(parsed: Parsed) -> bool:
    """Whether checked rules depend on a declaration."""
    return parsed.tree is None or is_rule(parsed) or declares_heads(parsed)


def errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def id_of(unit: WorkspaceUnit) -> str:
    return unit.manifest.id if unit.manifest is not None else unit.shown
