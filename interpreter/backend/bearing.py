"""Functions for emitted code that find the rules of things, and whether they work where the things are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.things as things
from interpreter.board.board_cache import FAR
from interpreter.compiled.support import Cells, flood
from interpreter.evaluate.rule_lookup import in_both
from interpreter.model import state as s
from interpreter.model.environment import contains
from interpreter.model.frames import W_NAME, W_SCOPE
from interpreter.model.presence import presence_of
from interpreter.model.state import OWNER, PARENT, PLACE, Thing, Value
from interpreter.model.values import Face, Location

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


def alive(m: Machine, c: Cells, thing: Thing) -> bool:
    """Whether a thing is in play."""
    every = c[s.FIRST_KIND + m.linked.layout.kinds[c[thing]].index]
    if c[s.REUSED]:
        return thing in every
    at = bisect_left(every, thing)
    return at < len(every) and every[at] == thing


UNKNOWN: Any = object()


def own(c: Cells, thing: Thing | None) -> Thing | None:
    """Who controls a thing that is no player."""
    while thing is not None:
        owner: Thing | None = c[thing + OWNER]
        if owner is not None:
            return owner
        thing = c[thing + PARENT]
        if thing is not None and c[thing] == "Player":
            return thing
    return None


def bears(c: Cells, thing: Thing, name: str) -> bool:
    """Whether a thing has a mark."""
    for mark in c[thing + s.MARKS]:  # noqa: SIM110  (a loop is quicker)
        if mark[0] == name:
            return True
    return False


def charted(
    m: Machine, space: Thing | None, points: int, key: Any, cost: Any, seen: tuple[Value, ...], weight: int
) -> dict[Thing, int]:
    """The spaces within reach and their prices, if the spaces print them: all of them, computed once for a board."""
    if space is None:
        return {}
    assert m.board_cache is not None
    charts = m.board_cache.picked
    reached: dict[Thing, int] | None = charts.get((key, space, points))
    if reached is None:
        whole = charts.get((key, space))
        if whole is None:
            whole = charts[key, space] = flood(m, space, FAR, cost, 1)[0]
        reached = charts[key, space, points] = {goal: price for goal, price in whole.items() if price <= points}
    return reached


def printed_by(c: Cells, thing: Thing | None, table: Any) -> Value:
    return None if thing is None else table[c[thing + s.CARD]]


def is_one(m: Machine, c: Cells, value: Value, heirs: frozenset[str]) -> bool:
    """Whether something is a thing in play of some kinds."""
    return type(value) is int and c[value] in heirs and alive(m, c, value)


def works(m: Machine, c: Cells, thing: Thing, wanted: tuple[str, ...] | None) -> bool:
    """Whether a text works where its thing lies."""
    if wanted is None:
        wanted = m.linked.works_in[c[thing]]
    while c[thing + PARENT] is not None:
        thing = c[thing + PARENT]
    place = c[thing + PLACE]
    if type(place) is not Location:
        return not wanted or "play" in wanted
    if wanted:
        return place.zone in wanted
    return place.zone not in m.emitted.facts.hidden[c[place.holder]]


def on(m: Machine, verb: str, but: Any) -> bool:
    """Whether an event of a verb is in progress, apart from one."""
    for event in m.state.events:  # noqa: SIM110  (a loop is quicker)
        if event[1] == verb and event is not but:
            return True
    return False


def each_of(value: Value) -> Any:
    return dict.fromkeys(value) if type(value) is tuple else (value,)


def by_number(hit: Any) -> tuple[int, int]:
    return hit[5:7]  # type: ignore[no-any-return]


def by_bearer(change: Any) -> tuple[int, int]:
    return change[:2]  # type: ignore[no-any-return]


def borne_by(
    m: Machine, c: Cells, sort: str, verb: str, n: Any, ev: Any, thing: Value, cards: Any, marks: Any, out: list[Any]
) -> None:
    """The rules of a thing by its card and its marks."""
    if type(thing) is not int or not m.linked.layout.first_thing <= thing:
        return
    own = cards.get(c[thing + s.CARD]) if cards else None
    if own is not None and m.linked.cards[c[thing + s.CARD]].kind == c[thing] and alive(m, c, thing):
        _borne(m, c, sort, verb, n, ev, thing, own, {}, 0, out)
    if marks:
        for nth, (name, args) in enumerate(c[thing + s.MARKS]):
            if name in marks and alive(m, c, thing):
                names = dict(zip(m.linked.mark_names[name], args, strict=True))
                _borne(m, c, sort, verb, n, ev, thing, marks[name], names, nth, out)


def borne_in_play(
    m: Machine, c: Cells, sort: str, verb: str, n: Any, ev: Any, cards: Any, marks: Any, out: list[Any]
) -> None:
    """The rules of everything in play by cards and marks."""
    for thing, rules, mark, wanted in _in_play(m, cards, marks):
        if wanted is not UNKNOWN and not _works_here(m, c, thing, wanted):
            continue
        if mark is None:
            _borne(m, c, sort, verb, n, ev, thing, rules, {}, 0, out)
            continue
        for nth, (name, args) in enumerate(c[thing + s.MARKS]):
            if name == mark:
                names = dict(zip(m.linked.mark_names[name], args, strict=True))
                _borne(m, c, sort, verb, n, ev, thing, rules, names, nth, out)


def _works_here(m: Machine, c: Cells, thing: Thing, wanted: tuple[str, ...]) -> bool:
    """Whether a text may work where its thing lies; for a part, that is found out elsewhere."""
    if c[thing + PARENT] is not None:
        return True
    place = c[thing + PLACE]
    if type(place) is not Location:
        return not wanted or "play" in wanted
    if wanted:
        return place.zone in wanted
    return place.zone not in m.emitted.facts.hidden[c[place.holder]]


def _wanted(m: Machine, thing: Thing, rules: Any) -> Any:
    """Where all rules of a thing work, if that is the same for all of them."""
    everywhere = m.linked.works_in[m.state.cells[thing]]
    places = {everywhere if entry[3] is None else entry[3] for entry in rules}
    return places.pop() if len(places) == 1 else UNKNOWN


def _in_play(m: Machine, cards: Any, marks: Any) -> list[tuple[Thing, Any, str | None, Any]]:
    """Who bears rules by marks and by cards, and where these work: looked for again when something has come, gone or
    changed its marks."""
    presence = m.state.presence or presence_of(m)
    if cards.presence is not presence:
        cards.presence = presence
        bearers = cards.borne = []
        for mark in in_both(marks, presence.marks) if marks else ():
            bearers += [(thing, marks[mark], mark, _wanted(m, thing, marks[mark])) for thing in presence.marks[mark]]
        for card in in_both(cards, presence.cards) if cards else ():
            bearers += [(thing, cards[card], None, _wanted(m, thing, cards[card])) for thing in things.copies(m, card)]
    return cards.borne  # type: ignore[no-any-return]


def _borne(
    m: Machine, c: Cells, sort: str, verb: str, n: Any, ev: Any, thing: Thing, rules: Any, names: Any, nth: int,
    out: list[Any],
) -> None:  # fmt: skip
    me = UNKNOWN
    for entry in rules:
        number, source, test, wanted = entry
        if not works(m, c, thing, wanted):
            continue
        if test is None:
            test = entry[2] = m.emitted.rules.test_of(source, sort, verb)
        if me is UNKNOWN:
            me = things.controller(m, thing)
        if test(m, c, n, ev, thing, me, names) and not is_silent(m, thing):
            out.append((0, source, thing, me, tuple(sorted(names.items())), number, (c[thing + s.BORN], nth)))


def said_hits(m: Machine, sort: str, verb: str, n: Any, ev: Any, out: list[Any]) -> None:
    """The rules that sentences stated for a while."""
    for source, it, me, extra in active_rules.said_rules(m, sort, verb):
        if active_rules.applies(m, source.standing, it, me, extra, n, ev):
            out.append((0, source, it, me, tuple(sorted(extra.items())), 0, 0))


def window_hits(m: Machine, sort: str, verb: str, n: Any, ev: Any, out: list[Any]) -> None:
    """The rules of the open window."""
    frame = m.window_frame()
    if frame is None:
        return
    entries = m.emitted.rules.of_window(sort, verb, frame[W_NAME])
    if not entries:
        return
    names = m.state.scopes[frame[W_SCOPE]]
    for source, test in entries:
        if test(m, m.state.cells, n, ev, None, None, names):
            out.append((0, source, None, None, tuple(sorted(names.items())), 0, 0))


def is_silent(m: Machine, thing: Thing) -> bool:
    """Whether a rule suppresses the text of a thing."""
    if m.judging_silence or "take_effect" not in m.linked.answered:
        return False
    return _judged(m, "take_effect", {"card": thing, "player": things.controller(m, thing)})


def may_volunteer(m: Machine, player: Value) -> bool:
    """Whether a player may accept a `may`."""
    return "volunteer" not in m.linked.answered or not _judged(m, "volunteer", {"player": player})


def _judged(m: Machine, verb: str, names: dict[str, Value]) -> bool:
    judging, still = m.judging_silence, m.memo
    m.judging_silence, m.memo = True, None
    try:
        forbidden: bool = m.emitted.forbids(m, m.state.cells, verb, names)
        return forbidden
    finally:
        m.judging_silence, m.memo = judging, still


def changes_by(m: Machine, c: Cells, target: str, n: Any, thing: Value, cards: Any, marks: Any, out: list[Any]) -> None:
    """The changes of a value by the card and the marks of a thing."""
    if type(thing) is not int or not m.linked.layout.first_thing <= thing:
        return
    own = cards.get(c[thing + s.CARD]) if cards else None
    if own is not None and m.linked.cards[c[thing + s.CARD]].kind == c[thing] and alive(m, c, thing):
        _changes(m, c, target, n, thing, own, {}, 0, out)
    if marks:
        for nth, (name, args) in enumerate(c[thing + s.MARKS]):
            if name in marks and alive(m, c, thing):
                names = dict(zip(m.linked.mark_names[name], args, strict=True))
                _changes(m, c, target, n, thing, marks[name], names, nth, out)


def changes_in_play(m: Machine, c: Cells, target: str, n: Any, cards: Any, marks: Any, out: list[Any]) -> None:
    """The changes of a value by cards and marks of everything in play."""
    for thing, rules, mark, wanted in _in_play(m, cards, marks):
        if wanted is not UNKNOWN and not _works_here(m, c, thing, wanted):
            continue
        if mark is None:
            _changes(m, c, target, n, thing, rules, {}, 0, out)
            continue
        for nth, (name, args) in enumerate(c[thing + s.MARKS]):
            if name == mark:
                names = dict(zip(m.linked.mark_names[name], args, strict=True))
                _changes(m, c, target, n, thing, rules, names, nth, out)


def _changes(
    m: Machine, c: Cells, target: str, n: Any, thing: Thing, rules: Any, names: Any, nth: int, out: list[Any]
) -> None:
    me = UNKNOWN
    for entry in rules:
        number, source, test, wanted = entry[:4]
        if not works(m, c, thing, wanted):
            continue
        if test is None:
            test = entry[2] = m.emitted.rules.test_of(source, "modify", target)
            layers = [(source.rank, layer, source.standing.layer) for layer, _ in source.standing.changes]
            entry[4:] = [m.emitted.values_of(source), layers]
        if me is UNKNOWN:
            me = things.controller(m, thing)
        if test(m, c, n, None, thing, me, names) and not is_silent(m, thing):
            values = entry[4](m, c, n, thing, me, names)
            for layer, value in zip(entry[5], values, strict=True):
                out.append((number, (c[thing + s.BORN], nth), *layer, value))


def said_changes(m: Machine, name: str, of: Value, values: dict[str, Value], scope: str, out: list[Any]) -> None:
    """The changes of a value by rules that sentences stated for a while."""
    said = [entry for entry in active_rules.said_rules(m, "modify", name) if entry[0].standing.scope == scope]
    if said:
        out += active_rules.changes_of(m, said, name, of, values, scope)


def added_up(old: Value, change: int) -> int:
    return (0 if old is None else old.number if isinstance(old, Face) else old) + change


def in_turn(m: Machine, hits: Sequence[Any]) -> list[Any]:
    """Several hooks in the order that the ruleset sets."""
    if m.linked.setting("triggers") == "oldest_first":
        return sorted(hits, key=lambda hit: things.born(m, hit[2]))
    active = m.state.cells[s.ACTIVE]
    around = things.clockwise(m, active) if active is not None else ()
    return sorted(hits, key=lambda hit: around.index(hit[3]) if hit[3] in around else -1)


WORDS: dict[str, Any] = {
    word.__name__: word
    for word in (
        own, bears, charted, printed_by, alive, is_one, works, on, each_of, by_number, by_bearer, borne_by,
        borne_in_play, said_hits, window_hits, in_turn, is_silent, changes_by, changes_in_play, said_changes, added_up,
    )
} | {
    "contains": contains,
    "copies": things.copies,
    "bearers": things.bearers,
}  # fmt: skip
