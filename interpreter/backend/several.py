"""Emitted code for several at once: events that one sentence begins together, and seats that decide together in secret.

Events of one sentence go through each stage together, as in the reference. Each seat that decides together does so on
a copy of the table; then the texts are run on the real table, and the recorded answers are played back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.history as history
import interpreter.evaluate.things as things
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.leave_triggers as leave_triggers
import interpreter.execute.simultaneous as simultaneous
from interpreter.backend import now
from interpreter.backend.asking import most_steps
from interpreter.backend.bearing import in_turn
from interpreter.compiled.support import Bail, Cells
from interpreter.execute import machine
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Over, narrow
from interpreter.model.frames import EVENT, V_CHANGES, V_FLAGS, V_ID, V_RESULT, V_SCOPE, V_VERB
from interpreter.model.state import Thing, Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

Do = Callable[["Machine", Cells, list[Any], Values, Value], Value]
"""The body of a verb: machine, cells, event, names, `it`."""
Decided = tuple[list[tuple[str, Value]], int]
"""What a seat has answered and drawn, and where its copy of the table ends."""


# ----------------------------------------------------------------------------------------------- events together


def events(
    m: Machine,
    c: Cells,
    verb: str,
    function: Callable[..., Value],
    body: Do | None,
    plain: bool,
    slots: tuple[str, ...],
    values: Values,
    it: Value,
    old: Value = None,
) -> Value:
    """Events of a verb, one for each item of a list; returns their results, or the old value if there is none.

    Several that nobody observes are done one after another, and goals are asked only after all of them.
    """
    many = event_pipeline.one_each(m, verb, values)
    if not many:
        return old
    types = {slot.name: slot.type for slot in m.linked.signatures[verb].slots}
    if len(many) == 1:
        return function(m, c, it, *[narrow(types[name], many[0].get(name)) for name in slots])
    if not plain:
        return together(m, c, verb, body, many, it)
    m.state.frames.append([EVENT, (0, 0), 3, (), None])
    m.several += 1
    results: list[Value] = []
    for one in many:
        result = function(m, c, it, *[narrow(types[name], one.get(name)) for name in slots])
        results.append(result)
    m.several -= 1
    m.state.frames.pop()
    m.settled = False
    return tuple(results)


def together(m: Machine, c: Cells, verb: str, body: Do | None, many: Sequence[Values], it: Value) -> Value:
    """Observed events of one sentence, stage by stage; one event is the same."""
    if not many:
        return ()
    state, emitted = m.state, m.emitted
    sig = m.linked.signatures[verb]
    begun: list[list[Any]] = []
    for values in many:
        c[s.EVENT_COUNT] += 1
        c[s.STEPS] += 1
        if c[s.STEPS] > most_steps():
            raise Bail
        names = {slot.name: narrow(slot.type, values.get(slot.name)) for slot in sig.slots}
        names.update({name: given for name, given in values.items() if name not in names})
        number = c[s.EVENT_COUNT]
        event = [number, verb, -number, (), event_pipeline.done_before(m, verb), (), None, it, None]
        state.scopes[-number] = names
        begun.append(event)
    state.events += begun
    now.refresh(m, verb)
    ids = tuple([event[V_ID] for event in begun])
    frame = [EVENT, ids, 0, (), None]
    state.frames.append(frame)
    several = len(begun) > 1
    m.several += several
    m.memo = None
    todo: list[Any] = []
    for event in begun:
        _forward(m, event)
        if c[s.STANDING]:
            active_rules.end_standings(m, "start", event)
        if emitted.is_heard("forbid", verb) and emitted.forbids(m, c, verb, state.scopes[event[V_SCOPE]]):
            event[V_FLAGS] = ("cancelled",)
        elif emitted.is_heard("before", verb):
            todo += [(event, entry) for entry in _hits(m, c, "before", event)]
    _answer(m, c, todo)
    happening = [event for event in begun if "cancelled" not in event[V_FLAGS]]
    for event in happening:
        if event[V_CHANGES]:
            event_pipeline.apply_changes(m, event)
    for event in happening:
        _forward(m, event)
        if not (emitted.is_heard("instead of", verb) and emitted.replaced(m, c, event)):
            event.append(1)
            if body is not None:
                event[V_RESULT] = _result(event, body(m, c, event, state.scopes[event[V_SCOPE]], it))
            del event[9:]
    done = [event for event in happening if not {"cancelled", "replaced"} & set(event[V_FLAGS])]
    for event in done:
        history.record(m, event, ids)
    todo = []
    if emitted.is_heard("after", verb):
        todo = [(event, entry) for event in done for entry in _hits(m, c, "after", event)]
    _answer(m, c, todo)
    if c[s.STANDING]:
        for event in begun:
            active_rules.end_standings(m, "end", event)
    m.several -= several
    state.frames.pop()
    for event in begun:
        state.scopes.pop(event[V_SCOPE], None)
    ended = set(ids)
    state.events[:] = [event for event in state.events if event[V_ID] not in ended]
    now.refresh(m, verb)
    m.settled = False
    results = tuple([event[V_RESULT] for event in begun])
    return results[0] if len(results) == 1 else results


def _hits(m: Machine, c: Cells, sort: str, event: list[Any]) -> list[Any]:
    names = m.state.scopes[event[V_SCOPE]]
    found = m.emitted.hits(m, c, sort, event, names)
    if sort == "after" and leave_triggers.LEFT in names:
        found = [entry[:5] for entry in found]
        found += leave_triggers.answering(m, event, found)
    return in_turn(m, found) if len(found) > 1 else found


def _result(event: list[Any], given: Value) -> Value:
    return event[V_RESULT] if given is None else given


def _forward(m: Machine, event: list[Any]) -> None:
    events = m.state.events
    if events[-1] is not event:
        events.remove(event)
        events.append(event)
        now.refresh(m, event[V_VERB])


def _answer(m: Machine, c: Cells, todo: list[Any]) -> None:
    for index, (event, entry) in enumerate(todo):
        _forward(m, event)
        m.emitted.run_hook(m, c, event, entry, index > 0)


# -------------------------------------------------------------------------------------------- decisions in secret


def decide_together(
    m: Machine, c: Cells, body: Callable[..., Value], deciders: tuple[Thing, ...], event: Any, around: tuple[Any, ...],
    names: Values,
) -> Values:  # fmt: skip
    """Let each seat decide in secret, then do what was decided on the real table.

    `body` is called with machine, cells, event, its names, `it`, `me`, actor, the names around it, and the seat.
    """
    if len(deciders) > limits.DECIDE_TOGETHER:
        raise Bail
    first, asked = len(c), m.state.next_request
    tapes = decided_by_each(m, body, deciders, event, around, names)
    state = m.state
    before = state.tape
    for item, (tape, end) in zip(deciders, tapes, strict=True):
        further = len(c) - first
        numbers = {thing: thing + further for thing in range(first, end)} if further else {}
        state.tape = tuple([(sort, simultaneous.shifted(value, numbers)) for sort, value in tape])
        body(m, c, event, _names(m, event), *around, names, item)
    state.tape = before
    state.next_request = simultaneous.after_all(asked, state.next_request, len(deciders))
    return names


def decided_by_each(
    m: Machine, body: Callable[..., Value], deciders: tuple[Thing, ...], event: Any, around: tuple[Any, ...],
    names: Values,
) -> list[Decided]:  # fmt: skip
    """What each seat decides; who stops at questions asks all of them at once (`stopping/branches`)."""
    tapes: list[Decided] = []
    for item in deciders:
        decided = _decided(m, body, item, event, around, names)
        tapes.append(decided)
    return tapes


def _names(m: Machine, event: Any) -> Values | None:
    return None if event is None else m.state.scopes[event[V_SCOPE]]


def _decided(
    m: Machine, body: Callable[..., Value], item: Value, event: Any, around: tuple[Any, ...], names: Values
) -> Decided:
    """What one seat answers and draws, on a copy of the table; and where that ends."""
    copied = m.state.fork()
    heard: list[tuple[str, Value]] = []
    inner = machine.Machine(
        m.linked, copied, m.seed, m.seats, None, m.script, branch=f"by {things.shown(m, item)}", heard=heard,
        luck=m.luck, meter=m.meter,
    )  # fmt: skip
    inner.fast, inner.unasked, inner.board_cache = m.fast, m.unasked, m.board_cache
    inner.answerer, inner.emitted, inner.several, inner.bottom = m.answerer, m.emitted, m.several, m.bottom
    now.refresh_all(inner)
    own = None
    if event is not None:
        own = next(other for other in copied.events if other[V_ID] == event[V_ID])
    try:
        body(inner, copied.cells, own, _names(inner, own), *around, dict(names), item)
    except Over:
        pass  # it will be over on the real table too
    return heard, len(copied.cells)
