"""Exchanges lines with a program within a time limit: no call can wait for ever or grow without bound.

Both directions are polled at once, so a program that reads slowly while it writes much causes no deadlock. Its error
output is read too, and only the end of it is kept.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time

from tools.seats.limits import Limits

_CHUNK = 1 << 16
_LAST_MOMENT = 2.0
"""Seconds to wait for a program to end after its output ends; on a busy machine that takes a while."""


class ProcessFailed(Exception):
    """A program failed to answer. `final` if it cannot be asked again."""

    def __init__(self, what: str, final: bool) -> None:
        super().__init__(what)
        self.what, self.final = what, final


class BotProcess:
    """A process that answers line by line. It has its own session, so that its child processes end with it."""

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        self.limits = limits
        self.said = b""  # read, but not yet split into lines
        self.errors = b""
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as wrong:
            raise ProcessFailed(f"cannot be started: {wrong.strerror or wrong}", True) from None
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def ask(self, line: bytes) -> bytes:
        """Send a line and read one. Raises `ProcessFailed`."""
        self._forget_what_nobody_asked()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        end = time.monotonic() + self.limits.seconds
        out, err, to = (pipe.fileno() for pipe in (self.process.stdout, self.process.stderr, self.process.stdin))
        with selectors.DefaultSelector() as ready:
            ready.register(out, selectors.EVENT_READ)
            ready.register(err, selectors.EVENT_READ)
            ready.register(to, selectors.EVENT_WRITE)
            while True:
                answer = self._line()
                if answer is not None:
                    return answer
                left = end - time.monotonic()
                if left <= 0:
                    raise ProcessFailed(f"has not answered within {self.limits.seconds:g} seconds", True)
                for key, _ in ready.select(left):
                    if key.fd == to:
                        line = self._send(to, line)
                        if not line:
                            ready.unregister(to)
                    elif not self._take(key.fd, err):
                        ready.unregister(key.fd)
                        if key.fd == out and self._line_waits() is False:
                            raise ProcessFailed(self._ended(), True)

    def _send(self, to: int, line: bytes) -> bytes:
        try:
            return line[os.write(to, line[:_CHUNK]) :]
        except BlockingIOError:
            return line
        except OSError:
            raise ProcessFailed(self._ended(), True) from None

    def _take(self, source: int, err: int) -> bool:
        """Read the available output; false at its end."""
        try:
            more = os.read(source, _CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if source == err:
            self.errors = (self.errors + more)[-self.limits.error_bytes :]
        else:
            self.said += more
            if len(self.said) > self.limits.line_bytes and not self._line_waits():
                raise ProcessFailed(f"says more than {self.limits.line_bytes:,} bytes without an end of line", True)
            if len(self.said) > 2 * self.limits.line_bytes:
                raise ProcessFailed(f"says more than {self.limits.line_bytes:,} bytes without being asked", True)
        return bool(more)

    def _line_waits(self) -> bool:
        return b"\n" in self.said.lstrip()

    def _line(self) -> bytes | None:
        """The next line that is not blank."""
        while b"\n" in self.said:
            line, self.said = self.said.split(b"\n", 1)
            if line.strip():
                return line
        return None

    def _forget_what_nobody_asked(self) -> None:
        """Discard output after the last answer: it cannot answer the next question."""
        assert self.process.stdout is not None
        extra = self.said
        self.said = b""
        with contextlib.suppress(OSError):
            while more := os.read(self.process.stdout.fileno(), _CHUNK):
                extra += more
                if len(extra) > self.limits.line_bytes:
                    raise ProcessFailed(f"says more than {self.limits.line_bytes:,} bytes without being asked", True)
        if extra.strip():
            raise ProcessFailed("speaks without being asked", False)

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_LAST_MOMENT)
        code = self.process.returncode
        if code is None:
            return "has closed its output"
        return f"has ended by {signal.Signals(-code).name}" if code < 0 else f"has ended with exit code {code}"

    def close(self) -> None:
        """End the process and its children."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self.process.wait()
