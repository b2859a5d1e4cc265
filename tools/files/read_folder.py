"""Reads the files of a pack from an untrusted folder.

A folder may contain links that lead out, endless pipes, a hundred thousand files, and files that change while they are
read. So the folder is listed first, without opening anything; anything but a plain file inside it is reported and
skipped; each file is opened so that it cannot block or lead elsewhere, read up to its limit, and checked again
afterwards. A file that fails is reported, and the rest is still read. This module does not interpret the texts.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.packs.pack import TEXTS, PackFolder, TextFile
from dsl.packs.paths import folded, not_portable, printable
from dsl.syntax.decode import Decoded, decode
from dsl.text.limits import FILE_BYTES, FOLDER_ENTRIES, FOLDER_NESTING, PACK_BYTES, PACK_FILES
from dsl.text.source import Place, Source
from tools.files.disk import DISK, Disk, why

TRIES = 3
"""A file that an editor saves just now is whole a moment later."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FLAGS |= getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_LEFT_OUT = {"__pycache__", "__init__.py"}


@frozen
class _Listed:
    """A file that may be read: its path inside, and where it really is."""

    path: str
    real: str


class _Refused(Exception):
    """A file that cannot be read, with the diagnostic that says so."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


def read_folder(root: str, shown: str | None = None, disk: Disk = DISK) -> PackFolder:
    """The texts of a folder, with findings about its files. `shown` is its name in messages."""
    lister = _Lister(root, _shown_root(root if shown is None else shown), disk)
    lister.walk()
    texts: list[TextFile] = []
    unread: list[Source] = []
    folder = lister.found
    room = PACK_BYTES
    wanted = [file for file in lister.files if file.path.endswith(TEXTS)]
    for file in wanted:
        name = lister.shown(file.path)
        try:
            data = _read(file.real, name, file.path, FILE_BYTES, disk)
        except _Refused as refused:
            folder.append(refused.fault)
            unread.append(Source(name, ""))
            continue
        room -= len(data)
        if room < 0:
            folder.append(lister.bound("the size of this folder", f"{PACK_BYTES:,} bytes", "PACK_BYTES"))
            break
        decoded = decode(name, data)
        folder += decoded.diagnostics
        if decoded.readable:
            texts.append(TextFile(file.path, decoded))
        else:
            unread.append(decoded.source)
    others = [file.path for file in lister.files if not file.path.endswith(TEXTS)]
    folder.sort(key=lambda fault: fault.sort_key)
    return PackFolder(lister.root_shown, tuple(texts), tuple(unread), tuple(others), {}, tuple(folder))


def read_assets(root: str, folder: PackFolder, paths: Iterable[str], disk: Disk = DISK) -> PackFolder:
    """The folder with the bytes of the given assets."""
    lister = _Lister(root, folder.root, disk)
    lister.walk()
    real = {file.path: file.real for file in lister.files}
    diagnostics = list(folder.diagnostics)
    assets = dict(folder.assets)
    room = PACK_BYTES - sum(len(source.text) for source in folder.files)
    for path in paths:
        if path not in folder.others or path not in real:
            continue
        try:
            data = _read(real[path], folder.shown(path), path, max(room, 0), disk)
        except _Refused as refused:
            diagnostics.append(refused.fault)
            continue
        room -= len(data)
        if room < 0:
            diagnostics.append(lister.bound("the size of this pack", f"{PACK_BYTES:,} bytes", "PACK_BYTES"))
            break
        assets[path] = data
    return evolve(folder, assets=assets, diagnostics=tuple(sorted(diagnostics, key=lambda fault: fault.sort_key)))


def read_text(path: str, limit: int = FILE_BYTES, limit_name: str = "FILE_BYTES", disk: Disk = DISK) -> Decoded:
    """One text named by the user; a link is followed."""
    try:
        return decode(path, read_bytes(path, limit, disk), limit, limit_name)
    except _Refused as refused:
        return Decoded(Source(path, ""), False, diagnostics=(refused.fault,))


def read_bytes(path: str, limit: int, disk: Disk = DISK) -> bytes:
    """The bytes of a plain file named by the user: at most one more than the limit."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError) as error:
        raise _Refused(_fault(codes.UNREADABLE, path, path, why=why(error))) from error
    return _read(real, path, path, limit, disk)


def try_bytes(path: str, limit: int, disk: Disk = DISK) -> bytes | Diagnostic:
    """The bytes of a plain file, or the reason why it cannot be read."""
    try:
        return read_bytes(path, limit, disk)
    except _Refused as refused:
        return refused.fault


