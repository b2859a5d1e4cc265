"""How a match came about, in a table: what each player did, and how often.

It counts the sentences of the log that begin with a player, as that viewer may read them: whatever the log hides is not
in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from interpreter.visibility.view_types import EventView
from tools.drawing.styled_text import Line, line, padded, seat_style, width

ROWS = 8
"""The table shows this many kinds of deeds, the most frequent ones."""


def deeds(events: Iterable[EventView], seats: Sequence[str]) -> dict[str, Counter[str]]:
    """By deed, such as `attacks`: how often each player did it."""
    result: dict[str, Counter[str]] = {}
    for event in events:
        seat = next((seat for seat in seats if event.words.startswith(f"{seat} ")), None)
        if seat is not None and event.verb != "show":
            deed = event.words[len(seat) :].split()[0].rstrip(",:;.")
            result.setdefault(deed, Counter())[seat] += 1
    return result


def table(events: Iterable[EventView], seats: Sequence[str]) -> list[Line]:
    counted = deeds(events, seats)
    most = sorted(counted, key=lambda deed: (-sum(counted[deed].values()), deed))[:ROWS]
    if not most:
        return []
    first = max(map(len, most)) + 2
    wide = [max(width(line(seat)), 3) + 2 for seat in seats]
    styled = [
        (f"{seat:>{size}}", f"{seat_style(number)} strong")
        for number, (seat, size) in enumerate(zip(seats, wide, strict=True))
    ]
    rows: list[Line] = [(*padded(line(""), first + 2), *line(*styled))]
    for deed in most:
        numbers = "".join(f"{counted[deed][seat] or '-':>{size}}" for seat, size in zip(seats, wide, strict=True))
        rows.append(line(f"  {deed:<{first}}", numbers))
    return rows
