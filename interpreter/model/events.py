"""Events as values: the log of a match, on which every `why` is based.

The numbers that people read count only what everybody is told of. An entry that is told to nobody, or not to everybody,
must not show as a gap in them: that it exists may depend on a hidden card. Its own number is negative.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from attrs import frozen


@frozen
class NamedThing:
    """A thing in a sentence of the log: its words for those who saw it at that time, its words for all others.

    It is identified by its birth number (`BORN`): its number may later be that of another thing.
    """

    born: int
    words: str
    veiled: str
    seen: tuple[int | None, ...]  # none: onlookers


@frozen
class Event:
    """One event: its verb, slot values, words, and nesting depth. `told` is how many told events precede it.

    The numbers of things among `values` were valid when it happened; later readers may only compare players.

    If the event names something hidden from a viewer, `parts` are its words piece by piece. If that thing is revealed
    while the event is in progress, another entry with the verb `SEEN` says so: entries are never changed.
    """

    number: int
    verb: str
    values: tuple[tuple[str, Any], ...]
    words: str
    depth: int
    cites: tuple[str, ...] = ()
    id: int = 0  # among all events of the match, unlogged ones too
    parts: tuple[str | NamedThing, ...] = ()
    told: int = 0


SEEN = "#seen"
"""The verb of an entry without words: a thing named by an event was revealed to some viewers."""
ROLLED = "#rolled"
"""The verb of an entry for a die that was rolled only to be read."""


def numbered(log: Sequence[Event], is_told: bool) -> tuple[int, int]:
    """The number of the next entry of a log, and how many told events precede it."""
    before = log[-1].told + (log[-1].number >= 0) if log else 0
    return before if is_told else -len(log) - 1, before


def place_of(log: Sequence[Event], number: int) -> int | None:
    """Where the entry with this number is in the log."""
    place = bisect_right(log, number, key=_told) - 1 if number >= 0 else -number - 1
    return place if 0 <= place < len(log) and log[place].number == number else None


def since(log: Sequence[Event], number: int) -> Sequence[Event]:
    """The entries from the event with this number on."""
    return log[bisect_left(log, number, key=_told) :] if number > 0 else log


def _told(entry: Event) -> int:
    return entry.told
