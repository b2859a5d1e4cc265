"""The data types of a view: frozen plain data that can be written as JSON.

Things are identified by their number in the view; seats, kinds, cards and words by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from interpreter.model.requests import Fits

Plain = Any
"""A number, text, truth, none, or lists and objects of these: JSON data."""


@frozen
class ZoneView:
    """A zone, or one level of it: its size and its things from the top down; none for a hidden thing.

    If nothing is visible, `things` is empty.
    """

    name: str
    level: int | None
    number: int
    things: tuple[int | None, ...]


@frozen
class ThingView:
    """A thing on the table: its name, owner, place and values."""

    number: int
    kind: str
    card: str | None
    name: str
    owner: str | None
    place: Mapping[str, Plain] | None
    fields: Mapping[str, Plain]
    marks: tuple[Mapping[str, Plain], ...]
    parts: Mapping[str, tuple[int, ...]]
    zones: tuple[ZoneView, ...]


@frozen
class SpaceView:
    thing: int
    name: str
    row: int
    column: int


@frozen
class BoardView:
    """A map on the table, with its spaces in the order of its drawing."""

    map: str
    grid: str
    spaces: tuple[SpaceView, ...]


@frozen
class OptionView:
    """One option: in words, and as plain data with things as numbers of this view."""

    words: str
    value: Plain


@frozen
class RequestView:
    """A request to this seat; an answer is `least` to `most` option numbers, from 0.

    If options are judged as a set, `fits` lists all valid answers and `such` is the condition.
    """

    id: int
    seat: str
    sort: str
    prompt: str
    options: tuple[OptionView, ...]
    least: int
    most: int
    fits: Fits = None
    such: str = ""


@frozen
class EventView:
    """An event, in the words for this seat."""

    number: int
    verb: str
    words: str
    depth: int
    cites: tuple[str, ...]


@frozen
class View:
    """A match as one seat may know it; `seat` is none for an onlooker."""

    seat: str | None
    seats: tuple[str, ...]
    players: tuple[str, ...]  # still in the game
    active: str | None
    round: int
    window: str | None
    going_on: tuple[str, ...]  # the verbs of the told events in progress, outermost first
    modes: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    waiting: tuple[str, ...]  # the seats with an open request
    requests: tuple[RequestView, ...]
    things: tuple[ThingView, ...]
    boards: tuple[BoardView, ...]
    log: tuple[EventView, ...]

    def thing(self, number: int) -> ThingView:
        return self.things[number]
