"""Saves matches at the prompt: every step is on the disk before the next is typed, so that none is lost.

A match is stored as a record, together with typed input that is not an answer. The next start offers an unfinished
record. A finished or declined one is kept under another name.
"""

from __future__ import annotations

import os
import re

from attrs import define, field, frozen

from dsl.packs.paths import printable
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.match import Refused
from interpreter.match import Step as Taken
from interpreter.model.environment import RuleError
from tools.matches import journal
from tools.matches.errors import BadRecord, MatchFault
from tools.matches.record import Record, RecordWriter, digits, head, record_in
from tools.matches.record_lines import RecordEntry
from tools.matches.replay import check_seats
from tools.repl.answer_text import answered, open_request
from tools.repl.history_folder import HistoryFolder
from tools.repl.input_kind import SentenceInput, read
from tools.repl.match_steps import ReplMatch
from tools.repl.session_program import GameChoice, opened
from tools.repl.steps import AnswerStep, BadText, GivenStep, SentenceStep, StepRefused
from tools.repl.workbench import Workbench

KEPT = 20
"""The number of records kept for a project."""
_NAME = re.compile(r"(\d{4,})(\.over|\.left)?\.bwr")


@frozen
class InterruptedMatch:
    """An unfinished match."""

    path: str
    record: Record
    bare: bool

    @property
    def words(self) -> str:
        steps = len(self.record.entries)
        mode = f", mode {self.record.made.mode}" if self.record.made.mode else ""
        text = f"{steps} step{'s' * (steps != 1)}"
        seats = printable(" and ".join(self.record.seats))
        return f"{printable(self.record.made.game + mode)}, {seats}, seed {self.record.seed}, {text}"


