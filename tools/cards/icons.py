"""Small pictures for words that stand on cards of many games: a shield for armor, a heart for health.

Each picture is ours, drawn on a square of 24 units with one path. `icon_for` finds one by any word of a label; words
without a picture stay words.
"""

from __future__ import annotations

import re
from math import cos, pi, sin

_WORD = re.compile(r"[a-z]+")


def _polygon(corners: int, turned: float = 0.0) -> str:
    points = [
        (12 + 9.5 * sin(2 * pi * (at + turned) / corners), 12 - 9.5 * cos(2 * pi * (at + turned) / corners))
        for at in range(corners)
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _star(rays: int, inner: float = 0.42) -> str:
    points = []
    for at in range(2 * rays):
        radius = 10.5 * (inner if at % 2 else 1)
        points.append((12 + radius * sin(pi * at / rays), 12 - radius * cos(pi * at / rays)))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


_CIRCLE = "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 0 1 0-19Z"

PATHS: dict[str, str] = {
    "sword": (
        "M21 2.5 20.6 6 11.2 15.4 8.6 12.8 18 3.4 Z M7.2 13.2 10.8 16.8 9.4 18.2 8.2 17 5 20.2 5.4 21 4 "
        "22.4 1.6 20 3 18.6 3.8 19 7 15.8 5.8 14.6 Z"
    ),
    "shield": "M12 1.8 20.5 4.6 V11.5 C20.5 16.6 16.8 20.6 12 22.4 7.2 20.6 3.5 16.6 3.5 11.5 V4.6 Z",
    "heart": "M12 21.5 3.6 13 A5.6 5.6 0 0 1 11.6 5.2 L12 5.7 12.4 5.2 A5.6 5.6 0 0 1 20.4 13 Z",
    "bolt": "M13.6 1.5 4.5 13.6 H10.6 L8.8 22.5 19.5 9.4 H12.6 Z",
    "boot": "M8 2 H15 V11.4 L20.6 14.6 C22 15.4 22.4 16.4 22.4 18.4 V20.5 H6.6 V15.5 L8 12 Z",
    "flame": (
        "M12.6 1.5 C13.4 5.6 18.8 8.6 18.8 14.6 A6.8 6.8 0 0 1 5.2 14.8 C5.2 11.8 6.8 10.2 7.8 8.2 8.6 "
        "9.4 9.2 10.4 10.4 10.8 10.2 7.2 10.6 4.2 12.6 1.5 Z"
    ),
    "drop": "M12 1.8 C15.4 6.6 18.8 10.6 18.8 14.9 A6.8 6.8 0 0 1 5.2 14.9 C5.2 10.6 8.6 6.6 12 1.8 Z",
    "leaf": (
        "M21.5 2.5 C22 12 18.4 19.5 10 19.5 8.4 19.5 7 19.1 5.8 18.3 L3.6 21.5 2 20.2 4.6 16.6 C3.4 9.4 "
        "9.6 3 21.5 2.5 Z"
    ),
    "snow": (
        "M11 2 H13 V8.6 L18.7 5.3 19.7 7 14 10.3 V13.7 L19.7 17 18.7 18.7 13 15.4 V22 H11 V15.4 L5.3 18.7 "
        "4.3 17 10 13.7 V10.3 L4.3 7 5.3 5.3 11 8.6 Z"
    ),
    "stone": "M7.5 4.5 15.6 3.2 21 9.4 22 17.4 16.4 20.8 H5.4 L2 14.8 4 8.2 Z",
    "wind": (
        "M2 8 H13.2 A2.6 2.6 0 1 0 10.6 5.4 H8.6 A4.6 4.6 0 1 1 13.2 10 H2 Z M2 12 H18 A4.2 4.2 0 1 1 "
        "13.8 16.2 H15.8 A2.2 2.2 0 1 0 18 14 H2 Z M2 16 H8.6 A3.2 3.2 0 1 1 5.4 19.2 H7.4 A1.2 1.2 0 1 0 "
        "8.6 18 H2 Z"
    ),
    "eye": (
        "M12 5 C17 5 20.6 8.2 22.5 12 20.6 15.8 17 19 12 19 S3.4 15.8 1.5 12 C3.4 8.2 7 5 12 5 Z M12 8 A4 "
        "4 0 1 0 12 16 4 4 0 0 0 12 8 Z"
    ),
    "gear": (
        "M10.2 1.8 H13.8 L14.4 4.8 16.6 5.7 19.1 4 21.6 6.6 19.9 9.2 20.8 11.3 23 11.9 V14.4 L20 15 19.1 "
        "17.2 20.8 19.7 18.2 22.2 15.7 20.6 13.6 21.4 13.1 23 H10.4 L9.8 20.9 7.8 20.1 5.2 21.8 2.7 19.2 "
        "4.4 16.7 3.5 14.6 1 14 V10.6 L4 10 4.9 7.9 3.2 5.2 5.8 2.7 8.3 4.4 9.6 4.2 Z M12 8.5 A3.8 3.8 0 "
        "1 0 12 16.1 3.8 3.8 0 0 0 12 8.5 Z"
    ),
    "target": (
        "M12 1.5 A10.5 10.5 0 1 1 12 22.5 10.5 10.5 0 0 1 12 1.5 Z M12 4 A8 8 0 1 0 12 20 8 8 0 0 0 12 4 "
        "Z M12 7 A5 5 0 1 1 12 17 5 5 0 0 1 12 7 Z M12 9.6 A2.4 2.4 0 1 0 12 14.4 2.4 2.4 0 0 0 12 9.6 Z"
    ),
    "clock": (
        "M12 1.8 A10.2 10.2 0 1 1 12 22.2 10.2 10.2 0 0 1 12 1.8 Z M11 5.5 V12.6 L15.8 16 17 14.4 13 11.6 V5.5 Z"
    ),
    "coin": (
        "M12 2 A10 10 0 1 1 12 22 10 10 0 0 1 12 2 Z M12 4.2 A7.8 7.8 0 1 0 12 19.8 7.8 7.8 0 0 0 12 4.2 "
        "Z M10.8 7.5 H13.2 V16.5 H10.8 Z"
    ),
    "skull": (
        "M12 2 C17.4 2 21 5.6 21 10.2 21 13.2 19.6 15.4 17.4 16.8 V21.5 H6.6 V16.8 C4.4 15.4 3 13.2 3 "
        "10.2 3 5.6 6.6 2 12 2 Z M8.4 9 A2.2 2.2 0 1 0 8.4 13.4 2.2 2.2 0 0 0 8.4 9 Z M15.6 9 A2.2 2.2 0 "
        "1 0 15.6 13.4 2.2 2.2 0 0 0 15.6 9 Z"
    ),
    "die": (
        "M5 2.5 H19 A2.5 2.5 0 0 1 21.5 5 V19 A2.5 2.5 0 0 1 19 21.5 H5 A2.5 2.5 0 0 1 2.5 19 V5 A2.5 2.5 "
        "0 0 1 5 2.5 Z M7.5 5.8 A1.7 1.7 0 1 0 7.5 9.2 1.7 1.7 0 0 0 7.5 5.8 Z M16.5 14.8 A1.7 1.7 0 1 0 "
        "16.5 18.2 1.7 1.7 0 0 0 16.5 14.8 Z M12 10.3 A1.7 1.7 0 1 0 12 13.7 1.7 1.7 0 0 0 12 10.3 Z"
    ),
    "card": (
        "M6.5 1.8 H17.5 A2 2 0 0 1 19.5 3.8 V20.2 A2 2 0 0 1 17.5 22.2 H6.5 A2 2 0 0 1 4.5 20.2 V3.8 A2 2 "
        "0 0 1 6.5 1.8 Z M7 4.5 V12 H17 V4.5 Z"
    ),
    "bomb": (
        "M10 7 A7.6 7.6 0 1 1 10 22.2 7.6 7.6 0 0 1 10 7 Z M14.6 7.2 17.2 4.6 19.4 6.8 16.8 9.4 Z M18.4 "
        "3.8 20 1.6 21.2 2.4 20.2 4.4 22.6 4.6 22.4 6 19.6 5.6 Z"
    ),
    "flag": "M5 1.8 H7 V3.5 H20.5 L16.8 8.5 20.5 13.5 H7 V22.2 H5 Z",
    "arrow": "M12 2 21 12 H15.6 V22 H8.4 V12 H3 Z",
    "star": _star(5),
    "sun": _star(12, 0.66),
    "circle": _CIRCLE,
    "ring": _CIRCLE + "M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11Z",
    "triangle": _polygon(3),
    "square": "M3.5 3.5H20.5V20.5H3.5Z",
    "diamond": _polygon(4),
    "pentagon": _polygon(5),
    "hexagon": _polygon(6),
    "cross": "M6 2.8 12 8.8 18 2.8 21.2 6 15.2 12 21.2 18 18 21.2 12 15.2 6 21.2 2.8 18 8.8 12 2.8 6Z",
    "plus": "M9 2.5H15V9H21.5V15H15V21.5H9V15H2.5V9H9Z",
}

WORDS: dict[str, str] = {
    word: icon
    for icon, words in {
        "sword": "sword attack strike power weapon might fist blade claw fight melee",
        "shield": "shield armor armour defense defence guard block toughness plated defensive defender ward",
        "heart": "heart health life lives hp hull structure hits vitality heal",
        "bolt": "bolt energy charge lightning electric spark electricity shock",
        "boot": "boot speed move movement moves walk steps leg legs foot march",
        "flame": "flame fire burn burning heat hot",
        "drop": "drop water wave sea oil wet ocean",
        "leaf": "leaf plant grass nature forest wood jungle meadow",
        "snow": "snow ice frost cold freeze",
        "stone": "stone rock earth ground mountain terra",
        "wind": "wind air fly flight flying storm",
        "eye": "eye sight vision see head mind spirit psychic",
        "gear": "gear tech machine module equipment upgrade tool gadget technic robot bot mechanical metal steel",
        "target": "target range aim reach distance ranged ray",
        "clock": "clock time turn turns round rounds delay",
        "coin": "coin cost price gold money credits bonus shop",
        "skull": "skull death defeat poison dark shadow ghost",
        "die": "die dice roll reroll",
        "card": "card cards hand deck draw",
        "bomb": "bomb bombs blast explosion",
        "flag": "flag goal victory place position",
        "arrow": "arrow up level rise climb",
        "star": "star special ultimate skill magic",
        "sun": "sun light sunshine day",
        "circle": "circle round ball dot",
        "ring": "ring",
        "triangle": "triangle",
        "square": "square box",
        "diamond": "diamond gem jewel crystal",
        "pentagon": "pentagon",
        "hexagon": "hexagon hex",
        "cross": "cross",
        "plus": "plus extra",
    }.items()
    for word in words.split()
}
"""The words of each picture; a word that several pictures claim belongs to the last of them."""


def icon_for(*labels: str) -> str | None:
    """The name of the picture for the first word of the labels that has one."""
    for label in labels:
        for word in _WORD.findall(label.lower()):
            icon = WORDS.get(word) or WORDS.get(word.removesuffix("s"))
            if icon is not None:
                return icon
    return None


def icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    """A picture in a square of the given size."""
    return (
        f'<path class="icon" transform="translate({x:.2f} {y:.2f}) scale({size / 24:.4f})" fill="{fill}" '
        f'fill-rule="evenodd" d="{PATHS[name]}"/>'
    )
