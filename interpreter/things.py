"""Things: reading and writing their fields, what they are called, where they are, what they bear.

A printed value comes from the card, a kept one from the state, a reckoned one from the rules. Everything here looks at one
thing at a time and never asks anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter.chance as chance
import interpreter.evaluate as evaluate
import interpreter.standing as standing
from dsl import nodes as n
from dsl import types as t
from dsl.check_standing import Standing
from interpreter import state as s
from interpreter.board import Board, Coordinate, Grid, drawn_cells
from interpreter.scope import RuleError, Scope, items, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Face, MarkOf, ScriptRef

if TYPE_CHECKING:
    from interpreter.machine import Machine


def default(m: Machine, node: n.Expr | None) -> Value:
    """The value of a default that a head gives: numbers, symbols and the like."""
    match node:
        case None | n.Nothing():
            return None
        case n.Number(value=found) | n.Truth(value=found) | n.Text(value=found):
            return found
        case n.Negate(inner=n.Number(value=found)):
            return -found
        case n.Name(text=text):
            return text
        case _:
            return None


def read(m: Machine, thing: Value, name: str) -> Value:
    """A field of a thing, of whatever sort."""
    if isinstance(thing, CardRef):
        return _printed(m, thing.id, name, None)
    if not isinstance(thing, int):
        return None
    cells = m.state.cells
    kind = cells[thing + s.KIND]
    shape = m.world.layout.kinds[kind]
    sig = shape.fields.get(name)
    if sig is None:
        return _common(m, thing, name)
    match sig.sort:
        case "printed":
            return _printed(m, cells[thing + s.CARD], name, thing)
        case "stat":
            base = _printed(m, cells[thing + s.CARD], name, thing)
            return standing.modified(m, name, base, thing, {}, "stat")
        case "back":
            return _back(m, thing, sig.type, name)
        case "script":
            return ScriptRef(thing, name)
        case _:
            found = cells[thing + shape.offset[name]]
            single = sig.sort == "zone" and isinstance(sig.type, t.MaybeT)
            return one(found) if single else found


def _common(m: Machine, thing: Thing, name: str) -> Value:
    cells = m.state.cells
    match name:
        case "owner":
            return cells[thing + s.OWNER] if cells[thing + s.KIND] != "Player" else thing
        case "name":
            return shown(m, thing)
        case "id":
            return cells[thing + s.CARD] or shown(m, thing)
        case "zone":
            return cells[thing + s.PLACE]
        case "face":
            return chance.shown_face(m, thing)
        case "value":
            return chance.shown_face(m, thing).number
        case _:
            return None


def _printed(m: Machine, card: str | None, name: str, thing: Thing | None) -> Value:
    """What a card prints, else what its kind says."""
    owner = controller(m, thing) if thing is not None else None
    if name == "terrain" or card is None or card not in m.world.cards:
        laid = laid_value(m, thing, name) if thing is not None else None
        if laid is not None:
            return laid
    if card is not None and card in m.world.cards:
        found = m.world.cards[card].values.get(name)
        if found is not None:
            return evaluate.value(found, Scope({}, thing, owner), m)
    kind = m.world.cards[card].kind if card in m.world.cards else m.state.cells[(thing or 0) + s.KIND]
    for ancestor in m.world.layout.kinds[kind].lineage:
        meaning = m.world.text("kind", ancestor)
        for op in meaning.ops if meaning else ():
            if op.name == "keep" and op.data == name:
                return evaluate.value(op.args[0], Scope({}, thing, owner), m)
    if name == "id":
        return card
    if name == "name" and card in m.world.cards:
        return m.world.cards[card].shown
    return None


def laid_value(m: Machine, thing: Thing, name: str) -> Value:
    """What a map's legend printed on a space."""
    place = m.state.cells[thing + s.PLACE]
    if isinstance(place, tuple) and place and place[0] == "cell":
        return dict(place[3]).get(name)
    return None


