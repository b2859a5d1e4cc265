"""A sentence from outside, done on a table that waits for an answer.

The open question is taken back first: the text or window that asked stands where it stood before it did. Then the
sentence is put on top, and when it is done the question is asked again, about the table as it is then. So nothing of
the match knows that anything was interjected, and the sentence itself may ask as well. Two questions cannot be taken
back: what several seats decide together, and whether a rule that is half begun may go on.
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
"""Questions of a sentence: it is done once more."""


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
    """Do a text now, up to the next question; the number of the scope that holds its names.

    Whoever calls this keeps the state as it was, and puts it back if something goes wrong.
    """
    _take_back(m.state)
    m.state.cells[s.STEPS] = 0
    refill(m)
    scope = m.state.open_scope(names)
    m.push_text(text, scope, None, me, None, 0, False, None)
    m.run()
    return scope


def _take_back(state: State) -> None:
    frame: list[Any] | None = state.frames[-1] if state.frames and state.requests else None
    if frame is not None and frame[0] == TEXT:  # a window, and whoever orders hooks, ask by themselves
        if frame[F_GOT][0] in _AGAIN:
            frame[F_PC] -= 1
        frame[F_GOT] = None
    state.requests = ()
