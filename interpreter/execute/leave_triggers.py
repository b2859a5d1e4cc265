"""Hooks of things that leave during an event: 'when this dies'.

Just before a thing leaves the zones where its text works (or leaves the game), every event in progress notes which
hooks would answer it at that moment: those of the thing and its parts and, if the thing fills a slot of the event,
those of every listener. When the event ends, the noted hooks of things that are really gone answer in addition to those
found then. A phase notes nothing: it is a period of time, so a death during a turn does not answer the end of the turn.

Nothing is copied, and a move from one space to another notes nothing; the cost arises only when something leaves while
a hook listens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.rule_lookup as rule_lookup
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.names import types as t
from interpreter.link.linked_rules import RuleSource
from interpreter.link.rule_index import Borne
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, items
from interpreter.model.frames import V_BODY, V_ID, V_VERB
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

LEFT = "#left"
"""Among the names of an event: the notes. Among those of a hook: the thing that left, for which it answers."""
Noted = tuple[Thing, RuleSource, Value, Thing | None, tuple[tuple[str, Value], ...]]
"""The thing that left; the hook, its `it`, its `me` and the names that it brings along."""


def note(m: Machine, leaving: Sequence[Thing]) -> None:
    """Note that some things are about to leave their places."""
    events = [
        event for event in m.state.events if event[V_BODY] is None and m.linked.may_answer("after", event[V_VERB])
    ]
    if not events:
        return
    spend(m, limits.WORK_PER_THING * len(events) * len(leaving))
    for thing in leaving:
        for event in events:
            _note(m, event, thing)


def _note(m: Machine, event: list[Any], thing: Thing) -> None:
    values = current_events.event_values(m, event)
    leaving_parts = (thing, *things.parts(m, thing))
    if _fills_a_slot(m, event[V_VERB], values, leaving_parts) and things.works_at(m, thing, ()):
        borne = active_rules.bearers_of(m, "after", event[V_VERB], values)
    else:
        listeners = m.linked.listeners.get(("after", event[V_VERB]))
        borne = rule_lookup.of_things(m, listeners, values, leaving_parts) if listeners is not None else []
    noted = [_noted(thing, entry) for entry in borne if _must_be_noted(m, entry, leaving_parts, values)]
    if noted:
        values[LEFT] = tuple(dict.fromkeys((*values.get(LEFT, ()), *noted)))


def _fills_a_slot(m: Machine, verb: str, values: dict[str, Value], leaving_parts: tuple[Thing, ...]) -> bool:
    for slot in m.linked.signatures[verb].slots:
        if isinstance(t.plain(t.item(slot.type) or slot.type), t.NumberT):
            continue  # a plain number, not a thing
        if any(part in leaving_parts for part in items(values.get(slot.name)) if type(part) is int):
            return True
    return False


def _must_be_noted(m: Machine, borne: Borne, leaving_parts: tuple[Thing, ...], values: dict[str, Value]) -> bool:
    """Whether to note a hook: its bearer leaves too, or its filters match the table as it is now."""
    source, it, me, extra = borne
    held = m.linked.held(source.standing)
    if not held.filters:
        return it in leaving_parts
    return active_rules.fills(m, held.filters, values, Scope(dict(extra), it, me, None, values.get("me")))


def _noted(thing: Thing, borne: Borne) -> Noted:
    source, it, me, extra = borne
    return thing, source, it, me, tuple(sorted(extra.items()))


def answering(m: Machine, event: list[Any], current: list[Any]) -> list[Any]:
    """The noted hooks that answer for things that left, besides those found now."""
    values = current_events.event_values(m, event)
    seen = {(m.linked.number_of(source.standing), it, extra) for _, source, it, _, extra in current}
    more = []
    for thing, source, it, me, extra in values.get(LEFT, ()):
        key = (m.linked.number_of(source.standing), it, extra)
        if key in seen or not _gone(m, thing, source, it):
            continue
        seen.add(key)
        if active_rules.applies(m, source.standing, it, me, dict(extra), values, event, filled=True):
            more.append((event[V_ID], source, it, me, (*extra, (LEFT, thing))))
    return more


def _gone(m: Machine, thing: Thing, source: RuleSource, it: Value) -> bool:
    """Whether the thing has not come back: a bearer to a zone where its text works, any other thing into play."""
    if isinstance(it, int) and (it == thing or thing in _wholes(m, it)):
        return not things.is_thing(m, it) or not things.text_works(m, it, source.standing)
    return not things.is_thing(m, thing) or not things.works_at(m, thing, ())


def _wholes(m: Machine, part: Thing) -> Iterable[Thing]:
    whole = m.state.cells[part + s.PARENT]
    while whole is not None:
        yield whole
        whole = m.state.cells[whole + s.PARENT]
