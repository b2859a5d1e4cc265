"""The visible contents of each space of a board: the sign of its ground, the things on it, the values kept on it.

The sign is the one the author drew, as long as the space still matches it; after a change, it is the sign of what the
space is now. Values without a sign are shown beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from interpreter.visibility.view_types import BoardView, SpaceView, ThingView, View
from tools.drawing.model import DrawnBoard, DrawnSpace, DrawnToken
from tools.drawing.schema import DrawnMap, Schema, Sign
from tools.drawing.tokens import TokenLegend
from tools.drawing.value_words import ValueWords, face, mark_words
from tools.report.escape import printable

EMPTY = "·"
BLANKS = (".", "·", "_")
"""Signs that authors draw where nothing is."""


@define
class BoardReader:
    """Reads the boards of a view; all of them share the tokens."""

    view: View
    schema: Schema
    tokens: TokenLegend = field(init=False)
    words: ValueWords = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tokens = TokenLegend(self.view, self.schema)
        self.words = ValueWords(self.view, self.schema)

    def boards(self) -> tuple[DrawnBoard, ...]:
        return tuple(self._board(board) for board in self.view.boards)

    def _board(self, board: BoardView) -> DrawnBoard:
        drawn = self.schema.maps.get(board.map) or DrawnMap(board.map, {}, {})
        signs: dict[str, str] = {}
        spaces = tuple(self._space(space, drawn, signs) for space in board.spaces)
        owner = self.view.thing(board.spaces[0].thing).owner if board.spaces else None
        links = tuple(self.schema.links(board.map).items())
        return DrawnBoard(drawn.title, board.map, board.grid, spaces, tuple(signs.items()), owner, links)

    def _space(self, space: SpaceView, drawn: DrawnMap, signs: dict[str, str]) -> DrawnSpace:
        thing = self.view.thing(space.thing)
        letter, sign = self._ground(thing, drawn, drawn.signs.get((space.row, space.column), ""))
        laid = self.words.ground.get(space.thing)
        shown = EMPTY if letter in BLANKS or not letter else letter
        plain = not sign.words or sign.words == letter or (letter.isdigit() and sign.words.endswith(f" {letter}"))
        if laid is None and not plain:
            signs.setdefault(shown, sign.words)
        chips, beside = tuple(self._chips(thing, sign)), tuple(self._beside(thing, sign))
        if laid is not None:
            ground = self.tokens.thing(laid)
        else:
            ground = DrawnToken(printable(shown), sign.words, emphasis="dim" if shown == EMPTY else "plain")
        return DrawnSpace(space.thing, space.name, space.row, space.column, ground, laid is not None, chips, beside)

    def _ground(self, space: ThingView, drawn: DrawnMap, letter: str) -> tuple[str, Sign]:
        first = drawn.declarations.get(letter)
        if first is None or _holds(space, first):
            return letter, first or Sign()
        candidates = [(name, sign) for name, sign in drawn.declarations.items() if sign.weight and _holds(space, sign)]
        return max(candidates, key=lambda entry: entry[1].weight, default=("", Sign()))

    # -------------------------------------------------------------------------------------------------- chips

    def _beside(self, space: ThingView, sign: Sign) -> Iterator[DrawnToken]:
        """The symbols kept on a space; their field says in the legend what they mean here."""
        for kept in self.schema.fields.get(space.kind, ()):
            value = space.fields.get(kept.name)
            if kept.sort == "keeps" and isinstance(value, str) and value and value != sign.prints.get(kept.name):
                symbol = self.schema.symbol(value)
                yield self.tokens.word(kept.name, symbol, f"{symbol} ({kept.words})")

    def _chips(self, space: ThingView, sign: Sign) -> Iterator[DrawnToken]:
        laid = self.words.ground.get(space.number)
        upon = [thing for thing in self.words.standing.get(space.number, ()) if thing is not laid]
        for thing in sorted(upon, key=lambda item: item.owner is None):
            yield self.tokens.thing(thing)
        for kept in self.schema.fields.get(space.kind, ()):
            value = space.fields.get(kept.name)
            if kept.sort == "keeps" and not isinstance(value, str) and value != sign.prints.get(kept.name):
                yield from self._kept(space, kept.name, value, kept.words)
        for mark in space.marks:
            if mark["mark"] not in sign.marks:
                yield self.tokens.word("mark", mark_words(mark))
        for zone in space.zones:
            visible = [self.view.thing(number) for number in zone.things if number is not None]
            yield from map(self.tokens.thing, visible)
            if zone.number > len(visible):
                hidden = zone.number - len(visible)
                yield DrawnToken(f"{hidden}?", f"{hidden} hidden", emphasis="dim")

    def _kept(self, space: ThingView, name: str, value: Any, words: str) -> Iterator[DrawnToken]:
        match value:
            case None | False | 0 | [] | "":
                return
            case True:
                yield self.tokens.truth(space.kind, name, words)
            case int():
                yield DrawnToken(str(value), f"{words} {value}")
            case str():
                yield self.tokens.word(name, self.schema.symbol(value))
            case {"thing": int(number)}:
                yield self.tokens.thing(self.view.thing(number))
            case {"number": _, "symbols": _}:
                yield DrawnToken(printable(face(value, self.schema)), words)
            case list():
                for item in value:
                    yield from self._kept(space, name, item, words)
            case _:
                return


def _holds(space: ThingView, sign: Sign) -> bool:
    """Whether a space still matches a sign."""
    marks = {mark["mark"] for mark in space.marks}
    same = all(space.fields.get(name, value) == value for name, value in sign.prints.items())
    return same and marks.issuperset(sign.marks)
