"""What emitted code calls instead of words of `compiled` and of the reference that do the same for every sort of value.

Each of these first looks for what it nearly always is, and leaves anything else to the word in whose place it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import interpreter.compiled.support as support
import interpreter.compiled.thing_words as thing_words
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.fields as fields
import interpreter.evaluate.marks as marks
import interpreter.evaluate.things as things
import interpreter.link.memo as memo
from interpreter.compiled.support import Cells, spent
from interpreter.compiled.thing_words import resolved, rows_by_key
from interpreter.evaluate.layers import reckon
from interpreter.evaluate.sight import Sight
from interpreter.link.effects.hidden_slots import IT, blind_slots
from interpreter.model import state as s
from interpreter.model.environment import one
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Location, MarkOf, Rows
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram

UNKNOWN: Any = object()


FEW = 8
"""In a list of so many items one is looked for as quickly as in a set."""


SHORT_LIST = 16
"""A loop over at most so many things is free."""


# ----------------------------------------------------------------------------------------------------------- work


def brief(m: Machine, many: Any, weight: int) -> Any:
    """A list that is about to be gone through, paid for if it is not short."""
    return many if len(many) <= SHORT_LIST else spent(m, many, weight)


# ----------------------------------------------------------------------------------------------------------- values


def remembering(name: str, verbs: frozenset[str], work: Callable[..., Value]) -> Callable[..., Value]:
    """Memoise an emitted rule or stat while legal actions are enumerated, as `interpreter.link.memo` does."""
    if work.__code__.co_argcount == 2:

        def ask(m: Machine, c: Cells) -> Value:
            remembered = m.memo
            if remembered is None or m.trial in verbs:
                return work(m, c)
            value = remembered.get(name, UNKNOWN)
            if value is UNKNOWN:
                value = remembered[name] = work(m, c)
            return value

        return ask
    if work.__code__.co_argcount == 3:

        def ask_about(m: Machine, c: Cells, given: Value) -> Value:
            remembered = m.memo
            if remembered is None or m.trial in verbs:
                return work(m, c, given)
            key = (name, given)
            try:
                value = remembered.get(key, UNKNOWN)
            except TypeError:  # an event in progress cannot be part of a key
                return work(m, c, given)
            if value is UNKNOWN:
                value = remembered[key] = work(m, c, given)
            return value

        return ask_about
    if work.__code__.co_argcount == 4:

        def ask_about_two(m: Machine, c: Cells, given: Value, more: Value) -> Value:
            remembered = m.memo
            if remembered is None or m.trial in verbs:
                return work(m, c, given, more)
            key = (name, given, more)
            try:
                value = remembered.get(key, UNKNOWN)
            except TypeError:
                return work(m, c, given, more)
            if value is UNKNOWN:
                value = remembered[key] = work(m, c, given, more)
            return value

        return ask_about_two
    return memo.remembering(name, verbs, work)


def in_play(m: Machine, c: Cells, many: Any, heirs: tuple[int, ...]) -> list[Thing]:
    """Of a list the things of some kinds that are in play, in the order in which they came."""
    if c[s.REUSED]:
        return support.in_play(m, c, many, heirs)
    members = set(many)
    if len(heirs) == 1:
        return [thing for thing in c[s.FIRST_KIND + heirs[0]] if thing in members]
    present, kinds = [], m.emitted.facts.kinds
    for thing in members:
        if type(thing) is int:
            kind = kinds.get(c[thing])
            if kind is not None and kind.cell - s.FIRST_KIND in heirs:
                every = c[kind.cell]
                at = bisect_left(every, thing)
                if at < len(every) and every[at] == thing:
                    present.append(thing)
    present.sort()
    return present


def first_on(m: Machine, c: Cells, kind: int, offset: int, space: Thing | None) -> Thing | None:
    """The first thing of a kind that stands on a space."""
    if m.memo is None or len(c[kind]) < FEW:
        for thing in c[kind]:
            if c[thing + offset] == space:
                return thing  # type: ignore[no-any-return]
        return None
    many = _standing(m, c, kind, offset).get(space)
    return many[0] if many else None


def all_on(m: Machine, c: Cells, kind: int, offset: int, space: Thing | None) -> tuple[Thing, ...]:
    """The things of a kind that stand on a space."""
    if m.memo is None or len(c[kind]) < FEW:
        return tuple([thing for thing in c[kind] if c[thing + offset] == space])
    return _standing(m, c, kind, offset).get(space, ())


def _standing(m: Machine, c: Cells, kind: int, offset: int) -> dict[Thing | None, tuple[Thing, ...]]:
    """The things on each space, remembered until something changes."""
    assert m.memo is not None
    by_space: dict[Thing | None, tuple[Thing, ...]] | None = m.memo.get((kind, offset))
    if by_space is None:
        by_space = {}
        for thing in c[kind]:
            space = c[thing + offset]
            by_space[space] = (*by_space.get(space, ()), thing)
        m.memo[kind, offset] = by_space
    return by_space


def level_of(m: Machine, c: Cells, thing: Thing | None, offset: int, low: int, single: bool, key: int) -> Value:
    """The things on one level of a zone."""
    if thing is None:
        return None
    rows = c[thing + offset]
    if not low <= key < low + len(rows):
        return None
    row = rows[key - low]
    return (row[0] if row else None) if single else row


def has_mark(m: Machine, c: Cells, thing: Value, name: str) -> bool:
    """Whether a thing has a mark."""
    if type(thing) is int:
        for mark in c[thing + s.MARKS]:  # noqa: SIM110  (a loop is quicker)
            if mark[0] == name:
                return True
        return False
    return marks.has(m, thing, MarkOf(name))


def has(m: Machine, left: Value, right: Value) -> bool:
    """Whether something has a keyword or status, a symbol, or a member."""
    if type(right) is not MarkOf or right.said:
        return thing_words.has(m, left, right)
    if type(left) is int:
        return has_mark(m, m.state.cells, left, right.name)
    if type(left) is CardRef:
        printed = m.emitted.facts.printed_marks.get(left.id)
        if printed is not None:
            return right.name in printed
    return thing_words.has(m, left, right)


def joined(m: Machine, many: Any, more: Any) -> tuple[Value, ...]:
    """A list and what another one adds to it."""
    together = list(many)
    if len(together) + len(more) <= FEW:
        for item in more:
            if item not in together:
                together.append(item)
        return tuple(together)
    spend(m, len(together) + len(more))
    members = set(together)
    return tuple(together + [item for item in more if item not in members])


def row_of(m: Machine, table: Value, key: Value) -> Value:
    """A row of a table by its key; what is no table has one value for every key."""
    if type(table) is not Rows:
        return table
    if type(key) is int or type(key) is str:
        rows = table.rows
        if len(rows) < 3:
            for own, row in rows:
                if type(own) is not int and type(own) is not str:
                    break
                if own == key:
                    return row
            else:
                return table.default
        indexed = rows_by_key(table)
        if indexed is not None:
            return indexed.get(key, table.default)
    return expressions.look_up(table, key, m)


def first_in(many: Any, test: Callable[[Value], Value]) -> Value:
    """The first of some things that a condition holds for."""
    for thing in many:
        if test(thing):
            return thing
    return None


def holder_of(m: Machine, c: Cells, thing: Value) -> Value:
    """Where a thing lies."""
    if type(thing) is int:
        place = c[thing + s.PLACE]
        return place.holder if type(place) is Location else None
    return fields.read(m, one(thing), "holder")


def printed_of_card(m: Machine, c: Cells, thing: Value, name: str, table: Any) -> Value:
    """The printed value of a thing or a card, from a table of all cards."""
    value = UNKNOWN
    if type(thing) is int:
        value = table.get(c[thing + s.CARD], UNKNOWN)
    elif type(thing) is CardRef:
        value = table.get(thing.id, UNKNOWN)
    elif thing is None:
        return None
    if value is UNKNOWN:
        return fields.read(m, one(thing), name)
    return resolved(m, value)


def prints(c: Cells, thing: Value, cards: frozenset[str]) -> bool:
    """Whether a thing or a card prints something: a copy or a name of one of these cards."""
    card = c[thing + s.CARD] if type(thing) is int else thing.id if type(thing) is CardRef else None
    return card in cards


def reckoned(base: Value, changes: Sequence[tuple[int, str, str, Value]], layers: tuple[str, ...]) -> Value:
    """A value with its changes; most often there is one, which sets it."""
    if len(changes) == 1:
        _, layer, own, change = changes[0]
        if layer == "to" and not own:
            return change
    return reckon(base, changes, layers)


# ------------------------------------------------------------------------------------------------------ hidden things


Blind = dict[int, tuple[bool, tuple[int, ...]]]
"""By the number of an action: whether `it` may be hidden, and where in a move things stand that may be."""


def blind_places(linked: LinkedProgram, window: str) -> Blind:
    """Where the moves of a window may hold things that whoever acts does not see."""
    slots, by_action = blind_slots(linked, window), {}
    for number, action in enumerate(linked.actions[window]):
        names = slots.get(action.op.data, frozenset())
        own = [slot.name for slot in linked.signatures[action.op.data].slots if slot.name != "me"]
        if names:
            by_action[number] = (IT in names, tuple([at for at, name in enumerate(own, 3) if name in names]))
    return by_action


def hides_any(m: Machine, places: Blind, moves: Sequence[Any], player: Thing) -> bool:
    """Whether some move names what the player does not see."""
    sight = Sight(m, player)
    seen: set[Value] = set()
    for move in moves:
        here = places.get(move[0])
        if here is None:
            continue
        many = [move[at] for at in here[1]]
        if here[0]:
            many.append(move[1])
        for value in many:
            if value in seen:
                continue
            for thing in value if isinstance(value, tuple) else (value,):
                if things.is_thing(m, thing) and not sight.sees(thing):
                    return True
            seen.add(value)
    return False


WORDS: dict[str, Any] = {
    "brief": brief, "holder_of": holder_of, "printed_of_card": printed_of_card, "prints": prints, "joined": joined,
    "row_of": row_of, "remembering": remembering, "in_play": in_play, "level_of": level_of, "has_mark": has_mark,
    "has": has,
    "first_on": first_on, "all_on": all_on,
}  # fmt: skip
