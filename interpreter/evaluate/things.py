"""Things: what they are, who controls them, what they are called, where they are.

Every function here concerns one thing and evaluates nothing. `fields` reads their fields, `marks` their keywords and
statuses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from dsl.ir.rules import Standing
from interpreter.board.geometry import Board, Coordinate, Grid, drawn_cells, drawn_column
from interpreter.model import state as s
from interpreter.model.presence import presence_of
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Cell, Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def laid_value(m: Machine, thing: Thing, name: str) -> Value:
    """A value that the legend of a map prints on a space."""
    place = m.state.cells[thing + s.PLACE]
    if isinstance(place, Cell):
        for field, printed_value in place.printed:
            if field == name:
                return printed_value
    return None


def lineage(m: Machine, thing: Value) -> tuple[str, ...]:
    if isinstance(thing, CardRef):
        return m.symbols.lineage(m.linked.cards[thing.id].kind) if thing.id in m.linked.cards else ()
    if not isinstance(thing, int):
        return ()
    return m.linked.layout.kinds[m.state.cells[thing + s.KIND]].lineage


def root(m: Machine, thing: Thing) -> Thing:
    """The whole that a part belongs to."""
    while m.state.cells[thing + s.PARENT] is not None:
        thing = m.state.cells[thing + s.PARENT]
    return thing


def controller(m: Machine, thing: Thing | None) -> Thing | None:
    """The controller of a thing: its owner, or the owner of its whole."""
    cells = m.state.cells
    while thing is not None:
        if cells[thing + s.KIND] == "Player":
            return thing
        if cells[thing + s.OWNER] is not None:
            owner: Thing = cells[thing + s.OWNER]
            return owner
        thing = cells[thing + s.PARENT]
    return None


def shown(m: Machine, thing: Value) -> str:
    """A value in words."""
    if isinstance(thing, CardRef):
        return m.linked.cards[thing.id].shown
    if not isinstance(thing, int) or isinstance(thing, bool):
        return "none" if thing is None else str(thing)
    card = m.state.cells[thing + s.CARD]
    if card in m.linked.cards:
        return m.linked.cards[card].shown
    return str(card) if card is not None else str(m.state.cells[thing + s.KIND])


def is_called(m: Machine, thing: Thing, name: str) -> bool:
    card = m.state.cells[thing + s.CARD]
    if card is None:
        return False
    if name in (card, card.rsplit(".", 1)[-1], shown(m, thing)):
        return True
    place = m.state.cells[thing + s.PLACE]
    return isinstance(place, Cell) and name == f"r{row_of(m, thing)}c{column_of(m, thing)}"


def row_of(m: Machine, thing: Thing) -> int | None:
    place = m.state.cells[thing + s.PLACE]
    return place.coordinate[1] + 1 if isinstance(place, Cell) else None


def column_of(m: Machine, thing: Thing) -> int | None:
    place = m.state.cells[thing + s.PLACE]
    if not isinstance(place, Cell):
        return None
    return drawn_column(m.linked.boards[place.board.split("#")[0]].grid, place.coordinate) + 1


def is_thing(m: Machine, number: Value) -> bool:
    """Whether a number is that of a thing in play; only its type distinguishes a thing from a count."""
    return shape_of(m, number) is not None


def shape_of(m: Machine, number: Value) -> s.KindLayout | None:
    """The kind of a thing in play; none for any other value."""
    cells, layout = m.state.cells, m.linked.layout
    if type(number) is not int or not layout.first_thing <= number < len(cells):
        return None
    kind = cells[number + s.KIND]
    shape = layout.kinds.get(kind) if isinstance(kind, str) else None
    if shape is None:
        return None
    every = cells[s.FIRST_KIND + shape.index]  # in the order of entry
    if cells[s.REUSED]:
        return shape if _came(cells, every, number) else None
    at = bisect_left(every, number)
    return shape if at < len(every) and every[at] == number else None


def _came(cells: list[Value], every: tuple[Thing, ...], number: Thing) -> bool:
    born = cells[number + s.BORN] if number + s.BORN < len(cells) else None
    if type(born) is not int:
        return False
    at = bisect_left(every, born, key=lambda thing: cells[thing + s.BORN])
    return at < len(every) and every[at] == number


def in_play_as(m: Machine, number: Value, kind: str) -> bool:
    """Whether a value is a thing in play of a kind."""
    if type(number) is not int or not m.linked.layout.first_thing <= number < len(m.state.cells):
        return False
    own_kind = m.state.cells[number + s.KIND]
    if not isinstance(own_kind, str) or kind not in m.linked.layout.lineage_of(own_kind):
        return False
    return shape_of(m, number) is not None


def born(m: Machine, thing: Value) -> int:
    """The birth number of a thing; -1 for any other value."""
    return m.state.cells[thing + s.BORN] if isinstance(thing, int) else -1


def parts(m: Machine, thing: Thing) -> tuple[Thing, ...]:
    """All parts of a thing, and the spaces of their maps, recursively."""
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    own = [
        part
        for name, sig in shape.fields.items()
        if sig.sort == "children"
        for part in m.state.cells[thing + shape.offset[name]]
    ]
    return tuple(deep for part in own for deep in (part, *parts(m, part)))


def copies(m: Machine, card: str) -> tuple[Thing, ...]:
    """The copies of a card in play; a seat with the same name is not a copy."""
    kind = m.linked.cards[card].kind
    cells = m.state.cells
    many = presence_of(m).cards.get(card, ())
    return many if all(cells[thing + s.KIND] == kind for thing in many) else tuple(
        thing for thing in many if cells[thing + s.KIND] == kind
    )  # fmt: skip


def bearers(m: Machine, mark: str) -> tuple[Thing, ...]:
    return presence_of(m).marks.get(mark, ())


def text_works(m: Machine, thing: Thing, standing: Standing) -> bool:
    """Whether a text works in the zone of its thing: in play, unless its kind or the text says otherwise."""
    return works_at(m, thing, standing.clauses.works_in)


def works_at(m: Machine, thing: Thing, wanted: tuple[str, ...]) -> bool:
    place = m.state.cells[root(m, thing) + s.PLACE]
    zone = place.zone if isinstance(place, Location) else "play"
    wanted = wanted or m.linked.works_in[m.state.cells[thing + s.KIND]]
    if wanted:
        return zone in wanted
    if not isinstance(place, Location):
        return True
    sig = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]].fields.get(zone)
    return sig is None or not sig.seen_by


def find(m: Machine, name: str, kind: str | None = None) -> Thing | None:
    """A thing in play, player or space by id or shown name; the table's map takes precedence."""
    cells, kinds = m.state.cells, m.linked.layout.kinds
    anything = kind in (None, "Thing", "Space")
    laid = cells[s.BOARD][0][1] if cells[s.BOARD] and anything else ()
    if _SPOT.fullmatch(name):
        for space in laid:
            if is_called(m, space, name):
                named: Thing = space
                return named
    by_card = presence_of(m).cards
    called = [thing for card in _called(m, name) for thing in _candidates(m, card, by_card.get(card, ()))]
    fitting = [thing for thing in called if anything or kind in kinds[cells[thing + s.KIND]].lineage]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    places = {space: place for place, space in enumerate(laid)}
    last = len(places)
    return min(
        fitting, key=lambda thing: (places.get(thing, last), kinds[cells[thing + s.KIND]].index, cells[thing + s.BORN])
    )


