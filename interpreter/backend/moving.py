"""The verbs of the language that nobody answers, as emitted code does them: zones, spaces, new things, dice.

What the reference looks up by name (`evaluate/zones`, `evaluate/dice`) is here in tables of the program: the offset of
each zone, the fields of a thing that stands, the first values of a new thing. Anything unusual is left to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

import interpreter.evaluate.dice as dice
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
import interpreter.evaluate.zones as zones
import interpreter.execute.builtin_verbs as builtin_verbs
import interpreter.execute.leave_triggers as leave_triggers
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.compiled.support import Bail, Cells
from interpreter.evaluate.assignments import kept
from interpreter.evaluate.fields import is_closed
from interpreter.link.linked_program import LinkedProgram
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, clamped, narrow, one
from interpreter.model.frames import V_BODY, V_VERB
from interpreter.model.presence import Presence, presence_of, went
from interpreter.model.state import Thing, Value, drawn_on
from interpreter.model.values import CardRef, Cell, Face, Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

_NOTHING = Op("none", t.NOTHING)
FEW = 64
"""Among so many things one is looked for one by one."""


@define(eq=False)
class ZoneTable:
    """A zone of a kind of holders: its name and offset, what it takes, how many, and whether it has levels."""

    name: str
    offset: int
    takes: frozenset[str]
    most: int | None
    levels: bool
    places: dict[Thing, Location] = field(factory=dict)


@define(eq=False)
class KindTable:
    """What is known of a kind: where its things are listed, on which fields they stand, and whether they are simple:
    without parts, and no spaces."""

    name: str
    cell: int
    stands: tuple[tuple[int, frozenset[str]], ...]
    zones: dict[str, ZoneTable]
    simple: bool
    size: int


@define(eq=False)
class DieTable:
    """A die: its faces, the index of its stream among the counts of draws, and where uneven remainders begin."""

    stream: str
    place: int
    marks: tuple[tuple[tuple[str, Face], ...], ...]
    fair: int


class Answering:
    """The hooks that answer a verb after it: whether a thing in play may bear one of them."""

    def __init__(self, linked: LinkedProgram, verb: str) -> None:
        sources = linked.hooks.get(("after", verb), [])
        self.cards = {source.name for source in sources if source.holder == "card"}
        self.marks = {source.name for source in sources if source.holder == "mark"}
        self.always = ("after", verb) in linked.in_windows or any(
            source.holder not in ("card", "mark") and (source.holder or linked.held(source.standing).filters)
            for source in sources
        )
        self.presence: Presence | None = None
        self.found = False

    def any(self, m: Machine) -> bool:
        if self.always or m.state.cells[s.STANDING]:
            return True
        presence = m.state.presence or presence_of(m)
        if self.presence is not presence:
            self.presence = presence
            self.found = not (
                self.cards.isdisjoint(presence.cards.keys()) and self.marks.isdisjoint(presence.marks.keys())
            )
        return self.found


class MotionTables:
    """The tables of a program."""

    def __init__(self, linked: LinkedProgram, goal_reads: frozenset[str] | None = None) -> None:
        self.linked = linked
        layout, symbols = linked.layout, linked.program.symbols
        self._settling(goal_reads)
        heirs = {
            name: frozenset(own for own, shape in layout.kinds.items() if name in shape.lineage)
            for name in layout.kinds
        }
        self.hidden = {  # by kind of holder, the zones that not everybody sees
            name: frozenset(zone for zone, sig in shape.fields.items() if sig.seen_by)
            for name, shape in layout.kinds.items()
        }
        self.printed_marks = {  # by card, the names of its keywords, if they are written plainly
            card.id: frozenset(mark.data for mark in card.marks)
            for card in linked.cards.values()
            if all(mark.name == "mark" for mark in card.marks)
        }
        self.kinds: dict[str, KindTable] = {}
        for name, shape in layout.kinds.items():
            stands, own = [], {}
            for field_name, sig in shape.fields.items():
                if sig.sort == "stands":
                    on = t.plain(sig.type)
                    stands.append((shape.offset[field_name], heirs.get(getattr(on, "name", ""), frozenset())))
                elif sig.sort in ("zone", "children"):
                    takes = heirs.get(sig.item_kind, frozenset()) if sig.sort == "zone" else frozenset()
                    offset = shape.offset[field_name]
                    own[field_name] = ZoneTable(field_name, offset, takes, sig.capacity, sig.levels is not None)
            simple = "Space" not in shape.lineage and not any(sig.sort == "children" for sig in shape.fields.values())
            cell = s.FIRST_KIND + shape.index
            self.kinds[name] = KindTable(name, cell, tuple(stands), own, simple, shape.size)
        self.after = {target: Answering(linked, target) for sort, target in linked.told if sort == "after"}
        self.shows = linked.shows
        self.dice: dict[str, DieTable] = {}
        for name in symbols.dice:
            faces = dice.faces(symbols, name)
            marks = tuple([(("#face", face),) for face in faces])
            self.dice[name] = DieTable(
                f"die {name}", layout.streams[f"die {name}"], marks, (1 << 64) - (1 << 64) % len(faces)
            )
        every = [mark[0][1] for die in self.dice.values() for mark in die.marks]
        numbers = {face: number for number, face in enumerate(dict.fromkeys(every))}
        self.face_weights = {face: (limits.DICE_AT_ONCE + 1) ** number for face, number in numbers.items()}
        shown = [mark for die in self.dice.values() for mark in die.marks]
        self.symbol_of_mark = {id(mark): mark[0][1].symbols[0] for mark in shown if len(mark[0][1].symbols) == 1}
        self.weight_of_mark = {id(mark): self.face_weights[mark[0][1]] for mark in shown}
        self.templates: dict[tuple[str, str | None], tuple[Value, ...] | None] = {}
        self.faces: dict[tuple[str, Value], Face] = {}

    def _settling(self, goal_reads: frozenset[str] | None) -> None:
        """The facts that goals depend on: the faces of dice, the places of things, the kinds of things that exist."""
        kinds = self.linked.layout.kinds
        kept = {
            name for shape in kinds.values() for name, sig in shape.fields.items() if sig.sort in ("keeps", "printed")
        }
        reads = goal_reads if goal_reads is not None else {"*"}
        plain = {name for name in reads if name in kept or name == "players" or name.startswith("kind ")}
        self.moves_settle = reads != plain
        self.dice_settle = self.moves_settle
        own = {name.removeprefix("kind ") for name in reads if name.startswith("kind ")}
        self.settling = frozenset(
            name for name, shape in kinds.items() if self.moves_settle or not own.isdisjoint(shape.lineage)
        )

    def template(self, m: Machine, kind: str, card: str | None) -> tuple[Value, ...] | None:
        """The first values of the fields of a new thing; none if they have to be reckoned."""
        key = (kind, card)
        if key not in self.templates:
            self.templates[key] = self._template(m, kind, card)
        return self.templates[key]

    def _template(self, m: Machine, kind: str, card: str | None) -> tuple[Value, ...] | None:
        shape = self.linked.layout.kinds[kind]
        written = self.linked.cards.get(card or "")
        if written is not None and (written.marks or written.parts):
            return None
        values = []
        for name in shape.offset:
            sig = shape.fields[name]
            value = s.empty(sig)
            if sig.sort == "keeps":
                first = written.values.get(name) if written is not None else None
                for ancestor in shape.lineage:
                    first = first or self.linked.first.get((ancestor, name))
                if first is not None:
                    if not is_closed(first):
                        return None
                    value = expressions.value(first, Scope(), m)
                    value = narrow(sig.type, value) if isinstance(t.plain(sig.type), t.NumberT) else value
                    value = kept(clamped(value, sig.type), sig.type)
            values.append(value)
        return tuple(values)


# ------------------------------------------------------------------------------------------------------------ places


def _alive(facts: MotionTables, c: Cells, thing: Value) -> bool:
    if type(thing) is not int:
        return False
    kind = facts.kinds.get(c[thing])
    if kind is None:
        return False
    every = c[kind.cell]
    if c[s.REUSED]:
        return thing in every
    at = bisect_left(every, thing)
    return at < len(every) and every[at] == thing


def _note(m: Machine, facts: MotionTables, leaving: Sequence[Thing]) -> None:
    """What leaves its zone may have hooks that answer it later."""
    after = facts.after
    if not after:
        return
    for event in m.state.events:
        if event[V_BODY] is None and event[V_VERB] in after and after[event[V_VERB]].any(m):
            leave_triggers.note(m, leaving)
            return


def _leave(m: Machine, c: Cells, facts: MotionTables, thing: Thing, kind: KindTable) -> None:
    """Take a thing out of its zone or off its space."""
    place = c[thing + s.PLACE]
    if facts.shows:
        sight.moved(m, (thing,))
    if type(place) is Location:
        zone = facts.kinds[c[place.holder]].zones[place.zone]
        at = place.holder + zone.offset
        if zone.levels:
            c[at] = tuple([s.without(level, thing) for level in c[at]])
        else:
            lying = c[at]
            if lying and lying[0] == thing:
                c[at] = lying[1:]
            else:
                c[at] = s.without(lying, thing)
    for offset, _ in kind.stands:
        c[thing + offset] = None
    if type(place) is not Cell:
        c[thing + s.PLACE] = None


def location(c: Cells, zone: ZoneTable, holder: Thing) -> Location:
    """A zone of a holder, always the same value for it."""
    stored = zone.places.get(holder)
    if stored is None:
        stored = zone.places[holder] = Location(holder, zone.name)
    return stored


def at_zone(m: Machine, c: Cells, holder: Value, name: str) -> Location:
    """A zone of a holder as a place to go to."""
    if type(holder) is not int:
        return Location(one(holder), name)
    return location(c, m.emitted.facts.kinds[c[holder]].zones[name], holder)


def _put(
    m: Machine, c: Cells, facts: MotionTables, thing: Thing, holder: Thing, zone: ZoneTable, above: int = 0
) -> None:
    """Put a thing on top of a zone without levels, or below so many others."""
    kind = facts.kinds[c[thing]]
    if kind.name not in zone.takes:
        raise Bail
    _leave(m, c, facts, thing, kind)
    at = holder + zone.offset
    lying = c[at]
    if zone.most is not None and len(lying) >= zone.most:
        raise Bail
    c[at] = (*lying[:above], thing, *lying[above:]) if above else (thing, *lying)
    c[thing + s.PLACE] = location(c, zone, holder)
    own = c[holder]
    if own == "Player":
        c[thing + s.OWNER] = holder
    elif c[thing + s.OWNER] is None and own != "Table":
        c[thing + s.OWNER] = things.controller(m, holder)


def move_into(m: Machine, c: Cells, moving: Value, holder: Value, name: str) -> None:
    """`move` to a zone: several things keep their order, the first on top."""
    facts = m.emitted.facts
    if facts.moves_settle:
        m.settled = False
    if type(moving) is int:
        moving = (moving,) if _alive(facts, c, moving) else ()
    else:
        moving = [thing for thing in moving or () if _alive(facts, c, thing)]
    if not moving:
        return
    zone = facts.kinds[c[holder]].zones[name]
    _note(m, facts, moving)
    for thing in reversed(moving):
        _put(m, c, facts, thing, holder, zone)


def move_to_level(m: Machine, c: Cells, moving: Value, holder: Value, name: str, level: Value) -> None:
    """`move` to a place in a pile, counted from its top: several things come to lie below each other."""
    facts = m.emitted.facts
    zone = facts.kinds[c[holder]].zones[name]
    if type(level) is not int or zone.levels:
        raise Bail
    if facts.moves_settle:
        m.settled = False
    many = (moving,) if type(moving) is int else moving or ()
    leaving = [thing for thing in many if _alive(facts, c, thing)]
    if leaving:
        _note(m, facts, leaving)
    for above, thing in enumerate(leaving):
        _put(m, c, facts, thing, holder, zone, max(0, level + above - 1))


def move_onto(m: Machine, c: Cells, moving: Value, space: Value) -> None:
    """`move` to a space."""
    facts = m.emitted.facts
    if facts.moves_settle:
        m.settled = False
    if type(moving) is int:
        moving = (moving,)
    for thing in reversed([thing for thing in moving or () if _alive(facts, c, thing)]):
        _stand(m, c, facts, thing, space)


def _stand(m: Machine, c: Cells, facts: MotionTables, thing: Thing, space: Thing | None) -> None:
    if space is None:
        return
    kind, on = facts.kinds[c[thing]], c[space]
    for offset, spaces in kind.stands:
        if on in spaces:
            _leave(m, c, facts, thing, kind)
            c[thing + offset] = space
            return
    raise Bail


def place(m: Machine, c: Cells, facts: MotionTables, thing: Thing, to: Value) -> None:
    if type(to) is Location:
        zone = facts.kinds[c[to.holder]].zones[to.zone]
        if zone.levels or to.level is not None:
            zones.put(m, thing, to)
        else:
            _put(m, c, facts, thing, to.holder, zone)
    else:
        _stand(m, c, facts, thing, to)


# ------------------------------------------------------------------------------------------------- coming and going


def take(m: Machine, c: Cells, number: Value, model: Value, to: Value, me: Thing | None, single: bool) -> Value:
    """`take`: new things of a kind, or copies of a card."""
    facts = m.emitted.facts
    if type(number) is not int or not 0 <= number <= limits.DICE_AT_ONCE:
        raise Bail
    if type(model) is str:
        kind, card = model, None
    else:
        if type(model) is tuple:
            model = model[0] if model else None
        if model is None:
            raise Bail
        card = model.id if type(model) is CardRef else c[model + s.CARD]
        kind = facts.linked.cards[card].kind if card in facts.linked.cards else c[model]
        card = card if card in facts.linked.cards else None
    owner = me if to is None else None
    if kind in facts.settling:
        m.settled = False
    template = facts.template(m, kind, card)
    if template is None or c[s.FREE] or m.came is not None:
        values = {"number": number, "sort": model, "place": to, "#me": me, "#one": single, "#span": (0, 0)}
        return builtin_verbs.do_builtin(m, "take", values)
    taken = _come(m, c, facts, number, facts.kinds[kind], card, owner, to, template)
    return taken[0] if single else taken


def _come(
    m: Machine, c: Cells, facts: MotionTables, number: int, kind: KindTable, card: str | None, owner: Thing | None,
    to: Value, template: tuple[Value, ...],
) -> tuple[Thing, ...]:  # fmt: skip
    """New things come to a place one after another, the last on top."""
    zone = facts.kinds[c[to.holder]].zones[to.zone] if type(to) is Location and to.level is None else None
    if zone is None or zone.levels or kind.stands:
        taken = []
        for _ in range(number):
            taken.append(new_thing(m, c, kind, card, owner, template))
            place(m, c, facts, taken[-1], to)
        return tuple(taken)
    holder: Thing = to.holder
    every, lying, births = c[kind.cell], c[holder + zone.offset], c[s.BIRTHS]
    if kind.name not in zone.takes or len(every) + number > limits.THINGS_OF_A_KIND:
        raise Bail
    if zone.most is not None and len(lying) + number > zone.most:
        raise Bail
    if c[holder] == "Player":
        owner = holder
    elif owner is None and c[holder] != "Table":
        owner = things.controller(m, holder)
    there = location(c, zone, holder)
    new = []
    for birth in range(births, births + number):
        new.append(len(c))
        c.extend((kind.name, card, owner, there, (), None, birth, *template))
    c[s.BIRTHS] = births + number
    c[kind.cell] = (*every, *new)
    c[holder + zone.offset] = (*new[::-1], *lying)
    if card is not None and m.state.presence is not None:
        for thing in new:
            m.state.presence = m.state.presence.came(thing, card)
    return tuple(new)


def new_thing(
    m: Machine, c: Cells, kind: KindTable, card: str | None, owner: Thing | None, template: tuple[Value, ...]
) -> Thing:
    every = c[kind.cell]
    if len(every) >= limits.THINGS_OF_A_KIND:
        raise Bail
    thing = len(c)
    c.extend((kind.name, card, owner, None, (), None, c[s.BIRTHS], *template))
    c[s.BIRTHS] += 1
    c[kind.cell] = (*every, thing)
    if card is not None and m.state.presence is not None:
        m.state.presence = m.state.presence.came(thing, card)
    return thing


def remove(m: Machine, c: Cells, removed: Value) -> bool:
    """`remove`; returns whether a board may have gone."""
    facts = m.emitted.facts
    many = (removed,) if type(removed) is int else removed or ()
    if not many:
        return False
    sorts = {c[thing] if type(thing) is int else None for thing in many}
    if not sorts.isdisjoint(facts.settling):
        m.settled = False
    if len(sorts) == 1:
        kind = facts.kinds.get(next(iter(sorts)))
        if kind is not None and kind.simple and not kind.stands and _remove_alike(m, c, facts, kind, many):
            return False
    if any(name in facts.kinds and not facts.kinds[name].simple for name in sorts):
        builtin_verbs.do_builtin(m, "remove", {"things": removed, "#span": (0, 0)})
        return True
    leaving = [thing for thing in many if _alive(facts, c, thing)]
    if not leaving:
        return False
    _note(m, facts, leaving)
    boards = False
    for thing in leaving:
        kind = facts.kinds[c[thing]]
        if not _alive(facts, c, thing):
            continue
        _leave(m, c, facts, thing, kind)
        c[kind.cell] = s.without(c[kind.cell], thing)
        c[s.LEFT_TO_SWEEP] -= 1
        _went(m, c, thing)
        for key, spaces in c[s.BOARD]:
            if "#" in key and drawn_on(key) == str(thing):
                zones.clear(m, spaces)
                boards = True
    return boards


def _went(m: Machine, c: Cells, thing: Thing) -> None:
    """What is known of the copies and marks in play changes if a copy leaves, or something with a mark."""
    if c[thing + s.CARD] is None:
        for name, _ in c[thing + s.MARKS]:
            if name[0] != "#":
                break
        else:
            return
    went(m.state, thing)


def _remove_alike(m: Machine, c: Cells, facts: MotionTables, kind: KindTable, many: Sequence[Thing]) -> bool:
    """Remove things of one kind that lie in zones without levels, all at once; false if they do not."""
    every = c[kind.cell]
    if many is every:
        leaving = every
    elif len(every) <= FEW:
        leaving = [thing for thing in dict.fromkeys(many) if thing in every]
    else:
        leaving = [thing for thing in dict.fromkeys(many) if _alive(facts, c, thing)]
    if not leaving:
        return True
    cells, before = [], None
    for thing in leaving:
        there = c[thing + s.PLACE]
        if there is before:
            continue
        if type(there) is not Location:
            return False
        zone = facts.kinds[c[there.holder]].zones[there.zone]
        if zone.levels:
            return False
        before = there
        cells.append(there.holder + zone.offset)
    for key, _ in c[s.BOARD]:
        if "#" in key:
            return False
    _note(m, facts, leaving)
    if facts.shows:
        sight.moved(m, tuple(leaving))
    for at in (kind.cell, *cells):
        c[at] = tuple([thing for thing in c[at] if thing not in leaving])
    for thing in leaving:
        c[thing + s.PLACE] = None
        _went(m, c, thing)
    c[s.LEFT_TO_SWEEP] -= len(leaving)
    return True


WORDS: dict[str, Any] = {
    "move_into": move_into, "move_to_level": move_to_level, "move_onto": move_onto, "take_new": take,
    "remove_all": remove, "at_zone": at_zone,
}  # fmt: skip
