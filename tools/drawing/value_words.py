"""Writes the values and things of a view in words: the same for panels, boards and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import Schema, said

OTHERS = 6
"""So many things about which a table says the same are named."""


@define
class ValueWords:
    view: View
    schema: Schema
    spaces: dict[int, str] = field(factory=dict, init=False)
    """The names of spaces, by their numbers."""
    standing: dict[int, list[ThingView]] = field(factory=dict, init=False)
    """What stands on spaces, by their numbers."""
    ground: dict[int, ThingView] = field(factory=dict, init=False)
    """What lies on every space of a board and belongs to nobody, by the numbers of spaces: the ground is that."""

    def __attrs_post_init__(self) -> None:
        self.spaces = {space.thing: space.name for board in self.view.boards for space in board.spaces}
        for thing in self.view.things:
            space = thing.place.get("space") if thing.place is not None else None
            if isinstance(space, int):
                self.standing.setdefault(space, []).append(thing)
        for board in self.view.boards:
            spaces = [space.thing for space in board.spaces]
            free = {space: lying for space in spaces if (lying := self._lying(space)) is not None}
            if len(free) == len(spaces) > 1:
                self.ground |= free

    def _lying(self, space: int) -> ThingView | None:
        here = self.standing.get(space, ())
        return next((thing for thing in here if thing.owner is None and thing.kind != "Player"), None)

    def name(self, thing: ThingView) -> str:
        """The name of a thing; its kind if it has no name; for a die, with its face."""
        if thing.number in self.spaces:
            return self.spaces[thing.number]
        words = self.schema.kind(thing.name) if thing.name == thing.kind else thing.name
        return f"{words} {face(thing.fields['face'], self.schema)}" if self.is_die(thing) else words

    def is_die(self, thing: ThingView) -> bool:
        return "face" in thing.fields and self.schema.is_a(thing.kind, "Die")

    def where(self, thing: ThingView) -> str:
        """The position of a thing: its space or its zone."""
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
        """A value in words; empty if there is nothing to show."""
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
            case _:
                return ""

    # ------------------------------------------------------------------------------------------------------ tables

    def rows(self, value: Any) -> list[tuple[tuple[Any, ...], str, Any]]:
        """The rows of a table: keys, keys in words, and values."""
        rows = value.get("rows") if isinstance(value, Mapping) else None
        if not isinstance(rows, list):
            return []
        return [(*self._key(key), row) for key, row in rows]

    def _key(self, key: Any) -> tuple[tuple[Any, ...], str]:
        """The key of a printed table, without its type tag."""
        match key:
            case ["symbols" | "text" | "thing" | "kind", *plain]:
                shown = [self.schema.cards.get(value) or self.schema.symbol(str(value)) for value in plain]
                return tuple(plain), "/".join(shown)
            case ["number", int(number), *_]:
                return (number,), str(number)
            case ["range", int(low), int(high)]:
                return tuple(range(low, min(high, low + 100) + 1)), f"{low}–{high}"
            case [str(tag), *rest]:
                return (), " ".join([tag, *(str(part) for part in rest if part != "None")])
            case _:
                return (), self.value(key)

    def table(self, holder: ThingView, name: str, value: Any) -> list[str]:
        """The rows of a table in words: `Ann no`, `Ben yes`; keys without a row get the `else` value."""
        rows = self.rows(value)
        lines = [f"{words}{':' * words.isdigit()} {self._cell(row)}" for _, words, row in rows]
        otherwise = value.get("else") if isinstance(value, Mapping) else None
        if not rows or otherwise is None or otherwise == []:
            return lines
        said_already = [words for _, words, _ in rows]
        more = [key for key in self._by(holder, name) if key not in said_already]
        if len(more) <= OTHERS:
            return lines + [f"{key} {self._cell(otherwise)}" for key in more]
        return [*lines, f"others {self._cell(otherwise)}"]

    def _by(self, holder: ThingView, name: str) -> list[str]:
        """The things that can be keys of a table: all of the kind except the holder's own."""
        field = self.schema.field(holder.kind, name)
        if field is None or not field.keys:
            return []
        things = [thing for thing in self.view.things if self.schema.is_a(thing.kind, field.keys)]
        whose = holder.name if holder.kind == "Player" else holder.owner
        return [
            self.name(thing) for thing in things if thing.place is not None and (thing.owner != whose or whose is None)
        ]

    def _cell(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.value(value) or ("0" if value == 0 else "–")


def face(value: Any, schema: Schema) -> str:
    """The face of a die in brackets."""
    match value:
        case {"number": number, "symbols": symbols}:
            words = "+".join(map(schema.symbol, symbols)) or ("" if number is None else str(number))
            return f"[{words}]"
        case None:
            return "[ ]"
        case _:
            return f"[{value}]"


def mark_words(mark: Mapping[str, Any]) -> str:
    """A keyword or status with its numbers."""
    values = [str(part) for part in mark.get("with", ()) if isinstance(part, int | str) and not isinstance(part, bool)]
    return " ".join([said(str(mark["mark"])), *map(said, values)])
