"""The program in a real terminal: keys go in, what is drawn comes out.

A terminal answers when it is asked where its cursor is; without that answer nothing below the line is drawn.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pexpect

from tests.cli.activity import Pattern, drawn
from tests.cli.program import environment

ENTER, TAB, UP, CTRL_C, CTRL_D = "\r", "\t", "\x1b[A", "\x03", "\x04"
_WHERE, _HERE = "\x1b\\[6n", "\x1b[1;1R"


class Terminal:
    """A command of Botwright in a terminal of its own."""

    def __init__(self, *words: str, cwd: Path, rows: int = 40, columns: int = 100, **more: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tools.cli", *words],
            cwd=str(cwd),
            env=environment(**{"TERM": "xterm-256color", **more}),
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
        )

    def see(self, *texts: Pattern) -> str:
        """Wait until each of the texts has been drawn, one after the other; what was drawn before the last."""
        before = ""
        for text in texts:
            before = ""
            while drawn(self.child, _WHERE, text) == 0:
                before += str(self.child.before)
                self.child.send(_HERE)
            before += str(self.child.before)
        return before

    def type(self, keys: str) -> None:
        self.child.send(keys)

    def paste(self, text: str) -> None:
        """Paste as terminals do; what is drawn meanwhile is read, or both sides would wait for each other."""
        data = f"\x1b[200~{text}\x1b[201~".encode()

        def write() -> None:
            done = 0
            while done < len(data):
                done += os.write(self.child.child_fd, data[done : done + 4_000])

        writing = threading.Thread(target=write)
        writing.start()
        while writing.is_alive():
            try:
                self.child.read_nonblocking(100_000, timeout=0.1)
            except pexpect.TIMEOUT:
                pass
        writing.join()

    def resize(self, rows: int, columns: int) -> None:
        self.child.setwinsize(rows, columns)

    def kill(self) -> None:
        """As a power cut would."""
        self.child.kill(9)
        self.child.wait()
        self.child.close()

    def ends(self) -> int:
        """Wait until the program has ended; its exit code."""
        self.see(pexpect.EOF)
        code: int = self.child.wait()
        self.child.close()
        return code
