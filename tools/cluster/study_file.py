"""The file of a study: what was counted so far, chunk by chunk, so that an interrupted study can be resumed.

A line is on the disk before its chunk counts as done. A line cut off by a crash is dropped; its chunk is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from attrs import define, field

from tools.cluster.chunk import SeedRange
from tools.cluster.shipment import Shipment
from tools.simulation.totals import Totals

FORMAT_VERSION = 2


class NotResumed(Exception):
    """A file is not that of this study; the text says why."""


@define
class StudyFile:
    """The chunks of a study that are done. Without a path, nothing is kept."""

    path: str | None
    done: list[SeedRange] = field(factory=list)
    _file: TextIO | None = None

    def write(self, chunk: SeedRange, totals: list[Any]) -> None:
        self.done.append(chunk)
        if self._file is not None:
            self._file.write(json.dumps([chunk.first, chunk.count, totals]) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def left(self, first: int, count: int) -> Iterator[SeedRange]:
        """The seeds that no chunk has played yet."""
        for chunk in sorted(self.done, key=lambda chunk: chunk.first):
            if chunk.first > first:
                yield SeedRange(first, chunk.first - first)
            count -= chunk.first + chunk.count - first
            first = chunk.first + chunk.count
        if count:
            yield SeedRange(first, count)


def open_study(path: str | None, shipment: Shipment, totals: Totals) -> StudyFile:
    """The file of a study, new or resumed; what it has counted is added to the totals. Raises `NotResumed`."""
    if path is None:
        return StudyFile(None)
    head = json.dumps({"format_version": FORMAT_VERSION, "job": json.loads(shipment.job), "rules": shipment.hash})
    study = StudyFile(path)
    if not os.path.lexists(path):
        study._file = open(path, "x", encoding="utf-8")  # noqa: SIM115 - closed with the study
        study._file.write(head + "\n")
        return study
    good = _read(path, head, study.done, totals)
    study._file = open(path, "r+", encoding="utf-8")  # noqa: SIM115 - closed with the study
    study._file.truncate(good)
    study._file.seek(good)
    return study


def _read(path: str, head: str, done: list[SeedRange], totals: Totals) -> int:
    """Read the chunks of a study; return the length of the part that is whole."""
    try:
        with open(path, "rb") as file:
            lines: Sequence[bytes] = file.read().splitlines(keepends=True)
    except OSError as error:
        raise NotResumed(f"`{path}` cannot be read: {error.strerror or error}") from error
    if not lines or lines[0].rstrip(b"\n").decode("utf-8", "replace") != head:
        raise NotResumed(f"`{path}` is not the file of this study: its game, rules, seats, seeds or engine differ")
    good = len(lines[0])
    for number, line in enumerate(lines[1:], 2):
        try:
            first, count, counted = json.loads(line)
            more = Totals.from_list(totals.seats, counted)
            whole = line.endswith(b"\n")
        except (ValueError, TypeError):
            whole = False
        if not whole and number == len(lines):
            break  # cut off by a crash: its chunk is played again
        if not whole:
            raise NotResumed(f"line {number} of `{path}` is damaged: remove it, and its chunk is played again")
        totals.add(more)
        done.append(SeedRange(first, count))
        good += len(line)
    return good
