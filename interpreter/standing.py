"""Standing rules at work: who bears them, whether they apply, what they forbid, what they change.

Rules stand on the ruleset, on a kind, on a keyword or status, on a card, or are said in a sentence for a while. The more
specific one wins; within one rank `forbid` wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import interpreter.evaluate as evaluate
import interpreter.happening as happening
import interpreter.things as things
from dsl import nodes as n
from dsl.check_standing import Clauses, Standing
from dsl.core import Op
from dsl.names import VerbSig
from interpreter import state as s
from interpreter.frames import F_IT, F_ME, F_RANK, V_CHANGES, V_ID, V_VERB
from interpreter.scope import Scope, equal
from interpreter.state import Thing, Value
from interpreter.world import RANKS, Source

if TYPE_CHECKING:
    from interpreter.machine import Machine


def holders(m: Machine, source: Source) -> Iterator[tuple[Thing | None, Thing | None, dict[str, Value]]]:
    """Who bears a standing rule now: `it`, `me`, and the numbers of a mark."""
    match source.holder:
        case "":
            yield None, None, {}
        case "kind":
            for thing in s.things_of(m.state, m.world.layout, source.name):
                yield thing, things.controller(m, thing), {}
        case "mark":
            params = [param.name for param in m.rooms.marks[source.name].params]
            for thing in things.bearers(m, source.name):
                for name, args in m.state.cells[thing + s.MARKS]:
                    if name == source.name:
                        yield thing, things.controller(m, thing), dict(zip(params, args, strict=True))
        case _:
            for thing in things.copies(m, source.name):
                if things.text_works(m, thing, source.standing):
                    yield thing, things.controller(m, thing), {}


def said_rules(
    m: Machine, sort: str, target: str
) -> Iterator[tuple[Source, Thing | None, Thing | None, dict[str, Value]]]:
    """Rules that sentences have said and that have not ended."""
    for entry in m.state.cells[s.STANDING]:
        standing = m.world.said[entry[0]]
        if standing.sort == sort and standing.target == target:
            yield Source(standing, entry[4], "said"), entry[1], entry[2], dict(entry[3])


def applies(
    m: Machine,
    standing: Standing,
    it: Thing | None,
    me: Thing | None,
    extra: dict[str, Value],
    values: dict[str, Value],
    event: list[Any] | None,
) -> bool:
    """Whether a hook answers: its filters, clauses and conditions."""
    outer = Scope(extra, it, me, None, values.get("me"))
    sig = signature(m, standing.target)
    for preposition, op in standing.filters:
        slot = sig.slot(preposition)
        if slot is not None and not filter_matches(m, op, values.get(slot.name), outer):
            return False
    scope = Scope({**extra, **values}, it, me, None, values.get("me"))
    return clauses_hold(m, standing.clauses, scope, outer, standing, event)


def signature(m: Machine, name: str) -> VerbSig:
    from interpreter.verbs import builtin_signature

    return m.world.verbs.get(name) or builtin_signature(name)


def filter_matches(m: Machine, op: Op, found: Value, scope: Scope) -> bool:
    wanted = evaluate.value(op, scope, m)
    if isinstance(wanted, tuple):
        if isinstance(found, tuple):
            return any(part in wanted for part in found)
        return found in wanted
    if isinstance(found, tuple):
        return wanted in found
    return equal(wanted, found)


def clauses_hold(
    m: Machine, clauses: Clauses, scope: Scope, outer: Scope, standing: Standing | None, event: list[Any] | None
) -> bool:
    for verb, filters in clauses.during:
        if not any(
            _during(m, around, verb, filters, outer)
            for around in m.state.events
            if around is not event or verb != around[V_VERB]
        ):
            return False
    if clauses.windows and m.open_window() not in clauses.windows:
        return False
    if any(not evaluate.truth(condition, scope, m) for condition in clauses.conditions):
        return False
    return all(not _used(m, standing, scope, verb) for verb in clauses.once_per)


def _during(m: Machine, event: list[Any], verb: str, filters: tuple[tuple[str, Op], ...], scope: Scope) -> bool:
    if event[V_VERB] != verb:
        return False
    values = happening.event_values(m, event)
    sig = signature(m, verb)
    for preposition, op in filters:
        slot = sig.slot(preposition)
        if slot is not None and not filter_matches(m, op, values.get(slot.name), scope):
            return False
    return True


def _used(m: Machine, standing: Standing | None, scope: Scope, verb: str) -> bool:
    around = happening.innermost(m, verb)
    key = ("once", id(standing), scope.it, around[V_ID] if around else 0)
    return key in m.state.cells[s.HISTORY]


def mark_used(m: Machine, standing: Standing, it: Thing | None) -> None:
    for verb in standing.clauses.once_per:
        around = happening.innermost(m, verb)
        key = ("once", id(standing), it, around[V_ID] if around else 0)
        m.state.cells[s.HISTORY] = (*m.state.cells[s.HISTORY], key)


def say(m: Machine, standing: Standing, frame: list[Any], scope: Scope) -> None:
    """A rule said in a sentence: about this event, or for as long as it says."""
    if standing.sort == "modify" and standing.scope == "event":
        event = happening.own_event(m, frame)
        if event is not None:
            for layer, op in standing.changes:
                change = (standing.target, frame[F_RANK], layer, standing.layer, evaluate.value(op, scope, m))
                event[V_CHANGES] = (*event[V_CHANGES], change)
        return
    until = None
    if standing.clauses.until is not None:
        edge, verb, filters = standing.clauses.until
        slots = tuple((preposition, evaluate.value(op, scope, m)) for preposition, op in filters)
        going_on = happening.innermost(m, verb) if edge == "end" else None
        until = (
            edge,
            verb,
            slots,
            going_on[V_ID] if going_on is not None and _slots_match(m, going_on, slots) else None,
        )
    values = tuple((name, found) for name, found in scope.values.items() if not name.startswith("#"))
    entry = (m.world.number_of(standing), frame[F_IT], frame[F_ME], values, max(frame[F_RANK], 0), until)
    m.state.cells[s.STANDING] = (*m.state.cells[s.STANDING], entry)


def _slots_match(m: Machine, event: list[Any], slots: tuple[tuple[str, Value], ...]) -> bool:
    values = happening.event_values(m, event)
    sig = signature(m, event[V_VERB])
    for preposition, wanted in slots:
        slot = sig.slot(preposition)
        if slot is not None and values.get(slot.name) != wanted:
            return False
    return True


def end_standings(m: Machine, edge: str, event: list[Any]) -> None:
    kept = []
    for entry in m.state.cells[s.STANDING]:
        until = entry[5]
        if until is not None and until[0] == edge and until[1] == event[V_VERB]:
            ends = until[3] == event[V_ID] if until[3] is not None else _slots_match(m, event, until[2])
            if ends:
                continue
        kept.append(entry)
    if len(kept) != len(m.state.cells[s.STANDING]):
        m.state.cells[s.STANDING] = tuple(kept)


def forbidden(m: Machine, verb: str, values: dict[str, Value]) -> Standing | None:
    """The rule that forbids an event, unless one at least as specific allows it. Within one rank `forbid` wins."""
    best: tuple[int, Standing] | None = None
    allowed = -1
    for sort in ("forbid", "allow"):
        entries = [
            (source, it, me, extra)
            for source in m.world.hooks.get((sort, verb), [])
            for it, me, extra in holders(m, source)
        ]
        entries += list(said_rules(m, sort, verb))
        entries += [(source, None, None, {}) for source in window_rules(m, sort, verb)]
        for source, it, me, extra in entries:
            if not applies(m, source.standing, it, me, extra, values, None):
                continue
            if sort == "allow":
                allowed = max(allowed, source.rank)
            elif best is None or source.rank > best[0]:
                best = (source.rank, source.standing)
    return best[1] if best is not None and best[0] >= allowed else None


def window_rules(m: Machine, sort: str, verb: str) -> Iterator[Source]:
    window = m.open_window()
    meaning = m.world.text("window", window) if window else None
    for op in meaning.ops if meaning else ():
        if op.name == "standing" and op.data.sort == sort and op.data.target == verb:
            yield Source(op.data, RANKS["ruleset"], "window")


def ask_rule(m: Machine, name: str, values: dict[str, Value]) -> Value:
    rule = m.rooms.rules[name]
    meaning = m.world.text(rule.sort, name)
    assert meaning is not None
    op = meaning.ops[0]
    if op.name == "block":
        from interpreter.defines import run_define

        return run_define(op, Scope(dict(values)), m)
    base = evaluate.value(op, Scope(dict(values)), m)
    if rule.sort != "rule" or name not in m.world.changes and not m.state.cells[s.STANDING]:
        return base
    first = values.get(rule.params[0].name) if rule.params else None
    return modified(m, name, base, first, values, "rule")


def modified(m: Machine, name: str, base: Value, of: Value, values: dict[str, Value], scope_sort: str) -> Value:
    return evaluate.reckon(base, iter(modifiers(m, name, of, values, scope_sort)), layers(m))


def modifiers(
    m: Machine, name: str, of: Value, values: dict[str, Value], scope_sort: str
) -> list[tuple[int, str, str, Value]]:
    entries = [
        (source, it, me, extra) for source in m.world.changes.get(name, []) for it, me, extra in holders(m, source)
    ]
    entries += list(said_rules(m, "modify", name))
    found = []
    for source, it, me, extra in entries:
        standing = source.standing
        if standing.scope != scope_sort:
            continue
        scope = Scope({**extra, **values}, it, me)
        if standing.of.name != "none" and not filter_matches(m, standing.of, of, Scope(extra, it, me)):
            continue
        if clauses_hold(m, standing.clauses, scope, scope, standing, None):
            for layer, op in standing.changes:
                found.append((source.rank, layer, standing.layer, evaluate.value(op, scope, m)))
    return found


def layers(m: Machine) -> tuple[str, ...]:
    custom = {}
    for name, layer in m.rooms.layers.items():
        assert isinstance(layer.node, n.Layer)
        custom[name] = layer.node.after
    return evaluate.layer_order(custom)
