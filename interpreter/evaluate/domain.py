"""The values that an enumerable type has now: what a slot or a choice without a list of options can be filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.names import types as t
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.state import Value
from interpreter.model.values import MarkOf

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def domain(m: Machine, type: t.Type) -> tuple[Value, ...]:
    """All values of an enumerable type: symbols, small ranges, truths, things in play, marks …"""
    match t.plain(type):
        case t.SymbolT(name=name):
            return m.symbols.symbols[name].members
        case t.NumberT(low=low, high=high) if low is not None and high is not None and high - low < limits.OPTIONS:
            return tuple(range(low, high + 1))
        case t.TruthT():
            return (True, False)
        case t.KindT(name="Player"):
            players: tuple[Value, ...] = m.state.cells[s.PLAYERS]
            return players
        case t.KindT(name=name):
            return s.things_of(m.state, m.linked.layout, name)
        case t.RefT(sort="combo"):
            return tuple(sorted(m.symbols.combos))
        case t.MarkT():
            return tuple(MarkOf(name) for name in sorted(m.symbols.marks))
        case _:
            return ()
