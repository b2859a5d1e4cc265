"""Whole answers: what a check of some paths in some folder said last time, if it would say the same again.

An answer is kept with everything that the check looked at and what it saw there. If all of that is as it was, the
answer stands, and neither the checker nor its libraries have to be loaded. Nothing is assumed: contents are read and
compared. Loads no library beyond the standard one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tools.workspace.inputs import digest
from tools.workspace.language import language
from tools.workspace.store import Store, key_of

ROOM = "answers"


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


def keep(store: Store, paths: Sequence[str], looks: list[list[str]], answer: dict[str, Any]) -> None:
    """Keep an answer with all that was looked at."""
    store.write(ROOM, key(paths), {"looks": looks, "answer": answer})


def quick_summary(paths: Sequence[str]) -> tuple[int, int] | None:
    """The numbers of files and declarations, if it is known that nothing is wrong with any of them."""
    from tools.workspace.store import user_store

    answer = known(user_store(), paths)
    if answer is None or answer.get("diagnostics") != []:
        return None
    files, declarations = answer.get("files"), answer.get("declarations")
    return (files, declarations) if isinstance(files, int) and isinstance(declarations, int) else None
