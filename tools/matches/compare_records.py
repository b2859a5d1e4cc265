"""Compares two records: their fingerprints, and the first answer or event at which they differ.

The records alone show the difference; the games are only needed to describe it.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from attrs import evolve, frozen

from tools.matches.errors import BadRecord
from tools.matches.fingerprint import differences
from tools.matches.record import DIGITS, Record
from tools.matches.record_lines import RecordEntry
from tools.matches.replay import Replay
from tools.matches.replay_text import NarratedReplay, ReplayViewer
from tools.matches.resume_match import game_of


@frozen
class RecordDifference:
    """The first entry that differs (0 is the table before the first answer), and the contents of each record there."""

    number: int
    what: str  # answer, event, state, length
    first: str
    other: str
    event: int | None = None

    def words(self) -> str:
        at = "before the first answer" if self.number == 0 else f"at answer {self.number}"
        if self.what == "state":  # digests tell a reader nothing
            return f"They differ {at}: the tables are not the same."
        event = f"event {self.event}: " if self.what == "event" else ""
        return f"They differ {at}: {event}{self.first} / {self.other}"

    def data(self) -> dict[str, Any]:
        return {"number": self.number, "what": self.what, "event": self.event, "one": self.first, "other": self.other}


def heads(record: Record, other: Record) -> list[tuple[str, str]]:
    """The differences between the versions of two records."""
    pairs = differences(record.made, other.made)
    for what, here, there in (("seats", record.seats, other.seats), ("seed", (str(record.seed),), (str(other.seed),))):
        if here != there:
            pairs.append((f"{what} {', '.join(here)}", ", ".join(there)))
    return pairs


def first_difference(record: Record, other: Record) -> RecordDifference | None:
    """The first entry at which two records differ; None if they record the same match."""
    pairs = zip_longest((record.start, *record.entries), (other.start, *other.entries))
    for number, (here, there) in enumerate(pairs):
        if here != there:
            return _differs(number, here, there)
    return None


def _differs(number: int, entry: RecordEntry | None, other: RecordEntry | None) -> RecordDifference:
    if entry is None or other is None or _said(entry) != _said(other):
        return RecordDifference(
            number, "length" if entry is None or other is None else "answer", _said(entry), _said(other)
        )
    if entry.events == other.events:
        return RecordDifference(number, "state", entry.state, other.state)
    longest = max(len(entry.events), len(other.events)) // DIGITS
    index = next(i for i in range(longest) if _at(entry.events, i) != _at(other.events, i))
    return RecordDifference(number, "event", _at(entry.events, index), _at(other.events, index), index + 1)


def in_words(difference: RecordDifference, record: Record, other: Record) -> RecordDifference:
    """The difference in the words of the games, where they can be played here."""
    return evolve(
        difference,
        first=_told(difference, record) or difference.first,
        other=_told(difference, other) or difference.other,
    )


def _told(difference: RecordDifference, record: Record) -> str:
    """An entry of a record in words; empty if it cannot be replayed here."""
    if difference.what not in ("answer", "length", "event") or difference.number > len(record.entries):
        return ""
    try:
        retelling = NarratedReplay(Replay(game_of(record), record, verify=False), ReplayViewer(everything=True))
    except BadRecord:
        return ""
    entries = list(retelling.run(difference.number))
    last = entries[-1]
    if last.number != difference.number:
        return ""
    if difference.event is not None:
        return last.events[difference.event - 1].words if difference.event <= len(last.events) else "it does not happen"
    return next(last.lines(), "").strip().removeprefix(str(last.number)).strip() if last.entry is not None else ""


def _said(entry: RecordEntry | None) -> str:
    if entry is None:
        return "the record ends"
    if entry.sort != "answer":
        return entry.sort
    return f"{entry.seat} answers request {entry.request} with {', '.join(map(str, entry.chosen)) or 'a pass'}"


def _at(events: str, index: int) -> str:
    return events[index * DIGITS : (index + 1) * DIGITS]
