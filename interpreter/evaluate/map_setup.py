"""Lays a drawn map: its signs become spaces on the table, and a board that knows which spaces are adjacent.

A board belongs to a map and is shared by all matches; the spaces are things of one match. A space refers to its board
by a key: the card of the map, the thing that the map is part of, and the spaces removed so far. So the boards of a
state can be rebuilt from the state alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.board.geometry import Board, Coordinate, Grid, cell_name, drawn_cells
from interpreter.evaluate.cell_reuse import together
from interpreter.evaluate.expressions import value
from interpreter.evaluate.zones import add_marks, begin_fields, clear, create_plain
from interpreter.link.printed_cards import PrintedCard, read_card
from interpreter.model import state as s
from interpreter.model.environment import Scope
from interpreter.model.presence import set_marks
from interpreter.model.state import Thing, Value, drawn_on
from interpreter.model.values import CardRef, Cell

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def lay_map(m: Machine, map: Value) -> None:
    """Put the spaces of a drawn map into play.

    The table has one map, which replaces the previous one. A map that is part of a thing is laid beside it, and its
    spaces belong to the owner of that thing.
    """
    laid = m.state.cells[s.BOARD] or (("", ()),)
    if isinstance(map, int) and m.state.cells[map + s.PARENT] is not None:
        card = m.linked.cards[m.state.cells[map + s.CARD]]
        key = f"{card.id}#{map}"
        if str(map) not in (drawn_on(board_key) for board_key, _ in laid):
            m.state.cells[s.BOARD] = (*laid, (key, draw_spaces(m, card, key, map)))
        return
    card = m.linked.cards[map.id if isinstance(map, CardRef) else m.state.cells[map + s.CARD]]
    clear(m, laid[0][1])
    m.state.cells[s.BOARD] = ((card.id, draw_spaces(m, card, card.id, None)), *laid[1:])


def draw_spaces(m: Machine, card: PrintedCard, key: str, parent: Thing | None) -> tuple[Thing, ...]:
    drawing = _drawing(m, card)
    know_board(m, card, drawing)
    spaces: list[Thing] = []
    first = len(m.state.cells) if together(m.state) else 0
    for index, ((place, sign), name) in enumerate(zip(drawing.cells, drawing.names, strict=True)):
        above = spaces[-1] if spaces else first  # on a board, things are numbered in the order of the drawing
        thing = create_plain(m, drawing.kind_of(sign), None, name, above)
        m.state.cells[thing + s.PARENT] = parent
        m.state.cells[thing + s.PLACE] = Cell(key, index, place)
        begin_fields(m, thing)
        if sign in drawing.legend:
            _print_on(m, thing, drawing.legend[sign])
        spaces.append(thing)
    return tuple(spaces)


@frozen
class _Drawing:
    """A map as drawn: the meaning of every sign, the cells, and their names."""

    board: PrintedCard
    grid: Grid
    kind: str
    legend: dict[str, Op]
    cells: list[tuple[Coordinate, str]]
    names: list[str]

    def kind_of(self, sign: str) -> str:
        """The kind of a space; a sign that stands for a whole space names it."""
        match self.legend.get(sign):
            case Op(name="form", type=t.KindT(name=kind)):
                return kind
            case _:
                return self.kind


def _drawing(m: Machine, card: PrintedCard) -> _Drawing:
    board = m.linked.cards[value(card.values["board"], Scope(), m).id]
    grid: Grid = value(board.values["grid"], Scope(), m)
    legend = {sign[1]: part for sign, part in zip(card.values["legend"].data, card.values["legend"].args, strict=True)}
    rows = [line.split() for line in card.values["rows"].data.split("\n") if line.strip()]
    cells = drawn_cells(grid, rows, [sign for sign, part in legend.items() if part.name == "none"])
    signs = [sign for _, sign in cells]
    names = [_own_name(legend.get(sign), signs.count(sign)) or cell_name(grid, place) for place, sign in cells]
    return _Drawing(board, grid, board.values["space"].data[1], legend, cells, names)


def _own_name(part: Op | None, count: int) -> str:
    """The name that the legend gives to a space; spaces that share a sign are named by column and row."""
    if part is None or part.name != "form" or count != 1 or not isinstance(part.type, t.KindT):
        return ""
    return "" if part.data[0] == part.type.name else str(part.data[1])


def know_board(m: Machine, card: PrintedCard, drawing: _Drawing) -> None:
    if card.id not in m.linked.boards:
        places = tuple(place for place, _ in drawing.cells)
        m.linked.boards[card.id] = Board(
            drawing.grid, places, _diagonals(m, drawing.board), _links(m, drawing.board, drawing)
        )


def know_boards(m: Machine) -> None:
    """Rebuild the boards of a state that was loaded."""
    for key, _ in m.state.cells[s.BOARD]:
        card = m.linked.cards.get(key.partition("#")[0])
        if card is not None:
            know_board(m, card, _drawing(m, card))


def _diagonals(m: Machine, board: PrintedCard) -> bool:
    return "diagonals" in board.values and bool(value(board.values["diagonals"], Scope(), m))


def _links(m: Machine, board: PrintedCard, drawing: _Drawing) -> dict[int, tuple[int, ...]]:
    """The links between the named cells of a graph, in both directions."""
    if drawing.grid != "graph" or "links" not in board.values:
        return {}
    names = {cell_name("graph", place): index for index, (place, _) in enumerate(drawing.cells)}
    names |= {name.replace(" ", "_"): index for index, name in enumerate(drawing.names)}
    names |= {name: index for index, name in enumerate(drawing.names)}
    linked: dict[int, list[int]] = {}
    for key, others in value(board.values["links"], Scope(), m).rows:
        for other in others:
            a, b = names.get(key[1]), names.get(other)
            if a is not None and b is not None:
                linked.setdefault(a, []).append(b)
                linked.setdefault(b, []).append(a)
    return {cell: tuple(dict.fromkeys(others)) for cell, others in linked.items()}


def _print_on(m: Machine, space: Thing, part: Op) -> None:
    """Print the meaning of a sign on a space: a keyword, a value for the field that takes it, or a whole space."""
    shape = m.linked.layout.kinds[m.state.cells[space + s.KIND]]
    cells = m.state.cells
    if part.name == "mark":
        mark = value(part, Scope({}, space), m)
        set_marks(m, space, (*cells[space + s.MARKS], (mark.name, mark.args)))
        return
    if part.name == "form":
        card = read_card(part, m.symbols)
        printed = {name: value(op, Scope({}, space), m) for name, op in card.values.items()}
        add_marks(m, space, card)
    else:
        printed_value = value(part, Scope({}, space), m)
        fitting = [name for name, sig in shape.fields.items() if _takes(sig.type, sig.sort, printed_value, part)]
        printed = {fitting[0]: printed_value} if fitting else {}
    for name, printed_value in printed.items():
        if shape.fields[name].sort == "keeps":
            cells[space + shape.offset[name]] = printed_value
    place = cells[space + s.PLACE]
    cells[space + s.PLACE] = Cell(place.board, place.index, place.coordinate, tuple(printed.items()))


def _takes(type: t.Type, sort: str, printed_value: Value, part: Op) -> bool:
    if sort not in ("printed", "keeps"):
        return False
    wanted = t.plain(type)
    if part.name == "symbol":
        return wanted == t.SymbolT(part.data[0])
    return isinstance(wanted, t.NumberT) and isinstance(printed_value, int) and not isinstance(printed_value, bool)
