"""Assignments: `=`, `+=` and `-=` for names, fields, values of events and rows of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
import interpreter.model.current_events as current_events
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.row_keys import key_matches
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, at_most, bounded, clamped, items, number, one
from interpreter.model.state import Value
from interpreter.model.values import Face, Rows
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def assign(m: Machine, target: Op, sign: str, given: Value, scope: Scope) -> None:
    """Store a value where `target` says, or add it to what is there, or take it away."""
    new = _new_value(m, target, sign, given, scope)
    match target.name:
        case "local":
            scope.values[target.data] = new
        case "field":
            thing = one(expressions.value(target.args[0], scope, m))
            if thing is not None:
                fields.write(m, thing, target.data[1], new)
                if m.trace is not None:
                    m.trace.wrote(m, thing, target, target.data[1], new)
        case "table_field":
            fields.write(m, m.state.cells[s.TABLE], target.data, new)
            if m.trace is not None:
                m.trace.wrote(m, m.state.cells[s.TABLE], target, target.data, new)
        case "event_field":
            event = current_events.innermost(m, target.data[0])
            if event is not None:
                current_events.event_values(m, event)[target.data[1]] = new
        case "at" if isinstance(t.plain(target.args[0].type), t.ListT):
            pass  # an item of a list is assigned through its own field: `me.sectors[head].points`
        case "at":
            _assign_row(m, target, new, scope)


def _new_value(m: Machine, target: Op, sign: str, new: Value, scope: Scope) -> Value:
    """The value after the assignment; a number is clamped to the range of its place."""
    if sign != "=":
        old = expressions.value(target, scope, m)
        if isinstance(t.plain(target.type), t.ListT):
            parts = items(new)
            spend(m, len(items(old)) + len(parts), target)
            removed = set(parts) if sign == "-=" else set[Value]()
            new = (*items(old), *parts) if sign == "+=" else tuple(x for x in items(old) if x not in removed)
            new = at_most(new, limits.LIST_ITEMS, "items in one list", target)
        else:
            change = number(new, target)
            new = number(old if old is not None else 0, target) + (change if sign == "+=" else -change)
            new = bounded(new, target)
    elif isinstance(new, Face) and isinstance(t.plain(target.type), t.NumberT):
        new = new.number
    elif isinstance(t.plain(target.type), t.ListT):
        new = items(new)
    return kept(clamped(new, target.type), target.type)


def _assign_row(m: Machine, target: Op, new: Value, scope: Scope) -> None:
    table = expressions.value(target.args[0], scope, m)
    key = expressions.value(target.args[1], scope, m)
    old = table if isinstance(table, Rows) else Rows((), table)
    spend(m, len(old.rows), target)
    matching = [key_matches(m, row_key, key) for row_key, _ in old.rows]
    rows = [(row[0], new) if matches else row for row, matches in zip(old.rows, matching, strict=True)]
    if not any(matching):
        rows.append((key, new))
    table_rows = at_most(rows, limits.LIST_ITEMS, "rows in one table", target)
    assign(m, target.args[0], "=", Rows(table_rows, old.default), scope)


def kept(value: Value, type: t.Type) -> Value:
    """A value as a field of this type stores it: a single value for a table applies to every key."""
    if isinstance(t.plain(type), t.TableT) and not isinstance(value, Rows):
        return Rows((), value)
    return value
