"""Keywords, statuses and symbols of things: what they have, and how what was given is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.evaluate.dice as dice
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.evaluate.things import lineage
from interpreter.model import state as s
from interpreter.model.environment import Scope, bounded, contains, items
from interpreter.model.presence import set_marks
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, MarkOf
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def has(m: Machine, left: Value, right: Value) -> bool:
    """`has`: a keyword or status on a thing, a symbol on a face, a member of a list."""
    if isinstance(left, Face):
        return right in left.symbols or right == left.number
    if isinstance(right, MarkOf) and isinstance(left, int | CardRef):
        marks = marks_of(m, left)
        spend(m, len(marks))
        return any(right.means(*mark) for mark in marks)
    if isinstance(right, MarkOf) and isinstance(left, tuple):
        return any(has(m, thing, right) for thing in left)
    if isinstance(left, int | CardRef) and isinstance(right, str):
        return has_symbol(m, left, right)
    return contains(left, right)


def has_symbol(m: Machine, thing: Value, symbol: Value) -> bool:
    if isinstance(thing, int) and "Die" in lineage(m, thing):
        return symbol in dice.shown_face(m, thing).symbols
    return any(
        symbol in items(fields.read(m, thing, name))
        for name, sig in _fields(m, thing).items()
        if isinstance(t.plain(t.item(sig.type) or sig.type), t.SymbolT)
    )


def one_with(m: Machine, many: tuple[Thing, ...], symbol: Value) -> Thing | None:
    """The thing that a symbol names: by a field that equals the symbol, else by one that contains it."""
    for thing in many:
        for name, sig in _fields(m, thing).items():
            if isinstance(t.plain(sig.type), t.SymbolT) and fields.read(m, thing, name) == symbol:
                return thing
    return next((thing for thing in many if has_symbol(m, thing, symbol)), None)


def _fields(m: Machine, thing: Value) -> dict[str, FieldSig]:
    """The fields of a thing or card."""
    kinds = lineage(m, thing)
    return m.linked.layout.kinds[kinds[0]].fields if kinds else {}


def marks_of(m: Machine, thing: Value) -> tuple[tuple[str, tuple[Value, ...]], ...]:
    """The keywords and statuses of a thing, or the printed ones of a card."""
    if isinstance(thing, CardRef):
        written = m.linked.cards.get(thing.id)
        printed = (
            [expressions.value(mark, Scope({}, thing), m) for mark in written.marks] if written is not None else []
        )
        return tuple((mark.name, mark.args) for mark in printed)
    if not isinstance(thing, int):
        return ()
    marks: tuple[tuple[str, tuple[Value, ...]], ...] = m.state.cells[thing + s.MARKS]
    return marks


def mark_total(m: Machine, thing: Value, mark: MarkOf) -> int:
    """The total of a keyword or status: the sum of its numbers, or the count of marks without one."""
    marks = marks_of(m, thing)
    spend(m, len(marks))
    matching = [args for name, args in marks if mark.means(name, args)]
    return bounded(sum(args[0] if args and isinstance(args[0], int) else 1 for args in matching))


def stacking(m: Machine, mark: str) -> str:
    """Whether a mark that a thing has already stacks, adds up or is replaced."""
    return m.symbols.marks[mark].stacks


def drop_mark(m: Machine, thing: Thing, name: str, args: Value) -> None:
    """Remove one copy of a keyword or status."""
    marks = list(m.state.cells[thing + s.MARKS])
    if (name, args) in marks:
        marks.remove((name, args))
    else:
        marks = [entry for entry in marks if entry[0] != name]
    set_marks(m, thing, tuple(marks))


def take_back(m: Machine, thing: Thing, name: str, args: tuple[Value, ...]) -> None:
    """Remove exactly what was given for a while; from a number that has added up, subtract it."""
    marks = list(m.state.cells[thing + s.MARKS])
    if (name, args) in marks:
        marks.remove((name, args))
    else:
        for index, (mark, numbers) in enumerate(marks):
            if mark == name and numbers and args and isinstance(numbers[0], int) and isinstance(args[0], int):
                left = numbers[0] - args[0]
                marks[index : index + 1] = [(name, (left, *numbers[1:]))] if left > 0 else []
                break
    set_marks(m, thing, tuple(marks))
