"""The contents of a record: fingerprint, seats, seed, and all answers.

A match is rebuilt from these alone. Hashes beside the answers verify that it is the same match: a short hash of the
state after each answer, and four digits for each event, so that a replay can name the first event that differs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dsl.diagnostics.codes import records as codes
from interpreter.execute.snapshot import short_digest
from interpreter.match import EngineMatch, Step
from interpreter.model import state as s
from interpreter.model.events import Event
from interpreter.model.state import State
from tools.files.disk import DISK, Disk
from tools.matches import journal, record_lines
from tools.matches.errors import bad_record
from tools.matches.fingerprint import Fingerprint, as_fields, of_fields
from tools.matches.record_lines import Damage, RecordEntry
from tools.seats import PROGRAM

if TYPE_CHECKING:
    from tools.matches.games import Game

DIGITS = 4
"""Hexadecimal digits for each event."""


@frozen(kw_only=True)
class Record:
    """A record as read: `start` is an entry for the table before the first answer."""

    path: str
    made: Fingerprint
    where: Mapping[str, str]
    seats: tuple[str, ...]
    bots: Mapping[str, str]
    seed: int
    start: RecordEntry
    entries: tuple[RecordEntry, ...]
    damage: Damage | None

    def cards(self) -> dict[str, tuple[str, ...]]:
        """All cards that were in play, by their unit."""
        cards: dict[str, dict[str, None]] = {}
        for entry in (self.start, *self.entries):
            for unit, names in entry.cards.items():
                cards.setdefault(unit, {}).update(dict.fromkeys(names))
        return {unit: tuple(names) for unit, names in cards.items()}


@define
class RecordWriter:
    """Turns the course of a match into entries; remembers which cards it has already named."""

    game: Game
    _known: set[str] = field(factory=set)

    def start(self, engine: EngineMatch) -> RecordEntry:
        """The table before the first answer."""
        state, events = engine.opening()
        return RecordEntry("start", self.hash(state), events=digits(events), cards=self._cards(state))

    def answer(self, step: Step) -> RecordEntry:
        return RecordEntry(
            "answer",
            self.hash(step.state),
            step.request.id,
            step.request.seat,
            step.chosen,
            digits(step.events),
            self._cards(step.state),
        )

    def turn(self, sort: str, state: State) -> RecordEntry:
        """An `undo` or `redo`, and the resulting state."""
        return RecordEntry(sort, self.hash(state))

    def knows(self, entry: RecordEntry) -> None:
        """Mark these cards as named."""
        self._known.update(*entry.cards.values())

    def hash(self, state: State) -> str:
        return short_digest(state, self.game.linked())

    def _cards(self, state: State) -> dict[str, tuple[str, ...]]:
        """The cards that came into play since the last call, by unit."""
        cards: dict[str, list[str]] = {}
        linked = self.game.linked()
        for kind in linked.layout.kinds.values():
            for thing in state.cells[s.FIRST_KIND + kind.index]:
                card = state.cells[thing + s.CARD]
                if card is not None and card not in self._known and card in linked.cards and "." not in card:
                    self._known.add(card)
                    cards.setdefault(self._unit(card), []).append(card)
        return {unit: tuple(sorted(names)) for unit, names in sorted(cards.items())}

    def _unit(self, card: str) -> str:
        """The pack that a card belongs to, or the game itself."""
        written = self.game.linked().program.card(card)
        return written.unit if written is not None and written.unit in self.game.made.packs else self.game.name


def digits(events: Iterable[Event]) -> str:
    """Four digits for each event."""
    return "".join(
        blake2b(f"{event.depth} {event.verb} {event.words}".encode(), digest_size=DIGITS // 2).hexdigest()
        for event in events
    )


# ------------------------------------------------------------------------------------------------------ writing


def head(
    game: Game, seats: Sequence[str], seed: int, start: RecordEntry, bots: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The first line of a record. `bots` are the names of the bots that played; a replay does not use them."""
    noted = {seat: without_command(who) for seat, who in (bots or {}).items()}
    data: dict[str, Any] = {"botwright": record_lines.MAGIC, "format_version": record_lines.FORMAT_VERSION}
    data |= as_fields(game.made)
    data |= {"where": dict(game.where), "seats": list(seats), "seed": seed}
    data |= {"bots": noted} if noted else {}
    cards = {unit: list(names) for unit, names in start.cards.items()}
    return data | {"state": start.state, "events": start.events, "cards": cards}


