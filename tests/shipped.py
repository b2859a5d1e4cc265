"""The games and packs of this repository, found by their manifests and loaded once in each process.

Nothing is listed by hand: whoever adds a ruleset, a pack or a probe adds it to every test that goes through `UNITS` or
`GAMES`. Programs are kept as long as the process lives, so a test that needs one does not pay for it again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dsl.check.driver import Unit, check
from dsl.ir.program import Program
from dsl.packs.manifest import PackManifest
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.link.linked_program import LinkedProgram
from tests.architecture.tree import ROOT
from tools.matches import Game, load
from tools.packs.load import load_pack

ROOMS = ("rulesets", "content", "tests/probes")


def _folders(manifest: str) -> tuple[str, ...]:
    actual = (path.parent for room in ROOMS for path in (ROOT / room).rglob(manifest))
    return tuple(sorted(folder.relative_to(ROOT).as_posix() for folder in actual))


def _packs_of(game: str) -> tuple[str, ...]:
    collected = []
    for folder in _folders("pack.yaml"):
        manifest = load_pack(str(ROOT / folder)).manifest
        assert isinstance(manifest, PackManifest), folder
        if manifest.ruleset.id == game:
            collected.append(folder)
    return tuple(collected)


UNITS = (*_folders("ruleset.yaml"), *_folders("pack.yaml"))
"""Every ruleset and every pack, as paths from the root."""
GAMES = {Path(folder).name: (folder, *_packs_of(Path(folder).name)) for folder in _folders("ruleset.yaml")}
"""Every game with the folders that it is played from: its ruleset, then its packs."""

FOR_TWO = {"robomon": "battleground"}
"""The mode for two of games that one plays alone if nobody says anything."""


def texts(folder: str, tests: bool = False) -> list[Path]:
    """The texts of a ruleset or pack; without its tests, those that a match is played with."""
    root = ROOT / folder
    return sorted(path for path in root.rglob("*.bot") if tests or "tests" not in path.relative_to(root).parts)


@cache
def program(game: str) -> Program:
    """A game with its packs as it is played."""
    units = []
    for folder in GAMES[game]:
        pieces = [piece for path in texts(folder) for piece in parse_source(Source(path.name, path.read_text("utf-8")))]
        units.append(Unit(folder, tuple(pieces)))
    checked = check(units)
    assert [
        f"{diagnostic.place.file}: {diagnostic.code} {diagnostic.message}"
        for diagnostic in checked.diagnostics
        if diagnostic.severity == "error"
    ] == []
    return checked.program


def mode(game: str) -> str:
    """The mode in which tests play a game with two seats: the default mode, unless it is for one; empty if there is none."""
    return FOR_TWO.get(game) or program(game).symbols.settings.get("default_mode", "")


@cache
def ready(game: str, chosen: str | None = None) -> Game:
    """A game loaded as for a player. It is shared: do not change it."""
    folder = GAMES[game][0]
    return load(str(ROOT / folder), FOR_TWO.get(game) if chosen is None else chosen)


@cache
def linked(game: str, chosen: str | None = None) -> LinkedProgram:
    """A game in its own mode, or in another one. It is shared: do not change it."""
    name = mode(game) if chosen is None else chosen
    return LinkedProgram(program(game), frozenset((name,) if name else ()))
