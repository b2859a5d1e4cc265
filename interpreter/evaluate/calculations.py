"""Runs the block form of `define`, which only computes and never stops for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from interpreter.evaluate.assignments import assign
from interpreter.evaluate.expressions import truth, value
from interpreter.evaluate.row_keys import key_matches
from interpreter.model.environment import Scope, fault, items
from interpreter.model.state import Value
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


class _Result(Exception):
    def __init__(self, result: Value) -> None:
        self.found = result


class _Stop(Exception):
    pass


def run_define(body: Op, scope: Scope, m: Machine) -> Value:
    try:
        _block(body, scope, m)
    except _Result as result:
        return result.found
    except _Stop:  # outside a loop, it ends the block
        pass
    return None


def _block(body: Op, scope: Scope, m: Machine) -> None:
    """Execute sentences in order; the checker has rejected any others."""
    for line in body.args if body.name == "block" else (body,):
        match line.name:
            case "let" | "keep":
                scope.values[line.data] = value(line.args[0], scope, m)
            case "assign":
                assign(m, line.args[0], line.data, value(line.args[1], scope, m), scope)
            case "result":
                raise _Result(value(line.args[0], scope, m))
            case "stop":
                raise _Stop
            case "if":
                _if(line, scope, m)
            case "for_each":
                many = items(value(line.args[0], scope, m))
                spend(m, len(many), line)
                for thing in many:
                    scope.values[line.data[0]] = thing
                    try:
                        _block(line.args[1], scope, m)
                    except _Stop:
                        break
            case "match":
                _match(line, scope, m)
            case "block":
                _block(line, scope, m)
            case "none":
                pass
            case other:
                raise fault(INTERNAL, line, what=f"`{other}`", report="")


def _match(line: Op, scope: Scope, m: Machine) -> None:
    subject = value(line.args[0], scope, m)
    for key, body in zip(line.data, line.args[1:], strict=True):
        if key_matches(m, key, subject):
            _block(body, scope, m)
            return


def _if(line: Op, scope: Scope, m: Machine) -> None:
    parts = list(line.args)
    while len(parts) >= 2:
        if truth(parts[0], scope, m):
            _block(parts[1], scope, m)
            return
        del parts[:2]
    if parts:
        _block(parts[0], scope, m)
