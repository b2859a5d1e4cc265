"""Lays out the whole screen: a headline, the boards with their legend, and the panels, in the available space.

The most detailed drawing is tried first, then plainer ones, until one fits; boards and panels are side by side on a
wide screen. If nothing fits in height, the plainest is used and the reader scrolls, or for a page with a question a
brief one: without the boards of other players and without the meanings of signs, which the whole picture has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

from tools.drawing.boards import BoardDrawing, Style, draw, drawing_of, run_of
from tools.drawing.canvas import size
from tools.drawing.model import DrawnBoard, DrawnToken, Headline, Picture
from tools.drawing.panels import Detail, Panels
from tools.drawing.styled_text import Line, Run, TextStyle, beside, broken_held, cut, held, line, short, width

GAP = 3
LONGEST_NAME = 26
"""The number of letters of a name that the legend shows."""
LEAST_PANEL = 34
"""A panel beside a board is at least so wide."""
WIDE, WIDE_LEGEND, LEGEND = 100, 40, 32
"""On less width, the legend of a small board is narrower, because the panels beside it need the room."""
_DETAILS: tuple[Detail, ...] = ("full", "some", "little")
_TRIES: tuple[tuple[Detail, Style, Style], ...] = (
    ("full", "roomy", "roomy"), ("full", "roomy", "boxed"), ("full", "roomy", "bare"),
    ("full", "boxed", "boxed"), ("full", "boxed", "bare"),
    ("some", "roomy", "roomy"), ("some", "roomy", "bare"), ("some", "boxed", "boxed"), ("some", "boxed", "bare"),
    ("full", "bare", "bare"), ("some", "bare", "bare"),
    ("little", "boxed", "boxed"), ("little", "boxed", "bare"), ("little", "bare", "bare"),
)  # fmt: skip
"""The detail of the panels, the style of the first board, and that of the others: the best first."""


def screen(
    table: Picture,
    ink: TextStyle,
    keys: Mapping[int, str] | None = None,
    room: int | None = None,
    brief: str = "",
) -> list[Line]:
    """The table as a seat sees it, in `room` lines if possible.

    `keys` are the numbers of options that are spaces, by the number of the space. With `brief`, what does not fit may
    be left out; it says where the rest is.
    """
    most = room if room is not None else ink.height
    head = headline(table.headline, table.seat, ink.width)
    layouts = _Screen(table, ink.width, keys or {})
    shortest: list[Line] = []
    for body in layouts.bodies():
        if len(body) < most:
            return [head, *body]
        if not shortest or len(body) < len(shortest):
            shortest = body
    for body in layouts.brief_bodies(brief) if brief else ():
        if len(body) < most:
            return [head, *body]
        if len(body) < len(shortest):
            shortest = body
    return [head, *shortest]


def headline(head: Headline, seat: str | None, wide: int) -> Line:
    """The game, its mode and unusual readings of its rules, the round, and whose turn it is."""
    modes = f" ({', '.join(head.settings)})" if head.settings else ""
    text = f" · {' · '.join(head.moment)}" if head.moment else ""
    title = line((head.title, "title"), modes, (text, "strong"))
    viewpoint = line((f"   as {seat} sees it" if seat else "", "dim"))
    return cut((*title, *(viewpoint if width(title) + width(viewpoint) <= wide else ())), wide)


@define
class _Screen:
    """All drawings of one table; shared parts are drawn once."""

    table: Picture
    width: int
    keys: Mapping[int, str]
    _fields: list[BoardDrawing] = field(init=False)
    _drawn: dict[tuple[int, Style, int], list[Line] | None] = field(factory=dict, init=False)
    _blocks: dict[tuple[Style, Style, int], list[Line] | None] = field(factory=dict, init=False)
    _panels: dict[tuple[Detail, int], list[Line]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._fields = [drawing_of(board, self.keys) for board in self.table.boards]

    def bodies(self) -> Iterator[list[Line]]:
        """The layouts below the headline, the best first."""
        if not self._fields:
            for detail in _DETAILS:
                yield self._panel(detail, self.width)
            return
        for detail, style, other_style in _TRIES:
            if other_style == style or len(self._fields) > 1:
                yield from self._arranged(style, other_style, detail)

    def brief_bodies(self, rest: str) -> Iterator[list[Line]]:
        """The first board, with the seat's own boards and the panels beside it or below it; `rest` says what shows
        the remaining boards and signs."""
        drawn = [(board, self._draw(index, "bare", self.width)) for index, board in enumerate(self.table.boards)]
        blocks = [
            [line((board.title, "strong")), *rows] for board, rows in drawn if rows is not None and self._mine(board)
        ]
        if not blocks or drawn[0][1] is None:
            return
        things = [token for token in self.table.legend if run_of(token)[1]]
        legend = [*_legend((), things, self.width), line((rest, "dim"))]
        first, *others = blocks
        least = max(LEAST_PANEL, *(size(other)[0] for other in others), 0)
        left = self.width - size(first)[0] - GAP
        if left >= least:
            own = [row for other in others for row in other]
            yield beside(first, [*own, *self._brief_panel(left)], GAP) + legend
        rows: list[list[Line]] = [first]
        for other in others:
            if size(rows[-1])[0] + GAP + size(other)[0] <= self.width:
                rows[-1] = beside(rows[-1], other, GAP)
            else:
                rows.append(other)
        yield [row for block in rows for row in block] + self._brief_panel(self.width) + legend

    def _brief_panel(self, wide: int) -> list[Line]:
        return Panels(self.table, "little", wide, empty=False).all()

    def _mine(self, board: DrawnBoard) -> bool:
        """Whether a board belongs to nobody or to the seat of the view."""
        return board.owner in (None, self.table.seat)

    def _arranged(self, style: Style, other_style: Style, detail: Detail) -> Iterator[list[Line]]:
        """Boards and panels side by side, then stacked."""
        boards = self._boards(style, other_style, self.width - LEAST_PANEL - GAP)
        if boards is not None:
            yield beside(boards, self._panel(detail, self.width - size(boards)[0] - GAP), GAP)
        boards = self._boards(style, other_style, self.width)
        if boards is not None:
            yield boards + self._panel(detail, self.width)

    def _panel(self, detail: Detail, wide: int) -> list[Line]:
        key = detail, wide
        if key not in self._panels:
            self._panels[key] = Panels(self.table, detail, wide).all()
        return self._panels[key]

    def _boards(self, style: Style, other_style: Style, most: int) -> list[Line] | None:
        key = style, other_style, most
        if key not in self._blocks:
            self._blocks[key] = self._all(style, other_style, most)
        return self._blocks[key]

    def _all(self, style: Style, other_style: Style, most: int) -> list[Line] | None:
        """All boards, side by side while there is room; None if a board does not fit."""
        rows: list[list[Line]] = []
        for index, board in enumerate(self.table.boards):
            drawn = self._draw(index, other_style if index else style, most)
            if drawn is None:
                return None
            block = [cut(line((board.title, "strong")), most), *drawn]
            if rows and size(rows[-1])[0] + GAP + size(block)[0] <= most:
                rows[-1] = beside(rows[-1], block, GAP)
            else:
                rows.append(block)
        lines = [line for row in rows for line in row]
        wide = size(lines)[0]
        narrow = wide < LEGEND and self.width < WIDE and most < self.width
        least = LEGEND if narrow else WIDE_LEGEND
        return lines + _legend(self.table.boards, self.table.legend, max(wide, min(most, least)))

    def _draw(self, index: int, style: Style, most: int) -> list[Line] | None:
        key = index, style, most
        if key not in self._drawn:
            self._drawn[key] = draw(self._fields[index], style, most)
        return self._drawn[key]


def _legend(boards: Sequence[DrawnBoard], tokens: Sequence[DrawnToken], wide: int) -> list[Line]:
    """The meanings of tokens and signs, tokens of things first."""
    signs: dict[str, str] = {}
    for board in boards:
        for sign, words in board.signs:
            first_words = signs.setdefault(sign, words)
            if words not in first_words.split(" / "):
                signs[sign] = f"{first_words} / {words}"
    entries = [(run_of(token), _meaning(token)) for token in tokens]
    taken = {run[0] for run, _ in entries}
    entries += [((sign, ""), words) for sign, words in signs.items() if words and sign not in taken]
    runs: list[Run] = []
    for (letters, style), meaning in entries:
        runs += [("  ", "")] if runs else []
        if width(letters) + 1 + width(meaning) > wide:  # without its numbers rather than cut off
            meaning = meaning.rpartition(" (")[0] or meaning
        runs += [(held(f"{letters} "), style), (held(meaning), "dim")]
    return broken_held(line(*runs), wide, 0) if runs else []


def _meaning(token: DrawnToken) -> str:
    return (short(token.words, LONGEST_NAME) if token.thing is not None else token.words) + token.detail
