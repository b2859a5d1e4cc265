"""What a seat may know of a match, as plain data: the only form in which a match is seen from outside.

A view is made from the table of its seat, on which everything hidden is blank (`interpreter.visibility.redact`), so
it needs no care of its own to keep a secret. What is asked and what has happened is told in words that the seat may
read. Nothing is reckoned before somebody asks for a view, and nothing of it is kept.
"""

from __future__ import annotations

import json

from attrs import asdict

import interpreter.evaluate.things as things
from dsl.names import types as t
from interpreter.evaluate.sight import player_of
from interpreter.execute.machine import Machine
from interpreter.match import Match
from interpreter.model import state as s
from interpreter.model.frames import T_BRANCHES, TOGETHER, V_VERB
from interpreter.model.requests import Request
from interpreter.model.state import Value
from interpreter.visibility.questions import told_log, told_request
from interpreter.visibility.redact import decides, standpoint, veil
from interpreter.visibility.view_builder import Look
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
    "as_data", "as_text", "view", "waiting",
]  # fmt: skip

FORMAT = 1
"""The form of a view as data; raised when a reader of the old form would stumble."""


def view(match: Match | Machine, seat: str | None, since: int = 0, request: int | None = None) -> View:
    """The match as a seat may know it; of the log only what has a number from `since` on.

    A seat that decides several things at once sees the table of the one that `request` is about.
    """
    m = match.machine if isinstance(match, Match) else match
    viewer = player_of(m, seat) if seat is not None else None
    table, numbers = standpoint(m, viewer, request)
    look = Look(*veil(table, viewer))
    cells = look.m.state.cells
    outcome = m.state.cells[s.OUTCOME]
    asked = [one for one in table.state.requests if one.seat == seat and one.id in numbers]
    return View(
        seat=seat,
        seats=m.seats,
        players=tuple(things.seat_of(m, player) for player in cells[s.PLAYERS]),
        active=things.seat_of(m, cells[s.ACTIVE]) or None,
        round=cells[s.ROUND],
        window=table.open_window(),
        going_on=tuple(event[V_VERB] for event in table.state.events),
        modes=tuple(sorted(m.linked.modes)),
        over=outcome is not None or not m.state.frames,
        winners=tuple(things.seat_of(m, player) for player in outcome or ()),
        waiting=waiting(m),
        requests=tuple(_request(look, table, one, numbers[one.id]) for one in asked),
        things=tuple(look.thing(thing) for thing in look.order),
        boards=tuple(look.boards()),
        log=tuple(EventView(*entry) for entry in told_log(m, viewer, since)),
    )


def waiting(m: Machine) -> tuple[str, ...]:
    """The seats that are asked. Of those who decide together nobody can tell who has decided already."""
    frame = m.state.frames[-1] if m.state.frames else None
    if frame is None or frame[0] != TOGETHER:
        asked = {request.seat for request in m.state.requests}
    else:
        deciding = (decides(m, branch) for branch in frame[T_BRANCHES])
        asked = {things.seat_of(m, player) for player in deciding if player is not None}
    return tuple(seat for seat in m.seats if seat in asked)


def as_data(found: View | RequestView) -> dict[str, Plain]:
    """A view as lists and tables of plain values."""
    data = asdict(found)
    data["format_version"] = FORMAT
    return data


def as_text(found: View) -> str:
    """A view as one line of JSON: equal for equal views, byte for byte."""
    return json.dumps(as_data(found), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _request(look: Look, table: Machine, request: Request, number: int) -> RequestView:
    told = told_request(table, request)
    options = tuple(
        OptionView(words, _value(look, request.sort, one.value, told.type))
        for words, one in zip(told.options, request.options, strict=True)
    )
    least, most, fits, such = request.least, request.most, request.fits, request.such
    return RequestView(number, request.seat, request.sort, told.prompt, options, least, most, fits, such)


def _value(look: Look, sort: str, value: Value, type: t.Type) -> Plain:
    """The value of an option; who pays with a thing names it together with the line that takes it."""
    if sort == "pay" and isinstance(value, tuple):
        return look.plain(value[1], t.THING)
    return look.plain(value, type)
