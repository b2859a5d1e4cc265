"""The folder in which the prompt stores the typed lines and the matches of a project.

It belongs to the user, one for each project. Nothing in it is required: a missing folder is created, and if it cannot
be created, written or read, one sentence says so and everything else continues.
"""

from __future__ import annotations

import json
import os
from hashlib import blake2b

from attrs import define, field
from platformdirs import user_state_dir

LARGEST = 10_000
"""Longer texts are not stored: nobody pages back to a pasted file."""
MOST_LINES = 2_000
MOST_BYTES = 4_000_000
_MARKS = (".git", "botwright.toml", "rulesets", "content")


def project(folder: str = ".") -> str:
    """The root folder of a project; the current folder if there is no project."""
    here = start = os.path.abspath(folder)
    while True:
        if any(os.path.lexists(os.path.join(here, mark)) for mark in _MARKS):
            return here
        above = os.path.dirname(here)
        if above == here:
            return start
        here = above


def user_folder(top: str) -> str:
    name = "".join(c if c.isalnum() else "-" for c in os.path.basename(top))[:40] or "project"
    key = blake2b(os.fsencode(top), digest_size=5).hexdigest()
    return os.path.join(user_state_dir("botwright", appauthor=False), "repl", f"{name}-{key}")


@define
class HistoryFolder:
    """`path` is None if nothing is stored. `told` contains notes, each shown once."""

    path: str | None
    notes: list[str] = field(factory=list)

    def made(self) -> str | None:
        """The folder, if it exists or can be created."""
        if self.path is None:
            return None
        try:
            os.makedirs(self.path, mode=0o700, exist_ok=True)
        except (OSError, ValueError) as error:
            self.give_up(error)
        return self.path

    def give_up(self, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or str(error)
        self.tell(f"there is no history: {self.path} cannot be used ({reason})")
        self.path = None

    def tell(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)

    # -------------------------------------------------------------------------------------------------- lines

    def lines(self) -> list[str]:
        """The typed lines, the oldest first, without damaged ones."""
        if self.path is None:
            return []
        try:
            with open(os.path.join(self.path, "history"), "rb") as file:
                file.seek(0, os.SEEK_END)
                file.seek(max(0, file.tell() - MOST_BYTES))
                data = file.read(MOST_BYTES)
        except (FileNotFoundError, NotADirectoryError):  # a write error is reported when something is written
            return []
        except OSError as error:
            self.tell(f"the history cannot be read ({error.strerror})")
            return []
        lines, damaged = [], 0
        for line in data.split(b"\n"):
            text = _text(line)
            if text:
                lines.append(text)
            elif line:
                damaged += 1
        if damaged:
            self.tell(f"the history is damaged: {damaged} of its lines were skipped")
        return lines[-MOST_LINES:]

    def remember(self, text: str) -> None:
        folder = self.made()
        if folder is None or not text.strip() or len(text) > LARGEST:
            return
        line = json.dumps(text).encode("ascii") + b"\n"
        try:
            handle = os.open(os.path.join(folder, "history"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(handle, line)
            finally:
                os.close(handle)
        except OSError as error:
            self.tell(f"the history cannot be written ({error.strerror})")


def _text(line: bytes) -> str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return value if isinstance(value, str) else ""
