"""The values of a match besides numbers, texts, truths and tuples: small frozen classes.

A thing is a number; these values are told apart from it and from lists by class, never by shape.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen(order=True, cache_hash=True)
class Face:
    """The face of a die: a number and a multiset of symbols."""

    number: int
    symbols: tuple[str, ...] = ()


@frozen(order=True)
class CardRef:
    """A card as printed, before a copy of it is in play."""

    id: str


@frozen
class TextRef:
    """The text of a script field or a printed cost of a thing or card."""

    thing: int | CardRef
    name: str


@frozen(order=True)
class Range:
    """`1..6`, `3..`"""

    low: int
    high: int | None


@frozen(cache_hash=True)
class MarkOf:
    """`Burn(2)`; `said` lists the arguments that were written there rather than defaulted."""

    name: str
    args: tuple[Any, ...] = ()
    said: tuple[int, ...] = field(default=(), eq=False)

    def means(self, name: str, args: tuple[Any, ...]) -> bool:
        """Whether a keyword or status with these arguments matches; without arguments every one of its name does."""
        return name == self.name and all(at < len(args) and args[at] == self.args[at] for at in self.said)


@frozen
class Rows:
    """A table: its rows in order, and the default for other keys. The levels of a zone are one, too."""

    rows: tuple[tuple[Any, Any], ...] = ()
    default: Any = None
    levels: bool = False


@frozen
class Location:
    """The location of a thing: a zone of a holder, and the level or position in it."""

    holder: int
    zone: str
    level: int | None = None


@frozen
class Cell:
    """The location of a space: its board, its number there, its coordinate, and its printed values."""

    board: str
    index: int
    coordinate: tuple[int, int]
    printed: tuple[tuple[str, Any], ...] = ()


@frozen
class Deed:
    """An action done in a window: the verb, and the final values of its slots and kept names."""

    verb: str
    values: tuple[tuple[str, Any], ...]
