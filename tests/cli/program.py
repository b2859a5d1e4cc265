"""The program as a person starts it: a process of its own, in a folder of its own.

In `make test` it is forked off a process that has everything loaded (`server.py`); in `make nightly`, and wherever what
Python reads at its start matters, it is begun from nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cli.client import ask
from tests.guards import GUARD
from tests.profiles import NIGHTLY

ROOT = Path(__file__).resolve().parents[2]
AT_THE_START = ("PYTHON", "LC_", "LANG", "TZ", "LD_")
"""What a Python looks at when it starts, and never again."""


def environment(**more: str) -> dict[str, str]:
    """What every test of the program sees: no wishes about colour, one width, one locale."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("XDG_", "PATH", "HOME", "TMP"))}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "dumb"} | more


class Server:
    """The process that forks; there is one for each process that runs tests, begun when it is first needed."""

    running: subprocess.Popen[bytes] | None = None
    folder: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    def socket(cls) -> str:
        if cls.running is None or cls.folder is None:
            cls.folder = tempfile.TemporaryDirectory(prefix="botwright-")
            cls.running = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.server", f"{cls.folder.name}/socket"],
                cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
            assert cls.running.stdout is not None
            assert cls.running.stdout.readline() == b"ready\n"
        return f"{cls.folder.name}/socket"

    @classmethod
    def stop(cls) -> None:
        if cls.running is not None and cls.folder is not None:
            cls.running.communicate(timeout=GUARD)
            cls.folder.cleanup()
            cls.running = None


def botwright(*words: str, cwd: Path, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end. Its input and outputs are no terminal."""
    if NIGHTLY or any(name.startswith(AT_THE_START) for name in more):
        return subprocess.run(
            [sys.executable, "-m", "tools.cli", *words],
            cwd=cwd,
            env=environment(**more),
            input=stdin,
            capture_output=True,
            timeout=GUARD,
        )
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        files = (given.fileno(), out.fileno(), err.fileno())
        code = ask(Server.socket(), list(words), str(cwd), environment(**more), files)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


def on_path(folder: Path) -> dict[str, str]:
    """An environment in which `botwright` is this program."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "botwright"
    client = f"-I -S '{ROOT / 'tests/cli/client.py'}' '{'' if NIGHTLY else Server.socket()}'"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' {'-m tools.cli' if NIGHTLY else client} \"$@\"\n")
    script.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return environment(PATH=path)
