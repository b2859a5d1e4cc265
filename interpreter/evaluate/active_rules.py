"""Active rules: their bearers, whether they apply, what they forbid and change.

A standing rule belongs to the ruleset, a kind, a keyword or status, a card or an open window, or a sentence states it
for a while. The more specific rule wins; within one rank, `forbid` wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.history as history
import interpreter.evaluate.marks as marks
import interpreter.evaluate.rule_lookup as rule_lookup
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.ir.operations import Op
from dsl.ir.rules import Clauses, Standing
from dsl.lazy import lazy_module
from interpreter.evaluate.layers import Change, reckon
from interpreter.link.linked_program import RuleSource
from interpreter.link.memo import UNKNOWN
from interpreter.link.rule_index import OF, Borne, During, Filter, Listeners
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, at_most, equal
from interpreter.model.frames import F_IT, F_ME, F_RANK, V_CHANGES, V_ID, V_VERB, W_NAME, W_SCOPE
from interpreter.model.state import Thing, Value
from interpreter.model.values import Location, MarkOf
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.evaluate import calculations, zones
    from interpreter.execute.machine import Machine
else:
    calculations = lazy_module("interpreter.evaluate.calculations")
    zones = lazy_module("interpreter.evaluate.zones")

LENT = 1
"""Replaces the rank in the entry of a mark that was given for a while: exactly that mark is removed at the end."""


def said_rules(m: Machine, sort: str, target: str) -> Iterator[Borne]:
    """The rules stated by sentences that have not ended."""
    spend(m, len(m.state.cells[s.STANDING]))
    for entry in m.state.cells[s.STANDING]:
        if entry[0] is None:
            continue
        standing = m.linked.said[entry[0]]
        if standing.sort == sort and standing.target == target:
            yield RuleSource(standing, entry[4], "said"), entry[1], entry[2], dict(entry[3])


def bearers_of(
    m: Machine, sort: str, target: str, values: Mapping[str, Value], but: Listeners | None = None
) -> list[Borne]:
    """All active rules of one type about a verb that may respond to an event with these values."""
    if not m.linked.may_answer(sort, target):
        return []
    listeners = but if but is not None else m.linked.listeners.get((sort, target))
    rules = rule_lookup.find(m, listeners, values) if listeners is not None else []
    if m.state.cells[s.STANDING]:
        rules = [*rules, *said_rules(m, sort, target)]
    spend(m, 1 + len(rules))
    if (sort, target) in m.linked.in_windows:
        rules = [*rules, *window_rules(m, sort, target)]
    return rules


def window_rules(m: Machine, sort: str, target: str) -> Iterator[Borne]:
    """The rules of the open window, with the window's parameters as their names."""
    frame = m.window_frame()
    if frame is not None:
        for source in m.linked.windows[frame[W_NAME]].rules.get((sort, target), ()):
            yield source, None, None, dict(m.state.scopes[frame[W_SCOPE]])


# ---------------------------------------------------------------------------------------------- whether it applies


def applies(
    m: Machine,
    standing: Standing,
    it: Value,
    me: Thing | None,
    extra: Mapping[str, Value],
    values: MutableMapping[str, Value],
    event: list[Any] | None,
    filled: bool = False,
) -> bool:
    """Whether a rule responds to an event: checks its filters (unless already checked), clauses and conditions."""
    held = m.linked.held(standing)
    if held.plain and not held.filters:
        return True
    if "me" in values:
        actor = values["me"]
    else:
        by = values.get(held.by) if held.by else None
        actor = by if isinstance(by, int) else None
    outer = Scope(extra if isinstance(extra, dict) else dict(extra), it, me, None, actor)
    if held.filters and not filled and not fills(m, held.filters, values, outer):
        return False
    if held.plain:
        return True
    names = {**extra, **values} if extra else values
    scope = Scope(names, it, me if me is not None else actor, None, actor)
    return clauses_hold(m, standing.clauses, held.during, scope, outer, standing, event)


def fills(m: Machine, filters: tuple[Filter, ...], values: Mapping[str, Value], scope: Scope) -> bool:
    for wish in filters:  # noqa: SIM110  (asked for every rule and event: a loop is quicker)
        if not filter_matches(m, wish.op, values.get(wish.slot), scope, wish.is_place):
            return False
    return True


