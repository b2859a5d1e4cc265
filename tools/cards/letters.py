"""Measures text as a printed card sets it, and breaks it into lines.

Widths are those of Helvetica, which Arial, Liberation Sans and the sans-serif of most systems share. Every line of a
drawn card states its own length, so that another font is squeezed into it and never runs over an edge.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
    "278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 "
    "611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 "
    "556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
    "333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 "
    "611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 "
    "611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
)
PLAIN_WIDTHS = {chr(32 + at): int(width) for at, width in enumerate(_PLAIN.split())}
BOLD_WIDTHS = {chr(32 + at): int(width) for at, width in enumerate(_BOLD.split())}
OTHER_WIDTH, WIDE_WIDTH = 600, 1000
"""Thousandths of the size, for letters that the table does not have."""


@frozen
class Run:
    """Words in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@frozen
class TextLine:
    """One line of runs, with its width."""

    runs: tuple[Run, ...]
    width: float


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    widths = BOLD_WIDTHS if bold else PLAIN_WIDTHS
    return sum(widths.get(letter) or _other(letter, widths) for letter in text) * size / 1000


def _other(letter: str, widths: dict[str, int]) -> int:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE_WIDTH
    return widths.get(unicodedata.normalize("NFD", letter)[0], OTHER_WIDTH)


def wrapped(runs: Iterable[Run], width: float, size: float) -> list[TextLine]:
    """The lines of a paragraph. A word that is wider than a line is broken between its letters."""
    lines: list[TextLine] = []
    line: list[Run] = []
    used = 0.0
    for word in _words(runs, width, size):
        space = width_of(" ", size) if line else 0.0
        wide = _width(word, size)
        if line and used + space + wide > width:
            lines.append(_line(line, used))
            line, used, space = [], 0.0, 0.0
        line += [Run(" "), *word] if line else word
        used += space + wide
    return [*lines, _line(line, used)] if line else lines


def _line(runs: Sequence[Run], width: float) -> TextLine:
    joined: list[Run] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last is not None and (run.text == " " or (last.bold, last.italic) == (run.bold, run.italic)):
            joined[-1] = Run(last.text + run.text, last.bold, last.italic)
        else:
            joined.append(run)
    return TextLine(tuple(joined), width)


def _width(word: Sequence[Run], size: float) -> float:
    return sum(width_of(run.text, size, bold=run.bold) for run in word)


def _words(runs: Iterable[Run], width: float, size: float) -> Iterator[list[Run]]:
    """Words between spaces; one word may change its style in the middle, as in `(bold)`."""
    word: list[Run] = []
    for run in runs:
        for at, text in enumerate(run.text.split(" ")):
            if at and word:
                yield from _pieces(word, width, size)
                word = []
            if text:
                word = [*word, Run(text, run.bold, run.italic)]
    if word:
        yield from _pieces(word, width, size)


def _pieces(word: list[Run], width: float, size: float) -> Iterator[list[Run]]:
    if _width(word, size) <= width:
        yield word
        return
    piece: list[Run] = []
    used = 0.0
    for run in word:
        for letter in run.text:
            wide = width_of(letter, size, bold=run.bold)
            if piece and used + wide > width:
                yield list(_line(piece, used).runs)
                piece, used = [], 0.0
            piece.append(Run(letter, run.bold, run.italic))
            used += wide
    if piece:
        yield list(_line(piece, used).runs)
