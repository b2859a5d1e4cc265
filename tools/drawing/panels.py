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
from tools.drawing.schema import Schema, said
from tools.drawing.styled_text import Line, Run, broken_held, held, line, short
from tools.drawing.tokens import TokenLegend
from tools.drawing.value_words import ValueWords, face, mark_words

Detail = Literal["full", "some", "little"]
DEEPEST = 6
FEW = 5
LONGEST = 26
"""Names are cut to so many letters; who asks for a thing gets all of its name."""
SHORT = 24
"""What can be told in so many letters stands in brackets after a name."""
MANY = 12
"""So many names of one zone are told, and how many more there are."""


@define
class Panels:
    """Draws what lies on the table beside its boards."""

    view: View
    schema: Schema
    tokens: TokenLegend
    detail: Detail
    width: int
    words: ValueWords = field(init=False)
    _whole: dict[int, ThingView] = field(factory=dict, init=False)  # of parts, by their numbers

    def __attrs_post_init__(self) -> None:
        self.words = ValueWords(self.view, self.schema)
        for thing in self.view.things:
            self._whole |= {number: thing for many in thing.parts.values() for number in many}

    def all(self) -> list[Line]:
        """The players, the seat that looks first, then what belongs to nobody."""
        spaces = self.words.spaces.keys()
        things = [thing for thing in self.view.things if thing.kind == "Player"]
        things.sort(key=lambda player: player.name != self.view.seat)
        standing = [thing for thing in self.view.things if thing.place is not None and "space" in thing.place]
        lines: list[Line] = []
        for player in things:
            lines += self._player(player, [thing for thing in standing if thing.owner == player.name])
        free = [one for one in standing if one.owner is None and one.number not in spaces and self._tells(one)]
        for thing in free:
            lines += self._thing(thing, 0)
        table = next((thing for thing in self.view.things if thing.kind == "Table"), None)
        return lines + (self._table(table) if table is not None else [])

    # ------------------------------------------------------------------------------------------------------ holders

    def _player(self, player: ThingView, standing: Sequence[ThingView]) -> list[Line]:
        """What a player has: first what is told in a line, then what stands on the board, then what waits elsewhere."""
        style = self.tokens.style(player.name)
        here = "▸" if player.name == self.view.active else " "
        head: list[Run] = [(here, style), (player.name, f"{style} strong")]
        if player.name not in self.view.players and not self.view.over:
            head.append((" (out)", "dim"))
        if player.name in self.view.winners:
            head.append((" (won)", "strong"))
        values = ", ".join(self._of_holder(player))
        marks = ", ".join(map(mark_words, player.marks))
        rest = "; ".join(part for part in (values, marks) if part)
        found = self._broken(line(*head, f"  {rest}" if rest else ""), 0, 4)
        zones = [self._zone(player, zone, 1) for zone in player.zones if zone.number]
        for lines in zones:
            found += lines if not _listed(lines) else []
        for thing in standing:
            found += self._thing(thing, 1)
        for lines in zones:
            found += lines if _listed(lines) else []
        return found

    def _table(self, table: ThingView) -> list[Line]:
        values = ", ".join(self._of_holder(table))
        inside = self._zones(table, 1)
        if not values and not inside:
            return []
        head = self._broken(line((" Table", "strong"), f"  {values}" if values else ""), 0, 4)
        return head + inside

    # ------------------------------------------------------------------------------------------------------- things

    def _thing(self, thing: ThingView, depth: int) -> list[Line]:
        """A thing that has something to tell, with what lies in it."""
        token = self.tokens.thing(thing)
        named = token[0].startswith("[")
        space = thing.place.get("space") if thing.place is not None else None
        at = f" {self.words.spaces[space]}" if space in self.words.spaces else ""
        runs: list[Run] = [token] if named or at else []
        if not named:
            name = short(self.words.name(thing), LONGEST)
            runs.append(((" " if runs else "") + name, self.tokens.style(thing.owner)))
        runs.append((at, "dim"))
        values = self._rest(thing)
        lines = self._broken(line(*runs, f"  {values}" if values else ""), depth, depth * 2 + 4)
        if depth < DEEPEST:
            lines += self._parts(thing, depth + 1)
            lines += self._zones(thing, depth + 1)
            lines += self._tables(thing, depth + 1)
        return lines

    def _tables(self, thing: ThingView, depth: int) -> list[Line]:
        """What is printed in tables on one's own things; a table of what lies in them anyway is left out."""
        lines: list[Line] = []
        if self.view.seat is None or thing.owner != self.view.seat or self.detail == "little":
            return lines
        inside = [self.view.thing(one) for zone in thing.zones for one in zone.things if one is not None]
        names = {name for other in inside for name in (other.name, other.card)}
        for printed in self.schema.fields.get(thing.kind, ()):
            value = thing.fields.get(printed.name)
            if printed.sort != "printed" or not printed.table:
                continue
            if all(keys and names.issuperset(keys) for keys, _, _ in self.words.rows(value)):
                continue
            values = ", ".join(map(held, self.words.table(thing, printed.name, value)))
            lines += self._broken(line((f"{printed.words}: ", "dim"), values), depth, depth * 2 + 2)
        return lines

    def _parts(self, thing: ThingView, depth: int) -> list[Line]:
        parts = [self.view.thing(number) for numbers in thing.parts.values() for number in numbers]
        spaces = self.words.spaces.keys()
        parts = [part for part in parts if part.number not in spaces]
        telling = [part for part in parts if self._tells(part)] if self._detail(thing) != "little" else []
        if self._in_hand(thing):
            telling = [part for part in parts if part in telling or self._printed(part)]
        lines: list[Line] = []
        quiet = [part for part in parts if part not in telling]
        if quiet and self._detail(thing) == "full":
            lines += self._broken(line((", ".join(self._counted(quiet)), "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth)

    def _zones(self, holder: ThingView, depth: int) -> list[Line]:
        lines: list[Line] = []
        for zone in holder.zones:
            if zone.number:
                lines += self._zone(holder, zone, depth)
        return lines

    def _zone(self, holder: ThingView, zone: ZoneView, depth: int) -> list[Line]:
        known = [self.view.thing(number) for number in zone.things if number is not None]
        known = [thing for thing in known if thing.place is None or "space" not in thing.place]
        standing = sum(number is not None for number in zone.things) - len(known)
        hidden = zone.number - len(known) - standing
        if not known and not hidden:
            return []
        name = said(zone.name) + (f" {zone.level}" if zone.level is not None else "")
        dice = [thing for thing in known if self.words.is_die(thing)]
        brief = self._detail(holder) == "little"
        telling = [] if brief else [one for one in known if one not in dice and self._tells(one)]
        quiet = [one for one in known if one not in dice and one not in telling]
        if all(self._is_short(one) for one in telling):
            quiet, telling = [], []
            counts = self._counted([one for one in known if one not in dice])
        else:
            counts = self._counted(quiet)
        if holder.kind == "Table" and brief and len(known) - len(dice) > FEW:
            kind = self.schema.zones.get((holder.kind, zone.name), "Thing")
            counts = [self.schema.counted(len(known) - len(dice), kind)]
        words = "; ".join(part for part in (*self._dice(dice), ", ".join(counts)) if part)
        if hidden:
            kind = self.schema.zones.get((holder.kind, zone.name), "Thing")
            told_already = " and " if words else ""
            words += f"{told_already}{hidden} hidden" if words or telling else self.schema.counted(hidden, kind)
        head = line((f"{name}: ", "dim"), words)
        lines = self._broken(head, depth, depth * 2 + 2) if words or telling else []
        if telling and not words:
            lines = self._broken(line((f"{name}:", "dim")), depth, depth * 2 + 2)
        return lines + self._each(telling, depth + 1)

    def _dice(self, dice: Sequence[ThingView]) -> list[str]:
        """What dice show; those on which something is kept stand together after it: `[cross]; locked [circle]`."""
        groups: dict[str, list[str]] = {}
        for die in dice:
            kept = ", ".join(self._values(die, zero=False))
            groups.setdefault(kept, []).append(face(die.fields["face"], self.schema))
        order = sorted(groups, key=bool)
        return [(held(f"{kept} ") if kept else "") + " ".join(groups[kept]) for kept in order]

    def _is_short(self, thing: ThingView) -> bool:
        """Whether all that there is to say about a thing can stand in brackets after its name."""
        if any(zone.number for zone in thing.zones) or any(thing.parts.values()):
            return False
        return len(self._rest(thing)) <= SHORT

    def _rest(self, thing: ThingView) -> str:
        """What a thing has to tell besides its name."""
        parts = self._printed(thing), ", ".join(self._values(thing, zero=False)), ", ".join(self._marks(thing))
        return "; ".join(part for part in parts if part)

    def _in_hand(self, thing: ThingView) -> bool:
        """Whether one plays with a thing: it is one's own, it stands on the board, and there is room to tell of it."""
        own = self.view.seat is not None and thing.owner == self.view.seat
        return own and self.detail == "full" and thing.place is not None and "space" in thing.place

    def _printed(self, part: ThingView) -> str:
        """What is printed on a part of something with which one plays."""
        holder = self._whole.get(part.number)
        if holder is None or not self._in_hand(holder):
            return ""
        prints = self.schema.printed.get(part.card or "", {}).items()
        parts = [f"{name} {self.words.value(value)}" for name, value in prints if value]
        return ", ".join(map(held, parts))

    def _each(self, many: Sequence[ThingView], depth: int) -> list[Line]:
        """A line for each thing, but only one for several that look the same."""
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
        """How much is told of a thing; of what is one's own never too little."""
        own = self.view.seat in (thing.owner, thing.name)
        return "some" if own and self.detail == "little" else self.detail

    def _tells(self, thing: ThingView) -> bool:
        """Whether there is more to say about a thing than its name."""
        if self.words.is_die(thing):
            return False
        inside = any(zone.number for zone in thing.zones)
        return inside or bool(self._values(thing, zero=False)) or bool(self._marks(thing))

    def _marks(self, thing: ThingView) -> list[str]:
        """Keywords and statuses; where there is less room, only those that are not printed on the card."""
        printed = self.schema.card_marks.get(thing.card or "", frozenset()) if self._detail(thing) != "full" else ()
        return [mark_words(mark) for mark in thing.marks if mark["mark"] not in printed]

    # ------------------------------------------------------------------------------------------------------- values

    def _of_holder(self, holder: ThingView) -> list[str]:
        """What a player or the table keeps; nothings too, if it is little."""
        values = self._values(holder, zero=True)
        return values if len(values) <= FEW else self._values(holder, zero=False)

    def _values(self, thing: ThingView, zero: bool) -> list[str]:
        """What is kept and reckoned: numbers first, truths last; nothings are left out."""
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
                rows = self.words.table(thing, kept.name, value)
                text = f"{kept.words}: {', '.join(map(held, rows))}" if rows else ""
            else:
                words = self.words.value(value)
                text = held(kept.words if value is True else f"{kept.words} {words}") if words else ""
            if text:
                ranked.append((kept.rank(value), text))
        return [words for _, words in sorted(ranked, key=lambda pair: pair[0])]

    def _goes_without_saying(self, thing: ThingView, value: Any) -> bool:
        """A thing that is shown with its owner anyway, around it, or on the same space."""
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
        """Names, the same ones counted."""
        counts: dict[str, int] = {}
        for thing in many:
            name = short(self.words.name(thing), LONGEST)
            rest = self._rest(thing) if self._is_short(thing) and self._detail(thing) != "little" else ""
            name = held(f"{name} ({rest})" if rest else name)
            counts[name] = counts.get(name, 0) + 1
        names = [f"{name} ×{number}" if number > 1 else name for name, number in counts.items()]
        more = len(names) - MANY
        return [*names[:MANY], f"{more} more"] if more > 1 else names

    def _broken(self, found: Line, depth: int, hang: int) -> list[Line]:
        return broken_held((("  " * depth, ""), *found), self.width, hang)


def _listed(zone: Sequence[Line]) -> bool:
    """Whether the things of a zone have a line each below its name."""
    return bool(zone) and zone[0][-1][0].endswith(":")
