"""The names of the innermost event in progress, by verb: what `fight.rolls` reads.

Emitted code keeps this beside `state.events`, for the verbs of which some text reads an event (`Emitted.tracked`). It
follows from the events, so whoever has changed these otherwise makes it anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.model.frames import V_SCOPE, V_VERB

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


class _Nothing(dict[str, Any]):
    """The names of no event: each of them is none."""

    def __missing__(self, name: str) -> None:
        return None


NOTHING: dict[str, Any] = _Nothing()


def begin(m: Machine) -> None:
    """Nothing of what emitted code tracks is in progress."""
    m.now = dict.fromkeys(m.emitted.tracked, NOTHING)


def refresh(m: Machine, verb: str) -> None:
    """Look again which event of a verb is the innermost."""
    if verb in m.now:
        m.now[verb] = NOTHING
        for event in reversed(m.state.events):
            if event[V_VERB] == verb:
                m.now[verb] = m.state.scopes[event[V_SCOPE]]
                break


def refresh_all(m: Machine) -> None:
    begin(m)
    for event in m.state.events:
        if event[V_VERB] in m.now:
            m.now[event[V_VERB]] = m.state.scopes[event[V_SCOPE]]


WORDS: dict[str, Any] = {"NOTHING": NOTHING}
