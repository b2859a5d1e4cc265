"""Everything that is checked in one process, kept up to date.

`check` examines everything, `refresh` only the changes on the disk since; both give the same result for the same files.
Paths are resolved, units are read, families are arranged, and each file gets its findings. After a change, only the
cards that changed are parsed again and only the affected files are reported anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve, frozen

from dsl.check.driver import unique
from dsl.diagnostics import Diagnostic, suggesting
from dsl.parse import no_collection
from dsl.text import limits
from dsl.text.source import Place, Source
from tools.internal_errors import internal_diagnostic
from tools.workspace.cache.cache_folder import Store, user_store
from tools.workspace.cache.input_digests import Look
from tools.workspace.facts.fact_store import FactStore
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.groups.dependencies import CheckPlan, arrange
from tools.workspace.groups.locate_findings import cut, final_of, points_elsewhere
from tools.workspace.groups.ruleset_family import Family
from tools.workspace.overlays import Overlays
from tools.workspace.result import CheckResult
from tools.workspace.units.resolve_paths import ResolvedPaths, UnitRequest, look_around, shown_path
from tools.workspace.units.unit import ArchiveUnit, LooseUnit, StdinUnit, WorkspaceUnit
from tools.workspace.units.unit_texts import TextParser, UnitFile


@frozen
class _Seen:
    """The state of the disk at a scan, to be compared with the next one."""

    asks: tuple[UnitRequest, ...]
    roots: tuple[str, ...]
    manifests: tuple[tuple[int, int, int], ...]


class Cancelled(Exception):
    """A check that nobody waits for any more."""


class Workspace:
    """Files, folders and packs that are checked together.

    `paths` are relative to the base folder, which is the current one if none is given. Texts of `overlays` count
    instead of the files on the disk. If `cancelled` says so, a check ends with `Cancelled`; the next one begins anew
    with everything that was worked out for single texts.
    """

    def __init__(
        self,
        paths: Sequence[str] = (),
        cache: bool = False,
        jobs: int = 0,
        base: str | None = None,
        overlays: Overlays | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.paths = tuple(paths)
        self.base = None if base is None else os.path.abspath(base)
        self.overlays = overlays
        self.cancelled = cancelled
        self.store: Store | None = user_store() if cache else None
        self.library = FactStore(self.store, jobs)
        self._reader = TextParser()
        self._units: dict[str, WorkspaceUnit] = {}
        self._given: dict[str, WorkspaceUnit] = {}
        self._survey = ResolvedPaths()
        self._seen = _Seen((), (), ())
        self._plan = CheckPlan((), ())
        self._final: dict[UnitFile, tuple[Diagnostic, ...]] = {}
        self._declared: dict[UnitFile, int] = {}
        self._elsewhere: set[UnitFile] = set()
        self._faults: list[Diagnostic] = []
        self._result: CheckResult | None = None

    # ------------------------------------------------------------------------------------------------- the verbs

    def read(self) -> None:
        """Resolve the paths and read their units, without checking them."""
        with no_collection():
            self._look(look_around(self.paths, self.base))

    def result(self, diagnostics: Iterable[Diagnostic], declared: Mapping[UnitFile, int]) -> CheckResult:
        """The result for units that were read here and checked elsewhere; of other units, only errors."""
        self._declared = dict(declared)
        by_file: dict[str, list[Diagnostic]] = {}
        for diagnostic in diagnostics:
            by_file.setdefault(diagnostic.place.file, []).append(diagnostic)
        files = {file.shown: file for unit in self._units.values() for file in unit.files.values()}
        self._final = {files[shown]: cut(findings) for shown, findings in by_file.items() if shown in files}
        nowhere = [diagnostic for shown, findings in by_file.items() if shown not in files for diagnostic in findings]
        result = self._put_together()
        self._result = None
        everywhere = [*nowhere, *(diagnostic for findings in self._final.values() for diagnostic in findings)]
        errors = [diagnostic for diagnostic in everywhere if diagnostic.severity == "error"]
        return evolve(result, diagnostics=tuple(unique([*result.diagnostics, *errors]))) if errors else result

    def check(self) -> CheckResult:
        """Check everything."""
        with no_collection(), suggesting(limits.SUGGESTIONS_OF_A_RUN):
            self._look(look_around(self.paths, self.base))
            self._settle()
            self.library.save()
        if self.store is not None:
            self.store.prune()
        return self._put_together()

    def refresh(self) -> CheckResult:
        """Check the changes on the disk since the last check."""
        if self._result is None or self._faults:
            return self.check()
        survey = look_around(self.paths, self.base) if "-" not in self.paths else self._survey
        if _seen(survey) != self._seen:
            return self.check() if "-" not in self.paths else self._result
        with no_collection(), suggesting(limits.SUGGESTIONS_OF_A_RUN):
            changed = self._reread()
            if changed is None:
                self._look(survey)
                changed = True
            if changed:
                self._settle()
                return self._put_together()
        return self._result

    @property
    def looks(self) -> list[Look]:
        """Everything on the disk that the result depends on."""
        return list({**self._survey.looks, **{look: None for unit in self._units.values() for look in unit.looks()}})

    @property
    def families(self) -> tuple[Family, ...]:
        return self._plan.families

    def group(self, root: str) -> CheckGroup | None:
        """The group that reports on the unit in a folder."""
        where = os.path.abspath(root)
        groups = (group for family in self._plan.families for group in family.groups)
        return next((group for group in groups if group.target.root == where), None)

    # ------------------------------------------------------------------------------------------ what is there

    def _look(self, survey: ResolvedPaths) -> None:
        """Read all requested units and arrange them in families; stored facts are kept."""
        self._survey, self._seen = survey, _seen(survey)
        units, self._units = self._units, {}
        self._given = {}
        for ask in survey.asks.values():
            self._given[ask.root] = self._load(units.get(ask.root) or self._unit(ask))

        def load(root: str) -> WorkspaceUnit:
            unit = self._units.get(root)
            return unit or self._load(units.get(root) or WorkspaceUnit(root, shown_path(root, root, self.base)))

        self._plan = arrange(survey, self._given, load, self.library)
        self._final, self._declared, self._elsewhere = {}, {}, set()
        self._faults, self._result = [], None
        files = [file for unit in self._units.values() for file in unit.files.values()]
        self._reader.forget(slot.digest for file in files for slot in file.slots)

    def _unit(self, ask: UnitRequest) -> WorkspaceUnit:
        match ask.sort:
            case "unit":
                return WorkspaceUnit(ask.root, ask.shown)
            case "archive":
                return ArchiveUnit(ask.root, ask.shown)
            case "stdin":
                return StdinUnit(ask.root, ask.shown, text=self._survey.stdin)
            case "loose":
                return LooseUnit(ask.root, ask.shown, paths=dict(ask.paths), inside=ask.inside)

    def _load(self, unit: WorkspaceUnit) -> WorkspaceUnit:
        if isinstance(unit, LooseUnit):
            unit.paths = dict(self._survey.asks["loose", unit.root].paths)
        unit.overlays = self.overlays
        unit.load(self._reader)
        self._units[unit.root] = unit
        return unit

    def _reread(self) -> bool | None:
        """Read the changes; return whether there are any. None means that more than texts changed."""
        changed = False
        for unit in list(self._units.values()):
            change = unit.refresh(self._reader)
            if change is None:
                before = unit.others
                change = unit.load(self._reader)
                changed = True
                if unit.others != before:
                    return None  # a changed manifest may require other units
            if change:
                changed = True
                for family in self._plan.families:
                    for group in family.groups:
                        if unit in group.units:
                            group.change(change)
        return changed

    # --------------------------------------------------------------------------------------------- what follows

    def _settle(self) -> None:
        for family in self._plan.families:
            self._go_on()
            try:
                self._settle_family(family)
            except Cancelled:
                self._result = None
                raise
            except Exception as error:  # noqa: BLE001 - one family must not hide the others
                targets = [group.target for group in family.groups if group.reported]
                place = Place(targets[0].shown if targets else "", 0, 0)
                self._faults.append(internal_diagnostic(error, place))

    def _go_on(self) -> None:
        if self.cancelled is not None and self.cancelled():
            self._result = None
            raise Cancelled

    def _settle_family(self, family: Family) -> None:
        dirty = family.settle(self._go_on)
        moved = {file for file in self._elsewhere - dirty if file in family.base}
        family.again(moved)
        groups = {id(group.target): group for group in family.groups}
        for file in dirty | moved:
            group = groups[id(file.unit)]
            self._elsewhere.discard(file)
            if file not in family.base:
                self._final.pop(file, None)
                self._declared.pop(file, None)
            elif group.reported:
                self._declared[file] = sum(map(group.declares, file.slots))
                findings = self._final[file] = final_of(group, file, family.base[file])
                if points_elsewhere(findings, file):
                    self._elsewhere.add(file)

    def _put_together(self) -> CheckResult:
        diagnostics: list[Diagnostic] = [*self._survey.findings, *self._faults]
        wanted: dict[str, None] = {}
        declarations = 0
        for ask, unit in zip(self._survey.asks.values(), self._given.values(), strict=True):
            for file in unit.files.values():
                if not ask.only or _asked(ask, unit, file.path):
                    wanted[file.shown] = None
                    declarations += self._declared.get(file, 0)
                    diagnostics += self._final.get(file, ())
            for shown in unit.others:
                if not ask.only or _asked(ask, unit, _inside(unit, shown)):
                    wanted[shown] = None
            diagnostics += [
                diagnostic for diagnostic in unit.findings if not ask.only or diagnostic.place.file in wanted
            ]
        whole = tuple(f"{ask.shown}/" for ask in self._survey.asks.values() if not ask.only)
        diagnostics += [
            diagnostic
            for diagnostic in self._plan.findings
            if diagnostic.place.file in wanted or diagnostic.place.file.startswith(whole)
        ]
        sources: dict[str, Source] = {}
        for unit in self._units.values():
            sources.update(unit.others)
            sources.update({file.shown: file.source for file in unit.files.values()})
        result = CheckResult(tuple(unique(diagnostics)), MappingProxyType(sources), len(wanted), declarations)
        self._result = result
        return result

    def reals(self) -> Iterator[tuple[str, str]]:
        """The displayed files with their real paths; empty for a file that is not on the disk."""
        for unit in self._units.values():
            for file in unit.files.values():
                yield file.shown, file.real
            for shown in unit.others:
                yield shown, unit.real(_inside(unit, shown))


def _asked(ask: UnitRequest, unit: WorkspaceUnit, inside: str) -> bool:
    """Whether a file of a unit was requested."""
    real = os.path.join(os.path.realpath(unit.root), inside)
    return any(real == path or real.startswith(f"{path}{os.sep}") for path in ask.only)


def _inside(unit: WorkspaceUnit, shown: str) -> str:
    """The path of a file inside its unit."""
    return shown.removeprefix(f"{unit.shown}/")


def _seen(survey: ResolvedPaths) -> _Seen:
    roots = (*survey.project, *survey.shipped)
    stamps = []
    for root in roots:
        for name in ("pack.yaml", "ruleset.yaml"):
            try:
                state = os.stat(os.path.join(root, name))
            except OSError:
                continue
            stamps.append((state.st_mtime_ns, state.st_size, state.st_ino))
    return _Seen(tuple(survey.asks.values()), roots, tuple(stamps))
