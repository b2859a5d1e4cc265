"""Runs a sentence from outside the match on a table that waits for an answer.

The open question is withdrawn first: the text or window that asked returns to its position before the question. Then
the sentence runs on top, and afterwards the question is asked again about the new table. So the match itself never
notices the interjection, and the sentence may ask questions too. Two questions cannot be withdrawn: a simultaneous
decision, and the question whether an optional rule applies.
"""

from __future__ import annotations

from typing import Any

from dsl.ir.operations import Op
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.frames import F_GOT, F_PC, TEXT, TOGETHER
from interpreter.model.state import State, Thing, Value
from interpreter.model.work_meter import refill

_AGAIN = ("choose", "may", "either")
"""Questions of a sentence: the sentence is repeated."""


def why_not_now(state: State) -> str:
    """Why nothing can be interjected now; empty if it can."""
    if state.cells[s.OUTCOME] is not None:
        return "the match is over"
    frame = state.frames[-1] if state.frames else None
    if frame is None or not state.requests:
        return ""
    if frame[0] == TOGETHER:
        return "several decide together now: their answers come first"
    if frame[0] == TEXT and frame[F_GOT][0] not in (*_AGAIN, "pay"):
        return "this question has to be answered first"
    return ""


def interject(m: Machine, text: Op, names: dict[str, Value], me: Thing | None) -> int:
    """Run a text now, up to the next question; returns the number of the scope that holds its names.

    The caller keeps the previous state and restores it if something fails.
    """
    _withdraw_question(m.state)
    m.state.cells[s.STEPS] = 0
    refill(m)
    scope = m.state.open_scope(names)
    m.push_text(text, scope, None, me, None, 0, False, None)
    m.run()
    return scope


def _withdraw_question(state: State) -> None:
    frame: list[Any] | None = state.frames[-1] if state.frames and state.requests else None
    if frame is not None and frame[0] == TEXT:  # a window, and the order of hooks, ask again by themselves
        if frame[F_GOT][0] in _AGAIN:
            frame[F_PC] -= 1
        frame[F_GOT] = None
    state.requests = ()
