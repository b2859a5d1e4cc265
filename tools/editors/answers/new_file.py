"""The first text of a new, empty file: a card of the usual kind in a pack, a scenario in a folder of tests."""

from __future__ import annotations

import os
import re

from dsl.packs.manifest import PackManifest
from tools.editors.project import Project
from tools.skeleton.minimal_form import form, kinds_of_pack, usual_kind
from tools.skeleton.project_paths import SkeletonRefused


def first_text(project: Project, path: str) -> str:
    """Empty if nothing can be said about the file: its author knows."""
    unit = project.unit(path)
    title = re.sub(r"[\W_]+", " ", os.path.basename(path).removesuffix(".bot")).strip().title()
    if unit is None or not path.endswith(".bot") or not title:
        return ""
    inside = os.path.relpath(path, unit.root).split(os.sep)
    if inside[0] == "tests":
        return f'scenario "{title}" {{\n  todo "write down how it begins, what happens, and what to expect"\n}}\n'
    if not isinstance(unit.manifest, PackManifest):
        return ""
    try:
        kinds = kinds_of_pack(unit.root)
    except SkeletonRefused:
        return ""
    kind = usual_kind(kinds, lambda name: True)
    return form(kinds, kind, f'"{title}"') if kind is not None else ""
