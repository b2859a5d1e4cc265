"""From the paths that somebody typed to the units that are meant, and to where others may be found.

A path is a folder with a manifest, a folder with such folders below, something inside a unit (then the whole unit is
the context, and only that part is reported on), a packed pack, a loose text, or `-`. Without any, the rulesets and packs
of the project around are meant, or else those that come with Botwright. Every look at the disk is written down, so
that a later run can tell whether it would see the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import define, evolve, field, frozen

from dsl.bounds import FILE_BYTES
from dsl.decode import Decoded, decode
from dsl.diagnostics import Diagnostic
from dsl.packs import PACK_MANIFEST, RULESET_MANIFEST
from dsl.paths import printable
from dsl.source import Place
from tools.files import find_packs
from tools.workspace.inputs import Look

STDIN = "-"
ROOMS = ("rulesets", "content")
_HIGHEST = 40  # folders that are climbed in search of a unit or project

Sort = Literal["unit", "archive", "loose", "stdin"]


@frozen
class Ask:
    """One unit that somebody asked for. `only` are the parts that are meant, as real paths; all if there are none."""

    sort: Sort
    root: str
    shown: str
    only: frozenset[str] = frozenset()
    paths: tuple[tuple[str, str], ...] = ()
    """Of loose texts: where they lie and how they are shown."""
    inside: str = ""


@define
class Survey:
    asks: dict[tuple[Sort, str], Ask] = field(factory=dict)
    project: dict[str, None] = field(factory=dict)
    """Folders of units in the project around, whether asked for or not."""
    shipped: dict[str, None] = field(factory=dict)
    found: list[Diagnostic] = field(factory=list)
    looks: dict[Look, None] = field(factory=dict)
    stdin: Decoded | None = None


def shown_path(path: str) -> str:
    """A path as somebody in this folder would type it, with `/` between its parts and nothing that a terminal obeys."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # another drive
        near = os.path.abspath(path)
    if near.startswith(os.pardir):
        near = os.path.normpath(path)
    return printable(near.replace(os.sep, "/"))


def look_around(paths: Sequence[str]) -> Survey:
    """What the paths mean."""
    survey = _Surveyor()
    for path in paths:
        survey.path(path)
    if not paths:
        survey.no_path()
    survey.surroundings(paths)
    return survey.survey


