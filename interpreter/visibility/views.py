"""The knowledge of one seat about a match, as plain data: the only form in which a match is visible from outside.

A view is built from the seat's redacted table (`interpreter.visibility.redact`), so it needs no further care to keep
secrets. Requests and events are told in words that the seat may read. Views are computed on demand and not cached.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import asdict

import interpreter.evaluate.things as things
from dsl.names import types as t
from interpreter.evaluate.sight import Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.frames import T_BRANCHES, TOGETHER, V_VERB
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value
from interpreter.visibility.questions import log_for, request_words
from interpreter.visibility.redact import decides, redacted, table_of, writable_copy
from interpreter.visibility.view_builder import ViewBuilder
from interpreter.visibility.view_types import (
    BoardView,
    EventView,
    OptionView,
    Plain,
    RequestView,
    SpaceView,
    ThingView,
    View,
    ZoneView,
)

__all__ = [
    "BoardView", "EventView", "OptionView", "Plain", "RequestView", "SpaceView", "ThingView", "View", "ZoneView",
    "as_data", "as_text", "open_view", "view", "waiting",
]  # fmt: skip

FORMAT = 1
"""The version of the data format; raised when readers of the old version would fail."""


def view(match: EngineMatch | Machine, seat: str | None, since: int = 0, request: int | None = None) -> View:
    """The match as a seat may know it, with the log from number `since` on.

    A seat with several open decisions sees the table that `request` is about.
    """
    m = _machine(match)
    viewer = player_of(m, seat) if seat is not None else None
    table, numbers = table_of(m, viewer, request)
    return _view(m, table, numbers, seat, ViewBuilder(*redacted(table, viewer)), _log(m, viewer, since))


def open_view(match: EngineMatch | Machine, since: int = 0) -> View:
    """The match with nothing hidden, for whoever runs the table and plays no seat: never give it to a player."""
    m = _machine(match)
    table, numbers = table_of(m, None, None)
    builder = ViewBuilder(Machine(m.linked, writable_copy(m.state), 0, m.seats), len(m.state.cells))
    return _view(m, table, numbers, None, builder, _log(m, None, since))


def _log(m: Machine, viewer: Viewer, since: int) -> tuple[EventView, ...]:
    return tuple(EventView(*entry) for entry in log_for(m, viewer, since))


def _machine(match: EngineMatch | Machine) -> Machine:
    return match.machine if isinstance(match, EngineMatch) else match


def _view(
    m: Machine,
    table: Machine,
    numbers: Mapping[int, int],
    seat: str | None,
    builder: ViewBuilder,
    log: tuple[EventView, ...],
) -> View:
    cells = builder.m.state.cells
    outcome = m.state.cells[s.OUTCOME]
    asked = [
        asked_request
        for asked_request in table.state.requests
        if asked_request.seat == seat and asked_request.id in numbers
    ]
    return View(
        seat=seat,
        seats=m.seats,
        players=tuple(things.seat_of(m, player) for player in cells[s.PLAYERS]),
        active=things.seat_of(m, cells[s.ACTIVE]) or None,
        round=cells[s.ROUND],
        window=table.open_window(),
        going_on=tuple(event[V_VERB] for event in table.state.events if event[V_VERB] not in m.linked.unspoken),
        modes=tuple(sorted(m.linked.modes)),
        over=outcome is not None or not m.state.frames,
        winners=tuple(things.seat_of(m, player) for player in outcome or ()),
        waiting=waiting(m),
        requests=tuple(_request(builder, table, asked_request, numbers[asked_request.id]) for asked_request in asked),
        things=tuple(builder.thing(thing) for thing in builder.order),
        boards=tuple(builder.boards()),
        log=log,
    )


def waiting(m: Machine) -> tuple[str, ...]:
    """The seats with open requests; in a simultaneous decision all its seats, so that nobody can tell who has
    decided."""
    frame = m.state.frames[-1] if m.state.frames else None
    if frame is None or frame[0] != TOGETHER:
        asked = {request.seat for request in m.state.requests}
    else:
        deciding = (decides(m, branch) for branch in frame[T_BRANCHES])
        asked = {things.seat_of(m, player) for player in deciding if player is not None}
    return tuple(seat for seat in m.seats if seat in asked)


def as_data(view: View | RequestView) -> dict[str, Plain]:
    """A view as lists and objects of plain values."""
    data = asdict(view)
    data["format_version"] = FORMAT
    return data


def as_text(view: View) -> str:
    """A view as one line of JSON: equal for equal views, byte for byte."""
    return json.dumps(as_data(view), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _request(builder: ViewBuilder, table: Machine, request: EngineRequest, number: int) -> RequestView:
    words = request_words(table, request)
    options = tuple(
        OptionView(text, _value(builder, request.sort, option.value, words.type))
        for text, option in zip(words.options, request.options, strict=True)
    )
    least, most, fits, such = request.least, request.most, request.fits, request.such
    return RequestView(number, request.seat, request.sort, words.prompt, options, least, most, fits, such)


def _value(builder: ViewBuilder, category: str, value: Value, type: t.Type) -> Plain:
    """The value of an option; an option to pay names its thing together with the line that takes it."""
    if category == "pay" and isinstance(value, tuple):
        return builder.plain(value[1], t.THING)
    return builder.plain(value, type)
