"""What emitted code records and counts: `times(…)`. The entries are those of `interpreter.evaluate.history`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.evaluate.history as history
from interpreter.compiled.support import Cells, spent
from interpreter.model import state as s
from interpreter.model.environment import equal
from interpreter.model.frames import V_ID, V_VERB, W_NAME, W_SCOPE, WINDOW
from interpreter.model.state import Value, Values

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

MANY = 12
"""So many entries are looked through for those that nobody can count any more."""


def record(m: Machine, c: Cells, event: list[Any], names: Values, slots: tuple[str, ...]) -> None:
    """An event is over: remember it with its slots, and the events and windows around it."""
    state = m.state
    entries = c[s.HISTORY] if len(c[s.HISTORY]) < MANY else history.living(m)
    path = tuple([around[V_ID] for around in state.events])
    windows = tuple([frame[W_SCOPE] for frame in state.frames if frame[0] == WINDOW])
    values = tuple([(slot, names.get(slot)) for slot in slots])
    c[s.HISTORY] = (*entries, ("did", event[V_VERB], values, path, windows))


def times(m: Machine, c: Cells, verb: str, wanted: tuple[tuple[str, Value], ...], within: Value) -> int:
    """How often something happened; each label has been resolved to its slot."""
    entries = c[s.HISTORY]
    if not entries:
        return 0
    limit, index = None, 3
    if within is not None:
        limit = None
        if within in m.linked.windows:
            index = 4
            for frame in reversed(m.state.frames):
                if frame[W_NAME] == within and frame[0] == WINDOW:
                    limit = frame[W_SCOPE]
                    break
        else:
            for event in reversed(m.state.events):
                if event[V_VERB] == within:
                    limit = event[V_ID]
                    break
        if limit is None:
            return 0
        last = entries[-1]
        if last[0] == "did" and (not last[index] or last[index][-1] < limit):
            return 0
    spent(m, entries, 1)
    count = 0
    for entry in _of_verb(m, entries, verb):
        if limit is not None and limit not in entry[index]:
            if not entry[index] or entry[index][-1] < limit:
                break  # it was over before that began, and so was all that came before it
            continue
        for slot, expected in wanted:
            held = None
            for name, value in entry[2]:
                if name == slot:
                    held = value
                    break
            if held != expected and not _about(held, expected):
                break
        else:
            count += 1
    return count


def _of_verb(m: Machine, entries: tuple[Any, ...], verb: str) -> list[Any]:
    """The entries of a verb, the last one first."""
    if m.counted is None or m.counted[0] is not entries:
        by_verb: dict[str, list[Any]] = {}
        for entry in reversed(entries):
            if entry[0] == "did":
                by_verb.setdefault(entry[1], []).append(entry)
        m.counted = entries, by_verb
    of_verb: list[Any] = m.counted[1].get(verb, [])
    return of_verb


def _about(given: Value, wanted: Value) -> bool:
    if type(given) is not tuple and type(wanted) is not tuple:
        return equal(given, wanted)
    many = wanted if isinstance(wanted, tuple) else (wanted,)
    parts = given if isinstance(given, tuple) else (given,)
    return any(equal(part, alternative) for part in parts for alternative in many)


WORDS: dict[str, Any] = {"record_done": record, "times_of": times}
