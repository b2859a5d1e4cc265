"""The public match: requests, answers and views, and nothing of the engine behind them.

What a seat may know comes from `view`, `log`, `why` and `why_not` with that seat, and from nowhere else: the holder of
a match can see everything. An invalid answer changes nothing; an answer that cannot be recorded is not accepted. Two
matches with the same answers have the same `hash`, in any process; two with the same position have the same `position`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import asdict, frozen

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import records as codes
from dsl.diagnostics.codes.answers import PICKLED, RESEEDED
from dsl.diagnostics.codes.scenarios import UNKNOWN_SEAT
from interpreter.evaluate.sight import player_of
from interpreter.execute.machine import Machine
from interpreter.execute.position_hash import position
from interpreter.execute.snapshot import digest
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.explain.why import why
from interpreter.explain.why_not import why_not
from interpreter.instrument.faults import diagnostic, for_players
from interpreter.match import EngineMatch, OpenQuestion, Step, begin
from interpreter.model.events import numbered
from interpreter.model.requests import Fits, refusal
from interpreter.model.state import State
from interpreter.visibility.questions import RequestWords, log_for, request_words
from interpreter.visibility.redact import table_of
from interpreter.visibility.views import EventView, View, view
from tools.files import write_atomic
from tools.files.disk import DISK, Disk
from tools.matches import arguments, journal, record
from tools.matches.errors import BadRecord, bad_record, finding, unplayable
from tools.matches.record_lines import BEGINS
from tools.matches.seat_answers import Who, check, leave, next_answer, seated

if TYPE_CHECKING:
    from interpreter.explain.explanation import Explanation
    from interpreter.seats import Seat
    from tools.matches.games import Game

MOST_DECISIONS = 5_000


_COMPOSED = frozenset({"prompt", "options", "such"})


@frozen(slots=False)
class Request:
    """A question to one seat. An answer is a list of `least` to `most` option numbers, counted from 0; an empty list is
    a pass.

    `sort` is `act` for the actions of a window, otherwise `choose`, `may`, `either`, `pay`, `arrange`, `order` or
    `ask`. The words are composed when they are first read; who only counts the options reads `number`.
    """

    id: int
    seat: str
    sort: str
    prompt: str
    options: tuple[str, ...]
    least: int
    most: int
    fits: Fits = None  # with a condition on the whole selection: all valid answers
    such: str = ""  # … and that condition, in the words of the rules

    @classmethod
    def in_numbers(cls, question: OpenQuestion, compose: Callable[[], RequestWords]) -> Request:
        """A request whose words nobody has read yet."""
        request = cls.__new__(cls)
        request.__dict__.update(
            id=question.id, seat=question.seat, sort=question.sort, least=question.least, most=question.most,
            fits=question.fits, _number=question.number, _compose=compose,
        )  # fmt: skip
        return request

    def __getattr__(self, name: str) -> Any:
        if name not in _COMPOSED or "_compose" not in self.__dict__:
            raise AttributeError(f"a request has no {name}")
        words = self.__dict__["_compose"]()
        self.__dict__.update(prompt=words.prompt, options=words.options, such=words.such)
        return self.__dict__[name]

    def __getstate__(self) -> dict[str, object]:
        return asdict(self, recurse=False)

    @property
    def number(self) -> int:
        """How many options there are."""
        return self.__dict__["_number"] if "_number" in self.__dict__ else len(self.options)

    def refuses(self, answer: object) -> str:
        """The reason why an answer is invalid; empty if it is valid."""
        number, least, most, fits = self.number, self.least, self.most, self.fits
        return refusal(answer, number, least, most, fits) and refusal(answer, number, least, most, fits, self.such)


class Match:
    """A match in progress. Created by `Game.start` and `resume`."""

    def __init__(
        self,
        game: Game,
        engine: EngineMatch,
        kept: journal.Journal | None = None,
        writer: record.RecordWriter | None = None,
        notes: Sequence[Diagnostic] = (),
        disk: Disk = DISK,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        self._seated: dict[str, Seat] = {}
        self._bots = dict(bots or {})
        self._game, self._engine, self._journal, self._disk = game, engine, kept, disk
        self._writer = writer or record.RecordWriter(game)
        self._notes = tuple(notes)

    # ------------------------------------------------------------------------------------------- looking at it

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seats(self) -> tuple[str, ...]:
        return self._engine.seats

    @property
    def seed(self) -> int:
        return self._engine.seed

    @property
    def path(self) -> str | None:
        """The file in which the match is recorded, if any."""
        return self._journal.path if self._journal is not None else None

    @property
    def requests(self) -> tuple[Request, ...]:
        """All open requests; several seats may be asked at once if they decide together."""
        return tuple([_shown(self._engine, question) for question in self._engine.questions])

    @property
    def answers(self) -> int:
        """The number of answers that have not been undone."""
        return len(self._engine.answers)

    @property
    def over(self) -> bool:
        return self._engine.over

    @property
    def result(self) -> tuple[str, ...]:
        """The winning seats; empty during the match, and if nobody has won."""
        return self._engine.result

    @property
    def verdict(self) -> str:
        """The outcome of a finished match, in words."""
        return self._engine.verdict

    @property
    def events(self) -> tuple[EventView, ...]:
        """The public past events, in words."""
        return self.log()

    def log(self, seat: str | None = None, since: int = 0, *, unspoken: bool = False) -> tuple[EventView, ...]:
        """The past events in the words for a seat or a spectator, from the number `since` on.

        Effects with `says ""` are omitted. `unspoken` adds them, with negative numbers that `why` accepts, unless it
        would tell a seat what the rules hide from it.
        """
        viewer = self._player(seat)
        unspoken = unspoken and (seat is None or self.over or not keeps_secrets(self._game.linked()))
        return tuple(EventView(*line) for line in log_for(self._engine.machine, viewer, since, unspoken=unspoken))

    @property
    def logged(self) -> int:
        """The number that the next event will have."""
        return numbered(self._engine.machine.log or (), is_told=True)[0]

    def view(self, seat: str | None = None) -> View:
        """The match as a seat sees it, or as a spectator does if no seat is named: plain values only."""
        self._player(seat)
        return view(self._engine, seat)

    def _player(self, seat: str | None) -> int | None:
        return None if seat is None else player_of(self._engine.machine, self._checked(seat))

    def _checked(self, seat: str) -> str:
        if not isinstance(seat, str) or seat not in self.seats:
            raise unplayable(UNKNOWN_SEAT, name=str(seat)[:100], known=", ".join(self.seats))
        return seat

    @property
    def hash(self) -> str:
        """A hash of the whole state, including every counter: replays, saves and both backends give the same hash.

        Two matches with the same seed and the same hash continue identically. Matches that continue identically may
        have different hashes if they reached the state in different ways; their `position` is the same.
        """
        return digest(self._engine.machine.state, self._game.linked())

    @property
    def position(self) -> str:
        """A hash of the position, however it was reached: two matches with the same position and the same answers get
        the same questions and reach the same positions.

        It excludes the numbers of things, events and questions, things that have left, and history that no rule can
        read. It includes the order in which things entered play, because rules may depend on it; the round if the rules
        read it; and, in a game with randomness, the seed and the draws so far. It covers hidden things too.
        """
        return position(self._engine.machine)

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """Notes from resuming the match: losses, and where it differs from its record."""
        return self._notes

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Options that are not offered because the rules took too long to evaluate them since the last answer, with the
        line.
        """
        linked = self.game.linked()
        worded = for_players if keeps_secrets(linked) else diagnostic
        return tuple(worded(wrong, linked) for wrong in self._engine.warnings)

    def why(self, about: EventView | int | str, seat: str = "") -> Explanation:
        """Explain an event (the event or its number) or a value (an expression of the language).

        With a seat, the explanation contains only what that seat may know, from its view and its log. Without a seat it
        contains everything, including hidden things: that is for authors, not for players.
        """
        if arguments.text(seat, "seat"):
            self._player(seat)
        asked = arguments.event(about) if not isinstance(about, str) else arguments.question(about, "about")
        return why(self._engine, asked, seat)

    def why_not(self, action: str, seat: str = "") -> Explanation:
        """Explain why an action, written in the language, is not possible now: the requirement that fails, and its
        clause.

        `seat` is the seat that wants to know; by default, the seat with an open request. The action is that seat's own
        unless the text says `by` another player. The explanation uses only what `seat` can see, so it may be shown to
        that seat.
        """
        arguments.question(action, "action")
        if arguments.text(seat, "seat"):
            self._player(seat)
        return why_not(self._engine, action, seat)

    # ---------------------------------------------------------------------------------------------- answering

    def answer(self, request_id: int, answer: Sequence[int], seat: str | None = None) -> None:
        """Answer an open request with option numbers, counted from 0. `seat` is the seat that answers, if known.

        Raises `Refused` if the answer is invalid, `RuleError` if the rules fail, and `BadRecord` if it cannot be
        recorded; the match is then unchanged and the same question is open.
        """
        self._engine.answer(request_id, answer, seat, self._keep if self._journal is not None else None)

    def undo(self) -> bool:
        """Undo the last answer; false if there is none."""
        return self._engine.undo(self._turned("undo"))

    def redo(self) -> bool:
        """Redo the last undone answer; false if there is none, or if another answer was given since."""
        return self._engine.redo(self._turned("redo"))

    def _keep(self, step: Step) -> None:
        assert self._journal is not None
        self._journal.append(self._writer.answer(step).fields())

    def _turned(self, sort: str) -> Any:
        kept = self._journal
        if kept is None:
            return None

        def keep(state: State) -> None:
            kept.append(self._writer.turn(sort, state).fields())

        return keep

    # ------------------------------------------------------------------------------------------- who answers

    def sit(self, seat: str, who: Who) -> None:
        """Set the player at a seat: a function that takes a view and a question and returns option numbers, a bot by
        its name (`random`, `greedy`, `mcts`, `mcts:500`, `mcts:2s`, `cmd:./bot.py`., or None.
        """
        self._checked(seat)
        leave({seat: self._seated.pop(seat)} if seat in self._seated else {})
        player = seated(who, self.seed, seat)
        self._bots.pop(seat, None)
        if isinstance(who, str):
            self._bots[seat] = who
        if player is not None:
            self._seated[seat] = player

    @property
    def bots(self) -> Mapping[str, str]:
        """The names of the bots at seats. A record stores them, so that they can be seated again: a resumed match has
        empty seats.
        """
        return dict(self._bots)

    def step(self) -> bool:
        """Let the first seat with an open request and a player answer; false if there is none."""
        next_move = None if self.over else next_answer(self._engine, self._seated)
        if next_move is None:
            return False
        request, seat, answer, _ = next_move
        self.answer(request, answer, seat)
        return True

    def play(self, most: int = MOST_DECISIONS) -> bool:
        """Play until the match is over, a seat without a player is asked, or the given number of answers is reached.

        Returns whether the match is over.
        """
        while self.answers < most and self.step():
            pass
        return self.over

    def fork(self, seed: int | None = None) -> Match:
        """An independent copy; it is not recorded, and its seats are empty.

        A plain fork keeps the future randomness: an answer there shows the dice and cards that will come up in the
        match itself, so a search must not look ahead on it. With a seed, all future randomness is redrawn; hidden
        things stay as they are. Such a fork begins where it was made: `undo` ends there, and it cannot be saved.
        """
        new = None if seed is None else arguments.seed(seed)
        return Match(self._game, self._engine.fork(new), disk=self._disk)

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Match:
        return self.fork()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        instead = "write it with `match.save(path)` and resume it with `botwright.resume(path)`"
        raise BadRecord([finding(PICKLED, what="match", instead=instead)])

    # ------------------------------------------------------------------------------------------------- keeping

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file atomically; `resume` continues it.

        The file contains everything, including hidden cards and the seed.

        An existing save is replaced; any other file, and a record in use, is not changed.
        """
        name = arguments.path(path, "path")
        if self._engine.reseeded:
            raise bad_record(RESEEDED, name)
        if self._journal is not None and _same(name, self._journal.path):
            return  # the file is already complete
        if os.path.lexists(name):
            if journal.in_use(name):
                raise bad_record(codes.IN_USE, name)
            if not _is_record(name):
                raise bad_record(codes.ANOTHER_MATCH, name, what="exists already and is not a saved match")
        failed = write_atomic(
            name, record.saved(self._game, self._engine, self.seats, self.seed, self._bots), self._disk
        )
        if failed is not None:
            raise BadRecord([failed])

    def close(self) -> None:
        """Release the record, if any, and end the programs at the seats; a recorded match then accepts no more
        answers."""
        leave(self._seated)
        self._seated.clear()
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def engine_of(match: Match) -> EngineMatch:
    """The engine's own match: for tools of this project, not for players."""
    return match._engine


