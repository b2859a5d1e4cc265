"""Saves every match that people play, and finds unfinished ones again.

By default a record is stored among the user's files, under the name of its game and its start time. When a match is
over, its record moves to a folder that keeps the last few. A record that another process is writing is left alone.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from attrs import frozen
from platformdirs import user_state_dir

from dsl.packs.paths import printable
from tools.matches import BadRecord, Game
from tools.matches.journal import in_use
from tools.matches.record import Record, read_record
from tools.matches.resume_match import differs

ENDING = ".bwr"
OVER = "over"
KEPT = 30
"""The number of finished matches whose records are kept."""


@frozen
class SavedMatch:
    """An unfinished match: its record, the time of the last answer, and the number of answers."""

    path: str
    record: Record
    when: datetime
    answers: int

    def words(self, now: datetime) -> str:
        day = "today" if self.when.date() == now.date() else f"on {self.when:%Y-%m-%d}"
        fingerprint = self.record.made
        mode = f" ({fingerprint.mode})" if fingerprint.mode else ""
        answers = f"{self.answers} answer{'s' * (self.answers != 1)}"
        seats = printable(" and ".join(self.record.seats))
        return f"{fingerprint.game}{mode}, {seats}, left {day} at {self.when:%H:%M} after {answers}"


def folder() -> Path:
    return Path(user_state_dir("botwright", appauthor=False)) / "matches"


def new_path(game: str, now: datetime) -> str | None:
    """The path for a new record; None if the folder is not writable."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(place, os.W_OK):
        return None
    name = "".join(letter if letter.isalnum() else "-" for letter in game)[:60]
    stem = f"{name}-{now:%Y%m%d-%H%M%S-%f}"  # two matches that begin in one second have records of their own
    for number in range(1, 1000):
        path = place / (f"{stem}{ENDING}" if number == 1 else f"{stem}-{number}{ENDING}")
        if not path.exists():
            return str(path)
    return None


def left(game: Game) -> list[SavedMatch]:
    """The unfinished matches of a game that can be resumed with the current rules, the most recent first."""
    matches = [match for path in _files(folder()) if (match := _left(path, game)) is not None]
    return sorted(matches, key=lambda match: match.when, reverse=True)


def _files(place: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from sorted(path for path in place.iterdir() if path.suffix == ENDING and path.is_file())


def _left(path: Path, game: Game) -> SavedMatch | None:
    try:
        record = read_record(path)
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except (BadRecord, OSError):
        return None
    same = record.made.game == game.name and record.made.mode == game.mode and record.made.variants == game.variants
    if not same or in_use(str(path)) or differs(record, game):
        return None
    steps = {"answer": 1, "redo": 1, "undo": -1}
    return SavedMatch(str(path), record, when, sum(steps.get(entry.sort, 0) for entry in record.entries))


def is_ours(path: str) -> bool:
    """Whether a record was saved automatically, not at a path of the user."""
    return Path(path).parent == folder()


def over(path: str) -> str:
    """Move the record of a finished match to the archive; return its new path."""
    if not is_ours(path):
        return path
    place = folder() / OVER
    try:
        place.mkdir(exist_ok=True)
        new = place / Path(path).name
        os.replace(path, new)
        for old in sorted(_files(place), key=lambda saved: saved.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return path
    return str(new)


def forget(path: str) -> None:
    """Discard an unfinished match: its record is filed with the finished ones."""
    over(path)
