"""Standing rules at work: who bears them, whether they apply, what they forbid, what they change.

Rules stand on the ruleset, on a kind, on a keyword or status, on a card, in an open window, or are said in a sentence
for a while. The more specific one wins; within one rank `forbid` wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import interpreter.evaluate as evaluate
import interpreter.happening as happening
import interpreter.history as history
import interpreter.things as things
from dsl import vocabulary
from dsl.check_standing import Clauses, Standing
from dsl.core import Op
from dsl.names import VerbSig
from interpreter import state as s
from interpreter.frames import F_IT, F_ME, F_RANK, V_CHANGES, V_ID, V_VERB
from interpreter.reckoning import Change, reckon
from interpreter.scope import Scope, equal
from interpreter.state import Thing, Value
from interpreter.values import MarkOf, Place
from interpreter.world import RANKS, Source

if TYPE_CHECKING:
    from interpreter.machine import Machine

Borne = tuple[Source, Value, Thing | None, dict[str, Value]]
"""A rule, `it`, `me`, and the names that it brings along."""


def holders(m: Machine, source: Source) -> Iterator[tuple[Value, Thing | None, dict[str, Value]]]:
    """Who bears a standing rule now: `it`, `me`, and the numbers of a mark."""
    match source.holder:
        case "":
            yield None, None, {}
        case "kind":
            for thing in s.things_of(m.state, m.world.layout, source.name):
                if things.text_works(m, thing, source.standing):
                    yield thing, things.controller(m, thing), {}
        case "mark":
            params = [param.name for param in m.rooms.marks[source.name].params]
            for thing in things.bearers(m, source.name):
                for name, args in m.state.cells[thing + s.MARKS]:
                    if name == source.name and things.text_works(m, thing, source.standing):
                        yield thing, things.controller(m, thing), dict(zip(params, args, strict=True))
        case _:
            for thing in things.copies(m, source.name):
                if things.text_works(m, thing, source.standing):
                    yield thing, things.controller(m, thing), {}


def said_rules(m: Machine, sort: str, target: str) -> Iterator[Borne]:
    """Rules that sentences have said and that have not ended."""
    for entry in m.state.cells[s.STANDING]:
        if entry[0] is None:
            continue
        standing = m.world.said[entry[0]]
        if standing.sort == sort and standing.target == target:
            yield Source(standing, entry[4], "said"), entry[1], entry[2], dict(entry[3])


def bearers_of(m: Machine, sort: str, target: str) -> Iterator[Borne]:
    """Every rule of a sort about a verb that stands now."""
    for source in m.world.hooks.get((sort, target), []):
        for it, me, extra in holders(m, source):
            yield source, it, me, extra
    yield from said_rules(m, sort, target)
    yield from _window_rules(m, sort, target)


def _window_rules(m: Machine, sort: str, target: str) -> Iterator[Borne]:
    """The rules of the open window; the names of its head are theirs."""
    frame = m.window_frame()
    meaning = m.world.text("window", frame[1]) if frame is not None else None
    for op in meaning.ops if meaning else ():
        if frame is not None and op.name == "standing" and op.data.sort == sort and op.data.target == target:
            yield Source(op.data, RANKS["ruleset"], "window"), None, None, dict(m.state.scopes[frame[2]])


# ---------------------------------------------------------------------------------------------- whether it applies


def applies(
    m: Machine,
    standing: Standing,
    it: Value,
    me: Thing | None,
    extra: Mapping[str, Value],
    values: Mapping[str, Value],
    event: list[Any] | None,
) -> bool:
    """Whether a rule answers an event: its filters, clauses and conditions."""
    actor = acting(m, standing.target, values)
    outer = Scope(dict(extra), it, me, None, actor)
    if not fills(m, standing.target, standing.filters, values, outer):
        return False
    scope = Scope({**extra, **values}, it, me if me is not None else actor, None, actor)
    return clauses_hold(m, standing.clauses, scope, outer, standing, event)


def acting(m: Machine, verb: str, values: Mapping[str, Value]) -> Thing | None:
    """The player who does it."""
    if "me" in values:
        found: Thing | None = values["me"]
        return found
    slot = signature(m, verb).slot("by")
    by = values.get(slot.name) if slot is not None and verb not in m.world.verbs else None
    return by if isinstance(by, int) else None


def fills(
    m: Machine, verb: str, filters: tuple[tuple[str, Op], ...], values: Mapping[str, Value], scope: Scope
) -> bool:
    sig = signature(m, verb)
    for preposition, op in filters:
        slot = sig.slot(preposition)
        if slot is None:
            continue
        wants = _wants(verb, preposition) if verb not in m.world.verbs else ""
        if not filter_matches(m, op, values.get(slot.name), scope, wants):
            return False
    return True


def _wants(verb: str, preposition: str) -> str:
    return next((slot.wants for slot in vocabulary.VERBS[verb].slots if slot.preposition == preposition), "")


def signature(m: Machine, name: str) -> VerbSig:
    from interpreter.verbs import builtin_signature

    return m.world.verbs.get(name) or builtin_signature(name)


def filter_matches(m: Machine, op: Op, found: Value, scope: Scope, wants: str = "") -> bool:
    if wants == "place":
        from interpreter.places import place_of

        wanted = place_of(m, op, scope)
        if isinstance(wanted, Place) and isinstance(found, Place):
            same = (wanted.holder, wanted.zone) == (found.holder, found.zone)
            return same and wanted.level in (None, found.level)
        return equal(wanted, found)
    wanted = evaluate.value(op, scope, m)
    if isinstance(wanted, MarkOf) and isinstance(found, MarkOf):
        return wanted.name == found.name and (not op.args or wanted.args == found.args)
    many = wanted if isinstance(wanted, tuple) else (wanted,)
    parts = found if isinstance(found, tuple) else (found,)
    return any(equal(part, one) for part in parts for one in many)


def clauses_hold(
    m: Machine, clauses: Clauses, scope: Scope, outer: Scope, standing: Standing | None, event: list[Any] | None
) -> bool:
    for verb, filters in clauses.during:
        if not any(
            around[V_VERB] == verb and fills(m, verb, filters, happening.event_values(m, around), outer)
            for around in m.state.events
            if around is not event
        ):
            return False
    if clauses.windows and m.open_window() not in clauses.windows:
        return False
    if any(not evaluate.truth(condition, scope, m) for condition in clauses.conditions):
        return False
    return not history.used(m, standing, scope.it)


# ------------------------------------------------------------------------------------------------------ durations


def say(m: Machine, standing: Standing, frame: list[Any], scope: Scope) -> None:
    """A rule said in a sentence: about this event, or for as long as it says."""
    if standing.sort == "modify" and standing.scope == "event":
        event = happening.own_event(m, frame)
        if event is not None:
            for layer, op in standing.changes:
                change = (standing.target, frame[F_RANK], layer, standing.layer, evaluate.value(op, scope, m))
                event[V_CHANGES] = (*event[V_CHANGES], change)
        return
    values = tuple((name, found) for name, found in scope.values.items() if not name.startswith("#"))
    if standing.sort == "modify" and standing.of.name not in ("none", "word", "kind"):
        values = (*values, ("#of", evaluate.value(standing.of, scope, m)))
    until = _end(m, standing.clauses, scope)
    entry = (m.world.number_of(standing), frame[F_IT], frame[F_ME], values, frame[F_RANK], until)
    m.state.cells[s.STANDING] = (*m.state.cells[s.STANDING], entry)


def stay(m: Machine, mark: MarkOf, thing: Thing) -> None:
    """A keyword or status was given: if it stays only for a while, note how long."""
    clauses = m.world.lasting.get(mark.name)
    if clauses is None or clauses.until is None:
        return
    params = (param.name for param in m.rooms.marks[mark.name].params)
    scope = Scope(dict(zip(params, mark.args, strict=False)), thing, things.controller(m, thing))
    entry = (None, thing, mark.name, mark.args, 0, _end(m, clauses, scope))
    m.state.cells[s.STANDING] = (*m.state.cells[s.STANDING], entry)


def _end(m: Machine, clauses: Clauses, scope: Scope) -> tuple[Any, ...] | None:
    """When a rule ends: the edge, the verb, the filled slots, and the event going on that is meant, if one is."""
    if clauses.until is None:
        return None
    edge, verb, filters = clauses.until
    slots = tuple((preposition, evaluate.value(op, scope, m)) for preposition, op in filters)
    meant = None
    if edge == "end":
        for event in reversed(m.state.events):
            if event[V_VERB] == verb and _slots_match(m, event, slots):
                meant = event[V_ID]
                break
    return (edge, verb, slots, meant)


def _slots_match(m: Machine, event: list[Any], slots: tuple[tuple[str, Value], ...]) -> bool:
    values = happening.event_values(m, event)
    sig = signature(m, event[V_VERB])
    for preposition, wanted in slots:
        slot = sig.slot(preposition)
        if slot is None:
            continue
        many = wanted if isinstance(wanted, tuple) else (wanted,)
        if not any(equal(values.get(slot.name), one) for one in many):
            return False
    return True


def end_standings(m: Machine, edge: str, event: list[Any]) -> None:
    kept = []
    for entry in m.state.cells[s.STANDING]:
        until = entry[5]
        if until is not None and until[0] == edge and until[1] == event[V_VERB]:
            ends = until[3] == event[V_ID] if until[3] is not None else _slots_match(m, event, until[2])
            if ends:
                if entry[0] is None:
                    things.drop_mark(m, entry[1], entry[2], entry[3])
                continue
        kept.append(entry)
    if len(kept) != len(m.state.cells[s.STANDING]):
        m.state.cells[s.STANDING] = tuple(kept)


# --------------------------------------------------------------------------------------------- forbid and modify


def forbidden(m: Machine, verb: str, values: Mapping[str, Value]) -> Standing | None:
    """The rule that forbids an event, unless a more specific one allows it. Within one rank `forbid` wins."""
    if verb not in m.world.answered:
        return None
    best: tuple[int, Standing] | None = None
    for source, it, me, extra in bearers_of(m, "forbid", verb):
        if (best is None or source.rank > best[0]) and applies(m, source.standing, it, me, extra, values, None):
            best = (source.rank, source.standing)
    if best is None:
        return None
    for source, it, me, extra in bearers_of(m, "allow", verb):
        if source.rank > best[0] and applies(m, source.standing, it, me, extra, values, None):
            return None
    return best[1]


def ask_rule(m: Machine, name: str, values: dict[str, Value]) -> Value:
    rule = m.rooms.rules[name]
    meaning = m.world.text(rule.sort, name)
    assert meaning is not None
    op = meaning.ops[0]
    if op.name == "block":
        from interpreter.defines import run_define

        return run_define(op, Scope(dict(values)), m)
    base = evaluate.value(op, Scope(dict(values)), m)
    if rule.sort != "rule" or (name not in m.world.changes and not m.state.cells[s.STANDING]):
        return base
    first = values.get(rule.params[0].name) if rule.params else None
    return modified(m, name, base, first, values, "rule")


def modified(m: Machine, name: str, base: Value, of: Value, values: Mapping[str, Value], scope_sort: str) -> Value:
    return reckon(base, modifiers(m, name, of, values, scope_sort), m.world.layers)


def modifiers(m: Machine, name: str, of: Value, values: Mapping[str, Value], scope_sort: str) -> list[Change]:
    entries: list[Borne] = [
        (source, it, me, extra) for source in m.world.changes.get(name, []) for it, me, extra in holders(m, source)
    ]
    entries += list(said_rules(m, "modify", name))
    found = []
    actor = values.get("me")
    for source, it, me, extra in entries:
        standing = source.standing
        if standing.scope != scope_sort:
            continue
        outer = Scope(extra, it, me, None, actor)
        if not _meant(m, standing, of, outer):
            continue
        scope = Scope({**extra, **values}, it, me, None, actor)
        if clauses_hold(m, standing.clauses, scope, outer, standing, None):
            for layer, op in standing.changes:
                found.append((source.rank, layer, standing.layer, evaluate.value(op, scope, m)))
    return found


def _meant(m: Machine, standing: Standing, of: Value, scope: Scope) -> bool:
    """Whether a change is about this thing; what a sentence named was reckoned when it was said."""
    if standing.of.name == "none":
        return True
    if "#of" in scope.values:
        wanted = scope.values["#of"]
        parts = wanted if isinstance(wanted, tuple) else (wanted,)
        own = of if isinstance(of, tuple) else (of,)
        return any(equal(part, one) for part in parts for one in own)
    return filter_matches(m, standing.of, of, scope)
