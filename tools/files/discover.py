"""Finds the packs below a folder.

A folder with a `pack.yaml` or `ruleset.yaml` is one pack with everything inside it; any other folder is searched. Links
are not followed and hidden folders are skipped, so a search ends and stays below its start.
"""

from __future__ import annotations

import os

from attrs import frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.packs import UNREADABLE
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.packs.pack import PACK_MANIFEST, RULESET_MANIFEST
from dsl.packs.paths import printable
from dsl.text.limits import FOLDER_ENTRIES, FOLDER_NESTING
from dsl.text.source import Place
from tools.files.disk import DISK, Disk, why


@frozen
class DiscoveredPacks:
    """The folders of packs, and the `.bot` files that belong to none, each in order of path."""

    packs: tuple[str, ...]
    loose: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def find_packs(root: str, disk: Disk = DISK) -> DiscoveredPacks:
    """All packs in and below a folder."""
    packs: list[str] = []
    loose: list[str] = []
    diagnostics: list[Diagnostic] = []
    seen = 0
    waiting = [(os.path.normpath(root), 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            with disk.scandir(folder) as listing:
                entries = [entry for entry in listing if not entry.name.startswith(".")]
            names = {entry.name for entry in entries if entry.is_file()}
            below = [os.path.normpath(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
        except (OSError, ValueError) as error:
            path = printable(folder)
            diagnostics.append(diagnose(UNREADABLE, Place(path, 0, 0), path=path, why=why(error)))
            continue
        seen += len(entries)
        if seen > FOLDER_ENTRIES:
            limit = f"{FOLDER_ENTRIES:,} names"
            place = Place(printable(root), 0, 0)
            diagnostics.append(
                diagnose(TOO_LARGE, place, what="what this folder holds", limit=limit, name="FOLDER_ENTRIES")
            )
            break
        if names & {PACK_MANIFEST, RULESET_MANIFEST}:
            packs.append(folder)
            continue
        loose += [os.path.normpath(os.path.join(folder, name)) for name in names if name.endswith(".bot")]
        if depth < FOLDER_NESTING:
            waiting += [(path, depth + 1) for path in below if os.path.basename(path) != "__pycache__"]
    return DiscoveredPacks(tuple(sorted(packs)), tuple(sorted(loose)), tuple(diagnostics))
