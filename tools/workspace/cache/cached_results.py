"""Caches whole results: the result of the last check of the same paths, if a new check would give the same.

A result is stored with everything that the check read. If all of that is unchanged, the result is valid, and neither
the checker nor its libraries are loaded. Contents are read and compared, never assumed. Uses only the standard library.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dsl.lazy import lazy_module
from tools.workspace.cache.cache_folder import Store, key_of
from tools.workspace.cache.input_digests import digest
from tools.workspace.cache.program_digest import language

if TYPE_CHECKING:
    from tools.workspace.cache import cache_folder
else:
    cache_folder = lazy_module("tools.workspace.cache.cache_folder")


ROOM = "answers"


def key(paths: Sequence[str]) -> str:
    return key_of(language(), os.getcwd(), *paths)


def cached(store: Store, paths: Sequence[str]) -> dict[str, Any] | None:
    """The cached result for these paths, if no input has changed."""
    value = store.read(ROOM, key(paths))
    try:
        looks = [(str(sort), str(path), before) for sort, path, before in value["looks"]]
        if looks and all(digest((sort, path)) == before for sort, path, before in looks):  # type: ignore[arg-type]
            return dict(value["answer"])
    except (TypeError, KeyError, ValueError, OSError):
        pass  # missing, or not trusted
    return None


def keep(store: Store, paths: Sequence[str], looks: list[list[str]], answer: dict[str, Any]) -> None:
    """Store a result with all its inputs."""
    store.write(ROOM, key(paths), {"looks": looks, "answer": answer})


def known_clean(paths: Sequence[str]) -> str | None:
    """The summary of a check without findings, if it is cached and still valid."""
    match cached(cache_folder.user_store(), paths):
        case {"diagnostics": [], "files": int(files), "declarations": int(declarations)}:
            looked = f"checked {_counted(files, 'file')} with {_counted(declarations, 'declaration')}"
            return f"{looked}: no findings\n"
    return None


def _counted(number: int, singular: str) -> str:
    return f"{number:,} {singular if number == 1 else singular + 's'}"
