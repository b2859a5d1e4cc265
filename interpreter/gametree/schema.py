"""What a seat sees as a row of numbers from -1 to 1, always of the same length for a game.

The schema follows from the kinds of the game: a block for the course of the match and the question, then for each kind
a block for each of its things, up to the most that a survey has met. A block says whose the thing is, where it lies,
which card it is, and the values of its fields and marks. Players come in the order of their distance from the seat, so
every seat sees itself first. A vector is made from the view of the seat and from nothing else: it cannot tell what the
view does not. Things beyond the last block are left out; the sizes of zones still count them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.evaluate import dice
from interpreter.gametree import encodings as e
from interpreter.gametree.encodings import Encoding, Feature, Perspective
from interpreter.link.linked_program import LinkedProgram
from interpreter.visibility.view_types import RequestView, ThingView, View

SORTS = ("choose", "may", "either", "act", "ask", "pay", "arrange", "order")

Part = tuple[Callable[[ThingView], Any], Encoding]
"""How one value of a thing is read from a view, and how it becomes numbers."""


@frozen
class KindBlock:
    """The blocks of the things of one kind."""

    kind: str
    number: int
    parts: tuple[Part, ...]

    def features(self) -> Iterator[Feature]:
        for number in range(1, self.number + 1):
            for _, encoding in self.parts:
                for part in encoding.features:
                    yield Feature(f"{self.kind} {number}: {part.name}", part.low, part.high)

    def encode(self, seen: Perspective, things: Sequence[ThingView]) -> Iterator[float]:
        for thing in things[: self.number]:
            for read, encoding in self.parts:
                yield from encoding.numbers(seen, read(thing))
        size = sum(len(encoding.features) for _, encoding in self.parts)
        yield from (0.0,) * (size * max(0, self.number - len(things)))


@frozen
class VectorSchema:
    seats: tuple[str, ...]
    windows: tuple[str, ...]
    blocks: tuple[KindBlock, ...]
    features: tuple[Feature, ...] = field(init=False)
    """Every number of a vector, in order."""

    @features.default
    def _features(self) -> tuple[Feature, ...]:
        things = (feature for block in self.blocks for feature in block.features())
        return (*_course_features(len(self.seats), self.windows), *things)

    def __len__(self) -> int:
        return len(self.features)

    def encode(self, view: View, seat: str) -> tuple[float, ...]:
        """A view as numbers; `seat` is the one that looks."""
        first = self.seats.index(seat)
        by_kind: dict[str, list[ThingView]] = {}
        for thing in view.things:
            by_kind.setdefault(thing.kind, []).append(thing)
        seats = self.seats[first:] + self.seats[:first]
        order: dict[int, int] = {}
        for alike in by_kind.values():  # things of the seat that looks come first, then those of the next one
            place = {seat: number for number, seat in enumerate(seats)}
            alike.sort(key=lambda thing: place.get(thing.owner or "", len(place)))
            order |= {thing.number: number for number, thing in enumerate(alike, 1)}
        seen = Perspective(view, seats, order)
        numbers = list(_course(seen, self.windows))
        for block in self.blocks:
            numbers += block.encode(seen, by_kind.get(block.kind, []))
        return tuple(numbers)


# ------------------------------------------------------------------------------------------- the course of a match


def _course_features(seats: int, windows: tuple[str, ...]) -> Iterator[Feature]:
    yield Feature("round")
    yield Feature("the match is over")
    for what in ("is active", "has to decide", "has won", "is in the game"):
        yield from (Feature(f"{who} {what}") for who in e.distances(seats))
    yield from (Feature(f"window {name}") for name in windows)
    yield from (Feature(f"question: {sort}") for sort in SORTS)
    yield from (Feature(name) for name in ("options", "least", "most"))


def _course(seen: Perspective, windows: tuple[str, ...]) -> Iterator[float]:
    view = seen.view
    yield e.squeezed(view.round)
    yield float(view.over)
    for seats in ((view.active,), view.waiting, view.winners, view.players):
        yield from (float(seat in seats) for seat in seen.seats)
    yield from (float(view.window == name) for name in windows)
    asked: RequestView | None = view.requests[0] if view.requests else None
    yield from (float(asked is not None and asked.sort == sort) for sort in SORTS)
    yield from map(e.squeezed, (len(asked.options), asked.least, asked.most) if asked is not None else (0, 0, 0))


# --------------------------------------------------------------------------------------------------------- things


def schema_of(linked: LinkedProgram, seats: tuple[str, ...], met: Mapping[str, int]) -> VectorSchema:
    """The schema of a game in which at most so many things of each kind were met."""
    reader = _Kinds(linked, len(seats), met)
    blocks = tuple(reader.block(kind) for kind in sorted(met))
    return VectorSchema(seats, tuple(sorted(linked.program.symbols.windows)), blocks)


@frozen
class _Kinds:
    """Derives the blocks of things from the declarations of their kinds."""

    linked: LinkedProgram
    seats: int
    met: Mapping[str, int]

    def block(self, kind: str) -> KindBlock:
        symbols = self.linked.program.symbols
        lineage = symbols.lineage(kind)
        cards = sorted(id for id, card in self.linked.cards.items() if card.kind == kind)
        parts: list[Part] = [(_here, e.flag("here")), (_owner, e.seat("owner", self.seats))]
        parts += [(_card, e.code("card", cards))] if cards else []
        parts += [(_place, e.place(self._zones(), max(self.met.values())))]
        for name, sig in sorted(symbols.fields(kind).items()):
            parts += self._field(name, sig)
        if kind in symbols.dice:
            parts.append((partial(_printed, name="face"), self._face("face", kind)))
        marks = (name for name, mark in symbols.marks.items() if set(mark.bearers) & set(lineage))
        parts += [(partial(_mark, name=name), e.amount(name, 0)) for name in sorted(marks)]
        return KindBlock(kind, self.met[kind], tuple(parts))

    def _zones(self) -> list[str]:
        shapes = self.linked.layout.kinds.values()
        return sorted({name for shape in shapes for name, sig in shape.fields.items() if sig.sort == "zone"})

    def _field(self, name: str, sig: FieldSig) -> Iterator[Part]:
        if sig.sort == "zone":
            levels = (None,) if sig.levels is None else range(sig.levels[0], sig.levels[1] + 1)
            for level in levels:
                shown = f"things in {name}" if level is None else f"things in {name} {level}"
                yield partial(_zone_size, name=name, level=level), e.amount(shown, 0)
        elif sig.sort in ("printed", "keeps", "stat", "stands"):
            encoding = self._value(name, t.plain(sig.type))
            if encoding is not None:
                yield partial(_printed, name=name), encoding

    def _value(self, name: str, type: t.Type) -> Encoding | None:
        """How the values of a type become numbers; none for texts, scripts and tables."""
        symbols = self.linked.program.symbols
        match type:
            case t.NumberT(low=low, high=high):
                return e.amount(name, low, high)
            case t.TruthT():
                return e.flag(name)
            case t.SymbolT(name=set) if set in symbols.symbols:
                return e.code(name, symbols.symbols[set].members)
            case t.FaceT(die=die) if die in symbols.dice:
                return self._face(name, die)
            case t.KindT(name="Player"):
                return e.player(name, self.seats)
            case t.KindT():
                return e.number_of(name, max(self.met.values()))
            case t.ListT(of=of):
                item = self._value(name, t.plain(of))
                return e.listed(name, item) if item is not None else None
            case _:
                return None

    def _face(self, name: str, die: str) -> Encoding:
        faces = dice.faces(self.linked.program.symbols, die)
        return e.face(name, [(face.number, face.symbols) for face in faces])


def _here(thing: ThingView) -> bool:
    return True


def _owner(thing: ThingView) -> str | None:
    return thing.owner


def _card(thing: ThingView) -> str | None:
    return thing.card


def _place(thing: ThingView) -> Any:
    return thing.place


def _printed(thing: ThingView, name: str) -> Any:
    return thing.fields.get(name)


def _zone_size(thing: ThingView, name: str, level: int | None) -> int:
    return sum(zone.number for zone in thing.zones if zone.name == name and zone.level == level)


def _mark(thing: ThingView, name: str) -> int:
    """The strength of a keyword or status: its first number, else how often the thing has it."""
    strength = 0
    for mark in thing.marks:
        if mark["mark"] == name:
            numbers = [part for part in mark["with"] if isinstance(part, int)]
            strength += numbers[0] if numbers else 1
    return strength
