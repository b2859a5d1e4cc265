"""Selection: the constructs around an offset, from the word outwards."""

from __future__ import annotations

from dsl.syntax.tokens import tokenize
from dsl.syntax.walk import walk
from tools.editors.project import Project


def selections(project: Project, path: str, offset: int) -> list[tuple[int, int]]:
    """The ranges around an offset, the smallest first; each contains the one before it."""
    text, piece = project.text(path) or "", project.piece_at(path, offset)
    ranges = {(0, len(text))}
    if piece is not None:
        at = offset - piece.start
        ranges.add((piece.start, piece.start + len(piece.text.rstrip())))
        spans = [(token.start, token.end) for token in tokenize(piece).tokens if token.terminal != "NL"]
        tree = project.parsed(piece).tree
        if tree is not None:
            spans += [node.span for node in walk(tree)]
        ranges |= {(piece.start + a, piece.start + b) for a, b in spans if a <= at <= b and a < b}
    nested: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda span: span[1] - span[0]):
        if start <= offset <= end and (not nested or (start <= nested[-1][0] and end >= nested[-1][1])):
            nested.append((start, end))
    return nested
