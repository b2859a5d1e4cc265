"""Draws the players, the table and everything they hold: kept values, zones, dice, marks.

The printed values of a card never change and are left out; a panel shows what the game has changed. A thing without
values of its own is only named; the others get a line. With less space there are fewer lines, and names are counted
before they are cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import define, field

from interpreter.visibility.view_types import ThingView, View, ZoneView
from tools.drawing.grids import grid, has_levels, on_levels
from tools.drawing.schema import Schema, said
from tools.drawing.styled_text import Line, Run, broken_held, held, line, short, width
from tools.drawing.tokens import TokenLegend
from tools.drawing.value_words import ValueWords, face, mark_words

Detail = Literal["full", "some", "little"]
DEEPEST = 6
FEW = 5
LONGEST = 26
"""Names are cut to so many letters; who asks for a thing gets all of its name."""
SHORT = 24
"""Details up to this many letters are shown in brackets after a name."""
MANY = 12
"""This many names of one zone are shown, then the number of the others."""


@define
class Panels:
    """Draws everything on the table except the boards."""

    view: View
    schema: Schema
    tokens: TokenLegend
    detail: Detail
    width: int
    empty: bool = True
    """Whether things are drawn that only wait for something to lie in them."""
    words: ValueWords = field(init=False)
    _whole: dict[int, ThingView] = field(factory=dict, init=False)  # keyed by the numbers of parts

    def __attrs_post_init__(self) -> None:
        self.words = ValueWords(self.view, self.schema)
        for thing in self.view.things:
            self._whole |= {number: thing for many in thing.parts.values() for number in many}

    def all(self) -> list[Line]:
        """The players, beginning with the seat of the view, then everything that belongs to nobody."""
        spaces = self.words.spaces.keys()
        own = [thing for thing in self.view.things if thing.kind == "Player"]
        own.sort(key=lambda player: player.name != self.view.seat)
        standing = [item for item in self.view.things if item.place is not None and "space" in item.place]
        lines: list[Line] = []
        for player in own:
            lines += self._player(player, [thing for thing in standing if thing.owner == player.name])
        free = [item for item in standing if item.owner is None and item.number not in spaces and self._tells(item)]
        for thing in free:
            lines += self._thing(thing, 0)
        table = next((thing for thing in self.view.things if thing.kind == "Table"), None)
        return lines + (self._table(table) if table is not None else [])

    # ------------------------------------------------------------------------------------------------------ holders

    def _player(self, player: ThingView, standing: Sequence[ThingView]) -> list[Line]:
        """The panel of a player: values in one line, then things on the board, then all other things."""
        style = self.tokens.style(player.name)
        here = "▸" if player.name == self.view.active else " "
        head: list[Run] = [(here, style), (player.name, f"{style} strong")]
        if player.name not in self.view.players and not self.view.over:
            head.append((" (out)", "dim"))
        if player.name in self.view.winners:
            head.append((" (won)", "strong"))
        details = ", ".join(self._of_holder(player))
        marks = ", ".join(map(mark_words, player.marks))
        rest = "; ".join(part for part in (details, marks) if part)
        head_lines = self._broken(line(*head, f"  {rest}" if rest else ""), 0, 4)
        zones = [self._zone(player, zone, 1) for zone in player.zones if zone.number]
        if self.detail == "little":
            zones = self._packed(zones)
        for lines in zones:
            head_lines += lines if not _listed(lines) else []
        for thing in standing:
            head_lines += self._thing(thing, 1)
        for lines in zones:
            head_lines += lines if _listed(lines) else []
        return head_lines

    def _packed(self, zones: Sequence[list[Line]]) -> list[list[Line]]:
        """With the least room, short zones share a line as far as they fit on it."""
        packed: list[list[Line]] = []
        for lines in zones:
            last = packed[-1] if packed else []
            if _is_short(last) and _is_short(lines) and width(last[0]) + 2 + width(lines[0][1:]) <= self.width:
                packed[-1] = [(*last[0], ("; ", ""), *lines[0][1:])]
            else:
                packed.append(lines)
        return packed

    def _table(self, table: ThingView) -> list[Line]:
        details = ", ".join(self._of_holder(table))
        inside = self._zones(table, 1)
        if not details and not inside:
            return []
        head = self._broken(line((" Table", "strong"), f"  {details}" if details else ""), 0, 4)
        return head + inside

    # ------------------------------------------------------------------------------------------------------- things

    def _thing(self, thing: ThingView, depth: int) -> list[Line]:
        """A thing with its values and contents."""
        token = self.tokens.thing(thing)
        named = token[0].startswith("[")
        space = thing.place.get("space") if thing.place is not None else None
        at = f" {self.words.spaces[space]}" if space in self.words.spaces else ""
        runs: list[Run] = [token] if named or at else []
        if not named:
            name = short(self.words.name(thing), LONGEST)
            runs.append(((" " if runs else "") + name, self.tokens.style(thing.owner)))
        runs.append((at, "dim"))
        details = self._rest(thing)
        head = line(*runs, f"  {details}" if details else "")
        if (thing.number in self._whole or not self.empty) and (
            beside := self._beside(thing, depth + 1, bool(details))
        ) is not None:
            return self._broken((*head, *beside), depth, depth * 2 + 4)
        lines = self._broken(head, depth, depth * 2 + 4)
        if depth < DEEPEST:
            lines += self._parts(thing, depth + 1)
            lines += self._zones(thing, depth + 1)
            lines += self._tables(thing, depth + 1)
        return lines

    def _beside(self, part: ThingView, depth: int, detailed: bool) -> Line | None:
        """The contents of a part, for the same line; None if a zone has levels or needs more than a line."""
        zones = [self._zone(part, zone, depth) for zone in part.zones if zone.number]
        levels = any(zone.level is not None for zone in part.zones)
        if levels or any(len(lines) > 1 for lines in zones) or any(part.parts.values()):
            return None
        runs: list[Run] = []
        for number, lines in enumerate(zones):
            runs += [("; " if number or detailed else "  ", ""), *lines[0][1:]] if lines else []
        return tuple(runs)

    def _tables(self, thing: ThingView, depth: int) -> list[Line]:
        """The printed tables on the seat's own things; a table of contents that are shown anyway is left out."""
        lines: list[Line] = []
        if self.view.seat is None or thing.owner != self.view.seat or self.detail == "little":
            return lines
        inside = [self.view.thing(number) for zone in thing.zones for number in zone.things if number is not None]
        names = {number for other in inside for number in (other.name, other.card)}
        for printed in self.schema.fields.get(thing.kind, ()):
            value = thing.fields.get(printed.name)
            if printed.sort != "printed" or not printed.table:
                continue
            if all(keys and names.issuperset(keys) for keys, _, _ in self.words.rows(value)):
                continue
            rows = ", ".join(map(held, self.words.table(thing, printed.name, value)))
            lines += self._broken(line((f"{printed.words}: ", "dim"), rows), depth, depth * 2 + 2)
        return lines

    def _parts(self, thing: ThingView, depth: int) -> list[Line]:
        parts = [self.view.thing(number) for numbers in thing.parts.values() for number in numbers]
        spaces = self.words.spaces.keys()
        parts = [part for part in parts if part.number not in spaces]
        telling = [part for part in parts if self._tells(part)] if self._detail(thing) != "little" else []
        if not self.empty:
            telling = [part for part in telling if not self._waits(part)]
        if self._in_hand(thing):
            telling = [part for part in parts if part in telling or self._printed(part)]
        lines: list[Line] = []
        quiet = [part for part in parts if part not in telling]
        if quiet and self._detail(thing) == "full":
            lines += self._broken(line((", ".join(self._counted(quiet)), "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth)

    def _zones(self, holder: ThingView, depth: int) -> list[Line]:
        lines: list[Line] = []
        for zones in _alike_levels(holder.zones):
            if len(zones) > 1:
                lines += self._hidden_levels(holder, zones, depth)
            elif zones[0].number:
                lines += self._zone(holder, zones[0], depth)
        return lines

    def _hidden_levels(self, holder: ThingView, zones: Sequence[ZoneView], depth: int) -> list[Line]:
        """Hidden levels in one line, with the number of things on each: `grid 1 to 3, 5: 1 card each`."""
        kind = self.schema.zones.get((holder.kind, zones[0].name), "Thing")
        levels = _ranges([zone.level for zone in zones if zone.level is not None])
        head = line((f"{said(zones[0].name)} {levels}: ", "dim"), f"{self.schema.counted(zones[0].number, kind)} each")
        return self._broken(head, depth, depth * 2 + 2)

    def _zone(self, holder: ThingView, zone: ZoneView, depth: int) -> list[Line]:
        visible = [self.view.thing(number) for number in zone.things if number is not None]
        visible = [thing for thing in visible if thing.place is None or "space" not in thing.place]
        standing = sum(number is not None for number in zone.things) - len(visible)
        hidden = zone.number - len(visible) - standing
        if not visible and not hidden:
            return []
        if not self.empty and (zone.level is None or all(map(self._waits, visible))):
            visible = [thing for thing in visible if not self._waits(thing)]
            if not visible and not hidden:
                return []
        drawn = self._grid(visible, depth) if not hidden and all(map(has_levels, visible)) else []
        if drawn:
            return drawn
        name = said(zone.name) + (f" {zone.level}" if zone.level is not None else "")
        dice = [thing for thing in visible if self.words.is_die(thing)]
        brief = self._detail(holder) == "little"
        telling = [] if brief else [item for item in visible if item not in dice and self._tells(item)]
        quiet = [item for item in visible if item not in dice and item not in telling]
        if all(self._is_short(item) for item in telling):
            quiet, telling = [], []
            names = self._counted([item for item in visible if item not in dice])
        else:
            names = self._counted(quiet)
        if holder.kind == "Table" and brief and len(visible) - len(dice) > FEW:
            kind = self.schema.zones.get((holder.kind, zone.name), "Thing")
            names = [self.schema.counted(len(visible) - len(dice), kind)]
        words = "; ".join(part for part in (*self._dice(dice), ", ".join(names)) if part)
        if hidden:
            kind = self.schema.zones.get((holder.kind, zone.name), "Thing")
            told_already = " and " if words else ""
            words += f"{told_already}{hidden} hidden" if words or telling else self.schema.counted(hidden, kind)
        head = line((f"{name}: ", "dim"), words)
        lines = self._broken(head, depth, depth * 2 + 2) if words or telling else []
        if telling and not words:
            lines = self._broken(line((f"{name}:", "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth + 1)

    def _grid(self, rows: Sequence[ThingView], depth: int) -> list[Line]:
        """Things with levels as a grid, followed by details of the things in it."""
        indent: Line = (("  " * depth, ""),)
        drawn = grid(rows, self.view, self.schema, self.tokens.style(rows[0].owner), self.width - 2 * depth)
        if not drawn:
            return []
        inside = [thing for row in rows for thing in on_levels(row, self.view)]
        telling = [thing for thing in inside if self._has_changed(thing)] if self._detail(rows[0]) != "little" else []
        return [*((*indent, *line) for line in drawn), *self._each(telling, depth)]

    def _has_changed(self, thing: ThingView) -> bool:
        """Whether the game has changed a thing: a value, a mark, or contents."""
        printed = self.schema.card_marks.get(thing.card or "", frozenset())
        given = any(mark["mark"] not in printed for mark in thing.marks)
        kept = [
            item
            for item in self.schema.fields.get(thing.kind, ())
            if item.sort == "keeps" and item.name in thing.fields
        ]
        changed = any(thing.fields[item.name] not in (0, item.first) for item in kept)
        return given or changed or any(zone.number for zone in thing.zones)

    def _dice(self, dice: Sequence[ThingView]) -> list[str]:
        """The faces of dice; dice with a stored value are grouped after it: `[cross]; locked [circle]`."""
        groups: dict[str, list[str]] = {}
        for die in dice:
            kept = ", ".join(self._values(die, zero=False))
            groups.setdefault(kept, []).append(face(die.fields["face"], self.schema))
        order = sorted(groups, key=bool)
        return [(held(f"{kept} ") if kept else "") + " ".join(groups[kept]) for kept in order]

    def _is_short(self, thing: ThingView) -> bool:
        """Whether all details of a thing fit in brackets after its name."""
        if any(zone.number for zone in thing.zones) or any(thing.parts.values()):
            return False
        return len(self._rest(thing)) <= SHORT

    def _rest(self, thing: ThingView) -> str:
        """The details of a thing besides its name."""
        parts = self._printed(thing), ", ".join(self._values(thing, zero=False)), ", ".join(self._marks(thing))
        return "; ".join(part for part in parts if part)

    def _in_hand(self, thing: ThingView) -> bool:
        """Whether to show printed values: the thing is the seat's own, is on the board, and there is room."""
        own = self.view.seat is not None and thing.owner == self.view.seat
        return own and self.detail == "full" and thing.place is not None and "space" in thing.place

    def _printed(self, part: ThingView) -> str:
        """The printed values of a part of such a thing."""
        holder = self._whole.get(part.number)
        if holder is None or not self._in_hand(holder):
            return ""
        prints = self.schema.printed.get(part.card or "", {}).items()
        values = [f"{name} {self.words.value(value)}" for name, value in prints if value]
        return ", ".join(map(held, values))

    def _each(self, many: Sequence[ThingView], depth: int) -> list[Line]:
        """A line for each thing; things that look the same share one."""
        blocks: list[tuple[list[Line], int]] = []
        for thing in many:
            drawn = self._thing(thing, depth)
            if blocks and blocks[-1][0] == drawn:
                blocks[-1] = drawn, blocks[-1][1] + 1
            else:
                blocks.append((drawn, 1))
        lines: list[Line] = []
        for drawn, number in blocks:
            lines += [(*drawn[0], (f"  ×{number}", "dim")), *drawn[1:]] if number > 1 else drawn
        return lines

    def _detail(self, thing: ThingView) -> Detail:
        """The level of detail for a thing; the seat's own things always get enough."""
        own = self.view.seat in (thing.owner, thing.name)
        return "some" if own and self.detail == "little" else self.detail

    def _waits(self, thing: ThingView) -> bool:
        """Whether a thing is there to hold others, holds none yet, and has nothing else to tell."""
        inside = [self.view.thing(number) if number is not None else None for z in thing.zones for number in z.things]
        hidden = sum(zone.number for zone in thing.zones) > len(inside)
        if not thing.zones or hidden or self._rest(thing) or any(thing.parts.values()):
            return False
        return all(item is not None and self._waits(item) for item in inside)

    def _tells(self, thing: ThingView) -> bool:
        """Whether a thing has details besides its name."""
        if self.words.is_die(thing):
            return False
        inside = any(zone.number for zone in thing.zones)
        parts = (self.view.thing(number) for numbers in thing.parts.values() for number in numbers)
        own = inside or bool(self._values(thing, zero=False)) or bool(self._marks(thing))
        return own or any(map(self._tells, parts))

    def _marks(self, thing: ThingView) -> list[str]:
        """Keywords and statuses; with less room, only those that are not printed on the card."""
        printed = self.schema.card_marks.get(thing.card or "", frozenset()) if self._detail(thing) != "full" else ()
        return [mark_words(mark) for mark in thing.marks if mark["mark"] not in printed]

    # ------------------------------------------------------------------------------------------------------- values

    def _of_holder(self, holder: ThingView) -> list[str]:
        """The stored values of a player or the table; zeros too, if there are few values."""
        values = self._values(holder, zero=True)
        return values if len(values) <= FEW else self._values(holder, zero=False)

    def _values(self, thing: ThingView, zero: bool) -> list[str]:
        """Stored and computed values: numbers first, flags last, zeros left out."""
        ranked: list[tuple[int, str]] = []
        for kept in self.schema.fields.get(thing.kind, ()):
            value = thing.fields.get(kept.name)
            if kept.sort not in ("keeps", "stat") or kept.name not in thing.fields:
                continue
            if kept.sort == "keeps" and not zero and value in (0, kept.first):
                continue
            if kept.sort == "stat" and self._detail(thing) != "full" and not kept.reckoned and not zero:
                continue
            if self._goes_without_saying(thing, value):
                continue
            if kept.table:
                empty = all(type(row) is int and row == 0 for _, _, row in self.words.rows(value))
                rows = self.words.table(thing, kept.name, value) if not empty else []
                shown = f"{kept.words}: {', '.join(map(held, rows))}" if rows else ""
            else:
                words = self.words.value(value)
                shown = held(kept.words if value is True else f"{kept.words} {words}") if words else ""
            if shown:
                ranked.append((kept.rank(value), shown))
        return [words for _, words in sorted(ranked, key=lambda entry: entry[0])]

    def _goes_without_saying(self, thing: ThingView, value: Any) -> bool:
        """Whether a value is a thing that is already visible here: its owner, its holder, or on the same space."""
        match value:
            case {"thing": int(number)}:
                other = self.view.thing(number)
                place = thing.place or {}
                together = ("space" in place and place == other.place) or place.get("holder") == number
                return together or (other.kind != "Player" and other.owner == thing.name)
            case list() if value and all(isinstance(item, dict) and "thing" in item for item in value):
                return True
            case _:
                return False

    def _counted(self, many: Sequence[ThingView]) -> list[str]:
        """Names, with equal ones counted."""
        counts: dict[str, int] = {}
        for thing in many:
            name = short(self.words.name(thing), LONGEST)
            brief = self._detail(thing) == "little"
            rest = self._rest(thing) if self._is_short(thing) and not brief else ""
            name = held(f"{name} ({rest})" if rest else name)
            if brief and (parts := self._parts_in_brief(thing)):
                name = f"{name} ({parts})"
            counts[name] = counts.get(name, 0) + 1
        words = [f"{name} ×{number}" if number > 1 else name for name, number in counts.items()]
        more = len(words) - MANY
        return [*words[:MANY], f"{more} more"] if more > 1 else words

    def _parts_in_brief(self, thing: ThingView) -> str:
        """The parts of a thing that have details, with the number of things in each."""
        words = []
        for part in (self.view.thing(number) for numbers in thing.parts.values() for number in numbers):
            if self._tells(part):
                inside = [f"{said(zone.name)} {zone.number}" for zone in part.zones if zone.number]
                words.append(held(" ".join([self.words.name(part), *self._values(part, zero=False), *inside])))
        return ", ".join(words)

    def _broken(self, text: Line, depth: int, hang: int) -> list[Line]:
        return broken_held((("  " * depth, ""), *text), self.width, hang)


def _listed(zone: Sequence[Line]) -> bool:
    """Whether each thing of a zone gets its own line below the name of the zone."""
    return bool(zone) and zone[0][-1][0].endswith(":")


def _is_short(zone: Sequence[Line]) -> bool:
    """Whether a zone is drawn as its name and a list of names on one line."""
    return len(zone) == 1 and len(zone[0]) > 2 and zone[0][1][1] == "dim" and zone[0][1][0].endswith(": ")


def _alike_levels(zones: Sequence[ZoneView]) -> list[list[ZoneView]]:
    """Zones in order; hidden levels of one zone with equal numbers of things are grouped."""
    groups: list[list[ZoneView]] = []
    for zone in zones:
        hidden = zone.level is not None and zone.number > 0 and not any(thing is not None for thing in zone.things)
        alike = next((many for many in groups if hidden and _joins(many[0], zone)), None)
        if alike is not None:
            alike.append(zone)
        else:
            groups.append([zone])
    return groups


def _joins(first: ZoneView, zone: ZoneView) -> bool:
    unseen = not any(thing is not None for thing in first.things)
    return unseen and (first.name, first.number) == (zone.name, zone.number)


def _ranges(levels: Sequence[int]) -> str:
    """Consecutive numbers as ranges: `1 to 3, 5`."""
    runs: list[list[int]] = []
    for level in levels:
        if runs and runs[-1][-1] + 1 == level:
            runs[-1].append(level)
        else:
            runs.append([level])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
