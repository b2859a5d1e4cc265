"""The state of a match as a list of facts, such as `Rusty.damage` and its value: to inspect and to compare.

Facts are for the author of a game, so nothing is hidden. A thing is called by its name; several things with one name
are numbered in the order in which they were created.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

import interpreter.evaluate.dice as dice
import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.execute.machine import Machine
from interpreter.instrument.reads import worded
from interpreter.model import state as s
from interpreter.model.environment import RuleError, items
from interpreter.model.state import Thing, Value
from interpreter.model.values import Cell, Rows
from interpreter.model.work_meter import refill
from tools.repl.write_names import every_thing

KEPT = ("keeps", "zone", "stands")
REST = ("printed", "stat")


@frozen
class Fact:
    """`of` is a thing, or None for the whole table; `part` says whether it is a part of another."""

    of: Thing | None
    name: str
    value: str
    part: bool = False


def facts(m: Machine, sorts: tuple[str, ...] = (*KEPT, "stat")) -> dict[str, Fact]:
    """All facts of a table by name, in the order of discovery."""
    refill(m)
    facts_by_name: dict[str, Fact] = {}
    names = thing_names(m)
    for name, value in _table(m):
        facts_by_name[name] = Fact(None, name, value)
    for thing in names:
        if isinstance(m.state.cells[thing + s.PLACE], Cell) and not m.state.cells[thing + s.MARKS]:
            continue  # a plain space; its occupant has the position
        for name, value in _of_thing(m, thing, sorts):
            whose = "" if m.state.cells[thing + s.KIND] == "Table" else f"{names[thing]}."
            facts_by_name[f"{whose}{name}"] = Fact(thing, name, value, m.state.cells[thing + s.PARENT] is not None)
    return facts_by_name


def thing_names(m: Machine) -> dict[Thing, str]:
    """The names of all things in play."""
    names: dict[Thing, str] = {}
    count: dict[str, int] = {}
    for thing in sorted(every_thing(m)):
        name = things.shown(m, thing)
        count[name] = count.get(name, 0) + 1
        names[thing] = name if count[name] == 1 else f"{name} {count[name]}"
    return names


def _table(m: Machine) -> Iterator[tuple[str, str]]:
    cells = m.state.cells
    yield "round", str(cells[s.ROUND])
    yield "active", things.seat_of(m, cells[s.ACTIVE]) or "none"
    yield "players", ", ".join(things.seat_of(m, player) for player in cells[s.PLAYERS]) or "none"
    yield "window", m.open_window() or "none"
    yield "winners", ", ".join(things.seat_of(m, player) for player in cells[s.OUTCOME] or ()) or "none"


def _of_thing(m: Machine, thing: Thing, sorts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    cells = m.state.cells
    shape = m.linked.layout.kinds[cells[thing + s.KIND]]
    if shape.name not in ("Table", "Player") and cells[thing + s.OWNER] is not None:
        yield "owner", things.seat_of(m, cells[thing + s.OWNER])
    if "Die" in shape.lineage:
        yield "face", worded(m, dice.shown_face(m, thing))
    for name, sig in shape.fields.items():
        if sig.sort in sorts and t.plain(sig.type) != t.RefT("cost"):
            yield from _field(m, thing, name, sig)
    marks = [
        f"{name}({', '.join(map(str, args))})" if args else name
        for name, args in cells[thing + s.MARKS]
        if not name.startswith("#")
    ]
    if marks:
        yield "has", ", ".join(marks)


def _field(m: Machine, thing: Thing, name: str, sig: FieldSig) -> Iterator[tuple[str, str]]:
    try:
        value: Value = fields.read(m, thing, name)
    except (RuleError, RecursionError):
        yield name, "?"
        return
    if sig.sort == "zone":
        many = [part for _, row in value.rows for part in items(row)] if isinstance(value, Rows) else items(value)
        yield name, ", ".join(things.shown(m, part) for part in many) or "nothing"
    else:
        yield name, worded(m, value, sig.type)


def changes(before: Mapping[str, Fact], after: Mapping[str, Fact]) -> list[tuple[str, str, str]]:
    """The changed facts: name, old value, new value; empty for a fact that was added or removed."""
    lines = []
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name), after.get(name)
        if was != now and (was is None or now is None or was.value != now.value):
            lines.append((name, was.value if was is not None else "", now.value if now is not None else ""))
    return lines


def change_lines(before: Mapping[str, Fact], after: Mapping[str, Fact]) -> list[str]:
    """The changes as lines; things that came or left are only named."""
    came, went = _others(after, before), _others(before, after)
    both = [
        name for name in dict.fromkeys([*before, *after]) if not {_of(before, name), _of(after, name)} & {*came, *went}
    ]
    lines = [
        f"{name}: {was or 'none'} -> {now or 'none'}"
        for name, was, now in changes(_only(before, both), _only(after, both))
    ]
    for words, many in (("new", came), ("gone", went)):
        names = [name for name in many.values() if name]
        lines += [f"{words}: {', '.join(names)}"] if names else []
    return lines


def _of(facts_by_name: Mapping[str, Fact], name: str) -> Thing | None:
    return facts_by_name[name].of if name in facts_by_name else None


def _only(facts_by_name: Mapping[str, Fact], names: list[str]) -> dict[str, Fact]:
    return {name: facts_by_name[name] for name in names if name in facts_by_name}


def _others(here: Mapping[str, Fact], there: Mapping[str, Fact]) -> dict[Thing, str]:
    """The things that exist in only one of two states; parts are left out, since they come and go with their card."""
    present = {fact.of for fact in there.values()}
    names_by_thing: dict[Thing, str] = {}
    for name, fact in here.items():
        if fact.of is not None and fact.of not in present:
            names_by_thing[fact.of] = "" if fact.part else name.rpartition(".")[0]
    return names_by_thing