def _back(m: Machine, thing: Thing, type: t.Type, name: str) -> Value:
    """Who stands here."""
    found = []
    for shape in m.world.layout.kinds.values():
        for field_name, sig in shape.fields.items():
            if sig.sort == "stands":
                found += [
                    other
                    for other in m.state.cells[s.FIRST_KIND + shape.index]
                    if m.state.cells[other + shape.offset[field_name]] == thing
                ]
    del name
    return tuple(found) if isinstance(t.plain(type), t.ListT) else one(tuple(found))


def write(m: Machine, thing: Thing, name: str, new: Value) -> None:
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    if name == "owner":
        m.state.cells[thing + s.OWNER] = new
    elif name in shape.offset:
        m.state.cells[thing + shape.offset[name]] = new


def lineage(m: Machine, thing: Value) -> tuple[str, ...]:
    if isinstance(thing, CardRef):
        return m.rooms.lineage(m.world.cards[thing.id].kind)
    return m.world.layout.kinds[m.state.cells[thing + s.KIND]].lineage


def controller(m: Machine, thing: Thing | None) -> Thing | None:
    """Who controls a thing: its owner, or the owner of what it is a part of."""
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
        return m.world.cards[thing.id].shown
    if not isinstance(thing, int) or isinstance(thing, bool):
        return "none" if thing is None else str(thing)
    card = m.state.cells[thing + s.CARD]
    if card in m.world.cards:
        return m.world.cards[card].shown
    return str(card) if card is not None else str(m.state.cells[thing + s.KIND])


def is_called(m: Machine, thing: Thing, name: str) -> bool:
    card = m.state.cells[thing + s.CARD]
    if card is None:
        return False
    return name in (card, card.rsplit(".", 1)[-1], shown(m, thing))


def parts(m: Machine, thing: Thing) -> tuple[Thing, ...]:
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    return tuple(
        part
        for name, sig in shape.fields.items()
        if sig.sort == "children"
        for part in m.state.cells[thing + shape.offset[name]]
    )


def copies(m: Machine, card: str) -> tuple[Thing, ...]:
    kind = m.world.cards[card].kind
    shape = m.world.layout.kinds[kind]
    things = m.state.cells[s.FIRST_KIND + shape.index]
    return tuple(thing for thing in things if m.state.cells[thing + s.CARD] == card)


def bearers(m: Machine, mark: str) -> tuple[Thing, ...]:
    found: list[Thing] = []
    for shape in m.world.layout.kinds.values():
        for thing in m.state.cells[s.FIRST_KIND + shape.index]:
            if any(name == mark for name, _ in m.state.cells[thing + s.MARKS]):
                found.append(thing)
    return tuple(sorted(found))


def text_works(m: Machine, thing: Thing, standing: Standing) -> bool:
    """Whether a card's text works where the card lies: in play, unless its kind or the text says otherwise."""
    place = m.state.cells[thing + s.PLACE]
    zone = place[2] if isinstance(place, tuple) and place and place[0] == "zone" else "play"
    wanted = standing.clauses.works_in
    if not wanted:
        kind = m.rooms.kinds[m.state.cells[thing + s.KIND]]
        wanted = kind.works_in
    if not wanted:
        holder = place[1] if zone != "play" else None
        if holder is None:
            return True
        sig = m.world.layout.kinds[m.state.cells[holder + s.KIND]].fields.get(zone)
        return sig is None or sig.seen_by is None
    return zone in wanted or ("play" in wanted and zone == "play")


def has(m: Machine, left: Value, right: Value) -> bool:
    """`has`: a keyword or status on a thing, a symbol on a face, a member of a list."""
    if isinstance(left, Face):
        return right in left.symbols or right == left.number
    if isinstance(right, MarkOf) and isinstance(left, int):
        return any(name == right.name for name, _ in m.state.cells[left + s.MARKS])
    if isinstance(right, MarkOf) and isinstance(left, tuple):
        return any(has(m, thing, right) for thing in left)
    if isinstance(left, int) and isinstance(right, str):
        return has_symbol(m, left, right)
    return right in items(left)


