"""The turns inside an open window: who is next, who has passed, and what has been done there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.model.frames import W_PASSES, W_PLAYER, W_SCOPE, W_TAKEN, W_USED, WINDOW
from interpreter.model.state import Value
from interpreter.model.values import Deed

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def next_player(frame: list[Any], passed: bool) -> None:
    frame[W_PLAYER] += 1
    frame[W_USED] = 0
    if passed:
        frame[W_PASSES] += 1


def passed(m: Machine) -> None:
    """Pass the turn in the open window."""
    frame = m.window_frame()
    if frame is not None:
        next_player(frame, passed=True)


def note_deed(m: Machine, window: int, verb: str, values: dict[str, Value]) -> None:
    """Record a completed action in its window, for rules that ask what was done there."""
    deed = Deed(verb, tuple(sorted((name, given) for name, given in values.items() if not name.startswith("#"))))
    for frame in m.state.frames:
        if frame[0] == WINDOW and frame[W_SCOPE] == window:
            frame[W_TAKEN] = (*frame[W_TAKEN], deed)
