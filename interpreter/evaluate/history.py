"""The history that rules look back on: `times(…)` and `once per …`.

Only verbs that a rule counts are recorded. An entry holds the slots of the event and the events and windows around it,
so that counting can start at the beginning of a turn, event or window in progress.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any

import interpreter.model.current_events as current_events
from dsl.ir.program import based
from dsl.ir.rules import Standing
from interpreter.model import state as s
from interpreter.model.environment import equal
from interpreter.model.frames import V_ID, V_SCOPE, V_VERB, W_NAME, W_SCOPE, WINDOW
from interpreter.model.state import Value
from interpreter.model.values import CardRef
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

NOWHERE = -1
"""The limit of a count bound to something that is not in progress."""


def record(m: Machine, event: list[Any], together: tuple[int, ...]) -> None:
    if event[V_VERB] not in m.linked.watched:
        return
    path = tuple(e[V_ID] for e in m.state.events if e[V_ID] not in together or e[V_ID] == event[V_ID])
    values = tuple(sorted((k, v) for k, v in m.state.scopes[event[V_SCOPE]].items() if not k.startswith("#")))
    windows = tuple(frame[W_SCOPE] for frame in m.state.frames if frame[0] == WINDOW)
    note(m, ("did", event[V_VERB], values, path, windows))


def note(m: Machine, entry: tuple[Any, ...]) -> None:
    m.state.cells[s.HISTORY] = (*living(m), entry)


def living(m: Machine) -> tuple[Any, ...]:
    """The entries that may still be counted: a count bound to an event or window ends with it."""
    entries: tuple[Any, ...] = m.state.cells[s.HISTORY]
    if not entries:
        return entries
    spend(m, len(entries))
    events = {event[V_ID]: event[V_VERB] for event in m.state.events}
    windows = {frame[W_SCOPE]: frame[W_NAME] for frame in m.state.frames if frame[0] == WINDOW}
    bounds = m.linked.look_backs
    kept = []
    for entry in entries:
        if entry[0] == "once":
            if entry[4] == NOWHERE or entry[4] in (windows if entry[3] in m.symbols.windows else events):
                kept.append(entry)
            continue
        within = bounds.get(entry[1])
        if (
            within is None
            or any(events.get(id) in within for id in entry[3])
            or any(windows.get(scope) in within for scope in entry[4])
        ):
            kept.append(entry)
    return entries if len(kept) == len(entries) else tuple(kept)


def renumbered(entries: tuple[Any, ...], names: Container[str], open_now: Mapping[int, int]) -> tuple[Any, ...]:
    """The same history with other numbers for the open windows; entries only for closed windows are dropped."""
    kept: list[tuple[Any, ...]] = []
    for entry in entries:
        if entry[0] == "did":
            kept.append((*entry[:4], tuple(open_now[number] for number in entry[4] if number in open_now)))
        elif entry[3] not in names or entry[4] == NOWHERE:
            kept.append(entry)
        elif entry[4] in open_now:
            kept.append((*entry[:4], open_now[entry[4]]))
    return tuple(kept)


def _limit(m: Machine, within: Value) -> tuple[int | None, int]:
    """The limit of a count: the number of an event or window in progress, and the index of such numbers in an entry."""
    if within is None:
        return None, 3
    if within in m.symbols.windows:
        ids = [f[W_SCOPE] for f in m.state.frames if f[0] == WINDOW and f[W_NAME] == within]
        return (ids[-1] if ids else NOWHERE), 4
    around = current_events.innermost(m, within)
    return (around[V_ID] if around is not None else NOWHERE), 3


def times(m: Machine, verb: str, wanted: list[tuple[str, Value]], within: Value) -> int:
    sig = m.linked.signatures[verb]
    limit, index = _limit(m, within)
    count = 0
    spend(m, len(m.state.cells[s.HISTORY]))
    for entry in m.state.cells[s.HISTORY]:
        if entry[0] != "did" or entry[1] != verb or (limit is not None and limit not in entry[index]):
            continue
        values = dict(entry[2])
        good = True
        for label, expected in wanted:
            slot = sig.slot(label) or (sig.slot("") if label in ("object", "of") else None)
            good = good and slot is not None and _about(values.get(slot.name), expected)
        count += good
    return count


def _about(value: Value, wanted: Value) -> bool:
    many = wanted if isinstance(wanted, tuple) else (wanted,)
    parts = value if isinstance(value, tuple) else (value,)
    return any(equal(part, alternative) for part in parts for alternative in many)


def would(m: Machine, thing: Value, verb: str) -> bool:
    if thing is None:
        return False
    card = thing.id if isinstance(thing, CardRef) else m.state.cells[thing + s.CARD]
    printed = m.linked.printed(card) if card is not None else None
    if printed is None or verb in printed.checked.footprint.performs:
        return printed is not None
    return any(verb in ancestor.checked.footprint.performs for ancestor in based(printed, m.linked.printed))


# ---------------------------------------------------------------------------------------------------- once per


def _once_key(m: Machine, number: int, it: Value, verb: str) -> tuple[Any, ...]:
    limit, _ = _limit(m, verb)
    return ("once", number, it, verb, limit)


def used(m: Machine, rule: Standing | None, it: Value) -> bool:
    if rule is None or not rule.clauses.once_per:
        return False
    number = m.linked.number_of(rule.first or rule)
    return any(_once_key(m, number, it, verb) in m.state.cells[s.HISTORY] for verb in rule.clauses.once_per)


def mark_used(m: Machine, rule: Standing, it: Value) -> None:
    for verb in rule.clauses.once_per:
        note(m, _once_key(m, m.linked.number_of(rule.first or rule), it, verb))
