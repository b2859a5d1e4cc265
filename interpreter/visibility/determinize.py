"""A possible table: everything a seat sees stays, everything hidden from it is redistributed at random.

Bots search on such tables and never on the real one. Hidden things swap places with other hidden things of their kind,
hidden dice are rerolled, all future chance is drawn from another seed, and the other seats of a simultaneous decision
decide anew. Two matches that look the same to a seat give the same table for the same seed, so a bot can read nothing
there that it could not have known. The set of cards in the game counts as public, unless a card was taken in secret;
who holds which card does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, frozen

import interpreter.evaluate.dice as dice
import interpreter.evaluate.things as things
from interpreter.evaluate.sight import SHOWN, Sight, player_of
from interpreter.evaluate.zones import create, create_card, remove
from interpreter.execute.machine import Machine
from interpreter.execute.simultaneous import decide_again
from interpreter.model import rng
from interpreter.model import state as s
from interpreter.model.frames import E_TODO, EVENT, F_GOT, F_IT, TEXT, TOGETHER, V_IT
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Thing, Value
from interpreter.model.values import Location
from interpreter.visibility.redact import blank_cells, decides, from_rows, in_play, rows, writable_copy, zones

Group = tuple[str, Thing | None]
"""Things that may swap places: their kind, and their player, if players have piles of their own."""


@define
class Stream:
    """A bot's draws: a counted stream that is not part of the match."""

    key: int
    count: int = 0

    @classmethod
    def of(cls, seed: int, name: str) -> Stream:
        return cls(rng.stream_key(seed, name))

    def below(self, limit: int) -> int:
        drawn, self.count = rng.below(self.key, self.count, limit)
        return drawn

    def shuffled(self, items: tuple[int, ...]) -> tuple[int, ...]:
        order, self.count = rng.shuffled(self.key, self.count, items)
        return order


def determinize(m: Machine, seat: str, seed: int) -> Machine:
    """A table consistent with the knowledge of a seat, with the same requests open to it."""
    viewer = player_of(m, seat)
    copy = Machine(m.linked, writable_copy(m.state), seed, m.seats)
    copy.state.cells[s.DRAWS] = ((), *(0 for _ in m.linked.layout.streams))
    sight = Sight(m, viewer)
    luck = Stream.of(seed, f"suppose {seat}")
    moved = _Moved(_lay_out(copy, sight, luck))
    _drop_hidden_hooks(copy, sight)
    moved.follow(copy)
    if copy.state.frames and copy.state.frames[-1][0] == TOGETHER:
        decide_again(copy, lambda branch: decides(m, branch) == viewer)
    return copy


# ------------------------------------------------------------------------------------------------- hidden things


@frozen
class _Slot:
    """A place where a hidden thing lies."""

    thing: Thing
    place: Location
    group: Group


def _slots(m: Machine, sight: Sight) -> Iterator[_Slot]:
    """The places of hidden things, in an order that reveals nothing about them."""
    for holder in s.in_order(m.state.cells, [thing for thing in in_play(m) if sight.sees(thing)]):
        for sig, at in zones(m, holder):
            group = (sig.item_kind, _family(m, holder, sig.item_kind))
            for level, row in rows(sig, m.state.cells[at]):
                for thing in row:
                    if not sight.sees(thing):
                        yield _Slot(thing, Location(holder, sig.name, level), group)


def _family(m: Machine, holder: Thing, kind: str) -> Thing | None:
    """The player whose own pile these things come from; none if they come from the table."""
    player = things.controller(m, holder)
    if player is None:
        return None
    piles = (sig for sig, _ in zones(m, player) if sig.seen_by == "nobody")
    return player if any(sig.item_kind == kind for sig in piles) else None


def _lay_out(m: Machine, sight: Sight, luck: Stream) -> dict[Thing, Thing]:
    """Redistribute the hidden things; maps each to the thing that now takes its place."""
    groups: dict[Group, list[_Slot]] = {}
    for slot in _slots(m, sight):
        groups.setdefault(slot.group, []).append(slot)
    replacement: dict[Thing, Thing] = {}
    discarded: list[Thing] = []
    for (kind, _), slots in groups.items():
        group_things = tuple(s.in_order(m.state.cells, [slot.thing for slot in slots]))
        if kind in m.linked.secret_kinds():
            discarded += group_things
            group_things = tuple(_guess(m, kind, luck) for _ in slots)
        else:
            _in_order(m, group_things)
        for slot, thing in zip(slots, luck.shuffled(group_things), strict=True):
            replacement[slot.thing] = thing
            _put(m, thing, slot.place)
    for holder in s.in_order(m.state.cells, {slot.place.holder for slots in groups.values() for slot in slots}):
        for sig, at in zones(m, holder):
            zone_rows = rows(sig, m.state.cells[at])
            m.state.cells[at] = from_rows(
                sig, [tuple(replacement.get(thing, thing) for thing in row) for _, row in zone_rows]
            )
    for thing in discarded:
        remove(m, thing)
        blank_cells(m, thing)
    for thing in s.in_order(m.state.cells, replacement.values()):
        if "Die" in things.lineage(m, thing):
            faces = dice.faces_of(m, m.state.cells[thing + s.KIND])
            dice.set_face(m, thing, faces[luck.below(len(faces))])
    return replacement


