"""The repository as data: which files it has, in which room, and what their Python says."""

from __future__ import annotations

import ast
import os
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("dsl", "interpreter", "tools")
GAMES = ("rulesets", "content")
NOT_OURS = {".git", ".venv", "build", "dist", "__pycache__"}


def files(room: str, *suffixes: str) -> list[Path]:
    """All files of a room with one of the endings."""
    return sorted(
        path
        for path in (ROOT / room).rglob("*")
        if path.suffix in suffixes and path.is_file() and not NOT_OURS & set(path.relative_to(ROOT).parts)
    )


def modules(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """Every Python module of the rooms: its path from the root, its tree."""
    for room in rooms:
        for path in files(room, ".py"):
            yield name_of(path), _tree(path)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def kept_files() -> list[Path]:
    """What git keeps or would keep; in a copy without git, everything that is not ours to look at."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        paths = [ROOT / name for name in listed.split("\0") if name]
    else:
        paths = list(_below(ROOT))
    return sorted(path for path in paths if path.is_file())


def _below(root: Path) -> Iterator[Path]:
    """All files of a folder but the ignored ones, whose folders may come and go while tests run."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not _is_ignored(name)]
        yield from (Path(folder, name) for name in names if not _is_ignored(name))


def _is_ignored(part: str) -> bool:
    return part in NOT_OURS or part.endswith((".pyc", "_cache", ".egg-info")) or part == ".hypothesis"
