"""What one seat sees of a match, as plain frozen data: the one drawing from which the terminal and the studio draw.

Everything is already in words and nothing is measured: a text drawing decides what fits on a screen, a page what to
show first. The model is made from the view of a seat, so it holds nothing that this seat may not know, and it knows no
terminal, no colour (seats are numbered) and no game. `news` and `question` are filled in by whoever runs the match.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Emphasis = Literal["plain", "dim", "strong"]
FactSource = Literal["printed", "kept", "computed"]


@frozen
class DrawnToken:
    """A few letters that stand for something on a board: a piece, the face of a die, a value, the ground."""

    letters: str
    words: str = ""
    detail: str = ""
    """What a legend adds to the words: the owner, or the printed numbers."""
    colour: int | None = None
    """The number of the seat whose colour it has."""
    emphasis: Emphasis = "plain"
    thing: int | None = None


@frozen
class DrawnFact:
    """One value of a piece in words; a table has rows instead."""

    name: str
    label: str
    words: str = ""
    rows: tuple[str, ...] = ()
    source: FactSource = "kept"
    rank: int = 0
    """Summaries and numbers come before flags."""
    number: int | None = None
    flag: bool = False
    table: bool = False
    initial: bool = False
    """Whether it is stored and has not changed yet."""
    summary: bool = False
    """Whether it is computed and printed on no card."""
    evident: bool = False
    """Whether the drawing shows it anyway, such as the owner of a piece."""

    @property
    def text(self) -> str:
        return self.label if self.flag else f"{self.label} {self.words}"


@frozen
class DrawnMark:
    """A keyword or status in words."""

    words: str
    printed: bool
    """Whether the card prints it."""


@frozen
class DrawnZone:
    """The contents of a zone, or of one level of it, from the top down; `hidden` of them are face down."""

    name: str
    words: str
    level: int | None
    number: int
    pieces: tuple[DrawnPiece, ...]
    hidden: int
    standing: tuple[int, ...]
    """Things of this zone that are drawn on a board, by their numbers."""
    item: str
    """The kind of its contents in words; `items` for several."""
    items: str
    kinds: tuple[tuple[str, str], ...] = ()
    """Of a level: the kinds that may lie on it, with their words."""


@frozen
class DrawnPiece:
    """A thing on the table with everything visible about it and in it."""

    number: int
    kind: str
    name: str
    owner: str | None
    colour: int | None
    token: DrawnToken
    card: str | None = None
    space: int | None = None
    """The space it is on."""
    place: str = ""
    """The name of that space."""
    die: str = ""
    """The face of a die, in brackets."""
    facts: tuple[DrawnFact, ...] = ()
    prints: tuple[DrawnFact, ...] = ()
    """The numbers and symbols that its card prints."""
    takes: str = ""
    """Of a slot: the values that may lie on it."""
    tables: tuple[DrawnFact, ...] = ()
    """The printed tables of the viewer's own things, where they say more than the drawing."""
    marks: tuple[DrawnMark, ...] = ()
    parts: tuple[DrawnPiece, ...] = ()
    whole: bool = True
    """Whether it has no parts at all: spaces of its own board count as parts, and are drawn there."""
    zones: tuple[DrawnZone, ...] = ()


@frozen
class DrawnSpace:
    """A space of a board: its ground, and the tokens of everything on it."""

    thing: int
    name: str
    row: int
    column: int
    ground: DrawnToken
    laid: bool
    """Whether the ground is a thing that lies there, not a sign of the map."""
    chips: tuple[DrawnToken, ...] = ()
    beside: tuple[DrawnToken, ...] = ()
    """The symbols kept on it."""


@frozen
class DrawnBoard:
    """A board with its spaces in the order of its drawing, and the meanings of its ground signs."""

    title: str
    map: str
    grid: str
    """`square`, `hex`, `track` or `graph`."""
    spaces: tuple[DrawnSpace, ...]
    signs: tuple[tuple[str, str], ...]
    owner: str | None = None
    links: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a graph: the names of the neighbours of each space."""


@frozen
class DrawnHolder:
    """A player, with what stands on boards for them."""

    piece: DrawnPiece
    active: bool
    out: bool
    won: bool
    standing: tuple[DrawnPiece, ...]


@frozen
class NewsItem:
    """A line of the news: the number of its last event, its indentation, its words, how often it happened in a row."""

    number: int
    inset: int
    words: str
    times: int = 1


@frozen
class DrawnOption:
    """An option of a question, what it does in a note, and what it touches: pieces and spaces by their numbers."""

    index: int
    words: str
    note: str = ""
    group: str = ""
    """The action that it is a way of."""
    alike: int = 1
    touches: tuple[int, ...] = ()
    space: int | None = None
    """The space that tells it apart from the other options."""
    card: str | None = None


@frozen
class DrawnQuestion:
    """A question to the viewer; an answer is `least` to `most` option numbers, from 0."""

    id: int
    seat: str
    sort: str
    prompt: str
    options: tuple[DrawnOption, ...]
    least: int
    most: int
    nothing: str
    """What choosing nothing means, in a word."""
    context: str = ""
    counted: bool = False
    """Whether the options are plain numbers."""
    fits: tuple[tuple[int, ...], ...] | None = None
    such: str = ""


@frozen
class Headline:
    """The game with its unusual settings, and the moment of the match."""

    title: str
    settings: tuple[str, ...]
    moment: tuple[str, ...]


@frozen
class Picture:
    """The whole table as a seat sees it; `seat` is none for a spectator."""

    seat: str | None
    seats: tuple[str, ...]
    headline: Headline
    boards: tuple[DrawnBoard, ...]
    players: tuple[DrawnHolder, ...]
    free: tuple[DrawnPiece, ...]
    """What stands on a board and belongs to nobody."""
    table: DrawnPiece | None
    legend: tuple[DrawnToken, ...]
    over: bool = False
    waiting: tuple[str, ...] = ()
    news: tuple[NewsItem, ...] = ()
    question: DrawnQuestion | None = None
