"""Builds the view of a redacted table: the visible things, their numbering, and their values.

Things are numbered in the order of a traversal: the table, the players, the boards with the things on them, each thing
followed by its parts and by the contents of its zones. So a number says where a thing is and nothing about where it has
been. Printed values and stats are computed on the redacted table; a value that cannot be computed there, because it
depends on something hidden, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

import interpreter.evaluate.dice as dice
import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.board.geometry import Grid, drawn_column
from interpreter.execute.machine import Machine
from interpreter.instrument.faults import located
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.moves import Move
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Cell, Deed, Face, Location, MarkOf, Range, Rows, TextRef
from interpreter.model.work_meter import ran_out
from interpreter.visibility.redact import in_play, rows, zones
from interpreter.visibility.view_types import BoardView, Plain, SpaceView, ThingView, ZoneView

HIDDEN: Mapping[str, Plain] = {"hidden": True}
"""A thing that the seat may not know."""


@define
class ViewBuilder:
    """`blank` is the first number of the placeholders for hidden things."""

    m: Machine
    blank: int
    order: list[Thing] = field(factory=list, init=False)
    number: dict[Thing, int] = field(factory=dict, init=False)
    upon: dict[Thing, list[Thing]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        state = self.m.state
        things_in_play = in_play(self.m)
        for thing in things_in_play:
            space = self._space(thing)
            if space is not None:
                self.upon.setdefault(space, []).append(thing)
        players = state.cells[s.FIRST_KIND + self.m.linked.layout.kinds["Player"].index]
        boards = [space for _, spaces in state.cells[s.BOARD] for space in spaces if self._is_on_board(space)]
        for thing in (state.cells[s.TABLE], *players, *boards, *things_in_play):
            self._visit(thing)

    def _visit(self, first: Thing) -> None:
        stack = [first]
        while stack:
            thing = stack.pop()
            if thing >= self.blank or thing in self.number:
                continue
            self.number[thing] = len(self.order)
            self.order.append(thing)
            stack += reversed([*self.upon.get(thing, ()), *self._all_parts(thing), *self._contents(thing)])

    def _fields(self, thing: Thing, *sorts: str) -> list[tuple[str, FieldSig]]:
        shape = self.m.linked.layout.kinds[self.m.state.cells[thing + s.KIND]]
        return [(name, sig) for name, sig in sorted(shape.fields.items()) if sig.sort in sorts]

    def _cell(self, thing: Thing, name: str) -> Value:
        shape = self.m.linked.layout.kinds[self.m.state.cells[thing + s.KIND]]
        return self.m.state.cells[thing + shape.offset[name]]

    def _space(self, thing: Thing) -> Thing | None:
        spaces = (self._cell(thing, name) for name, _ in self._fields(thing, "stands"))
        return next((space for space in spaces if space is not None), None)

    def _all_parts(self, thing: Thing) -> Iterator[Thing]:
        for name, _ in self._fields(thing, "children"):
            yield from self._cell(thing, name)

    def _contents(self, thing: Thing) -> Iterator[Thing]:
        for sig, at in zones(self.m, thing):
            for _, row in rows(sig, self.m.state.cells[at]):
                yield from row

    # ------------------------------------------------------------------------------------------------------ things

    def thing(self, thing: Thing) -> ThingView:
        cells = self.m.state.cells
        return ThingView(
            number=self.number[thing],
            kind=cells[thing + s.KIND],
            card=cells[thing + s.CARD] if cells[thing + s.CARD] in self.m.linked.cards else None,
            name=things.shown(self.m, thing),
            owner=things.seat_of(self.m, things.controller(self.m, thing)) or None,
            place=self._place(thing),
            fields=self._values(thing),
            marks=tuple(self._mark(name, args) for name, args in cells[thing + s.MARKS] if not name.startswith("#")),
            parts={name: self._numbers(self._cell(thing, name)) for name, _ in self._fields(thing, "children")},
            zones=tuple(self._zones(thing)),
        )

    def _numbers(self, visible: tuple[Thing, ...]) -> tuple[int, ...]:
        return tuple(self.number[thing] for thing in visible if thing in self.number)

    def _place(self, thing: Thing) -> Mapping[str, Plain] | None:
        place = self.m.state.cells[thing + s.PLACE]
        if isinstance(place, Location):
            return {"holder": self.number.get(place.holder), "zone": place.zone, "level": place.level}
        space = self._space(thing)
        return {"space": self.number.get(space)} if space is not None else None

    def _zones(self, thing: Thing) -> Iterator[ZoneView]:
        for sig, at in zones(self.m, thing):
            for level, row in rows(sig, self.m.state.cells[at]):
                seen = tuple(self.number.get(item) for item in row)
                visible = seen if any(number is not None for number in seen) else ()
                yield ZoneView(sig.name, level, len(row), visible)

    def _values(self, thing: Thing) -> Mapping[str, Plain]:
        values: dict[str, Plain] = {}
        for name, sig in self._fields(thing, "printed", "keeps", "stat", "stands"):
            if t.plain(sig.type) == t.RefT("cost"):
                continue
            try:
                values[name] = self.plain(fields.read(self.m, thing, name), sig.type)
            except (RuleError, RecursionError) as error:  # depends on something hidden
                if ran_out(error):
                    raise located(self.m, error) from None
                continue
        if "Die" in things.lineage(self.m, thing):
            values["face"] = self.plain(dice.shown_face(self.m, thing), t.UNKNOWN)
        return values

    # ------------------------------------------------------------------------------------------------------ boards

    def boards(self) -> Iterator[BoardView]:
        for key, spaces in self.m.state.cells[s.BOARD]:
            if not spaces:
                continue
            grid = things.board_of(self.m, key).grid
            space_views = tuple(self._space_view(space, grid) for space in spaces if self._is_on_board(space))
            yield BoardView(key.split("#")[0], grid, space_views)

    def _is_on_board(self, space: Thing) -> bool:
        """Whether a space has not been removed."""
        return isinstance(self.m.state.cells[space + s.PLACE], Cell)

    def _space_view(self, space: Thing, grid: Grid) -> SpaceView:
        cell = self.m.state.cells[space + s.PLACE]
        row, column = cell.coordinate[1] + 1, drawn_column(grid, cell.coordinate) + 1
        return SpaceView(self.number[space], things.shown(self.m, space), row, column)

    # ------------------------------------------------------------------------------------------------------ values

    def plain(self, value: Value, type: t.Type) -> Plain:
        """A value as plain data; its type tells a thing from a number."""
        match value:
            case None | bool() | str():
                return value
            case int():
                return self._int(value, t.plain(type))
            case tuple():
                of = t.item(type) or (t.NUMBER if isinstance(t.plain(type), t.LadderT) else t.plain(type))
                return [self.plain(part, of) for part in value]
            case Rows(rows=table_rows, default=default):
                by, of = (type.by, type.of) if isinstance(type := t.plain(type), t.TableT) else (t.UNKNOWN, t.UNKNOWN)
                entries = [[self._key(key, by), self.plain(row, of)] for key, row in table_rows]
                return {"rows": entries, "else": self.plain(default, of)}
            case _:
                return self._object(value)

    def _int(self, number: int, type: t.Type) -> Plain:
        if isinstance(type, t.KindT) or (isinstance(type, t.UnknownT) and number in self.number):
            return {"thing": self.number[number]} if number in self.number else HIDDEN
        return number

    def _key(self, key: Value, by: t.Type) -> Plain:
        """The key of a row: a value, or a form of a table key (`("at least", 3)`)."""
        if isinstance(key, tuple) and key and isinstance(key[0], str):
            return [str(part) if not isinstance(part, int) else part for part in key]
        return self.plain(key, by)

    def _object(self, value: Value) -> Plain:
        match value:
            case Face(number=number, symbols=symbols):
                return {"number": number, "symbols": list(symbols)}
            case CardRef(id=id):
                return {"card": id}
            case Range(low=low, high=high):
                return {"from": low, "to": high}
            case MarkOf(name=name, args=args):
                return self._mark(name, args)
            case Location(holder=holder, zone=zone, level=level):
                return {"holder": self.number.get(holder), "zone": zone, "level": level}
            case Move(verb=verb, values=values, it=it):
                return self._deed(verb, values, it)
            case Deed(verb=verb, values=values):
                return self._deed(verb, values, None)
            case TextRef(name=name):
                return {"text": name}
            case Cell():
                return None
            case _:
                return str(value)

    def _mark(self, name: str, args: tuple[Value, ...]) -> Mapping[str, Plain]:
        sig = self.m.symbols.marks.get(name)
        types = [param.type for param in sig.params] if sig is not None else []
        return {"mark": name, "with": [self.plain(arg, type) for arg, type in zip(args, types, strict=False)]}

    def _deed(self, verb: str, values: tuple[tuple[str, Value], ...], it: Value) -> Mapping[str, Plain]:
        slots = {slot.name: slot.type for slot in self.m.linked.signatures[verb].slots}
        filled = {name: self.plain(value, slots[name]) for name, value in values if name in slots}
        return {"do": verb, "slots": filled, "of": self.plain(it, t.THING)}
