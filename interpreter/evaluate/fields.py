"""Reads and writes the fields of things.

A printed value comes from the card, a kept one from the state, a stat from the rules. For each kind and field there is
one *reader*, made on first use, which takes the machine and the thing. Reading asks nobody and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.dice as dice
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.things as things
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.model import state as s
from interpreter.model.environment import Scope, one
from interpreter.model.state import KindLayout, Thing, Value
from interpreter.model.values import CardRef, Location, Rows, TextRef
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram

Reader = Callable[["Machine", Thing], Value]
_CLOSED = frozenset({"constant", "none", "symbol", "ladder", "list", "range", "table", "negate"})
"""Operations that depend only on their parts."""


def read(m: Machine, thing: Value, name: str) -> Value:
    """A field of a thing, of any type."""
    if isinstance(thing, int):
        readers = m.linked.readers
        kind = m.state.cells[thing + s.KIND]
        reader = readers.get((kind, name))
        if reader is None:
            reader = readers[kind, name] = reader_of(m.linked, m.linked.layout.kinds[kind], name)
        return reader(m, thing)
    if isinstance(thing, CardRef):
        return of_card(m, thing, name)
    if isinstance(thing, Location):
        return thing.holder if name == "holder" else None
    return None


def write(m: Machine, thing: Value, name: str, new: Value) -> None:
    """Set a kept field; only things in play have any."""
    if not isinstance(thing, int):
        return
    m.settled = False
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    if name == "owner":
        m.state.cells[thing + s.OWNER] = new
    elif name in shape.offset:
        m.state.cells[thing + shape.offset[name]] = new


def table(m: Machine, name: str) -> Value:
    meaning = m.linked.text("table", name)
    assert meaning is not None
    return printed(m, meaning.ops[0], None)


# ----------------------------------------------------------------------------------------------------- readers


def reader_of(linked: LinkedProgram, shape: KindLayout, name: str) -> Reader:
    sig = shape.fields.get(name)
    if sig is None:
        return _COMMON.get(name, _nothing)
    match sig.sort:
        case "printed" if t.plain(sig.type) == t.RefT("cost"):
            return lambda m, thing: _price(m, m.state.cells[thing + s.CARD], thing, name)
        case "script":
            return lambda m, thing: TextRef(thing, name)
        case "printed":
            return lambda m, thing: _printed(m, m.state.cells[thing + s.CARD], name, thing)
        case "stat":
            return _stat(linked, name)
        case "back":
            return _back(linked, sig.type)
        case "zone":
            return _zone(sig, shape.offset[name])
        case _:
            return _cell(shape.offset[name])


def _cell(offset: int) -> Reader:
    def reader(m: Machine, thing: Thing) -> Value:
        return m.state.cells[thing + offset]

    return reader


def _zone(sig: FieldSig, offset: int) -> Reader:
    """The contents of a zone: a list, a single thing if it holds one, a table if it has levels."""
    if sig.levels is None:
        if not isinstance(sig.type, t.MaybeT):
            return _cell(offset)
        return lambda m, thing: one(m.state.cells[thing + offset])
    type, low = t.plain(sig.type), sig.levels[0]
    single = isinstance(type, t.TableT) and not isinstance(t.plain(type.of), t.ListT)

    def reader(m: Machine, thing: Thing) -> Value:
        spend(m, len(m.state.cells[thing + offset]))
        rows = enumerate(m.state.cells[thing + offset], low)
        return Rows(tuple([(level, one(content) if single else content) for level, content in rows]), None, True)

    return reader


def _stat(linked: LinkedProgram, name: str) -> Reader:
    """A value that rules may change: the printed value with all changes applied."""
    verbs = linked.event_reads.field(name)
    changes = any(rule.sort == "modify" and rule.target == name for rule in linked.said)

    def reader(m: Machine, thing: Thing) -> Value:
        still = m.memo if not m.trial or m.trial not in verbs else None
        if still is not None and (thing, name) in still:
            return still[thing, name]
        total = _printed(m, m.state.cells[thing + s.CARD], name, thing)
        if changes or len(linked.said) > linked.written_rules:  # a rule may have been typed at the prompt
            total = active_rules.modified(m, name, total, thing, {}, "stat")
        if still is not None:
            still[thing, name] = total
        return total

    return reader


def _back(linked: LinkedProgram, type: t.Type) -> Reader:
    """The things on a space: the reverse of their `stands on`."""
    wanted = t.item(type) or t.plain(type)
    spots = [
        (s.FIRST_KIND + shape.index, shape.offset[name])
        for shape in linked.layout.kinds.values()
        if not isinstance(wanted, t.KindT) or wanted.name in shape.lineage
        for name, sig in shape.fields.items()
        if sig.sort == "stands"
    ]
    several = isinstance(t.plain(type), t.ListT)

    def reader(m: Machine, thing: Thing) -> Value:
        cells = m.state.cells
        spend(m, sum([len(cells[kind]) for kind, _ in spots]))
        referring = [other for kind, offset in spots for other in cells[kind] if cells[other + offset] == thing]
        if several:
            return tuple(s.in_order(cells, referring))
        return referring[0] if referring else None

    return reader


# ------------------------------------------------------------------------------------------ what all things have


def _nothing(m: Machine, thing: Thing) -> Value:
    return None


def _id(m: Machine, thing: Thing) -> Value:
    return m.state.cells[thing + s.CARD] or things.shown(m, thing)


def _zone_of(m: Machine, thing: Thing) -> Value:
    place = m.state.cells[thing + s.PLACE]
    return place if isinstance(place, Location) else None


def _holder(m: Machine, thing: Thing) -> Value:
    place = m.state.cells[thing + s.PLACE]
    return place.holder if isinstance(place, Location) else None


def _position(m: Machine, thing: Thing) -> int:
    """The level of a thing in its zone; the top of a pile is 1."""
    place = m.state.cells[thing + s.PLACE]
    if not isinstance(place, Location):
        return 0
    if place.level is not None:
        return place.level
    shape = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]]
    pile = m.state.cells[place.holder + shape.offset[place.zone]]
    spend(m, len(pile))
    return int(pile.index(thing)) + 1


_COMMON: dict[str, Reader] = {
    "owner": lambda m, thing: things.controller(m, thing),
    "name": lambda m, thing: things.shown(m, thing),
    "id": _id,
    "zone": _zone_of,
    "holder": _holder,
    "position": _position,
    "row": lambda m, thing: things.row_of(m, thing),
    "column": lambda m, thing: things.column_of(m, thing),
    "face": lambda m, thing: dice.shown_face(m, thing),
    "value": lambda m, thing: dice.shown_face(m, thing).number,
}


# ------------------------------------------------------------------------------------------------ what is printed


_COST = t.RefT("cost")


def of_card(m: Machine, card: CardRef, name: str) -> Value:
    """A printed field of a card that is not in play."""
    written = m.linked.cards.get(card.id)
    sig = m.linked.layout.kinds[written.kind].fields.get(name) if written is not None else None
    if sig is not None and sig.sort == "script":
        return TextRef(card, name)
    if sig is not None and t.plain(sig.type) == _COST:
        return _price(m, card.id, card, name)
    if written is not None and sig is not None and sig.sort == "children":
        return tuple(CardRef(part.id) for place, part in written.parts if place == name)
    return _printed(m, card.id, name, None)


def _price(m: Machine, card: str | None, bearer: Thing | CardRef, name: str) -> Value:
    """The printed cost of a card; none if it has none."""
    written = m.linked.cards.get(card) if card is not None else None
    return TextRef(bearer, name) if written is not None and name in written.values else None


def _printed(m: Machine, card: str | None, name: str, thing: Thing | None) -> Value:
    """The value that a map prints on a space, else the card's printed value, else the default of its kind."""
    laid = things.laid_value(m, thing, name) if thing is not None else None
    if laid is not None:
        return laid
    written = m.linked.cards.get(card) if card is not None else None
    kind = written.kind if written is not None else m.state.cells[(thing or 0) + s.KIND]
    op = written.values.get(name) if written is not None else None
    if op is None:
        op = m.linked.firsts.get((kind, name))
    if op is not None:
        return printed(m, op, thing if thing is not None else CardRef(card or ""))
    if name == "id":
        return card
    if name == "name" and written is not None:
        return written.shown
    sig = m.linked.layout.kinds[kind].fields.get(name)
    return s.empty_of(sig.type) if sig is not None and sig.sort == "printed" else None


def printed(m: Machine, op: Op, it: Value) -> Value:
    """Evaluate an operation printed on a card or kind; a constant one is evaluated only once."""
    settled = m.linked.fixed.get(id(op))
    if settled is None:
        settled = m.linked.fixed[id(op)] = _settled(m, op)
    if settled[1]:
        return settled[2]
    return expressions.value(op, Scope({}, it, things.controller(m, it) if isinstance(it, int) else None), m)


def _settled(m: Machine, op: Op) -> tuple[Op, bool, Value]:
    closed = is_closed(op)
    before = m.meter.left
    result = expressions.value(op, Scope(), m) if closed else None
    m.meter.left = before  # the cost of a step must not depend on who asked first
    return op, closed, result


def is_closed(op: Op) -> bool:
    """Whether an operation reads nothing, so that its value never changes."""
    return op.name in _CLOSED and all(is_closed(part) for part in op.args)
