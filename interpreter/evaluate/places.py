"""The place that a sentence names: a zone of a holder, a level of it, or a space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from interpreter.evaluate.expressions import value
from interpreter.model import state as s
from interpreter.model.environment import Scope, one
from interpreter.model.state import Thing
from interpreter.model.values import Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def place_of(m: Machine, op: Op, scope: Scope) -> Location | Thing | None:
    """The target of a place: a zone with its holder and level, or a space."""
    if op.name == "at" and op.args[0].name in ("field", "table_field"):
        zone = _zone(m, op.args[0], scope)
        if zone is not None:
            return Location(zone[0], zone[1], value(op.args[1], scope, m))
    zone = _zone(m, op, scope) if op.name in ("field", "table_field") else None
    if zone is not None:
        return Location(*zone)
    space = one(value(op, scope, m))
    return space if isinstance(space, int) else None


def _zone(m: Machine, op: Op, scope: Scope) -> tuple[Thing, str] | None:
    if op.name == "table_field":
        holder, name = m.state.cells[s.TABLE], op.data
    else:
        holder, name = one(value(op.args[0], scope, m)), op.data[1]
    if not isinstance(holder, int):
        return None
    sig = m.linked.layout.kinds[m.state.cells[holder + s.KIND]].fields.get(name)
    return (holder, name) if sig is not None and sig.sort in ("zone", "children") else None
