"""Resolves the paths of a command to the units to check, and finds where their dependencies may be.

A path is a folder with a manifest, a folder above such folders, something inside a unit (then the whole unit is the
context, and only that part is reported), a packed pack, a loose text, or `-`. Without a path, the rulesets and packs of
the surrounding project are checked, or else those that come with Botwright. Every access to the disk is recorded, so
that a later run can tell whether it would see the same. Paths are absolute here; `shown_path` decides once how they are
displayed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import define, evolve, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.lazy import lazy_module
from dsl.packs.pack import PACK_MANIFEST, RULESET_MANIFEST
from dsl.packs.paths import printable
from dsl.syntax.decode import Decoded, decode
from dsl.text.limits import FILE_BYTES
from dsl.text.source import Place
from tools.files import find_packs
from tools.files.links import link_outside
from tools.workspace.cache.input_digests import Look, units_in
from tools.workspace.cache.input_digests import Sort as LookSort

if TYPE_CHECKING:
    from tools import resources, settings_files
    from tools import settings as tools_settings
else:
    resources = lazy_module("tools.resources")
    tools_settings = lazy_module("tools.settings")
    settings_files = lazy_module("tools.settings_files")


STDIN = "-"
ROOMS = ("rulesets", "content")
_HIGHEST = 40  # parent folders searched for a unit or project

Sort = Literal["unit", "archive", "loose", "stdin"]


@frozen
class UnitRequest:
    """One requested unit. `only` contains the real paths of the requested parts; empty means all."""

    sort: Sort
    root: str
    shown: str
    only: frozenset[str] = frozenset()
    paths: tuple[tuple[str, str], ...] = ()
    """Of loose texts: where they lie and how they are shown."""
    inside: str = ""


@define
class ResolvedPaths:
    asks: dict[tuple[Sort, str], UnitRequest] = field(factory=dict)
    project: dict[str, None] = field(factory=dict)
    """Folders of units in the project around, whether asked for or not."""
    shipped: dict[str, None] = field(factory=dict)
    findings: list[Diagnostic] = field(factory=list)
    looks: dict[Look, None] = field(factory=dict)
    stdin: Decoded | None = None


def shown_path(path: str, typed: str = ".", base: str | None = None) -> str:
    """A path relative to the base folder (the current one, if none is given), with `/` between its parts and control
    characters escaped.

    A path outside that folder is written in the style of `typed`.
    """
    whole = os.path.abspath(path if base is None else os.path.join(base, path))
    try:
        near = os.path.relpath(whole, base)
    except ValueError:  # another drive
        near = whole
    if near.startswith(os.pardir) and os.path.isabs(typed):
        near = whole
    return printable(near.replace(os.sep, "/"))


def look_around(paths: Sequence[str], base: str | None = None) -> ResolvedPaths:
    """Resolve the paths, which are relative to a folder (the current one, if none is given)."""
    survey = _PathResolver(base)
    for path in paths:
        survey.path(path)
    if not paths:
        survey.no_path()
    survey.surroundings()
    return survey.survey


class _PathResolver:
    def __init__(self, base: str | None = None) -> None:
        self.base = base
        self.home = os.getcwd() if base is None else base
        self.survey = ResolvedPaths()
        self.loose: dict[str, dict[str, str]] = {}
        self.seen: set[str] = set()

    # ------------------------------------------------------------------------------------------- what is asked

    def path(self, typed: str) -> None:
        if typed == STDIN:
            self.stdin()
        elif os.path.isdir(self.whole(typed)):
            self.folder(typed)
        elif typed.endswith(".zip"):
            self.ask(UnitRequest("archive", self.whole(typed), self.shown(typed, typed)))
        else:
            self.file(typed)

    def whole(self, path: str) -> str:
        return os.path.abspath(os.path.join(self.home, path))

    def shown(self, path: str, typed: str) -> str:
        return shown_path(path, typed, self.base)

    def ask(self, ask: UnitRequest) -> None:
        before = self.survey.asks.get((ask.sort, ask.root))
        if before is not None:
            whole = not before.only or not ask.only
            ask = evolve(ask, only=frozenset() if whole else before.only | ask.only)
        self.survey.asks[ask.sort, ask.root] = ask

    def unit(self, root: str, typed: str, only: frozenset[str] = frozenset()) -> None:
        self.ask(UnitRequest("unit", root, self.shown(root, typed), only))

    def stdin(self) -> None:
        # a process may have no stdin
        data = sys.stdin.buffer.read(FILE_BYTES + 1) if sys.stdin is not None else b""
        self.survey.stdin = decode("<stdin>", data)
        self.ask(UnitRequest("stdin", STDIN, "<stdin>"))

    def folder(self, typed: str) -> None:
        path = self.whole(typed)
        unit = self.around(path)
        if unit is not None and not self.leads_out(typed, unit):
            real = os.path.realpath(path)
            self.unit(unit, typed, frozenset() if real == os.path.realpath(unit) else frozenset([real]))
        if unit is not None:
            return
        packs = find_packs(path)
        self.look("search", path)
        for diagnostic in packs.diagnostics:
            shown = self.shown(diagnostic.place.file, typed)
            self.survey.findings.append(
                evolve(diagnostic, place=Place(shown, diagnostic.place.start, diagnostic.place.end))
            )
        for root in packs.packs:
            self.unit(os.path.abspath(root), typed)
        self.texts(path, packs.loose, typed, path)

    def file(self, typed: str) -> None:
        path = self.whole(typed)
        folder, name = os.path.split(path)
        unit = self.around(folder)
        if unit is not None and name.endswith((".bot", ".yaml")):
            if not self.leads_out(typed, unit):
                self.unit(unit, typed, frozenset([os.path.join(os.path.realpath(folder), name)]))
        else:
            # texts of one folder that are named together form one small ruleset
            self.texts(os.path.join(folder, "*"), [path], typed, "")

    def leads_out(self, typed: str, unit: str) -> bool:
        """Whether a named path is a link out of its unit: then nothing is read there."""
        if os.path.realpath(self.whole(typed)) == os.path.realpath(unit):
            return False  # the unit itself may be reached through a link
        target = link_outside(typed if self.base is None else self.whole(typed))
        if target is None:
            return False
        self.look("folder", unit)  # it may become a file
        self.survey.findings.append(evolve(target, place=Place(self.shown(typed, typed), 0, 0)))
        return True

    def texts(self, key: str, paths: Sequence[str], typed: str, inside: str) -> None:
        """The texts that belong to no unit, each once."""
        fresh = {path: self.shown(path, typed) for path in paths if os.path.realpath(path) not in self.seen}
        if not fresh:
            return
        self.seen.update(os.path.realpath(path) for path in fresh)
        mine = self.loose.setdefault(key, {})
        mine.update(fresh)
        shown = self.shown(inside or os.path.dirname(key), typed)
        self.survey.asks["loose", key] = UnitRequest(
            "loose", key, shown, frozenset(), tuple(sorted(mine.items())), inside
        )

    def around(self, folder: str) -> str | None:
        """The folder of the unit that contains a folder, or the folder itself."""
        for here in self.upward(folder):
            for manifest in (PACK_MANIFEST, RULESET_MANIFEST):
                path = os.path.join(here, manifest)
                self.look("place", path)
                if os.path.lexists(path):
                    return here
        return None

    def upward(self, folder: str) -> Iterator[str]:
        """A folder and its parents, up to the root of the repository."""
        here = os.path.abspath(folder)
        for _ in range(_HIGHEST):
            yield here
            mark = os.path.join(here, ".git")
            self.look("place", mark)
            above = os.path.dirname(here)
            if os.path.lexists(mark) or above == here:
                return
            here = above

    def look(self, sort: LookSort, path: str) -> None:
        self.survey.looks[sort, path] = None

    # --------------------------------------------------------------------------------------- what is at hand

    def no_path(self) -> None:
        """The units of the surrounding project, or else the shipped ones."""
        settings = [path for path in self.settings() if os.path.lexists(path)]
        if not settings:
            project = self.project_of(self.home)
            settings = [] if project is None else [path for path in self.symbols(project) if os.path.isdir(path)]
        for path in settings:
            self.path(os.path.relpath(path, self.home))
        for root in () if settings else self.ship():
            self.unit(root, root)

    def surroundings(self) -> None:
        """The possible dependencies: units of the surrounding projects, neighbours, and shipped units."""
        asked = [ask.root for ask in self.survey.asks.values() if ask.sort in ("unit", "archive")]
        if not asked:
            return
        places = dict.fromkeys(os.path.abspath(path) for path in self.settings())
        homes = dict.fromkeys(os.path.dirname(root) for root in asked)
        for home in (*homes, self.home):
            project = self.project_of(home)
            if project is not None:
                places.update(dict.fromkeys(self.symbols(project)))
        for place in {**places, **homes}:
            self.look("beside", place)
            self.survey.project.update(dict.fromkeys(units_in(place)))
        self.survey.shipped.update(dict.fromkeys(self.ship()))

    def project_of(self, folder: str) -> str | None:
        for here in self.upward(folder):
            for room in self.symbols(here):
                self.look("place", room)
            if any(os.path.isdir(room) for room in self.symbols(here)):
                return here
        return None

    def symbols(self, project: str) -> list[str]:
        return [os.path.join(project, room) for room in ROOMS]

    def settings(self) -> list[str]:
        """The paths in the settings of the project."""
        for here in self.upward(self.home):
            for name in (settings_files.OWN, settings_files.SHARED):
                self.look("file", os.path.join(here, name))
        raws = tuple(tuple(candidate) for candidate in settings_files.candidates(self.home))
        return list(_settings(self.home, raws)) if raws else []

    def ship(self) -> Iterator[str]:
        for place in _shipped_rooms():
            self.look("beside", place)
            yield from units_in(place)


@lru_cache(maxsize=1)
def _shipped_rooms() -> tuple[str, ...]:
    return tuple(os.path.abspath(resources.room(name)) for name in ROOMS)


@lru_cache(maxsize=8)
def _settings(here: str, raws: tuple[object, ...]) -> tuple[str, ...]:
    """The paths in settings files with these bytes; cached for repeated checks."""
    del raws  # an input of the result
    return tuple(os.path.abspath(path) for path in tools_settings.load(here).settings.paths)