class _Lister:
    """Lists a folder without opening a file."""

    def __init__(self, root: str, shown: str, disk: Disk) -> None:
        self.root = root
        self.root_shown = shown
        self.real_root = os.path.realpath(root)
        self.disk = disk
        self.files: list[_Listed] = []
        self.found: list[Diagnostic] = []
        self.seen = 0

    def walk(self) -> None:
        waiting = [""]
        while waiting and self.seen <= FOLDER_ENTRIES:
            folder = waiting.pop()
            for entry in self._entries(folder):
                path = f"{folder}{entry.name}"
                if self._is_folder(entry, path):
                    waiting.append(f"{path}/")
        self.files.sort(key=lambda file: file.path)
        self._look_at_names()
        if self.seen > FOLDER_ENTRIES or len(self.files) > PACK_FILES:
            count = f"{PACK_FILES:,} files" if len(self.files) > PACK_FILES else f"{FOLDER_ENTRIES:,} names"
            name = "PACK_FILES" if len(self.files) > PACK_FILES else "FOLDER_ENTRIES"
            self.found.append(self.bound("what this folder holds", count, name))
            self.files = self.files[:PACK_FILES]

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        if folder.count("/") > FOLDER_NESTING:
            place = Place(self.shown(folder.rstrip("/")), 0, 0)
            limit = f"{FOLDER_NESTING} folders in each other"
            self.found.append(diagnose(TOO_LARGE, place, what="this", limit=limit, name="FOLDER_NESTING"))
            return []
        entries: list[os.DirEntry[str]] = []
        try:
            with self.disk.scandir(os.path.join(self.root, folder)) as listing:
                for entry in listing:
                    self.seen += 1
                    if self.seen > FOLDER_ENTRIES:
                        break
                    if not entry.name.startswith(".") and entry.name not in _LEFT_OUT:
                        entries.append(entry)
        except (OSError, ValueError) as error:
            path = folder.rstrip("/")
            self.found.append(_fault(codes.UNREADABLE, self.shown(path), path or self.root_shown, why=why(error)))
        return sorted(entries, key=lambda entry: entry.name)

    def _is_folder(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether an entry is a folder to descend into; files are listed, everything else is refused."""
        try:
            mode = entry.stat(follow_symlinks=False).st_mode
        except OSError as error:
            self.found.append(_fault(codes.UNREADABLE, self.shown(path), path, why=why(error)))
            return False
        if stat.S_ISDIR(mode):
            return True
        if stat.S_ISREG(mode):
            self.files.append(_Listed(path, os.path.join(self.root, path)))
        elif stat.S_ISLNK(mode):
            self._link(path)
        else:
            self.found.append(_fault(codes.NOT_A_FILE, self.shown(path), path, what=_sort(mode)))
        return False

    def _link(self, path: str) -> None:
        """A link to a file of the same pack counts as that file; every other link is refused without reading it."""
        real = os.path.realpath(os.path.join(self.root, path))
        if os.path.commonpath([real, self.real_root]) != self.real_root:
            self.found.append(_fault(codes.LINK_OUT, self.shown(path), path, target="a place outside the pack"))
            return
        try:
            mode = self.disk.lstat(real).st_mode
        except OSError:
            self.found.append(_fault(codes.LINK_OUT, self.shown(path), path, target="a file that is not there"))
            return
        if stat.S_ISREG(mode):
            self.files.append(_Listed(path, real))
        else:
            target = "a folder" if stat.S_ISDIR(mode) else _sort(mode)
            self.found.append(_fault(codes.LINK_OUT, self.shown(path), path, target=target))

    def _look_at_names(self) -> None:
        first: dict[str, str] = {}
        for file in self.files:
            reason = not_portable(file.path)
            if reason:
                self.found.append(_fault(codes.NOT_PORTABLE, self.shown(file.path), file.path, why=reason))
            other = first.setdefault(folded(file.path), file.path)
            if other != file.path:
                self.found.append(_fault(codes.CASE_ONLY, self.shown(file.path), file.path, other=printable(other)))

    def shown(self, path: str) -> str:
        return PackFolder(self.root_shown).shown(path) if path else self.root_shown

    def bound(self, what: str, limit: str, name: str) -> Diagnostic:
        return diagnose(TOO_LARGE, Place(self.root_shown, 0, 0), what=what, limit=limit, name=name)


def _read(real: str, shown: str, path: str, limit: int, disk: Disk) -> bytes:
    for _ in range(TRIES):
        data = _read_once(real, shown, path, limit, disk)
        if data is not None:
            return data
    raise _Refused(_fault(codes.CHANGED, shown, path))


def _read_once(real: str, shown: str, path: str, limit: int, disk: Disk) -> bytes | None:
    """The bytes of a plain file, at most one more than the limit; None if it changed meanwhile."""
    try:
        handle = disk.open(real, _FLAGS)
        try:
            before = disk.fstat(handle)
            if not stat.S_ISREG(before.st_mode):
                raise _Refused(_fault(codes.NOT_A_FILE, shown, path, what=_sort(before.st_mode)))
            # an extra byte shows that the file grew or exceeds the limit
            data = _bytes(handle, min(limit, before.st_size) + 1, disk)
            after = disk.fstat(handle)
            now = disk.lstat(real)
        finally:
            disk.close(handle)
    except (OSError, ValueError) as error:
        raise _Refused(_fault(codes.UNREADABLE, shown, path, why=why(error))) from error
    same = _mark(before) == _mark(after) == _mark(now)
    whole = len(data) == before.st_size or len(data) > limit
    return data if same and whole else None


def _bytes(handle: int, most: int, disk: Disk) -> bytes:
    parts = []
    while most > 0 and (part := disk.read(handle, min(most, 1 << 20))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _mark(state: os.stat_result) -> tuple[int, int, int, int]:
    return (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)


def _sort(mode: int) -> str:
    for test, name in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
        (stat.S_ISLNK, "a link"),
    ):
        if test(mode):
            return name
    return "something else"


def _shown_root(root: str) -> str:
    return printable(root.replace(os.sep, "/")).rstrip("/") or "/"


def _fault(code: Code, shown: str, path: str, **words: str) -> Diagnostic:
    words["path"] = printable(path)
    return diagnose(code, Place(printable(shown), 0, 0), label="", help="", notes=(), fix=None, **words)
