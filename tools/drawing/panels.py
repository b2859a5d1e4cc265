"""Draws the players, the table and everything they hold: kept values, zones, dice, marks.

The printed values of a card never change and are left out; a panel shows what the game has changed. A thing without
values of its own is only named; the others get a line. With less space there are fewer lines, and names are counted
before they are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import define, field

from tools.drawing.boards import run_of
from tools.drawing.grids import grid, has_levels, on_levels
from tools.drawing.model import DrawnFact, DrawnHolder, DrawnPiece, DrawnZone, Picture
from tools.drawing.styled_text import Line, Run, broken_held, held, line, seat_style, short, width

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

    picture: Picture
    detail: Detail
    width: int
    empty: bool = True
    """Whether things are drawn that only wait for something to lie in them."""
    _all: dict[int, DrawnPiece] = field(factory=dict, init=False)
    _whole: dict[int, DrawnPiece] = field(factory=dict, init=False)  # keyed by the numbers of parts

    def __attrs_post_init__(self) -> None:
        for piece in _every(self.picture):
            self._all[piece.number] = piece
            self._whole |= {part.number: piece for part in piece.parts}

    def all(self) -> list[Line]:
        """The players, beginning with the seat of the view, then everything that belongs to nobody."""
        lines: list[Line] = []
        for player in self.picture.players:
            lines += self._player(player)
        for piece in self.picture.free:
            if self._tells(piece):
                lines += self._thing(piece, 0)
        table = self.picture.table
        return lines + (self._table(table) if table is not None else [])

    # ------------------------------------------------------------------------------------------------------ holders

    def _player(self, holder: DrawnHolder) -> list[Line]:
        """The panel of a player: values in one line, then things on the board, then all other things."""
        player = holder.piece
        style = _style(player)
        here = "▸" if holder.active else " "
        head: list[Run] = [(here, style), (player.name, f"{style} strong")]
        if holder.out:
            head.append((" (out)", "dim"))
        if holder.won:
            head.append((" (won)", "strong"))
        details = ", ".join(self._of_holder(player))
        marks = ", ".join(mark.words for mark in player.marks)
        rest = "; ".join(part for part in (details, marks) if part)
        head_lines = self._broken(line(*head, f"  {rest}" if rest else ""), 0, 4)
        zones = [self._zone(player, zone, 1) for zone in player.zones if zone.number]
        if self.detail == "little":
            zones = self._packed(zones)
        for lines in zones:
            head_lines += lines if not _listed(lines) else []
        for piece in holder.standing:
            head_lines += self._thing(piece, 1)
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

    def _table(self, table: DrawnPiece) -> list[Line]:
        details = ", ".join(self._of_holder(table))
        inside = self._zones(table, 1)
        if not details and not inside:
            return []
        head = self._broken(line((" Table", "strong"), f"  {details}" if details else ""), 0, 4)
        return head + inside

    # ------------------------------------------------------------------------------------------------------- things

    def _thing(self, thing: DrawnPiece, depth: int) -> list[Line]:
        """A thing with its values and contents."""
        named = bool(thing.die)
        at = f" {thing.place}" if thing.place else ""
        runs: list[Run] = [run_of(thing.token)] if named or at else []
        if not named:
            name = short(thing.name, LONGEST)
            runs.append(((" " if runs else "") + name, _style(thing)))
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

    def _beside(self, part: DrawnPiece, depth: int, detailed: bool) -> Line | None:
        """The contents of a part, for the same line; None if a zone has levels or needs more than a line."""
        zones = [self._zone(part, zone, depth) for zone in part.zones if zone.number]
        levels = any(zone.level is not None for zone in part.zones)
        if levels or any(len(lines) > 1 for lines in zones) or not part.whole:
            return None
        runs: list[Run] = []
        for number, lines in enumerate(zones):
            runs += [("; " if number or detailed else "  ", ""), *lines[0][1:]] if lines else []
        return tuple(runs)

    def _tables(self, thing: DrawnPiece, depth: int) -> list[Line]:
        """The printed tables on the seat's own things."""
        lines: list[Line] = []
        for table in thing.tables if self.detail != "little" else ():
            lines += self._broken(line((f"{table.label}: ", "dim"), _rows(table)), depth, depth * 2 + 2)
        return lines

    def _parts(self, thing: DrawnPiece, depth: int) -> list[Line]:
        parts = thing.parts
        telling = [part for part in parts if self._tells(part)] if self._detail(thing) != "little" else []
        if not self.empty:
            telling = [part for part in telling if not self._waits(part)]
        if self._in_hand(thing):
            telling = [part for part in parts if part in telling or self._printed(part)]
        lines: list[Line] = []
        quiet = [part for part in parts if part not in telling]
        if quiet and self._detail(thing) == "full":
            lines += self._broken(line((", ".join(self._counted(quiet)), "dim")), depth, depth * 2 + 2)
        elif any(part.takes for part in quiet) and (slots := self._empty_slots(thing, quiet)):
            lines += self._broken(line((", ".join(slots), "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth)

    def _empty_slots(self, thing: DrawnPiece, parts: Sequence[DrawnPiece]) -> list[str]:
        """The seat's own empty slots: whoever plans has to see where things can go."""
        if self.picture.seat is None or thing.owner != self.picture.seat:
            return []
        return [held(f"{part.name} ({part.takes})" if part.takes else part.name) for part in parts if part.zones]

    def _zones(self, holder: DrawnPiece, depth: int) -> list[Line]:
        lines: list[Line] = []
        for zones in _alike_levels(holder.zones):
            if len(zones) > 1:
                lines += self._hidden_levels(zones, depth)
            elif zones[0].number:
                lines += self._zone(holder, zones[0], depth)
        return lines

    def _hidden_levels(self, zones: Sequence[DrawnZone], depth: int) -> list[Line]:
        """Hidden levels in one line, with the number of things on each: `grid 1 to 3, 5: 1 card each`."""
        levels = _ranges([zone.level for zone in zones if zone.level is not None])
        head = line((f"{zones[0].words} {levels}: ", "dim"), f"{_counted(zones[0].number, zones[0])} each")
        return self._broken(head, depth, depth * 2 + 2)

    def _zone(self, holder: DrawnPiece, zone: DrawnZone, depth: int) -> list[Line]:
        visible, hidden = list(zone.pieces), zone.hidden
        if not visible and not hidden:
            return []
        if not self.empty and (zone.level is None or all(map(self._waits, visible))):
            visible = [thing for thing in visible if not self._waits(thing)]
            if not visible and not hidden:
                return []
        drawn = self._grid(visible, depth) if not hidden and all(map(has_levels, visible)) else []
        if drawn:
            return drawn
        name = zone.words + (f" {zone.level}" if zone.level is not None else "")
        dice = [thing for thing in visible if thing.die]
        brief = self._detail(holder) == "little"
        telling = [] if brief else [item for item in visible if item not in dice and self._tells(item)]
        quiet = [item for item in visible if item not in dice and item not in telling]
        if all(self._is_short(item) for item in telling):
            quiet, telling = [], []
            names = self._counted([item for item in visible if item not in dice])
        else:
            names = self._counted(quiet)
        if holder.kind == "Table" and brief and len(visible) - len(dice) > FEW:
            names = [_counted(len(visible) - len(dice), zone)]
        words = "; ".join(part for part in (*self._dice(dice), ", ".join(names)) if part)
        if hidden:
            told_already = " and " if words else ""
            words += f"{told_already}{hidden} hidden" if words or telling else _counted(hidden, zone)
        head = line((f"{name}: ", "dim"), words)
        lines = self._broken(head, depth, depth * 2 + 2) if words or telling else []
        if telling and not words:
            lines = self._broken(line((f"{name}:", "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth + 1)

    def _grid(self, rows: Sequence[DrawnPiece], depth: int) -> list[Line]:
        """Things with levels as a grid, followed by details of the things in it."""
        indent: Line = (("  " * depth, ""),)
        drawn = grid(rows, _style(rows[0]), self.width - 2 * depth)
        if not drawn:
            return []
        inside = [thing for row in rows for thing in on_levels(row)]
        telling = [thing for thing in inside if self._has_changed(thing)] if self._detail(rows[0]) != "little" else []
        return [*((*indent, *line) for line in drawn), *self._each(telling, depth)]

    def _has_changed(self, thing: DrawnPiece) -> bool:
        """Whether the game has changed a thing: a value, a mark, or contents."""
        given = any(not mark.printed for mark in thing.marks)
        changed = any(fact.source == "kept" and not fact.initial for fact in thing.facts)
        return given or changed or any(zone.number for zone in thing.zones)

    def _dice(self, dice: Sequence[DrawnPiece]) -> list[str]:
        """The faces of dice; dice with a stored value are grouped after it: `[cross]; locked [circle]`."""
        groups: dict[str, list[str]] = {}
        for die in dice:
            kept = ", ".join(self._values(die, zero=False))
            groups.setdefault(kept, []).append(die.die)
        order = sorted(groups, key=bool)
        return [(held(f"{kept} ") if kept else "") + " ".join(groups[kept]) for kept in order]

    def _is_short(self, thing: DrawnPiece) -> bool:
        """Whether all details of a thing fit in brackets after its name."""
        if any(zone.number for zone in thing.zones) or not thing.whole:
            return False
        return len(self._rest(thing)) <= SHORT

    def _rest(self, thing: DrawnPiece) -> str:
        """The details of a thing besides its name."""
        parts = self._printed(thing), ", ".join(self._values(thing, zero=False)), ", ".join(self._marks(thing))
        return "; ".join(part for part in parts if part)

    def _in_hand(self, thing: DrawnPiece) -> bool:
        """Whether to show printed values: the thing is the seat's own, is on the board, and there is room."""
        own = self.picture.seat is not None and thing.owner == self.picture.seat
        return own and self.detail == "full" and thing.space is not None

    def _printed(self, part: DrawnPiece) -> str:
        """The printed values of a part of such a thing."""
        holder = self._whole.get(part.number)
        if holder is None or not self._in_hand(holder):
            return ""
        return ", ".join(held(fact.text) for fact in part.prints)

    def _each(self, many: Sequence[DrawnPiece], depth: int) -> list[Line]:
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

    def _detail(self, thing: DrawnPiece) -> Detail:
        """The level of detail for a thing; the seat's own things always get enough."""
        own = self.picture.seat in (thing.owner, thing.name)
        return "some" if own and self.detail == "little" else self.detail

    def _waits(self, thing: DrawnPiece) -> bool:
        """Whether a thing is there to hold others, holds none yet, and has nothing else to tell."""
        if not thing.zones or self._rest(thing) or not thing.whole or any(zone.hidden for zone in thing.zones):
            return False
        standing = [self._all.get(number) for zone in thing.zones for number in zone.standing]
        inside = [piece for zone in thing.zones for piece in zone.pieces]
        return all(piece is not None and self._waits(piece) for piece in (*inside, *standing))

    def _tells(self, thing: DrawnPiece) -> bool:
        """Whether a thing has details besides its name."""
        if thing.die:
            return False
        inside = any(zone.number for zone in thing.zones)
        own = inside or bool(self._values(thing, zero=False)) or bool(self._marks(thing))
        return own or any(map(self._tells, thing.parts))

    def _marks(self, thing: DrawnPiece) -> list[str]:
        """Keywords and statuses; with less room, only those that are not printed on the card."""
        full = self._detail(thing) == "full"
        return [mark.words for mark in thing.marks if full or not mark.printed]

    # ------------------------------------------------------------------------------------------------------- values

    def _of_holder(self, holder: DrawnPiece) -> list[str]:
        """The stored values of a player or the table; zeros too, if there are few values."""
        values = self._values(holder, zero=True)
        return values if len(values) <= FEW else self._values(holder, zero=False)

    def _values(self, thing: DrawnPiece, zero: bool) -> list[str]:
        """Stored and computed values: numbers first, flags last, zeros left out."""
        ranked: list[tuple[int, str]] = []
        for fact in thing.facts:
            if fact.evident or (fact.source == "kept" and fact.initial and not zero):
                continue
            if fact.source == "computed" and self._detail(thing) != "full" and not fact.summary and not zero:
                continue
            if fact.rows:
                ranked.append((fact.rank, f"{fact.label}: {_rows(fact)}"))
            elif fact.words:
                ranked.append((fact.rank, held(fact.text)))
        return [words for _, words in sorted(ranked, key=lambda entry: entry[0])]

    def _counted(self, many: Sequence[DrawnPiece]) -> list[str]:
        """Names, with equal ones counted."""
        counts: dict[str, int] = {}
        for thing in many:
            name = short(thing.name, LONGEST)
            brief = self._detail(thing) == "little"
            rest = self._rest(thing) if self._is_short(thing) and not brief else ""
            name = held(f"{name} ({rest})" if rest else name)
            if brief and (parts := self._parts_in_brief(thing)):
                name = f"{name} ({parts})"
            counts[name] = counts.get(name, 0) + 1
        words = [f"{name} ×{number}" if number > 1 else name for name, number in counts.items()]
        more = len(words) - MANY
        return [*words[:MANY], f"{more} more"] if more > 1 else words

    def _parts_in_brief(self, thing: DrawnPiece) -> str:
        """The parts of a thing that have details, with the number of things in each."""
        words = []
        for part in thing.parts:
            if self._tells(part):
                inside = [f"{zone.words} {zone.number}" for zone in part.zones if zone.number]
                words.append(held(" ".join([part.name, *self._values(part, zero=False), *inside])))
        return ", ".join(words)

    def _broken(self, text: Line, depth: int, hang: int) -> list[Line]:
        return broken_held((("  " * depth, ""), *text), self.width, hang)


def _every(picture: Picture) -> Iterator[DrawnPiece]:
    """All pieces of a picture, with those inside others."""
    waiting = [*picture.free, *([picture.table] if picture.table is not None else [])]
    for holder in picture.players:
        waiting += [holder.piece, *holder.standing]
    while waiting:
        piece = waiting.pop()
        yield piece
        waiting += [*piece.parts, *(inside for zone in piece.zones for inside in zone.pieces)]


def _style(piece: DrawnPiece) -> str:
    return "" if piece.colour is None else seat_style(piece.colour)


def _rows(table: DrawnFact) -> str:
    return ", ".join(map(held, table.rows))


def _counted(number: int, zone: DrawnZone) -> str:
    return f"{number} {zone.item if number == 1 else zone.items}"


def _listed(zone: Sequence[Line]) -> bool:
    """Whether each thing of a zone gets its own line below the name of the zone."""
    return bool(zone) and zone[0][-1][0].endswith(":")


def _is_short(zone: Sequence[Line]) -> bool:
    """Whether a zone is drawn as its name and a list of names on one line."""
    return len(zone) == 1 and len(zone[0]) > 2 and zone[0][1][1] == "dim" and zone[0][1][0].endswith(": ")


def _alike_levels(zones: Sequence[DrawnZone]) -> list[list[DrawnZone]]:
    """Zones in order; hidden levels of one zone with equal numbers of things are grouped."""
    groups: list[list[DrawnZone]] = []
    for zone in zones:
        hidden = zone.level is not None and zone.number > 0 and not zone.pieces and not zone.standing
        alike = next((many for many in groups if hidden and _joins(many[0], zone)), None)
        if alike is not None:
            alike.append(zone)
        else:
            groups.append([zone])
    return groups


def _joins(first: DrawnZone, zone: DrawnZone) -> bool:
    return not first.pieces and not first.standing and (first.name, first.number) == (zone.name, zone.number)


def _ranges(levels: Sequence[int]) -> str:
    """Consecutive numbers as ranges: `1 to 3, 5`."""
    runs: list[list[int]] = []
    for level in levels:
        if runs and runs[-1][-1] + 1 == level:
            runs[-1].append(level)
        else:
            runs.append([level])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
