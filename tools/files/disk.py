"""The system calls that reading and writing need, in one place.

They are injected, so that a test can simulate a full disk, a read that fails in the middle, or a file that is replaced
between two calls.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from attrs import frozen


@frozen
class Disk:
    """The system calls; tests replace some of them."""

    open: Callable[..., int] = os.open
    close: Callable[[int], None] = os.close
    read: Callable[[int, int], bytes] = os.read
    write: Callable[[int, bytes], int] = os.write
    fsync: Callable[[int], None] = os.fsync
    fstat: Callable[[int], os.stat_result] = os.fstat
    lstat: Callable[[str], os.stat_result] = os.lstat
    truncate: Callable[[int, int], None] = os.ftruncate
    chmod: Callable[[str, int], None] = os.chmod
    replace: Callable[[str, str], None] = os.replace
    unlink: Callable[[str], None] = os.unlink
    scandir: Callable[[str], Any] = os.scandir


DISK = Disk()


def why(error: OSError | ValueError) -> str:
    """The system's reason, as part of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return "the path cannot be one"
