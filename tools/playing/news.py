"""What has happened, line by line, each event below what caused it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.picture import EventView
from tools.drawing.ink import Line, Run, broken, line, seat_style
from tools.drawing.schema import Schema

MOST = 14
"""So many events are told before a question; the log has all."""


def told(events: Sequence[EventView], schema: Schema, seats: Sequence[str], wide: int, most: int = 0) -> list[Line]:
    """Events with their numbers, by which one can ask why; only the last `most`, if that is given."""
    left_out = max(0, len(events) - most) if most else 0
    events = events[left_out:]
    found: list[Line] = []
    if left_out:
        found.append(line((f"      … {left_out} earlier event{'s' * (left_out > 1)}: `l` shows them", "dim")))
    least = min((event.depth for event in events), default=0)
    for event in events:
        inset = "  " * min(event.depth - least, 8)
        head: list[Run] = [(f"{event.number:>4}  ", "dim"), (inset, "")]
        found += broken(line(*head, *_coloured(schema.spoken(event.words), seats)), wide, 8 + len(inset))
    return found


def _coloured(words: str, seats: Sequence[str]) -> list[Run]:
    """The names of players in their colours."""
    names = "|".join(re.escape(seat) for seat in sorted(seats, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", words) if names else [words]
    return [(part, seat_style(seats.index(part)) if index % 2 else "") for index, part in enumerate(parts)]
