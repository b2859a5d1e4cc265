"""Draws a match in text: boards, players, hands and the things in each zone, for every game alike.

The input is the view of a seat, which is plain data, and the program's declarations of its kinds; so a drawing shows
nothing that the seat may not know, and nothing here knows a game. The output is lines of styled words; `TextStyle`
renders them for a terminal with or without colours, and in plain ASCII if needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.lazy import exports

if TYPE_CHECKING:
    from tools.drawing.schema import Schema, schema_of
    from tools.drawing.screen import picture
    from tools.drawing.styled_text import Line, TextStyle


__getattr__ = exports(
    {
        "TextStyle": "tools.drawing.styled_text",
        "Line": "tools.drawing.styled_text",
        "Schema": "tools.drawing.schema",
        "picture": "tools.drawing.screen",
        "schema_of": "tools.drawing.schema",
    }
)

__all__ = ["Line", "Schema", "TextStyle", "picture", "schema_of"]
