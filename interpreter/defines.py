"""Calculations with names: the block form of `define`, which only computes and so runs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.core import Op
from interpreter.evaluate import truth, value
from interpreter.scope import Scope, items
from interpreter.state import Value

if TYPE_CHECKING:
    from interpreter.machine import Machine


class _Result(Exception):
    def __init__(self, found: Value) -> None:
        self.found = found


class _Stop(Exception):
    pass


def run_define(body: Op, scope: Scope, m: Machine) -> Value:
    try:
        _block(body, scope, m)
    except _Result as result:
        return result.found
    return None


def _block(body: Op, scope: Scope, m: Machine) -> None:
    for line in body.args:
        match line.name:
            case "let" | "keep":
                scope.values[line.data] = value(line.args[0], scope, m)
            case "assign":
                m.assign(line.args[0], line.data, value(line.args[1], scope, m), scope)
            case "result":
                raise _Result(value(line.args[0], scope, m))
            case "stop":
                raise _Stop
            case "if":
                _if(line, scope, m)
            case "for_each":
                for thing in items(value(line.args[0], scope, m)):
                    scope.values[line.data[0]] = thing
                    try:
                        _block(line.args[1], scope, m)
                    except _Stop:
                        break
            case _:
                pass


def _if(line: Op, scope: Scope, m: Machine) -> None:
    parts = list(line.args)
    while len(parts) >= 2:
        if truth(parts[0], scope, m):
            _block(parts[1], scope, m)
            return
        del parts[:2]
    if parts:
        _block(parts[0], scope, m)
