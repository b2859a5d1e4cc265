"""The program as a person starts it: another process, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.guards import GUARD

ROOT = Path(__file__).resolve().parents[2]


def environment(**more: str) -> dict[str, str]:
    """What every test of the program sees: no wishes about colour, one width, one locale."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("XDG_", "PATH", "HOME", "TMP"))}
    return kept | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "dumb"} | more


def botwright(
    *words: str, cwd: Path, stdin: bytes = b"", timeout: float = GUARD, **more: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tools.cli", *words],
        cwd=cwd,
        env=environment(**more),
        input=stdin,
        capture_output=True,
        timeout=timeout,
    )


def on_path(folder: Path) -> dict[str, str]:
    """An environment in which `botwright` is this program."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "botwright"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tools.cli "$@"\n')
    script.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return environment(PATH=path)
