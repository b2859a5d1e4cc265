"""Distributes work to processes, one item at a time; they return plain lists as JSON, never an object.

Where the system can fork, each process inherits everything and takes the next number when it is done with one.
Elsewhere the work is done in this process. If a process dies, its item is reported as undone; the others continue.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from tools.workspace.facts.workers import cores

Work = Callable[[int], Any]
"""Does the work with this number; its result can be written as JSON."""
MOST_HANDS = 64
LEAVE = b"leave"


def hands(jobs: int, pieces: int, enough: int) -> int:
    """The number of processes to use; 0 jobs means automatic, and then a few items are done in this process."""
    can_fork = sys.platform not in ("win32", "darwin") and threading.active_count() == 1
    if not can_fork or (jobs == 0 and pieces < enough):
        return 1
    return max(1, min(cores(jobs), pieces, MOST_HANDS))


def done(work: Work, pieces: int, crew: int) -> Iterator[tuple[int, Any]]:
    """Every item with its result, in the order of completion; None for an item whose process died."""
    if crew < 2:
        for number in range(pieces):
            yield number, work(number)
        return
    yield from _forked(work, pieces, crew)


def _forked(work: Work, pieces: int, crew: int) -> Iterator[tuple[int, Any]]:
    at_work: dict[Connection, tuple[BaseProcess, int]] = {}
    waiting = iter(range(pieces))
    try:
        for _ in range(crew):
            _deal(at_work, *_hired(work), waiting)
        while at_work:
            for channel in wait(list(at_work)):
                assert isinstance(channel, Connection)
                process, number = at_work.pop(channel)
                try:
                    yield number, json.loads(channel.recv_bytes())
                except (EOFError, OSError, ValueError):
                    yield number, None
                    channel, process = _hired(work)  # another process replaces it
                _deal(at_work, channel, process, waiting)
    finally:
        for process, _ in at_work.values():
            process.terminate()


def _hired(work: Work) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_hand, args=(theirs, ours, work), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _deal(
    at_work: dict[Connection, tuple[BaseProcess, int]],
    channel: Connection,
    process: BaseProcess,
    waiting: Iterator[int],
) -> None:
    """Send the next item to a process; if none is left, let it end."""
    number = next(waiting, None)
    try:
        channel.send_bytes(str(number).encode() if number is not None else LEAVE)
    except OSError:
        pass  # its death is noticed when its answer is read
    if number is not None:
        at_work[channel] = process, number
    else:
        process.join(1)
        channel.close()


def _hand(channel: Connection, other_end: Connection, work: Work) -> None:
    other_end.close()
    try:
        while (number := channel.recv_bytes()) != LEAVE:
            channel.send_bytes(json.dumps(work(int(number))).encode())
    except (EOFError, OSError, KeyboardInterrupt):
        pass
    os._exit(0)  # exit without flushing: the buffers belong to the parent