def _candidates(m: Machine, card: str, copies: tuple[Thing, ...]) -> tuple[Thing, ...]:
    """The oldest copy of a card; spaces of one name may be on several boards."""
    return copies[:1] if card in m.linked.cards else copies


_SPOT = re.compile(r"r\d+c\d+")
"""Whether a thing has this name; a space is also named by its row and column."""


def _called(m: Machine, name: str) -> tuple[str, ...]:
    """The ids of the cards, seats and cells with a name."""
    ids = m.linked.called.get(name, ())
    return ids if name in ids else (*ids, name)


def card_id(m: Machine, name: str) -> str:
    """The id of the card with a name; the name itself if there is none."""
    if name in m.linked.cards:
        return name
    return next(iter(m.linked.called.get(name, (name,))))


def supply(m: Machine, kind: str) -> tuple[Value, ...]:
    """All cards of a kind, by id."""
    cards = m.linked.supplies.get(kind)
    if cards is None:
        every = sorted(card.id for card in m.linked.cards.values() if kind in m.symbols.lineage(card.kind))
        cards = m.linked.supplies[kind] = tuple(CardRef(id) for id in every if "." not in id)
    return cards


def cell_of(m: Machine, thing: Value) -> Cell | None:
    """The cell of a space, or of the space that a thing stands on."""
    while isinstance(thing, int):
        place = m.state.cells[thing + s.PLACE]
        if isinstance(place, Cell):
            return place
        shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
        spots = (
            m.state.cells[thing + shape.offset[name]] for name, sig in shape.fields.items() if sig.sort == "stands"
        )
        thing = next((spot for spot in spots if spot is not None), None)
    return None


def spaces_of(m: Machine, board: str) -> tuple[Thing, ...]:
    """The spaces of a map on the table, in the order of its cells."""
    spaces: tuple[Thing, ...] = dict(m.state.cells[s.BOARD])[board]
    return spaces


def board_of(m: Machine, board: str) -> Board:
    return m.linked.boards.of(board)


def clockwise(m: Machine, player: Thing) -> tuple[Thing, ...]:
    """The remaining players, clockwise from a seat; from the next one, if that seat is out."""
    every = m.state.cells[s.FIRST_KIND + m.linked.layout.kinds["Player"].index]
    if player not in every:
        return tuple(m.state.cells[s.PLAYERS])
    start = every.index(player)
    return tuple(p for p in (*every[start:], *every[:start]) if p in m.state.cells[s.PLAYERS])


def seat_of(m: Machine, player: Thing | None) -> str:
    return str(m.state.cells[player + s.CARD]) if player is not None else ""


def offsets(m: Machine, shape: Value, grid: Grid) -> tuple[Coordinate, ...]:
    """The spaces covered by a drawn shape, relative to its user."""
    card = m.linked.cards[shape.id if isinstance(shape, CardRef) else m.state.cells[shape + s.CARD]]
    legend = card.values["legend"]
    meant = {key[1]: part.data[1] for key, part in zip(legend.data, legend.args, strict=True) if part.name == "symbol"}
    rows = [line.split() for line in card.values["rows"].data.split("\n") if line.strip()]
    cells = drawn_cells(grid, rows)
    user = next((place for place, sign in cells if meant.get(sign) == "user"), (0, 0))
    return tuple((x - user[0], y - user[1]) for (x, y), sign in cells if meant.get(sign) == "covered")