def filter_matches(m: Machine, op: Op, actual: Value, scope: Scope, is_place: bool = False) -> bool:
    if is_place:
        wanted = zones.place_of(m, op, scope)
        if isinstance(wanted, Location) and isinstance(actual, Location):
            same = (wanted.holder, wanted.zone) == (actual.holder, actual.zone)
            return same and wanted.level in (None, actual.level)
        return equal(wanted, actual)
    if op.name == "kind":  # membership of a kind: no need to list all its things
        if isinstance(actual, tuple):
            return any(things.in_play_as(m, part, op.data) for part in actual)
        return things.in_play_as(m, actual, op.data)
    wanted = expressions.value(op, scope, m)
    if isinstance(wanted, MarkOf) and isinstance(actual, MarkOf):
        return wanted.means(actual.name, actual.args)
    many = wanted if isinstance(wanted, tuple) else (wanted,)
    parts = actual if isinstance(actual, tuple) else (actual,)
    if any(equal(part, alternative) for part in parts for alternative in many):
        return True
    card = expressions.copied_card(op, wanted, scope, m) if op.name == "card" else None
    return card is not None and any(type(part) is int and m.state.cells[part + s.CARD] == card for part in parts)


def clauses_hold(
    m: Machine,
    clauses: Clauses,
    during: During,
    scope: Scope,
    outer: Scope,
    standing: Standing | None,
    event: list[Any] | None,
) -> bool:
    """Whether the clauses of a rule hold now, and its `once per` is not used up."""
    if clauses.windows and m.open_window() not in clauses.windows:
        return False
    if (during or clauses.conditions) and not holds_now(m, during, clauses.conditions, scope, outer, event):
        return False
    return not clauses.once_per or not history.used(m, standing, scope.it)


def holds_now(
    m: Machine, during: During, conditions: tuple[Op, ...], scope: Scope, outer: Scope, event: list[Any] | None
) -> bool:
    """Whether the events named by `during` are in progress, apart from the event itself, and all conditions hold."""
    for verb, filters in during:
        if not any(
            around[V_VERB] == verb and fills(m, filters, current_events.event_values(m, around), outer)
            for around in m.state.events
            if around is not event
        ):
            return False
    return all(expressions.value(condition, scope, m) for condition in conditions)


# ------------------------------------------------------------------------------------------------------ durations


def say(m: Machine, standing: Standing, frame: list[Any], scope: Scope) -> None:
    """Put a rule stated by a sentence in force: for this event, or until its end."""
    if standing.sort == "modify" and standing.scope == "event":
        event = current_events.own_event(m, frame)
        if event is not None:
            for layer, op in standing.changes:
                change = (standing.target, frame[F_RANK], layer, standing.layer, expressions.value(op, scope, m))
                event[V_CHANGES] = (*event[V_CHANGES], change)
                if m.trace is not None:
                    m.trace.changed(m, event, standing, frame, layer, change[-1])
        return
    values = tuple(sorted((name, item) for name, item in scope.values.items() if not name.startswith("#")))
    if standing.sort == "modify" and standing.of.name not in ("none", "word", "kind"):
        values = (*values, (OF, expressions.value(standing.of, scope, m)))
    until = end_of(m, standing.clauses, scope)
    entry = (m.linked.number_of(standing), frame[F_IT], frame[F_ME], values, frame[F_RANK], until)
    _stands(m, entry)


def stay(m: Machine, mark: MarkOf, thing: Thing, ending: Value = None) -> None:
    """Note when a keyword or status that was just given ends. The sentence takes precedence over the declaration."""
    if ending is not None:
        _stands(m, (None, thing, mark.name, mark.args, LENT, ending))
        return
    clauses = m.linked.lasting.get(mark.name)
    if clauses is None or clauses.until is None:
        return
    params = (param.name for param in m.symbols.marks[mark.name].params)
    scope = Scope(dict(zip(params, mark.args, strict=False)), thing, things.controller(m, thing))
    entry = (None, thing, mark.name, mark.args, 0, end_of(m, clauses, scope))
    _stands(m, entry)