def start(
    game: Game,
    seats: Sequence[str] | Mapping[str, Who],
    seed: int,
    path: str | os.PathLike[str] | None,
    disk: Disk = DISK,
) -> Match:
    """Begin a match; see `Game.start`."""
    named = arguments.seats(seats)
    game.check_seats(named)
    names = tuple(str(name) for name in named)
    seed = arguments.seed(seed)
    bots: dict[str, str] = {}
    if isinstance(seats, Mapping):  # before anything is written
        for seat, who in seats.items():
            check(who, seat)
        bots = {seat: who for seat, who in seats.items() if isinstance(who, str)}
    engine = begin(game.linked(), names, seed)
    writer = record.RecordWriter(game)
    kept = None
    if path is not None:
        name = arguments.path(path, "record")
        first = record.head(game, names, seed, writer.start(engine), bots)
        try:
            kept = journal.create(name, first, disk)
        except FileExistsError:
            kept = journal.create_in(name, first, disk)
    match = Match(game, engine, kept, writer, disk=disk)
    if isinstance(seats, Mapping):
        for seat, who in seats.items():
            match.sit(seat, who)
    return match


def _shown(engine: EngineMatch, question: OpenQuestion) -> Request:
    table = engine.table_later()
    return Request.in_numbers(question, lambda: _words(table(), question.id, question.seat))


def _words(m: Machine, id: int, seat: str) -> RequestWords:
    """A request in the words of its seat, which may know less than the engine does."""
    table, numbers = table_of(m, player_of(m, seat), id)
    return request_words(table, next(asked for asked in table.state.requests if numbers.get(asked.id) == id))


def _same(first: str, other: str) -> bool:
    try:
        return os.path.samefile(first, other)
    except OSError:
        return False


def _is_record(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return True  # a file that cannot be read cannot be written either, and the writer explains it better
