"""Whole games made ready for random play: the shipped one and all probes, two of them with the decks that they lack."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from dsl.check import Unit, check
from dsl.parse import parse_source
from dsl.program import Program
from dsl.source import Source
from interpreter.match import Match, begin
from interpreter.world import World
from tests.architecture.tree import ROOT
from tools.playing import by_chance, seat_names

GAMES: dict[str, tuple[tuple[str, ...], str]] = {
    "scrapyard": (("rulesets/scrapyard", "content/scrapyard-starter"), ""),
    "duel": (("tests/probes/duel",), ""),
    "gekido": (("tests/probes/gekido",), "standard"),
    "montoons": (("tests/probes/montoons",), "standard"),
    "pblrobots": (("tests/probes/pblrobots",), "traditional"),
    "robomon": (("tests/probes/robomon",), "battleground"),
    "robotblow": (("tests/probes/robotblow",), "expert"),
    "yahtzee": (("tests/probes/yahtzee",), ""),
}
"""The folders of a game and the mode that is played."""


@cache
def program(name: str) -> Program:
    units = []
    for folder in GAMES[name][0]:
        pieces = []
        for path in sorted((ROOT / folder).glob("*.bot")):
            pieces += parse_source(Source(path.name, path.read_text("utf-8")))
        units.append(Unit(folder, tuple(pieces)))
    checked = check(units)
    assert [one.message for one in checked.diagnostics if one.severity == "error"] == []
    return checked.program


@cache
def world(name: str) -> World:
    mode = GAMES[name][1]
    return World(program(name), frozenset((mode,) if mode else ()))


def battle(name: str, seed: int, most: int, seen: Callable[[Match], None], within: World | None = None) -> Match:
    """Play a match by chance and show it after the start and after each of its first decisions."""
    match = begin(within or world(name), seat_names(2), seed)
    seen(match)
    while not match.over and len(match.answers) < most:
        count = len(match.answers)
        request = match.requests[count % len(match.requests)]
        match.answer(request.id, by_chance(request, seed, count))
        seen(match)
    return match