def has_symbol(m: Machine, thing: Thing, symbol: Value) -> bool:
    if "Die" in lineage(m, thing):
        return symbol in chance.shown_face(m, thing).symbols
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    return any(
        symbol in items(read(m, thing, name))
        for name, sig in shape.fields.items()
        if isinstance(t.plain(t.item(sig.type) or sig.type), t.SymbolT)
    )


def mark_total(m: Machine, thing: Value, mark: str) -> int:
    """How much of a keyword or status a thing has: its number, or how many where it has none."""
    if thing is None:
        return 0
    found = [args for name, args in m.state.cells[thing + s.MARKS] if name == mark]
    return sum(args[0] if args and isinstance(args[0], int) else 1 for args in found)


def find(m: Machine, name: str) -> Thing | None:
    """A thing in play, player or space by id or shown name."""
    cells = m.state.cells
    for shape in m.world.layout.kinds.values():
        for thing in cells[s.FIRST_KIND + shape.index]:
            if is_called(m, thing, name):
                found: Thing = thing
                return found
    return None


def card_id(m: Machine, name: str) -> str:
    if name in m.world.cards:
        return name
    return next((card.id for card in m.world.cards.values() if card.shown == name), name)


def supply(m: Machine, kind: str) -> tuple[Value, ...]:
    return tuple(
        CardRef(card.id) for card in sorted(m.world.cards.values(), key=lambda card: card.id)
        if "." not in card.id and kind in m.rooms.lineage(card.kind)
    )  # fmt: skip


def table(m: Machine, name: str) -> Value:
    meaning = m.world.text("table", name)
    assert meaning is not None
    return evaluate.value(meaning.ops[0], Scope(), m)


def cell_of(m: Machine, thing: Value) -> int | None:
    if not isinstance(thing, int):
        return None
    place = m.state.cells[thing + s.PLACE]
    if isinstance(place, tuple) and place and place[0] == "cell":
        cell: int = place[1]
        return cell
    shape = m.world.layout.kinds[m.state.cells[thing + s.KIND]]
    for name, sig in shape.fields.items():
        if sig.sort == "stands":
            space = m.state.cells[thing + shape.offset[name]]
            return cell_of(m, space) if space is not None else None
    return None


def space_at(m: Machine, cell: int) -> Thing:
    return m.boards[m.state.cells[s.BOARD]][1][cell]


def board(m: Machine) -> Board:
    laid = m.state.cells[s.BOARD]
    if laid is None:
        raise RuleError("BW5007", "no map lies on the table")
    return m.boards[laid][0]


def clockwise(m: Machine, player: Thing) -> tuple[Thing, ...]:
    """Those who still play, from a seat on; from an empty seat, from the next one."""
    every = m.state.cells[s.FIRST_KIND + m.world.layout.kinds["Player"].index]
    if player not in every:
        return tuple(m.state.cells[s.PLAYERS])
    start = every.index(player)
    return tuple(p for p in (*every[start:], *every[:start]) if p in m.state.cells[s.PLAYERS])


def seat_of(m: Machine, player: Thing | None) -> str:
    return str(m.state.cells[player + s.CARD]) if player is not None else ""


def offsets(m: Machine, shape: Value, grid: Grid) -> tuple[Coordinate, ...]:
    """The spaces that a drawn shape covers, counted from its user."""
    card = m.world.cards[shape.id if isinstance(shape, CardRef) else m.state.cells[shape + s.CARD]]
    legend = card.values["legend"]
    meant = {key[1]: part.data[1] for key, part in zip(legend.data, legend.args, strict=True) if part.name == "symbol"}
    rows = [line.split() for line in card.values["rows"].data.split("\n") if line.strip()]
    cells = drawn_cells(grid, rows)
    user = next((place for place, sign in cells if meant.get(sign) == "user"), (0, 0))
    return tuple((x - user[0], y - user[1]) for (x, y), sign in cells if meant.get(sign) == "covered")
