"""What is printed: the symbols of the dice, the six bots of a duel, and the tiles."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

DIAMOND, PENTAGON, CIRCLE, CROSS, SQUARE, TRIANGLE = SYMBOLS = tuple(range(6))
FACES = (DIAMOND, CIRCLE, SQUARE, CROSS, TRIANGLE, PENTAGON)
"""In the order of the die: the first face lies opposite the last, and so on."""
OPPOSITE = dict(zip(FACES, reversed(FACES), strict=True))

TWO_PAIRS, THREE, FULL_HOUSE, FOUR, FIVE_DIFFERENT, FIVE = COMMANDS = (
    "two pairs",
    "three of a kind",
    "full house",
    "four of a kind",
    "five different",
    "five of a kind",
)
NEEDED = {TWO_PAIRS: 4, THREE: 3, FULL_HOUSE: 5, FOUR: 4, FIVE_DIFFERENT: 5, FIVE: 5}
"""How many dice complete a command."""

UPGRADE, ARMOR, POWER, CHARGE = BONUSES = ("upgrade", "armor", "power", "charge")
"""In the order in which they are gained."""

BOOST, EXTRA_DIE, EXTRA_REROLL, FLIP, ONE_ANY, SWITCH = ATTACKING = (
    "boost",
    "extra die",
    "extra reroll",
    "flip",
    "one any",
    "switch",
)
FORCE_REROLL, OPPONENT_REROLLS = DEFENDING = ("force reroll", "opponent rerolls")
PREVENT = "prevent"


@frozen
class Panel:
    """A bot as printed. Rows of structure dice are listed from the first that can be lost to the last."""

    name: str
    symbol: int
    armor_spaces: int
    offensive: bool
    numbers: dict[str, tuple[int, int]]
    """For each command the damage of a success, and of a malfunction."""
    bonuses: tuple[frozenset[str], ...]
    powers: tuple[tuple[str, int], ...]
    """With the charges of each."""


def _panel(
    name: str,
    symbol: int,
    armor_spaces: int,
    training: str,
    numbers: str,
    bonuses: Sequence[str],
    powers: Sequence[tuple[str, int]],
) -> Panel:
    damage = [tuple(map(int, pair.split("/"))) for pair in numbers.split()]
    return Panel(
        name=name,
        symbol=symbol,
        armor_spaces=armor_spaces,
        offensive=training == "offensive",
        numbers={command: (good, bad) for command, (good, bad) in zip(COMMANDS, damage, strict=True)},
        bonuses=tuple(frozenset(row.split()) for row in bonuses),
        powers=tuple(powers),
    )


PANELS = (
    _panel(
        "M3-OW", TRIANGLE, 1, "defensive", "2/1 3/2 4/2 6/3 8/4 11/6",
        ("armor power", "upgrade charge", ""),
        ((OPPONENT_REROLLS, 3), (SWITCH, 3), (EXTRA_REROLL, 2)),
    ),
    _panel(
        "Overclock", CROSS, 2, "defensive", "2/1 3/1 5/2 6/3 7/3 11/5",
        ("upgrade", "power", "armor charge", ""),
        ((PREVENT, 2), (OPPONENT_REROLLS, 4), (EXTRA_REROLL, 2)),
    ),
    _panel(
        "Pytron", SQUARE, 1, "offensive", "2/1 3/2 5/2 6/3 9/4 12/5",
        ("power", "upgrade power", ""),
        ((ONE_ANY, 2), (FORCE_REROLL, 3), (FLIP, 3)),
    ),
    _panel(
        "Slicer", PENTAGON, 1, "offensive", "3/1 4/2 6/3 8/4 10/5 15/6",
        ("power", "upgrade power", ""),
        ((EXTRA_REROLL, 3), (SWITCH, 2), (EXTRA_DIE, 2)),
    ),
    _panel(
        "Tetsubot", CIRCLE, 2, "defensive", "2/1 3/1 5/2 7/3 8/4 12/5",
        ("armor", "upgrade", "power", "upgrade armor", ""),
        ((PREVENT, 3), (FORCE_REROLL, 2), (FLIP, 2)),
    ),
    _panel(
        "V-REX", DIAMOND, 1, "offensive", "3/1 4/2 6/3 9/4 10/5 14/7",
        ("upgrade", "power", "upgrade charge", ""),
        ((FLIP, 3), (BOOST, 2), (EXTRA_DIE, 3)),
    ),
)  # fmt: skip
"""In the order in which they are offered: by name."""


@frozen
class Tile:
    name: str
    attack: int = 0
    """Added to the damage that a bot deals from here."""
    defense: int = 0
    """Subtracted from the damage that a bot takes here."""
    usable: bool = False
    """Once in an attack, instead of a power."""


STATION, GRILL = Tile("Energy Station", usable=True), Tile("Hot Grill", usable=True)
TILES = (STATION, Tile("High Ground", attack=-2, defense=2), GRILL, Tile("Laser Turret", attack=2, defense=-2))
NEIGHBOURS = ((1, 2, 3), (3, 0, 2), (0, 3, 1), (1, 2, 0))
"""Of the four places of a duel, each neighbours every other; in the order in which they are offered."""
