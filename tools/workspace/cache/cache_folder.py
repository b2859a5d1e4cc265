"""The cache folder: JSON values under keys that cover everything a value depends on.

Each value has its own file, after a line with its checksum. The folder is only a cache and may be deleted: a file that
is truncated, corrupt, of another format or not ours gives no value, and a folder that cannot be written stores none;
the user sees one note and loses time. A folder or file that another user owns or can write is not trusted either: a
checksum detects damage, not forgery. Nothing read here is ever executed, and no key is used for two values. The folder
is kept below a size; the least recently used values are removed first. Uses only the standard library, since a fully
cached check should cost next to nothing.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from dsl.lazy import lazy_module

if TYPE_CHECKING:
    import time as time_module

    import platformdirs
else:
    time_module = lazy_module("time")
    platformdirs = lazy_module("platformdirs")


FORMAT = 2
MOST_BYTES = 200_000_000
LARGEST = 64_000_000
_TOUCH_AFTER = 86_400.0  # seconds; the time of use is updated once a day


class Store:
    """One cache folder. With `None`, nothing is stored."""

    def __init__(self, folder: str | None) -> None:
        self.folder = folder
        self.wrote = False
        self._told = False
        self._private: dict[str, bool] = {}

    def read(self, room: str, key: str) -> Any:
        """The value under a key, or None."""
        if self.folder is None:
            return None
        path = self._path(room, key)
        try:
            if not self._is_private(path):
                return None
            with open(path, "rb") as file:
                if not _is_ours(os.fstat(file.fileno())):
                    self._tell("contains a file that another user owns or can write")
                    return None
                head = file.readline(200)
                body = file.read(LARGEST + 1)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self._tell(f"cannot be read ({_why(error)})")
            return None
        if head != _head(body) or len(body) > LARGEST:
            self._tell("contains a file that is damaged or foreign")
            return None
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            self._tell("contains a file that is damaged or foreign")
            return None
        _mark_used(path)
        return value

    def write(self, room: str, key: str, value: Any) -> None:
        """Store a value atomically."""
        if self.folder is None:
            return
        body = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        if len(body) > LARGEST:
            return
        path = self._path(room, key)
        beside = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
        try:
            self._make_folders(path)
            if not self._is_private(path):
                self.folder = None
                return
            try:
                with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(_head(body) + body)
                os.replace(beside, path)
            except BaseException:
                _remove(beside)
                raise
        except OSError as error:
            self._tell(f"cannot be written ({_why(error)})")
            self.folder = None  # one failure is enough
            return
        self.wrote = True

    def prune(self, most: int = MOST_BYTES) -> None:
        """Remove the least recently used values until the folder is small enough; called after writing."""
        if self.folder is None or not self.wrote:
            return
        files = sorted(_files(self.folder))
        total = sum(size for _, size, _ in files)
        for _, size, path in files:
            if total <= most:
                return
            _remove(path)
            total -= size

    def _path(self, room: str, key: str) -> str:
        assert self.folder is not None
        return os.path.join(self.folder, room, key[:2], f"{key[2:]}.json")

    def _make_folders(self, path: str) -> None:
        """Create the folders of a file: those inside the cache are private, those above it have the usual mode."""
        assert self.folder is not None
        os.makedirs(os.path.dirname(self.folder), exist_ok=True)
        for folder in reversed(self._above(path)):
            try:
                os.mkdir(folder, 0o700)
            except FileExistsError:
                pass

    def _above(self, path: str) -> tuple[str, str, str]:
        """The folders of a file, the cache folder last."""
        shelf = os.path.dirname(path)
        assert self.folder is not None
        return shelf, os.path.dirname(shelf), self.folder

    def _is_private(self, path: str) -> bool:
        """Whether only this user can have written a file here; if not, prints one note. Computed once per folder."""
        for folder in self._above(path):
            if folder not in self._private:
                state = os.lstat(folder)
                self._private[folder] = stat.S_ISDIR(state.st_mode) and _is_ours(state)
            if not self._private[folder]:
                self._tell("is, or contains, a folder that another user owns or can write")
                return False
        return True

    def _tell(self, what: str) -> None:
        if not self._told:
            self._told = True
            shown = "".join(c if c.isprintable() else "?" for c in self.folder or "")
            print(f"note: the cache in {shown} {what}; the result is correct, but takes longer", file=sys.stderr)


def _head(body: bytes) -> bytes:
    return b'{"botwright cache":%d,"blake2b":"%s"}\n' % (FORMAT, blake2b(body, digest_size=16).hexdigest().encode())


def _is_ours(state: os.stat_result) -> bool:
    """Whether this user owns a file or folder and nobody else can write it; true on systems without owners."""
    if not hasattr(os, "geteuid"):
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _mark_used(path: str) -> None:
    try:
        if time_module.time() - os.stat(path).st_mtime > _TOUCH_AFTER:
            os.utime(path)
    except OSError:
        pass


def _files(folder: str) -> list[tuple[float, int, str]]:
    """Time, size and path of every stored value."""
    entries = []
    for above, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(above, name)
            try:
                state = os.lstat(path)
            except OSError:
                continue
            entries.append((state.st_mtime, state.st_size, path))
    return entries


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def _why(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or type(error).__name__
    return str(reason)[:1].lower() + str(reason)[1:]


def user_folder() -> str:
    """The cache folder of this user: that of platformdirs, without loading it where the answer is simple."""
    if sys.platform in ("linux", "freebsd", "openbsd", "netbsd") and "ANDROID_DATA" not in os.environ:
        base = os.environ.get("XDG_CACHE_HOME", "").strip() or os.path.expanduser("~/.cache")
        folder = os.path.join(base, "botwright")
    else:
        folder = platformdirs.user_cache_dir("botwright", appauthor=False)
    return os.path.join(folder, f"v{FORMAT}")


def key_of(*parts: str) -> str:
    """One unambiguous key for several parts."""
    digest = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


_stores: dict[str, Store] = {}


def user_store() -> Store:
    """The store of this user; one per process, so that a note is printed only once."""
    folder = user_folder()
    if folder not in _stores:
        _stores[folder] = Store(folder)
    return _stores[folder]
