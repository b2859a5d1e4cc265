"""Replays a record, entry by entry.

With the rules, packs and engine of its fingerprint, the same match results. With others it may diverge from the record:
then the replay names the first answer and event that differ, and continues as long as the recorded answers are still
offered.
"""

from __future__ import annotations

from copy import copy

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import records as codes
from dsl.packs.paths import printable
from interpreter.match import EngineMatch, Refused, begin
from interpreter.model.environment import RuleError
from interpreter.model.events import Event
from tools.matches.errors import Unplayable, bad_record, finding
from tools.matches.games import Game
from tools.matches.record import DIGITS, Record, RecordWriter, digits
from tools.matches.record_lines import RecordEntry

SAME_MADE = "the rules, packs and engine are the same, so this is a bug in Botwright: please keep the record"
OTHER_MADE = "the rules, packs or engine have changed: restore the recorded versions"


@frozen
class ReplayDivergence:
    """Where a replay first differs from its record: the entry, counted from 1 (0 before the first answer), in words,
    and the event that differs, if it is an event."""

    number: int
    what: str
    event: Event | None = None

    def diagnostic(self, record: Record, same_made: bool) -> Diagnostic:
        return finding(
            codes.DIFFERS,
            record.path,
            file=printable(record.path),
            number=self.number,
            what=self.what,
            advice=SAME_MADE if same_made else OTHER_MADE,
        )


def check_seats(game: Game, record: Record) -> None:
    """Refuse seats that no match of the game could have begun with: a record may come from anybody."""
    try:
        game.check_seats(record.seats)
    except Unplayable as wrong:
        raise bad_record(codes.NOT_A_RECORD, record.path, why=f"its seats cannot play: {wrong.message}") from wrong


@define
class Replay:
    """A match being replayed from its record; `number` counts the replayed entries."""

    game: Game
    record: Record
    verify: bool = True
    number: int = 0
    parting: ReplayDivergence | None = None
    stuck: bool = False
    """Whether what was answered next is not possible any more."""
    engine: EngineMatch = field(init=False)
    _writer: RecordWriter = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._writer = RecordWriter(self.game)
        check_seats(self.game, self.record)
        self.engine = begin(self.game.linked(), self.record.seats, self.record.seed)
        if self.verify:
            self._compare(self.record.start, self.engine.events)

    def step(self) -> bool:
        """Replay the next entry; false if there is none, or if it is no longer possible."""
        if self.stuck or self.number >= len(self.record.entries):
            return False
        entry = self.record.entries[self.number]
        logged = len(self.engine.machine.log or ())
        reason = self._do(entry)
        if reason:
            self.stuck = True
            self.parting = self.parting or ReplayDivergence(self.number + 1, reason)
            return False
        self.number += 1
        if self.verify and self.parting is None:
            self._compare(entry, tuple((self.engine.machine.log or ())[logged:]))
        return True

    def copy(self) -> Replay:
        """The same moment, to be replayed on its own."""
        other = copy(self)
        other.engine = self.engine.fork()
        return other

    def run(self, until: int | None = None) -> None:
        """Replay all entries, or the given number."""
        while (until is None or self.number < until) and self.step():
            pass

    def _do(self, entry: RecordEntry) -> str:
        """Perform an entry; return the reason if it is impossible."""
        try:
            match entry.sort:
                case "undo":
                    return "" if self.engine.undo() else "there is nothing to undo"
                case "redo":
                    return "" if self.engine.redo() else "there is nothing to redo"
                case "said" | "laid" | "declared":
                    return f"`{entry.words[:60]}` was typed at a prompt: only `botwright repl` can continue from here"
                case _:
                    self.engine.answer(entry.request, entry.chosen, entry.seat)
        except Refused as refused:
            return refused.message
        except RuleError as wrong:
            return f"{wrong.code}: {wrong.message}"
        return ""

    def _compare(self, entry: RecordEntry, events: tuple[Event, ...]) -> None:
        now = digits(events)
        if entry.sort in ("start", "answer") and now != entry.events:
            at = next((i for i in range(len(events)) if _at(now, i) != _at(entry.events, i)), len(events))
            event = events[at] if at < len(events) else None
            what = f"event {at + 1} of it is now `{event.words}`" if event else "some of its events no longer happen"
            self.parting = ReplayDivergence(self.number, what, event)
        elif self._writer.hash(self.engine.machine.state) != entry.state:
            self.parting = ReplayDivergence(self.number, "the same events lead to a different state")

    def ends_alike(self) -> bool:
        """Whether the final state equals the recorded one."""
        last = self.record.entries[-1] if self.record.entries else self.record.start
        return not self.stuck and self._writer.hash(self.engine.machine.state) == last.state


def _at(digits: str, index: int) -> str:
    return digits[index * DIGITS : (index + 1) * DIGITS]
