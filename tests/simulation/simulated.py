"""A small game to play in masses. In the mode `risky`, a roll of three cannot be carried out."""

from __future__ import annotations

from pathlib import Path

from tools.matches.games import load
from tools.simulation import SimulationJob
from tools.simulation.job import seated
from tools.simulation.match import SimulatedGame

MANIFEST = """\
id: race
name: Race
version: 1.0.0
language: "^1.0"
authors: [Ann]
licence: CC0-1.0
source: made up for these tests
"""

RULES = """\
ruleset race "Race" {
  players 2..3
  modes [plain, risky, endless]
  default_mode plain
  triggers active_first
  start Match
}

die D20 { 1..20 }

extend Player { keeps points: 0.. = 0 }

rule wanted = 100

rule risk = 0

mode risky { modify risk to 1 }

mode endless { modify wanted to 1000000 }

effect go by me {
  choose one of 1..3 as times
  repeat times {
    roll D20 as face
    me.points += face
    if risk is 1 { me.points += 1 / (face - 3) }
  }
}

flow Match {
  repeat {
    for each p in players {
      phase turn by p { go by me }
    }
  }
}

goal first = players where points >= wanted
"""


def race(folder: Path) -> str:
    """The folder of the game."""
    home = folder / "race"
    home.mkdir(exist_ok=True)
    (home / "ruleset.yaml").write_text(MANIFEST)
    (home / "rules.bot").write_text(RULES)
    return str(home)


def hall(
    folder: Path, games: int, *, mode: str | None = None, seats: tuple[str, ...] = (), seed: int = 1, most: int = 5_000
) -> SimulatedGame:
    path = race(folder)
    game = load(path, mode)
    return SimulatedGame(SimulationJob(path, mode, (), None, seated(game, seats), games, seed, most), game)
