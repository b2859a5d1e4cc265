"""Hooks: which of them answer an event, in which order, and which of several replacements applies.

The hooks are collected when a stage of an event begins, and each is checked again when its turn comes. The order is
that of the ruleset, or is chosen by the player who controls the hooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.history as history
import interpreter.evaluate.narration as narration
import interpreter.evaluate.suppression as suppression
import interpreter.evaluate.things as things
import interpreter.execute.leave_triggers as leave_triggers
import interpreter.execute.option_order as option_order
import interpreter.model.current_events as current_events
from dsl.ir.rules import Standing
from interpreter.execute.leave_triggers import LEFT
from interpreter.link.linked_rules import RuleSource
from interpreter.model import state as s
from interpreter.model.environment import AROUND, Scope, one
from interpreter.model.frames import E_STAGE, E_TODO, V_FLAGS, V_ID, V_REPLACED, V_SCOPE, V_VERB
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

REPLACING = 3
"""The stage of an event at which it is replaced or done."""
Entry = tuple[int, RuleSource, Value, Thing | None, Any]
"""A waiting hook: the number of its event, the rule, `it`, `me`, and its names."""


def answers(m: Machine, word: str, event: list[Any]) -> list[Entry]:
    """The hooks that answer an event, in the order that the ruleset sets."""
    if not m.linked.may_answer(word, event[V_VERB]):
        return []
    values = current_events.event_values(m, event)
    entries = []
    for source, it, me, extra in active_rules.bearers_of(m, word, event[V_VERB], values):
        if active_rules.applies(m, source.standing, it, me, extra, values, event):
            entries.append((event[V_ID], source, it, me, tuple(sorted(extra.items()))))
    if word == "after" and LEFT in values:
        entries += leave_triggers.answering(m, event, entries)
    if len(entries) < 2:
        return entries
    if m.linked.setting("triggers") == "oldest_first":
        return sorted(entries, key=lambda entry: things.born(m, entry[2]))
    active = m.state.cells[s.ACTIVE]
    around = things.clockwise(m, active) if active is not None else ()
    return sorted(entries, key=lambda entry: around.index(entry[3]) if entry[3] in around else -1)


def _begin(m: Machine, source: RuleSource, event: list[Any], it: Value, me: Thing | None, extra: Any) -> None:
    rule = source.standing
    values = current_events.event_values(m, event)
    scope = m.state.open_scope({**dict(extra), AROUND: event[V_SCOPE]})
    actor = values.get("me")
    m.push_text(rule.body, scope, it, me, actor, source.rank, True, event[V_ID])
    if rule.may is None:
        history.mark_used(m, rule, it)
        return
    who = one(expressions.value(rule.may, Scope(m.names(scope), it, me, None, actor), m))
    if who is None or who not in m.state.cells[s.PLAYERS] or not suppression.may_volunteer(m, who):
        decline(m, m.state.frames[-1], rule)
        return
    frame = m.state.frames[-1]
    frame[m.GOT] = ("hook", m.linked.number_of(rule), it)
    m.request("may", who, (Option(True, "yes"),), 0, 1, narration.prompt_of(m, rule, it))


# ------------------------------------------------------------------------------------------------- one after another


def next_hook(m: Machine, frame: list[Any]) -> bool:
    """Run the next waiting hook; false if there is none: the next stage begins."""
    if not frame[E_TODO]:
        frame[E_STAGE] += 1
        return False
    if not (m.linked.setting("triggers") == "owner_chooses" and _ask_order(m, frame)):
        run_hook(m, frame, 0)
    return True


def _ask_order(m: Machine, frame: list[Any]) -> bool:
    """Ask the owner of several waiting hooks which is next."""
    who = frame[E_TODO][0][3]
    if who is None or sum(entry[3] == who for entry in frame[E_TODO]) < 2:
        return False
    frame[E_TODO] = tuple(_by_places(m, frame[E_TODO]))
    _request_order(m, frame[E_TODO], who, "which comes first?")
    return True


def _request_order(m: Machine, entries: Sequence[Entry], who: Thing, prompt: str) -> None:
    options = tuple(
        Option(index, narration.prompt_of(m, entry[1].standing, entry[2]))
        for index, entry in enumerate(entries)
        if entry[3] == who
    )
    m.request("order", who, options, 1, 1, prompt)


def _by_places(m: Machine, entries: Sequence[Entry]) -> list[Entry]:
    """Waiting hooks with those of the first owner in an order that reveals nothing about things the owner cannot
    see."""
    ordered = list(entries)
    who = entries[0][3] if entries else None
    own = [index for index, entry in enumerate(entries) if entry[3] == who]
    if who is not None and len(own) > 1:
        ranks = option_order.bearers_for(m, [entries[index][2] for index in own], who)
        for index, rank in zip(own, ranks, strict=True):
            ordered[index] = entries[own[rank]]
    return ordered


def asked_hook(m: Machine, frame: list[Any], index: int) -> Entry:
    """The hook behind an option of an open question about their order."""
    if frame[E_STAGE] == REPLACING:
        event = next(event for event in m.state.events if event[V_ID] == frame[E_TODO][0])
        return replacements(m, event)[index]
    entry: Entry = frame[E_TODO][index]
    return entry


def run_hook(m: Machine, frame: list[Any], index: int) -> None:
    """Run a waiting hook if it still applies, or the chosen replacement."""
    if frame[E_STAGE] == REPLACING:
        event = current_events.come_forward(m, frame[E_TODO][0])
        replacement = replacements(m, event)[index]
        frame[E_TODO] = frame[E_TODO][1:]
        replace(m, event, replacement)
        return
    id, source, it, me, extra = frame[E_TODO][index]
    frame[E_TODO] = (*frame[E_TODO][:index], *frame[E_TODO][index + 1 :])
    event = current_events.come_forward(m, id)
    if "cancelled" in event[V_FLAGS]:
        return
    names = dict(extra)
    values = current_events.event_values(m, event)
    if active_rules.applies(m, source.standing, it, me, names, values, event, LEFT in names):
        _begin(m, source, event, it, me, extra)


# ------------------------------------------------------------------------------------------------------ replacements


def replacements(m: Machine, event: list[Any]) -> list[Entry]:
    """The most specific hooks that may still replace an event."""
    entries = [
        entry
        for entry in answers(m, "instead of", event)
        if (m.linked.number_of(entry[1].standing), entry[2]) not in event[V_REPLACED]
    ]
    most = max((entry[1].rank for entry in entries), default=0)
    specific = [entry for entry in entries if entry[1].rank == most]
    return _by_places(m, specific) if m.linked.setting("triggers") == "owner_chooses" else specific


def ask_which(m: Machine, entries: list[Entry]) -> bool:
    """Ask the owner of several replacements which one applies; false if there is nothing to ask."""
    who = entries[0][3] if entries else None
    if who is None or sum(entry[3] == who for entry in entries) < 2:
        return False
    _request_order(m, entries, who, "which is done instead?")
    return True


def replace(m: Machine, event: list[Any], entry: Entry) -> None:
    _, source, it, me, extra = entry
    event[V_REPLACED] = (*event[V_REPLACED], (m.linked.number_of(source.standing), it))
    event[V_FLAGS] = (*event[V_FLAGS], "replaced")
    _begin(m, source, event, it, me, extra)


def decline(m: Machine, frame: list[Any], rule: Standing) -> None:
    """Decline an optional hook: another replacement may apply, or the event happens."""
    event = current_events.own_event(m, frame)
    m.end_text(frame)
    if rule.sort == "instead of" and event is not None:
        event[V_FLAGS] = tuple(flag for flag in event[V_FLAGS] if flag != "replaced")
        around = m.state.frames[-1]
        around[E_TODO] = (event[V_ID], *around[E_TODO])
