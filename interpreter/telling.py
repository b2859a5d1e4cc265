"""Words for people: the log of events, names of values, phrases of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.chance as chance
import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl.check_standing import Standing
from interpreter import state as s
from interpreter.events import Event
from interpreter.frames import V_VERB
from interpreter.state import Value
from interpreter.values import CardRef, Face, MarkOf

if TYPE_CHECKING:
    from interpreter.machine import Machine


def prompt_of(m: Machine, standing: Standing, it: Value) -> str:
    whose = f"{things.shown(m, it)}: " if it is not None else ""
    return f"{whose}use {standing.sort} {standing.target}?"


def note(m: Machine, event: list[Any]) -> None:
    if m.log is None:
        return
    values = tuple((k, v) for k, v in happening.event_values(m, event).items() if not k.startswith("#"))
    meaning = m.world.effects.get(event[V_VERB])
    template = ""
    cites: tuple[str, ...] = ()
    if meaning is not None and isinstance(meaning.node, n.Effect | n.Action):
        marks = meaning.node.marks
        template = marks.says.value if marks.says else ""
        cites = tuple(cite.clause for cite in marks.cites)
    words = fill(m, template, dict(values)) if template else phrase(m, event[V_VERB], dict(values))
    m.log.append(Event(len(m.log), event[V_VERB], values, words, len(m.state.events) - 1, cites))


def fill(m: Machine, template: str, values: dict[str, Value]) -> str:
    for name, found in values.items():
        template = template.replace("{" + name + "}", shown_value(m, found))
    return template


def shown_value(m: Machine, found: Value) -> str:
    if isinstance(found, Face):
        return " + ".join(found.symbols) or str(found.number)
    if isinstance(found, tuple):
        return ", ".join(shown_value(m, part) for part in found)
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int) and found >= m.world.layout.first_thing and found < len(m.state.cells):
        kind = m.state.cells[found + s.KIND] if found + s.KIND < len(m.state.cells) else None
        if isinstance(kind, str) and kind in m.world.layout.kinds:
            return named(m, found)
    if isinstance(found, MarkOf):
        return f"{found.name}({', '.join(str(arg) for arg in found.args)})" if found.args else found.name
    return things.shown(m, found) if isinstance(found, CardRef) else "none" if found is None else str(found)


def named(m: Machine, thing: Value) -> str:
    """A thing by its name; a die also by what it shows."""
    words = things.shown(m, thing)
    if isinstance(thing, int) and "Die" in things.lineage(m, thing):
        return f"{words} {shown_value(m, chance.shown_face(m, thing))}"
    return words


def phrase(m: Machine, verb: str, values: dict[str, Value]) -> str:
    parts = [verb]
    for slot in standing.signature(m, verb).slots:
        found = values.get(slot.name)
        if found is not None:
            shown = named(m, found) if isinstance(t.plain(slot.type), t.KindT) else shown_value(m, found)
            parts.append(f"{slot.preposition} {shown}".strip())
    return " ".join(parts)
