"""Loops and `match`: the sentences that only decide where a text goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.expressions as expressions
from interpreter.evaluate.row_keys import key_matches
from interpreter.model.environment import Scope, number
from interpreter.model.frames import F_PC

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def loop_step(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    """The position of a loop is stored under a hidden name of the text."""
    match instruction:
        case ("count", name, most):
            scope.values[name] = number(expressions.value(most, scope, m), most)
        case ("count_down", name, after):
            left = scope.values[name]
            scope.values[name] = left - 1
            if left <= 0:
                frame[F_PC] = after
            else:
                m.tick()
        case ("walk", name, among):
            scope.values[name] = m.listed(among, scope)
        case ("next", name, item, after):
            waiting = scope.values[name]
            if not waiting:
                frame[F_PC] = after
            else:
                scope.values[item], scope.values[name] = waiting[0], waiting[1:]
                m.tick()
        case _:
            m.next_round(forever=True)
            m.tick()


def match_step(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    """Continue at the first row whose key applies."""
    _, subject, keys, targets = instruction
    value = expressions.value(subject, scope, m)
    for key, target in zip(keys, targets, strict=False):
        if key_matches(m, key, value):
            frame[F_PC] = target
            return
    frame[F_PC] = targets[-1]
