"""The result of parsing one declaration."""

from __future__ import annotations

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.syntax.nodes import Declaration
from dsl.syntax.tokens import Token
from dsl.text.source import Piece


@frozen
class Parsed:
    """The result of parsing one piece. `tree` is None if the piece has an error or contains only comments."""

    piece: Piece
    tree: Declaration | None
    comments: tuple[Token, ...]
    diagnostics: tuple[Diagnostic, ...]
