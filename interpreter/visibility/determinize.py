"""A table as it might be: what a seat sees stays, what is hidden from it is laid out anew by chance.

Bots look ahead on such tables and never on the real one. Hidden things change places with others of their sort that
are hidden too, hidden dice are thrown again, all chance to come is drawn from another seed, and whoever decides at the
same time decides anew. Two matches that look alike to a seat give the same supposition for the same seed, so whatever
a bot reads there it could have known. What is in the game counts as known to all, unless somebody took it in secret;
who holds what does not.
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
from interpreter.link.secret_kinds import undisclosed
from interpreter.model import rng
from interpreter.model import state as s
from interpreter.model.frames import E_TODO, EVENT, F_GOT, F_IT, TEXT, TOGETHER, V_IT
from interpreter.model.moves import Move
from interpreter.model.requests import Request
from interpreter.model.state import Thing, Value
from interpreter.model.values import Place
from interpreter.visibility.redact import decides, forget, fresh, from_rows, in_play, rows, zones

Group = tuple[str, Thing | None]
"""Things that may change places: their kind, and the player whose own they are, if players have piles of their own."""


@define
class Stream:
    """Draws of a bot: a counted stream that is none of the match."""

    key: int
    count: int = 0

    @classmethod
    def of(cls, seed: int, name: str) -> Stream:
        return cls(rng.stream_key(seed, name))

    def below(self, limit: int) -> int:
        found, self.count = rng.below(self.key, self.count, limit)
        return found

    def shuffled(self, items: tuple[int, ...]) -> tuple[int, ...]:
        order, self.count = rng.shuffled(self.key, self.count, items)
        return order


def suppose(m: Machine, seat: str, seed: int) -> Machine:
    """The table as it might be for all that a seat knows, with the same questions open to it."""
    viewer = player_of(m, seat)
    copy = Machine(m.linked, fresh(m.state), seed, m.seats)
    copy.state.cells[s.DRAWS] = ((), *(0 for _ in m.linked.layout.streams))
    eyes = Sight(m, viewer)
    luck = Stream.of(seed, f"suppose {seat}")
    moved = _Moved(_lay_out(copy, eyes, luck))
    _drop_hidden_hooks(copy, eyes)
    moved.follow(copy)
    if copy.state.frames and copy.state.frames[-1][0] == TOGETHER:
        decide_again(copy, lambda branch: decides(m, branch) == viewer)
    return copy


# ------------------------------------------------------------------------------------------------- hidden things


@frozen
class _Slot:
    """A place where a hidden thing lies."""

    thing: Thing
    place: Place
    group: Group


def _slots(m: Machine, eyes: Sight) -> Iterator[_Slot]:
    """The places of hidden things, in an order that tells nothing about them."""
    for holder in s.in_order(m.state.cells, [thing for thing in in_play(m) if eyes.sees(thing)]):
        for sig, at in zones(m, holder):
            group = (sig.item_kind, _family(m, holder, sig.item_kind))
            for level, row in rows(sig, m.state.cells[at]):
                for thing in row:
                    if not eyes.sees(thing):
                        yield _Slot(thing, Place(holder, sig.name, level), group)


def _family(m: Machine, holder: Thing, kind: str) -> Thing | None:
    """Who draws from a pile of the own keeps to it; all others have their things from the table."""
    player = things.controller(m, holder)
    if player is None:
        return None
    piles = (sig for sig, _ in zones(m, player) if sig.seen_by == "nobody")
    return player if any(sig.item_kind == kind for sig in piles) else None


def _lay_out(m: Machine, eyes: Sight, luck: Stream) -> dict[Thing, Thing]:
    """Lay the hidden things out anew; what lies now where each of them lay."""
    groups: dict[Group, list[_Slot]] = {}
    for slot in _slots(m, eyes):
        groups.setdefault(slot.group, []).append(slot)
    now: dict[Thing, Thing] = {}
    gone: list[Thing] = []
    for (kind, _), slots in groups.items():
        many = tuple(s.in_order(m.state.cells, [slot.thing for slot in slots]))
        if kind in undisclosed(m.linked):
            gone += many
            many = tuple(_guess(m, kind, luck) for _ in slots)
        else:
            _in_order(m, many)
        for slot, thing in zip(slots, luck.shuffled(many), strict=True):
            now[slot.thing] = thing
            _lie(m, thing, slot.place)
    for holder in s.in_order(m.state.cells, {slot.place.holder for slots in groups.values() for slot in slots}):
        for sig, at in zones(m, holder):
            found = rows(sig, m.state.cells[at])
            m.state.cells[at] = from_rows(sig, [tuple(now.get(thing, thing) for thing in row) for _, row in found])
    for thing in gone:
        remove(m, thing)
        forget(m, thing)
    for thing in s.in_order(m.state.cells, now.values()):
        if "Die" in things.lineage(m, thing):
            faces = dice.faces_of(m, m.state.cells[thing + s.KIND])
            dice.set_face(m, thing, faces[luck.below(len(faces))])
    return now


def _guess(m: Machine, kind: str, luck: Stream) -> Thing:
    """Nobody knows what others took in secret: any card of the kind may lie there."""
    cards = things.supply(m, kind)
    if not cards:
        return create(m, kind, None)
    return create_card(m, m.linked.cards[cards[luck.below(len(cards))].id], None)


def _lie(m: Machine, thing: Thing, place: Place) -> None:
    kind = m.state.cells[place.holder + s.KIND]
    m.state.cells[thing + s.PLACE] = place
    m.state.cells[thing + s.OWNER] = None if kind == "Table" else things.controller(m, place.holder)


def _in_order(m: Machine, many: tuple[Thing, ...]) -> None:
    """Which of several hidden things has which number tells nothing: what they are is dealt to them in one order."""
    kinds: dict[str, list[Thing]] = {}
    for thing in many:
        if _is_plain(m, thing):
            kinds.setdefault(m.state.cells[thing + s.KIND], []).append(thing)
    cells = m.state.cells
    for kind, alike in kinds.items():
        size = m.linked.layout.kinds[kind].size
        bodies = [(cells[x + s.CARD], cells[x + s.MARKS], cells[x + s.FIRST_FIELD : x + size]) for x in alike]
        for thing, body in zip(alike, sorted(bodies, key=repr), strict=True):
            cells[thing + s.CARD], cells[thing + s.MARKS], cells[thing + s.FIRST_FIELD : thing + size] = body
    m.state.presence = None  # who bears what has changed


def _is_plain(m: Machine, thing: Thing) -> bool:
    """Nothing belongs to it or lies in it, so that it is all in its own cells."""
    shape = m.linked.layout.kinds[m.state.cells[thing + s.KIND]]
    holding = (name for name, sig in shape.fields.items() if sig.sort in ("zone", "children"))
    return all(not any(items) for items in (_flat(m.state.cells[thing + shape.offset[name]]) for name in holding))


def _flat(content: Value) -> list[bool]:
    return [bool(part) for part in content]


# ------------------------------------------------------------------------------------------ what is under way


def _drop_hidden_hooks(m: Machine, eyes: Sight) -> None:
    """A rule of a hidden card of another that waits for its turn is not known to wait."""
    for frame in m.state.frames:
        if frame[0] == EVENT:
            frame[E_TODO] = tuple(
                entry for entry in frame[E_TODO] if not isinstance(entry, tuple) or _known(m, entry[2], entry[3], eyes)
            )


def _known(m: Machine, it: Value, me: Thing | None, eyes: Sight) -> bool:
    return me == eyes.viewer or not things.is_thing(m, it) or eyes.sees(it)


@define
class _Moved:
    """What lies now where a hidden thing lay: texts under way that speak of the one mean the other."""

    now: dict[Thing, Thing]

    def follow(self, m: Machine) -> None:
        for frame in m.state.frames:
            if frame[0] == TEXT:
                frame[F_IT] = self.of(frame[F_IT])
                if frame[F_GOT] is not None and frame[F_GOT][0] == "arrange":
                    frame[F_GOT] = self.of(frame[F_GOT])
        for event in m.state.events:
            event[V_IT] = self.of(event[V_IT])
        for names in m.state.scopes.values():
            for name, found in names.items():
                names[name] = self._named(name, found)
        m.state.requests = tuple(self._request(request) for request in m.state.requests)

    def of(self, found: Value) -> Value:
        match found:
            case bool():
                return found
            case int():
                return self.now.get(found, found)
            case tuple():
                return tuple(self.of(part) for part in found)
            case Move():
                return found.shifted(self.of)
            case _:
                return found

    def _named(self, name: str, found: Value) -> Value:
        """Hidden names hold numbers of other sorts as well: only lists that are walked through hold things."""
        if name == SHOWN:
            return tuple((self.of(thing), viewers, span) for thing, viewers, span in found)
        if name.startswith("#") and name != "#it":
            return self.of(found) if name[1:].isdigit() and isinstance(found, tuple) else found
        return self.of(found)

    def _request(self, request: Request) -> Request:
        if request.sort not in ("choose", "act", "arrange", "pay"):
            return request
        options = tuple(option.with_value(self.of(option.value)) for option in request.options)
        same = all(new.value == old.value for new, old in zip(options, request.options, strict=True))
        return evolve(request, options=options, fits=request.fits if same else None)  # fitting sets would tell of cards
