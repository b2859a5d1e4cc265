"""What happened, as values: the log of a match and the ground for every `why`."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Named:
    """A thing in a sentence of the log: its words for those who see it then, its words for all others.

    It is known by when it came (`BORN`): its number may later be that of another thing.
    """

    born: int
    words: str
    veiled: str
    seen: tuple[int | None, ...]  # none stands for onlookers


@frozen
class Event:
    """One event: its verb, the values of its slots, who did it, and how deep inside others it was.

    A number of a thing among `values` was right when it happened; who reads them later may only compare players.

    Where it names something that is hidden from somebody, `parts` are its words piece by piece. If that comes to light
    while the event goes on, another entry with the verb `SEEN` says so: entries are never changed.
    """

    number: int
    verb: str
    values: tuple[tuple[str, Any], ...]
    words: str
    depth: int
    cites: tuple[str, ...] = ()
    id: int = 0  # among all events of the match, the untold ones too
    parts: tuple[str | Named, ...] = ()


SEEN = "#seen"
"""The verb of an entry without words: a thing that an event named has come to light for some."""
ROLLED = "#rolled"
"""The verb of an entry about a die that was only rolled to be read."""
