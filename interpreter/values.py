"""The values of a match that are not plain numbers, texts, truths or tuples: each its own small frozen class.

A thing is a number; these are told apart from it and from lists by their class, never by their shape.
"""

from __future__ import annotations

from attrs import frozen


@frozen(order=True)
class Face:
    """What a die shows: a number and a bag of symbols."""

    number: int
    symbols: tuple[str, ...] = ()


@frozen(order=True)
class CardRef:
    """A card as printed, before a copy of it is in play."""

    id: str


@frozen(order=True)
class ScriptRef:
    """The sentences of a script field of a thing."""

    thing: int
    name: str


@frozen(order=True)
class Range:
    """`1..6`, `3..`"""

    low: int
    high: int | None


@frozen(order=True)
class MarkOf:
    """`Burn(2)`"""

    name: str
    args: tuple[object, ...] = ()
