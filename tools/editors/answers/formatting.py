"""Formatting: a whole text, or the declarations that a range touches."""

from __future__ import annotations

from dsl.format.formatter import format_text
from tools.editors.project import Project
from tools.editors.values import TextEdit


def whole(project: Project, path: str) -> list[TextEdit]:
    """One small edit; none if the text cannot be formatted, because it has an error, or is formatted already."""
    text = project.text(path)
    return [] if text is None or not path.endswith(".bot") else _edit(path, 0, text)


def part(project: Project, path: str, start: int, end: int) -> list[TextEdit]:
    """The declarations that a range touches; comments above them belong to them."""
    edits = []
    for piece in project.pieces(path):
        stop = piece.start + len(piece.text)
        if piece.start < max(end, start + 1) and stop > start:
            edits += _edit(path, piece.start, piece.text)
    return edits


def _edit(path: str, start: int, text: str) -> list[TextEdit]:
    result = format_text(text)
    if any(diagnostic.severity == "error" for diagnostic in result.diagnostics) or result.text == text:
        return []
    new = result.text
    if start or not text.endswith("\n"):  # the blank lines between declarations stay as they are
        new = new.rstrip("\n") + text[len(text.rstrip("\n")) :]
    same = _same_start(text, new)
    rest = _same_start(text[same:][::-1], new[same:][::-1])
    return [TextEdit(path, start + same, start + len(text) - rest, new[same : len(new) - rest])] if text != new else []


def _same_start(first: str, other: str) -> int:
    shorter = min(len(first), len(other))
    return next((at for at in range(shorter) if first[at] != other[at]), shorter)
