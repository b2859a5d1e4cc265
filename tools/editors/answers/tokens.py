"""Semantic tokens: what each name is, from its binding; words and signs from the tokens."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.syntax.keywords import DECLARATIONS, JOINING, MARKS, PRONOUNS, SENTENCES, VALUES
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece
from tools.editors.project import Project

TYPES = (
    "keyword", "comment", "string", "number", "operator", "class", "enum", "enumMember", "property", "variable",
    "parameter", "function", "method", "event", "macro", "type", "label",
)  # fmt: skip
MODIFIERS = ("declaration", "defaultLibrary", "readonly")
_SORTS = {
    "verb": "event", "field": "property", "rule": "function", "kind": "class", "mark": "macro", "symbols": "enum",
    "symbol": "enumMember", "die": "class", "table": "function", "combo": "enumMember", "currency": "type",
    "layer": "enumMember", "window": "type", "flow": "type", "ruling": "enumMember", "reading": "enumMember",
    "mode": "enumMember", "ruleset": "type", "card": "variable", "part": "variable", "scenario": "string",
    "clause": "label", "slot": "parameter", "local": "variable", "seat": "variable", "builtin": "function",
}  # fmt: skip
_WORDS = frozenset((*DECLARATIONS, *SENTENCES, *JOINING, *MARKS, *PRONOUNS, *VALUES))
LONGEST = 400_000

Token = tuple[int, int, str, int]
"""Start, length, type, and modifiers as bits."""


def tokens(project: Project, path: str, start: int = 0, end: int = -1) -> list[Token]:
    text = project.text(path)
    if text is None or len(text) > LONGEST or not path.endswith(".bot"):
        return []
    unit = project.unit(path)
    coloured: list[Token] = []
    for piece in project.pieces(path):
        if end >= 0 and (piece.start > end or piece.start + len(piece.text) < start):
            continue
        named: dict[tuple[int, int], tuple[str, int]] = {}
        if unit is not None:
            for use in project.checked(piece, unit).uses:
                type = _SORTS.get(use.targets[0].space, "variable")
                bits = use.declares * 1 + (use.targets[0].space == "builtin") * 2
                if not use.quoted:
                    named.setdefault((use.start, use.end), (type, bits))
        coloured += _of_piece(piece, named)
    return [part for token in coloured for part in _by_line(text, token)]


def _of_piece(piece: Piece, named: dict[tuple[int, int], tuple[str, int]]) -> list[Token]:
    cut = tokenize(piece)
    coloured = [(piece.start + comment.start, comment.end - comment.start, "comment", 0) for comment in cut.comments]
    for token in cut.tokens:
        type, bits = named.get((token.start, token.end), ("", 0))
        if not type:
            type = _sort(token.terminal, token.text)
        if type:
            coloured.append((piece.start + token.start, token.end - token.start, type, bits))
    return sorted(coloured)


def _sort(terminal: str, text: str) -> str:
    match terminal:
        case "INTEGER":
            return "number"
        case "QUOTED":
            return "string"
        case "CLAUSE":
            return "label"
        case "CAP":
            return "class"
        case "NL":
            return ""
        case _:
            if text[:1].isalpha():
                return "keyword" if text in _WORDS or terminal == text else "variable"
            return "operator" if text not in "{}()[],;:." else ""


def _by_line(text: str, token: Token) -> Iterator[Token]:
    """A token of several lines, line by line: editors want it so."""
    start, length, type, bits = token
    for line in text[start : start + length].split("\n"):
        if line:
            yield start, len(line), type, bits
        start += len(line) + 1
