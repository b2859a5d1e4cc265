"""Invariants and goals, checked after each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
from dsl.diagnostics.codes import running as codes
from interpreter.model import state as s
from interpreter.model.environment import Scope, fault, items
from interpreter.model.frames import E_IDS, EVENT
from interpreter.model.state import Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def settle(m: Machine) -> None:
    """Check invariants, then goals; not while simultaneous events are in progress."""
    if m.state.cells[s.OUTCOME] is not None or several_at_once(m):
        return
    m.begin_memo()
    if m.linked.always:
        _check_invariants(m)
    check_goals(m)
    m.invalidate()


def several_at_once(m: Machine) -> bool:
    """Whether simultaneous events are in progress."""
    for frame in m.state.frames:  # noqa: SIM110  (asked after every event: a loop is quicker)
        if frame[0] == EVENT and len(frame[E_IDS]) > 1:
            return True
    return False


def _has_begun(m: Machine) -> bool:
    """A game without phases is in setup until the first question."""
    return not m.linked.has_phases and m.state.next_request > 1


def begin_play(m: Machine) -> None:
    """Start the first phase of a flow: goals are checked from here on."""
    m.state.cells[s.BEGUN] = True
    settle(m)


def _check_invariants(m: Machine) -> None:
    for kind, op, reason in m.linked.always:
        holders: tuple[Value, ...] = s.things_of(m.state, m.linked.layout, kind) if kind else (None,)
        for it in holders:
            scope = Scope({}, it, things.controller(m, it) if it is not None else None)
            if not expressions.truth(op, scope, m):
                raise fault(codes.BROKEN, op, reason=reason or "a rule of the ruleset says so")


def check_goals(m: Machine) -> None:
    if not m.state.cells[s.PLAYERS]:
        m.state.cells[s.OUTCOME] = ()
        return
    if not (m.state.cells[s.BEGUN] or _has_begun(m)):
        return  # still in setup
    if m.linked.series and m.in_series():
        return  # a flow that starts others ends by itself
    for meaning in m.linked.goals():
        winners = items(expressions.value(meaning.ops[0], Scope(), m))
        if winners:
            m.state.cells[s.OUTCOME] = winners
            return
