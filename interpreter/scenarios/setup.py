"""Sets up the table of a scenario: maps, cards, marks, values, scripted dice and orders.

Everything is placed without an event, so no rule responds. Afterwards every given value is compared with the table:
if one differs, the scenario would test something other than it states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field, frozen

import dsl.check.expressions as ex
import interpreter.evaluate.dice as dice
import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
from dsl.check.context import Context
from dsl.check.scenarios import CHANCE
from dsl.diagnostics import Span, did_you_mean, fill
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import failures as codes
from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.names import types as t
from dsl.names.die_faces import face_value
from dsl.syntax import nodes as n
from interpreter.evaluate.assignments import assign
from interpreter.evaluate.expressions import value
from interpreter.evaluate.map_setup import lay_map
from interpreter.evaluate.zones import create, create_card, place_of, put, remove, stand
from interpreter.execute.builtin_verbs import give_mark
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import TypedWords
from interpreter.model import state as s
from interpreter.model.environment import Scope, equal, items, one
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, Location, MarkOf, Rows

_SET = {"active": s.ACTIVE, "round": s.ROUND, "players": s.PLAYERS}
"""Built-in names that can be given, and their cells."""


class Fails(Exception):
    """A failure of a scenario. `label` is shown at the place, `help` replaces the help of the code."""

    def __init__(self, code: Code, span: Span, *, label: str = "", help: str = "", **words: object) -> None:
        self.code, self.span, self.label = code, span, label
        self.message, self.help = fill(code.message, words), help or fill(code.help, words)
        super().__init__(self.message)


def cannot_lay(span: Span, what: str, advice: str = "change the thing, or its place") -> Fails:
    return Fails(codes.NOT_GIVEN, span, what=what, advice=advice)


def given_items(tree: n.Scenario, wanted: type) -> list[Any]:
    return [item for step in tree.steps if isinstance(step, n.Given) for item in step.items if isinstance(item, wanted)]


@frozen
class Scripted:
    """A scripted result of chance: its stream, its number there, and the span of its words."""

    stream: str
    number: int
    span: Span
    what: str


@frozen
class ByChance:
    """`Chance: choose Ben, Cid`"""

    step: n.Answer
    meant: tuple[Op, ...]
    cx: Context
    scope: Scope
    declarations: Mapping[str, Op]

    @property
    def count(self) -> int:
        return len(self.meant)

    def index(self, m: Machine, number: int, options: tuple[Option, ...]) -> int:
        """The index of the named option; each is named once."""
        saying = TypedWords(m, self.cx, self.scope, self.declarations)
        for index, option in enumerate(options):
            if number < len(self.meant) and saying.meant(option, self.meant[number]):
                return index
        words = [option.words for option in options]
        node = self.step.values[min(number, len(self.step.values) - 1)]
        said = self.cx.findings.piece.text[slice(*node.span)]
        listed = f"the options are {', '.join(words[:12])}"
        near = did_you_mean(said.strip('"'), words)
        asked = f"chance chooses one of {len(words)}" if number < len(self.meant) else "chance chooses more than that"
        raise Fails(codes.NOT_OFFERED, node.span, said=f"`{said}`", seat="chance", asked=asked, lines=near or listed)


@define
class Setting:
    program: Program
    tree: n.Scenario
    cx: Context
    scope: Scope
    machine: Machine
    declarations: Mapping[str, Op] = field(factory=dict)  # the names of the case
    scripted: list[Scripted] = field(factory=list)
    at: Span = (0, 0)  # the item being placed
    check: Callable[[Op], None] = lambda place: None  # fails if a name is ambiguous

    def lay(self) -> None:
        """Set up maps, then the things on them, then marks and values."""
        for item in sorted(given_items(self.tree, n.GivenThing), key=self._rank):
            self.at = item.span
            self._thing(item)
            if self._rank(item) == 0:
                self._find_spaces()
        values = [(item, *self._give(item)) for item in given_items(self.tree, n.GivenValue)]
        for item, place, new in values:
            if place is not None:
                self._is_so(item, place, new)
        if self.machine.script is not None:
            self._lay_chance()

    def _lay_chance(self) -> None:
        """Script the results of dice, shuffles and choices by chance."""
        for step in self.tree.steps:
            match step:
                case n.Dice():
                    for face in step.faces:
                        self._script(
                            step.die.text,
                            f"die {step.die.text}",
                            self._face(face, step.die.text),
                            face.span,
                            "this roll",
                        )
                case n.Order():
                    self._order(step)
                case n.Answer(seat=n.Name(text=seat)) if seat == CHANCE and CHANCE not in self.machine.seats:
                    inside = self.cx.inner(me=True)
                    meant = tuple(ex.value(node, inside) for node in step.values)
                    laid = ByChance(step, meant, self.cx, self.scope, self.declarations)
                    self._script(dice.CHANCE, f"scripted {dice.CHANCE}", laid, step.span, "this choice")

    def _find_spaces(self) -> None:
        """Bind the names of the case that refer to spaces of the map."""
        for name, named in list(self.scope.values.items()):
            space = things.find(self.machine, named.id, "Space") if isinstance(named, CardRef) else None
            if space is not None:
                self.scope.values[name] = space

    # ------------------------------------------------------------------------------------------------------- chance

    def _script(self, name: str, stream: str, laid: Value, span: Span, what: str) -> None:
        """Append a scripted result under a name."""
        script = self.machine.script
        assert script is not None
        before = script.get(name, ())
        script[name] = (*before, laid)
        self.scripted.append(Scripted(stream, len(before), span, what))

    def _face(self, face: n.DieFace, die: str) -> Face:
        """A written face; a name of the case is resolved now, when the die is known."""
        first = face.parts[0]
        if len(face.parts) == 1 and first.form == "symbol" and first.symbol in self.scope.values:
            given = self.scope.values[first.symbol]
            laid = given if isinstance(given, Face) else Face(given) if isinstance(given, int) else Face(0, (given,))
            faces = dice.faces_of(self.machine, die)
            if laid not in faces:
                raise cannot_lay(face.span, f"{die} has no face {dice.face_words(laid)}", f"it has {_listed(faces)}")
            return laid
        return Face(*face_value(face))

    def _order(self, step: n.Order) -> None:
        pile = place_of(self.machine, ex.value(step.pile, self.cx), self.scope)
        if not isinstance(pile, Location):
            raise cannot_lay(step.pile.span, "this is not a pile that could be shuffled", "name a zone: `Ann.deck`")
        name = dice.pile_name(pile.zone, pile.holder)
        names = tuple(self._card_name(node) for node in step.things)
        self._script(name, f"scripted {name}", names, step.span, "this order")

    def _card_name(self, node: n.Expr) -> str:
        """The name of a card; a name of the case is resolved."""
        match node:
            case n.Name(text=text) if text in self.scope.values:
                named = one(self.scope.values[text])
                return named.id if isinstance(named, CardRef) else things.shown(self.machine, named)
            case n.Name(text=text) | n.Text(value=text):
                return text
            case _:
                raise cannot_lay(
                    node.span, "this is not the name of a card", "write names: `order deck: Torch, Welder`"
                )

    # ------------------------------------------------------------------------------------------------------- values

    def _give(self, item: n.GivenValue) -> tuple[Op | None, Value]:
        """Set a value; returns the place and the value if they can be compared afterwards."""
        self.at = item.span
        place = ex.value(item.place, self.cx)
        self.check(place)
        zone = place_of(self.machine, place, self.scope) if place.name in ("field", "table_field", "at") else None
        if isinstance(zone, Location):
            self._fill(zone, item)
            return None, None
        new = value(ex.value(item.value, self.cx, place.type), self.scope, self.machine)
        if place.name == "builtin" and place.data in _SET:
            self.machine.state.cells[_SET[place.data]] = items(new) if place.data == "players" else new
        else:
            assign(self.machine, place, "=", new, self.scope)
        return place, new

    def _is_so(self, item: n.GivenValue, place: Op, new: Value) -> None:
        now = value(place, self.scope, self.machine)
        if equal(now, new) or equal(items(now), items(new)) or _for_all_keys(now, new):
            return
        text = self.cx.findings.piece.text
        name, said = (text[slice(*node.span)] for node in (item.place, item.value))
        actual = narration.shown_value(self.machine, now, place.type)
        if self._is_kept(place):
            advice = "it has a range, or it is given twice: give a possible value, once"
        else:
            advice = f"`{name}` is computed, not kept: give the values that it is computed from"
        raise cannot_lay(item.value.span, f"`{name}` is given as {said}, but it is {actual}", advice)

    def _is_kept(self, place: Op) -> bool:
        symbols = self.program.symbols
        match place.name:
            case "field" if place.data[0] is not None:
                sig = symbols.field(*place.data)
            case "table_field":
                sig = symbols.field("Table", place.data)
            case _:
                return True
        return sig is None or sig.sort in ("keeps", "stands")

    def _fill(self, zone: Location, item: n.GivenValue) -> None:
        """Place dice that show these faces, top first, as in `given Ann.pool = [6, fire]`."""
        m, node = self.machine, item.value
        sig = m.linked.layout.kinds[m.state.cells[zone.holder + s.KIND]].fields[zone.zone]
        of = t.item(sig.type) or t.plain(sig.type)
        if not isinstance(of, t.KindT) or of.name not in self.program.symbols.dice:
            name = self.cx.findings.piece.text[slice(*item.place.span)]
            advice = f"place things one by one: `given Torch in {name}`"
            raise cannot_lay(item.place.span, "only dice can be given by their faces", advice)
        shape = m.linked.layout.kinds[m.state.cells[zone.holder + s.KIND]]
        for thing in items(m.state.cells[zone.holder + shape.offset[zone.zone]]):
            remove(m, thing)
        parts = node.items if isinstance(node, n.ListOf) else (node,)
        for part in reversed(parts):
            wanted = self._shown_by(part, of.name)
            die = create(m, of.name, None)
            put(m, die, zone)
            dice.set_face(m, die, wanted if isinstance(wanted, Face) else dice.face_like(m, die, wanted))

    def _shown_by(self, node: n.Expr, die: str) -> Value:
        if isinstance(node, n.Sum):
            return tuple(self._shown_by(part, die) for part in (node.first, *(term.value for term in node.rest)))
        numeric = self.program.symbols.dice[die].numeric
        return value(ex.value(node, self.cx, t.FaceT(die, numeric)), self.scope, self.machine)

    # ------------------------------------------------------------------------------------------------------- things

    def _rank(self, item: n.GivenThing) -> int:
        name = _name(item)
        return 0 if self._is_map(self.program.names.get(name)) else 2 if name in self.program.symbols.marks else 1

    def _is_map(self, kind: str | None) -> bool:
        return kind is not None and "Map" in self.program.symbols.lineage(kind)

    def _thing(self, item: n.GivenThing) -> None:
        name = _name(item)
        slots = {slot.preposition: slot for slot in item.slots}
        m = self.machine
        if name in self.program.symbols.marks:
            mark = value(ex.value(n.Call(name, item.args or (), item.span, span=item.span), self.cx), self.scope, m)
            assert isinstance(mark, MarkOf)
            bearer = slots.get("on") or slots.get("to")
            if bearer is None:
                raise cannot_lay(item.span, f"nobody gets {name}", f"say who: `given {name} on Rusty`")
            give_mark(m, mark, self._laid(bearer, name))
            return
        card = m.linked.cards.get(things.card_id(m, name))
        if card is None:
            raise cannot_lay(item.span, f"there is no card {name}", did_you_mean(name, self.program.names))
        if self._is_map(card.kind):
            lay_map(m, CardRef(card.id))
            return
        owner: Thing | None = self._laid(slots["for"], name) if "for" in slots else None
        thing = create_card(m, card, owner)
        if "at" in slots:
            stand(m, thing, self._laid(slots["at"], name))
            m.state.cells[thing + s.OWNER] = owner
        if "in" in slots:
            to = place_of(m, ex.value(slots["in"].value, self.cx), self.scope)
            if not isinstance(to, Location):
                raise cannot_lay(slots["in"].span, f"this is not a zone for {name}", "name a zone: `in Ann.hand`")
            put_below(m, thing, to)

    def _laid(self, slot: n.Slot, name: str) -> Thing:
        """The thing, space or player in a slot; it must be on the table."""
        named = one(value(ex.value(slot.value, self.cx, t.KindT("Space")), self.scope, self.machine))
        if not things.is_thing(self.machine, named):
            said = self.cx.findings.piece.text[slice(*slot.value.span)]
            missing = "there is no such space" if slot.preposition == "at" else "it is not on the table"
            raise cannot_lay(slot.value.span, f"{name} cannot be placed {slot.preposition} {said}: {missing}")
        thing: Thing = named
        return thing


def _for_all_keys(now: Value, new: Value) -> bool:
    """Whether a table has one given value for all keys."""
    return isinstance(now, Rows) and not isinstance(new, Rows) and not now.rows and equal(now.default, new)


def _listed(faces: list[Face]) -> str:
    return ", ".join(dict.fromkeys(map(dice.face_words, faces)))


def _name(item: n.GivenThing) -> str:
    return item.thing.text if isinstance(item.thing, n.Name) else item.thing.value


def put_below(m: Machine, thing: Thing, to: Location) -> None:
    """Place things in a zone; the first one goes on top."""
    shape = m.linked.layout.kinds[m.state.cells[to.holder + s.KIND]]
    if shape.fields[to.zone].levels is None:
        to = Location(to.holder, to.zone, len(m.state.cells[to.holder + shape.offset[to.zone]]) + 1)
    put(m, thing, to)
