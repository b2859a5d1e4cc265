"""Decides which units are checked against which: arranges requested and available units in families.

A ruleset or pack is looked up by its id: first among the requested units, then in the project, then among the shipped
ones; the first location that has the id hides the others. `dsl.packs.dependencies` decides which versions fit. A pack
whose ruleset or dependencies are missing is parsed but not checked: every name in it would be unknown.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import packs as codes
from dsl.packs.dependencies import Resolution, resolve
from dsl.packs.manifest import Manifest, PackManifest, RulesetManifest
from dsl.packs.pack import PACK_MANIFEST, RULESET_MANIFEST
from dsl.packs.read_manifest import read_pack_manifest, read_ruleset_manifest
from dsl.syntax.decode import decode
from dsl.text.limits import MANIFEST_BYTES
from dsl.text.versions import LANGUAGE
from tools.files.read_folder import try_bytes
from tools.workspace.groups.check_group import CheckGroup, FactSource
from tools.workspace.groups.ruleset_family import Family
from tools.workspace.units.resolve_paths import ResolvedPaths, shown_path
from tools.workspace.units.unit import WorkspaceUnit

Load = Callable[[str], WorkspaceUnit]
"""Gives the unit in a folder."""


@frozen
class CheckPlan:
    families: tuple[Family, ...]
    findings: tuple[Diagnostic, ...]
    """What packs ask of each other in vain."""


@define
class KnownManifests:
    """Manifests and their folders by id; a requested folder already has its unit."""

    units: dict[str, WorkspaceUnit]
    load: Load
    rulesets: dict[str, list[RulesetManifest]] = field(factory=dict)
    packs: dict[str, list[PackManifest]] = field(factory=dict)
    roots: dict[str, str] = field(factory=dict)
    """Folders by the name of the manifest that is shown."""

    def add(self, manifests: Iterable[tuple[str, Manifest | None]]) -> None:
        """Add the units of one location; ids from earlier locations hide them."""
        keys = {("ruleset", id) for id in self.rulesets} | {("pack", id) for id in self.packs}
        for root, manifest in manifests:
            if isinstance(manifest, RulesetManifest) and ("ruleset", manifest.id) not in keys:
                self.rulesets.setdefault(manifest.id, []).append(manifest)
            elif isinstance(manifest, PackManifest) and ("pack", manifest.id) not in keys:
                self.packs.setdefault(manifest.id, []).append(manifest)
            else:
                continue
            self.roots[manifest.at("id").file] = root

    def unit(self, manifest: Manifest) -> WorkspaceUnit:
        root = self.roots[manifest.at("id").file]
        return self.units.get(root) or self.load(root)

    def resolve(self, pack: PackManifest) -> Resolution:
        packs = [manifest for many in self.packs.values() for manifest in many]
        return resolve([pack], packs, [manifest for many in self.rulesets.values() for manifest in many])


def arrange(survey: ResolvedPaths, given: dict[str, WorkspaceUnit], load: Load, library: FactSource) -> CheckPlan:
    """The families of the requested units, which are `given` by folder."""
    at_hand = KnownManifests(given, load)
    at_hand.add((root, unit.manifest) for root, unit in given.items())
    for roots in (survey.project, survey.shipped):
        at_hand.add((root, _manifest(root)) for root in roots if root not in given)
    planner = _Planner(at_hand, library)
    for unit in given.values():
        planner.ask(unit)
    for unit in given.values():
        if unit.kind == "ruleset":
            planner.packs_of(unit)
    return planner.plan(set(given.values()))


def _manifest(root: str) -> Manifest | None:
    """The manifest in a folder, if it is valid."""
    for name, read in ((PACK_MANIFEST, read_pack_manifest), (RULESET_MANIFEST, read_ruleset_manifest)):
        path = os.path.join(root, name)
        data = try_bytes(path, MANIFEST_BYTES) if os.path.isfile(path) else None
        if isinstance(data, bytes):
            decoded = decode(shown_path(path, path), data)
            if not decoded.readable:
                return None
            manifest: Manifest | None = read(decoded.source)[0]
            return manifest
    return None


class _Planner:
    def __init__(self, at_hand: KnownManifests, library: FactSource) -> None:
        self.at_hand = at_hand
        self.library = library
        self.families: dict[int, Family] = {}
        self.groups: dict[int, CheckGroup] = {}
        self.found: list[Diagnostic] = []

    def ask(self, unit: WorkspaceUnit) -> None:
        """Request a unit: check and report it."""
        manifest = unit.manifest
        if isinstance(manifest, RulesetManifest):
            self.found += _language(manifest)
        if isinstance(manifest, PackManifest):
            resolution = self.at_hand.resolve(manifest)
            self.found += [
                diagnostic for diagnostic in resolution.diagnostics if not self._told_there(diagnostic, manifest)
            ]
            if not self._pack(unit, resolution, reported=True):
                self._group(unit, (), None, Family(), reported=True, text_only=True)
        elif unit.kind == "pack":
            self._group(unit, (), None, Family(), reported=True, text_only=True)
        else:
            self._group(unit, (), unit.clauses, self._family(unit), reported=True)

    def _told_there(self, diagnostic: Diagnostic, pack: PackManifest) -> bool:
        """Whether the ruleset exists but its manifest is invalid: that is reported at the manifest."""
        if diagnostic.code != codes.MISSING_RULESET.id:
            return False
        folders = [unit for unit in self.at_hand.units.values() if unit.kind == "ruleset" and unit.manifest is None]
        return any(os.path.basename(unit.root) == pack.ruleset.id for unit in folders)

    def packs_of(self, ruleset: WorkspaceUnit) -> None:
        """All available packs of a ruleset: their uses of it count, and its scenarios may name their cards."""
        if not isinstance(ruleset.manifest, RulesetManifest):
            return
        for manifest in [manifest for many in self.at_hand.packs.values() for manifest in many]:
            if manifest.ruleset.id == ruleset.manifest.id:
                resolution = self.at_hand.resolve(manifest)
                if resolution.ruleset is not None and self.at_hand.unit(resolution.ruleset) is ruleset:
                    self._pack(self.at_hand.unit(manifest), resolution, reported=False)

    def _pack(self, unit: WorkspaceUnit, resolution: Resolution, reported: bool) -> bool:
        """A group for a pack with all its dependencies; None if one is missing."""
        pack_ids = {demand.id for pack in resolution.packs for demand in pack.packs}
        here = {pack.id for pack in resolution.packs}
        if resolution.ruleset is None or pack_ids - here:
            return False
        ruleset = self.at_hand.unit(resolution.ruleset)
        family = self._family(ruleset)
        self._group(ruleset, (), ruleset.clauses, family, reported=False)
        before: list[WorkspaceUnit] = [ruleset]
        for manifest in resolution.packs:
            pack = unit if manifest == unit.manifest else self.at_hand.unit(manifest)
            if pack is not unit:
                needs = self.at_hand.resolve(manifest)
                context = [self.at_hand.unit(pack) for pack in needs.packs if pack != manifest]
                self._group(pack, (ruleset, *context), ruleset.clauses, family, reported=False)
                before.append(pack)
        self._group(unit, tuple(before), ruleset.clauses, family, reported=reported)
        return True

    def _family(self, ruleset: WorkspaceUnit) -> Family:
        return self.families.setdefault(id(ruleset), Family())

    def _group(
        self,
        unit: WorkspaceUnit,
        context: tuple[WorkspaceUnit, ...],
        clauses: frozenset[str] | None,
        family: Family,
        reported: bool,
        text_only: bool = False,
    ) -> None:
        arranged = self.groups.get(id(unit))
        if arranged is not None:
            arranged.reported = arranged.reported or reported
            return
        self.families.setdefault(id(family), family)
        group = CheckGroup(unit, context, clauses, self.library, family.uses, reported, text_only)
        self.groups[id(unit)] = group
        family.groups.append(group)

    def plan(self, asked: set[WorkspaceUnit]) -> CheckPlan:
        families = list({id(family): family for family in self.families.values() if family.groups}.values())
        for family in families:
            # packs before the ruleset, each after its dependencies
            family.groups.sort(key=lambda group: (group.target.kind != "pack", len(group.context), group.target.root))
            ruleset = family.groups[-1]
            if ruleset.target.kind == "ruleset":
                ruleset.outside = [group for group in family.groups[:-1] if not group.text_only]
            family.together = _together(family, asked)
        return CheckPlan(tuple(families), tuple(self.found))


def _together(family: Family, asked: set[WorkspaceUnit]) -> tuple[WorkspaceUnit, ...]:
    """The requested units with all dependencies, if no group contains all of them."""
    groups = [group for group in family.groups if group.target in asked and not group.text_only]
    units = {unit: None for group in groups for unit in group.units}
    if any(set(group.units) >= units.keys() for group in groups):
        return ()
    order = {group.target: rank for rank, group in enumerate(family.groups)}
    return tuple(sorted(units, key=lambda unit: (unit.kind == "pack", unit in asked, order.get(unit, 0))))


def _language(manifest: Manifest) -> list[Diagnostic]:
    """Whether this program supports the language version of a ruleset; `resolve` decides it for packs."""
    if LANGUAGE in manifest.language:
        return []
    code = codes.LANGUAGE_TOO_OLD if manifest.language.low > LANGUAGE else codes.LANGUAGE_TOO_NEW
    return [diagnose(code, manifest.at("language"), pack=manifest.id, range=f"`{manifest.language}`", version=LANGUAGE)]
