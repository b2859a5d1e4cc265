"""Writes a file whole or not at all.

The new text is written to a temporary file in the same folder, flushed to the disk, and renamed over the old file. If
anything fails before the rename, the old file is unchanged and the temporary file is removed; if anything fails after
it, the new file is complete. A file that its owner made read-only is not written, even if the system would allow it.
"""

from __future__ import annotations

import os
import stat

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import NOT_WRITTEN, READ_ONLY
from dsl.packs.paths import printable
from dsl.text.source import Place
from tools.files.disk import DISK, Disk, why

AS_IT_WAS = "the file is as it was"
UNCONFIRMED = "the new text is in place, but the disk did not confirm it: look after the disk"
_NEW_FILE = 0o666


def write_text(path: str, text: str, disk: Disk = DISK) -> Diagnostic | None:
    """Write a text as UTF-8 with its own line ends; return an error message or None."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        reason = f"U+{ord(text[error.start]):04X} at offset {error.start} is no character that UTF-8 can write"
        return _not_written(path, reason, AS_IT_WAS)
    return write_atomic(path, data, disk)


def write_atomic(path: str, data: bytes, disk: Disk = DISK) -> Diagnostic | None:
    """Write the bytes of a file; return an error message or None."""
    try:
        # a link stays, and its target is written
        target = os.path.realpath(path)
        mode, refusal = _mode(target, disk)
    except (OSError, ValueError) as error:
        return _not_written(path, why(error), AS_IT_WAS)
    if refusal:
        return diagnose(READ_ONLY, _place(path), file=printable(path), why=refusal)
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.tmp")
    return _write_beside(path, target, beside, data, mode, disk)


def write_new(path: str, data: bytes, disk: Disk = DISK) -> Diagnostic | None:
    """Create a file and its folders, completely or not at all; return an error message or None.

    An existing file is never replaced, even if it appeared a moment ago.
    """
    folder, name = os.path.split(os.path.abspath(path))
    beside = os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.tmp")
    created = False
    try:
        os.makedirs(folder, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        handle = disk.open(beside, flags, _NEW_FILE)
        created = True
        try:
            _write_all(handle, data, disk)
            disk.fsync(handle)
        finally:
            disk.close(handle)
        os.link(beside, path)
        _confirm_folder(folder, disk)
    except FileExistsError:
        return _not_written(path, "there is something of that name already", AS_IT_WAS)
    except (OSError, ValueError) as error:
        return _not_written(path, why(error), "nothing was written")
    finally:
        if created:
            _remove(beside, disk)
    return None


def _mode(target: str, disk: Disk) -> tuple[int | None, str]:
    """The mode bits to keep, and why the file must not be written."""
    try:
        state = disk.lstat(target)
    except FileNotFoundError:
        return None, ""
    if not stat.S_ISREG(state.st_mode):
        return None, "is not a plain file"
    mode = stat.S_IMODE(state.st_mode)
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        return None, "is read-only"
    return mode, ""


def _write_beside(path: str, target: str, beside: str, data: bytes, mode: int | None, disk: Disk) -> Diagnostic | None:
    created = replaced = False
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        handle = disk.open(beside, flags, _NEW_FILE)
        created = True
        try:
            _write_all(handle, data, disk)
            disk.fsync(handle)
        finally:
            disk.close(handle)
        if mode is not None:
            disk.chmod(beside, mode)
        disk.replace(beside, target)
        replaced = True
        _confirm_folder(os.path.dirname(target), disk)
    except OSError as error:
        return _not_written(path, why(error), UNCONFIRMED if replaced else AS_IT_WAS)
    finally:
        # also on Ctrl-C
        if created and not replaced:
            _remove(beside, disk)
    return None


def _write_all(handle: int, data: bytes, disk: Disk) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(handle, rest[: 1 << 20].tobytes()) :]


def _confirm_folder(folder: str, disk: Disk) -> None:
    """Flush the new name to the disk; systems that cannot open a folder do so themselves."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = disk.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        disk.fsync(handle)
    finally:
        disk.close(handle)


def _remove(path: str, disk: Disk) -> None:
    try:
        disk.unlink(path)
    except OSError:
        pass


def _not_written(path: str, reason: str, state: str) -> Diagnostic:
    return diagnose(NOT_WRITTEN, _place(path), file=printable(path), why=reason, state=state)


def _place(path: str) -> Place:
    return Place(printable(path), 0, 0)
