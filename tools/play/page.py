"""A page that fits the screen: the table on top, where it stays from question to question, then the news, then the
question.

If there is too little room, the news become shorter first, then the table plainer, then the options lose their notes;
at last the table is cut, and the page says how to see all of it. Without a screen, nothing is cut.
"""

from __future__ import annotations

from collections.abc import Callable

from tools.drawing.styled_text import Line, line

SHARE = 0.6
"""The part of the screen that the table may take, whatever is asked, so that it is drawn alike each time."""
LEAST, RESERVED = 12, 8
"""Without a screen that pages must fit, the table leaves so many lines for the rest."""
SOME_NEWS, LITTLE_NEWS = 5, 3
LEAST_CUT = 8
"""Fewer lines of a table are not worth showing."""
CUT = "  … b: the whole table"

Part = Callable[[int], list[Line]]


def composed(table: Part, news: Part, question: Callable[[bool], list[Line]], height: int, steady: bool) -> list[Line]:
    """The lines of a page in at most `height` lines, if possible; exactly so many if it is to stay in its place.

    `table` draws in so many lines if it can, `news` tells at most so many, `question` takes whether options have notes.
    """
    if not steady:
        return [*table(max(LEAST, height - RESERVED)), *_below(news(0), question(True))]
    usual = max(LEAST, int(height * SHARE))
    for most, notes, smaller in (
        (0, True, False), (SOME_NEWS, True, False), (SOME_NEWS, True, True), (LITTLE_NEWS, True, True),
        (LITTLE_NEWS, False, False), (LITTLE_NEWS, False, True),
    ):  # fmt: skip
        below = _below(news(most), question(notes))
        left = height - len(below)
        drawn = table(min(usual, left) if smaller else usual)
        if len(drawn) <= left:
            return _stacked(drawn, below, left)
    for notes in (True, False):
        below = _below(news(LITTLE_NEWS), question(notes))
        left = height - len(below)
        if left >= LEAST_CUT:
            return _stacked([*table(left)[: left - 1], line((CUT, "dim"))], below, left)
    below = _below(news(LITTLE_NEWS + max(0, left)), question(False))
    return _stacked([], below, height - len(below))


def _below(news: list[Line], asks: list[Line]) -> list[Line]:
    return [*([(), *news] if news else []), (), *asks]


def _stacked(drawn: list[Line], below: list[Line], high: int) -> list[Line]:
    empty: list[Line] = [()] * (high - len(drawn))
    return [*drawn, *empty, *below]
