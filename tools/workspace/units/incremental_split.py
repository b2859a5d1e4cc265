"""Splits a text into declarations, and updates the split after a small edit.

A declaration begins at its first line and the comments above it, so an edit can move only the borders of the
declarations that it touches. That is not so where a brace is missing: then a later line may belong to the declaration
above. So a text is split incrementally only if every declaration is balanced, before and after.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.parse import exceeded_limit, join_pieces
from dsl.text.limits import FILE_BYTES, FILE_LINES, LINE_CHARACTERS
from dsl.text.source import Piece, Place, Source, pieces
from tools.internal_errors import internal_diagnostic


@frozen
class SplitDeclaration:
    """One declaration of a text."""

    start: int
    text: str
    digest: str

    @property
    def even(self) -> bool:
        return self.text.count("{") == self.text.count("}")


@frozen
class ReplacedRange:
    """The declarations from `first` up to `last` are replaced by others."""

    first: int
    last: int
    cut: list[SplitDeclaration]


def cut_whole(source: Source) -> tuple[list[SplitDeclaration], tuple[Diagnostic, ...]]:
    """All declarations of a text, and findings about the text as a whole."""
    try:
        wrong = exceeded_limit(source)
        if wrong is not None:
            return [], (wrong,)
        return [_cut(piece, 0) for piece in join_pieces(pieces(source))], ()
    except Exception as error:  # noqa: BLE001 - one file must not hide the others
        return [], (internal_diagnostic(error, Place(source.file, 0, min(1, len(source.text)))),)


def _cut(piece: Piece, offset: int) -> SplitDeclaration:
    return SplitDeclaration(piece.start + offset, piece.text, piece.digest)


def cut_window(before: str, source: Source, starts: Sequence[int]) -> ReplacedRange | None:
    """The declarations that an edit may have changed; None if that is unknown. `starts` are the old starts."""
    text = source.text
    if len(starts) < 4 or len(text) > FILE_BYTES or text.count("\n") >= FILE_LINES:
        return None
    same = _same_start(before, text)
    rest = _same_end(before[same:], text[same:])
    # one more declaration on each side: comments above the next declaration may now belong to this one
    first = max(bisect_right(starts, max(same - 1, 0)) - 2, 0)
    last = bisect_right(starts, len(before) - rest) + 1
    end = starts[last] - len(before) if last < len(starts) else 0
    part = text[starts[first] : len(text) + end]
    if "\0" in part or any(len(line) >= LINE_CHARACTERS for line in part.split("\n")):
        return None
    cut = [_cut(piece, starts[first]) for piece in pieces(Source(source.file, part))]
    return ReplacedRange(first, min(last, len(starts)), cut) if all(piece.even for piece in cut) else None


def _same_start(first: str, other: str) -> int:
    """The length of the common prefix of two texts."""
    low, high = 0, min(len(first), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_end(first: str, other: str) -> int:
    """The length of the common suffix of two texts."""
    low, high = 0, min(len(first), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if first[len(first) - middle : len(first) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
