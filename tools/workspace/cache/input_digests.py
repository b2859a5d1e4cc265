"""The inputs of a check as a list of digests: if all of them are unchanged, so is the result.

There are five kinds of input: a whole `folder` of a pack (names of all files, contents of its texts), a `search` for
packs below a folder (where they are, and their manifests), the packs `beside` each other in a folder, one `file`, and
whether a `place` is a folder, a file or nothing. Contents are compared, never times. The walks skip what the readers in
`tools.files` skip, and note everything else that these would complain about. Inputs that are too large to read twice
have no digest and are not cached. Uses only the standard library.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice
from typing import Literal

Sort = Literal["folder", "search", "beside", "file", "place"]
Look = tuple[Sort, str]
MANIFESTS = ("pack.yaml", "ruleset.yaml")
_TEXTS = (".bot", ".yaml", ".md")
_LEFT_OUT = ("__pycache__", "__init__.py")
_MOST_NAMES = 50_000
_MOST_BYTES = 70_000_000
_DEEPEST = 25
_MOST_BESIDE = 2_000


class InputTooLarge(Exception):
    """The input is too large to be read twice."""


class _Digest:
    """Digests names and contents, up to a limit."""

    def __init__(self) -> None:
        self.sum = blake2b(digest_size=16)
        self.names = 0
        self.bytes = 0

    def name(self, name: str, more: str = "") -> None:
        self.names += 1
        if self.names > _MOST_NAMES:
            raise InputTooLarge
        self.sum.update(f"\0{name}\0{more}".encode("utf-8", "surrogatepass"))

    def content(self, path: str) -> None:
        """The bytes of a file, or the reason why it cannot be read; a pipe is never opened."""
        try:
            # non-blocking, in case the file has become a pipe
            with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
                data = file.read(_MOST_BYTES)
        except (OSError, ValueError) as error:
            self.name("unreadable", str(getattr(error, "errno", "")))
            return
        self.bytes += len(data)
        if self.bytes >= _MOST_BYTES:
            raise InputTooLarge
        self.sum.update(b"%d:" % len(data))
        self.sum.update(data)


def digest(look: Look) -> str | None:
    """The digest of an input; None if it is too large."""
    sort, path = look
    digest = _Digest()
    try:
        match sort:
            case "folder":
                _folder(path, digest)
            case "search":
                _search(path, digest)
            case "beside":
                for unit in units_in(path):
                    _manifests(unit, digest)
            case "file":
                digest.content(path)
            case "place":
                digest.name("a folder" if os.path.isdir(path) else "a file" if os.path.lexists(path) else "none")
            case _:
                raise ValueError(f"no such look: {sort}")  # only in a forged entry
    except InputTooLarge:
        return None
    return digest.sum.hexdigest()


def digests(looks: Iterable[Look]) -> list[list[str]] | None:
    """All inputs with their digests; None if an input has none."""
    entries = []
    for look in looks:
        now = digest(look)
        if now is None:
            return None
        entries.append([*look, now])
    return entries


def _entries(folder: str, inputs: _Digest) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return sorted((entry for entry in listing if _counts(entry.name, inputs)), key=lambda entry: entry.name)
    except (OSError, ValueError) as error:
        inputs.name("unreadable", str(getattr(error, "errno", "")))
        return []


def _counts(name: str, inputs: _Digest) -> bool:
    inputs.names += 1
    if inputs.names > _MOST_NAMES:
        raise InputTooLarge
    return not name.startswith(".") and name not in _LEFT_OUT


def _sort_of(entry: os.DirEntry[str]) -> str:
    try:
        if entry.is_symlink():
            return "link"
        if entry.is_dir():
            return "folder"
        return "file" if entry.is_file() else "other"
    except OSError:
        return "unreadable"


def _folder(root: str, inputs: _Digest) -> None:
    waiting = [(root, "", 0)]
    while waiting:
        folder, inside, depth = waiting.pop()
        inputs.name(inside, "folder")
        for entry in _entries(folder, inputs):
            sort = _sort_of(entry)
            path = f"{inside}/{entry.name}"
            inputs.name(path, sort)
            if sort == "folder" and depth < _DEEPEST:
                waiting.append((entry.path, path, depth + 1))
            elif sort == "link":
                inputs.name(os.path.realpath(entry.path), "target")
            if sort in ("file", "link") and entry.name.endswith(_TEXTS):
                inputs.content(entry.path)


def _search(root: str, inputs: _Digest) -> None:
    waiting = [(root, 0)]
    while waiting:
        folder, depth = waiting.pop()
        entries = _entries(folder, inputs)
        sorts = {entry.name: _sort_of(entry) for entry in entries}
        if any(sorts.get(name) in ("file", "link") for name in MANIFESTS):
            _manifests(folder, inputs)
            continue
        for name, sort in sorts.items():
            if name.endswith(".bot"):
                inputs.name(f"{folder}/{name}", sort)
        if depth < _DEEPEST:
            waiting += [(entry.path, depth + 1) for entry in entries if sorts[entry.name] == "folder"]


def _manifests(folder: str, inputs: _Digest) -> None:
    inputs.name(folder)
    for name in MANIFESTS:
        inputs.content(os.path.join(folder, name))


def units_in(folder: str) -> list[str]:
    """The direct subfolders with a manifest, sorted."""
    try:
        with os.scandir(folder) as listing:
            seen = [entry for entry in islice(listing, _MOST_BESIDE) if not entry.name.startswith(".")]
            inside = [entry.path for entry in seen if entry.is_dir(follow_symlinks=False)]
    except (OSError, ValueError):
        return []
    return sorted(path for path in inside if any(os.path.isfile(os.path.join(path, name)) for name in MANIFESTS))
