"""Events: everything that happens, from the sentence that does it to the last hook that answers.

An event goes through stages: rules that forbid it, hooks before, changes of its numbers, a replacement or its own body,
hooks after, goals. Between two stages the machine may stop and wait for an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate as evaluate
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import types as t
from dsl.core import Op
from interpreter import budget
from interpreter import state as s
from interpreter.choices import Option
from interpreter.frames import (
    E_GIVES,
    E_ID,
    E_STAGE,
    E_TODO,
    EVENT,
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
    W_NAME,
    W_SCOPE,
    WINDOW,
)
from interpreter.scope import RuleError, Scope, items, one
from interpreter.state import Thing, Value
from interpreter.values import CardRef, Face
from interpreter.world import RANKS, Source

if TYPE_CHECKING:
    from interpreter.machine import Machine


def perform(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    verb, names, given = op.data
    values = {}
    for name, part in zip(names, op.args, strict=True):
        if part.name == "default":
            unsaid = next(slot for slot in standing.signature(m, verb).slots if slot.name == name)
            values[name] = things.default(m, unsaid.default)
        else:
            values[name] = evaluate.value(part, scope, m)
    gives = (frame[F_SCOPE], given) if given else None
    if verb not in m.world.verbs:
        from interpreter.verbs import perform_builtin

        perform_builtin(m, verb, values, op, scope, gives)
        return
    sig = standing.signature(m, verb)
    wide = next((slot for slot in sig.slots if _is_list(m, slot.type, values.get(slot.name))), None)
    if wide is None:
        begin_event(m, verb, values, frame[F_IT], gives)
        return
    for thing in reversed(items(values[wide.name])):
        begin_event(m, verb, {**values, wide.name: thing}, frame[F_IT], None)


def _is_list(m: Machine, type: t.Type, found: Value) -> bool:
    return isinstance(t.plain(type), t.KindT) and isinstance(found, tuple)


def begin_event(
    m: Machine,
    verb: str,
    values: dict[str, Value],
    it: Thing | None,
    gives: tuple[int, str] | None,
    body: Op | None = None,
) -> None:
    cells = m.state.cells
    cells[s.EVENT_COUNT] += 1
    if cells[s.EVENT_COUNT] > budget.EVENTS_PER_MATCH:
        raise RuleError("BW5006", f"more than {budget.EVENTS_PER_MATCH:,} events in one match")
    sig = standing.signature(m, verb)
    inner = {slot.name: _narrow(m, slot.type, values.get(slot.name)) for slot in sig.slots}
    inner.update({name: found for name, found in values.items() if name not in inner})
    replaced: tuple[int, ...] = ()
    for around in reversed(m.state.events):
        if around[V_VERB] == verb and "replaced" in around[V_FLAGS]:
            replaced = around[V_REPLACED]  # inside a replacement the same sentence does the original
            break
    scope = m.state.open_scope(inner)
    m.state.events.append([cells[s.EVENT_COUNT], verb, scope, (), replaced, (), None, it, body])
    m.state.frames.append([EVENT, cells[s.EVENT_COUNT], 0, (), gives])


def _narrow(m: Machine, type: t.Type, found: Value) -> Value:
    if isinstance(t.plain(type), t.KindT) and isinstance(found, tuple):
        return one(found)
    if isinstance(t.plain(type), t.NumberT) and isinstance(found, Face):
        return found.number
    return found


def event_step(m: Machine, frame: list[Any]) -> None:
    event = event_by_id(m, frame[E_ID])
    assert event is not None
    stage = frame[E_STAGE]
    verb = event[V_VERB]
    match stage:
        case 0:
            standing.end_standings(m, "start", event)
            if standing.forbidden(m, verb, event_values(m, event)) is not None:
                _finish(m, frame, event)
                return
            frame[E_TODO] = tuple(answers(m, "before", event))
            frame[E_STAGE] = 1
        case 1 | 5:
            if frame[E_TODO] and not ("cancelled" in event[V_FLAGS] and stage == 1):
                source, it, me, extra = frame[E_TODO][0]
                frame[E_TODO] = frame[E_TODO][1:]
                _run_hook(m, source, event, it, me, extra)
            else:
                frame[E_STAGE] = stage + 1
        case 2:
            if "cancelled" in event[V_FLAGS]:
                _finish(m, frame, event)
                return
            _apply_changes(m, event)
            telling.note(m, event)
            _replace_or_do(m, frame, event)
        case 4:
            _record_history(m, event)
            if "replaced" in event[V_FLAGS]:
                _finish(m, frame, event)
                return
            frame[E_TODO] = tuple(answers(m, "after", event))
            frame[E_STAGE] = 5
        case _:
            _finish(m, frame, event)


def _replace_or_do(m: Machine, frame: list[Any], event: list[Any]) -> None:
    frame[E_STAGE] = 4
    replacements = [
        found for found in answers(m, "instead of", event) if id(found[0].standing) not in event[V_REPLACED]
    ]
    if replacements:
        source, it, me, extra = max(replacements, key=lambda found: found[0].rank)
        event[V_REPLACED] = (*event[V_REPLACED], id(source.standing))
        event[V_FLAGS] = (*event[V_FLAGS], "replaced")
        _run_hook(m, source, event, it, me, extra)
        return
    verb = event[V_VERB]
    values = event_values(m, event)
    if event[V_BODY] is not None:
        m.push_text(event[V_BODY], values["#around"], event[V_IT], values.get("me"), None, 0, False)
        return
    meaning = m.world.effects.get(verb)
    body = meaning.ops[0] if meaning is not None and meaning.ops else _inner_action(m, verb)
    if body is None:
        return
    if body.name == "action":
        body = body.args[0]
    m.push_text(body, event[V_SCOPE], event[V_IT], values.get("me"), None, RANKS["ruleset"], False)


def _inner_action(m: Machine, verb: str) -> Op | None:
    for entries in m.world.actions.values():
        for _, _, op, _ in entries:
            if op.data == verb:
                return op
    return None


def _finish(m: Machine, frame: list[Any], event: list[Any]) -> None:
    standing.end_standings(m, "end", event)
    gives = frame[E_GIVES]
    if gives is not None and gives[0] in m.state.scopes:
        m.state.scopes[gives[0]][gives[1]] = event[V_RESULT]
    m.state.frames.remove(frame)
    m.state.events.remove(event)
    m.state.scopes.pop(event[V_SCOPE], None)
    if m.state.cells[s.OUTCOME] is None:
        check_goals(m)


def _apply_changes(m: Machine, event: list[Any]) -> None:
    values = event_values(m, event)
    names = {name for name, *_ in event[V_CHANGES]}
    for name in sorted(names):
        changes = ((rank, layer, own, new) for which, rank, layer, own, new in event[V_CHANGES] if which == name)
        values[name] = evaluate.reckon(values.get(name), changes, standing.layers(m))
    event[V_CHANGES] = ()


def event_values(m: Machine, event: list[Any]) -> dict[str, Value]:
    return m.state.scopes[event[V_SCOPE]]


def innermost(m: Machine, verb: str) -> list[Any] | None:
    return next((event for event in reversed(m.state.events) if event[V_VERB] == verb), None)


def answers(
    m: Machine, word: str, event: list[Any]
) -> list[tuple[Source, Thing | None, Thing | None, dict[str, Value]]]:
    """The hooks that answer an event, the active player's first, then by seat, in the order of the program."""
    values = event_values(m, event)
    found = []
    for source in m.world.hooks.get((word, event[V_VERB]), []):
        for it, me, extra in standing.holders(m, source):
            if standing.applies(m, source.standing, it, me, extra, values, event):
                found.append((source, it, me, extra))
    for source, it, me, extra in standing.said_rules(m, word, event[V_VERB]):
        if standing.applies(m, source.standing, it, me, extra, values, event):
            found.append((source, it, me, extra))
    active = m.state.cells[s.ACTIVE]
    return sorted(found, key=lambda entry: entry[2] is not None and entry[2] != active)


