"""Random games that run, whole and small: kinds, cards, verbs, rules, windows, actions, costs, a board and a flow.

A game is text, and checks without an error by the way it is written (`phrases.py`, `sentences.py`). Every declaration is
drawn from a stream of its own, so a smaller game keeps most of what the larger one had, and a failing one shrinks to few
declarations; `smallest` then takes out line after line.

    games()                      games for hypothesis
    game(seed, …)                one game
    smallest(text, fails)        the same failure in as few lines as possible
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from attrs import evolve, frozen
from hypothesis import strategies as st

from dsl.check.driver import Unit, check
from dsl.diagnostics import Diagnostic
from dsl.ir.program import Program
from dsl.parse import parse_source
from dsl.text.source import Source
from tests.properties.phrases import Here, Verb
from tests.properties.sentences import SCRIPT, Sentences, braced, slot

FEATURES = ("board", "hooks", "marks", "cards", "said", "modes")
GRIDS = ("square", "hex", "track", "graph")

SHAPES: dict[str, Verb] = {
    "hurt": Verb(
        "hurt", (slot("", "aim", "unit"), slot("by", "amount", "number"), slot("from", "cause", "unit", True)), 0
    ),
    "calm": Verb("calm", (slot("with", "amount", "number", True),), 0, by_me=True, gives="number"),
    "sweep": Verb("sweep", (slot("", "bunch", "units"), slot("with", "amount", "number", True)), 0, keeps="tired"),
    "shove": Verb("shove", (slot("", "aim", "unit"), slot("to", "spot", "tile")), 0),
    "sing": Verb("sing", (slot("", "tone", "hue"), slot("for", "hearer", "player")), 0, by_me=True, gives="number"),
}
TYPES = {"unit": "Unit", "number": "number", "units": "many Unit", "tile": "Tile", "hue": "Hue", "player": "Player"}


@frozen
class Game:
    """A game as text, and with whom, how and by which luck it is played."""

    text: str
    seats: tuple[str, ...] = ("Ann", "Ben")
    modes: tuple[str, ...] = ()
    seed: int = 0


@frozen
class Sizes:
    """How much of everything a game has."""

    verbs: int = 4
    actions: int = 3
    rules: int = 3
    features: frozenset[str] = frozenset(FEATURES)


# ------------------------------------------------------------------------------------------------------ what it keeps


def ground(features: frozenset[str], random: Random) -> str:
    players = random.choice(["2", "2..3"])
    triggers = random.choice(["active_first", "owner_chooses", "oldest_first"])
    stands = "  stands on tile: Tile as many guests\n" if "board" in features else ""
    tile = "kind Tile is Space { ground: Hue = red, keeps heat: 0..9 = 1 }\n" if "board" in features else ""
    tile += "\nkind Lava is Tile { keeps glow: 0..9 = 2 }\n" if tile else ""
    return f"""ruleset made "Made" {{ players {players}, modes [plain, odd], triggers {triggers}, start Match }}

symbols Hue {{ red, green, blue }}

die D4 {{ 1..4 }}

die HueDie {{ red, 2 green, blue, none, 1 + red, red + blue }}

combo pair = 2 same

table worth {{ red: 3, green or blue: 1 }}

table odds {{ at most 0: 0, 1..3: 2, at least 7: 5, else: 1 }}

layer late after by

{tile}
kind Gear {{ weight: 0..5 = 1 }}

kind Unit {{
  might: 0..9
  hue: Hue = red
  keeps wounds: 0..20 = 0
  keeps mood: Hue = green
  keeps armed = no
  keeps gold: number? = none
  keeps rival: Unit? = none
  keeps motto: text = ""
  stat speed: 0..9 = 3
  stat health = it.might + {random.randint(2, 6)} - it.wounds
  children gear of Gear holds 0..2
  script acts
  script plan by 0..9
{stands}}}

kind Elite is Unit {{ keeps rank: 1..3 = 1 }}

