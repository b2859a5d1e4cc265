"""The progress of a simulation: one line that overwrites itself."""

from __future__ import annotations

from time import perf_counter
from typing import TextIO

from attrs import define, field

from tools.simulation.totals import Totals

WIDTH = 30
EVERY = 0.1
"""Seconds between two pictures."""


@define
class ProgressBar:
    games: int
    stream: TextIO
    _begun: float = field(factory=perf_counter)
    _drawn: float = 0.0
    _length: int = 0

    def show(self, totals: Totals) -> None:
        now = perf_counter()
        if now - self._drawn < EVERY and totals.games < self.games:
            return
        self._drawn = now
        full = WIDTH * totals.games // self.games
        rate = totals.decisions / max(now - self._begun, 0.001)
        failed = f", {totals.errors:,} failed" if totals.errors else ""
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        line = f"{bar} {totals.games:,} of {self.games:,} games{failed}, {rate:,.0f} decisions/s"
        self._write("\r" + line.ljust(self._length))
        self._length = len(line)

    def wipe(self) -> None:
        if self._length:
            self._write("\r" + " " * self._length + "\r")

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError:
            pass  # the stream is closed
