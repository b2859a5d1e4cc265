"""A small game and its pack on the disk, checked once and opened in a project."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.shipped import ROOT
from tools.editors.project import Project
from tools.editors.snapshot import snapshot
from tools.workspace.overlays import Overlays
from tools.workspace.workspace import Workspace

FOLDERS = ("rulesets/scrapyard", "content/scrapyard-starter")


class OpenGame:
    """`text` changes an open text, `check` settles everything."""

    def __init__(self, root: Path, folders: tuple[str, ...] = FOLDERS) -> None:
        self.root, self.folders = root, folders
        for folder in folders:
            if not (root / folder).exists():
                shutil.copytree(ROOT / folder, root / folder)
        self.overlays = Overlays()
        paths = [str(root / folder) for folder in folders]
        self.workspace = Workspace(paths, jobs=1, base=str(root), overlays=self.overlays)
        self.project = Project()
        self.check()

    def check(self) -> None:
        result = self.workspace.refresh()
        self.project.become(snapshot(self.workspace, result))
        self.result = result

    def path(self, name: str) -> str:
        return str(self.root / name)

    def text(self, name: str, text: str | None = None) -> str:
        """Open a file, as it is or with another text."""
        path = self.path(name)
        written = Path(path).read_text("utf-8") if text is None else text
        self.project.open(path, written)
        self.overlays.put(path, written)
        return written

    def close(self, name: str) -> None:
        self.project.close(self.path(name))
        self.overlays.drop(self.path(name))


def at(text: str, words: str, word: str = "") -> int:
    """The offset of the middle of a word in the first place of some words."""
    start = text.index(words)
    word = word or words
    return start + words.index(word) + len(word) // 2


__all__ = ["FOLDERS", "OpenGame", "at"]
