"""Unsaved texts of files, by their absolute paths: what an editor shows counts, not what is on the disk.

A file may be new, so that nothing of that name is on the disk. A text may contain anything: it is decoded and bounded
like the bytes of a file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from itertools import count

from attrs import define, field, frozen

_versions = count(1)


@frozen
class Unsaved:
    """One text; a new version of a text has a new number."""

    data: bytes
    version: int

    @property
    def stamp(self) -> tuple[int, ...]:
        return (stat.S_IFREG, len(self.data), self.version)


@define
class Overlays:
    _texts: dict[str, Unsaved] = field(factory=dict)

    def put(self, path: str, text: str) -> None:
        self._texts[os.path.abspath(path)] = Unsaved(text.encode("utf-8", "surrogatepass"), next(_versions))

    def drop(self, path: str) -> None:
        """The file on the disk counts again."""
        self._texts.pop(os.path.abspath(path), None)

    def become(self, texts: Mapping[str, str]) -> None:
        """Exactly these texts; an unchanged one keeps its version."""
        for path in [path for path in self._texts if path not in texts]:
            del self._texts[path]
        for path, text in texts.items():
            overlay = self._texts.get(os.path.abspath(path))
            if overlay is None or overlay.data != text.encode("utf-8", "surrogatepass"):
                self.put(path, text)

    def data(self, path: str) -> bytes | None:
        unsaved = self._texts.get(path)
        return None if unsaved is None else unsaved.data

    def inside(self, root: str) -> Iterator[tuple[str, Unsaved]]:
        """The texts in and below a folder, by their paths inside; hidden ones are left out, as on the disk."""
        for path, unsaved in self._texts.items():
            if path.startswith(f"{root}{os.sep}"):
                inside = path[len(root) + 1 :].replace(os.sep, "/")
                if not any(part.startswith(".") for part in inside.split("/")):
                    yield inside, unsaved
