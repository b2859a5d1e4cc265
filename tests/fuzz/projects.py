"""Random projects for the fuzzer of sizes: a game and a pack, made of shapes, large numbers and odd manifests.

Sizes are drawn so that small, usual and absurd ones all come. A project is the bytes of its files.
"""

from __future__ import annotations

from random import Random

from tests.fuzz import shapes

NUMBERS = (0, 1, 2, 5, 99, 100, 101, 1_000, 1_001, 9_999, 10_000, 10_001, 999_999, 10**9, 10**17, 10**18 - 1)
SIZES = (1, 2, 7, 30, 100, 190, 205, 300, 1_000, 3_000, 9_000)

HEAD = {
    "name": "Fuzzed",
    "version": "1.0.0",
    "language": '"^1.0"',
    "authors": "[somebody]",
    "licence": "CC0-1.0",
    "source": "made up",
    "description": "Made by a fuzzer.",
}

SIZED = (
    "die D@ { 1..# }",
    "symbols S@ { a@, b@ }\n\ndie F@ { # a@, a@ + # b@, #..# }",
    "combo c@ = # same + # run",
    "kind Z@ { zone z 0..# of Bot, zone y 1..# of Bot holds # }",
    "kind C@ { children c of Bot holds 0..#, size: 0..# = #, keeps k: #..# = # }",
    "table t@ { 1..#: #, at least #: 1, else: 2 }\n\ndefine use_t@ = t@[#]",
    "define r@ = sum(1..#, sum(0..#, that + #))",
    "kind Q@ { size: 0..# = 1, require sum(1..#, sum(1..#, it.size)) >= 0 }\n\nQ@ A@ { size # }",
    "kind R@ { size: number = sum(1..#, sum(1..#, 1)), require it.size > 0 }\n\nR@ B@ { }",
    "effect e@ by me { repeat # { e@ }, choose up to # of players as p@, take # of Bot }",
    "currency M@ = me.purse\n\naction a@ by me { cost 0..# M@ as x }",
    "window W@ { offer up to # to active }",
    "keyword K@(n: 1..# = #) on Bot { modify hp of it by n }\n\nBot KB@ { K@(#) }",
    'kind Tile@ is Space { }\n\nBoard Y@ { grid square, space Tile@, width #, height # }\n\nMap X@ { board Y@, legend { ".": Tile@ }, rows ". ." }',
    "Deck V@ { cards { KB0: # } }",
    "variant v@ { players # }",
    'scenario "s@" { seats Ann, Ben; then count(Bot) is #; then sum(1..#, sum(1..#, 1)) is 3 }',
)


def _sized(random: Random, number: int) -> str:
    text = random.choice(SIZED).replace("@", str(number))
    while "#" in text:
        text = text.replace("#", str(random.choice(NUMBERS)), 1)
    return text


def _shaped(random: Random) -> str:
    """One shape at some size, as large as a file may be."""
    name, size = random.choice(shapes.NAMES), random.choice(SIZES)
    text = shapes.shape(name)(size)
    while len(text) > 900_000 and size > 1:
        size //= 2
        text = shapes.shape(name)(size)
    return text.removeprefix(shapes.GAME)


def _manifest(random: Random, own: dict[str, str]) -> str:
    """A manifest with some field too long, too deep, too many or twice."""
    fields = {**HEAD, **own}
    size = random.choice(SIZES)
    odd = {
        "authors": f"[{', '.join(['somebody'] * size)}]",
        "name": "x" * size,
        "description": f"{'[' * min(size, 5_000)}{']' * min(size, 5_000)}",
        "version": f"1.0.{'9' * size}",
        "language": f'"{" || ".join(["^1.0"] * size)}"',
        "source": "&a [" + ", ".join(["*a"] * size) + "]",
        "tags": "\n" + "".join(f"  - tag{index}\n" for index in range(size)),
    }
    if random.random() < 0.3:
        name = random.choice(list(odd))
        fields[name] = odd[name]
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _clauses(random: Random) -> str:
    size = random.choice(SIZES)
    rows = "".join(f'  - {{id: GA-A-{index:05}, section: A, rule: "Rule {index}."}}\n' for index in range(size))
    return f"game: Fuzzed\nprefix: GA\nclauses:\n{rows}"


def files_of(random: Random) -> dict[str, bytes]:
    """The files of one project, by path."""
    own = {"id": "fuzzed_game"}
    pack = {"id": "fuzzed", "ruleset": '{id: fuzzed_game, version: "^1.0"}'}
    files = {
        "rulesets/fuzzed_game/ruleset.yaml": _manifest(random, own),
        "rulesets/fuzzed_game/rules.bot": shapes.GAME,
        "content/fuzzed/pack.yaml": _manifest(random, pack),
        "content/fuzzed/cards.bot": "Bot First { hp 3 }\n",
    }
    if random.random() < 0.3:
        files["rulesets/fuzzed_game/clauses.yaml"] = _clauses(random)
    for number in range(random.choice((1, 1, 2, 3))):
        files[f"rulesets/fuzzed_game/shape{number}.bot"] = _shaped(random)
    sized = "\n\n".join(_sized(random, number) for number in range(random.choice((0, 1, 5, 40))))
    files["rulesets/fuzzed_game/sized.bot"] = sized + "\n"
    if random.random() < 0.1:
        many = random.choice((10, 100, 600))
        files |= {f"content/fuzzed/many{number}.bot": f"Bot Many{number} {{ }}\n" for number in range(many)}
    return {path: text.encode("utf-8", "surrogatepass") for path, text in files.items()}
