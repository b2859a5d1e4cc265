"""The colours of cards: a value that is called like a colour has it, others get one of a quiet palette in turn."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Tint:
    """The colours of a band, of the ground of a picture, and of edges and signs on them."""

    band: str
    wash: str
    edge: str


PLAIN = Tint("#e3e6eb", "#f3f4f7", "#7d8694")
NAMED = {
    "red": Tint("#f3c3bd", "#fbeae7", "#b4483b"),
    "orange": Tint("#f8d7ac", "#fdf1e0", "#b9741c"),
    "yellow": Tint("#f6eaa6", "#fcf8e0", "#a18a1a"),
    "green": Tint("#c9e6c0", "#edf7ea", "#4d8a3c"),
    "blue": Tint("#bcd9f2", "#e8f2fb", "#3470a8"),
    "purple": Tint("#dccdf0", "#f3edfa", "#7551a6"),
    "brown": Tint("#e0cdb8", "#f5eee6", "#8a6238"),
    "black": Tint("#c6cad2", "#eceef1", "#3a4049"),
    "white": Tint("#eef0f3", "#fafbfc", "#8d96a5"),
    "grey": PLAIN,
    "gray": PLAIN,
}
PALETTE = ("blue", "green", "orange", "purple", "red", "yellow", "brown", "black")


def tints_of(values: Iterable[str]) -> dict[str, Tint]:
    """A tint for each value: the colour of its name, or the next of the palette that no name has taken."""
    different = sorted({value.casefold() for value in values if value})
    result = {value: NAMED[value] for value in different if value in NAMED}
    free = [name for name in PALETTE if name not in result] or list(PALETTE)
    for number, value in enumerate(value for value in different if value not in NAMED):
        result[value] = NAMED[free[number % len(free)]]
    return result
