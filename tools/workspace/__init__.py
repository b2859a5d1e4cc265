"""Checks files, folders and packs: the entry point for the command line, the benchmarks and long-running programs.

This module only defines names; the implementation is loaded on the first call, because a cached check needs little of
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tools.lazy import exports

if TYPE_CHECKING:
    from tools.workspace.programs import load_program
    from tools.workspace.result import CheckResult
    from tools.workspace.workspace import Workspace


def check_paths(paths: Sequence[str], *, cache: bool = True, jobs: int = 0) -> CheckResult:
    """Check what the paths mean; without any, the project around or what is shipped."""
    from tools.workspace.entry import check

    return check(paths, cache, jobs)


__getattr__ = exports(
    {
        "CheckResult": "tools.workspace.result",
        "Workspace": "tools.workspace.workspace",
        "load_program": "tools.workspace.programs",
    }
)

__all__ = ["CheckResult", "Workspace", "check_paths", "load_program"]