def stay_longer(m: Machine, mark: MarkOf, thing: Thing, ending: Value) -> None:
    """Extend a temporary mark that is given again: it stays until the later end, or permanently."""
    lent = [entry for entry in m.state.cells[s.STANDING] if entry[4] == LENT and entry[:3] == (None, thing, mark.name)]
    if lent and ending is not None:
        _stands(m, (None, thing, mark.name, lent[0][3], LENT, ending))
    elif lent:
        m.state.cells[s.STANDING] = tuple(entry for entry in m.state.cells[s.STANDING] if entry not in lent)


def _stands(m: Machine, entry: tuple[Any, ...]) -> None:
    more = (*m.state.cells[s.STANDING], entry)
    m.state.cells[s.STANDING] = at_most(more, limits.RULES_SAID, "rules that hold for a while")


def end_of(m: Machine, clauses: Clauses, scope: Scope) -> tuple[Any, ...] | None:
    """When a rule ends: the edge, the verb, the slot values, and the event in progress that is meant, if any."""
    if clauses.until is None:
        return None
    edge, verb, filters = clauses.until
    slots = tuple((preposition, expressions.value(op, scope, m)) for preposition, op in filters)
    meant = None
    if edge == "end":
        for event in reversed(m.state.events):
            if event[V_VERB] == verb and _slots_match(m, event, slots):
                meant = event[V_ID]
                break
    return (edge, verb, slots, meant)


def _slots_match(m: Machine, event: list[Any], slots: tuple[tuple[str, Value], ...]) -> bool:
    values = current_events.event_values(m, event)
    sig = m.linked.signatures[event[V_VERB]]
    for preposition, wanted in slots:
        slot = sig.slot(preposition)
        if slot is None:
            continue
        many = wanted if isinstance(wanted, tuple) else (wanted,)
        if not any(equal(values.get(slot.name), alternative) for alternative in many):
            return False
    return True


def end_standings(m: Machine, edge: str, event: list[Any]) -> None:
    kept = []
    over = []
    spend(m, len(m.state.cells[s.STANDING]))
    for entry in m.state.cells[s.STANDING]:
        until = entry[5]
        if until is not None and until[0] == edge and until[1] == event[V_VERB]:
            ends = until[3] == event[V_ID] if until[3] is not None else _slots_match(m, event, until[2])
            if ends:
                over.append(entry)
                continue
        kept.append(entry)
    if over:
        m.state.cells[s.STANDING] = tuple(kept)
        for entry in over:
            if entry[0] is None:
                _take_away(m, entry, kept)


def _take_away(m: Machine, entry: tuple[Any, ...], kept: list[tuple[Any, ...]]) -> None:
    """End a keyword or status; one that does not stack and was given twice stays until the later end."""
    _, thing, name, args, lent, _ = entry
    if lent != LENT:
        marks.drop_mark(m, thing, name, args)
    elif marks.stacking(m, name) != "never" or all(other[:3] != entry[:3] for other in kept):
        marks.take_back(m, thing, name, args)


# --------------------------------------------------------------------------------------------- forbid and modify


def forbidden(m: Machine, verb: str, values: dict[str, Value], but: Listeners | None = None) -> Standing | None:
    """The rule that forbids an event, unless a more specific one allows it. Within one rank, `forbid` wins.

    `but` are the remaining rules, if some have been checked before.
    """
    if verb not in m.linked.answered:
        return None
    best: tuple[int, Standing] | None = None
    for source, it, me, extra in bearers_of(m, "forbid", verb, values, but):
        if (best is None or source.rank > best[0]) and applies(m, source.standing, it, me, extra, values, None):
            best = (source.rank, source.standing)
    if best is None:
        return None
    for source, it, me, extra in bearers_of(m, "allow", verb, values):
        if source.rank > best[0] and applies(m, source.standing, it, me, extra, values, None):
            return None
    return best[1]


def may_forbid(m: Machine, verb: str, but: Listeners | None = None) -> bool:
    """Whether some rule in force could forbid a verb, whatever its slots hold; `but` as for `forbidden`."""
    linked = m.linked
    if verb not in linked.answered or not linked.may_answer("forbid", verb):
        return False
    listeners = but if but is not None else linked.listeners.get(("forbid", verb))
    if listeners is not None and (listeners.only or listeners.slots or listeners.anywhere is not None):
        return True
    return bool(m.state.cells[s.STANDING]) or ("forbid", verb) in linked.in_windows


