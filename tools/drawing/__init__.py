"""A match drawn in letters: boards, players, hands and what stands where, for every game alike.

Everything is drawn from the view of a seat, which is plain data, and from what the program says its kinds are made of;
so a drawing shows nothing that the seat may not know, and nothing here knows a game. Lines of words with a style come
out; `TextStyle` makes text of them for a terminal with colours or without, and in plain ASCII where that is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.lazy import exports

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
