"""An answer carried out, from the choice to the next question: by compiled code if there is any, else by the reference.

Compiled code checks nothing that the types promise. Whatever it raises, the state before the answer is put back and
the reference does it again: it says what is wrong, or that nothing is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.execute.choices import take
from interpreter.model.requests import Request
from interpreter.model.work_meter import refill

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def carry_out(m: Machine, request: Request, chosen: tuple[int, ...], floor: int = 0) -> None:
    """Take an answer, as numbers of options, and go on to the next question, or until no more than `floor` frames are
    left."""
    refill(m)
    m.meter.unplanned.clear()
    if m.fast is None or m.trace is not None:
        take(m, request, chosen)
        m.run(floor)
        return
    before = m.state.fork()
    logged = len(m.log) if m.log is not None else 0
    try:
        take(m, request, chosen)
        m.run(floor)
    except Exception:  # noqa: BLE001 - whatever it is, the reference says what it means
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
