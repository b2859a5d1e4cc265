"""The records that the studio can replay: saved and finished matches of this user, and those in the workspace.

The page names a record by where it is, never by a path outside these folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from attrs import frozen

from tools.matches import BadRecord
from tools.matches.record import read_record
from tools.play import saved_matches
from tools.studio.workspace_files import SKIPPED, FileRefused

ENDINGS = (".bwr", ".match")
MOST = 60


@frozen
class KnownRecord:
    name: str
    path: Path


def known(root: str) -> list[KnownRecord]:
    """The newest records."""
    saved = saved_matches.folder()
    records = [
        *_of("saved", saved, saved.glob("*")),
        *_of("over", saved / saved_matches.OVER, (saved / saved_matches.OVER).glob("*")),
        *_of("workspace", Path(root), _below(root)),
    ]
    return sorted(records, key=lambda record: record.path.stat().st_mtime, reverse=True)[:MOST]


def _of(place: str, folder: Path, paths: Iterator[Path]) -> Iterator[KnownRecord]:
    for path in paths:
        if path.suffix in ENDINGS and path.is_file() and not path.is_symlink():
            yield KnownRecord(f"{place}/{path.relative_to(folder).as_posix()}", path)


def _below(root: str) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name[0] != "." and name not in SKIPPED]
        yield from (Path(folder, name) for name in names if name.endswith(ENDINGS))


def name_of(path: str | None) -> str:
    """The name of the record of a match that is open; empty without one."""
    return f"saved/{Path(path).name}" if path and Path(path).parent == saved_matches.folder() else ""


def path_of(name: str, root: str) -> str:
    """The path of a record that the page names."""
    place, _, rest = name.partition("/")
    names = (name, f"over/{rest}") if place == "saved" else (name,)  # a finished match goes to the others
    record = next((record for record in known(root) if record.name in names), None)
    if record is None:
        raise FileRefused("there is no such record", 404)
    return str(record.path)


def listed(root: str) -> list[dict[str, object]]:
    """The records with their games and players, as a list to choose from."""
    rows: list[dict[str, object]] = []
    for record in known(root):
        try:
            read = read_record(record.path)
        except BadRecord:
            continue
        when = datetime.fromtimestamp(record.path.stat().st_mtime)
        answers = sum(entry.sort == "answer" for entry in read.entries)
        rows.append({
            "name": record.name, "game": read.made.game, "mode": read.made.mode, "seats": list(read.seats),
            "answers": answers, "when": when.strftime("%Y-%m-%d %H:%M"),
        })  # fmt: skip
    return rows
