"""Carries out an answer up to the next question: with compiled code if available, else with the reference machine.

An answer goes back to the frame that asked: to the name that the sentence gives, or to the position where the text
continues.

Compiled code skips every check that the types guarantee. If it raises anything, the state before the answer is restored
and the reference machine repeats the step: it reports the fault, or succeeds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.history as history
import interpreter.execute.builtin_verbs as builtin_verbs
import interpreter.execute.costs as costs
import interpreter.execute.hooks as hooks
import interpreter.execute.simultaneous as simultaneous
import interpreter.execute.windows as windows
from interpreter.execute.choices import take_choice
from interpreter.model import state as s
from interpreter.model.frames import EVENT, F_GOT, F_PC, TOGETHER, WINDOW
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value
from interpreter.model.work_meter import refill

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def carry_out(m: Machine, request: EngineRequest, chosen: tuple[int, ...], floor: int = 0) -> None:
    """Apply an answer, as numbers of options, and run to the next question, or until at most `floor` frames are
    left."""
    refill(m)
    m.meter.unplanned.clear()
    m.settled = False
    if m.fast is None or m.trace is not None:
        take(m, request, chosen)
        m.run(floor)
        return
    before = m.state.fork()
    logged = len(m.log) if m.log is not None else 0
    try:
        take(m, request, chosen)
        m.run(floor)
    except Exception:  # noqa: BLE001 - the reference machine decides what any exception means
        m.state = before
        if m.log is not None:
            del m.log[logged:]
        m.fast.redone += 1
        fast, m.fast = m.fast, None
        if m.luck is not None:
            m.luck.restart()
        refill(m)
        try:
            take(m, request, chosen)
            m.run(floor)
        finally:
            m.fast = fast


def take(m: Machine, request: EngineRequest, chosen: tuple[int, ...]) -> None:
    """Apply a validated answer, as indexes of options, to an open request."""
    values = tuple(request.options[index].value for index in chosen)
    state = m.state
    state.cells[s.STEPS] = 0
    frame = state.frames[-1]
    if m.trace is not None:
        m.trace.answered(m, request, chosen)
    if frame[0] == TOGETHER:
        simultaneous.answer_together(m, frame, request, chosen)
        return
    m.remember("answer", (values, chosen))
    state.requests = tuple(waiting for waiting in state.requests if waiting.id != request.id)
    if frame[0] == WINDOW:
        windows.take_move(m, frame, values)
    elif frame[0] == EVENT:
        hooks.run_hook(m, frame, values[0])
    else:
        _take_in_text(m, frame, values)


def _take_in_text(m: Machine, frame: list[Any], chosen: tuple[Value, ...]) -> None:
    """Deliver an answer to the frame that asked."""
    got = frame[F_GOT]
    frame[F_GOT] = None
    match got[0]:
        case "choose":
            take_choice(m, frame, got[1], got[2], chosen)
        case "may":
            if not chosen:
                frame[F_PC] = got[1]
        case "either":
            frame[F_PC] = got[1][chosen[0]]
        case "pay":
            costs.take_payment(m, frame, chosen[0])
        case "hook" if chosen:
            history.mark_used(m, m.linked.said[got[1]], got[2])
        case "hook":
            hooks.decline(m, frame, m.linked.said[got[1]])
        case "arrange":
            builtin_verbs.put_in_order(m, got[1], chosen)
