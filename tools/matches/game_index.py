"""Lists the available games and packs: those of the project in the current folder, and those that come with Botwright.

A local name hides a shipped one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from dsl.diagnostics import did_you_mean
from dsl.packs.read_manifest import read_ruleset_manifest
from dsl.text.source import Source
from tools import resources
from tools.packs.load import load_pack

GAMES, PACKS = "rulesets", "content"


def games() -> Mapping[str, Path]:
    """The folders of all available games, by name."""
    return {**resources.shipped_rulesets(), **_here(GAMES, resources.RULESET_MANIFEST)}


def packs() -> Mapping[str, Path]:
    return {**resources.shipped_packs(), **_here(PACKS, resources.PACK_MANIFEST)}


@cache
def titles() -> Mapping[str, str]:
    """The titles of the games that come with Botwright, by name."""
    files = {name: path / resources.RULESET_MANIFEST for name, path in resources.shipped_rulesets().items()}
    sources = {name: Source(str(file), file.read_text(encoding="utf-8")) for name, file in files.items()}
    manifests = {name: read_ruleset_manifest(source)[0] for name, source in sources.items()}
    return {name: manifest.name for name, manifest in manifests.items() if manifest is not None}


def packs_for(game: str) -> list[str]:
    """The ids of the packs of a game."""
    folders = []
    for name, path in packs().items():
        needed = getattr(load_pack(str(path)).manifest, "ruleset", None)
        if needed is not None and needed.id == game:
            folders.append(name)
    return sorted(folders)


def is_path(name: str) -> bool:
    """Whether an argument is a path, not the name of an available game or pack."""
    return os.sep in name or "/" in name or name.endswith(".zip") or os.path.lexists(name)


def near(name: str) -> str:
    """The closest name to an unknown game."""
    names = list(games())
    otherwise = f"there are {', '.join(f'`{game}`' for game in names)}" if names else "there is none here yet"
    return did_you_mean(name, names, otherwise)


def _here(room: str, manifest: str) -> dict[str, Path]:
    manifests = sorted(Path(room).glob(f"*/{manifest}"), key=lambda path: path.parent.name)
    return {path.parent.name: path.parent for path in manifests if path.is_file()}
