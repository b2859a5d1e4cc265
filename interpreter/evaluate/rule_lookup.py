"""Looks up the standing rules that may respond now, each with its bearer.

The result is in program order, and for one rule in the order in which its bearers entered play, so it does not depend
on the index that was used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import interpreter.evaluate.suppression as suppression
import interpreter.evaluate.things as things
from interpreter.link.rule_index import NO_NAMES, Bearers, Borne, Listeners, Numbered
from interpreter.model import state as s
from interpreter.model.presence import presence_of
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_rules import RuleSource

_Hit = tuple[int, int, int, "RuleSource", Value, "Thing | None", Mapping[str, Value]]
"""The number of the rule, the birth number of its bearer, the index of its mark; then the result."""


def find(m: Machine, listeners: Listeners, values: Mapping[str, Value]) -> list[Borne]:
    """The rules that may respond to an event with these values, in order."""
    if listeners.anywhere is None and not listeners.slots:
        return listeners.only
    hits: list[_Hit] = []
    for slot, bearers in listeners.slots.items():
        stands = values.get(slot)
        for thing in dict.fromkeys(stands) if isinstance(stands, tuple) else (stands,):
            hits += _of_thing(m, bearers, thing)
    if listeners.anywhere is not None:
        hits += _in_play(m, listeners.anywhere)
    if not hits:
        return listeners.only
    hits += [(order, 0, 0, source, None, None, NO_NAMES) for order, source in listeners.always]
    hits.sort(key=_order)
    return [hit[3:] for hit in hits]


def of_things(m: Machine, listeners: Listeners, values: Mapping[str, Value], many: tuple[Thing, ...]) -> list[Borne]:
    """The same, restricted to the rules of some things."""
    hits: list[_Hit] = []
    for thing in many:
        for slot, bearers in listeners.slots.items():
            stands = values.get(slot)
            if stands == thing or (isinstance(stands, tuple) and thing in stands):
                hits += _of_thing(m, bearers, thing)
        if listeners.anywhere is not None:
            hits += _of_thing(m, listeners.anywhere, thing)
    hits.sort(key=_order)
    return [hit[3:] for hit in hits]


def anybody(m: Machine, changers: Listeners, of: Value) -> bool:
    """Whether a rule may change a value of a thing; true if in doubt."""
    if changers.always or changers.anywhere is not None or isinstance(of, tuple):
        return True
    return any(bearers.kinds or of in _who(m, bearers) for bearers in changers.slots.values())


def _order(hit: _Hit) -> tuple[int, int, int]:
    return hit[:3]


def _hits(m: Machine, rules: list[Numbered], thing: Thing, nth: int, names: Mapping[str, Value]) -> Iterator[_Hit]:
    if suppression.is_silent(m, thing):
        return
    for order, source in rules:
        if things.text_works(m, thing, source.standing):
            yield order, m.state.cells[thing + s.BORN], nth, source, thing, things.controller(m, thing), names


def _marked(m: Machine, rules: list[Numbered], thing: Thing, mark: str) -> Iterator[_Hit]:
    """One hit for each copy of a mark that a thing has, with the mark's numbers."""
    for nth, (name, args) in enumerate(m.state.cells[thing + s.MARKS]):
        if name == mark:
            yield from _hits(m, rules, thing, nth, dict(zip(m.linked.mark_names[mark], args, strict=True)))


def _of_thing(m: Machine, bearers: Bearers, thing: Value) -> Iterator[_Hit]:
    """The rules borne by one thing; none if it is not in play."""
    if type(thing) is not int or (not bearers.kinds and thing not in _who(m, bearers)):
        return
    shape = things.shape_of(m, thing)
    if shape is None:
        return
    cells = m.state.cells
    of_card = bearers.cards.get(cells[thing + s.CARD]) if bearers.cards else None
    if of_card is not None and m.linked.cards[cells[thing + s.CARD]].kind == shape.name:
        yield from _hits(m, of_card, thing, 0, NO_NAMES)
    for kind in shape.lineage if bearers.kinds else ():
        if kind in bearers.kinds:
            yield from _hits(m, bearers.kinds[kind], thing, 0, NO_NAMES)
    if bearers.marks:
        for mark in {name: None for name, _ in cells[thing + s.MARKS] if name in bearers.marks}:
            yield from _marked(m, bearers.marks[mark], thing, mark)


def _who(m: Machine, bearers: Bearers) -> frozenset[Thing]:
    """All things in play that bear one of these rules through a mark or their card."""
    presence = presence_of(m)
    if bearers.known_from is not presence:
        in_play = [thing for mark in in_both(bearers.marks, presence.marks) for thing in presence.marks[mark]]
        in_play += [thing for card in in_both(bearers.cards, presence.cards) for thing in presence.cards[card]]
        bearers.known_from, bearers.who = presence, frozenset(in_play)
    return bearers.who


def _in_play(m: Machine, bearers: Bearers) -> list[_Hit]:
    """The rules borne by anything in play; memoised until the next write."""
    if m.memo is None:
        return list(_borne(m, bearers))
    key = ("in play", id(bearers))
    if key not in m.memo:
        m.memo[key] = list(_borne(m, bearers))
    hits: list[_Hit] = m.memo[key]
    return hits


def _borne(m: Machine, bearers: Bearers) -> Iterator[_Hit]:
    for kind, rules in bearers.kinds.items():
        many = s.things_of(m.state, m.linked.layout, kind)
        spend(m, len(many))
        for thing in many:
            yield from _hits(m, rules, thing, 0, NO_NAMES)
    if bearers.marks or bearers.cards:
        presence = presence_of(m)
        for mark in in_both(bearers.marks, presence.marks):
            for thing in presence.marks[mark]:
                yield from _marked(m, bearers.marks[mark], thing, mark)
        for card in in_both(bearers.cards, presence.cards):
            for thing in things.copies(m, card):
                yield from _hits(m, bearers.cards[card], thing, 0, NO_NAMES)


def in_both(some: Mapping[str, object], others: Mapping[str, object]) -> list[str]:
    """The names in both; iterates over the smaller one."""
    small, large = (some, others) if len(some) <= len(others) else (others, some)
    return [name for name in small if name in large]
