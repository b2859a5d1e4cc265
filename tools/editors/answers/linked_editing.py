"""Linked editing: a name of one declaration, so that typing over it in one place changes it in all of them.

Only a name that nothing outside its declaration can see is linked; everything else is renamed by a rename, which knows
all files and says why it refuses.
"""

from __future__ import annotations

from tools.editors.answers.places import Found, use_at, uses
from tools.editors.project import Project
from tools.editors.values import FileRange

WORD = r"[a-z_]\w*"


def linked(project: Project, path: str, offset: int) -> list[FileRange]:
    """All places of the local name at an offset; none if it is not local, or has several spellings."""
    here = use_at(project, path, offset)
    if here is None or any(target.space != "local" for target in here[1].targets):
        return []
    every: list[Found] = uses(project, *here)
    if len(every) < 2 or len({one.text for one in every}) > 1 or any(one.use.quoted for one in every):
        return []
    return [one.location for one in every]
