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
    """What one declaration means: its operations, its footprint, and how specific it is."""

    sort: str
    name: str
    rank: Rank
    piece: Piece
    node: n.Declaration
    ops: tuple[Op, ...]
    footprint: Footprint
    reason: str = ""  # of an `always`: what its author says where it fails
