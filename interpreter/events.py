"""What happened, as values: the log of a match and the ground for every `why`."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Event:
    """One event: its verb, the values of its slots in words, who did it, and how deep inside others it was."""

    number: int
    verb: str
    values: tuple[tuple[str, Any], ...]
    words: str
    depth: int
    cites: tuple[str, ...] = ()
