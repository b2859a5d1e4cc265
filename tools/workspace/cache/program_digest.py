"""One digest of everything except the checked texts that a result depends on: this program and its libraries.

It covers the bytes of every source and data file of the program and the versions of all installed distributions. So a
cache filled by another version, or before an edit of the program, is never used. Listing only the modules that take
part today would save a few milliseconds and be wrong after the next import.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b

_PACKAGES = ("dsl", "interpreter", "tools")
_ENDINGS = (".py", ".json", ".bot", ".lark", ".txt")
_INSTALLED = (".dist-info", ".egg-info")


@cache
def language() -> str:
    """The digest of this program and its libraries."""
    root = os.path.abspath(__file__)
    for _ in __name__.split("."):
        root = os.path.dirname(root)
    digest = blake2b(sys.version.encode(), digest_size=16)
    for distribution in sorted(_distributions()):
        digest.update(f"{distribution}\n".encode("utf-8", "surrogateescape"))
    for path in _paths(root):
        try:
            with open(os.path.join(root, path), "rb") as file:
                data = file.read()
        except OSError:
            continue  # a missing file is not part of the program
        digest.update(f"{path}:{len(data)}:".encode())
        digest.update(data)
    return digest.hexdigest()


def _distributions() -> Iterator[str]:
    """The metadata folders of installed distributions; their names end in the version."""
    for folder in set(sys.path):
        try:
            yield from (name for name in os.listdir(folder or ".") if name.endswith(_INSTALLED))
        except OSError:
            continue  # a zip file, or a missing folder


def _paths(root: str) -> list[str]:
    paths = []
    for package in _PACKAGES:
        for folder, below, names in os.walk(os.path.join(root, package)):
            below[:] = [name for name in below if name != "__pycache__"]
            inside = os.path.relpath(folder, root).replace(os.sep, "/")
            paths += [f"{inside}/{name}" for name in names if name.endswith(_ENDINGS)]
    return sorted(paths)
