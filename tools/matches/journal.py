"""A record on the disk, written while the match is played.

A line is appended whole and flushed to the disk before its answer counts. If that fails, the partial line is truncated,
so the file always ends with the last accepted answer; checksums detect anything that a killed process leaves after it.
A damaged file is copied before it is truncated. The writer of a record holds a lock that the system releases when the
process dies.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, field

from dsl.diagnostics.codes import records as codes
from dsl.lazy import lazy_module
from dsl.text.limits import RECORD_BYTES
from tools.files.disk import DISK, Disk, why
from tools.matches.errors import bad_record
from tools.matches.record_lines import BEGINS, Lines, written

if TYPE_CHECKING:
    import fcntl
else:
    fcntl = lazy_module("fcntl")  # not every system has it

_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_NEW_FILE = 0o666
_MOST_ASIDE = 1_000


@define(eq=False)
class Journal:
    """The open end of a record."""

    path: str
    _handle: int
    _disk: Disk
    _size: int = 0
    _check: str = ""
    _ended: bool = True  # whether the last line has its line end
    _ragged: bool = field(default=False)  # whether the file may contain bytes after the last complete line

    def append(self, fields: Mapping[str, Any]) -> None:
        """Add a line; when this returns it is on the disk, and when it raises it is not in the record."""
        if self._handle < 0:
            raise bad_record(codes.NOT_KEPT, self.path, why="the record is closed")
        try:
            self.add(fields)
        except OSError as error:
            raise bad_record(codes.NOT_KEPT, self.path, why=why(error)) from error

    def add(self, fields: Mapping[str, Any]) -> None:
        """Add a line; a system error is raised as a fault."""
        line, check = written(fields, self._check)
        if not self._ended:
            line = b"\n" + line
        try:
            if self._ragged:
                self._disk.truncate(self._handle, self._size)
            self._ragged = True
            write_all(self._handle, line, self._disk)
            self._disk.fsync(self._handle)
        except BaseException:  # also on Ctrl-C
            self._cut()
            raise
        self._ragged, self._ended = False, True
        self._size += len(line)
        self._check = check

    def _cut(self) -> None:
        """Truncate a partial line; if that fails, try again before the next line."""
        try:
            self._disk.truncate(self._handle, self._size)
            self._disk.fsync(self._handle)
            self._ragged = False
        except OSError:
            pass

    def close(self) -> None:
        """Release the file and its lock."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            self._disk.close(handle)

    def __del__(self) -> None:
        self.close()


def create(path: str, head: Mapping[str, Any], disk: Disk = DISK) -> Journal:
    """A new record with its first line. Raises FileExistsError if the file exists."""
    try:
        handle = disk.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _PLAIN, _NEW_FILE)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise bad_record(codes.NOT_BEGUN, path, why=why(error)) from error
    journal = Journal(path, handle, disk)
    try:
        if not lock(handle):
            raise bad_record(codes.IN_USE, path)
        journal.add(head)
        confirm_folder(path, disk)
    except BaseException as error:
        journal.close()
        try:
            disk.unlink(path)
        except OSError:
            pass
        if isinstance(error, OSError):
            raise bad_record(codes.NOT_BEGUN, path, why=why(error)) from error
        raise
    return journal


def never_begun(data: bytes) -> bool:
    """Whether a file is the remains of a process killed before it wrote its first line."""
    return b"\n" not in data and (data.startswith(BEGINS) or BEGINS.startswith(data))


def create_in(path: str, head: Mapping[str, Any], disk: Disk = DISK) -> Journal:
    """A new record in an existing file that never received its first line."""
    handle, data = take_hold(path, disk)
    journal = Journal(path, handle, disk)
    try:
        if not never_begun(data):
            raise bad_record(codes.ANOTHER_MATCH, path, what="exists already")
        if data:
            copy_aside(path, data, disk)
            disk.truncate(handle, 0)
        journal.add(head)
    except BaseException as error:
        journal.close()
        if isinstance(error, OSError):
            raise bad_record(codes.NOT_BEGUN, path, why=why(error)) from error
        raise
    return journal


