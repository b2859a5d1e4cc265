"""A match: requests, answers, forks and undo.

A match is determined by its program, seats, seed and answers. An answer is accepted only if it was offered to that
seat; any other answer changes nothing and raises `Refused` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from attrs import define, field, frozen

from dsl.diagnostics import fill
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import answers as codes
from dsl.ir.program import Program
from interpreter.backend.stopping.match import StoppingMatch
from interpreter.backend.unseen import unseen_of
from interpreter.evaluate import cell_reuse
from interpreter.evaluate.dice import Luck
from interpreter.evaluate.zones import begin_fields
from interpreter.execute.answers import carry_out
from interpreter.execute.machine import Machine
from interpreter.instrument.faults import locate
from interpreter.instrument.trace import Trace
from interpreter.link.linked_program import LinkedProgram
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.events import Event
from interpreter.model.frames import T_ASKED, TOGETHER
from interpreter.model.requests import EngineRequest, Fits, Sort, refusal
from interpreter.model.state import State, Thing, Value
from interpreter.model.state_diff import States
from interpreter.model.work_meter import refill


class Refused(Exception):
    """An invalid answer, with a code and the reason; the match is unchanged."""

    def __init__(self, code: Code, **words: object) -> None:
        self.code, self.message, self.help = code.id, fill(code.message, words), fill(code.help, words)
        super().__init__(self.message)


@frozen
class Step:
    """One answer: the request, the chosen options, the state after it, and the events it caused."""

    request: EngineRequest
    chosen: tuple[int, ...]
    state: State
    events: tuple[Event, ...]


Keep = Callable[[Step], None]
"""Called with a step before it takes effect; if it raises, the match is unchanged."""


class OpenQuestion(NamedTuple):
    """An open request in numbers: how many options, of which `least` to `most` are chosen."""

    id: int
    seat: str
    sort: Sort
    number: int
    least: int
    most: int
    fits: Fits = None


@define
class EngineMatch:
    """A match. As long as nobody looks at its table, it may run by emitted code alone (`emitted`): then there is no
    machine of the reference. Whoever wants to see more than its open questions gets one that has been given the same
    answers, and from then on the match runs on that.
    """

    _machine: Machine
    answers: list[tuple[int, tuple[int, ...]]] = field(factory=list)
    undoable: bool = field(default=True, kw_only=True)  # off in simulations, which never undo
    reseeded: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)  # (number of answers, new seed)
    _opening: tuple[State, int] | None = None  # the state before the first answer, and the length of the log
    _before: States = field(factory=States)  # states before each answer, with the length of the log
    _after: States = field(factory=States)  # states after each undone answer
    _first_seed: int | None = None  # if it differs from that of the machine
    _undone: list[tuple[tuple[Event, ...], tuple[int, tuple[int, ...]]]] = field(factory=list)
    _emitted: StoppingMatch | None = None  # while nobody has looked at the table; `_machine` has not begun then
    _shared: bool = False  # whether a fork has the same; whoever answers first makes a copy
    _questions: tuple[OpenQuestion, ...] | None = None  # of emitted code, if somebody has asked for them
    _looked: bool = False  # whether somebody has looked at the table since the last answer

    # ------------------------------------------------------------------------------------------ what it runs on

    @property
    def machine(self) -> Machine:
        """The table, and everything about it."""
        self._looked = True
        if self._emitted is not None:
            self._by_reference()
        return self._machine

    def _by_reference(self) -> None:
        """Give all answers to the reference; the match runs on it from here on.

        If the rules fail there, the match is unchanged. Emitted code leaves what could do so to the reference, before
        it accepts an answer.
        """
        m = self._machine  # forks share it, and it has no table
        again = EngineMatch(new_machine(m.linked, m.seats, m.seed, log=m.log is not None), undoable=self.undoable)
        again._machine.meter.times = limits.WORK_AGAIN
        _run_to_first_question(again._machine)
        for request, chosen in self.answers:
            again.answer(request, chosen)
        again._machine.meter.times = 1
        self._emitted, self._machine, self.answers = None, again._machine, again.answers
        self._opening, self._before = again._opening, again._before
        unseen_of(self.linked).looked()

    @property
    def _cells(self) -> list[Value]:
        machine = self._machine if self._emitted is None else self._emitted.machine
        return machine.state.cells

    @property
    def linked(self) -> LinkedProgram:
        return self._machine.linked

    @property
    def seats(self) -> tuple[str, ...]:
        return self._machine.seats

    @property
    def seed(self) -> int:
        return self._machine.seed

    @property
    def unseen(self) -> bool:
        """Whether it runs by emitted code."""
        return self._emitted is not None

    def table_later(self) -> Callable[[], Machine]:
        """A function that gives the table as it is now, also when the match has gone on."""
        if self._emitted is None:
            machine, state = self._machine, self._machine.state

            def table() -> Machine:
                self._looked = True
                return machine if machine.state is state else machine.copy(state)

            return table
        answers, number = self.answers, len(self.answers)

        def repeated() -> Machine:
            if self.answers is answers and len(answers) == number:
                return self.machine
            match = begin(self.linked, self.seats, self.first_seed)
            for request, chosen in answers[:number]:
                match.answer(request, chosen)
            return match.machine

        return repeated

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """The open requests in numbers."""
        if self._emitted is None:
            return tuple(
                [
                    OpenQuestion(
                        asked.id, asked.seat, asked.sort, len(asked.options), asked.least, asked.most, asked.fits
                    )
                    for asked in self._machine.state.requests
                ]
            )
        return tuple([OpenQuestion(*question) for question in self._emitted.questions])

    @property
    def requests(self) -> tuple[EngineRequest, ...]:
        requests: tuple[EngineRequest, ...] = self.machine.state.requests
        return requests

    @property
    def over(self) -> bool:
        if self._emitted is not None:
            return self._emitted.over
        state = self._machine.state
        return state.cells[s.OUTCOME] is not None or not (state.requests or state.frames)

    @property
    def result(self) -> tuple[str, ...]:
        """The seats that have won; empty for a draw or while the match is in progress."""
        cells = self._cells
        return tuple(str(cells[player + s.CARD]) for player in cells[s.OUTCOME] or ())

    @property
    def verdict(self) -> str:
        """The outcome of a finished match in words; a single player who has not won has lost."""
        if self.result:
            return f"{' and '.join(self.result)} won."
        seats = self.seats
        return f"{seats[0]} lost." if len(seats) == 1 else "Nobody won."

    @property
    def warnings(self) -> tuple[RuleError, ...]:
        """The costs that could not be planned since the last answer, so that their actions are not offered."""
        return tuple(self.machine.meter.unplanned.values())

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self.machine.log or ())

    def answer(self, request_id: int, answer: Sequence[int], seat: str | None = None, keep: Keep | None = None) -> None:
        """Answer an open request with the numbers of options, from 0; a pass is an empty answer.

        `seat` names the seat that answers, if the caller knows it: a request of another seat is refused. `keep` stores
        the answer before it takes effect.
        """
        if self._emitted is not None and keep is None and self._answered(self._emitted, request_id, answer, seat):
            return
        request, chosen = self._validated(request_id, answer, seat)
        machine = self._machine
        unseen_of(self.linked).answered(looked=self._looked)
        self._looked = False
        before = machine.state
        machine.state = before.fork()
        logged = len(machine.log) if machine.log is not None else 0
        if machine.trace is not None:
            machine.trace.answering(machine, len(self.answers) + 1)
        try:
            cell_reuse.sweep(machine)
            carry_out(machine, request, chosen)
            if keep is not None:
                keep(Step(request, chosen, machine.state, tuple(machine.log[logged:]) if machine.log else ()))
        except BaseException as error:  # also on Ctrl-C: a half-applied answer is discarded
            if isinstance(error, RuleError):
                locate(machine, error)
            machine.state = before
            if machine.log is not None:
                del machine.log[logged:]
            if machine.trace is not None:
                machine.trace.rewind(len(self.answers))
            raise
        if self.undoable:
            self._push_state(before, logged)
        self.answers.append((request_id, chosen))
        self._after.clear()
        self._undone.clear()

    def _answered(self, emitted: StoppingMatch, request_id: int, answer: Sequence[int], seat: str | None) -> bool:
        """Answer by emitted code; false if there is anything unusual about it, or if that raises anything."""
        question = next((asked for asked in self.questions if asked.id == request_id), None)
        if question is None or seat not in (None, question.seat) or type(request_id) is not int:
            return False
        if refusal(answer, question.number, question.least, question.most, question.fits):
            return False
        chosen = tuple(answer)
        if self._shared:
            self._emitted, self._shared = emitted.fork(), False
            emitted = self._emitted
        try:
            emitted.answer(chosen, request_id)
        except BaseException as error:  # also on Ctrl-C: the reference has not been given this answer
            unseen_of(self.linked).broken += 1
            self._by_reference()
            if isinstance(error, Exception):
                return False  # the reference decides what any exception means
            raise
        self._questions = None
        self.answers.append((request_id, chosen))
        return True

    def _push_state(self, before: State, logged: int) -> None:
        if not self._before:
            self._opening = (before, logged)
        self._before.push(before, logged)

    def _validated(
        self, request_id: int, answer: Sequence[int], seat: str | None
    ) -> tuple[EngineRequest, tuple[int, ...]]:
        """The request and the chosen numbers; raises `Refused` if the answer is invalid."""
        if self._emitted is not None:
            self._by_reference()
        if self.over:
            raise Refused(codes.OVER)
        request = next((asked for asked in self._machine.state.requests if asked.id == request_id), None)
        if request is None or type(request_id) is not int:  # neither `True` nor `1.0` is the number of a request
            raise self._no_request(request_id, seat)
        if seat is not None and seat != request.seat and self._in_secret():
            raise self._no_request(request_id, seat)
        if seat is not None and seat != request.seat:
            raise Refused(codes.OTHER_SEAT, id=request.id, seat=request.seat, other=_abbreviated(seat))
        problem = request.refuses(answer)
        if problem:
            raise Refused(codes.NO_ANSWER, id=request.id, why=problem)
        return request, tuple(answer)

    def _no_request(self, request_id: object, seat: str | None) -> Refused:
        """A seat learns only about its own requests: in a simultaneous decision nobody can tell who has decided."""
        state = self._machine.state
        open_ids = ", ".join(str(asked.id) for asked in state.requests if seat is None or asked.seat == seat) or "none"
        next_id = state.frames[-1][T_ASKED] if seat is not None and self._in_secret() else state.next_request
        if type(request_id) is int and 0 < request_id < next_id:
            return Refused(codes.STALE, id=request_id, known=open_ids)
        return Refused(codes.NO_REQUEST, id=_abbreviated(request_id), known=open_ids)

    def _in_secret(self) -> bool:
        frames = self._machine.state.frames
        return bool(frames) and frames[-1][0] == TOGETHER

    def undo(self, keep: Callable[[State], None] | None = None) -> bool:
        """Undo the last answer; false if there is none."""
        machine = self.machine
        if not self._before:
            return False
        if keep is not None:
            keep(self._before.top)
        self._after.push(machine.state)
        state, logged = self._before.pop(machine.linked)
        machine.state = state.fork()  # a fork of the match may share this state
        tail: tuple[Event, ...] = ()
        if machine.log is not None:
            tail = tuple(machine.log[logged:])
            del machine.log[logged:]
        self._undone.append((tail, self.answers[-1]))
        self.answers = self.answers[:-1]  # whoever has kept the list can repeat the match up to there
        if machine.trace is not None:
            machine.trace.rewind(len(self.answers))
        return True

    def redo(self, keep: Callable[[State], None] | None = None) -> bool:
        """Repeat the last undone answer; false if there is none, or if another answer was given since."""
        if not self._after:
            return False
        if keep is not None:
            keep(self._after.top)
        machine = self.machine
        state, _ = self._after.pop(machine.linked)
        tail, answer = self._undone.pop()
        if machine.trace is not None:  # the trace was cut back: carry the answer out again
            after, undone = self._after.fork(), self._undone[:]
            self.answer(*answer)
            self._after, self._undone = after, undone
            return True
        self._push_state(machine.state, len(machine.log) if machine.log is not None else 0)
        self.answers.append(answer)
        machine.state = state.fork()
        if machine.log is not None:
            machine.log += tail
        return True

    def opening(self) -> tuple[State, tuple[Event, ...]]:
        """The state before the first answer, and the events until then."""
        if self._emitted is not None:
            self._by_reference()
        if not self._before or self._opening is None:
            return self.machine.state, self.events
        state, logged = self._opening
        return state, self.events[:logged]

    def steps(self) -> Iterator[Step]:
        """The answers so far, each with its effects."""
        events = self.events
        starts = [*self._before.numbers(), len(events)]
        states = self._before.upward(self.machine.state, self.machine.linked)
        before = next(states)
        for index, (request_id, chosen) in enumerate(self.answers):
            request = next(asked for asked in before.requests if asked.id == request_id)
            before = next(states)
            yield Step(request, chosen, before, events[starts[index] : starts[index + 1]])

    def undone(self) -> Iterator[Step]:
        """The undone answers that can be redone, the next one first."""
        before, after = self.machine.state, self._after.fork()
        for events, (request_id, chosen) in reversed(self._undone):
            state, _ = after.pop(self.machine.linked)
            yield Step(next(asked for asked in before.requests if asked.id == request_id), chosen, state, events)
            before = state

    @property
    def first_seed(self) -> int:
        """The seed that the match started with."""
        return self._first_seed if self._first_seed is not None else self.seed

    def fork(self, seed: int | None = None) -> EngineMatch:
        """An independent copy. Its chance is that of the match: the same dice fall in both.

        With a seed, all future chance differs. Such a copy starts where it was made: earlier answers cannot be undone,
        because repeating them would not lead to the same state.
        """
        if seed is not None and self._emitted is not None:
            self._by_reference()
        copy = self._copy()
        if seed is not None:
            copy._first_seed = self.first_seed
            copy.reseeded = (*self.reseeded, (len(self.answers), seed))
            copy._machine.seed = seed
            copy._opening, copy._before, copy._after, copy._undone = None, States(), States(), []
        return copy

    def __copy__(self) -> EngineMatch:
        return self.fork()

    def __deepcopy__(self, memo: object) -> EngineMatch:
        return self.fork()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a match cannot be pickled: keep its program, seats, seed and answers")

    def _copy(self) -> EngineMatch:
        m = self._machine
        if self._emitted is not None:
            self._shared = True
            return EngineMatch(m, self.answers[:], undoable=self.undoable, emitted=self._emitted, shared=True)
        log = list(m.log) if m.log is not None else None
        trace = m.trace.fork() if m.trace is not None else None
        copy = Machine(m.linked, m.state.fork(), m.seed, m.seats, log, m.script, trace=trace)
        match = EngineMatch.__new__(EngineMatch)  # bots make many copies: skip the defaults of attrs
        match._machine, match.undoable, match.answers = copy, self.undoable, self.answers[:]
        match.reseeded, match._first_seed = self.reseeded, self._first_seed
        match._opening, match._undone = self._opening, self._undone[:]
        match._before, match._after = self._before.fork(), self._after.fork()
        match._emitted, match._shared, match._looked = None, False, False
        return match


def _abbreviated(value: object) -> str:
    """An invalid value, shortened for a message."""
    text = str(value) if isinstance(value, str | int) and not _huge(value) else type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"


def _huge(value: str | int) -> bool:
    return isinstance(value, int) and value.bit_length() > 100


def new_machine(
    linked: LinkedProgram,
    seats: Sequence[str],
    seed: int,
    *,
    log: bool = True,
    script: dict[str, tuple[Value, ...]] | None = None,
    trace: bool = False,
    under_way: bool = False,
) -> Machine:
    """A table with its players and nothing else; `under_way` marks it as past setup, without running its flow."""
    layout = linked.layout
    cells: list[Value] = [None, 0, (), None, (), (), 0, (), None, 0, (), under_way]
    cells += [0, (), False, cell_reuse.LEAST]
    cells += [() for _ in layout.kinds]
    cells[s.DRAWS] = ((), *(0 for _ in layout.streams))
    machine = Machine(linked, State(cells), seed, tuple(seats), log=[] if log else None, script=script)
    machine.trace = Trace() if trace else None
    table = s.create(machine.state, layout.kinds["Table"], None, "Table")
    machine.state.cells[s.TABLE] = table
    players: list[Thing] = [s.create(machine.state, layout.kinds["Player"], None, seat) for seat in seats]
    machine.state.cells[s.PLAYERS] = tuple(players)
    machine.state.cells[s.ACTIVE] = players[0] if players else None
    for thing in (table, *players):
        begin_fields(machine, thing)
    return machine


def start(
    program: Program,
    seats: Sequence[str],
    seed: int = 0,
    *,
    modes: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    log: bool = True,
    trace: bool = False,
) -> EngineMatch:
    """Begin a match with the starting flow of the ruleset."""
    return begin(LinkedProgram(program, frozenset(modes), dict(rulings or {})), seats, seed, log=log, trace=trace)


def begin(
    linked: LinkedProgram,
    seats: Sequence[str],
    seed: int = 0,
    *,
    log: bool = True,
    trace: bool = False,
    luck: Luck | None = None,
) -> EngineMatch:
    """Begin a match of a linked program; one linked program serves any number of matches."""
    if not trace and luck is None:
        emitted = unseen_of(linked).begun(linked, lambda: new_machine(linked, seats, seed, log=False))
        if emitted is not None:
            waiting = Machine(linked, State([]), seed, tuple(seats), log=[] if log else None)
            return EngineMatch(waiting, emitted=emitted)
    machine = new_machine(linked, seats, seed, log=log, trace=trace)
    machine.luck = luck
    _run_to_first_question(machine)
    return EngineMatch(machine)


def _run_to_first_question(machine: Machine) -> None:
    linked, luck = machine.linked, machine.luck
    machine.push_text(linked.start(), machine.state.open_scope({}), None, None, None, 0, True, None)
    refill(machine)
    if machine.fast is None:
        machine.run()
        return
    before = machine.state.fork()
    try:
        machine.run()
    except Exception:  # noqa: BLE001 - the reference machine decides what any exception means
        machine.fast.redone += 1
        machine.state, fast, machine.fast = before, machine.fast, None
        if luck is not None:
            luck.restart()
        if machine.log is not None:
            machine.log.clear()
        refill(machine)
        machine.run()
        machine.fast = fast
