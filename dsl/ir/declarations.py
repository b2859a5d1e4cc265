"""Checked declarations of a ruleset."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from dsl.ir.effects.footprint import Footprint
from dsl.ir.operations import Op
from dsl.syntax import nodes as n
from dsl.text.source import Piece

Rank = Literal["ruleset", "mode", "ruling", "keyword", "status", "card"]


@frozen
class CheckedDeclaration:
    """The meaning of one declaration: its operations, its footprint, and its rank."""

    sort: str
    name: str
    rank: Rank
    piece: Piece
    node: n.Declaration
    ops: tuple[Op, ...]
    footprint: Footprint
    reason: str = ""  # of an `always`: the author's text for a failure
