"""Folding: the blocks of a text, and its comments of several lines."""

from __future__ import annotations

from dsl.syntax.tokens import tokenize
from tools.editors.project import Project

MOST = 5_000


def folds(project: Project, path: str) -> list[tuple[int, int, bool]]:
    """Start and end of each block and of each comment of several lines; the latter with True."""
    ranges: list[tuple[int, int, bool]] = []
    for piece in project.pieces(path):
        cut = tokenize(piece)
        opened: list[int] = []
        for token in cut.tokens:
            if token.text in ("{", "["):
                opened.append(token.start)
            elif token.text in ("}", "]") and opened:
                start = opened.pop()
                if "\n" in piece.text[start : token.start]:
                    ranges.append((piece.start + start, piece.start + token.start, False))
        first = last = -1
        for comment in cut.comments:
            joined = (
                first >= 0
                and not piece.text[last : comment.start].strip(" \n")
                and piece.text[last : comment.start].count("\n") == 1
            )
            if not joined:
                if first >= 0 and "\n" in piece.text[first:last]:
                    ranges.append((piece.start + first, piece.start + last, True))
                first = comment.start
            last = comment.end
        if first >= 0 and "\n" in piece.text[first:last]:
            ranges.append((piece.start + first, piece.start + last, True))
    return sorted(ranges)[:MOST]
