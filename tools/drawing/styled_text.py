"""Styled text, and how it is rendered on a terminal.

A line is a sequence of runs: words with the name of their style. Lines are measured, cut and wrapped here by display
width. Colours are added at the very end, so a line has the same letters with and without them. The colours of seats are
neither light nor dark: they are readable on black and on white.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from tools.report.escape import printable, room

Run = tuple[str, str]
"""Words, and the name of their style."""
Line = tuple[Run, ...]

MORE = "…"
SEATS = 6
_SEATS_256 = ("33", "166", "29", "133", "161", "30")
_SEATS_16 = ("36", "35", "32", "31", "34", "33")
_STYLES: Mapping[str, str] = {
    "": "",
    "dim": "2",
    "strong": "1",
    "key": "1",
    "title": "1;4",
    "hot": "1;4",
}
_ASCII = str.maketrans(
    {
        **dict.fromkeys("─━╌", "-"), **dict.fromkeys("│┃", "|"), **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
        "·": ".", "•": "*", "…": "~", "×": "x", "▸": ">", "→": ">", "↔": "-", "●": "*", "○": "o", "—": "-", "’": "'",
    }
)  # fmt: skip
"""One letter for one letter, so that nothing moves."""
_BLANKS = re.compile(r"( +)")
_HELD = "\N{NO-BREAK SPACE}"
"""Holds words together that belong on one line."""
_LONG = re.compile("[^ ]+")


@frozen(kw_only=True)
class TextStyle:
    """How to render text: colours, character set and width."""

    colour: bool = False
    many_colours: bool = True
    ascii: bool = False
    width: int = 80
    height: int = 24

    def text(self, line: Line) -> str:
        """A line rendered for the terminal."""
        return "".join(self._run(words, style) for words, style in line).rstrip(" ")

    def lines(self, many: Iterable[Line]) -> list[str]:
        return [self.text(line) for line in many]

    def _run(self, words: str, style: str) -> str:
        if self.ascii:
            words = words.translate(_ASCII)
        code = self._code(style) if self.colour and words.strip() else ""
        return f"\x1b[{code}m{words}\x1b[0m" if code else words

    def _code(self, style: str) -> str:
        """The escape codes of a style; several styles are separated by spaces."""
        parts = []
        for name in style.split():
            if name.startswith("seat"):
                number = int(name.removeprefix("seat")) % SEATS
                parts.append(f"38;5;{_SEATS_256[number]}" if self.many_colours else _SEATS_16[number])
            elif _STYLES.get(name):
                parts.append(_STYLES[name])
        return ";".join(parts)


def line(*runs: str | Run) -> Line:
    """A line of words; plain strings have no style. Control and invisible characters are escaped."""
    return tuple(safe(run) for run in runs if (run if isinstance(run, str) else run[0]))


def safe(run: str | Run) -> Run:
    return (printable(run), "") if isinstance(run, str) else (printable(run[0]), run[1])


def seat_style(number: int) -> str:
    return f"seat{number}"


# ------------------------------------------------------------------------------------------------------- measuring


def width(text: Line | str) -> int:
    if isinstance(text, str):
        return len(text) if text.isascii() else _width(text)
    return sum(len(words) if words.isascii() else _width(words) for words, _ in text)


@lru_cache(maxsize=4096)
def _width(words: str) -> int:
    return sum(map(room, words))


def cut(text: Line, most: int) -> Line:
    """As much of a line as fits; an ellipsis marks a cut."""
    if width(text) <= most:
        return text
    kept: list[Run] = []
    left = most - 1
    for words, style in text:
        part = _fitting(words, left)
        kept.append((part, style))
        left -= width(part)
        if part != words:
            break
    if kept and most > 0:
        words, style = kept[-1]
        kept[-1] = (words.rstrip(" ") + MORE, style)
    return tuple(kept) if most > 0 else ()


def short(words: str, most: int) -> str:
    """A name shortened to a width."""
    if width(words) <= most:
        return words
    return _fitting(words, most - 1).rstrip(" ") + MORE if most > 0 else ""


def _fitting(words: str, most: int) -> str:
    if width(words) <= most:
        return words
    taken = 0
    for index, letter in enumerate(words):
        taken += room(letter)
        if taken > most:
            return words[:index]
    return words


def padded(text: Line, most: int) -> Line:
    """A line padded to this width."""
    text = cut(text, most)
    missing = most - width(text)
    return (*text, (" " * missing, "")) if missing > 0 else text


def centred(text: Line, most: int) -> Line:
    text = cut(text, most)
    left = (most - width(text)) // 2
    return padded(((" " * left, ""), *text), most) if left > 0 else padded(text, most)


def broken(text: Line, most: int, hang: int = 2) -> list[Line]:
    """A line wrapped at spaces; continuation lines are indented."""
    lines: list[list[Run]] = [[]]
    used = 0
    for word in _words(text):
        blank = word[0][0].isspace()
        if not blank and used + width(word) > most and used > (hang if len(lines) > 1 else 0):
            lines.append([(" " * hang, "")])
            used = hang
        if blank and used <= hang and len(lines) > 1:
            continue
        part = cut(word, most - used) if not blank else word
        lines[-1] += part
        used += width(part)
    return [_joined(runs) for runs in lines]


def held(words: str) -> str:
    """Words that wrapping keeps together."""
    return words.replace(" ", _HELD)


def broken_held(text: Line, most: int, hang: int = 2) -> list[Line]:
    """A line wrapped only between groups of held words, where they fit on a line."""
    if width(text) <= most:
        return [_joined([(words.replace(_HELD, " "), style) for words, style in text])]
    room_there = max(1, most - hang - 1)
    loose = tuple((_LONG.sub(lambda match: _loosened(match[0], room_there), words), style) for words, style in text)
    lines = broken(loose, most, hang)
    return [tuple((words.replace(_HELD, " "), style) for words, style in line) for line in lines]


def _loosened(words: str, most: int) -> str:
    return words if width(words) <= most else words.replace(_HELD, " ")


def _words(text: Line) -> Iterator[Line]:
    """The words of a line and the spaces between them; a word may have several styles."""
    word: list[Run] = []
    for words, style in text:
        for part in _BLANKS.split(words):
            if not part:
                continue
            if word and part.startswith(" ") != word[-1][0].startswith(" "):
                yield tuple(word)
                word = []
            word.append((part, style))
    if word:
        yield tuple(word)


def _joined(runs: list[Run]) -> Line:
    joined: list[Run] = []
    for words, style in runs:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + words, style)
        else:
            joined.append((words, style))
    if joined:
        joined[-1] = (joined[-1][0].rstrip(" "), joined[-1][1])
    return tuple(run for run in joined if run[0])


def beside(left: list[Line], right: list[Line], gap: int = 2) -> list[Line]:
    """Two blocks side by side."""
    wide = max(map(width, left), default=0)
    height = max(len(left), len(right))
    lines: list[Line] = []
    for index in range(height):
        left_line = left[index] if index < len(left) else ()
        other = right[index] if index < len(right) else ()
        lines.append((*padded(left_line, wide + gap), *other) if other else left_line)
    return lines
