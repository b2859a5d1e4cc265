"""Converts offsets in a text to lines and characters of the protocol and back: the only place that knows encodings.

Characters are counted in the units that client and server agreed on: UTF-16 code units, UTF-8 bytes or code points. A
position beyond a line or a text means its end; a position inside a character means its start. So no position of a
client, however wrong, leads out of the text.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Literal

from attrs import frozen

Encoding = Literal["utf-16", "utf-8", "utf-32"]


@frozen(eq=False)
class LineIndex:
    """The lines of one text."""

    text: str
    starts: list[int]
    encoding: Encoding

    def position(self, offset: int) -> tuple[int, int]:
        """Line and character, both counted from 0."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        return line, _length(self.text[self.starts[line] : offset], self.encoding)

    def offset(self, line: int, character: int) -> int:
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        end = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        written = self.text[start:end]
        if self.encoding == "utf-32" or written.isascii():
            return start + max(0, min(character, len(written)))
        at = used = 0
        for letter in written:
            used += _length(letter, self.encoding)
            if used > character:
                break
            at += 1
        return start + at


@lru_cache(maxsize=64)
def lines_of(text: str, encoding: Encoding) -> LineIndex:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return LineIndex(text, starts, encoding)


def _length(text: str, encoding: Encoding) -> int:
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(letter > "\uffff" for letter in text)


def changed(text: str, start: tuple[int, int], end: tuple[int, int], new: str, encoding: Encoding) -> str:
    """The text after an edit of a range; a range whose ends are exchanged means the same range."""
    lines = lines_of(text, encoding)
    first, last = sorted((lines.offset(*start), lines.offset(*end)))
    return text[:first] + new + text[last:]
