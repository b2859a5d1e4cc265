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
    _first: tuple[int, int] | None = None  # the games and decisions when the first picture was drawn
    _length: int = 0

    def show(self, totals: Totals) -> None:
        now = perf_counter()
        if now - self._drawn < EVERY and totals.games < self.games:
            return
        self._drawn = now
        if self._first is None:
            self._first, self._begun = (totals.games, totals.decisions), now
        full = WIDTH * totals.games // self.games
        seconds = max(now - self._begun, 0.001)
        rate = (totals.decisions - self._first[1]) / seconds
        failed = f", {totals.errors:,} failed" if totals.errors else ""
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        left = time_left(totals.games - self._first[0], self.games - totals.games, seconds)
        line = f"{bar} {totals.games:,} of {self.games:,} games{failed}, {rate:,.0f} decisions/s{left}"
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


def time_left(done: int, left: int, seconds: float) -> str:
    """The time that the rest takes at the present speed, in words; empty if it is not known or over."""
    if done <= 0 or left <= 0:
        return ""
    wait = seconds * left / done
    if wait < 90:
        return f", {wait:.0f} s left"
    return f", {wait / 60:.0f} min left" if wait < 5400 else f", {wait / 3600:.1f} h left"
