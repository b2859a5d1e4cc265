"""The result of parsing one declaration."""

from __future__ import annotations

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.syntax.nodes import Declaration
from dsl.syntax.tokens import Token
from dsl.text.source import Piece


@frozen
class Parsed:
    """What became of a piece. `tree` is none where it is wrong or only comments."""

    piece: Piece
    tree: Declaration | None
    comments: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...]
