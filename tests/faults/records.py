"""Records for tests: short ones, forged ones, and disks that stop or fail at a chosen call."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from attrs import define, field

from tools.files.disk import DISK, Disk
from tools.matches import Game, Match, load
from tools.matches.match import start
from tools.matches.record_lines import written
from tools.play import by_chance

SEATS = ("Ann", "Ben")


@cache
def scrapyard() -> Game:
    return load("scrapyard")


def answer(match: Match) -> None:
    """One answer by chance; the same at the same place."""
    request = match.requests[0]
    match.answer(request.id, by_chance(request, match.seed, match.answers))


def recorded(path: Path, answers: int = 6, seed: int = 5) -> Match:
    """A short record; with an answer that is taken back and given again."""
    match = scrapyard().start(SEATS, seed, record=path)
    for _ in range(answers - 2):
        answer(match)
    match.undo()
    match.redo()
    for _ in range(2):
        answer(match)
    match.close()
    return match


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def chained(said: list[dict[str, Any]]) -> bytes:
    """Lines with checksums that fit."""
    parts, check = [], ""
    for fields in said:
        line, check = written({name: value for name, value in fields.items() if name != "check"}, check)
        parts.append(line)
    return b"".join(parts)


def forged(data: bytes, at: int = 0, **changes: object) -> bytes:
    """A record in which one line says something else, with checksums that fit."""
    said = lines(data)
    said[at] |= changes
    return chained(said)


class Stopped(BaseException):
    """The process has been killed: nothing more happens."""


@define
class Failing:
    """A disk that does so many calls and then stops for good, or fails once.

    What was written and not yet forced to the disk may be lost when it stops: all, a half or nothing of it is kept.
    """

    calls: int
    keeps: float = 1.0
    error: int = 0  # if it fails: with what; then it works again
    done: int = 0
    dead: bool = False
    loose: dict[int, bytes] = field(factory=dict)
    names: list[str] = field(factory=list)

    def disk(self) -> Disk:
        return Disk(
            open=self._call("open", os.open), close=os.close, read=os.read, write=self._call("write", self._write),
            fsync=self._call("fsync", self._fsync), fstat=os.fstat, lstat=os.lstat,
            truncate=self._call("truncate", os.ftruncate), chmod=self._call("chmod", os.chmod),
            replace=self._call("replace", os.replace), unlink=self._call("unlink", os.unlink), scandir=os.scandir,
        )  # fmt: skip

    def _call(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            if self.dead:
                raise Stopped
            self.done += 1
            self.names.append(name)
            if self.done != self.calls:
                return call(*args)
            if name == "write":  # half of it gets through
                os.write(args[0], args[1][: len(args[1]) // 2])
            if self.error:
                raise OSError(self.error, os.strerror(self.error))
            self.dead = True
            for handle, data in self.loose.items():
                size = os.fstat(handle).st_size - len(data)
                os.ftruncate(handle, size + int(len(data) * self.keeps))
            raise Stopped

        return counted

    def _write(self, handle: int, data: bytes) -> int:
        self.loose[handle] = self.loose.get(handle, b"") + data
        return os.write(handle, data)

    def _fsync(self, handle: int) -> None:
        self.loose.pop(handle, None)
        os.fsync(handle)


def begun(path: Path, disk: Disk = DISK, seed: int = 5) -> Match:
    return start(scrapyard(), SEATS, seed, path, disk)


FULL, BROKEN, READ_ONLY = errno.ENOSPC, errno.EIO, errno.EROFS