def read_all(path: str, disk: Disk = DISK) -> bytes:
    """The contents of a file, opened for reading only."""
    try:
        handle = disk.open(path, os.O_RDONLY | _PLAIN)
    except (OSError, ValueError) as error:
        raise bad_record(codes.NOT_A_RECORD, path, why=f"it cannot be opened: {why(error)}") from error
    try:
        return _all(handle, path, disk)
    finally:
        disk.close(handle)


def take_hold(path: str, disk: Disk = DISK) -> tuple[int, bytes]:
    """Open a record to resume it: the locked handle and the contents of the file."""
    try:
        handle = disk.open(path, os.O_RDWR | os.O_APPEND | _PLAIN)
    except (OSError, ValueError) as error:
        raise bad_record(codes.NOT_A_RECORD, path, why=f"it cannot be opened: {why(error)}") from error
    try:
        if not lock(handle):
            raise bad_record(codes.IN_USE, path)
        return handle, _all(handle, path, disk)
    except BaseException:
        disk.close(handle)
        raise


def go_on(path: str, handle: int, data: bytes, lines: Lines, disk: Disk = DISK) -> tuple[Journal, str]:
    """A journal that continues after the last complete line, and the path of the copy of a damaged file."""
    aside = ""
    try:
        if lines.size < len(data):
            aside = copy_aside(path, data, disk)
            disk.truncate(handle, lines.size)
            disk.fsync(handle)
    except OSError as error:
        raise bad_record(codes.NOT_KEPT, path, why=why(error)) from error
    ended = data[: lines.size].endswith(b"\n")
    return Journal(path, handle, disk, lines.size, lines.check, ended), aside


def copy_aside(path: str, data: bytes, disk: Disk = DISK) -> str:
    """Copy a file unchanged under a new name."""
    for number in range(1, _MOST_ASIDE):
        name = f"{path}.damaged" + (f"-{number}" if number > 1 else "")
        try:
            handle = disk.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, _NEW_FILE)
        except FileExistsError:
            continue
        try:
            write_all(handle, data, disk)
            disk.fsync(handle)
        except BaseException:
            disk.close(handle)
            disk.unlink(name)
            raise
        disk.close(handle)
        confirm_folder(path, disk)
        return name
    raise FileExistsError(17, f"there are {_MOST_ASIDE} damaged copies already")


def in_use(path: str) -> bool:
    """Whether another match writes this file now."""
    try:
        handle = os.open(path, os.O_RDONLY | _PLAIN)
    except (OSError, ValueError):
        return False
    try:
        return not lock(handle)
    finally:
        os.close(handle)


def lock(handle: int) -> bool:
    """Take the lock of a file; false if another process has it. Without locks in the system, always true."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def write_all(handle: int, data: bytes, disk: Disk) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(handle, rest.tobytes()) :]


def confirm_folder(path: str, disk: Disk) -> None:
    """Flush the name of a new file to the disk; systems that cannot open a folder do so themselves."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = disk.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        disk.fsync(handle)
    finally:
        disk.close(handle)


def _all(handle: int, path: str, disk: Disk) -> bytes:
    parts, size = [], 0
    try:
        if not stat.S_ISREG(disk.fstat(handle).st_mode):
            raise bad_record(codes.NOT_A_RECORD, path, why="it is not a plain file")
        while part := disk.read(handle, 1 << 20):
            parts.append(part)
            size += len(part)
            if size > RECORD_BYTES:
                raise bad_record(codes.NOT_A_RECORD, path, why=f"it is larger than {RECORD_BYTES:,} bytes")
    except OSError as error:
        raise bad_record(codes.NOT_A_RECORD, path, why=f"it cannot be read: {why(error)}") from error
    return b"".join(parts)
