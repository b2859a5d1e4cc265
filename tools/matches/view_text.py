"""A view as lines of text: the players, the zones, the things and their values. The same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.visibility.view_types import ThingView, View, ZoneView


def table(view: View) -> Iterator[str]:
    """The table as a seat sees it; contained things are listed below their containers."""
    yield _headline(view)
    inside = {number for thing in view.things for number in _inside(thing)}
    spaces = {space.thing for board in view.boards for space in board.spaces}
    for board in view.boards:
        yield f"{board.map or 'the board'}, {board.grid}, {len(board.spaces)} spaces"
    for thing in view.things:
        if thing.number not in inside and thing.number not in spaces:
            yield from _thing(view, thing, "")


def _headline(view: View) -> str:
    parts = [f"round {view.round}"] if view.round else []
    parts += [f"{view.active} is active"] if view.active else []
    parts += [f"in `{view.window}`"] if view.window else []
    parts += ["over"] if view.over else [f"{' and '.join(view.waiting) or 'nobody'} is asked"]
    return f"As {view.seat or 'a spectator'} sees it: {', '.join(parts)}."


def _inside(thing: ThingView) -> Iterator[int]:
    for zone in thing.zones:
        yield from (number for number in zone.things if number is not None)
    for parts in thing.parts.values():
        yield from parts


def _thing(view: View, thing: ThingView, indent: str) -> Iterator[str]:
    fields = [f"{name} {_said(view, value)}" for name, value in thing.fields.items() if value not in (None, "", [], ())]
    space = thing.place.get("space") if thing.place else None
    said = [f"at {_name(view, space)}"] if space is not None else []
    said += [", ".join(_said(view, mark) for mark in thing.marks)] if thing.marks else []
    said += [", ".join(fields)] if fields else []
    yield f"{indent}{thing.name}" + (f": {'; '.join(said)}" if said else "")
    for parts in thing.parts.values():
        for number in parts:
            yield from _thing(view, view.thing(number), indent + "  ")
    for zone in thing.zones:
        yield from _zone(view, zone, indent + "  ")


def _zone(view: View, zone: ZoneView, indent: str) -> Iterator[str]:
    if not zone.number:
        return
    level = f" {zone.level}" if zone.level is not None else ""
    hidden = zone.number - sum(number is not None for number in zone.things)
    yield f"{indent}{zone.name}{level}" + (f": {hidden} hidden" if hidden else ":")
    for number in zone.things:
        if number is not None:
            yield from _thing(view, view.thing(number), indent + "  ")


def _name(view: View, number: int) -> str:
    spaces = (space.name for board in view.boards for space in board.spaces if space.thing == number)
    return next(spaces, view.thing(number).name)


def _said(view: View, value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return "[" + ", ".join(_said(view, part) for part in value) + "]"
        case {"thing": int(number)}:
            return _name(view, number)
        case {"mark": str(name), "with": args}:
            return name + (f"({', '.join(_said(view, part) for part in args)})" if args else "")
        case {"number": number, "symbols": symbols}:
            return " + ".join(symbols) or str(number)
        case dict():
            return " ".join(f"{name} {_said(view, part)}" for name, part in value.items())
        case _:
            return str(value)
