"""What answers are made of. All positions are offsets in the text of a file."""

from __future__ import annotations

from attrs import frozen


@frozen(order=True)
class Location:
    path: str
    start: int
    end: int


@frozen
class TextEdit:
    path: str
    start: int
    end: int
    text: str


@frozen
class Item:
    """An offer of a completion. `sort` is one of those in `server.translate`; a snippet has `$1` holes."""

    label: str
    sort: str
    detail: str = ""
    says: str = ""
    insert: str = ""
    rank: int = 5


@frozen
class Symbol:
    name: str
    sort: str
    detail: str
    location: Location
    head: Location
    inside: tuple[Symbol, ...] = ()


@frozen
class Lens:
    location: Location
    title: str
    command: str
    arguments: tuple[str | int, ...] = ()


@frozen
class Refused(Exception):
    """A question without an answer, with the reason."""

    why: str
