"""Limits of a process that reads packs: memory here, time by whoever waits for its answers."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import resource

MEMORY = 3 << 30
"""Bytes of address space; a whole game with its caches takes less than a tenth."""
LARGEST_FILE = 256 << 20
"""Bytes of the longest file that a job may write."""


def limit_memory() -> None:
    """Limit this process and its children; without such limits on a system, only their time is limited."""
    if sys.platform == "win32":
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, LARGEST_FILE)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
