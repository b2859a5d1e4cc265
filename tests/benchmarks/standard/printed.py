"""What is printed for the standard game, from the tables of the rulebook's catalogue: bots, tiles, cards, the die."""

from __future__ import annotations

from attrs import frozen

OPPOSITE = {"triangle": "circle", "square": "cross", "diamond": "pentagon"}
OPPOSITE |= {other: symbol for symbol, other in OPPOSITE.items()}
SYMBOLS = tuple(sorted(OPPOSITE))

TWO_PAIRS, THREE, FULL_HOUSE, FOUR, DIFFERENT, FIVE = COMMANDS = (
    "two_pairs",
    "three_of_a_kind",
    "full_house",
    "four_of_a_kind",
    "five_different",
    "five_of_a_kind",
)
SPACES = {TWO_PAIRS: 4, THREE: 3, FULL_HOUSE: 5, FOUR: 4, DIFFERENT: 5, FIVE: 5}
CARDS_FOR = {TWO_PAIRS: 2, THREE: 1}

ATTACKER, DEFENDER, EITHER = "attacker", "defender", "either"
ROLLED, STRUCK = "after a roll", "before damage"

FLIP, BOOST, EXTRA_DIE, EXTRA_REROLL = "Flip a Die", "Damage +3 / Heals 2", "Roll an Extra Die", "Extra Reroll"
SWITCH, ONE_ANY, DRAW_FIVE = "Switch Attack", "One Die = Any Die", "Draw 5, Keep 2"
PREVENT, FORCE, REROLL_ONE = "Prevent 4 Damage", "Force Reroll", "Opponent Rerolls a Die"
AFTER_A_ROLL = {
    ATTACKER: {FLIP, BOOST, EXTRA_DIE, EXTRA_REROLL, SWITCH, ONE_ANY},
    DEFENDER: {FORCE, REROLL_ONE},
}


@frozen
class Panel:
    name: str
    symbol: str
    structure: int
    hand: int
    armor: int
    training: str
    commands: dict[str, tuple[int, int]]
    bonuses: tuple[frozenset[str], ...]
    powers: dict[str, int]


def _panel(
    name: str,
    symbol: str,
    sizes: tuple[int, int, int],
    training: str,
    commands: str,
    bonuses: str,
    powers: dict[str, int],
) -> Panel:
    numbers = [tuple(map(int, pair.split("/"))) for pair in commands.split()]
    rows = tuple(frozenset(row.split()) for row in bonuses.split("|"))
    structure, hand, armor = sizes
    assert len(rows) == structure
    table = {command: (good, bad) for command, (good, bad) in zip(COMMANDS, numbers, strict=True)}
    return Panel(name, symbol, structure, hand, armor, training, table, rows, powers)


PANELS = (
    _panel(
        "V-REX", "diamond", (5, 3, 1), "attack", "3/1 4/2 6/3 9/4 10/5 14/7",
        "upgrade | power card | upgrade charge | power armor |", {FLIP: 3, BOOST: 2, EXTRA_DIE: 3},
    ),
    _panel(
        "Slicer", "pentagon", (4, 3, 1), "attack", "3/1 4/2 6/3 8/4 10/5 15/6",
        "power | upgrade card | upgrade power |", {EXTRA_REROLL: 3, SWITCH: 2, EXTRA_DIE: 2},
    ),
    _panel(
        "Tetsubot", "circle", (6, 3, 2), "defense", "2/1 3/1 5/2 7/3 8/4 12/5",
        "armor | upgrade | power | card armor | upgrade power |", {PREVENT: 3, FORCE: 2, FLIP: 2},
    ),
    _panel(
        "Overclock", "cross", (5, 4, 2), "defense", "2/1 3/1 5/2 6/3 7/3 11/5",
        "upgrade | power | armor card | upgrade charge |", {PREVENT: 2, REROLL_ONE: 4, EXTRA_REROLL: 2},
    ),
    _panel(
        "Pytron", "square", (4, 5, 1), "attack", "2/1 3/2 5/2 6/3 9/4 12/5",
        "power card | upgrade power | upgrade charge card |", {ONE_ANY: 2, FORCE: 3, DRAW_FIVE: 1},
    ),
    _panel(
        "M3-OW", "triangle", (4, 5, 1), "defense", "2/1 3/2 4/2 6/3 8/4 11/6",
        "power card | armor charge | upgrade power |", {DRAW_FIVE: 2, REROLL_ONE: 3, SWITCH: 3},
    ),
)  # fmt: skip

STATION, HIGH_GROUND, TURRET, GRILL, CENTER = (
    "Energy Station",
    "High Ground",
    "Laser Turret",
    "Hot Grill",
    "The Center",
)
ATTACK = {HIGH_GROUND: -2, TURRET: 2}
DEFENSE = {HIGH_GROUND: 2, TURRET: -2, CENTER: -2}
CORNERS, EDGES, MIDDLE = ("A1", "C1", "A3", "C3"), ("B1", "A2", "C2", "B3"), "B2"
SPOTS = (*CORNERS, *EDGES, MIDDLE)


def are_adjacent(spot: str, other: str) -> bool:
    columns, rows = abs(ord(spot[0]) - ord(other[0])), abs(int(spot[1]) - int(other[1]))
    return max(columns, rows) == 1


@frozen
class Card:
    name: str
    colour: str
    copies: int
    windows: tuple[str, ...] = (ROLLED,)


CARDS = {
    card.name: card
    for card in (
        Card("Overdrive", ATTACKER, 4),
        Card("Plasma Surge", ATTACKER, 2),
        Card("Symbol Override", ATTACKER, 4),
        Card("Recalibrate", ATTACKER, 4),
        Card("Auxiliary Core", ATTACKER, 3),
        Card("Copycat Relay", ATTACKER, 3),
        Card("Piercing Round", ATTACKER, 2),
        Card("Deflector", DEFENDER, 5, (STRUCK,)),
        Card("Bulwark", DEFENDER, 2, (STRUCK,)),
        Card("Signal Jam", DEFENDER, 4),
        Card("System Scramble", DEFENDER, 2),
        Card("Anchor Clamps", DEFENDER, 3, (STRUCK,)),
        Card("Feedback Loop", DEFENDER, 2, (STRUCK,)),
        Card("Polarity Flip", EITHER, 4),
        Card("Patch Kit", EITHER, 2, (ROLLED, STRUCK)),
    )
}
