"""The games and packs that come with Botwright, wherever it is installed.

`importlib.resources` locates the folders, so an editable install and a wheel look the same. The working folder is not
searched: a user's games are found by path, never by import. A folder with a manifest is a game or a pack; any other
folder is skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsl.lazy import lazy_module

if TYPE_CHECKING:
    from importlib import resources
else:
    resources = lazy_module("importlib.resources")


RULESET_MANIFEST = "ruleset.yaml"
PACK_MANIFEST = "pack.yaml"


def shipped_rulesets() -> dict[str, Path]:
    """The folders of all shipped games, sorted by name."""
    return _folders_with(RULESET_MANIFEST, room("rulesets"))


def shipped_packs() -> dict[str, Path]:
    """The folders of all shipped packs, sorted by name."""
    return _folders_with(PACK_MANIFEST, room("content"))


def shipped_text(room_name: str, *path: str) -> str | None:
    """The text of one shipped file, such as `("dsl", "diagnostics", "errors", "BW1001.md")`; None if there is none.

    It is also None if a part of the path is not a plain name: a code that a user types cannot address a file
    outside the package.
    """
    if any(part in ("", ".", "..") or "/" in part or "\\" in part or "\0" in part for part in path):
        return None
    file = room(room_name).joinpath(*path)
    return file.read_text(encoding="utf-8") if file.is_file() else None


def room(name: str) -> Path:
    """The folder of one of the packages `dsl`, `rulesets` and `content`."""
    # delayed: the command line imports this module before it knows whether it needs a file
    folder = resources.files(name)
    if not isinstance(folder, Path):
        raise NotADirectoryError(f"Botwright is installed inside an archive: `{name}` is not a folder")
    return folder


def _folders_with(manifest: str, parent: Path) -> dict[str, Path]:
    manifests = sorted(parent.glob(f"*/{manifest}"), key=lambda path: path.parent.name)
    return {path.parent.name: path.parent for path in manifests if path.is_file()}
