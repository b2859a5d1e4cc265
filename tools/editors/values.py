"""The parts of answers, as plain values. All positions are offsets in the text of a file."""

from __future__ import annotations

from attrs import frozen


@frozen(order=True)
class FileRange:
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
class Proposal:
    """An offer of a completion. `sort` is one of those in `server.translate`; a snippet has `$1` holes."""

    label: str
    sort: str
    detail: str = ""
    says: str = ""
    insert: str = ""
    rank: int = 5


@frozen
class OutlineSymbol:
    name: str
    sort: str
    detail: str
    location: FileRange
    head: FileRange
    inside: tuple[OutlineSymbol, ...] = ()


@frozen
class Lens:
    location: FileRange
    title: str
    command: str
    arguments: tuple[str | int, ...] = ()


@frozen
class NotPossible(Exception):
    """A question without an answer, with the reason."""

    why: str
