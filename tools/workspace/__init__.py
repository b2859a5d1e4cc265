"""Checks files, folders and packs: the one entry for the command line, the benchmark and everything that keeps running.

Only names are here; what does the work is loaded when it is called, because a check whose answer is known needs little.
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
