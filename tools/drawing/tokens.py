"""Assigns short tokens to the things on a board and lists their meanings.

A token identifies a name and an owner, not one copy of a thing: views do not distinguish copies, so a token that did
would jump from one to the other. If two things would get the same letters, the later one gets different ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from interpreter.visibility.view_types import ThingView, View
from tools.drawing.schema import Schema
from tools.drawing.styled_text import Run, seat_style, short
from tools.drawing.value_words import face

LONGEST = 26
"""So many letters of a name are told in the legend."""
PRINTED = 2
"""What prints more numbers than this is looked up by who wants to know."""


@define
class TokenLegend:
    """Gives tokens as they are asked for, in a fixed order, and keeps the list of what they mean."""

    view: View
    schema: Schema
    meant: dict[str, tuple[str, str]] = field(factory=dict, init=False)  # token: style and meaning
    _of: dict[tuple[str, str], str] = field(factory=dict, init=False)
    _seats: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        initials = [seat[:1].upper() for seat in self.view.seats]
        for seat, initial in zip(self.view.seats, initials, strict=True):
            ways = [initial] if initials.count(initial) == 1 and initial.isalnum() else _ways(seat)
            self._seats[seat] = next(one for one in ways if one not in self._seats.values())
        standing = [thing for thing in self.view.things if thing.place is not None and "space" in thing.place]
        for thing in sorted(standing, key=self._order):  # by name, so that a token stays when things move
            if not (thing.kind == "Player" or self.schema.is_a(thing.kind, "Die")):
                self._token((thing.name, thing.owner or ""), self._called(thing))

    def _order(self, thing: ThingView) -> tuple[bool, int, str]:
        seats = self.view.seats
        return thing.owner is None, seats.index(thing.owner) if thing.owner in seats else 0, thing.name

    def _called(self, thing: ThingView) -> str:
        return self.schema.kind(thing.name) if thing.name == thing.kind else thing.name

    def style(self, owner: str | None) -> str:
        return seat_style(self.view.seats.index(owner)) if owner in self.view.seats else ""

    def seat(self, name: str) -> Run:
        """A player as a mark on the board."""
        token = self._seats.get(name) or self._token(("", name), name)
        return self._keep(token, f"{self.style(name)} strong".strip(), name)

    def thing(self, found: ThingView) -> Run:
        if found.kind == "Player":
            return self.seat(found.name)
        if "face" in found.fields and self.schema.is_a(found.kind, "Die"):
            return self._die(found)
        owner = f" ({found.owner})" if found.owner else ""
        name = self._called(found)
        token = self._token((found.name, found.owner or ""), name)
        style = f"{self.style(found.owner)} strong" if found.owner else ""
        return self._keep(token, style.strip(), short(name, LONGEST) + (owner or self._prints(found)))

    def _die(self, found: ThingView) -> Run:
        """What a die shows; a star says that something is true of it."""
        shown = face(found.fields["face"], self.schema)
        fields = self.schema.fields.get(found.kind, ())
        kept = [one.words for one in fields if one.sort == "keeps" and found.fields.get(one.name) is True]
        if kept:
            shown = f"{shown[:-1]}*]"
            known = self.meant.get("*", ("", ""))[1].split(" or ")
            self.meant["*"] = "", " or ".join(filter(None, dict.fromkeys([*known, ", ".join(kept)])))
        return shown, self.style(found.owner)

    def _prints(self, found: ThingView) -> str:
        """The numbers that are printed on what belongs to nobody."""
        numbers = self.schema.printed.get(found.card or "", {})
        told = [f"{name} {value}" for name, value in numbers.items() if isinstance(value, int) and value]
        return f" ({', '.join(told)})" if told and len(told) <= PRINTED else ""

    def word(self, about: str, word: str) -> Run:
        """A word of the game: a symbol, a mark, the name of a truth."""
        return self._keep(self._token((about, word), word), "", word)

    def truth(self, kind: str, name: str, word: str) -> Run:
        """A truth that is kept; if it is the only one that its kind keeps, a cross says it."""
        only = sum(one.truth and one.sort == "keeps" for one in self.schema.fields.get(kind, ())) == 1
        return self._keep("×", "strong", word) if only else self.word(name, word)

    def _keep(self, token: str, style: str, meaning: str) -> Run:
        self.meant.setdefault(token, (style, meaning))
        return token, style

    def _token(self, key: tuple[str, str], words: str) -> str:
        if key not in self._of:
            taken = {*self._of.values(), *self._seats.values(), "×"}
            self._of[key] = next(token for token in _ways(words) if token not in taken)
        return self._of[key]


def _ways(words: str) -> Iterator[str]:
    """Tokens for a name, the best first: initials, first letters, a letter and another, a letter and a number."""
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
