"""The values of a match that are not plain numbers, texts, truths or tuples: each its own small frozen class.

A thing is a number; these are told apart from it and from lists by their class, never by their shape.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen(order=True)
class Face:
    """What a die shows: a number and a bag of symbols."""

    number: int
    symbols: tuple[str, ...] = ()


@frozen(order=True)
class CardRef:
    """A card as printed, before a copy of it is in play."""

    id: str


@frozen
class TextRef:
    """What a script field or a printed cost of a thing or card says."""

    thing: int | CardRef
    name: str


@frozen(order=True)
class Range:
    """`1..6`, `3..`"""

    low: int
    high: int | None


@frozen
class MarkOf:
    """`Burn(2)`; `said` tells which of its numbers were written there, and are not those of its head."""

    name: str
    args: tuple[Any, ...] = ()
    said: tuple[int, ...] = field(default=(), eq=False)

    def means(self, name: str, args: tuple[Any, ...]) -> bool:
        """Whether a keyword or status with these numbers is meant: without a number every one of its name is."""
        return name == self.name and all(at < len(args) and args[at] == self.args[at] for at in self.said)


@frozen
class Rows:
    """A table: its rows in order, and what every key gives that has no row. The levels of a zone are one, too."""

    rows: tuple[tuple[Any, Any], ...] = ()
    default: Any = None
    levels: bool = False


@frozen
class Place:
    """Where a thing lies or goes: a zone of somebody or something, and which level or position of it."""

    holder: int
    zone: str
    level: int | None = None


@frozen
class Cell:
    """Where a space is: its board, its number there, its coordinate, and what the map printed on it."""

    board: str
    index: int
    coordinate: tuple[int, int]
    printed: tuple[tuple[str, Any], ...] = ()


@frozen
class Deed:
    """What was done in a window: the verb, and its slots and kept values as they were in the end."""

    verb: str
    values: tuple[tuple[str, Any], ...]
