"""The locations of games and packs in a project, and the exception for skeletons that cannot be created there."""

from __future__ import annotations

import os

from dsl.diagnostics import did_you_mean
from tools.matches.game_index import packs_for
from tools.resources import shipped_rulesets

GAMES = "rulesets"
PACKS = "content"


class SkeletonRefused(Exception):
    """The skeleton cannot be created; the text says why."""


def ruleset_folder(game: str) -> str:
    """The folder of a game: a path, a name in this project, or one that comes with Botwright."""
    shipped = {name: str(path) for name, path in shipped_rulesets().items()}
    here = os.listdir(GAMES) if os.path.isdir(GAMES) else []
    for folder in (game, os.path.join(GAMES, game), shipped.get(game, "")):
        if folder and os.path.isfile(os.path.join(folder, "ruleset.yaml")):
            return folder
    advice = did_you_mean(game, {*here, *shipped}, "`botwright new game NAME` makes one")
    raise SkeletonRefused(f"there is no game `{game}`: {advice}")


def no_pack(game: str, pack: str) -> str:
    names = packs_for(game)
    listed = f"there are {', '.join(f'`{name}`' for name in names)}" if names else "it has none yet"
    return f"the game `{game}` has no pack `{pack}`: {did_you_mean(pack, names, listed)}"
