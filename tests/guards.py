"""The only clock that tests may read: outer guards, which stop hanging processes and say nothing about speed.

A test that fails because a machine is busy says nothing about the program. So no test asserts on seconds
(`tests/architecture/test_clocks.py` enforces this); work is counted in calls (`tests/work.py`), steps, questions or inputs.
A test that waits for another process waits for an effect of that process, and gives up only after `GUARD`.
"""

from __future__ import annotations

import fcntl
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

GUARD = 600.0
"""Seconds after which a process or a terminal that does not answer is given up. Nothing that works takes this long."""
PAUSE = 0.01


def unread(pipe: IO[bytes] | None) -> int:
    """The number of unread bytes in a pipe; 0 means that the reader has caught up."""
    assert pipe is not None
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def replaced(file: Path, text: str) -> None:
    """Replace a file atomically, so that a watcher never sees half of it."""
    beside = file.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


def wait_until(holds: Callable[[], object], pause: float = PAUSE) -> bool:
    """Wait for an effect of another process; false if it never happens."""
    end = time.monotonic() + GUARD
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
