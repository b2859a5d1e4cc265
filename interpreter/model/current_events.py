"""Looks up events in progress by verb, by number, or from a text that belongs to one."""

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
