"""Detects links that lead out of a pack: formatting or fixing a pack must not change files elsewhere.

A named file is written only if its real path is inside its pack: the nearest folder above the path as written that has
a manifest. A file outside every pack must be below the folder that its path names.
"""

from __future__ import annotations

import os

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import LINK_OUT
from dsl.packs.paths import printable
from dsl.text.source import Place

MANIFESTS = ("pack.yaml", "ruleset.yaml")


def link_outside(path: str) -> Diagnostic | None:
    """The finding for a path that leads out of its pack; None if it stays inside."""
    named = os.path.abspath(path)
    root = _pack_above(named)
    if root is None and os.path.isdir(named):
        return None  # the user named a whole folder, so files below it may be written
    inside = os.path.realpath(root or os.path.dirname(named))
    real = os.path.realpath(named)
    if os.path.commonpath([real, inside]) == inside:
        return None
    target = "a place outside the pack" if root else "a place outside its folder"
    words = {"path": printable(path), "target": target}
    return diagnose(LINK_OUT, Place(printable(path), 0, 0), label="", help="", notes=(), fix=None, **words)


def _pack_above(path: str) -> str | None:
    folder = os.path.dirname(path)
    while True:
        if any(os.path.isfile(os.path.join(folder, name)) for name in MANIFESTS):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
