"""Events as values: the log of a match, on which every `why` is based."""

from __future__ import annotations

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
    """One event: its verb, slot values, words, and nesting depth.

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


SEEN = "#seen"
"""The verb of an entry without words: a thing named by an event was revealed to some viewers."""
ROLLED = "#rolled"
"""The verb of an entry for a die that was rolled only to be read."""
