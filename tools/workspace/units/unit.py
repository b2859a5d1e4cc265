"""A ruleset, a pack, or a few loose texts as they are on the disk, and the changes since they were last read.

A scan takes the times and sizes of all files; only files that differ are read again. A file that was written shortly
before it was read is read again at the next scan whatever its times say, because two changes within one tick of the
clock look like one. `tools.files` does the reading, and distrusts what it reads.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from time import time_ns
from typing import TYPE_CHECKING, Literal

from attrs import define, evolve, field

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import LINK_OUT
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.lazy import lazy_module
from dsl.packs.manifest import PackManifest, RulesetManifest
from dsl.packs.pack import TEXTS, Pack, PackFolder, TextFile, open_pack
from dsl.packs.paths import printable
from dsl.syntax.decode import Decoded, decode
from dsl.text.limits import ARCHIVE_BYTES, FILE_BYTES, PACK_BYTES, PACK_FILES
from dsl.text.source import Place, Source
from tools.files import read_folder
from tools.files.read_folder import try_bytes
from tools.internal_errors import internal_diagnostic
from tools.workspace.cache.input_digests import Look
from tools.workspace.overlays import Overlays
from tools.workspace.units.unit_texts import FileChange, TextParser, UnitFile

if TYPE_CHECKING:
    from tools.packs import archives
else:
    archives = lazy_module("tools.packs.archives")


Kind = Literal["ruleset", "pack", "loose"]
Stamp = tuple[int, ...]
YOUNG = 2_000_000_000
"""Nanoseconds; no clock of a file system is coarser."""
_LEFT_OUT = {"__pycache__", "__init__.py"}
_DEEPEST = 25
_MOST = 120_000


@define(eq=False)
class WorkspaceUnit:
    """A set of files that is checked together. `root` is its path, `shown` its displayed path."""

    root: str
    shown: str
    kind: Kind = "loose"
    manifest: PackManifest | RulesetManifest | None = None
    clauses: frozenset[str] | None = None
    clause_words: dict[str, str] = field(factory=dict)
    """What each clause says."""
    files: dict[str, UnitFile] = field(factory=dict)
    """Texts in the language by their path inside, in order."""
    others: dict[str, Source] = field(factory=dict)
    """Manifests, and texts that could not be read, by the name that is shown."""
    findings: tuple[Diagnostic, ...] = ()
    """What is wrong with files and manifests."""
    _plain: dict[str, Source] = field(factory=dict)
    """Texts of other sorts by their path inside."""
    overlays: Overlays | None = None
    _stamps: dict[str, Stamp] = field(factory=dict)
    _young: frozenset[str] = frozenset()

    # ------------------------------------------------------------------------------------------ for each kind

    def stamps(self) -> dict[str, Stamp]:
        """The times and sizes of all files."""
        return _stamps(self.root)

    def looks(self) -> list[Look]:
        return [("folder", self.root)]

    def pack(self) -> Pack:
        return open_pack(self._with_unsaved(read_folder(self.root, self.shown)))

    def _with_unsaved(self, folder: PackFolder) -> PackFolder:
        """The folder with the unsaved texts of an editor instead of what is on the disk."""
        unsaved = dict(self.overlays.inside(self.root)) if self.overlays is not None else {}
        fresh = {path: decode(folder.shown(path), text.data) for path, text in unsaved.items() if path.endswith(TEXTS)}
        if not fresh:
            return folder
        names = {decoded.source.file for decoded in fresh.values()}
        texts = [text for text in folder.texts if text.path not in fresh]
        texts += [TextFile(path, decoded) for path, decoded in fresh.items() if decoded.readable]
        return evolve(
            folder,
            texts=tuple(sorted(texts, key=lambda text: text.path)),
            unread=(
                *(source for source in folder.unread if source.file not in names),
                *(decoded.source for decoded in fresh.values() if not decoded.readable),
            ),
            diagnostics=(
                *(fault for fault in folder.diagnostics if fault.place.file not in names),
                *(fault for decoded in fresh.values() for fault in decoded.diagnostics),
            ),
        )

    def _bytes(self, path: str) -> bytes | Diagnostic:
        data = self.overlays.data(path) if self.overlays is not None else None
        return try_bytes(path, FILE_BYTES) if data is None else data

    def sources(self) -> list[tuple[str, Source, str]]:
        """Path, text and location of each `.bot` text; sets all other attributes."""
        pack = self.pack()
        self.kind = pack.kind
        self.manifest = pack.manifest
        self.clauses = pack.clauses.ids() if pack.clauses is not None else None
        self.clause_words = {} if pack.clauses is None else {clause.id: clause.rule for clause in pack.clauses.clauses}
        self.findings = pack.diagnostics
        folder = pack.folder
        self._plain = {text.path: text.source for text in folder.texts if not text.path.endswith(".bot")}
        others = (*folder.unread, *self._plain.values())
        self.others = {source.file: source for source in others if not source.file.endswith(".md")}
        return [(t.path, t.source, self.real(t.path)) for t in folder.texts if t.path.endswith(".bot")]

    def real(self, path: str) -> str:
        return os.path.join(self.root, path)

    # ------------------------------------------------------------------------------------------------- reading

    def load(self, reader: TextParser) -> FileChange:
        """Read everything; return the changes."""
        stamps = self._look()
        try:
            sources = self.sources()
        except Exception as error:  # noqa: BLE001 - one unit must not hide the others
            self.findings = (internal_diagnostic(error, Place(self.shown, 0, 0)),)
            sources = []
        self._stamps = stamps
        gone: list[FileChange] = []
        old, self.files = self.files, {}
        for path, source, real in sorted(sources, key=lambda text: text[0]):
            file = old.pop(path, None)
            if file is None:
                file = UnitFile(self, path, Source(source.file, ""), real)
                gone.append(file.become(source, reader))
            elif file.source != source:
                gone.append(file.become(source, reader))
            self.files[path] = file
        gone += [file.become(Source(file.shown, ""), reader) for file in old.values()]
        return _together(gone)

    def refresh(self, reader: TextParser) -> FileChange | None:
        """Read the changes since the last scan. None means that more than texts changed, and `load` is needed."""
        before, young = self._stamps, self._young
        now = self._look()
        if now.keys() != before.keys() or _sum(now) > PACK_BYTES:
            return None
        fresh: list[tuple[UnitFile, Source]] = []
        for path in sorted({*(p for p in now if now[p] != before[p]), *young} if now != before else young):
            if not path.endswith(TEXTS):
                continue
            old = self.files[path].source if path in self.files else self._plain.get(path)
            source = self._again(path, now[path], before[path])
            if source is None or old is None:
                return None
            if source != old:
                if path not in self.files:
                    return None
                fresh.append((self.files[path], source))
        self._stamps = now
        return _together([file.become(source, reader) for file, source in fresh])

    def _again(self, path: str, now: Stamp, before: Stamp) -> Source | None:
        """Read a text again; None if it is not a plain text file."""
        if not stat.S_ISREG(now[0]) or not stat.S_ISREG(before[0]):
            return None
        file = self.files.get(path)
        old = file.source if file is not None else self._plain.get(path)
        data = self._bytes(file.real if file is not None else self.real(path))
        decoded = decode(old.file, data) if isinstance(data, bytes) and old is not None else None
        return decoded.source if decoded is not None and decoded.readable else None

    def _look(self) -> dict[str, Stamp]:
        now = time_ns()
        stamps = self._with_unsaved_stamps(self.stamps())
        self._young = frozenset(path for path, stamp in stamps.items() if now - max(stamp[2:4], default=0) < YOUNG)
        return stamps

    def _with_unsaved_stamps(self, stamps: dict[str, Stamp]) -> dict[str, Stamp]:
        if self.overlays is not None:
            stamps.update((path, unsaved.stamp) for path, unsaved in self.overlays.inside(self.root))
        return stamps


@define(eq=False)
class LooseUnit(WorkspaceUnit):
    """Texts without a manifest, as a small ruleset. `paths` contains their real and displayed paths."""

    paths: Mapping[str, str] = field(factory=dict)
    inside: str = ""
    """The folder that was named; links that lead out of it are refused."""

    def stamps(self) -> dict[str, Stamp]:
        result = {}
        for path in self.paths:
            try:
                result[self.paths[path]] = _stamp(os.stat(path))
            except (OSError, ValueError):
                result[self.paths[path]] = (0,)
        return result

    def _with_unsaved_stamps(self, stamps: dict[str, Stamp]) -> dict[str, Stamp]:
        texts = self.overlays.inside(os.sep) if self.overlays is not None else ()
        whole = {f"{os.sep}{path}": unsaved.stamp for path, unsaved in texts}
        stamps.update((shown, whole[path]) for path, shown in self.paths.items() if path in whole)
        return stamps

    def looks(self) -> list[Look]:
        return [("file", path) for path in self.paths]

    def real(self, path: str) -> str:
        return next((real for real, shown in self.paths.items() if shown == path), "")

    def sources(self) -> list[tuple[str, Source, str]]:
        diagnostics: list[Diagnostic] = []
        texts = []
        self.others = {}
        room = PACK_BYTES
        for path, shown in sorted(self.paths.items(), key=lambda item: item[1])[:PACK_FILES]:
            decoded = self._read(path, shown)
            diagnostics += decoded.diagnostics
            room -= len(decoded.source.text)
            if decoded.readable and room >= 0:
                texts.append((shown, decoded.source, path))
            else:
                self.others[decoded.source.file] = decoded.source
        for over, limit, name in (
            (len(self.paths) > PACK_FILES, f"{PACK_FILES:,} files", "PACK_FILES"),
            (room < 0, f"{PACK_BYTES:,} bytes", "PACK_BYTES"),
        ):
            if over:
                place = Place(self.shown, 0, 0)
                diagnostics.append(diagnose(TOO_LARGE, place, what="what this folder holds", limit=limit, name=name))
        self.findings = tuple(diagnostics)
        return texts

    def _read(self, path: str, shown: str) -> Decoded:
        if self.inside and os.path.islink(path):
            root = os.path.realpath(self.inside)
            if os.path.commonpath([os.path.realpath(path), root]) != root:
                words = {"path": printable(shown), "target": "a place outside the folder"}
                fault = diagnose(LINK_OUT, Place(shown, 0, 0), label="", help="", notes=(), fix=None, **words)
                return Decoded(Source(shown, ""), False, diagnostics=(fault,))
        data = self._bytes(path)
        if isinstance(data, bytes):
            return decode(shown, data)
        return Decoded(Source(shown, ""), False, diagnostics=(evolve(data, place=Place(shown, 0, 0)),))


@define(eq=False)
class StdinUnit(WorkspaceUnit):
    """One text that is not on the disk, such as stdin."""

    text: Decoded | None = None

    def stamps(self) -> dict[str, Stamp]:
        return {}

    def looks(self) -> list[Look]:
        return []

    def real(self, path: str) -> str:
        return ""

    def sources(self) -> list[tuple[str, Source, str]]:
        assert self.text is not None
        self.findings = self.text.diagnostics
        self.others = {} if self.text.readable else {self.shown: self.text.source}
        return [(self.shown, self.text.source, "")] if self.text.readable else []


@define(eq=False)
class ArchiveUnit(WorkspaceUnit):
    """A pack in one file."""

    def stamps(self) -> dict[str, Stamp]:
        try:
            return {"": _stamp(os.stat(self.root))}
        except (OSError, ValueError):
            return {"": (0,)}

    def looks(self) -> list[Look]:
        return [("file", self.root)]

    def pack(self) -> Pack:
        data = try_bytes(self.root, ARCHIVE_BYTES)
        pack: Pack | None = None
        if isinstance(data, bytes):
            pack, diagnostics = archives.read_archive(self.shown, data)
        else:
            diagnostics = [evolve(data, place=Place(self.shown, 0, 0))]
        return pack or Pack("pack", PackFolder(self.shown), None, None, tuple(diagnostics))

    def real(self, path: str) -> str:
        return ""


def _together(changes: list[FileChange]) -> FileChange:
    return FileChange(
        tuple(slot for change in changes for slot in change.gone),
        tuple(slot for change in changes for slot in change.new),
        tuple(slot for change in changes for slot in change.shuffled),
    )


def _stamp(state: os.stat_result) -> Stamp:
    return (state.st_mode, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


def _sum(stamps: Mapping[str, Stamp]) -> int:
    return sum(stamp[1] for path, stamp in stamps.items() if path.endswith(".bot") and len(stamp) > 1)


def _stamps(root: str) -> dict[str, Stamp]:
    """The stamps of everything in and below a folder that a reader would read."""
    result: dict[str, Stamp] = {}
    waiting = [(root, "", 0)]
    while waiting and len(result) < _MOST:
        folder, inside, depth = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                for entry in listing:
                    if entry.name.startswith(".") or entry.name in _LEFT_OUT:
                        continue
                    path = f"{inside}{entry.name}"
                    state = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(state.st_mode):
                        result[f"{path}/"] = (state.st_mode,)
                        if depth < _DEEPEST:
                            waiting.append((entry.path, f"{path}/", depth + 1))
                    elif stat.S_ISLNK(state.st_mode):
                        result[path] = (*_stamp(state), *_followed(entry.path))
                    else:
                        result[path] = _stamp(state)
        except (OSError, ValueError):
            result[f"{inside}!"] = (0,)
    return result


def _followed(path: str) -> Stamp:
    try:
        return _stamp(os.stat(path))
    except (OSError, ValueError):
        return ()
