"""The small games that are measured: each is written in the language and again by hand in plain Python.

They are in `tests/benchmarks` of the repository: a folder in `games` and a file of the same name in `by_hand`. An
installed Botwright does not contain them.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

from tools.resources import room

SEATS = ("Ann", "Ben")


class HandWrittenGame(Protocol):
    """The interface of a game written by hand."""

    over: bool
    winner: int | None

    def legal_moves(self) -> list[Any]: ...

    def play(self, move: Any) -> None: ...


class GamesNotInstalled(Exception):
    """The games are missing because this is not a checkout of the repository."""


@frozen
class PairedGame:
    """The paths of a game: in the language and by hand."""

    name: str
    folder: Path
    by_hand: Path


def home() -> Path:
    folder = room("tools").parent / "tests" / "benchmarks"
    if not (folder / "games").is_dir():
        raise GamesNotInstalled(
            "the games that are measured lie in `tests/benchmarks` of the repository, and this is none"
        )
    return folder


def all_twins() -> dict[str, PairedGame]:
    """All games that exist in both forms, by name."""
    here = home()
    folders = sorted((here / "games").glob("*/ruleset.yaml"))
    games = [PairedGame(path.parent.name, path.parent, here / "by_hand" / f"{path.parent.name}.py") for path in folders]
    return {game.name: game for game in games if game.by_hand.is_file()}


def module(path: Path) -> Any:
    """Load a Python file of the repository as a module."""
    spec = spec_from_file_location(f"botwright_bench_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
