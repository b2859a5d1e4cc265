"""Whole answers: what a check of some paths in some folder said last time, if it would say the same again.

An answer is kept with everything that the check looked at and what it saw there. If all of that is as it was, the
answer stands, and neither the checker nor its libraries have to be loaded. Nothing is assumed: contents are read and
compared, and an answer is only kept if everything was the same before and after the check.
Loads no library beyond the standard one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tools.workspace.inputs import Look, digest, digests
from tools.workspace.language import language
from tools.workspace.store import Store, key_of

ROOM = "answers"
MOST_FINDINGS = 5_000


def key(paths: Sequence[str]) -> str:
    return key_of(language(), os.getcwd(), *paths)


def known(store: Store, paths: Sequence[str]) -> dict[str, Any] | None:
    """The answer for these paths, if nothing that it depends on has changed."""
    value = store.read(ROOM, key(paths))
    try:
        if all(digest((sort, path)) == before for sort, path, before in value["looks"]):
            return dict(value["answer"])
    except (TypeError, KeyError, ValueError, OSError):
        pass  # it is not there, or not ours
    return None


def keep(store: Store, paths: Sequence[str], looks: Sequence[Look], before: list[list[str]] | None, answer: Any) -> None:
    """Keep an answer, if everything that was looked at is as it was when the check began."""
    if before is not None and digests(looks) == before:
        store.write(ROOM, key(paths), {"looks": before, "answer": answer})


def quick_summary(paths: Sequence[str]) -> tuple[int, int] | None:
    """The numbers of files and declarations, if it is known that nothing is wrong with any of them."""
    from tools.workspace.store import user_store

    answer = known(user_store(), paths)
    if answer is None or answer.get("diagnostics") != []:
        return None
    files, declarations = answer.get("files"), answer.get("declarations")
    return (files, declarations) if isinstance(files, int) and isinstance(declarations, int) else None
