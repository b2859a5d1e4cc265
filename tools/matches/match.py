"""The match as everybody outside sees it: requests, answers, views, and nothing of the engine behind them.

What a seat may know comes out of `view`, `log`, `why` and `why_not` with that seat, and nowhere else: whoever holds a
match can see everything. An answer that is none changes nothing; one that cannot be recorded is not taken. Two matches
that were answered alike have the same `hash`, in any process; two that stand alike have the same `position`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import records as codes
from dsl.diagnostics.codes.answers import PICKLED, RESEEDED
from dsl.diagnostics.codes.scenarios import UNKNOWN_SEAT
from interpreter.evaluate.sight import player_of
from interpreter.execute.machine import Machine
from interpreter.execute.position_hash import position
from interpreter.execute.snapshot import digest
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.instrument.faults import diagnostic, for_players
from interpreter.match import Match as Engine
from interpreter.match import Step, begin
from interpreter.model.requests import Fits, refusal
from interpreter.model.requests import Request as Asked
from interpreter.model.state import State
from interpreter.visibility.questions import log_for, request_words
from interpreter.visibility.redact import table_of
from interpreter.visibility.views import EventView, View, view
from tools.files import write_atomic
from tools.files.disk import DISK, Disk
from tools.matches import arguments, journal, record
from tools.matches.errors import BadRecord, bad_record, told, unplayable
from tools.matches.games import Game
from tools.matches.record_lines import BEGINS
from tools.matches.seat_answers import Who, check, leave, next_answer, seated

if TYPE_CHECKING:
    from interpreter.explain.explanation import Explanation
    from interpreter.seats import Seat

MOST_DECISIONS = 5_000


@frozen
class Request:
    """A question to one seat. An answer is the numbers of `least` to `most` options, from 0; none of them is a pass.

    `sort` is `act` where something can be done in a window, else `choose`, `may`, `either`, `pay`, `arrange`, `order`
    or `ask`.
    """

    id: int
    seat: str
    sort: str
    prompt: str
    options: tuple[str, ...]
    least: int
    most: int
    fits: Fits = None  # where options are judged together: all answers that are right
    such: str = ""  # … and by what, in the words of the rules

    def refuses(self, answer: object) -> str:
        """Why something is no answer to this; empty if it is one."""
        return refusal(answer, len(self.options), self.least, self.most, self.fits, self.such)


class Match:
    """A match in progress. Made by `Game.start` and `resume`."""

    def __init__(
        self,
        game: Game,
        engine: Engine,
        kept: journal.Journal | None = None,
        writer: record.Writer | None = None,
        notes: Sequence[Diagnostic] = (),
        disk: Disk = DISK,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        self._seated: dict[str, Seat] = {}
        self._bots = dict(bots or {})
        self._game, self._engine, self._journal, self._disk = game, engine, kept, disk
        self._writer = writer or record.Writer(game)
        self._notes = tuple(notes)

    # ------------------------------------------------------------------------------------------- looking at it

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seats(self) -> tuple[str, ...]:
        return self._engine.machine.seats

    @property
    def seed(self) -> int:
        return self._engine.machine.seed

    @property
    def path(self) -> str | None:
        """The file in which the match is recorded, if it is."""
        return self._journal.path if self._journal is not None else None

    @property
    def requests(self) -> tuple[Request, ...]:
        """Everything that is asked now; several seats may be asked at once, where they decide together."""
        return tuple(_shown(self._engine.machine, one) for one in self._engine.requests)

    @property
    def answers(self) -> int:
        """How many answers have been given and not taken back."""
        return len(self._engine.answers)

    @property
    def over(self) -> bool:
        return self._engine.over

    @property
    def result(self) -> tuple[str, ...]:
        """The seats that have won; none of them while the match goes on and when nobody has won it."""
        return self._engine.result

    @property
    def verdict(self) -> str:
        """How a match that is over ended, in words."""
        return self._engine.verdict

    @property
    def events(self) -> tuple[EventView, ...]:
        """What has happened, in words, as far as everybody may know it."""
        return self.log()

    def log(self, seat: str | None = None, since: int = 0, *, unspoken: bool = False) -> tuple[EventView, ...]:
        """What has happened, in the words for a seat or an onlooker; only events with a number from `since` on.

        Effects with `says ""` are left out, unless `unspoken` asks for them; `why` knows them by their number.
        """
        viewer = self._player(seat)
        return tuple(EventView(*line) for line in log_for(self._engine.machine, viewer, since, unspoken=unspoken))

    @property
    def logged(self) -> int:
        """The number that the next event will have."""
        return len(self._engine.machine.log or ())

    def view(self, seat: str | None = None) -> View:
        """What a seat sees of the match, or an onlooker if no seat is named: plain values only."""
        self._player(seat)
        return view(self._engine, seat)

    def _player(self, seat: str | None) -> int | None:
        if seat is None:
            return None
        if not isinstance(seat, str) or seat not in self.seats:
            raise unplayable(UNKNOWN_SEAT, name=str(seat)[:100], known=", ".join(self.seats))
        return player_of(self._engine.machine, seat)

    @property
    def hash(self) -> str:
        """A hash of the whole state, to the last counter: replays, saves and both backends come to the same one.

        Two matches with the same seed and the same hash go on alike; two that go on alike may have different ones if
        they came there by different ways. `position` is the same for these.
        """
        return digest(self._engine.machine.state, self._game.linked())

    @property
    def position(self) -> str:
        """A hash of the position, whatever way has led there: two matches with the same one, given the same answers,
        are asked the same questions and come to the same positions.

        Left out are numbers of things, events and questions, things that have left, and what nobody can look back to.
        The order in which things came counts, because rules ask for it; so do the round if the rules read it, and, if
        the game leaves anything to chance, the seed and what was drawn. A hash of everything, hidden things too.
        """
        return position(self._engine.machine)

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """What had to be said when the match was taken up again: losses, and where it parts from its record."""
        return self._notes

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What the rules could not find out since the last answer, so that it is not offered, with its line."""
        linked = self.game.linked()
        told = for_players if keeps_secrets(linked) else diagnostic
        return tuple(told(wrong, linked) for wrong in self._engine.warnings)

    def why(self, about: EventView | int | str, seat: str = "") -> Explanation:
        """Why an event happened (the event or its number) or a value is what it is (an expression of the language).

        With a seat it is told what that seat may know, from its view and its log. Without one everything is told,
        hidden things too: that is for those who make a game, not for those who play it.
        """
        from interpreter.explain.why import why

        if arguments.text(seat, "seat"):
            self._player(seat)
        asked = arguments.event(about) if not isinstance(about, str) else arguments.question(about, "about")
        return why(self._engine, asked, seat)

    def why_not(self, action: str, seat: str = "") -> Explanation:
        """Why an action, in the words of the language, cannot be done now: the requirement that fails, and its clause.

        `seat` is who asks; without it, the seat that is asked. The action is that seat's own unless the words say `by`
        somebody else. The answer is made from what the asking seat can see, so it may be shown to that seat.
        """
        from interpreter.explain.why_not import why_not

        arguments.question(action, "action")
        if arguments.text(seat, "seat"):
            self._player(seat)
        return why_not(self._engine, action, seat)

    # ---------------------------------------------------------------------------------------------- answering

    def answer(self, request_id: int, answer: Sequence[int], seat: str | None = None) -> None:
        """Answer an open request with numbers of options, from 0. `seat` says who answers, where that is known.

        Raises `Refused` if it is no answer, `RuleError` if the rules cannot carry it out, and `BadRecord` if it cannot
        be recorded; then the match is as it was and the same question is open.
        """
        self._engine.answer(request_id, answer, seat, self._keep if self._journal is not None else None)

    def undo(self) -> bool:
        """Take the last answer back; false if there is none."""
        return self._engine.undo(self._turned("undo"))

    def redo(self) -> bool:
        """Give the answer again that was taken back last; false if there is none, or if another was given since."""
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
        """Let somebody answer at a seat: a function that gets a view and a question and gives numbers of options, a
        bot by its name (`random`, `greedy`, `mcts`, `mcts:500`, `cmd:./bot.py`), or nobody."""
        self._player(seat)
        leave({seat: self._seated.pop(seat)} if seat in self._seated else {})
        found = seated(who, self.seed, seat)
        self._bots.pop(seat, None)
        if isinstance(who, str):
            self._bots[seat] = who
        if found is not None:
            self._seated[seat] = found

    @property
    def bots(self) -> Mapping[str, str]:
        """The bots that were named for seats. A record keeps them, so that whoever takes it up can let them sit again:
        a match that is taken up again has empty seats."""
        return dict(self._bots)

    def step(self) -> bool:
        """Let the first who is asked and has somebody to answer do so; false if nobody can."""
        found = None if self.over else next_answer(self._engine, self._seated)
        if found is None:
            return False
        request, seat, answer, _ = found
        self.answer(request, answer, seat)
        return True

    def play(self, most: int = MOST_DECISIONS) -> bool:
        """Go on until the match is over, somebody is asked for whom nobody answers, or so many answers were given.

        Whether it is over then."""
        while self.answers < most and self.step():
            pass
        return self.over

    def fork(self, seed: int | None = None) -> Match:
        """A copy that goes its own way; it is not recorded, and nobody sits at its seats.

        A plain fork keeps the chance to come: whoever tries an answer there sees the dice and cards that will fall in
        the match itself. A search must not look ahead so. With a seed, all chance to come is drawn anew; hidden things
        stay as they are. Such a fork begins where it was made: `undo` ends there, and it cannot be saved.
        """
        new = None if seed is None else arguments.seed(seed)
        return Match(self._game, self._engine.fork(new), disk=self._disk)

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Match:
        return self.fork()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        instead = "write it with `match.save(path)` and take it up with `botwright.resume(path)`"
        raise BadRecord([told(PICKLED, what="match", instead=instead)])

    # ------------------------------------------------------------------------------------------------- keeping

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file, whole or not at all; `resume` takes it up again.

        The file holds everything, hidden cards and the seed too.

        Another save in that file is replaced; any other file, and a record that is being written, is left alone.
        """
        name = arguments.path(path, "path")
        if self._engine.reseeded:
            raise bad_record(RESEEDED, name)
        if self._journal is not None and _same(name, self._journal.path):
            return  # everything is there already
        if os.path.lexists(name):
            if journal.in_use(name):
                raise bad_record(codes.IN_USE, name)
            if not _is_record(name):
                raise bad_record(codes.ANOTHER_MATCH, name, what="is there already and is not a saved match")
        failed = write_atomic(
            name, record.saved(self._game, self._engine, self.seats, self.seed, self._bots), self._disk
        )
        if failed is not None:
            raise BadRecord([failed])

    def close(self) -> None:
        """Let go of the record, if there is one, and of the programs at the seats; then a recorded match takes no more
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


def engine_of(match: Match) -> Engine:
    """The engine's own match: for tools of this project, not for those who play."""
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
    writer = record.Writer(game)
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


def _shown(m: Machine, asked: Asked) -> Request:
    """A request in the words of its seat, which may know less than the engine does."""
    table, numbers = table_of(m, player_of(m, asked.seat), asked.id)
    own = next(one for one in table.state.requests if numbers.get(one.id) == asked.id)
    told = request_words(table, own)
    least, most, fits, such = asked.least, asked.most, asked.fits, asked.such
    return Request(asked.id, asked.seat, asked.sort, told.prompt, told.options, least, most, fits, such)


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _is_record(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return True  # what cannot be read cannot be written either: that is told better there
