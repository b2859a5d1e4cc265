"""The texts of a workspace: listed, read, and written completely or not at all.

Only plain files below the workspace are reached, by a path without links, hidden names or `..`. A text is written only
over the text that its author has seen: `mark` is a digest of that text.
"""

from __future__ import annotations

import os
import stat
from hashlib import blake2b

from attrs import frozen

from dsl.packs.paths import not_portable
from dsl.text.limits import FILE_BYTES
from tools.files import write_atomic
from tools.files.atomic_write import write_new
from tools.files.read_folder import try_bytes

TEXTS = (".bot", ".yaml", ".md", ".txt")
MOST_FILES = 20_000
SKIPPED = ("node_modules", "__pycache__", "build", "dist")


class FileRefused(Exception):
    """A file that may not be reached or cannot be read or written; `status` is that of the answer."""

    def __init__(self, message: str, status: int = 400, text: str | None = None, mark: str | None = None) -> None:
        super().__init__(message)
        self.message, self.status, self.text, self.mark = message, status, text, mark


@frozen
class StoredText:
    text: str
    mark: str


@frozen
class WorkspaceFiles:
    root: str

    def list(self) -> list[str]:
        """The paths of all texts, with `/`."""
        paths: list[str] = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name[0] != "." and name not in SKIPPED)
            inside = os.path.relpath(folder, self.root).replace(os.sep, "/")
            before = "" if inside == "." else f"{inside}/"
            paths += [before + name for name in sorted(names) if name.endswith(TEXTS) and name[0] != "."]
            if len(paths) >= MOST_FILES:
                break
        return paths[:MOST_FILES]

    def read(self, path: str) -> StoredText:
        return self._read(self.place(path))

    def write(self, path: str, text: str, mark: str | None) -> str:
        """Write a text over the one with this mark, or a new file if there is none; return the new mark."""
        place = self.place(path)
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise FileRefused("this text has letters that UTF-8 cannot write") from error
        if len(data) > FILE_BYTES:
            raise FileRefused(f"a file may have {FILE_BYTES:,} bytes", 413)
        if os.path.lexists(place):
            now = self._read(place)
            if now.mark != mark:
                raise FileRefused("the file was changed elsewhere since you opened it", 409, now.text, now.mark)
            wrong = write_atomic(place, data)
        elif mark is not None:
            raise FileRefused("the file was removed elsewhere since you opened it", 409)
        else:
            wrong = write_new(place, data)
        if wrong is not None:
            raise FileRefused(wrong.message, 409)
        return _mark(data)

    def place(self, path: str) -> str:
        """The file of a path of the page; refuses everything that is not a text below the workspace."""
        parts = _parts(path)
        if not path.endswith(TEXTS):
            raise FileRefused(f"only texts can be opened: {', '.join(TEXTS)}", 403)
        place = os.path.join(os.path.realpath(self.root), *parts)
        if os.path.realpath(place) != place:
            raise FileRefused("a link leads out of its folder", 403)
        if not os.path.lexists(place) and (why := not_portable(path)):
            raise FileRefused(f"a file cannot have this name: {why}")
        return place

    def folder(self, path: str) -> str:
        """A folder of the workspace, as a path below it."""
        parts = _parts(path)
        place = os.path.join(os.path.realpath(self.root), *parts)
        if os.path.realpath(place) != place or not os.path.isdir(place):
            raise FileRefused("there is no such folder in the workspace", 404)
        return os.path.join(*parts)

    def _read(self, place: str) -> StoredText:
        try:
            if not stat.S_ISREG(os.lstat(place).st_mode):
                raise FileRefused("this is not a plain file", 403)
        except OSError as error:
            raise FileRefused(f"there is no such file: {error.strerror}", 404) from error
        data = try_bytes(place, FILE_BYTES)
        if not isinstance(data, bytes):
            raise FileRefused(data.message, 404)
        try:
            return StoredText(data.decode("utf-8"), _mark(data))
        except UnicodeDecodeError as error:
            raise FileRefused("this file is not UTF-8 text") from error


def _parts(path: str) -> list[str]:
    parts = path.split("/")
    if any(part in ("", "..") or part[0] == "." for part in parts) or "\\" in path or "\0" in path:
        raise FileRefused("only files below the workspace can be opened", 403)
    return parts


def _mark(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
