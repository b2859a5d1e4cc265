"""The legal moves of a player in a window: every action with every combination of arguments that passes its checks.

`interpreter.execute.action_search` enumerates the arguments of an action; `interpreter.execute.action_checks` checks
them, and says why an action is not legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import interpreter.evaluate.suppression as suppression
import interpreter.evaluate.things as things
import interpreter.execute.action_search as action_search
from dsl.diagnostics.codes import running as codes
from interpreter.execute.action_checks import done_already
from interpreter.link.linked_program import Offered
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import fault
from interpreter.model.moves import Move
from interpreter.model.state import Thing, Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def legal(m: Machine, window: str, player: Thing) -> list[Move]:
    """All legal moves of a player in a window."""
    m.begin_memo()
    try:
        return _legal(m, window, player)
    finally:
        m.invalidate()


def _legal(m: Machine, window: str, player: Thing) -> list[Move]:
    moves: list[Move] = []
    for action in m.linked.actions.get(window, []):
        if done_already(m, action, player) is not None:
            continue
        for it, extra in bringers(m, action, player):
            for values in action_search.good(m, action, it, extra, player):
                moves.append(Move(action.op.data, tuple({**values, **extra}.items()), it))
                if len(moves) > limits.OPTIONS:
                    raise fault(codes.TOO_MANY, action.op, most=f"{limits.OPTIONS:,}", what="options in one choice")
    return moves


def bringers(m: Machine, action: Offered, player: Thing) -> Iterator[tuple[Value, Values]]:
    """The bearers of an action that the player controls, with the arguments of a mark; none for a free-standing
    action."""
    if action.holder == "":
        yield None, {}
        return
    if action.holder == "mark":
        candidates = things.bearers(m, action.name)
    elif action.holder == "kind":
        candidates = s.things_of(m.state, m.linked.layout, action.name)
    else:
        candidates = things.copies(m, action.name)
    for thing in candidates:
        if things.controller(m, thing) != player or not things.works_at(m, thing, action.clauses.works_in):
            continue
        if suppression.is_silent(m, thing):
            continue
        if action.holder != "mark":
            yield thing, {}
            continue
        params = m.linked.mark_names[action.name]
        for name, args in m.state.cells[thing + s.MARKS]:
            if name == action.name:
                yield thing, dict(zip(params, args, strict=True))