def ask_rule(m: Machine, name: str, values: dict[str, Value]) -> Value:
    """The value of a rule or define for some arguments."""
    still = m.memo
    if still is None or (m.trial and m.trial in m.linked.event_reads.rule(name)):
        return _reckon_rule(m, name, values)
    key = (name, *values.values())
    try:
        answer = still.get(key, UNKNOWN)
    except TypeError:  # an event going on is no value that could be remembered
        return _reckon_rule(m, name, values)
    if answer is UNKNOWN:
        answer = still[key] = _reckon_rule(m, name, values)
    return answer


def _reckon_rule(m: Machine, name: str, values: dict[str, Value]) -> Value:
    rule = m.symbols.rules[name]
    meaning = m.linked.text(rule.sort, name)
    assert meaning is not None
    op = meaning.ops[0]
    if op.name == "block":
        base = calculations.run_define(op, Scope(dict(values)), m)
    else:
        base = expressions.value(op, Scope(dict(values)), m)
    if rule.sort != "rule" or (name not in m.linked.changes and not m.state.cells[s.STANDING]):
        return base
    first = values.get(rule.params[0].name) if rule.params else None
    return modified(m, name, base, first, values, "rule")


def modified(m: Machine, name: str, base: Value, of: Value, values: Mapping[str, Value], scope_sort: str) -> Value:
    if m.memo is None and not m.state.cells[s.STANDING]:
        changers = m.linked.changers.get((scope_sort, name))
        if changers is None or not rule_lookup.anybody(m, changers, of):
            return base
    changes = modifiers(m, name, of, values, scope_sort)
    return reckon(base, changes, m.linked.layers) if changes else base


def _changing(m: Machine, name: str, of: Value, scope_sort: str) -> list[Borne]:
    """The rules that may change a value of a thing; memoised until the next write."""
    still = m.memo
    if still is None:
        return _change(m, name, of, scope_sort)
    key = ("changing", scope_sort, name, of)
    try:
        changing: list[Borne] | None = still.get(key)
    except TypeError:  # an event going on is no value that could be remembered
        return _change(m, name, of, scope_sort)
    if changing is None:
        changing = still[key] = _change(m, name, of, scope_sort)
    return changing


def _change(m: Machine, name: str, of: Value, scope_sort: str) -> list[Borne]:
    changers = m.linked.changers.get((scope_sort, name))
    entries = rule_lookup.find(m, changers, {OF: of}) if changers is not None else []
    if m.state.cells[s.STANDING]:
        entries = [*entries, *(said for said in said_rules(m, "modify", name) if said[0].standing.scope == scope_sort)]
    return entries


def modifiers(m: Machine, name: str, of: Value, values: Mapping[str, Value], scope_sort: str) -> list[Change]:
    """The changes to a rule, stat or cost that apply now; `of` is the thing it is asked of."""
    entries = _changing(m, name, of, scope_sort)
    return changes_of(m, entries, name, of, values, scope_sort) if entries else []


def changes_of(
    m: Machine, entries: list[Borne], name: str, of: Value, values: Mapping[str, Value], scope_sort: str
) -> list[Change]:
    """What some rules change of a value, if they apply now."""
    spend(m, len(entries))
    changes = []
    actor = values.get("me")
    for source, it, me, extra in entries:
        standing = source.standing
        outer = Scope(dict(extra), it, me, None, actor)
        if not _meant(m, standing, of, outer):
            continue
        scope = Scope({**extra, **values}, it, me, None, actor)
        if clauses_hold(m, standing.clauses, m.linked.held(standing).during, scope, outer, standing, None):
            for layer, op in standing.changes:
                changes.append((source.rank, layer, standing.layer, expressions.value(op, scope, m)))
                if m.trace is not None:
                    m.trace.reckoned(m, (name, of, scope_sort), source, op, changes[-1], scope)
    return changes


def _meant(m: Machine, standing: Standing, of: Value, scope: Scope) -> bool:
    """Whether a change applies to this thing; a sentence fixed its target when it was stated."""
    if standing.of.name == "none":
        return True
    if OF in scope.values:
        wanted = scope.values[OF]
        parts = wanted if isinstance(wanted, tuple) else (wanted,)
        own = of if isinstance(of, tuple) else (of,)
        return any(equal(part, candidate) for part in parts for candidate in own)
    return filter_matches(m, standing.of, of, scope)
