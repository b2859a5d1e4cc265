"""Removes unfinished files and folders if the process that creates them dies, even by `kill -9`.

A killed process cannot clean up after itself. Where the system can fork, a second process, the watcher, reads from a
pipe. It receives every path before it is created, and finally either the message that all is done or the end of the
pipe, which the system closes when the process dies; then it removes the paths. Elsewhere only exceptions are handled.
"""

from __future__ import annotations

import json
import os
import signal
from shutil import rmtree
from types import TracebackType

Begun = tuple[str, int | None, bool]
"""A path, the inode of what may be removed there (none: nobody else has a file of that name), and whether it goes with
all that is in it."""
_DONE = "done"


class CreatedFiles:
    """Everything created inside the `with` block; removed unless the block completes."""

    def __init__(self) -> None:
        self._begun: list[Begun] = []
        self._pipe = _start_watcher()

    def stage(self, above: str) -> str:
        """A temporary name in a folder, where something is built before it is renamed."""
        name = os.path.join(above, f".new-{os.urandom(6).hex()}")
        self._note((name, None, True))
        return name

    def folder(self, path: str) -> None:
        """Create a folder and its parents, if they do not exist."""
        if not os.path.isdir(path):
            if os.path.dirname(path):
                self.folder(os.path.dirname(path))
            self._note((path, None, False))
            os.mkdir(path)

    def place(self, staged: str, path: str) -> None:
        """Rename a staged path to its destination in one step; raises `FileExistsError` if that exists."""
        self._note((path, os.stat(staged).st_ino, True))
        if os.path.isdir(staged):
            os.rename(staged, path)
        else:
            os.link(staged, path)
            os.unlink(staged)

    def _note(self, begun: Begun) -> None:
        self._begun.append(begun)
        self._tell([os.path.abspath(begun[0]), *begun[1:]])

    def _tell(self, message: object) -> None:
        if self._pipe is not None:
            os.write(self._pipe, json.dumps(message).encode() + b"\n")

    def __enter__(self) -> CreatedFiles:
        return self

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            _remove(self._begun)
        self._tell(_DONE)
        if self._pipe is not None:
            os.close(self._pipe)


def _remove(begun: list[Begun]) -> None:
    """Remove everything created, the latest first; a parent folder only if it is empty."""
    for path, inode, whole in reversed(begun):
        try:
            if inode is not None and os.lstat(path).st_ino != inode:
                continue  # not created by us
            if not os.path.isdir(path):
                os.unlink(path)
            elif whole:
                rmtree(path, ignore_errors=True)
            else:
                os.rmdir(path)
        except OSError:
            continue


def _start_watcher() -> int | None:
    """Start the watcher; return the write end of its pipe."""
    if not hasattr(os, "fork"):
        return None
    listening, speaking = os.pipe()
    if os.fork():
        os.close(listening)
        return speaking
    try:
        os.close(speaking)
        _watch(listening)
    finally:
        os._exit(0)  # do not run the handlers or flush the buffers of the parent process


def _watch(listening: int) -> None:
    os.setsid()  # a signal to the parent's process group must not kill the watcher
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard = b""
    while chunk := os.read(listening, 1 << 16):
        heard += chunk
    messages = [json.loads(line) for line in heard.splitlines() if line.endswith((b"]", b'"'))]
    if _DONE not in messages:
        _remove([(path, inode, whole) for path, inode, whole in messages])