class _Surveyor:
    def __init__(self) -> None:
        self.survey = Survey()
        self.loose: dict[str, dict[str, str]] = {}
        self.seen: set[str] = set()

    # ------------------------------------------------------------------------------------------- what is asked

    def path(self, path: str) -> None:
        if path == STDIN:
            self.stdin()
        elif os.path.isdir(path):
            self.folder(path)
        elif path.endswith(".zip"):
            self.ask(Ask("archive", os.path.abspath(path), shown_path(path)))
        else:
            self.file(path)

    def ask(self, ask: Ask) -> None:
        before = self.survey.asks.get((ask.sort, ask.root))
        if before is not None:
            whole = not before.only or not ask.only
            ask = evolve(ask, only=frozenset() if whole else before.only | ask.only)
        self.survey.asks[ask.sort, ask.root] = ask

    def stdin(self) -> None:
        data = sys.stdin.buffer.read(FILE_BYTES + 1)
        self.survey.stdin = decode("<stdin>", data)
        self.ask(Ask("stdin", STDIN, "<stdin>"))

    def folder(self, path: str) -> None:
        unit = self.around(path)
        if unit is not None:
            real = os.path.realpath(path)
            only = frozenset() if real == os.path.realpath(unit) else frozenset([real])
            self.ask(Ask("unit", os.path.abspath(unit), shown_path(unit), only))
            return
        found = find_packs(path)
        self.look("search", path)
        self.survey.found += [_shown(one) for one in found.diagnostics]
        for root in found.packs:
            self.ask(Ask("unit", os.path.abspath(root), shown_path(root)))
        self.texts(os.path.abspath(path), found.loose, path)

    def file(self, path: str) -> None:
        unit = self.around(os.path.dirname(path) or ".")
        if unit is not None and path.endswith((".bot", ".yaml")):
            only = frozenset([os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))])
            self.ask(Ask("unit", os.path.abspath(unit), shown_path(unit), only))
        else:
            # texts of one folder that are named together are one little ruleset
            self.texts(f"{os.path.abspath(os.path.dirname(path))}/*", [path], "")

    def texts(self, key: str, paths: Sequence[str], inside: str) -> None:
        """Texts that belong to no unit, each once."""
        fresh = {os.path.abspath(path): shown_path(path) for path in paths if os.path.realpath(path) not in self.seen}
        if not fresh:
            return
        self.seen.update(os.path.realpath(path) for path in fresh)
        mine = self.loose.setdefault(key, {})
        mine.update(fresh)
        root = os.path.dirname(key) if key.endswith("/*") else key
        shown = shown_path(inside or root)
        paths_shown = tuple(sorted(mine.items()))
        self.survey.asks["loose", key] = Ask("loose", key, shown, frozenset(), paths_shown, inside)

    def around(self, folder: str) -> str | None:
        """The folder of the unit that a folder is, or lies in, as one would write it."""
        here = folder
        for _ in range(_HIGHEST):
            for manifest in (PACK_MANIFEST, RULESET_MANIFEST):
                path = os.path.join(here, manifest)
                self.look("place", path)
                if os.path.lexists(path):
                    return here
            if self.ends(here):
                return None
            here = _above(here)
        return None

    def ends(self, folder: str) -> bool:
        """Whether there is nothing of ours above a folder."""
        mark = os.path.join(folder, ".git")
        self.look("place", mark)
        return os.path.lexists(mark) or os.path.dirname(os.path.abspath(folder)) == os.path.abspath(folder)

    def look(self, sort: Literal["folder", "search", "file", "place"], path: str) -> None:
        self.survey.looks[sort, os.path.abspath(path)] = None

    # --------------------------------------------------------------------------------------- what is at hand

    def no_path(self) -> None:
        """The project around this folder, or else what is shipped."""
        wanted = self.settings()
        if not wanted:
            project = self.project_of(".")
            wanted = [] if project is None else [p for p in self.rooms(project) if os.path.isdir(p)]
        if wanted:
            for path in wanted:
                if os.path.lexists(path):
                    self.path(path)
            return
        for root in self.ship():
            self.ask(Ask("unit", root, shown_path(root)))

    def surroundings(self, paths: Sequence[str]) -> None:
        """Units that those asked for may need."""
        asked = [ask.root for ask in self.survey.asks.values() if ask.sort in ("unit", "archive")]
        if not asked:
            return
        homes = dict.fromkeys([".", *(os.path.dirname(root) for root in asked)])
        places: dict[str, None] = {}
        for home in homes:
            project = self.project_of(home)
            if project is not None:
                places.update(dict.fromkeys(self.rooms(project)))
            if home != ".":
                places[home] = None  # others beside it
        places.update(dict.fromkeys(path for path in self.settings() if os.path.isdir(path)))
        for place in places:
            self.units_below(place)
        for root in self.ship():
            self.survey.shipped[root] = None

    def units_below(self, place: str) -> None:
        path = os.path.abspath(place)
        if ("search", path) not in self.survey.looks or path not in self.survey.project:
            self.look("search", path)
            for root in find_packs(path).packs if os.path.isdir(path) else ():
                self.survey.project[os.path.abspath(root)] = None

    def project_of(self, folder: str) -> str | None:
        here = folder
        for _ in range(_HIGHEST):
            for room in self.rooms(here):
                self.look("place", room)
            if any(os.path.isdir(room) for room in self.rooms(here)):
                return here
            if self.ends(here):
                return None
            here = _above(here)
        return None

    def rooms(self, project: str) -> list[str]:
        return [os.path.join(project, room) for room in ROOMS]

    def settings(self) -> list[str]:
        """The paths that the settings of the project name."""
        from tools.settings_files import OWN, SHARED, candidates

        here = "."
        for _ in range(_HIGHEST):
            for name in (OWN, SHARED):
                self.look("file", os.path.join(here, name))
            if self.ends(here):
                break
            here = _above(here)
        if next(candidates(), None) is None:
            return []
        from tools.settings import load

        return list(load().settings.paths)

    def ship(self) -> Iterator[str]:
        from tools.resources import room, shipped_packs, shipped_rulesets

        for name in ROOMS:
            self.look("search", str(room(name)))
        yield from (os.path.abspath(path) for path in shipped_rulesets().values())
        yield from (os.path.abspath(path) for path in shipped_packs().values())


def _above(folder: str) -> str:
    """The folder above, written from the current folder if that is shorter."""
    above = os.path.dirname(folder)
    if folder in ("", ".") or os.path.basename(folder) in ("", os.curdir, os.pardir) or not above:
        return os.path.dirname(os.path.abspath(folder)) if not above or above == folder else above
    return above


def _shown(one: Diagnostic) -> Diagnostic:
    return evolve(one, place=Place(shown_path(one.place.file), one.place.start, one.place.end))