def whole(first: Mapping[str, Any], entries: Iterable[RecordEntry]) -> bytes:
    """A complete record as bytes."""
    parts = []
    check = ""
    for fields in (first, *(entry.fields() for entry in entries)):
        line, check = record_lines.written(fields, check)
        parts.append(line)
    return b"".join(parts)


def saved(
    game: Game, engine: EngineMatch, seats: Sequence[str], seed: int, bots: Mapping[str, str] | None = None
) -> bytes:
    """A match as a record; undone answers that can be redone are stored as answers followed by undos."""
    writer = RecordWriter(game)
    first = head(game, seats, seed, writer.start(engine), bots)
    entries = [writer.answer(step) for step in engine.steps()]
    undone = list(engine.undone())
    back = [engine.machine.state, *(step.state for step in undone[:-1])] if undone else []
    entries += [writer.answer(step) for step in undone]
    entries += [writer.turn("undo", state) for state in reversed(back)]
    return whole(first, entries)


# ------------------------------------------------------------------------------------------------------ reading


def read_record(path: str | os.PathLike[str], disk: Disk = DISK) -> Record:
    """The record in a file, opened for reading only."""
    name = os.fspath(path)
    return record_in(name, journal.read_all(name, disk))[0]


def record_in(path: str, data: bytes) -> tuple[Record, record_lines.Lines]:
    """Parse a record; of a damaged record, everything before the damage."""
    try:
        lines = record_lines.read_lines(data)
    except record_lines.NoRecord as error:
        raise bad_record(codes.NOT_A_RECORD, path, why=error) from error
    except record_lines.OtherFormat as error:
        details = {"found": error.found, "known": record_lines.FORMAT_VERSION, "engine": f"version {error.engine}"}
        raise bad_record(codes.OTHER_FORMAT, path, **details) from error
    fingerprint, start = of_fields(lines.head), _start(lines.head)
    seats, seed, where = lines.head.get("seats"), lines.head.get("seed"), lines.head.get("where")
    if (
        fingerprint is None
        or start is None
        or not _names(seats)
        or type(seed) is not int
        or not isinstance(where, dict)
    ):
        raise bad_record(codes.NOT_A_RECORD, path, why="its first line does not name the game")
    paths = {id: place for id, place in where.items() if isinstance(place, str)}
    record = Record(
        path=path, made=fingerprint, where=paths, seats=tuple(seats or ()), bots=_bots(lines.head), seed=seed,
        start=start, entries=lines.entries, damage=lines.damage,
    )  # fmt: skip
    return record, lines


def _start(data: Mapping[str, Any]) -> RecordEntry | None:
    state, events, cards = data.get("state"), data.get("events"), record_lines.cards_of(data.get("cards"))
    if not isinstance(state, str) or not isinstance(events, str) or cards is None:
        return None
    return RecordEntry("start", state, events=events, cards=cards)


def _bots(data: Mapping[str, Any]) -> dict[str, str]:
    """The recorded names of bots; invalid entries are ignored."""
    bots = data.get("bots")
    seats = data.get("seats") or ()
    if not isinstance(bots, dict):
        return {}
    return {seat: without_command(who) for seat, who in bots.items() if seat in seats and isinstance(who, str)}


def without_command(who: str) -> str:
    """The name of a bot as a record may store it: a program is only `cmd`, never its command.

    Applied when a record is written and again when it is read, so that no file can name a program to start.
    """
    return PROGRAM if who.partition(":")[0] == PROGRAM else who


def _names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