def _guess(m: Machine, kind: str, luck: Stream) -> Thing:
    """Cards taken in secret are unknown: any card of the kind is possible."""
    cards = things.supply(m, kind)
    if not cards:
        return create(m, kind, None)
    return create_card(m, m.linked.cards[cards[luck.below(len(cards))].id], None)


def _put(m: Machine, thing: Thing, place: Location) -> None:
    kind = m.state.cells[place.holder + s.KIND]
    m.state.cells[thing + s.PLACE] = place
    m.state.cells[thing + s.OWNER] = None if kind == "Table" else things.controller(m, place.holder)


def _in_order(m: Machine, hidden_things: tuple[Thing, ...]) -> None:
    """Assign the contents of hidden things in one fixed order, so that their numbers reveal nothing."""
    kinds: dict[str, list[Thing]] = {}
    for thing in hidden_things:
        if _is_plain(m, thing):
            kinds.setdefault(m.state.cells[thing + s.KIND], []).append(thing)
    cells = m.state.cells
    for kind, alike in kinds.items():
        size = m.linked.layout.kinds[kind].size
        bodies = [(cells[x + s.CARD], cells[x + s.MARKS], cells[x + s.FIRST_FIELD : x + size]) for x in alike]
        for thing, body in zip(alike, sorted(bodies, key=repr), strict=True):
            cells[thing + s.CARD], cells[thing + s.MARKS], cells[thing + s.FIRST_FIELD : thing + size] = body
    m.state.presence = None  # derived from the cells, which have changed


def _is_plain(m: Machine, thing: Thing) -> bool:
    """Whether a thing has no parts or contents, so that its own cells describe it completely."""
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    holding = (name for name, sig in shape.fields.items() if sig.sort in ("zone", "children"))
    return all(not any(items) for items in (_flat(m.state.cells[thing + shape.offset[name]]) for name in holding))


def _flat(content: Value) -> list[bool]:
    return [bool(part) for part in content]


# ------------------------------------------------------------------------------------------ what is under way


def _drop_hidden_hooks(m: Machine, sight: Sight) -> None:
    """Drop pending rules of hidden cards of other players: the seat does not know of them."""
    for frame in m.state.frames:
        if frame[0] == EVENT:
            frame[E_TODO] = tuple(
                entry
                for entry in frame[E_TODO]
                if not isinstance(entry, tuple) or _is_known(m, entry[2], entry[3], sight)
            )


def _is_known(m: Machine, it: Value, me: Thing | None, sight: Sight) -> bool:
    return me == sight.viewer or not things.is_thing(m, it) or sight.sees(it)


@define
class _Moved:
    """Replaces references to redistributed things in frames, events, scopes and requests."""

    replacement: dict[Thing, Thing]

    def follow(self, m: Machine) -> None:
        for frame in m.state.frames:
            if frame[0] == TEXT:
                frame[F_IT] = self.of(frame[F_IT])
                if frame[F_GOT] is not None and frame[F_GOT][0] == "arrange":
                    frame[F_GOT] = self.of(frame[F_GOT])
        for event in m.state.events:
            event[V_IT] = self.of(event[V_IT])
        for names in m.state.scopes.values():
            for name, value in names.items():
                names[name] = self._named(name, value)
        m.state.requests = tuple(self._request(request) for request in m.state.requests)

    def of(self, value: Value) -> Value:
        match value:
            case bool():
                return value
            case int():
                return self.replacement.get(value, value)
            case tuple():
                return tuple(self.of(part) for part in value)
            case Move():
                return value.shifted(self.of)
            case _:
                return value

    def _named(self, name: str, value: Value) -> Value:
        """Only walked lists among the hidden names hold things; other hidden names hold plain numbers."""
        if name == SHOWN:
            return tuple((self.of(thing), viewers, span) for thing, viewers, span in value)
        if name.startswith("#") and name != "#it":
            return self.of(value) if name[1:].isdigit() and isinstance(value, tuple) else value
        return self.of(value)

    def _request(self, request: EngineRequest) -> EngineRequest:
        if request.sort not in ("choose", "act", "arrange", "pay"):
            return request
        options = tuple(option.with_value(self.of(option.value)) for option in request.options)
        same = all(new.value == old.value for new, old in zip(options, request.options, strict=True))
        return evolve(
            request, options=options, fits=request.fits if same else None
        )  # the fitting sets would reveal cards