@define
class Autosave:
    folder: HistoryFolder
    _journal: journal.Journal | None = None
    _writer: RecordWriter | None = None
    said: list[str] = field(factory=list)  # notes that have been shown

    def keep(self, desk: Workbench, what: str, words: str) -> None:
        """Save the new steps; if they cannot be written, a note says so once and the match continues."""
        try:
            self._keep(desk, what, words)
        except MatchFault as fault:
            self.folder.tell(f"the match is not recorded: {fault.message}")
            self._forget()
            self.folder.path = None

    def _keep(self, desk: Workbench, what: str, words: str) -> None:
        if what == "anew":
            self.leave(over=False)
            if desk.table.steps:
                self._begin(desk)
        elif self._journal is None:
            self._begin(desk)
        elif what == "declared":
            self._add(RecordEntry("declared", self._hash(desk), words=words))
            self._writer = RecordWriter(desk.book.as_game())
        elif what in ("undo", "redo"):
            self._add(RecordEntry(what, self._hash(desk)))
        else:
            self._add(self._entry(desk, len(desk.table.steps) - 1))

    def _begin(self, desk: Workbench) -> None:
        """Start a record with all steps so far."""
        folder = self.folder.made()
        if folder is None:
            return
        game = desk.book.as_game()
        writer = self._writer = RecordWriter(game)
        first = head(game, desk.table.seats, desk.table.seed, writer.start(desk.table.opening()))
        first |= {"bare": True} if desk.table.bare else {}
        for number in range(_highest(folder) + 1, 1_000_000):
            try:
                self._journal = journal.create(os.path.join(folder, f"{number:04}.bwr"), first)
                break
            except FileExistsError:
                continue
        for parsed in desk.book.typed:
            self._add(RecordEntry("declared", "", words=parsed.piece.text))
        for index in range(len(desk.table.steps)):
            self._add(self._entry(desk, index))
        prune(folder)

    def _entry(self, desk: Workbench, index: int) -> RecordEntry:
        step, state, request, chosen = desk.table.done(index)
        events = desk.table.events(index)
        assert self._writer is not None
        if request is not None:
            try:
                return self._writer.answer(Taken(request, chosen, state, events))
            except TypeError:  # a typed text that belongs to no program is in progress
                return RecordEntry("answer", "", request.id, request.seat, chosen, digits(events))
        assert isinstance(step, SentenceStep | GivenStep)
        sort = "said" if isinstance(step, SentenceStep) else "laid"
        latest = index == len(desk.table.steps) - 1
        return RecordEntry(sort, self._hash(desk) if latest else "", events=digits(events), words=step.text)

    def _hash(self, desk: Workbench) -> str:
        """A hash of the state; None while a typed text that belongs to no program is in progress."""
        assert self._writer is not None
        try:
            return self._writer.hash(desk.table.machine.state)
        except TypeError:
            return ""

    def _add(self, entry: RecordEntry) -> None:
        if self._journal is not None:
            self._journal.append(entry.fields())

    def record(self) -> list[str]:
        """The lines of the record so far."""
        if self._journal is None:
            return []
        try:
            return journal.read_all(self._journal.path).decode("ascii", "replace").splitlines()
        except BadRecord:
            return []

    def fork(self) -> None:
        """Continue the match in a new record; the old one stays unchanged."""
        if self._journal is None:
            return
        old, self._journal = self._journal, None
        old.close()
        try:
            data = journal.read_all(old.path)
            folder = os.path.dirname(old.path)
            path = os.path.join(folder, f"{_highest(folder) + 1:04}.bwr")
            with open(path, "xb") as file:
                file.write(data)
            handle, data = journal.take_hold(path)
            self._journal = journal.go_on(path, handle, data, record_in(path, data)[1])[0]
        except (OSError, MatchFault) as error:
            self.folder.tell(f"the copy is not recorded: {error}")

    # --------------------------------------------------------------------------------------------------- leaving

    def leave(self, over: bool) -> str:
        """Close the record; return its path if the match can be resumed."""
        if self._journal is None:
            return ""
        path = self._journal.path
        self._forget()
        if over:
            _renamed(path, ".over")
        return "" if over else path

    def _forget(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = None

    def offered(self) -> InterruptedMatch | None:
        """The latest unfinished match that no process is playing."""
        for path in reversed(_records(self.folder.path)):
            if path.endswith((".over.bwr", ".left.bwr")) or journal.in_use(path):
                continue
            try:
                record, lines = record_in(path, journal.read_all(path))
            except MatchFault:
                continue
            if record.entries:
                return InterruptedMatch(path, record, bool(lines.head.get("bare")))
        return None

    def decline(self, left: InterruptedMatch) -> None:
        _renamed(left.path, ".left")

    def take_up(self, left: InterruptedMatch) -> tuple[Workbench, list[str]]:
        """Resume a match; return the workbench and the differences. Raises `MatchFault`."""
        desk, notes, whole = replayed(left)
        desk.keep = self.keep
        if whole and not left.record.damage:
            try:
                handle, data = journal.take_hold(left.path)
                self._journal = journal.go_on(left.path, handle, data, record_in(left.path, data)[1])[0]
                self._writer = RecordWriter(desk.book.as_game())
                return desk, notes
            except BadRecord as fault:
                notes.append(fault.message)
        self.decline(left)
        self.keep(desk, "anew", "")
        return desk, notes


def wanted_of(record: Record) -> GameChoice:
    fingerprint = record.made
    packs = tuple(record.where.get(id, id) for id in fingerprint.packs)
    return GameChoice(
        record.where.get(fingerprint.game, fingerprint.game),
        fingerprint.mode,
        fingerprint.variants,
        packs,
        fingerprint.rulings,
    )


def replayed(left: InterruptedMatch) -> tuple[Workbench, list[str], bool]:
    """Replay a record; return notes, and whether all of it could be replayed."""
    record = left.record
    book = opened(wanted_of(record))
    check_seats(book.as_game(), record)
    desk = Workbench(book, ReplMatch(book.linked, record.seats, record.seed, left.bare))
    notes: list[str] = []
    if record.damage is not None:
        notes.append(f"the record is damaged from line {record.damage.line} on; the lines before it were restored")
    for number, entry in enumerate(record.entries, 1):
        try:
            _do(desk, entry, f"kept {number}")
        except (StepRefused, BadText, Refused, RuleError) as wrong:
            notes.append(f"step {number} of {len(record.entries)} is no longer possible: {wrong}")
            return desk, notes, False
        if (
            entry.state
            and not notes
            and RecordWriter(desk.book.as_game()).hash(desk.table.machine.state) != entry.state
        ):
            notes.append(f"step {number} has a different result than before: the rules have changed")
    return desk, notes, not notes


def _do(desk: Workbench, entry: RecordEntry, file: str) -> None:
    match entry.sort:
        case "undo":
            desk.undo()
        case "redo":
            desk.redo()
        case "declared":
            desk.book = desk.book.noted(file, entry.words)
            desk.declare(parse_source(Source(file, entry.words)), entry.words)
        case "said":
            desk.book = desk.book.noted(file, entry.words)
            typed = next(read(entry.words, file, desk.table.input_context()))
            if not isinstance(typed, SentenceInput):
                raise StepRefused(f"`{entry.words.strip()}` is no longer a sentence")
            desk.say(typed, file)
        case "laid":
            desk.do(GivenStep(entry.words, file))
        case _:
            desk.do(_answered(desk.table, entry))


def _answered(table: ReplMatch, entry: RecordEntry) -> AnswerStep:
    request = next((request for request in table.requests if request.id == entry.request), None) or open_request(
        table, entry.seat
    )
    wrong = request.refuses(entry.chosen)
    if wrong:
        raise StepRefused(wrong)
    return answered(request, entry.chosen)


# -------------------------------------------------------------------------------------------------- files of records


def _records(folder: str | None) -> list[str]:
    """The records of a project, the oldest first."""
    try:
        names = [name for name in os.listdir(folder) if _NAME.fullmatch(name)] if folder else []
    except OSError:
        return []
    return [os.path.join(folder or "", name) for name in sorted(names, key=lambda name: (_number(name), name))]


def _number(name: str) -> int:
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else 0


def _highest(folder: str) -> int:
    return max((_number(os.path.basename(path)) for path in _records(folder)), default=0)


def _renamed(path: str, mark: str) -> None:
    try:
        os.rename(path, f"{path.removesuffix('.bwr')}{mark}.bwr")
    except OSError:
        pass  # it will be offered again


def prune(folder: str, most: int = KEPT) -> None:
    """Keep a limited number of records; records in use are never removed."""
    for path in _records(folder)[:-most]:
        if not journal.in_use(path):
            try:
                os.unlink(path)
            except OSError:
                pass
