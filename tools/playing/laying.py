"""Lay a table: find a game with all the packs that are made for it, check them, and begin a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from dsl.names import players_range
from dsl.program import Program
from interpreter.match import Match, start
from tools import resources
from tools.packing.loading import load_pack
from tools.workspace import load_program
from tools.workspace.result import CheckResult


@frozen
class Laid:
    """A program that can be played, or what is wrong with it."""

    program: Program | None
    result: CheckResult

    @property
    def playable(self) -> bool:
        return self.program is not None and not any(d.severity == "error" for d in self.result.diagnostics)


def games() -> Mapping[str, Path]:
    return resources.shipped_rulesets()


def packs_for(game: str) -> list[str]:
    """The shipped packs that are made for a game."""
    found = []
    for name, path in resources.shipped_packs().items():
        manifest = load_pack(str(path)).manifest
        needed = getattr(manifest, "ruleset", None)
        if needed is not None and needed.id == game:
            found.append(name)
    return sorted(found)


def lay(game: str, more: Sequence[str] = ()) -> Laid:
    """A game with all its shipped packs, and with others that are named by path or id; without cards of its tests."""
    program, result = load_program(game, [*packs_for(game), *more], tests=False)
    return Laid(program, result)


def begin(program: Program, seats: Sequence[str], seed: int, mode: str | None) -> Match:
    return start(program, seats, seed, modes=[mode] if mode else [])


def number_of_seats(program: Program) -> tuple[int, int]:
    return players_range(program.rooms)
