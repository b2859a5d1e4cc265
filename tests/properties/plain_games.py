"""Random games whose whole flow can be compiled: nobody answers, counts or watches what happens in them.

Kinds and expressions are those of `programs.py`; a phrase that looks at what goes on (windows, how often something was
done) is drawn again. The flow asks in every way that compiled flows know: ways, yes or no, one of several, windows.

    plain_games()     games for hypothesis
    plain_game(seed)  one game
"""

from __future__ import annotations

import re
from random import Random

from hypothesis import strategies as st

from tests.properties.phrases import Here, Verb
from tests.properties.programs import GRIDS as GRIDS
from tests.properties.programs import Game, board, ground
from tests.properties.sentences import Line, Sentences, braced, slot

FEATURES = frozenset({"board"})
_LOOKING = re.compile(r"times\(|window|would\(|winners|mode has|\bsupply\(")
"""What looks at events, windows or cards from outside: then a flow is left to the reference."""
MARKS = """keyword Tough(n: 0..9 = 1) on Unit { }
keyword Swift(n: number = 1) on Unit { }
status Burning(n: number = 1) on Unit stacks add { }
status Frozen on Unit { }
status Eager on Unit stacks apart { }
mode odd { modify price_of_all by 1 }"""
VERBS = (
    Verb("hurt", (slot("", "aim", "unit"), slot("by", "amount", "number")), 1),
    Verb("earn", (slot("of", "gain", "number"),), 2, by_me=True, gives="number"),
    Verb("warm", (slot("", "spot", "tile"), slot("with", "amount", "number", True)), 3),
)


class Plain(Sentences):
    """Sentences that a compiled flow can do."""

    def number(self, here: Here, depth: int = 2) -> str:
        return self._again(lambda: super(Plain, self).number(here, depth))

    def truth(self, here: Here, depth: int = 2) -> str:
        return self._again(lambda: super(Plain, self).truth(here, depth))

    def _again(self, write: object) -> str:
        while True:
            result: str = write()  # type: ignore[operator]
            if not _LOOKING.search(result):
                return result

    def sentence(self, here: Here) -> Line:
        ways = [self._field, self._field, self._field, self._let, self._perform, self._made]
        if here.depth > 0:
            ways += [self._if, self._for_each, self._repeat]
        return self.pick(ways)(here)

    def _field(self, here: Here) -> Line:
        while True:
            lines, after = self._assign(here)
            if "chart" not in lines[0] and ".owner =" not in lines[0] and not _LOOKING.search(lines[0]):
                return lines, after

    def _made(self, here: Here) -> Line:
        name, player = self.fresh(), self.player(here)
        ways = [
            [f"take {self.small(0, 2)} of Imp into {player}.yard"],
            [f"remove {self.unit(here)}"],
            [f"move {self.unit(here)} to {self.tile(here)}"],
            [f"move {self.unit(here)} to {player}.yard"],
            [f"give {self.mark(here)} to {self.unit(here)}"],
            [f"lose {self.mark(here)} from {self.units(here)}"],
            [f"roll D4 as {name}", f"tally += {name}"],
            [f"shuffle {player}.yard"],
        ]
        return self.pick(ways), here

    def asking(self, here: Here) -> list[str]:
        """A sentence that asks somebody, with what follows."""
        name = self.fresh()
        sort = self.pick(["unit", "tile", "player"])
        inside = here.inside()
        ways = [
            [
                *braced('either "left" by me', self.block(inside, 2))[:-1],
                *braced('} or "right"', self.block(inside, 2)),
            ],
            braced("may by me", self.block(inside, 2)),
            [
                f"choose one of {self.value(f'{sort}s', here, 1)} by me as {name}",
                *self.block(here.knows(name, sort), 2),
            ],
            [f"choose one of {self.small(1, 2)}..{self.small(2, 4)} by me as {name}", f"me.score += {name}"],
            ["open Main"],
            ["open Main"],
        ]
        return self.pick(ways)


def plain_game(seed: int, most: int = 3) -> Game:
    def pen(what: str) -> Plain:
        result = Plain(Random(f"{seed} {what}"), VERBS, FEATURES)
        result.count = 100 * (sum(map(ord, what)) % 89)
        return result

    random = Random(f"{seed} plain")
    parts = [ground(FEATURES, Random(f"{seed} ground")).replace("players 2..3", "players 2"), board(random), MARKS]
    types = {"unit": "Unit", "number": "number", "tile": "Tile"}
    for verb in VERBS:
        here = Here(level=verb.level, me=verb.by_me, depth=2)
        words = [f"effect {verb.name}"]
        for item in verb.slots:
            words.append(f"{item.preposition} {item.name}: {types[item.sort]}{' = 1' if item.default else ''}".strip())
            here = here.knows(item.name, item.sort)
        author = pen(f"effect {verb.name}")
        body = author.block(here, most)
        body += [f"result {author.number(here, 1)}"] if verb.gives else []
        parts.append("\n".join(braced(" ".join([*words, *(["by me"] if verb.by_me else [])]), body)))
    parts += [_action(pen(f"action {index}"), index) for index in range(2)]
    parts.append(
        f"window Main {{ offer {random.choice(['one', 'any'])} to active{random.choice(['', ', forbid pass'])} }}"
    )
    parts += ["Unit Ogre { might 3, Tough(1) }", "Unit Imp { might 1, hue blue, Swift(1) }", "Elite Boss { might 4 }"]
    parts += ["Card Potion { price 1, cost 1 EN, used { tally += 1 } }"]
    parts.append(_flow(pen("flow"), most))
    parts.append(f"goal enough = players where score >= {random.choice([9, 40])}")
    return Game("\n\n".join(part.strip("\n") for part in parts) + "\n", ("Ann", "Ben"), (), seed % 1000)


def _action(pen: Plain, index: int) -> str:
    sort = pen.pick(["tile", "unit", "hue", "1..3"])
    name, here = f"goal_{index}", Here(me=True, depth=2)
    here = here.knows(name, "number" if sort == "1..3" else sort)
    type = {"tile": "Tile", "unit": "Unit", "hue": "Hue"}.get(sort, sort)
    body = []
    if sort == "tile" and pen.chance(0.6):
        body.append(f"require {name} in {pen.tiles(Here(me=True), 1)}")
    for _ in range(pen.small(0, 2)):
        body.append(f"require {pen.truth(here, 2)}")
    body += ["me.energy -= 1", "require me.energy > 0" if pen.chance(0.2) else "me.score += 1", *pen.block(here, 2)]
    return "\n".join(braced(f"action act_{index} {name}: {type} by me during Main", body))


def _flow(pen: Plain, most: int) -> str:
    start = ["lay Plain", "for each p in players {", "  take 1 of Ogre into p.yard", "  take 1 of Imp into p.yard", "}"]
    start += [
        "take 1 of Boss into first(players).yard",
        "move first(Unit) to first(Tile)",
        "move last(Unit) to last(Tile)",
    ]
    turn = ["me.energy += 1", *pen.block(Here(me=True, depth=1), 1)]
    for _ in range(pen.small(1, most)):
        turn += pen.asking(Here(me=True, depth=2))
    body = [
        *start,
        "repeat {",
        "  for each p in players {",
        *(f"    {item}" for item in braced("phase turn by p", turn)),
    ]
    body += ["  }", f"  if round >= {pen.small(2, 4)} {{ win highest(players, score) }}", "}"]
    return "\n".join(braced("flow Match", body))


def plain_games() -> st.SearchStrategy[Game]:
    return st.builds(plain_game, st.integers(0, (1 << 32) - 1), st.integers(1, 3))
