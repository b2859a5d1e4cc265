"""Random expressions and sentences of a small known game, each written for the sort of value that is wanted.

An author knows what a text can see where it stands: who `it`, `me` and `that` are, the names that were given, the verbs
that may be done from here. Nothing is written that the checker would refuse, so what is generated is about running.
The kinds and fields are those of `programs.py`: units on tiles, cards in hands, dice in trays.

Each sort of value has one method. `depth` counts down; at nought only plain values are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

from attrs import evolve, field, frozen

T = TypeVar("T")
HUES = ("red", "green", "blue")
MARKS = ("Tough", "Swift", "Burning", "Frozen", "Eager")
"""Keywords and statuses; the first three have a number."""
NUMBERED = MARKS[:3]


@frozen
class Slot:
    preposition: str
    name: str
    sort: str
    default: bool = False


@frozen
class Verb:
    """A verb of the game: its phrase, whether it gives something, and what may be done inside it."""

    name: str
    slots: tuple[Slot, ...]
    level: int
    by_me: bool = False
    gives: str = ""
    keeps: str = ""


@frozen
class Here:
    """What a text can see where it stands. Verbs of a level up to `level` would go in a circle."""

    names: Mapping[str, tuple[str, ...]] = field(factory=dict)
    me: bool = False
    it: str = ""
    that: str = ""
    level: int = -1
    depth: int = 3
    loop: bool = False
    going_on: tuple[str, ...] = ()
    events: tuple[str, ...] = ()  # numbers of events that are going on: `hurt2.amount2`
    plain: bool = False  # inside `together`: no windows, turns or ends of the match

    def knows(self, name: str, sort: str) -> Here:
        return evolve(self, names={**self.names, sort: (*self.names.get(sort, ()), name)})

    def looking_at(self, sort: str) -> Here:
        return evolve(self, that=sort)

    def inside(self, **changes: object) -> Here:
        return evolve(self, depth=self.depth - 1, **changes)

    def all(self, sort: str) -> list[str]:
        items = list(self.names.get(sort, ()))
        if self.that == sort:
            items += ["that", "that"]
        if self.it == sort:
            items.append("it")
        if sort == "player" and self.me:
            items += ["me", "me"]
        return items


class Phrases:
    """Expressions, written for a game whose verbs, rules and features are known."""

    def __init__(self, random: Random, verbs: Sequence[Verb], features: frozenset[str]) -> None:
        self.random, self.verbs, self.features = random, tuple(verbs), features
        self.count = 0

    # ------------------------------------------------------------------------------------------------------ drawing

    def pick(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def small(self, low: int = 0, high: int = 4) -> int:
        return self.random.randint(low, high)

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def one_way(self, ways: Sequence[Callable[[], str]]) -> str:
        return self.pick(ways)()

    # ------------------------------------------------------------------------------------------------------ numbers

    def number(self, here: Here, depth: int = 2) -> str:
        plain = [
            lambda: str(self.small(0, 6)),
            lambda: self.pick(
                ["1", "2", "3", "(1 - count(players))", "round", "tally", "count(players)", "price_of_all"]
            ),
            lambda: self.pick(here.all("number") or ["2"]),
        ]
        if depth <= 0:
            return self.one_way(plain)
        return self.one_way([*plain, lambda: self._reckoned(here, depth - 1), lambda: self._counted(here, depth - 1)])

    def _reckoned(self, here: Here, depth: int) -> str:
        def number() -> str:
            return self.number(here, depth)

        return self.one_way(
            [
                lambda: f"({number()} {self.pick('++-*')} {number()})",
                lambda: f"({number()} / greater(1, {number()}))",
                lambda: f"({number()} {self.pick('/%')} ({number()} + tally))" if self.chance(0.3) else number(),
                lambda: (
                    f"({number()} * {self.pick(['4000000000', '9000000000000'])})" if self.chance(0.1) else number()
                ),
                lambda: f"-({number()} + tally)",
                lambda: self._huge(here) if self.chance(0.15) else number(),
                lambda: f"{self.pick(['lesser', 'greater', 'difference'])}({number()}, {number()})",
                lambda: f"(if {self.truth(here, depth)} then {number()} else {number()})",
                lambda: f"{self.pick(['worth', self.player(here, depth) + '.chart'])}[{self.hue(here, depth)}]",
                lambda: f"odds[{number()}]",
                lambda: f"step(1/3/6, {number()})",
                lambda: f"bonus({self.unit(here, depth)})",
                lambda: f"weight_of({self.unit(here, depth)}, {number()})",
                lambda: f"total_of({self.units(here, depth)})",
            ]
        )

    def _huge(self, here: Here) -> str:
        """Near the end of what a number can be, on this side or on the other."""
        player = self.player(here, 0)
        return self.pick(
            [
                f"{player}.purse", f"({player}.purse + {self.number(here, 0)})", f"({player}.purse + {player}.purse)",
                f"(-{player}.purse)", f"(0 - {player}.purse - {player}.purse)", f"difference({player}.purse, -1)",
                "sum(players, purse)", f"most(players, that.purse + {self.number(here, 0)})",
                f"({player}.purse * {self.number(here, 0)})", f"({player}.purse / 3000000000)",
            ]
        )  # fmt: skip

    def _counted(self, here: Here, depth: int) -> str:
        unit, units = self.unit(here, depth), self.units(here, depth)
        inner = here.looking_at("unit")
        ways = [
            lambda: f"{unit}.{self.pick(['wounds', 'might', 'speed', 'health', 'position'])}",
            lambda: f"{self.player(here, depth)}.{self.pick(['energy', 'score', 'lead'])}",
            lambda: f"count({units})",
            lambda: f"count({units}, {self.truth(inner, depth)})",
            lambda: f"{self.pick(['sum', 'most', 'least'])}({units}, {self.number(inner, depth)})",
            lambda: f"sum(each({units}, {self.number(inner, depth)}))",
            lambda: f"count({unit}, {self.mark(here)})",
            lambda: f"count({units}, {self.mark(here)})",
            lambda: f"count(worn, {self.pick(HUES)})",
            lambda: f"sum({units} where that is Elite, rank)",
            lambda: f"{unit}.{self.pick(['gold', 'rank'])}" if self.chance(0.3) else "1",
            lambda: f"count(notes + each({units}, {self.number(inner, 0)}))",
            lambda: f"count([notes, {self.number(here, 0)}, each({units}, that.wounds)])",
            lambda: f"sum({self.pick(['highest', 'lowest', 'sorted', 'distinct'])}(notes))",
            lambda: f"sum(highest(each({self.player(here, 0)}.tray, that.face)))",
            lambda: f"count({self.small(0, 3)}..({self.number(here, 0)}))",
            lambda: f"count(groups({units}, {self.pick(['that.hue', 'that.wounds', 'that.owner'])}))",
            lambda: f"times({self.pick(self.verbs).name})",
            lambda: f"sum(first(notes, {self.number(here, 0)}))",
            lambda: f"count({self.player(here, depth)}.{self.pick(['yard', 'shelf', 'tray', 'spent'])})",
            lambda: f"sum({self.player(here, depth)}.tray, value)",
            lambda: f"notes[{self.number(here, 0)}]" if self.chance(0.4) else "count(notes)",
            lambda: f"count({unit}.gear, that.weight > {self.small(0, 3)})",
            lambda: "sum(sorted(notes) + reversed(notes))",
            lambda: self.pick(["count(keys(worth))", "steps(2/4/6)", "count(distinct(notes))", "most(keys(odds))"]),
            lambda: f"count(combos({self.player(here, 0)}.tray))",
            lambda: f"count(fitting(pair, {self.player(here, 0)}.tray))",
            lambda: f"times({self.pick(self.verbs).name}, within: {self.pick(['window', 'turn', 'Main'])})",
            *(lambda name=name: name for name in here.events),
        ]
        timed = [verb for verb in self.verbs if verb.by_me]
        if timed and here.me:
            ways.append(lambda: f"times({self.pick(timed).name}, by: me, within: turn)")
        if "board" in self.features:
            ways += [
                lambda: f"distance({self.spot(here, depth)}, {self.spot(here, depth)})",
                lambda: f"count({self.tiles(here, depth)})",
                lambda: f"{self.tile(here, depth)}.{self.pick(['heat', 'row', 'column'])}",
                lambda: f"sum({self.tiles(here, depth)}, heat)",
                lambda: f"sum({self.tiles(here, depth)} where that is Lava, glow)",
                lambda: f"{self.tile(here, depth)}.glow" if self.chance(0.2) else "1",
                lambda: f"count(lines({self.spot(here, depth)}, {self.small(1, 3)}))",
                lambda: f"path_cost({self.spot(here, depth)}, {self.spot(here, depth)})" if self.chance(0.5) else "1",
                lambda: f"greater(0, path_cost({self.spot(here, depth)}, {self.spot(here, depth)}, that.heat))",
            ]
        return self.one_way(ways)

    # ------------------------------------------------------------------------------------------------------- truths

    def truth(self, here: Here, depth: int = 2) -> str:
        def number() -> str:
            return self.number(here, depth - 1)

        def unit() -> str:
            return self.unit(here, depth - 1)

        def thing() -> str:
            """A unit that may be of any kind: not each card is one of a narrower kind beside it."""
            result = unit()
            return "first(Unit)" if result in ("Ogre", "Imp") else result

        plain = [
            lambda: (
                f"{self.number(here, 0)} {self.pick(['<', '>', '<=', '>=', 'is', 'is not'])} {self.number(here, 0)}"
            ),
            lambda: f"{self.number(here, 0)} {self.pick(['in', 'not in'])} {self.small(0, 3)}..{self.small(3, 9)}",
            lambda: self.pick(["yes", "mode has odd", "window is Main", "winners is none", "round > 1"]),
        ]
        if depth <= 0:
            return self.one_way(plain)
        ways = [
            *plain,
            lambda: f"{number()} {self.pick(['<', '>', '<=', '>=', 'is', 'is not'])} {number()}",
            lambda: f"{unit()}.armed",
            lambda: f"{thing()} {self.pick(['is', 'is not'])} {self.pick(['none', 'Elite', thing()])}",
            lambda: f"{thing()} {self.pick(['in', 'not in'])} {self.units(here, depth - 1)}",
            lambda: f"first(Unit) {self.pick(['is', 'is not'])} {self.pick(['Ogre', 'Imp'])}",
            lambda: f"{unit()} {self.pick(['has', 'lacks'])} {self.mark(here)}",
            lambda: f"{self.units(here, depth - 1)} {self.pick(['has', 'lacks'])} {self.mark(here)}",
            lambda: f"{unit()}.{self.pick(['gold', 'rival'])} {self.pick(['is', 'is not'])} none",
            lambda: f"{number()} {self.pick(['in', 'not in'])} {self.small(0, 3)}..({number()})",
            lambda: f"{number()} {self.pick(['in', 'not in'])} notes",
            lambda: f"{unit()} is {self.pick(['Boss', 'Unit'])}",
            lambda: f"{self.hue(here, depth - 1)} {self.pick(['is', 'is not'])} {self.pick(HUES)}",
            lambda: f"{self.hue(here, depth - 1)} in [{self.pick(HUES)}, {self.pick(HUES)}]",
            lambda: f"{self.player(here, depth - 1)} {self.pick(['is', 'is not'])} {self.player(here, depth - 1)}",
            lambda: f"not ({self.truth(here, depth - 1)})",
            lambda: f"({self.truth(here, depth - 1)} {self.pick(['and', 'or'])} {self.truth(here, depth - 1)})",
            lambda: (
                f"{self.pick(['some', 'all'])}({self.units(here, depth - 1)}, {self.truth(here.looking_at('unit'), depth - 1)})"
            ),
            lambda: f"able({unit()})",
            lambda: f"{self.pick(['complete', 'fits'])}(pair, {self.player(here, 0)}.tray)",
            lambda: f"{self.pick(HUES)} in {self.pick(['worn', 'each(Unit, that.hue)', 'Hue - red'])}",
            lambda: f"{unit()}.holder is {self.player(here, depth - 1)}",
            lambda: (
                f"{unit()}.{self.pick(['name', 'id', 'motto'])} is {self.pick([chr(34) + 'Ogre' + chr(34), unit() + '.name'])}"
            ),
            lambda: f"shows(first({self.player(here, 0)}.bag), {self.pick(HUES)})",
            lambda: f"would({self.pick(['Potion', 'Ogre'])}, {self.pick(self.verbs).name})",
        ]
        if "board" in self.features:
            ways += [
                lambda: f"{self.pick(['in_line', 'sees'])}({self.spot(here, depth - 1)}, {self.spot(here, depth - 1)})",
                lambda: (
                    f"sees({self.spot(here, depth - 1)}, {self.spot(here, depth - 1)}, that.heat > {self.small(0, 2)})"
                ),
                lambda: f"{self.tile(here, depth - 1)} in {self.tiles(here, depth - 1)}",
                lambda: f"some({self.tile(here, depth - 1)}.guests)",
                lambda: f"{self.tile(here, depth - 1)} is {self.pick(['Lava', 'none', self.tile(here, 0)])}",
                lambda: f"glimpses({self.spot(here, depth - 1)}, {self.spot(here, depth - 1)}, ground is green)",
            ]
        return self.one_way(ways)

    def mark(self, here: Here) -> str:
        """A keyword or status to be asked about, with or without its number."""
        mark = self.pick(MARKS)
        return (
            f"{mark}({self.number(here, 0)})"
            if mark == "Burning" and self.chance(0.4)
            else (f"{mark}({self.small(0, 3)})" if mark in NUMBERED and self.chance(0.4) else mark)
        )

    # ------------------------------------------------------------------------------------------------------- things

    def hue(self, here: Here, depth: int = 1) -> str:
        ways = [lambda: self.pick(HUES), lambda: self.pick(here.all("hue") or ["red"])]
        if depth > 0:
            ways.append(lambda: f"{self.unit(here, depth - 1)}.{self.pick(['hue', 'mood'])}")
        return self.one_way(ways)

    def unit(self, here: Here, depth: int = 1) -> str:
        result = here.all("unit")
        if result and (depth <= 0 or self.chance(0.5)):
            return self.pick(result)
        if depth <= 0:
            return self.pick(["first(Unit)", "last(Unit)", "Ogre", "Imp"])
        inner = here.looking_at("unit")
        return self.one_way(
            [
                lambda: f"{self.pick(['first', 'last', 'top', 'bottom'])}({self.units(here, depth - 1)})",
                lambda: f"best({self.units(here, depth - 1)}, {self.number(inner, depth - 1)}, {self.truth(inner, 0)})",
                lambda: f"{self.unit(here, depth - 1)}.rival",
                lambda: self.pick(["Unit[2]", "Ogre"]),
                lambda: f"{self.player(here, depth - 1)}.shelf[{self.small(1, 3)}]",
                lambda: f"{self.player(here, depth - 1)}.hero",
                lambda: f"Unit[{self.pick(HUES)}]",
            ]
        )

    def units(self, here: Here, depth: int = 1) -> str:
        plain = ["Unit", "Unit", "(Unit where that is Elite)", *here.all("units")]
        if here.me:
            plain += ["me.yard", "me.yard"]
        if depth <= 0:
            return self.pick(plain)
        inner = here.looking_at("unit")

        def units() -> str:
            return self.units(here, depth - 1)

        return self.one_way(
            [
                lambda: self.pick(plain),
                lambda: f"({units()} where {self.truth(inner, depth - 1)})",
                lambda: self._named_units(here, depth),
                lambda: f"{self.pick(['highest', 'lowest', 'sorted'])}({units()}, {self.number(inner, depth - 1)})",
                lambda: f"reversed({units()})",
                lambda: f"({units()} {self.pick('+-')} {units()})",
                lambda: f"{self.pick(['first', 'last'])}({units()}, {self.small(0, 3)})",
                lambda: f"distinct({units()}, {self.pick(['that.hue', 'that.might'])})",
                lambda: f"({units()} - {self.pick(here.all('unit') or ['first(Unit)'])})",
                lambda: f"{self.player(here, depth - 1)}.yard",
                lambda: "supply(Unit)" if self.chance(0.2) else "Unit",
            ]
        )

    def _named_units(self, here: Here, depth: int) -> str:
        """A query inside a query, where the outer thing has a name."""
        outer, inner = self.fresh(), self.fresh()
        inside = here.looking_at("unit").knows(outer, "unit").knows(inner, "unit")
        return f"(Unit as {outer} where some(Unit as {inner}, {self.truth(inside, depth - 1)}))"

    def player(self, here: Here, depth: int = 1) -> str:
        result = here.all("player")
        if result and (depth <= 0 or self.chance(0.5)):
            return self.pick(result)
        if depth <= 0:
            return self.pick(["active", "first(players)", "last(players)"])
        return self.one_way(
            [
                lambda: self.pick(["active", "first(players)"]),
                lambda: f"next_after({self.player(here, depth - 1)})",
                lambda: f"{self.unit(here, depth - 1)}.owner",
                lambda: f"first({self.players(here, depth - 1)})",
            ]
        )

    def players(self, here: Here, depth: int = 1) -> str:
        inner = here.looking_at("player")
        ways = [lambda: "players"]
        if depth > 0:
            ways += [
                lambda: f"(players where {self.truth(inner, depth - 1)})",
                lambda: f"{self.pick(['highest', 'lowest'])}(players, {self.pick(['score', 'energy', 'lead'])})",
                lambda: f"{self.pick(['others', 'clockwise'])}({self.player(here, depth - 1)})",
            ]
        if here.me:
            ways.append(lambda: "foes")
        return self.one_way(ways)

    # ------------------------------------------------------------------------------------------------------- boards

    def spot(self, here: Here, depth: int = 1) -> str:
        return self.unit(here, depth) if self.chance(0.6) else self.tile(here, depth)

    def tile(self, here: Here, depth: int = 1) -> str:
        result = here.all("tile")
        if result and (depth <= 0 or self.chance(0.6)):
            return self.pick(result)
        if depth <= 0:
            return self.pick(["first(Tile)", "last(Tile)"])
        return self.one_way(
            [
                lambda: f"{self.unit(here, depth - 1)}.tile",
                lambda: f"{self.pick(['first', 'last'])}({self.tiles(here, depth - 1)})",
                lambda: f"neighbour({self.spot(here, depth - 1)}, {self.number(here, 0)})",
                lambda: f"beyond({self.spot(here, depth - 1)}, {self.spot(here, depth - 1)})",
            ]
        )

    def tiles(self, here: Here, depth: int = 1) -> str:
        if depth <= 0:
            return self.pick(["Tile", *here.all("tiles")])
        inner = here.looking_at("tile")

        def spot() -> str:
            return self.spot(here, depth - 1)

        return self.one_way(
            [
                lambda: f"adjacent({spot()})",
                lambda: f"within({spot()}, {self.number(here, 0)})",
                lambda: f"{self.pick(['between', 'row', 'toward'])}({spot()}, {spot()})",
                lambda: f"(Tile where {self.truth(inner, depth - 1)})",
                lambda: f"(Tile where ground is {self.hue(here, 1)} and {self.truth(inner, 0)})",
                lambda: f"(Tile where {self.pick(['row', 'column'])} is {self.number(here, 0)})",
                lambda: f"connected({spot()}, {self.truth(inner, depth - 1)})",
                lambda: f"path({spot()}, {spot()})",
                lambda: "adjacent(first(Lava))",
                lambda: f"reach({spot()}, {self.number(here, 0)})",
                lambda: f"reach({spot()}, {self.small(1, 4)}, {self.number(inner.knows('here', 'tile'), depth - 1)})",
                lambda: f"area(Cone, {spot()}, {spot()})",
                lambda: f"area(Cone, {spot()})",
            ]
        )

    def value(self, sort: str, here: Here, depth: int = 1) -> str:
        writer: Callable[[Here, int], str] = getattr(self, sort)
        return writer(here, depth)
