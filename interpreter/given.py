"""The table of a scenario before anything happens: maps, cards, marks, values, dice and orders that are laid down.

Everything is put where the scenario says, without any event: nothing answers what is given.
"""

from __future__ import annotations

from typing import Any

from attrs import define

import dsl.check_expressions as ex
import interpreter.chance as chance
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl.context import Context
from dsl.program import Program
from dsl.source import Span
from interpreter import state as s
from interpreter.evaluate import value
from interpreter.machine import Machine
from interpreter.places import create, create_card, lay_map, place_of, put, remove, stand
from interpreter.scope import Scope, items, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Face, MarkOf, Place
from interpreter.verbs import give_mark


class Fails(Exception):
    """A scenario fails here, for this reason."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


def given_items(tree: n.Scenario, wanted: type) -> list[Any]:
    return [item for step in tree.steps if isinstance(step, n.Given) for item in step.items if isinstance(item, wanted)]


@define
class Setting:
    program: Program
    tree: n.Scenario
    cx: Context
    scope: Scope
    machine: Machine

    def lay(self) -> None:
        many = given_items(self.tree, n.GivenThing)
        for item in sorted(many, key=lambda item: not self._is_map(item)):
            self._thing(item)
        for item in given_items(self.tree, n.GivenValue):
            place = ex.value(item.place, self.cx)
            zone = place_of(self.machine, place, self.scope) if place.name in ("field", "table_field", "at") else None
            if isinstance(zone, Place):
                self._fill(zone, item.value)
                continue
            new = value(ex.value(item.value, self.cx, place.type), self.scope, self.machine)
            self.machine.assign(place, "=", new, self.scope)
        for step in self.tree.steps:
            if isinstance(step, n.Dice):
                self._script[step.die.text] = (
                    *self._script.get(step.die.text, ()), *(self._face(face) for face in step.faces),
                )  # fmt: skip
            elif isinstance(step, n.Order) and isinstance(step.pile, n.Name | n.Dot):
                zone_name = step.pile.text if isinstance(step.pile, n.Name) else step.pile.name
                names = tuple(getattr(thing, "text", getattr(thing, "value", "")) for thing in step.things)
                name = f"shuffle {zone_name}"
                self._script[name] = (*self._script.get(name, ()), names)

    @property
    def _script(self) -> dict[str, tuple[Value, ...]]:
        assert self.machine.script is not None
        return self.machine.script

    def _face(self, face: n.Face) -> Face:
        """A face as written; a name of the cases stands for one."""
        first = face.parts[0]
        if len(face.parts) == 1 and first.form == "symbol" and first.symbol in self.scope.values:
            found = self.scope.values[first.symbol]
            return found if isinstance(found, Face) else Face(found) if isinstance(found, int) else Face(0, (found,))
        return chance.written_face(face)

    def _fill(self, zone: Place, node: n.Expr) -> None:
        """`given Ann.pool = [6, fire]`: dice of the zone's sort that show this, from the top down."""
        m = self.machine
        sig = m.world.layout.kinds[m.state.cells[zone.holder + s.KIND]].fields[zone.zone]
        of = t.item(sig.type) or t.plain(sig.type)
        assert isinstance(of, t.KindT)
        shape = m.world.layout.kinds[m.state.cells[zone.holder + s.KIND]]
        for thing in items(m.state.cells[zone.holder + shape.offset[zone.zone]]):
            remove(m, thing)
        parts = node.items if isinstance(node, n.ListOf) else (node,)
        for part in reversed(parts):
            wanted = self._shown_by(part, of.name)
            die = create(m, of.name, None)
            put(m, die, zone)
            chance.set_face(m, die, wanted if isinstance(wanted, Face) else chance.face_like(m, die, wanted))

    def _shown_by(self, node: n.Expr, die: str) -> Value:
        if isinstance(node, n.Sum):
            return tuple(self._shown_by(part, die) for part in (node.first, *(term.value for term in node.rest)))
        numeric = self.program.rooms.dice[die].numeric
        return value(ex.value(node, self.cx, t.FaceT(die, numeric)), self.scope, self.machine)

    def _is_map(self, item: n.GivenThing) -> bool:
        name = item.thing.text if isinstance(item.thing, n.Name) else item.thing.value
        return self.program.names.get(name) == "Map"

    def _thing(self, item: n.GivenThing) -> None:
        name = item.thing.text if isinstance(item.thing, n.Name) else item.thing.value
        slots = {slot.preposition: slot.value for slot in item.slots}
        m = self.machine
        if name in self.program.rooms.marks:
            mark = value(ex.value(n.Call(name, item.args or (), item.span, span=item.span), self.cx), self.scope, m)
            assert isinstance(mark, MarkOf)
            give_mark(m, mark, self._value(slots.get("on") or slots.get("to")))
            return
        card = m.world.cards.get(things.card_id(m, name))
        if card is None:
            raise Fails(f"there is no card {name}", item.span)
        if card.kind == "Map":
            lay_map(m, CardRef(card.id))
            return
        owner: Thing | None = self._value(slots["for"]) if "for" in slots else None
        thing = create_card(m, card, owner)
        if "at" in slots:
            space = self._value(slots["at"])
            if space is None or isinstance(space, CardRef):
                raise Fails(f"there is no such space for {name}", item.span)
            stand(m, thing, space)
            m.state.cells[thing + s.OWNER] = owner
        if "in" in slots:
            self._put(thing, slots["in"])

    def _put(self, thing: Thing, zone: n.Expr) -> None:
        to = place_of(self.machine, ex.value(zone, self.cx), self.scope)
        if isinstance(to, Place):
            put_below(self.machine, thing, to)

    def _value(self, node: n.Expr | None) -> Any:
        if node is None:
            return None
        return one(value(ex.value(node, self.cx, t.KindT("Space")), self.scope, self.machine))


def put_below(m: Machine, thing: Thing, to: Place) -> None:
    """What is given first lies on top."""
    shape = m.world.layout.kinds[m.state.cells[to.holder + s.KIND]]
    if shape.fields[to.zone].levels is None:
        to = Place(to.holder, to.zone, len(m.state.cells[to.holder + shape.offset[to.zone]]) + 1)
    put(m, thing, to)
