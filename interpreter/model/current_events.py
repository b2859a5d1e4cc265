"""Looks up events in progress by verb, by number, or from a text that belongs to one; moves one to the front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.model.frames import F_EVENT, V_ID, V_SCOPE, V_VERB

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.model.state import Values


def event_values(m: Machine, event: list[Any]) -> Values:
    return m.state.scopes[event[V_SCOPE]]


def innermost(m: Machine, verb: str) -> list[Any] | None:
    event: list[Any]
    for event in reversed(m.state.events):
        if event[V_VERB] == verb:
            return event
    return None


def event_by_id(m: Machine, id: int | None) -> list[Any] | None:
    event: list[Any]
    for event in reversed(m.state.events):
        if event[V_ID] == id:
            return event
    return None


def own_event(m: Machine, frame: list[Any]) -> list[Any] | None:
    """The event that a text belongs to."""
    return event_by_id(m, frame[F_EVENT])


def come_forward(m: Machine, event_id: int) -> list[Any]:
    """Make one of several simultaneous events the innermost one."""
    events = m.state.events
    if events[-1][V_ID] != event_id:
        events.append(events.pop(_place(events, event_id)))
    return events[-1]


def _place(events: list[list[Any]], event_id: int) -> int:
    """The index of an event among those in progress.

    Usually it is near the end. Of many simultaneous events the next one is the first of them, with few events around
    them, so the search goes on from both ends.
    """
    first, last = 0, len(events) - 1
    while events[last][V_ID] != event_id:
        if events[first][V_ID] == event_id:
            return first
        first, last = first + 1, last - 1
    return last
