"""The lines of a record: each is one JSON object that ends with a checksum over itself and all lines before it.

So any damage to a file (truncation, a flipped bit, appended data, swapped lines) shows at the first line that does not
match; everything before it is intact. Nothing here accesses a disk, and nothing in a file is trusted: a line with a
correct checksum and invalid contents counts as damaged too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from attrs import field, frozen

FORMAT_VERSION = 1
MAGIC = "match"
BEGINS = b'{"botwright":"match"'
"""How every record begins."""
TYPED = ("said", "laid", "declared")
"""What was typed at a prompt and is no answer: a sentence, something laid on the table, a declaration."""
_END = re.compile(rb',"check":"([0-9a-f]{16})"\}\Z')


@frozen
class RecordEntry:
    """One entry of a record: an answer, an undo or a redo.

    `state` is a short hash of the state after it, `events` has four digits for each event on the way there, `cards` are
    the cards that came into play, by unit. At a prompt other input is recorded too; `words` is its text.
    """

    sort: str  # answer, undo, redo, or one of TYPED; or start, before the first of them
    state: str
    request: int = 0
    seat: str = ""
    chosen: tuple[int, ...] = ()
    events: str = ""
    cards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    words: str = ""

    def fields(self) -> dict[str, Any]:
        if self.sort in TYPED:
            return {self.sort: self.words, "state": self.state, "events": self.events}
        if self.sort != "answer":
            return {self.sort: True, "state": self.state}
        data: dict[str, Any] = {"request": self.request, "seat": self.seat, "chosen": list(self.chosen)}
        data |= {"state": self.state, "events": self.events}
        return data | ({"cards": {unit: list(names) for unit, names in self.cards.items()}} if self.cards else {})


@frozen
class Damage:
    """The damage of a record: its first invalid line, and the number of lines from there on."""

    line: int
    lines: int


@frozen
class Lines:
    """The valid part of a file. `size` is its length, `check` its last checksum."""

    head: Mapping[str, Any]
    entries: tuple[RecordEntry, ...]
    size: int
    check: str
    damage: Damage | None = None


class NoRecord(Exception):
    """The first line is not the first line of a record; the text says why."""


class OtherFormat(Exception):
    """A record in another format: the version that wrote it, and the number of the format. The first line has the same
    checksum in every format."""

    def __init__(self, version: object, engine: object) -> None:
        super().__init__(f"format {version}")
        self.found, self.engine = str(version)[:20], str(engine)[:40]


def written(fields: Mapping[str, Any], before: str) -> tuple[bytes, str]:
    """A line with its checksum; `before` is the checksum of the line above, empty for the first."""
    body = json.dumps(fields, separators=(",", ":"), allow_nan=False).encode("ascii")[:-1]
    check = _check(body, before)
    return body + b',"check":"' + check.encode() + b'"}\n', check


def _check(body: bytes, before: str) -> str:
    return blake2b(before.encode() + b"\n" + body, digest_size=8, person=b"botwright-line").hexdigest()


def read_lines(data: bytes) -> Lines:
    """Everything up to the first invalid line."""
    head: Mapping[str, Any] | None = None
    entries: list[RecordEntry] = []
    check, size = "", 0
    for number, line, end in _split(data):
        fields, fits = _fields(line, check)
        if head is None:
            head = _head(fields, data)
        else:
            entry = _entry(fields)
            if entry is None:
                return Lines(head, tuple(entries), size, check, Damage(number, _left(data, size)))
            entries.append(entry)
        check, size = fits, end
    if head is None:
        raise NoRecord("it is empty")
    return Lines(head, tuple(entries), size, check)


def _split(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Number, text and end of each line. The last line may be complete without a line end."""
    start, number = 0, 0
    while start < len(data):
        newline = data.find(b"\n", start)
        end = len(data) if newline < 0 else newline + 1
        number += 1
        yield number, data[start : end if newline < 0 else newline], end
        start = end


def _left(data: bytes, size: int) -> int:
    """The number of lines from an offset on."""
    return data.count(b"\n", size) + (not data.endswith(b"\n"))


def _fields(line: bytes, before: str) -> tuple[Mapping[str, Any] | None, str]:
    """The contents of a line and its checksum; None if the checksum is wrong."""
    end = _END.search(line)
    if end is None or _check(line[: end.start()], before) != end[1].decode():
        return None, ""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None, ""
    return (value, end[1].decode()) if isinstance(value, dict) else (None, "")


def _head(fields: Mapping[str, Any] | None, data: bytes) -> Mapping[str, Any]:
    if fields is None:
        whole = b"\n" in data
        looks = data.startswith(BEGINS)
        raise NoRecord(
            "it does not begin like a record" if not looks
            else "its first line is damaged" if whole
            else "it ends before its first line does"
        )  # fmt: skip
    if fields.get("botwright") != MAGIC:
        raise NoRecord("it is another Botwright file")
    if fields.get("format_version") != FORMAT_VERSION:
        raise OtherFormat(fields.get("format_version"), fields.get("engine"))
    return fields


def _entry(fields: Mapping[str, Any] | None) -> RecordEntry | None:
    if fields is None or not isinstance(state := fields.get("state"), str):
        return None
    for sort in ("undo", "redo"):
        if fields.get(sort) is True:
            return RecordEntry(sort, state)
    request, seat, chosen = fields.get("request"), fields.get("seat"), fields.get("chosen")
    events, cards = fields.get("events", ""), fields.get("cards", {})
    for sort in TYPED:
        if isinstance(words := fields.get(sort), str) and isinstance(events, str):
            return RecordEntry(sort, state, events=events, words=words)
    if type(request) is not int or not isinstance(seat, str) or not isinstance(events, str):
        return None
    if not isinstance(chosen, list) or any(type(index) is not int for index in chosen):
        return None
    cards_by_unit = cards_of(cards)
    return (
        None
        if cards_by_unit is None
        else RecordEntry("answer", state, request, seat, tuple(chosen), events, cards_by_unit)
    )


def cards_of(value: object) -> dict[str, tuple[str, ...]] | None:
    """The cards of a line, by unit; None if it is not a valid table."""
    if not isinstance(value, dict) or not all(isinstance(names, list) for names in value.values()):
        return None
    if not all(isinstance(name, str) for names in value.values() for name in names):
        return None
    return {unit: tuple(names) for unit, names in value.items()}
