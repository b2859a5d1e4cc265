"""Assigns short tokens to the things on a board and lists their meanings.

A token identifies a name and an owner, not one copy of a thing: views do not distinguish copies, so a token that did
would jump from one to the other. If two things would get the same letters, the later one gets different ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.model import DrawnToken, Emphasis
from tools.drawing.schema import Schema
from tools.drawing.value_words import face
from tools.report.escape import printable

PRINTED = 2
"""What prints more numbers than this is looked up by who wants to know."""


@define
class TokenLegend:
    """Assigns tokens on request, in a fixed order, and records their meanings."""

    view: View
    schema: Schema
    meant: dict[str, DrawnToken] = field(factory=dict, init=False)  # the words of a token are its meaning
    _of: dict[tuple[str, str], str] = field(factory=dict, init=False)
    _seats: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        initials = [seat[:1].upper() for seat in self.view.seats]
        for seat, initial in zip(self.view.seats, initials, strict=True):
            ways = [initial] if initials.count(initial) == 1 and initial.isalnum() else _ways(seat)
            self._seats[seat] = next(way for way in ways if way not in self._seats.values())
        standing = [thing for thing in self.view.things if thing.place is not None and "space" in thing.place]
        for thing in sorted(standing, key=self._order):  # by name, so that a token stays when things move
            if not (thing.kind == "Player" or self.schema.is_a(thing.kind, "Die")):
                self._token((thing.name, thing.owner or ""), self._called(thing))

    def _order(self, thing: ThingView) -> tuple[bool, int, str]:
        seats = self.view.seats
        return thing.owner is None, seats.index(thing.owner) if thing.owner in seats else 0, thing.name

    def _called(self, thing: ThingView) -> str:
        return self.schema.kind(thing.name) if thing.name == thing.kind else thing.name

    def colour(self, owner: str | None) -> int | None:
        return self.view.seats.index(owner) if owner in self.view.seats else None

    def seat(self, name: str, thing: int | None = None) -> DrawnToken:
        """The token of a player."""
        letters = self._seats.get(name) or self._token(("", name), name)
        return self._keep(DrawnToken(letters, name, "", self.colour(name), "strong", thing))

    def thing(self, thing: ThingView) -> DrawnToken:
        if thing.kind == "Player":
            return self.seat(thing.name, thing.number)
        if "face" in thing.fields and self.schema.is_a(thing.kind, "Die"):
            return self._die(thing)
        detail = f" ({thing.owner})" if thing.owner else self._prints(thing)
        name = self._called(thing)
        letters = self._token((thing.name, thing.owner or ""), name)
        emphasis: Emphasis = "strong" if thing.owner else "plain"
        return self._keep(DrawnToken(letters, name, detail, self.colour(thing.owner), emphasis, thing.number))

    def _die(self, thing: ThingView) -> DrawnToken:
        """The face of a die; a star marks a flag that is set."""
        shown = face(thing.fields["face"], self.schema)
        fields = self.schema.fields.get(thing.kind, ())
        kept = [field.words for field in fields if field.sort == "keeps" and thing.fields.get(field.name) is True]
        if kept:
            shown = f"{shown[:-1]}*]"
            words = self.meant["*"].words.split(" or ") if "*" in self.meant else []
            self.meant["*"] = DrawnToken("*", " or ".join(filter(None, dict.fromkeys([*words, ", ".join(kept)]))))
        name = " ".join([self._called(thing), shown, *kept])
        return DrawnToken(printable(shown), name, colour=self.colour(thing.owner), thing=thing.number)

    def _prints(self, thing: ThingView) -> str:
        """The printed numbers of a thing without an owner."""
        numbers = self.schema.printed.get(thing.card or "", {})
        values = [f"{name} {value}" for name, value in numbers.items() if isinstance(value, int) and value]
        return f" ({', '.join(values)})" if values and len(values) <= PRINTED else ""

    def word(self, about: str, word: str, meaning: str = "") -> DrawnToken:
        """The token of a word of the game: a symbol, a mark, a flag."""
        return self._keep(DrawnToken(self._token((about, word), word), meaning or word))

    def truth(self, kind: str, name: str, word: str) -> DrawnToken:
        """The token of a stored flag; a cross if it is the only flag of its kind."""
        only = sum(field.truth and field.sort == "keeps" for field in self.schema.fields.get(kind, ())) == 1
        return self._keep(DrawnToken("×", word, emphasis="strong")) if only else self.word(name, word)

    def _keep(self, token: DrawnToken) -> DrawnToken:
        self.meant.setdefault(token.letters, token)
        return token

    def _token(self, key: tuple[str, str], words: str) -> str:
        if key not in self._of:
            taken = {*self._of.values(), *self._seats.values(), "×"}
            self._of[key] = next(token for token in _ways(words) if token not in taken)
        return self._of[key]


def _ways(words: str) -> Iterator[str]:
    """Possible tokens for a name, the best first: initials, first letters, two letters, a letter and a number."""
    letters = [part for part in ("".join(c for c in word if c.isalnum()) for word in words.split()) if part]
    whole = "".join(letters) or "?"
    if len(letters) > 1:
        yield (letters[0][0] + letters[1][0]).upper()
    first = whole[0].upper()
    if len(whole) == 1:
        yield first
    for other in whole[1:]:
        yield first + other.lower()
    for number in range(2, 1_000_000):
        yield f"{first}{number}"
