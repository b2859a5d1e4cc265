"""The result of a typed line."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from tools.drawing.styled_text import Line

Outcome = Literal["stay", "on", "again", "left"]
"""After a line: the same question is open, the match went on, the question must be shown again, or the person quit."""


@frozen
class Reply:
    sort: Outcome
    lines: tuple[Line, ...] = ()
