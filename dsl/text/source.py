"""The text of one file, split into declarations, and the mapping from offsets to lines.

A declaration begins in the first column, and nothing inside a declaration does. So a file is split into pieces before
it is parsed: a missing brace is reported in its own declaration, an unchanged piece need not be parsed again, and all
positions inside a piece are offsets from its own start, which stay valid when the text above it changes. This module
handles characters and lines; it knows nothing about tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from hashlib import blake2b

from attrs import field, frozen

Span = tuple[int, int]
"""Start and end of a node, as offsets from the start of its piece."""
NOWHERE: Span = (0, 0)


@frozen
class Place:
    """A range of one file, as offsets from the start of the file."""

    file: str
    start: int
    end: int


@frozen
class Piece:
    """One declaration with the comments above it."""

    file: str
    start: int
    text: str
    digest: str = field(eq=True)
    line: int = field(default=1, eq=False)  # line of the file on which the piece begins, so that positions need no file

    def place(self, span: Span) -> Place:
        return Place(self.file, self.start + span[0], self.start + span[1])

    def position(self, offset: int) -> tuple[int, int]:
        """Line of the file and column of an offset in the piece, both counted from 1; a piece begins a line."""
        lines_above = self.text.count("\n", 0, offset)
        return self.line + lines_above, offset - self.text.rfind("\n", 0, offset)


@frozen(slots=False)
class Source:
    """The whole text of one file; its line table is computed on first use."""

    file: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, columns in characters."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its line end."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end]


def digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# A piece ends before the next line that begins a declaration: a line that is not blank, not indented, not a comment
# and not a closing brace. The comments and blank lines directly above that line belong to it.
_HEAD = re.compile(r"^[^\s#{}()\[\]]", re.MULTILINE)


def pieces(source: Source) -> list[Piece]:
    """Split a file into its declarations; text after the last one belongs to it."""
    text = source.text
    starts: list[int] = []
    previous_end = 0
    for match in _HEAD.finditer(text):
        start = match.start()
        if starts:
            # walk back over comment and blank lines, but never past the first line of the previous piece
            lines_above = start
            while lines_above > previous_end:
                line_start = text.rfind("\n", 0, lines_above - 1) + 1
                line = text[line_start : lines_above - 1]
                if line_start < previous_end or (line.strip() and not line.startswith("#")):
                    break
                lines_above = line_start
            start = lines_above
        else:
            start = 0
        starts.append(start)
        end_of_line = text.find("\n", match.start())
        previous_end = len(text) if end_of_line < 0 else end_of_line + 1
    if not starts:
        starts = [0]
    result: list[Piece] = []
    number = 1
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        result.append(Piece(source.file, start, text[start:end], digest(text[start:end]), number))
        number += text.count("\n", start, end)
    return result
