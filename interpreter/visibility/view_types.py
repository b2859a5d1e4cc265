"""The forms of a view: frozen plain data, nothing else. Everything in them can be said in JSON.

Things are named by their number in the view that they stand in; seats, kinds, cards and words by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from interpreter.model.requests import Fits

Plain = Any
"""A number, text, truth, none, or lists and tables of these: what JSON can say."""


@frozen
class ZoneView:
    """A zone, or one level of it: how many things lie there, and which, the uppermost first; none for a hidden one.

    Where nothing can be seen, `things` is empty.
    """

    name: str
    level: int | None
    number: int
    things: tuple[int | None, ...]


@frozen
class ThingView:
    """Something on the table: what it is called, whose it is, where it is, and what stands on it."""

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
    """One thing that may be answered: in words, and as plain data that names things by their numbers in this view."""

    words: str
    value: Plain


@frozen
class RequestView:
    """What this seat is asked; an answer is numbers of options, from 0, `least` to `most` of them.

    Where several options are judged together, `fits` are all answers that are right and `such` says by what.
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
    """Something that happened, in the words for this seat."""

    number: int
    verb: str
    words: str
    depth: int
    cites: tuple[str, ...]


@frozen
class View:
    """A match as one seat may know it; `seat` is none for somebody who only looks on."""

    seat: str | None
    seats: tuple[str, ...]
    players: tuple[str, ...]  # who still play
    active: str | None
    round: int
    window: str | None
    going_on: tuple[str, ...]  # the verbs of the events under way, outermost first
    modes: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    waiting: tuple[str, ...]  # the seats that are asked something
    requests: tuple[RequestView, ...]
    things: tuple[ThingView, ...]
    boards: tuple[BoardView, ...]
    log: tuple[EventView, ...]

    def thing(self, number: int) -> ThingView:
        return self.things[number]
