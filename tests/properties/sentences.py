"""Random sentences and standing rules of the small game of `programs.py`: what is done, asked, said and answered.

A block is written line by line; a name that a line gives is known to the lines below it. Verbs are in levels: what is
done inside a verb, or in answer to it, has a higher level, so nothing goes in a circle and every program comes to an
end or to a bound.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from tests.properties.phrases import HUES, MARKS, NUMBERED, Here, Phrases, Slot, Verb

Line = tuple[list[str], Here]
"""What was written, and what is known behind it."""
SCRIPT = 3
"""The level of what cards say: they do only what is above."""


def braced(head: str, body: list[str], tail: str = "") -> list[str]:
    """A head with its block, one line each."""
    return [f"{head} {{", *(f"  {line}" for line in body), f"}}{tail}"]


class Sentences(Phrases):
    # ------------------------------------------------------------------------------------------------------- blocks

    def block(self, here: Here, most: int = 3) -> list[str]:
        collected: list[str] = []
        for _ in range(self.small(1, most)):
            lines, here = self.sentence(here)
            collected += lines
        return collected

    def sentence(self, here: Here) -> Line:
        ways: list[Callable[[Here], Line]] = [
            self._assign,
            self._assign,
            self._assign,
            self._let,
            self._perform,
            self._perform,
        ]
        ways += [self._builtin, self._builtin, self._choose]
        if here.depth > 0:
            ways += [
                self._if,
                self._repeat,
                self._for_each,
                self._match,
                self._may,
                self._either,
                self._said,
                self._named,
            ]
            if not here.plain:
                ways += [self._together, self._begin]
        return self.pick(ways)(here)

    def _assign(self, here: Here) -> Line:
        target = [
            f"tally {self.pick(['+=', '-=', '='])} {self.number(here)}",
            f"notes {self.pick(['+=', '+=', '-='])} [{self.number(here)}]",
        ]
        for player in [*here.all("player"), "active"]:
            target.append(
                f"{player}.{self.pick(['energy', 'score', 'score', 'purse'])} {self.pick(['+=', '-='])} {self.number(here)}"
            )
            target.append(f"{player}.chart[{self.hue(here)}] {self.pick(['+=', '='])} {self.number(here)}")
        for unit in here.all("unit"):
            target += [
                f"{unit}.wounds {self.pick(['+=', '-=', '='])} {self.number(here)}",
                f"{unit}.{self.pick(['mood = ' + self.hue(here), 'armed = ' + self.pick(['yes', 'no'])])}",
                f"{unit}.{self.pick(['rival = ' + self.unit(here), 'owner = ' + self.player(here)])}",
            ]
            target.append(f"{unit}.gold {self.pick(['+=', '-=', '='])} {self.number(here)}")
            target.append(f"{unit}.motto = {self.pick([chr(34) + 'ha' + chr(34), self.unit(here) + '.name'])}")
        target.append(f"worn {self.pick(['+=', '-='])} [{self.hue(here)}]")
        for tile in here.all("tile"):
            target.append(f"{tile}.heat += {self.number(here)}")
        for kept in here.all("kept"):
            target += [f"{kept} {self.pick(['+=', '='])} {self.number(here)}"] * 2
        return [self.pick(target)], here

    def _let(self, here: Here) -> Line:
        sort = self.pick(
            ["number", "unit", "units", "player", "hue", *(["tile", "tiles"] if "board" in self.features else [])]
        )
        name = self.fresh()
        return [f"let {name} = {self.value(sort, here, 2)}"], here.knows(name, sort)

    def _named(self, here: Here) -> Line:
        """Sentences that give several things, or what was done."""
        name, other = self.fresh(), self.fresh()
        player = self.player(here)
        ways: list[Callable[[], Line]] = [
            lambda: ([f"take {self.small(0, 2)} of Imp into {player}.yard as {name}"], here.knows(name, "units")),
            lambda: (
                [f"roll {self.small(0, 3)} of D4 as {name}", f"tally += sum({name}, value)", f"remove {name}"],
                here,
            ),
            lambda: (
                [
                    f"roll 2 of HueDie into {player}.bag as {name}",
                    f"for each {other} in {name} {{ if {other} has red {{ set {other} to blue }} }}",
                ],
                here,
            ),
            lambda: (braced(f"for each {name} in Hue", self.block(here.inside(loop=True).knows(name, "hue"), 1)), here),
            lambda: ([f"take one of Imp into {player}.yard as {name}"], here.knows(name, "unit")),
            lambda: ([f"ask {player} for Hue as {name}"], here.knows(name, "hue")),
            lambda: ([f"roll D4 as {name}", f"let {other} = opposite({name})", f"tally += {other}.value"], here),
        ]
        if here.level < 1 and not here.plain:
            ways.append(lambda: ([f"open Duel(2) as {name}", f"tally += count({name})"], here))
        if here.level < 2 and not here.plain:
            ways.append(lambda: ([f"begin Side as {name}", f"if {name} is not none {{ {name}.score += 1 }}"], here))
        return self.pick(ways)()

    # -------------------------------------------------------------------------------------------------------- loops

    def _if(self, here: Here) -> Line:
        lines = braced(f"if {self.truth(here)}", self.block(here.inside(), 2))
        if self.chance(0.3):
            lines = [*lines[:-1], *braced(f"}} else if {self.truth(here)}", self.block(here.inside(), 2))]
        if self.chance(0.4):
            lines = [*lines[:-1], *braced("} else", self.block(here.inside(), 2))]
        return lines, here

    def _repeat(self, here: Here) -> Line:
        head = (
            f"repeat {self.small(1, 3)}"
            if self.chance(0.5)
            else f"repeat while {self.truth(here)} at most {self.small(1, 3)}"
        )
        if self.chance(0.1):
            head = f"repeat {self.number(here, 1)}"
        body = self.block(here.inside(loop=True), 2)
        if self.chance(0.3):
            body += [f"if {self.truth(here, 1)} {{ stop }}"]
        return braced(head, body), here

    def _for_each(self, here: Here) -> Line:
        sort = self.pick(["unit", "unit", "player", *(["tile"] if "board" in self.features else [])])
        name = self.fresh()
        among = self.value(f"{sort}s", here, 1)
        return braced(f"for each {name} in {among}", self.block(here.inside(loop=True).knows(name, sort), 2)), here

    def _match(self, here: Here) -> Line:
        def line() -> str:
            return self._assign(here)[0][0]

        if self.chance(0.5):
            rows = [f"at most 0: {line()}", f"{self.small(1, 2)}..3: {line()}", f"5: {line()}", "else: none"]
            return braced(f"match {self.number(here)} + {self.player(here)}.score", rows), here
        if self.chance(0.3):
            return braced(
                f"match best(Unit, {self.number(here.looking_at('unit'), 1)})", [f"Ogre: {line()}", f"else: {line()}"]
            ), here
        return braced(f"match {self.hue(here)}", [f"{HUES[0]}: {line()}", f"green or blue: {line()}"]), here

    # ------------------------------------------------------------------------------------------------------ choices

    def _by(self, here: Here, always: bool = False) -> str:
        if here.me and not always and self.chance(0.6):
            return ""
        return " by chance" if self.chance(0.15) else f" by {self.player(here)}"

    def _choose(self, here: Here) -> Line:
        amount = self.pick(["one", "one", "one or none", "2", "1..2", "up to 2", "any", "tally", "count(players)"])
        sort = self.pick(["unit", "unit", "player", "hue", "number", *(["tile"] if "board" in self.features else [])])
        among = {"hue": "Hue", "number": "1..4"}.get(sort) or self.value(f"{sort}s", here, 1)
        by = self._by(here)
        if here.me and self.chance(0.15):
            sort, among, by = "card", "me.hand", " by me"
        name = self.fresh()
        actual = sort if amount == "one" else {"unit": "units", "tile": "tiles"}.get(sort, "")
        such = ""
        if amount in ("1..2", "up to 2") and self.chance(0.3):
            such = f" such that {self.pick(['count(that) is not 1', 'tally > count(that)', 'some(that)'])}"
        line = f"choose {amount} of {among}{such}{by} as {name}"
        if self.chance(0.3):
            # what would have been chosen is not there behind an `else` that goes on
            return braced(f"{line} else", [*self._assign(here)[0]]), here
        return [line], here.knows(name, actual) if actual else here

    def _may(self, here: Here) -> Line:
        lines = braced(f"may{self._asked(here)}", self.block(here.inside(), 2))
        if self.chance(0.3):
            lines = [*lines[:-1], *braced("} else", self.block(here.inside(), 1))]
        return lines, here

    def _asked(self, here: Here) -> str:
        return "" if here.me and self.chance(0.6) else f" by {self.player(here)}"

    def _either(self, here: Here) -> Line:
        ifs = [f" if {self.truth(here, 1)}" if self.chance(0.3) else "" for _ in range(2)]
        lines = braced(f'either "left"{self._by(here)}{ifs[0]}', self.block(here.inside(), 1))
        lines = [*lines[:-1], *braced(f'}} or "right"{ifs[1]}', self.block(here.inside(), 1))]
        if self.chance(0.3):
            lines = [*lines[:-1], *braced("} or", self.block(here.inside(), 1))]
        return lines, here

    def _together(self, here: Here) -> Line:
        name = self.fresh()
        inside = evolve(here.knows(name, "player"), depth=min(1, here.depth - 1), plain=True, loop=False)
        body = (
            [f"choose {self.pick(['one', 'up to 2'])} of 1..3 by {name} as {self.fresh()}"] if self.chance(0.6) else []
        )
        return braced(f"together for each {name} in players", [*body, *self.block(inside, 2)]), here

    # ------------------------------------------------------------------------------------------------------- doings

    def below(self, level: int) -> list[Verb]:
        """What may be done from a level without going in a circle."""
        return [verb for verb in self.verbs if verb.level > level]

    def _perform(self, here: Here) -> Line:
        fitting = self.below(here.level)
        return self.phrase(self.pick(fitting), here) if fitting else self._assign(here)

    def phrase(self, verb: Verb, here: Here) -> Line:
        words, several = [verb.name], False
        for slot in verb.slots:
            if slot.default and self.chance(0.5):
                continue
            sort = slot.sort
            if sort == "unit" and self.chance(0.2):
                sort, several = "units", True
            words.append(f"{slot.preposition} {self.value(sort, here, 1)}".strip())
        if verb.by_me and not (here.me and self.chance(0.6)):
            words.append(f"by {self.player(here)}")
        if verb.gives and not several and self.chance(0.6):
            name = self.fresh()
            return [" ".join([*words, "as", name])], here.knows(name, verb.gives)
        return [" ".join(words)], here

    def _builtin(self, here: Here) -> Line:
        unit, player = self.unit(here), self.player(here)
        ways: list[Callable[[], Line]] = [
            lambda: ([f"move {unit} to {self._place(here)}"], here),
            lambda: ([f"move top({player}.spent) to {self.player(here)}.{self.pick(['spent', 'hand'])}"], here),
            lambda: ([f"move top(stock) to {player}.hand"], here),
            lambda: (
                [f"take {self.small(0, 2)} of {self.pick(['Ogre', 'Imp', 'first(supply(Unit))'])} into {player}.yard"],
                here,
            ),
            lambda: (
                [
                    f"take {self.small(0, 2)} of {self.pick(['Potion', 'Scroll'])} into {player}.{self.pick(['hand', 'spent'])}"
                ],
                here,
            ),
            lambda: ([f"give {self._mark(here)} to {self.pick([unit, self.units(here)])}"], here),
            lambda: ([f"give {self._mark(here)} to {unit} until end of {self.pick(['turn', 'moment'])}"], here),
            lambda: ([f"lose {self.mark(here)} from {self.pick([unit, self.units(here)])}"], here),
            lambda: ([f"shuffle {player}.spent{self.pick(['', ' into stock'])}"], here),
            lambda: ([f"show {player}.hand to players"], here),
            lambda: ([f"set {player}.tray to {self.small(1, 5)}"], here),
            lambda: ([f"roll {player}.tray"], here),
            lambda: ([f"roll {self.small(0, 2)} of D4 into {player}.tray"], here),
            lambda: ([f"remove {self.pick([unit, player + '.tray'])}"], here),
            lambda: self._roll(here),
            lambda: (
                ([f"move {unit} to {player}.hero"], here) if self.chance(0.5) else ([f"remove {player}.hero"], here)
            ),
            lambda: ([f"move first({unit}.gear) to {player}.locker"], here),
            lambda: ([f"shuffle {player}.yard"], here),
            lambda: ([f"move {player}.yard to {self.player(here)}.yard"], here),
        ]
        if "board" in self.features and self.chance(0.2):
            ways += [lambda: (["lay Plain"], here), lambda: ([f"remove {self.tile(here)}"], here)]
        for verb in here.going_on:
            if self.chance(0.1):
                ways.append(lambda verb=verb: ([f"end {verb}"], here))
        if here.me:
            ways.append(lambda: (["arrange top(me.spent, 3) by me"], here))
        if here.level < SCRIPT:
            ways.append(
                lambda: (
                    [
                        f"run {self.pick([f'{unit}.acts', f'top({player}.spent).used', f'{unit}.plan at {self.number(here, 0)}'])}"
                    ],
                    here,
                )
            )
        if self.chance(0.1) and not here.plain:
            ways += [lambda: ([f"eliminate {player}"], here), lambda: (["win highest(players, score)"], here)]
        return self.pick(ways)()

    def _roll(self, here: Here) -> Line:
        name = self.fresh()
        if self.chance(0.5):
            return [f"roll D4 as {name}"], here.knows(name, "number")
        line = f"if {name} has {self.pick(HUES)} {{ tally += {name}.value }}"
        return [f"roll HueDie as {name}", line], here

    def _place(self, here: Here) -> str:
        ways = [
            f"{self.player(here)}.yard",
            f"{self.player(here)}.shelf[{self.small(1, 3)}]",
            f"{self.player(here)}.shelf at {self.small(1, 3)}",
        ]
        return self.pick([*ways, *([self.tile(here)] * 3 if "board" in self.features else [])])

    def _mark(self, here: Here) -> str:
        mark = self.pick(MARKS)
        return (
            f"{mark}({self.pick(['1', '2', self.number(here, 0)])})" if mark in NUMBERED and self.chance(0.7) else mark
        )

    def _begin(self, here: Here) -> Line:
        """What opens something of its own: windows, phases, other flows."""
        if here.level < 1 and self.chance(0.6):
            return [self.pick(["open React", f"open Duel({self.small(0, 2)})", "open Round_Robin"])], here
        if here.level < 2 and self.chance(0.2):
            return ["begin Side"], here
        name = self.player(here)
        verb = "turn" if here.level < 0 and self.chance(0.3) else "moment"
        inside = evolve(here.inside(), me=True, loop=False, going_on=(*here.going_on, verb))
        return braced(f"phase {verb} by {name}", self.block(inside, 2)), here

    # --------------------------------------------------------------------------------------------- standing rules

    def _said(self, here: Here) -> Line:
        ends = ["until end of turn", "until end of moment"]
        if here.me:
            ends += ["until start of turn by me", "until end of turn by me"]
        return self.standing(here, self.pick([*ends, f"while {self.truth(here, 1)}"])), here

    def standing(self, here: Here, end: str = "") -> list[str]:
        """A rule that stands: printed without an end, or said in a sentence with one."""
        ways = [self._hook, self._hook, self._modify, self._forbid]
        return self.pick(ways)(here, end)

    def _modify(self, here: Here, end: str) -> list[str]:
        change = self.pick(
            [
                f"by {self.pick(['1', '2', '-1', '-3'])}",
                "times 2",
                "at least 1",
                "at most 4",
                "by 2 at most 5",
                "by -1 at least 0",
            ]
        )
        if self.chance(0.3):
            change += " layer late"
        ending = f" {end}" if end else f" while {self.truth(here, 1)}" if self.chance(0.4) else ""
        target = self.pick(
            [
                f"speed of {self._meant(here)}",
                "bonus",
                "price_of_all",
                f"bonus of {self._meant(here)}",
                "EN of strike",
                "lead of Player",
            ]
        )
        return [f"modify {target} {change}{ending}"]

    def _meant(self, here: Here) -> str:
        inner = here.looking_at("unit")
        return self.pick([*here.all("unit"), "Unit", "Elite", f"Unit where {self.truth(inner, 1)}"])

    def _forbid(self, here: Here, end: str) -> list[str]:
        verb = self._answered(here)
        word = self.pick(["forbid", "forbid", "allow"])
        because = ' because "it is not the time"' if word == "forbid" and self.chance(0.5) else ""
        condition = f" if {self.truth(self._in_hook(here, verb, False), 1)}" if self.chance(0.7) or not end else ""
        return [f"{word} {verb.name}{self._filters(here, verb)}{condition} {end}{because}"]

    def _hook(self, here: Here, end: str) -> list[str]:
        if self.chance(0.2):
            return self._builtin_hook(here, end)
        verb = self._answered(here)
        word = self.pick(["before", "after", "after", "instead of"])
        if word != "instead of" and verb.name in ("turn", "moment") and self.chance(0.4):
            verb = Verb("turn or moment", (), 50, by_me=True)
        inside = self._in_hook(here, verb, word == "before")
        clauses = f" if {self.truth(inside, 1)}" if self.chance(0.4) else ""
        if self.chance(0.2):
            around = self.pick([*(other for other in self.verbs if other.level < verb.level), Verb("turn", (), -1)])
            clauses += f" during {self.pick([around.name, 'Main or Duel', 'moment'])}"
        clauses += " once per turn" if self.chance(0.25) else ""
        clauses += f" {end}" if end else ""
        if self.chance(0.15) and word != "instead of":
            clauses += " may by active" if not here.me or self.chance(0.5) else " may"
        body = self.block(inside, 2)
        if word == "before":
            numbers = [slot.name for slot in verb.slots if slot.sort == "number"] + ([verb.keeps] if verb.keeps else [])
            if numbers and self.chance(0.7):
                change = self.pick(
                    ["by 1", "by -2 at least 0", "times 2", "at most 3", "to 2", f"by {self.number(inside, 1)}"]
                )
                body.insert(0, f"modify {self.pick(numbers)} {change}")
            if self.chance(0.15):
                body.append("cancel")
        if word == "instead of" and self.chance(0.5):
            body.append(
                " ".join(
                    [
                        verb.name,
                        *(f"{s.preposition} {s.name}".strip() for s in verb.slots),
                        *(["by actor"] if verb.by_me else []),
                    ]
                )
            )
        return braced(f"{word} {verb.name}{self._filters(here, verb)}{clauses}", body)

    def _answered(self, here: Here) -> Verb:
        """A verb to answer; inside a verb its own names are taken."""
        taken = {name for names in here.names.values() for name in names}
        free = [verb for verb in self.verbs if not taken & {slot.name for slot in verb.slots}]
        return self.pick([*free, Verb("turn", (), -1, by_me=True), Verb("moment", (), 50, by_me=True)])

    def _in_hook(self, here: Here, verb: Verb, before: bool) -> Here:
        """What a hook on a verb sees: the names of its head, and what it keeps."""
        inside = evolve(
            here, level=verb.level, depth=min(here.depth - 1, 1), loop=False, plain=False, going_on=(), events=()
        )
        for slot in verb.slots:
            inside = inside.knows(slot.name, slot.sort)
        if verb.keeps:
            inside = inside.knows(verb.keeps, "number")
        if verb.by_me:
            inside = inside.knows("actor", "player")
        return inside

    def _filters(self, here: Here, verb: Verb) -> str:
        words = []
        for slot in verb.slots:
            if self.chance(0.3) and slot.sort == "unit":
                words.append(f"{slot.preposition} {self._meant(here)}".strip())
            elif self.chance(0.2) and slot.sort == "hue":
                words.append(f"{slot.preposition} {self.pick(HUES)}".strip())
        if verb.by_me and here.me and self.chance(0.3):
            words.append("by me")
        return " " + " ".join(words) if words else ""

    def _builtin_hook(self, here: Here, end: str) -> list[str]:
        inside = evolve(here, level=99, depth=0, going_on=(), events=())
        head = self.pick(["after move Unit", "after give Burning", "before give Frozen to Elite", "after remove Unit", "after take", "after roll", "after shuffle",
                          "instead of lose Burning", "after eliminate", "before move Unit", "after set", "after pass", "instead of give Tough", "after move Card",
                          "before roll", "after begin", "before take", "after end", "before eliminate", "after run", "after lay", "after arrange", "before pass"])  # fmt: skip
        body = self._assign(inside)[0]
        if head.startswith("before") and self.chance(0.4):
            body = [*body, "cancel"]
        return braced(f"{head} {end}".strip(), body)


def slot(preposition: str, name: str, sort: str, default: bool = False) -> Slot:
    return Slot(preposition, name, sort, default)
