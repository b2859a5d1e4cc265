"""The clock of a bot that searches: it ends a search in time, and tells how far it is once it takes long.

The engine reads no clock, so the search asks this watch after each walk. With a limit, the answer depends on the speed
of the machine: such a match can be replayed from its record, but not from its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from attrs import define, field

PATIENCE = 1.0
"""Seconds until somebody who waits is told something."""
PACE = 0.25
"""Seconds until the next time."""
MARGIN = 0.05
"""The part of the limit that is kept for the walk in progress."""

Tell = Callable[[float], None]
"""Called with the share of the search that is done, from 0 to 1."""


@define
class ThinkingTime:
    limit: float | None = None
    tell: Tell | None = None
    _begun: float = 0.0
    _next: float = 0.0
    _longest: float = field(default=0.0)
    _last: float = 0.0

    def begins(self) -> None:
        self._begun = self._last = perf_counter()
        self._next, self._longest = PATIENCE, 0.0

    def goes_on(self, share: float) -> bool:
        now = perf_counter()
        used = now - self._begun
        self._longest, self._last = max(self._longest, now - self._last), now
        if self.limit is not None:
            share = used / self.limit
        if self.tell is not None and used >= self._next:
            self._next = used + PACE
            self.tell(min(share, 1.0))
        # a walk must not begin that is likely to end too late
        return self.limit is None or used + self._longest < self.limit * (1 - MARGIN)
