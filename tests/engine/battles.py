"""All games of this repository, played by chance."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from tests.shipped import linked
from tools.play import by_chance, seat_names


def battle(
    name: str, seed: int, most: int, seen: Callable[[EngineMatch], None], within: LinkedProgram | None = None
) -> EngineMatch:
    """Play a match by chance and show it after the start and after each of its first decisions."""
    match = begin(within or linked(name), seat_names(2), seed)
    seen(match)
    while not match.over and len(match.answers) < most:
        count = len(match.answers)
        request = match.requests[count % len(match.requests)]
        match.answer(request.id, by_chance(request, seed, count))
        seen(match)
    return match
