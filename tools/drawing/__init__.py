"""Draws a match in text: boards, players, hands and the things in each zone, for every game alike.

`picture_of` turns the view of a seat and the program's declarations of its kinds into the drawing model, in which
everything is in words; so a drawing shows nothing that the seat may not know, and nothing here knows a game. `screen`
draws the model as lines of styled words; `TextStyle` renders them for a terminal with or without colours, and in plain
ASCII if needed. The studio draws the same model as SVG.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.lazy import exports

if TYPE_CHECKING:
    from tools.drawing.picture import picture_of
    from tools.drawing.schema import Schema, schema_of
    from tools.drawing.styled_text import Line, TextStyle


__getattr__ = exports(
    {
        "TextStyle": "tools.drawing.styled_text",
        "Line": "tools.drawing.styled_text",
        "Schema": "tools.drawing.schema",
        "picture_of": "tools.drawing.picture",
        "schema_of": "tools.drawing.schema",
    }
)

__all__ = ["Line", "Schema", "TextStyle", "picture_of", "schema_of"]
