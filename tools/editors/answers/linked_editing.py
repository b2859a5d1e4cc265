"""Linked editing: a name of one declaration, so that typing over it in one place changes it in all of them.

Only a name that nothing outside its declaration can see is linked; everything else is renamed by a rename, which knows
all files and says why it refuses.
"""

from __future__ import annotations

from tools.editors.answers.places import Occurrence, use_at, uses
from tools.editors.project import Project
from tools.editors.values import FileRange

WORD = r"[a-z_]\w*"


def linked(project: Project, path: str, offset: int) -> list[FileRange]:
    """All places of the local name at an offset; none if it is not local, or has several spellings."""
    here = use_at(project, path, offset)
    if here is None or any(target.space != "local" for target in here[1].targets):
        return []
    occurrences: list[Occurrence] = uses(project, *here)
    if (
        len(occurrences) < 2
        or len({occurrence.text for occurrence in occurrences}) > 1
        or any(occurrence.use.quoted for occurrence in occurrences)
    ):
        return []
    return [occurrence.location for occurrence in occurrences]
