"""The games of this repository are read and checked once in each process, however often tests load them.

Their files do not change while tests run, so a game is known by the paths of its rules and packs and by how they are
shown; what lies anywhere else is read anew each time. What is kept is never changed by who plays it: every load makes
its own linked. `make nightly` remembers nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tests.architecture.tree import ROOT
from tools.matches import games
from tools.workspace.programs import find
from tools.workspace.resolve_paths import shown_path

_read = games._checked
_kept: dict[tuple[str, ...], Any] = {}


def remember() -> None:
    """From now on, in this process and in those that are forked off it."""
    games._checked = _remembered


def forget() -> None:
    games._checked = _read


def _remembered(game: str, packs: Sequence[str]) -> Any:
    if not game or any("\0" in name for name in (game, *packs)):
        return _read(game, packs)
    folders = [find(game, "rulesets"), *(find(pack, "content") for pack in sorted(set(packs)))]
    if not all(os.path.realpath(folder).startswith(f"{ROOT}{os.sep}") for folder in folders):
        return _read(game, packs)
    key = (*map(os.path.realpath, folders), *(shown_path(folder, folder) for folder in folders))
    if key not in _kept:
        _kept[key] = _read(game, packs)
    return _kept[key]
