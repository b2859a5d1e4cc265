"""Values as numbers from -1 to 1: amounts, truths, names out of a list, faces, places and lists of these.

Values are those of a view: plain data, with things as numbers of that view. An encoding always yields as many numbers
as it has features, whatever the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.visibility.view_types import View

HALF = 8.0
"""A number without a declared range is squeezed: this one becomes a half."""
LIST_ITEMS = 6
"""The first items of a list have numbers of their own."""


@frozen
class Feature:
    """One number of a vector: what it is about, and its range."""

    name: str
    low: float = 0.0
    high: float = 1.0


@frozen
class Perspective:
    """One view with the numbers that it is read with."""

    view: View
    seats: tuple[str, ...]
    """Beginning with the seat that looks."""
    order: Mapping[int, int]
    """For each thing its number among those of its kind, from 1."""

    def owner(self, thing: int | None) -> str | None:
        """The seat that a thing belongs to."""
        return self.view.things[thing].owner if thing is not None else None

    def rank(self, thing: int | None, most: int) -> float:
        """A thing by its number among those of its kind, from 0 for none to 1."""
        return min(1.0, self.order[thing] / most) if thing is not None else 0.0


@frozen
class Encoding:
    """How one value becomes numbers."""

    features: tuple[Feature, ...]
    encode: Callable[[Perspective, Any], Sequence[float]]

    def numbers(self, seen: Perspective, value: Any) -> Sequence[float]:
        """The numbers of a value; zeros for none, and for a thing that the seat may not know."""
        if value is None or (isinstance(value, Mapping) and value.get("hidden")):
            return (0.0,) * len(self.features)
        return self.encode(seen, value)


def squeezed(number: float) -> float:
    """A number without limits, between -1 and 1."""
    return number / (abs(number) + HALF)


def amount(name: str, low: int | None = None, high: int | None = None) -> Encoding:
    """A number; with a declared range, from 0 at its lower end to 1 at its upper end."""
    if low is None or high is None or low == high:
        feature = Feature(name, 0.0 if low is not None and low >= 0 else -1.0)
        return Encoding((feature,), lambda seen, value: (squeezed(value),))
    return Encoding((Feature(name),), lambda seen, value: (min(1.0, max(0.0, (value - low) / (high - low))),))


def flag(name: str) -> Encoding:
    return Encoding((Feature(name),), lambda seen, value: (float(bool(value)),))


def code(name: str, values: Sequence[Any], read: Callable[[Any], Any] = lambda value: value) -> Encoding:
    """One of a list, as the binary digits of its number from 1: short, and different for each of them."""
    bits = len(values).bit_length()
    number = {value: index for index, value in enumerate(values, 1)}
    features = tuple(Feature(f"{name}, digit {bit + 1}") for bit in range(bits))

    def encode(seen: Perspective, value: Any) -> Sequence[float]:
        index = number.get(read(value), 0)
        return [float(index >> bit & 1) for bit in range(bits)]

    return Encoding(features, encode)


def face(name: str, faces: Sequence[tuple[int, tuple[str, ...]]]) -> Encoding:
    """A face of a die."""
    distinct = tuple(dict.fromkeys(faces))
    return code(name, distinct, lambda value: (value.get("number"), tuple(value.get("symbols", ()))))


def number_of(name: str, most: int) -> Encoding:
    """A thing, by its number among those of its kind."""
    return Encoding((Feature(name),), lambda seen, value: (seen.rank(value.get("thing"), most),))


def distances(seats: int) -> tuple[str, ...]:
    """The players as the seat that looks calls them."""
    return ("me", *(f"opponent {number}" for number in range(1, seats)))


def seat(name: str, seats: int) -> Encoding:
    """A seat, by its distance from the one that looks."""
    features = tuple(Feature(f"{name} is {who}") for who in distances(seats))
    return Encoding(features, lambda seen, value: [float(value == other) for other in seen.seats])


def player(name: str, seats: int) -> Encoding:
    """A player in a field."""
    inner = seat(name, seats)
    return Encoding(inner.features, lambda seen, value: inner.numbers(seen, seen.owner(value.get("thing"))))


def listed(name: str, item: Encoding) -> Encoding:
    """A list: its length and its first items."""
    own = tuple(
        Feature(f"{name} {number + 1}: {feature.name}", feature.low, feature.high)
        for number in range(LIST_ITEMS)
        for feature in item.features
    )

    def encode(seen: Perspective, value: Any) -> Sequence[float]:
        whole = _items(value)
        first = [*whole[:LIST_ITEMS], *[None] * (LIST_ITEMS - len(whole))]
        return [squeezed(len(whole)), *(number for part in first for number in item.numbers(seen, part))]

    return Encoding((Feature(f"length of {name}"), *own), encode)


def _items(value: Any) -> list[Any]:
    """A value as a list: a range and a single item are lists, too, wherever a list is expected."""
    match value:
        case list():
            return value
        case {"from": int() as low, "to": high}:
            return list(range(low, (low + LIST_ITEMS if high is None else high) + 1))
        case _:
            return [value]


def place(zones: Sequence[str], most: int) -> Encoding:
    """Where a thing is: its zone, level and holder, or its space."""
    zone = code("zone", zones)
    features = (*zone.features, Feature("level", -1.0), Feature("holder is mine"), Feature("holder"), Feature("space"))

    def encode(seen: Perspective, value: Any) -> Sequence[float]:
        space, holder = value.get("space"), value.get("holder")
        return [
            *zone.numbers(seen, value.get("zone")),
            squeezed(value.get("level") or 0),
            float(seen.owner(holder) == seen.seats[0]),
            seen.rank(holder, most),
            seen.rank(space, most),
        ]

    return Encoding(features, encode)
