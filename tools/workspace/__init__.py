"""Checks files, folders and packs: the entry point for the command line, the benchmarks and long-running programs.

This module only defines names; the implementation is loaded on the first call, because a cached check needs little of
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.lazy import exports, lazy_module

if TYPE_CHECKING:
    from tools.workspace import entry
    from tools.workspace.programs import load_program
    from tools.workspace.result import CheckResult
    from tools.workspace.workspace import Workspace
else:
    entry = lazy_module("tools.workspace.entry")


def check_paths(paths: Sequence[str], *, cache: bool = True, jobs: int = 0) -> CheckResult:
    """Check the paths; without any, the surrounding project or the shipped games."""
    return entry.check(paths, cache, jobs)


__getattr__ = exports(
    {
        "CheckResult": "tools.workspace.result",
        "Workspace": "tools.workspace.workspace",
        "load_program": "tools.workspace.programs",
    }
)

__all__ = ["CheckResult", "Workspace", "check_paths", "load_program"]
