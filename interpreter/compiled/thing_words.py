"""Words of generated code about single things: what they print, what they are copies of, and what lies on them.

What a program says of its cards never changes, so it is looked up in tables that are filled while a match runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

import interpreter.evaluate.dice as chance
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.functions as functions
import interpreter.evaluate.history as history
import interpreter.evaluate.marks as marks
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from interpreter.model import state as s
from interpreter.model.environment import equal, one
from interpreter.model.presence import presence_of
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, Location, Rows
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Cells = list[Any]
KEY_LISTS = 256
"""Of so many tables the keys are kept."""


def holder(c: Cells, thing: Thing) -> Thing | None:
    place = c[thing + s.PLACE]
    return place.holder if isinstance(place, Location) else None


@frozen
class CopyOf:
    """What a name of a card stands for that only its copies can have: the oldest copy in play, else the card."""

    id: str
    kind: str
    ref: CardRef


def copy_or_card(m: Machine, named: CopyOf) -> Thing | CardRef:
    many = presence_of(m).cards.get(named.id)
    if not many or m.state.cells[many[0]] != named.kind:
        return named.ref
    return many[0]


def resolved(m: Machine, printed: Value) -> Value:
    """What a card prints, where that may be the name of another card."""
    return copy_or_card(m, printed) if type(printed) is CopyOf else printed


def is_card(c: Cells, thing: Value, id: str) -> bool:
    """Whether something is a card or a copy of it."""
    if type(thing) is int:
        return bool(c[thing + s.CARD] == id)
    return type(thing) is CardRef and thing.id == id


def level_of(m: Machine, c: Cells, thing: Thing | None, offset: int, low: int, single: bool, key: int) -> Value:
    """What lies on one level of a zone."""
    if thing is None:
        return None
    rows = c[thing + offset]
    spend(m, len(rows))
    if not low <= key < low + len(rows):
        return None
    row = rows[key - low]
    return (row[0] if row else None) if single else row


def leveled(m: Machine, thing: Thing, offset: int, single: bool) -> tuple[Thing, ...]:
    """What lies on all levels of a zone."""
    rows = m.state.cells[thing + offset]
    spend(m, len(rows))
    return tuple([row[0] for row in rows if row] if single else [x for row in rows for x in row])


def called_by(
    m: Machine, c: Cells, many: tuple[Thing, ...], printed: dict[str | None, Value], key: str
) -> Thing | None:
    """Of several things the one that prints a symbol."""
    for thing in many:
        if printed[c[thing + s.CARD]] == key:
            return thing
    return marks.one_with(m, many, key)


def would(m: Machine, thing: Value, verb: str, answers: dict[str | None, bool]) -> bool:
    """Whether a text of a card performs a verb: found out once for a card."""
    thing = one(thing)
    if thing is None:
        return False
    id = thing.id if type(thing) is CardRef else m.state.cells[thing + s.CARD]
    answer = answers.get(id)
    if answer is None:
        answer = answers[id] = history.would(m, thing, verb)
    return answer


def has(m: Machine, left: Value, right: Value) -> bool:
    if type(left) is tuple:
        spend(m, len(left) + 1)
    return marks.has(m, left, right)


def is_same(m: Machine, op: Op, left: Value, right: Value) -> bool:
    """`is` for values of any sort."""
    if type(left) is tuple or type(right) is tuple:
        spend(m, (len(left) if type(left) is tuple else 1) + (len(right) if type(right) is tuple else 1))
    return expressions.are_same(op, left, right, m)


def row_of(m: Machine, table: Value, key: Value) -> Value:
    """A row of a table by its key; what is no table has one value for every key."""
    if type(table) is not Rows:
        return table
    spend(m, len(table.rows))
    if type(key) is int or type(key) is str:
        rows = rows_by_key(table)
        if rows is not None:
            return rows.get(key, table.default)
    return expressions.look_up(table, key, m)


_INDEXED: dict[int, tuple[Rows, dict[Value, Value] | None]] = {}
"""Tables by where they lie, with their rows by key; the same tables of the program are asked again and again."""


def rows_by_key(table: Rows) -> dict[Value, Value] | None:
    """The rows of a table by number or symbol; none if a row has another sort of key."""
    kept = _INDEXED.get(id(table))
    if kept is not None and kept[0] is table:
        return kept[1]
    rows: dict[Value, Value] | None = {}
    for key, row in table.rows:
        parts = key[1:] if type(key) is tuple and key and key[0] in ("number", "symbols") else (key,)
        if rows is None or any(type(part) is not int and type(part) is not str for part in parts):
            rows = None
            break
        for part in parts:
            rows.setdefault(part, row)
    if len(_INDEXED) >= KEY_LISTS:
        _INDEXED.clear()
    _INDEXED[id(table)] = (table, rows)
    return rows


def key_list(m: Machine, table: Value, op: Op, memo: dict[int, tuple[Value, Value]]) -> Value:
    """The keys of a table; those of tables that are printed are found once."""
    entry = memo.get(id(table))
    if entry is None:
        if len(memo) > KEY_LISTS:
            memo.clear()
        entry = memo[id(table)] = (table, functions.keys_of(table, op, m))
    return entry[1]


def area(
    m: Machine, shape: Value, user: Value, facing: Value, turned: bool, shapes: dict[tuple[str, str], Any]
) -> tuple[Thing, ...]:
    """The spaces that a drawn shape covers; how it is drawn is read once."""
    here, shape = things.cell_of(m, one(user)), one(shape)
    if here is None or shape is None:
        return ()
    board = things.board_of(m, here.board)
    key = (shape.id if type(shape) is CardRef else m.state.cells[shape + s.CARD], board.grid)
    offsets = shapes.get(key)
    if offsets is None:
        offsets = shapes[key] = things.offsets(m, shape, board.grid)
    toward = things.cell_of(m, one(facing)) if turned else None
    turn = board.facing(here.index, toward.index) if toward is not None else 0
    spaces = things.spaces_of(m, here.board)
    covered = tuple([spaces[cell] for cell in board.area(offsets, here.index, turn)])
    spend(m, len(offsets) + len(covered))
    return covered


def face_of(m: Machine, c: Cells, die: Value) -> Face | None:
    """What a die shows."""
    if type(die) is int:
        for mark in c[die + s.MARKS]:
            if mark[0] == "#face":
                face: Face = mark[1]
                return face
    die = one(die)
    return None if die is None else chance.shown_face(m, die)


def face_is(face: Value, shown: Value) -> bool:
    """Whether a face is another one, or shows just a symbol."""
    if type(face) is Face and (shown is None or type(shown) is str):
        return face.symbols == (shown,)
    return equal(face, shown)


def value_of(m: Machine, c: Cells, die: Value) -> int | None:
    face = face_of(m, c, die)
    return None if face is None else face.number


WORDS: dict[str, Any] = {
    word.__name__: word
    for word in (
        holder, copy_or_card, resolved, is_card, level_of, leveled, called_by, would, has, is_same, row_of, key_list,
        area, face_of, face_is, value_of,
    )
}  # fmt: skip