kind Card {{
  price: 0..3 = 1
  cost: Cost
  script used
}}

extend Player {{
  keeps energy: 0..12 = 3
  keeps score: number = 0
  keeps purse: number = 3000000000 * 3000000000
  keeps chart: table by Hue of number = 0
  stat lead = it.score - most(players, score)
  zone hand of Card seen by owner
  zone spent of Card
  zone yard of Unit
  zone shelf 1..3 of Unit holds 1
  zone tray of D4
  zone bag of HueDie
  zone hero of Unit holds 1
  zone locker of Gear
}}

extend Table {{
  keeps tally: 0..99 = 0
  keeps notes: list of number = []
  keeps worn: list of Hue = [red]
  zone stock of Card seen by nobody
}}

currency EN "energy" = me.energy

currency Scrap {{
  pay card from me.spent {{ remove card }}
  pay die from me.tray where value > 1 {{ remove die }}
}}

rule price_of_all = {random.randint(0, 3)}

rule bonus(of_whom: Unit) = {random.choice(["1", "of_whom.might / 2", "count(of_whom.gear)"])}

define able(one: Unit) = one.health > 0 and not (one has Frozen)

define weight_of(one: Unit, extra: number): number = sum(one.gear, weight) + extra

define total_of(many_units: many Unit): number {{
  let strong = many_units where might > 1
  if count(strong) is 0 {{ result 0 }}
  for each one in strong {{ if one.armed {{ result 9 }} }}
  result sum(strong, might)
}}
"""


def board(random: Random) -> str:
    grid = random.choice(GRIDS)
    diagonals = ", diagonals" if grid == "square" and random.random() < 0.4 else ""
    if grid in ("track", "graph"):
        width, height, rows = 5, 1, " ".join(random.choice("..gl") for _ in range(5))
        links = ', links { "A1": ["B1", "C1"], "C1": ["D1"], "B1": ["E1"] }' if grid == "graph" else ""
    else:
        width, height, links = 3, 3, ""
        rows = "\n    ".join(" ".join(random.choice("..glx") for _ in range(3)) for _ in range(3))
    return f'''Board Field {{ grid {grid}, space Tile, width {width}, height {height}{diagonals}{links} }}

Map Plain {{
  board Field
  legend {{ ".": red, "g": Tile {{ ground green, heat 2 }}, "l": Lava {{ glow 3 }}, "x": none }}
  rows """
    {rows}
  """
}}

Shape Cone {{
  legend {{ "U": user, "*": covered, ".": none }}
  rows """
    * * *
    . U .
  """
}}
'''


# -------------------------------------------------------------------------------------------------------- the writing


class Author:
    """Writes one game; each declaration from a stream of its own."""

    def __init__(self, seed: int, sizes: Sizes) -> None:
        self.seed, self.sizes = seed, sizes
        shapes = [name for name in SHAPES if name != "shove" or "board" in sizes.features]
        random = Random(f"{seed} verbs")
        self.verbs = []
        for level in range(sizes.verbs):
            shape = SHAPES[random.choice(shapes)]
            self.verbs.append(
                evolve(
                    shape,
                    name=f"{shape.name}{level}",
                    slots=tuple(evolve(item, name=f"{item.name}{level}") for item in shape.slots),
                    level=level,
                    keeps=shape.keeps and f"{shape.keeps}{level}",
                )
            )

    def pen(self, what: str) -> Sentences:
        results = [*self.verbs, Verb("strike", (slot("", "victim", "unit"),), -1, by_me=True)]
        if what.startswith(("effect", "action", "card", "flow")):
            results = results[:-1]
        pen = Sentences(Random(f"{self.seed} {what}"), results, self.sizes.features)
        pen.count = 100 * (sum(map(ord, what)) % 89)
        return pen

    def write(self) -> str:
        parts = [ground(self.sizes.features, Random(f"{self.seed} ground"))]
        if "board" in self.sizes.features:
            parts.append(board(Random(f"{self.seed} board")))
        parts += [self._effect(verb) for verb in self.verbs]
        parts += self._marks()
        parts += self._actions()
        parts += self._windows()
        parts += self._cards()
        if "hooks" in self.sizes.features:
            parts += ["\n".join(self.pen(f"rule {index}").standing(Here(depth=2))) for index in range(self.sizes.rules)]
        parts += self._modes()
        parts += self._flows()
        return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"

    def _effect(self, verb: Verb) -> str:
        pen = self.pen(f"effect {verb.level}")
        here = Here(level=verb.level, me=verb.by_me, depth=2)
        words = [f"effect {verb.name}"]
        for item in verb.slots:
            default = " = 1" if item.default and item.sort == "number" else ""
            optional = "?" if item.default and item.sort == "unit" else ""
            words.append(f"{item.preposition} {item.name}: {TYPES[item.sort]}{optional}{default}".strip())
            here = here.knows(item.name, item.sort)
            if item.sort == "number":
                here = evolve(here, events=(*here.events, f"{verb.name}.{item.name}"))
        here = evolve(here, going_on=(verb.name,))
        if verb.by_me:
            words.append("by me")
        body = []
        if verb.keeps:
            body.append(f"keeps {verb.keeps}: number = {pen.small()}")
            here = here.knows(verb.keeps, "kept").knows(verb.keeps, "number")
        if verb.name.startswith("hurt"):
            body.append(f"aim{verb.level}.wounds += amount{verb.level}")
        elif verb.name.startswith("shove"):
            body.append(f"move aim{verb.level} to spot{verb.level}")
        body += pen.block(here, 4)
        if verb.gives:
            body.append(f"result {pen.value(verb.gives, here, 1)}")
        return "\n".join(braced(" ".join(words), body))

    def _marks(self) -> list[str]:
        collected = []
        heads = {
            "Tough": "keyword Tough(n: 0..9 = 1) on Unit",
            "Swift": "keyword Swift(n: number = 1) on Unit",
            "Burning": f"status Burning(n: number = 1) on Unit stacks {self.pen('stacks').pick(['add', 'apart'])}",
            "Frozen": "status Frozen on Unit stacks never until end of turn",
            "Eager": "status Eager on Unit stacks apart while it.health > 0",
        }
        for name, head in heads.items():
            pen = self.pen(f"mark {name}")
            here = Here(me=True, it="unit", depth=2)
            if "(n:" in head:
                here = here.knows("n", "number")
            body = (
                [line for _ in range(pen.small(1, 2)) for line in pen.standing(here)]
                if "marks" in self.sizes.features
                else []
            )
            if name == "Burning":
                body.append("after turn by me { lose Burning from it }")
            if name == "Eager":
                body.append("action urge by me during Main once per turn { cost 1 EN; it.armed = yes }")
            collected.append("\n".join(braced(head, body or ["modify speed of it by 1"])))
        return collected

    def _actions(self) -> list[str]:
        require = 'require victim.owner is not me because "it is your own"'
        strike = [require, "cost 1 EN", "victim.wounds += 1", "me.score += 1"]
        use = ["require one in me.hand", "cost one.cost", "move one to me.spent", "run one.used"]
        results = [
            "\n".join(braced("action strike victim: Unit by me during Main", strike)),
            "\n".join(braced("action use one: Card by me during Main", use)),
        ]
        costs = [
            "cost 1 EN",
            "cost 0..2 EN as paid",
            "cost 1 EN or 1 Scrap",
            "cost 1 EN and 1 Scrap or 3 EN",
            "cost price_of_all EN",
            "cost 2 Scrap",
            "cost 0..2 Scrap as paid",
        ]
        for index in range(self.sizes.actions):
            pen = self.pen(f"action {index}")
            here = Here(me=True, depth=2, level=-1 if index != 1 else 2)
            sort = pen.pick(
                ["unit", "unit", "player", "hue", "", "units", *(["tile"] if "board" in self.sizes.features else [])]
            )
            slots = f" goal_{index}: {TYPES[sort]}{' = []' if sort == 'units' else ''}" if sort else ""
            if sort:
                here = here.knows(f"goal_{index}", sort)
            window = pen.pick(["Main", "Main or Duel"]) if index != 1 else "React or Round_Robin or Duel"
            if window == "Main":
                here = evolve(here, going_on=("turn",))
            once = " once per turn" if pen.chance(0.3) else ""
            body = [f"require count(goal_{index}) <= 2"] if sort == "units" else []
            if pen.chance(0.6):
                body.append(f'require {pen.truth(here, 2)} because "it cannot be"')
            if pen.chance(0.3):
                name = pen.fresh()
                body.append(f"let {name} = {pen.number(here, 1)}")
                here = here.knows(name, "number")
            if pen.chance(0.8):
                cost = pen.pick(costs)
                body.append(cost)
                if "as paid" in cost:
                    here = here.knows("paid", "number")
            body += pen.block(here, 3)
            results.append("\n".join(braced(f"action act_{index}{slots} by me during {window}{once}", body)))
        return results

    def _windows(self) -> list[str]:
        pen = self.pen("windows")
        return [
            f"window Main {{ offer {pen.pick(['any', 'up to 3', 'one'])} to active }}",
            f"window React {{ offer one to {pen.pick(['others(active)', 'players', 'next_after(active)'])}{', always ask' if pen.chance(0.3) else ''} }}",
            f"window Duel(most_of_it: 0..9 = 1) {{ offer up to most_of_it to players, {pen.pick(['forbid strike', 'forbid pass', 'after strike { tally += most_of_it }'])} }}",
            "window Round_Robin { offer one to clockwise(active), again until all pass }",
        ]

    def _cards(self) -> list[str]:
        collected = []
        for name, kind, printed in (
            ("Ogre", "Unit", "might 3, Tough(1)"),
            ("Imp", "Unit", "might 1, hue blue, Swift(1)"),
            ("Boss", "Elite", "might 4, hue green"),
        ):
            pen = self.pen(f"card {name}")
            here = Here(me=True, it="unit", depth=2, level=SCRIPT)
            body = [printed, f"Gear {name}_Hat {{ weight {pen.small(0, 5)} }}"]
            if "cards" in self.sizes.features:
                body += braced("acts", pen.block(here, 2))
                body += braced(
                    "plan", [f"0..2: {pen._assign(here)[0][0]}", f"3: {pen._assign(here)[0][0]}", "else: none"]
                )
                body += self.pen(f"rule of {name}").standing(Here(me=True, it="unit", depth=2))
            collected.append("\n".join(braced(f"{kind} {name}", body)))
        for name in ("Potion", "Scroll"):
            pen = self.pen(f"card {name}")
            here = Here(me=True, depth=2, level=SCRIPT)
            collected.append(
                "\n".join(
                    braced(
                        f"Card {name}",
                        [
                            f"price {pen.small(0, 3)}",
                            f"cost {pen.pick(['1 EN', '2 EN', '1 EN and 1 Scrap', '1 Scrap or 3 EN', '0..2 EN as much'])}",
                            *braced("used", pen.block(here, 2)),
                        ],
                    )
                )
            )
        return collected

    def _modes(self) -> list[str]:
        if "modes" not in self.sizes.features:
            return ["mode odd { modify price_of_all by 1 }"]
        return [
            "\n".join(braced("mode odd", self.pen("mode").standing(Here(depth=2)))),
            "\n".join(braced("variant wild", self.pen("variant").standing(Here(depth=2)))),
            "ruling gap { default first { modify bonus by 1 }, option second { } }",
        ]

    def _flows(self) -> list[str]:
        pen = self.pen("flow")
        body = ["lay Plain"] if "board" in self.sizes.features else []
        body += [
            "for each p in players {",
            "  take 1 of Ogre into p.yard",
            f"  take {pen.small(1, 2)} of Potion into p.hand",
        ]
        body += ["  take 1 of Scroll into p.spent", "  roll 2 of D4 into p.tray"]
        if "board" in self.sizes.features:
            body += ["  choose one of Tile by p as start", "  move first(p.yard) to start"]
        body += ["}", "take 2 of Scroll into stock"]
        if pen.chance(0.3):
            body += ["take 1 of Boss into first(players).yard"]
        turn = ["phase turn by p {", "  me.energy += 2"]
        turn += [f"  {line}" for line in pen.block(Here(me=True, depth=2, going_on=("turn",)), 2)]
        turn += ["  open Main", "}"]
        body += ["repeat {", "  for each p in players {", *(f"    {line}" for line in turn), "  }"]
        body += [f"  if round >= {pen.small(2, 4)} {{ win highest(players, score) }}", "}"]
        goal = pen.pick(
            ["players where score >= 9", "(if count(players) is 1 then players else [])", "players where tally > 90"]
        )
        side = [
            "phase moment by first(players) { me.score += 1 }",
            *pen.block(Here(depth=1, level=SCRIPT), 2),
            "win highest(players, score)",
        ]
        return ["\n".join(braced("flow Match", body)), "\n".join(braced("flow Side", side)), f"goal enough = {goal}"]


def game(seed: int, sizes: Sizes | None = None) -> Game:
    sizes = sizes or Sizes()
    random = Random(f"{seed} match")
    text = Author(seed, sizes).write()
    seats = ("Ann", "Ben", "Cid") if "players 2..3" in text and random.random() < 0.4 else ("Ann", "Ben")
    modes = random.choice([(), ("odd",), ("odd", "wild") if "modes" in sizes.features else ()])
    return Game(text, seats, modes, seed % 1000)


def games() -> st.SearchStrategy[Game]:
    """Games of all sizes; they shrink to fewer verbs, actions, rules and features."""
    features = st.sets(st.sampled_from(FEATURES)).map(frozenset)
    sizes = st.builds(Sizes, st.integers(1, 6), st.integers(0, 4), st.integers(0, 6), features)
    return st.builds(game, st.integers(0, (1 << 32) - 1), sizes)


def checked(text: str) -> tuple[Program, list[Diagnostic]]:
    """The program and what is wrong with it."""
    result = check([Unit("made", tuple(parse_source(Source("made.bot", text))))])
    return result.program, [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]


# ---------------------------------------------------------------------------------------------------------- shrinking


def smallest(text: str, fails: Callable[[str], bool]) -> str:
    """As few declarations and lines as possible that still fail; whatever makes `fails` false is put back."""
    text = _without(text, r"\n(?=[a-zA-Z])", fails)
    before = ""
    while before != text:
        before = text
        text = _without(text, r"\n", fails)
        text = _without_blocks(text.split("\n"), fails)
    return text


def _without(text: str, cut: str, fails: Callable[[str], bool]) -> str:
    """Leave out stretches of parts: half of them, then a quarter …"""
    parts = re.split(cut, text)
    size = len(parts) // 2
    while size:
        index = 0
        while index < len(parts):
            shorter = parts[:index] + parts[index + size :]
            if fails("\n".join(shorter)):
                parts = shorter
            else:
                index += size
        size //= 2
    return "\n".join(parts)


def _without_blocks(lines: list[str], fails: Callable[[str], bool]) -> str:
    """Leave out a block with its braces, or only its braces."""
    index = 0
    while index < len(lines):
        end, depth = index, lines[index].count("{") - lines[index].count("}")
        while depth > 0 and end + 1 < len(lines):
            end += 1
            depth += lines[end].count("{") - lines[end].count("}")
        ways = [lines[:index] + lines[end + 1 :], lines[:index] + lines[index + 1 : end] + lines[end + 1 :]]
        first = next((way for way in ways if end > index and fails("\n".join(way))), None)
        if first is not None:
            lines = first
        else:
            index += 1
    return "\n".join(lines)
