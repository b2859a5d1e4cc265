"""Finds the files that may hold the settings of a project. Loads no library: most projects have none."""

from __future__ import annotations

import os
from collections.abc import Iterator

OWN = "botwright.toml"
SHARED = "pyproject.toml"
MOST = 200_001  # bytes; one more than a manifest may have


def candidates(folder: str = ".") -> Iterator[list[tuple[str, bytes]]]:
    """Files that may contain settings, with their bytes, from this folder up to the root of the repository."""
    here = os.path.abspath(folder)
    while True:
        files = [(path, raw) for name in (OWN, SHARED) if (raw := _raw(path := os.path.join(here, name))) is not None]
        if files:
            yield files
        above = os.path.dirname(here)
        if above == here or os.path.exists(os.path.join(here, ".git")):
            return
        here = above


def _raw(path: str) -> bytes | None:
    """The bytes of a file; None if it cannot be read, or is a shared file that never mentions Botwright."""
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            raw = file.read(MOST)
    except OSError:
        return None
    return raw if os.path.basename(path) == OWN or b"botwright" in raw else None