def _run_hook(
    m: Machine, source: Source, event: list[Any], it: Thing | None, me: Thing | None, extra: dict[str, Value]
) -> None:
    rule = source.standing
    standing.mark_used(m, rule, it)
    values = event_values(m, event)
    for name, found in extra.items():
        values.setdefault(name, found)
    m.push_text(rule.body, event[V_SCOPE], it, me, values.get("me"), source.rank, False)
    if rule.may is not None:
        scope = Scope(values, it, me, None, values.get("me"))
        who = one(evaluate.value(rule.may, scope, m)) if rule.may.name != "me" else me
        m.request("may", who, (Option(True, "yes"),), 0, 1, telling.prompt_of(m, rule))


def event_by_id(m: Machine, id: int) -> list[Any] | None:
    return next((event for event in m.state.events if event[V_ID] == id), None)


def own_event(m: Machine, frame: list[Any]) -> list[Any] | None:
    """The event that a text belongs to: the one whose frame lies right below it."""
    for below in reversed(m.state.frames[: m.state.frames.index(frame)]):
        if below[0] == EVENT:
            return event_by_id(m, below[E_ID])
    return None


def _record_history(m: Machine, event: list[Any]) -> None:
    if event[V_VERB] not in watched(m):
        return
    path = tuple(around[V_ID] for around in m.state.events)
    values = tuple(sorted((k, v) for k, v in event_values(m, event).items() if not k.startswith("#")))
    windows = tuple(id_ for id_ in _window_ids(m))
    entry = ("did", event[V_VERB], values, path, windows)
    m.state.cells[s.HISTORY] = (*m.state.cells[s.HISTORY], entry)


def watched(m: Machine) -> frozenset[str]:
    return m.world.watched


def _window_ids(m: Machine) -> list[int]:
    return [frame[W_SCOPE] for frame in m.state.frames if frame[0] == WINDOW]


def times(m: Machine, verb: str, wanted: list[tuple[str, Value]], within: Value) -> int:
    sig = standing.signature(m, verb)
    if within is not None and within in m.rooms.windows:
        ids = [f[W_SCOPE] for f in m.state.frames if f[0] == WINDOW and f[W_NAME] == within]
        limit, index = (ids[-1] if ids else -1), 4
    elif within is not None:
        around = innermost(m, within)
        limit, index = (around[V_ID] if around is not None else -1), 3
    else:
        limit, index = None, 3
    count = 0
    for entry in m.state.cells[s.HISTORY]:
        if entry[0] != "did" or entry[1] != verb or (limit is not None and limit not in entry[index]):
            continue
        values = dict(entry[2])
        good = True
        for label, found in wanted:
            slot = sig.slot("" if label == "object" else label)
            good = good and slot is not None and values.get(slot.name) == found
        count += good
    return count


def would(m: Machine, thing: Value, verb: str) -> bool:
    card = thing.id if isinstance(thing, CardRef) else m.state.cells[thing + s.CARD]
    found = m.world.program.card(card)
    return found is not None and verb in found.checked.footprint.performs


def check_goals(m: Machine) -> None:
    if not m.state.cells[s.PLAYERS]:
        m.state.cells[s.OUTCOME] = ()
        return
    for meaning in m.world.goals():
        winners = items(evaluate.value(meaning.ops[0], Scope(), m))
        if winners:
            m.state.cells[s.OUTCOME] = winners
            return
