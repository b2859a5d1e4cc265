"""Values and things of a view in the words of people: one place, for panels, boards and questions alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from interpreter.picture import ThingView, View
from tools.drawing.schema import Schema, said


@define
class Words:
    view: View
    schema: Schema
    spaces: dict[int, str] = field(factory=dict, init=False)
    """The names of spaces, by their numbers."""

    def __attrs_post_init__(self) -> None:
        self.spaces = {space.thing: space.name for board in self.view.boards for space in board.spaces}

    def name(self, thing: ThingView) -> str:
        """What a thing is called; one that has no name is called by its kind, a die also by what it shows."""
        if thing.number in self.spaces:
            return self.spaces[thing.number]
        words = self.schema.kind(thing.name) if thing.name == thing.kind else thing.name
        return f"{words} {face(thing.fields['face'], self.schema)}" if self.is_die(thing) else words

    def is_die(self, thing: ThingView) -> bool:
        return "face" in thing.fields and self.schema.is_a(thing.kind, "Die")

    def where(self, thing: ThingView) -> str:
        """Where a thing is: on a space, or in a zone of something."""
        place = thing.place
        if place is None:
            return ""
        space = place.get("space")
        if isinstance(space, int):
            return f"at {self.spaces.get(space, '?')}"
        holder = place.get("holder")
        zone = said(str(place.get("zone") or ""))
        level = f" {place['level']}" if place.get("level") is not None else ""
        if not isinstance(holder, int):
            return f"in {zone}{level}"
        whole = self.view.thing(holder)
        if whole.kind == "Table" or (whole.kind == "Player" and whole.name == self.view.seat):
            return f"in {zone}{level}"
        whose = f"{whole.name}'s" if whole.kind == "Player" else f"{self.name(whole)}:"
        return f"in {whose} {zone}{level}"

    def value(self, value: Any) -> str:
        """A value; nothing where there is nothing to say."""
        match value:
            case None | False | [] | "":
                return ""
            case True:
                return "yes"
            case int():
                return str(value)
            case str():
                return self.schema.symbol(value)
            case {"thing": int(number)}:
                return self.name(self.view.thing(number))
            case {"hidden": True}:
                return "something hidden"
            case {"number": _, "symbols": _}:
                return face(value, self.schema)
            case {"card": str(id)}:
                return self.schema.cards.get(id, said(id))
            case {"mark": _}:
                return mark_words(value)
            case {"from": low, "to": high}:
                return f"{low} to {high}"
            case list():
                return "/".join(filter(None, map(self.value, value)))
            case {"rows": list(rows)} if 0 < len(rows) <= 3:
                return " ".join(f"{self.value(key)}:{self.value(found) or 'no'}" for key, found in rows)
            case _:
                return ""


def face(found: Any, schema: Schema) -> str:
    """What a die shows, in brackets."""
    match found:
        case {"number": number, "symbols": symbols}:
            words = " ".join(map(schema.symbol, symbols)) or ("" if number is None else str(number))
            return f"[{words}]"
        case None:
            return "[ ]"
        case _:
            return f"[{found}]"


def mark_words(mark: Mapping[str, Any]) -> str:
    """A keyword or status with its numbers."""
    told = [str(part) for part in mark.get("with", ()) if isinstance(part, int | str) and not isinstance(part, bool)]
    return " ".join([said(str(mark["mark"])), *told])
