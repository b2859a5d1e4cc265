"""`check --watch`: polls the modification times of all files and checks again after a change.

Polling is cheap and works everywhere, on network folders too. Names, sizes and times are compared as one whole, so new
and deleted files count as changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from time import sleep

from tools.cli.output import note
from tools.report.escape import printable

PAUSE = 0.3  # seconds between two polls
SUFFIXES = (".bot", ".yaml", ".toml", ".zip")
MOST = 100_000

Stamps = dict[str, tuple[int, int, int]]


def watched(paths: Sequence[str], check: Callable[[], int]) -> int:
    """Check until Ctrl-C; returns the exit code of the last check."""
    code = 0
    try:
        while True:
            before = stamps(paths)
            code = check()
            note("watching for changes; stop with Ctrl-C")
            while (now := stamps(paths)) == before:
                sleep(PAUSE)
            note("", f"changed: {_names(before, now)}")
    except KeyboardInterrupt:
        note("")
        return code


def stamps(paths: Sequence[str]) -> Stamps:
    stamps_now: Stamps = {}
    for file in _files(paths or ["."]):
        try:
            state = os.stat(file)
        except OSError:
            continue
        stamps_now[file] = (state.st_mtime_ns, state.st_size, state.st_ino)
        if len(stamps_now) >= MOST:
            break
    return stamps_now


def _files(paths: Sequence[str]) -> Iterator[str]:
    for path in paths:
        if not os.path.isdir(path):
            yield path
        for folder, inner, files in os.walk(path):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(SUFFIXES))


def _names(before: Stamps, now: Stamps) -> str:
    changed = sorted(file for file in {*before, *now} if before.get(file) != now.get(file))
    shown = ", ".join(printable(os.path.normpath(file)) for file in changed[:3])
    return shown if len(changed) <= 3 else f"{shown} and {len(changed) - 3} more"
