"""The games of this repository are read and checked once in each process, however often tests load them.

Their files do not change while tests run, so a game is known by the paths of its rules and packs and by how they are
shown; files elsewhere are read again each time. A match never changes the cached program: every load links its
own copy. `make nightly` remembers nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tests.architecture.tree import ROOT
from tools.matches import games
from tools.workspace.programs import find
from tools.workspace.units.resolve_paths import shown_path

_read = games._checked
_kept: dict[tuple[str, ...], Any] = {}


def remember() -> None:
    """Start caching in this process and its forks."""
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
