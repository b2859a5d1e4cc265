"""How a match came about, in a table: what each player and their pieces did, how often, and how much in all.

It counts the sentences of the log that begin with a player or a piece of theirs, as that viewer may read them: whatever
the log hides is not in the table. Where a sentence gives an amount, the amounts are added up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from interpreter.visibility.view_types import EventView, View
from tools.drawing.styled_text import Line, line, padded, seat_style, width

ROWS = 8
"""The table shows this many kinds of deeds: amounts first, then the most frequent ones."""
LONGEST_NAME = 5
"""A name has at most so many words."""
AMOUNT = re.compile(r"(\d+)(?: (?!and\b|or\b|to\b|at\b|from\b|of\b|on\b|with\b|by\b)([^\W\d]+))?")
PARTICLES = ("aside", "away", "back", "down", "off", "out", "up")
"""Words that belong to the verb before them: `gives up`."""
STATES = ("is", "are", "has", "have", "may", "must", "can", "cannot")
"""Words after a name that tell a state and no deed."""


def owners_of(view: View) -> dict[str, str]:
    """The seats of the players and of their cards, by name; empty for a name that several have."""
    owners = {seat: seat for seat in view.seats}
    for thing in view.things:
        if thing.owner is not None and thing.card is not None and "." not in thing.card:
            owners[thing.name] = thing.owner if owners.get(thing.name, thing.owner) == thing.owner else ""
    return owners


def note_owners(owners: dict[str, str], view: View) -> None:
    """Remember also the owners of what will leave; a name that changes hands belongs to nobody in particular."""
    for name, seat in owners_of(view).items():
        owners[name] = seat if owners.get(name, seat) == seat else ""


def deeds(events: Iterable[EventView], owners: Mapping[str, str]) -> tuple[dict[str, Counter[str]], set[str]]:
    """By deed, such as `attacks` or `deals damage`: how often or how much for each player; and those with amounts."""
    result: dict[str, Counter[str]] = {}
    amounts: set[str] = set()
    for event in events:
        words = event.words.split()
        name = next((n for n in range(LONGEST_NAME, 0, -1) if owners.get(" ".join(words[:n]))), 0)
        if not name or len(words) <= name or event.verb == "show":
            continue
        seat, deed = owners[" ".join(words[:name])], words[name].rstrip(",:;.")
        if deed in STATES:
            continue
        if words[name + 1 : name + 2] and words[name + 1] in PARTICLES:
            deed = f"{deed} {words[name + 1]}"
        amount = AMOUNT.fullmatch(" ".join(words[name + 1 : name + 3]))
        if amount is not None:
            deed = f"{deed} {amount[2] or ''}".rstrip()
            amounts.add(deed)
        result.setdefault(deed, Counter())[seat] += int(amount[1]) if amount is not None else 1
    return result, amounts


def most_frequent(events: Iterable[EventView], owners: Mapping[str, str]) -> dict[str, Counter[str]]:
    """The deeds that are shown, in their order."""
    counted, amounts = deeds(events, owners)
    most = sorted(counted, key=lambda deed: (deed not in amounts, -sum(counted[deed].values()), deed))[:ROWS]
    return {deed: counted[deed] for deed in most}


def table(events: Iterable[EventView], seats: Sequence[str], owners: Mapping[str, str]) -> list[Line]:
    counted = most_frequent(events, {**{seat: seat for seat in seats}, **owners})
    if not counted:
        return []
    most = list(counted)
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
