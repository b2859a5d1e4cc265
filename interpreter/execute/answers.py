"""Carries out an answer up to the next question: with compiled code if available, else with the reference machine.

Compiled code skips every check that the types guarantee. If it raises anything, the state before the answer is restored
and the reference machine repeats the step: it reports the fault, or succeeds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.execute.choices import take
from interpreter.model.requests import EngineRequest
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
        refill(m)
        try:
            take(m, request, chosen)
            m.run(floor)
        finally:
            m.fast = fast
