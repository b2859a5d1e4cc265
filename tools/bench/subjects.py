"""What is measured: something that holds a pack, reads all of it, and later only what has changed."""

from __future__ import annotations

import os
from typing import Protocol

from dsl.parse import Parsed, no_collection, parse_piece, parse_source
from dsl.source import Source, pieces
from tools.files import read_text


class Subject(Protocol):
    """A pack in a running process. Each call says how many declarations it holds without a fault."""

    def cold(self) -> int:
        """Read everything for the first time."""

    def warm(self) -> int:
        """Look again; nothing has changed, but that has to be found out."""

    def edited(self, path: str) -> int:
        """Look again, told by an editor which file has changed."""


class Parsing:
    """Only the first half of the way: texts to trees. A declaration is known by the hash of its text."""

    def __init__(self, folder: str, jobs: int = 1) -> None:
        self.paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".bot")]
        self.held: dict[str, dict[str, Parsed]] = {}

    def cold(self) -> int:
        with no_collection():
            for path in self.paths:
                self.held[path] = {parsed.piece.digest: parsed for parsed in parse_source(_source(path))}
        return self._sound()

    def warm(self) -> int:
        for path in self.paths:
            self._look(path)
        return self._sound()

    def edited(self, path: str) -> int:
        self._look(path)
        return self._sound()

    def _look(self, path: str) -> None:
        held = self.held[path]
        found = pieces(_source(path))
        self.held[path] = {piece.digest: held.get(piece.digest) or parse_piece(piece) for piece in found}

    def _sound(self) -> int:
        return sum(parsed.tree is not None for held in self.held.values() for parsed in held.values())


def _source(path: str) -> Source:
    return read_text(path).source
