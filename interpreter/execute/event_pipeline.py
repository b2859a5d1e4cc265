"""The life of an event, from the sentence that performs it to the last hook that answers it.

A frame carries one event, or several simultaneous ones when a slot for one thing is given a list. Events pass through
stages: prohibitions, hooks before, changes of their numbers, replacements or their own bodies, hooks after, goals. Each
stage is completed for all events of the frame before the next begins, and the machine may stop and wait between any two
steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.history as history
import interpreter.evaluate.narration as narration
import interpreter.execute.builtin_verbs as builtin_verbs
import interpreter.execute.goals as goals
import interpreter.execute.hooks as hooks
import interpreter.execute.window_turns as window_turns
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from dsl.names import builtins
from dsl.names import types as t
from interpreter.evaluate.expressions import value
from interpreter.evaluate.layers import reckon
from interpreter.evaluate.zones import place_of
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.current_events import come_forward, event_values, innermost, own_event
from interpreter.model.environment import AROUND, Scope, clamped, fault, items, narrow, one
from interpreter.model.frames import (
    E_GIVES,
    E_IDS,
    E_STAGE,
    E_TODO,
    EVENT,
    F_EVENT,
    F_IT,
    F_SCOPE,
    V_BODY,
    V_CHANGES,
    V_FLAGS,
    V_ID,
    V_IT,
    V_REPLACED,
    V_RESULT,
    V_SCOPE,
    V_VERB,
)
from interpreter.model.state import Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Gives = tuple[Any, ...] | None
"""Where a result goes: (scope, name), or ("taken", scope of the window)."""


_EACH = {"move": "thing", "remove": "things", "eliminate": "player", "set": "die", "give": "bearer", "lose": "bearer"}
"""The slot that makes one event for each of several things."""

# --------------------------------------------------------------------------------------------------- beginning


def perform(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    """Perform a sentence: evaluate its slots, then begin its event."""
    verb, names, given = op.data
    gives = (frame[F_SCOPE], given) if given else None
    if verb not in m.linked.verbs:
        _perform_builtin(m, op, frame, scope, gives)
        return
    values = {}
    for name, part in zip(names, op.args, strict=True):
        if part.name == "default":
            values[name] = expressions.default(m, "verb", verb, name)
        else:
            values[name] = expressions.value(part, scope, m)
    begin_events(m, verb, one_each(m, verb, values), frame[F_IT], gives)


def _perform_builtin(m: Machine, op: Op, frame: list[Any], scope: Scope, gives: tuple[int, str] | None) -> None:
    name = op.data[0]
    values = _slot_values(m, op, scope)
    values |= {"#it": scope.it, "#me": scope.me, "#event": frame[F_EVENT], "#span": op.span, "#gives": gives}
    if name == "take" and not isinstance(op.type, t.ListT):
        values["#one"] = True  # `take one of …` gives the thing itself
    if name in m.linked.answered:
        each = _EACH.get(name)
        events = [{**values, each: thing} for thing in items(values[each])] if each else [values]
        begin_events(m, name, events, frame[F_IT], gives)
        return
    m.invalidate()
    result = builtin_verbs.do_builtin(m, name, values)
    if gives is not None and gives[0] in m.state.scopes and name not in ("begin", "arrange"):
        m.names(gives[0])[gives[1]] = result
    if name in ("eliminate", "win", "remove", "move", "take", "give", "lose"):
        settle(m)


def _slot_values(m: Machine, op: Op, scope: Scope) -> Values:
    """The slots of a sentence as plain values."""
    values: Values = {}
    for slot, part in zip(builtins.VERBS[op.data[0]].slots, op.args, strict=True):
        if slot.wants == "end":
            if part.name != "none":
                values["#ending"] = active_rules.end_of(m, part.data, scope)
        elif part.name == "none":
            values[slot.name] = None
        elif slot.wants == "place":
            values[slot.name] = place_of(m, part, scope)
        elif slot.wants == "sort" and part.name in ("kind", "word"):
            values[slot.name] = part.data if part.name == "kind" else part.data[1]
        elif slot.wants == "event":
            values[slot.name] = m.open_window() if part.name == "builtin" else part.data
        else:
            values[slot.name] = value(part, scope, m)
            if op.data[0] == "shuffle" and part.name in ("field", "table_field", "at"):
                values["#pile"] = place_of(m, part, scope)
    return values


def one_each(m: Machine, verb: str, values: Values) -> list[Values]:
    """One event for each item of a list given to a slot for one thing. A required slot without a thing: no event."""
    events = [values]
    for slot in m.linked.signatures[verb].slots:
        if not isinstance(t.plain(slot.type), t.KindT):
            continue
        given = values.get(slot.name)
        if isinstance(given, tuple):
            if len(events) * len(given) > limits.STEPS_PER_DECISION:  # each of them is a step
                raise fault(codes.STEPS, most=f"{limits.STEPS_PER_DECISION:,}")
            events = [{**event, slot.name: thing} for event in events for thing in given]
        elif given is None and slot.required and isinstance(slot.type, t.KindT):
            return []
    return events


def begin_events(
    m: Machine, verb: str, events: Sequence[Values], it: Value, gives: Gives, body: Op | None = None
) -> None:
    """Begin simultaneous events; usually one."""
    if not events:
        return
    if len(m.state.events) + len(events) > limits.CHAIN and _chain(m) >= limits.CHAIN:
        raise fault(codes.DEPTH, what="events", how=f"more than {limits.CHAIN:,}")
    ids = []
    for values in events:
        cells = m.state.cells
        cells[s.EVENT_COUNT] += 1
        m.tick()
        if cells[s.EVENT_COUNT] > limits.EVENTS_PER_MATCH:
            raise fault(codes.EVENTS, most=f"{limits.EVENTS_PER_MATCH:,}", what="events")
        sig = m.linked.signatures[verb]
        names = {slot.name: narrow(slot.type, values.get(slot.name)) for slot in sig.slots}
        names.update({name: given_value for name, given_value in values.items() if name not in names})
        scope = -cells[s.EVENT_COUNT]  # events have their own numbers: histories refer to windows by scope number
        m.state.scopes[scope] = names
        m.state.events.append([cells[s.EVENT_COUNT], verb, scope, (), done_before(m, verb), (), None, it, body])
        ids.append(cells[s.EVENT_COUNT])
    if m.trace is not None:
        m.trace.begun(m, ids)
    if verb in m.linked.quiet and len(ids) == 1:
        m.push([EVENT, tuple(ids), 3, (), gives])  # no hook, count or window refers to it: skip the stages
        do(m, m.state.events[-1])
    else:
        m.push([EVENT, tuple(ids), 0, (), gives])


def _chain(m: Machine) -> int:
    """How deeply events are nested; simultaneous events count as one."""
    return sum(1 for frame in m.state.frames if frame[0] == EVENT)


def begin_event(m: Machine, verb: str, values: Values, it: Value, gives: Gives, body: Op | None = None) -> None:
    begin_events(m, verb, [values], it, gives, body)


def begin_phase(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    """A phase: a turn or another period of time, with its own text."""
    _, verb, who_op, body = instruction
    who = one(expressions.value(who_op, scope, m)) if who_op.name != "none" else scope.me
    if who is not None and who not in m.state.cells[s.PLAYERS]:
        return  # an eliminated player has no turns
    if not m.state.cells[s.BEGUN]:
        goals.begin_play(m)
        if m.state.cells[s.OUTCOME] is not None:
            return
    values: dict[str, Value] = {"me": who, AROUND: frame[F_SCOPE]}
    if who_op.name != "none":
        if any("#active" in event_values(m, event) for event in m.state.events):
            values["#active"] = m.state.cells[s.ACTIVE]  # a turn inside a turn: restored afterwards
        else:
            values["#active"] = None
        m.state.cells[s.ACTIVE] = who
    if verb == "round":
        m.next_round(forever=False)
    begin_event(m, verb, values, frame[F_IT], None, body)


def done_before(m: Machine, verb: str) -> tuple[Any, ...]:
    """The replacements that have already answered: inside a replacement, the same sentence performs the original.

    Events inside the original are new events, which these replacements may answer again.
    """
    around = innermost(m, verb) if m.linked.may_answer("instead of", verb) else None
    return around[V_REPLACED] if around is not None and "replaced" in around[V_FLAGS] else ()


# ------------------------------------------------------------------------------------------------------ stages


def event_step(m: Machine, frame: list[Any]) -> None:
    """Advance some events through their stages until a hook or a body has to run first."""
    if frame[E_STAGE] == 0:
        _start(m, frame)
    if frame[E_STAGE] == 1 and hooks.next_hook(m, frame):
        return
    if frame[E_STAGE] == 2:
        events = _not_cancelled(m, frame)
        for event in events:
            if event[V_CHANGES]:
                apply_changes(m, event)
        frame[E_TODO] = tuple([event[V_ID] for event in events])
        frame[E_STAGE] = 3
    if frame[E_STAGE] == 3:
        if frame[E_TODO]:
            replace_or_do(m, frame)
            return
        frame[E_STAGE] = 4
    if frame[E_STAGE] == 4:
        completed = [event for event in _not_cancelled(m, frame) if "replaced" not in event[V_FLAGS]]
        for event in completed:
            history.record(m, event, frame[E_IDS])
        frame[E_TODO] = tuple(entry for event in completed for entry in hooks.answers(m, "after", event))
        frame[E_STAGE] = 5
    if frame[E_STAGE] == 5 and hooks.next_hook(m, frame):
        return
    _finish(m, frame)


def _start(m: Machine, frame: list[Any]) -> None:
    todo: list[Any] = []
    for id in frame[E_IDS]:
        event = come_forward(m, id)
        if m.state.cells[s.STANDING]:
            active_rules.end_standings(m, "start", event)
        m.begin_memo()
        rule = active_rules.forbidden(m, event[V_VERB], event_values(m, event))
        if rule is not None:
            event[V_FLAGS] = (*event[V_FLAGS], "cancelled")
            m.refuse(event, rule.reason or f"`{event[V_VERB]}` is forbidden", rule.cites)
        else:
            todo += hooks.answers(m, "before", event)
        m.invalidate()
    frame[E_TODO] = tuple(todo)
    frame[E_STAGE] = 1


def _not_cancelled(m: Machine, frame: list[Any]) -> list[list[Any]]:
    return [event for event in _events(m, frame) if "cancelled" not in event[V_FLAGS]]


def _events(m: Machine, frame: list[Any]) -> list[list[Any]]:
    if len(frame[E_IDS]) == 1 and m.state.events[-1][V_ID] == frame[E_IDS][0]:  # usually the innermost event
        return m.state.events[-1:]
    by_id = {event[V_ID]: event for event in m.state.events}
    return [by_id[id] for id in frame[E_IDS] if id in by_id]


def replace_or_do(m: Machine, frame: list[Any]) -> None:
    event = come_forward(m, frame[E_TODO][0])
    replacements = hooks.replacements(m, event)
    if m.linked.setting("triggers") == "owner_chooses" and hooks.ask_which(m, replacements):
        return
    frame[E_TODO] = frame[E_TODO][1:]
    if replacements:
        hooks.replace(m, event, replacements[0])
    else:
        do(m, event)


def do(m: Machine, event: list[Any]) -> None:
    """Run the body of an event: of a phase, a built-in verb, an effect or an action."""
    narration.note(m, event)
    verb, values = event[V_VERB], event_values(m, event)
    if event[V_BODY] is not None:
        scope = m.state.open_scope({AROUND: values[AROUND]})
        m.push_text(event[V_BODY], scope, event[V_IT], values.get("me"), None, 0, True, event[V_ID])
        return
    if verb not in m.linked.verbs:
        event[V_RESULT] = builtin_verbs.do_builtin(m, verb, values)
        return
    body, rank = m.linked.bodies[verb]
    if body is None:
        return
    m.push_text(body, event[V_SCOPE], event[V_IT], values.get("me"), None, rank, False, event[V_ID])


def _finish(m: Machine, frame: list[Any]) -> None:
    """End the events: rules that last until then expire, the result is delivered, goals are checked."""
    events = _events(m, frame)
    if m.state.cells[s.STANDING]:
        for event in events:
            active_rules.end_standings(m, "end", event)
    deliver_results(m, frame[E_GIVES], events)
    m.pop(frame)
    for event in events:
        values = event_values(m, event)
        if values.get("#active") is not None:
            m.state.cells[s.ACTIVE] = values["#active"]
        m.state.scopes.pop(event[V_SCOPE], None)
    _forget(m.state.events, frame[E_IDS])
    settle(m)


def _forget(events: list[list[Any]], ids: tuple[int, ...]) -> None:
    if len(ids) == 1 and events[-1][V_ID] == ids[0]:  # usually the innermost event
        del events[-1]
        return
    ended = set(ids)
    events[:] = [event for event in events if event[V_ID] not in ended]


def broken_off(m: Machine, frame: list[Any]) -> None:
    """Record events that are ended from inside: a body that has begun counts as done."""
    if frame[E_STAGE] != 3:
        return
    inside = tuple(event[V_ID] for event in m.state.events if event[V_ID] > max(frame[E_IDS]))
    for event in _not_cancelled(m, frame):
        if event[V_ID] not in frame[E_TODO] and "replaced" not in event[V_FLAGS]:
            history.record(m, event, (*frame[E_IDS], *inside))


def deliver_results(m: Machine, gives: Gives, events: list[list[Any]]) -> None:
    if gives is None:
        return
    if gives[0] == "taken":
        for event in events:
            if not {"cancelled", "replaced"} & set(event[V_FLAGS]):
                window_turns.note_deed(m, gives[1], event[V_VERB], event_values(m, event))
    elif gives[0] in m.state.scopes:
        results = tuple(event[V_RESULT] for event in events)
        m.names(gives[0])[gives[1]] = results[0] if len(results) == 1 else results


def apply_changes(m: Machine, event: list[Any]) -> None:
    """Change the numbers of an event; a number that is not kept yet is changed when the body declares it."""
    values = event_values(m, event)
    for name in sorted({name for name, *_ in event[V_CHANGES] if name in values}):
        values[name] = _changed(m, event, name, values[name])


def _changed(m: Machine, event: list[Any], name: str, value: Value) -> Value:
    changes = [change[1:] for change in event[V_CHANGES] if change[0] == name]
    event[V_CHANGES] = tuple(change for change in event[V_CHANGES] if change[0] != name)
    return reckon(value, changes, m.linked.layers)


def keep(m: Machine, frame: list[Any], name: str, first: Value) -> Value:
    """The first value of a kept name, with the changes of hooks before the event, clamped to its range."""
    event = own_event(m, frame)
    if event is None or not event[V_CHANGES]:
        return first
    return clamped(_changed(m, event, name, first), m.linked.signatures[event[V_VERB]].keeps.get(name, t.UNKNOWN))


def settle(m: Machine) -> None:
    goals.settle(m)
