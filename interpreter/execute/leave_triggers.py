"""What leaves by an event is still heard when it is over: 'when this dies'.

Just before a thing leaves where its text works (into a zone where it does not, or out of the game), every event that
is going on notes which hooks would answer it as the table stands: those of the thing and its parts, and, if it fills
a slot of the event, those of everybody who listens for such a thing. When the event is over, whatever was noted about
a thing that is really gone answers besides those that are found then. A phase notes nothing: it is a stretch of time,
and what died in a turn has no part in its end.

Nothing is copied and nothing is done for what only goes from one space to another; so it costs something only where
something leaves while somebody listens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.rule_lookup as rule_lookup
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.names import types as t
from interpreter.link.linked_rules import Source
from interpreter.link.rule_index import Borne
from interpreter.model import state as s
from interpreter.model.environment import Scope, items
from interpreter.model.frames import V_BODY, V_ID, V_VERB
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

LEFT = "#left"
"""Among the names of an event: what was noted. Among those of a hook: that it answers for what left."""
Noted = tuple[Thing, Source, Value, Thing | None, tuple[tuple[str, Value], ...]]
"""What left; the hook, its `it`, its `me` and the names that it brings along."""


def note(m: Machine, many: Iterable[Thing]) -> None:
    """Some things are about to leave where they lie."""
    events = [
        event for event in m.state.events if event[V_BODY] is None and m.linked.may_answer("after", event[V_VERB])
    ]
    if not events:
        return
    for thing in many:
        for event in events:
            _note(m, event, thing)


def _note(m: Machine, event: list[Any], thing: Thing) -> None:
    values = current_events.event_values(m, event)
    own = (thing, *things.parts(m, thing))
    if _fills_a_slot(m, event[V_VERB], values, own) and things.works_at(m, thing, ()):
        borne = active_rules.bearers_of(m, "after", event[V_VERB], values)
    else:
        listeners = m.linked.listeners.get(("after", event[V_VERB]))
        borne = rule_lookup.of_things(m, listeners, values, own) if listeners is not None else []
    noted = [_noted(thing, one) for one in borne if _is_meant(m, one, own, values)]
    if noted:
        values[LEFT] = tuple(dict.fromkeys((*values.get(LEFT, ()), *noted)))


def _fills_a_slot(m: Machine, verb: str, values: dict[str, Value], own: tuple[Thing, ...]) -> bool:
    for slot in active_rules.signature(m, verb).slots:
        if isinstance(t.plain(t.item(slot.type) or slot.type), t.NumberT):
            continue  # a number that counts something is no thing
        if any(part in own for part in items(values.get(slot.name)) if type(part) is int):
            return True
    return False


def _is_meant(m: Machine, borne: Borne, own: tuple[Thing, ...], values: dict[str, Value]) -> bool:
    """Whether a hook has to be noted: it leaves too, or it filters; and its filters are met as the table stands."""
    source, it, me, extra = borne
    held = m.linked.held(source.standing)
    if not held.filters:
        return it in own
    return active_rules.fills(m, held.filters, values, Scope(dict(extra), it, me, None, values.get("me")))


def _noted(thing: Thing, borne: Borne) -> Noted:
    source, it, me, extra = borne
    return thing, source, it, me, tuple(sorted(extra.items()))


def answering(m: Machine, event: list[Any], found: list[Any]) -> list[Any]:
    """The hooks that answer for what left, besides those that are found now."""
    values = current_events.event_values(m, event)
    known = {(m.linked.number_of(source.standing), it, extra) for _, source, it, _, extra in found}
    more = []
    for thing, source, it, me, extra in values.get(LEFT, ()):
        key = (m.linked.number_of(source.standing), it, extra)
        if key in known or not _gone(m, thing, source, it):
            continue
        known.add(key)
        if active_rules.applies(m, source.standing, it, me, dict(extra), values, event, filled=True):
            more.append((event[V_ID], source, it, me, (*extra, (LEFT, thing))))
    return more


def _gone(m: Machine, thing: Thing, source: Source, it: Value) -> bool:
    """Whether what left has not come back: a bearer to where its text works, another thing to where it is in play."""
    if isinstance(it, int) and (it == thing or thing in _wholes(m, it)):
        return not things.is_thing(m, it) or not things.text_works(m, it, source.standing)
    return not things.is_thing(m, thing) or not things.works_at(m, thing, ())


def _wholes(m: Machine, part: Thing) -> Iterable[Thing]:
    whole = m.state.cells[part + s.PARENT]
    while whole is not None:
        yield whole
        whole = m.state.cells[whole + s.PARENT]
