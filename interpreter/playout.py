"""Fast matches: compiled code as far as it reaches, the reference machine for the rest.

No log and no undo. Options are counted and answered by number; their words are composed only on demand. When compiled
code raises anything, the reference machine replays the match from its seed and answers: it reports the fault, or the
match continues from there.

The same happens when enough things have left that their cells would be reused: references in Python variables would be
invisible to the search for free cells (`interpreter.evaluate.cell_reuse`). In a straight run, such a match raises
`Bail`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import interpreter.evaluate.things as things
from interpreter.compiled.jit import Jit
from interpreter.compiled.program import Compiler
from interpreter.compiled.source import Function, Unwritten, define_functions
from interpreter.compiled.support import WORDS, Bail, Cells, look
from interpreter.evaluate import cell_reuse
from interpreter.evaluate.narration import phrase, shown_value
from interpreter.execute.answers import take
from interpreter.execute.machine import Machine
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin, new_machine
from interpreter.model import state as s
from interpreter.model.environment import Over
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest, Option
from interpreter.model.state import State, Thing
from interpreter.model.work_meter import refill

Pick = Callable[[int], int]
PickSome = Callable[[int, int, int], tuple[int, ...]]

CODE = "code"
"""The type of a frame whose text is compiled: [type, function, position, its names …]."""


class CompiledProgram:
    """A linked program with its flow compiled, if possible; else `why_not` says which part only the reference can
    run."""

    def __init__(self, linked: LinkedProgram) -> None:
        self.linked = linked
        self.flow: Function | None = None
        self.through: Function | None = None
        self.setup: Function = _nothing
        self.ready: dict[
            tuple[str, ...], Cells
        ] = {}  # cells before the first question, if nothing was drawn until then
        self.table: Machine
        self.size = 0
        self.why_not = ""
        self.openings: dict[
            tuple[str, ...], State
        ] = {}  # states at the first question, if nothing was drawn until then
        self.compiler = Compiler(linked)
        linked.fast = linked.fast or Jit(linked)
        try:
            self.size = self.compiler.flows.write(linked.start(), "flow")
        except Unwritten as reason:
            self.why_not = str(reason)
            return
        self.compiler.finish()
        self.flow = define_functions(self.compiler.source, dict(WORDS), "rules")["flow"]
        self._straight()

    def _straight(self) -> None:
        compiler = self.straight_compiler = Compiler(self.linked)
        try:
            compiler.straight.flow(self.linked.start(), "setup", "flow")
        except Unwritten:
            return
        compiler.finish()
        words = define_functions(compiler.source, dict(WORDS), "rules")
        self.setup, self.through = words["setup"], words["flow"]

    def play(self, seats: tuple[str, ...], seed: int, pick_one: Pick, pick_some: PickSome) -> Cells:
        """Play a whole match, answering its questions by callbacks; returns the final cells. Not reentrant: matches
        share a table."""
        assert self.through is not None
        ready = self.ready.get(seats)
        if ready is None:
            self._set_up(seats, seed)
        else:
            self.table.state.cells = ready[:]
            self.table.seed = seed
        machine = self.table
        refill(machine)
        cells = machine.state.cells
        try:
            self.through(machine, cells, pick_one, pick_some)
        except Over:
            pass
        if cells[s.LEFT_TO_SWEEP] <= 0:
            raise Bail
        return cells

    def _set_up(self, seats: tuple[str, ...], seed: int) -> None:
        """A table after setup; the next match can start from it, if setup used no chance."""
        machine = self.table = new_machine(self.linked, seats, seed, log=False)
        cells = machine.state.cells
        look(machine, cells)
        self.setup(machine, cells, None, None)
        self.ready.clear()
        if not any(cells[s.DRAWS]):
            self.ready[seats] = cells[:]

    def winners(self, cells: Cells) -> tuple[str, ...]:
        """The seats that have won, from the final cells of a match."""
        return tuple(str(cells[player + s.CARD]) for player in cells[s.OUTCOME] or ())

    def start(self, seats: Sequence[str], seed: int = 0) -> Playout:
        return Playout(self, tuple(seats), seed)


class Playout:
    """One match. `number` options are open, of which `least` to `most` can be chosen; none when the match is over."""

    __slots__ = ("answers", "machine", "match", "program", "seats", "seed")

    def __init__(self, program: CompiledProgram, seats: tuple[str, ...], seed: int, *, started: bool = True) -> None:
        self.program = program
        self.seats = seats
        self.seed = seed
        self.answers: list[tuple[int, ...]] = []
        self.match: EngineMatch | None = None
        if not started:
            return
        if program.flow is None:
            self.machine = begin(program.linked, seats, seed, log=False).machine
            return
        opening = program.openings.get(seats)
        if opening is not None:
            self.machine = Machine(program.linked, opening.fork(), seed, seats)
            look(self.machine, opening.cells)
            return
        self.machine = new_machine(program.linked, seats, seed, log=False)
        frame = [CODE, program.flow, 0, *(None,) * program.size]
        self.machine.state.frames.append(frame)
        look(self.machine, self.machine.state.cells)
        self._run(frame, ())
        state = self.machine.state
        if state.asking is not None and not any(state.cells[s.DRAWS]):
            program.openings[seats] = state.fork()

    # ---------------------------------------------------------------------------------------------------- asking

    @property
    def number(self) -> int:
        asking = self.machine.state.asking
        if asking is not None:
            return len(asking[2])
        requests = self.machine.state.requests
        return len(requests[0].options) if requests else 0

    @property
    def over(self) -> bool:
        state = self.machine.state
        return state.asking is None and (state.cells[s.OUTCOME] is not None or not (state.requests or state.frames))

    @property
    def result(self) -> tuple[str, ...]:
        """The seats that have won."""
        return tuple(things.seat_of(self.machine, player) for player in self.machine.state.cells[s.OUTCOME] or ())

    @property
    def requests(self) -> tuple[EngineRequest, ...]:
        """The open request, as the reference machine would word it."""
        asking = self.machine.state.asking
        if asking is None:
            requests: tuple[EngineRequest, ...] = self.machine.state.requests
            return requests
        return (self._request(*asking),)

    def _request(
        self, category: Any, who: Thing, options: Sequence[Any], least: int, most: int, words: Any
    ) -> EngineRequest:
        m = self.machine
        seat = things.seat_of(m, who)
        number = m.state.next_request - 1
        if category == "act":
            actions = m.linked.actions[words]
            moves = [_move(m, actions[raw[0]].op.data, raw[1:], who) for raw in options]
            offered = tuple(Option(move, phrase(m, move.verb, dict(move.values))) for move in moves)
            return EngineRequest(number, seat, category, offered, least, most, words)
        if category == "either":
            ways = tuple(Option(index, label or f"way {index + 1}") for index, label in enumerate(words))
            return EngineRequest(number, seat, category, ways, least, most, "choose one way")
        if category == "may":
            return EngineRequest(number, seat, category, (Option(True, "yes"),), least, most, words)
        return EngineRequest(
            number, seat, category, tuple(Option(x, shown_value(m, x)) for x in options), least, most, words
        )

    # ------------------------------------------------------------------------------------------------- answering

    def answer(self, chosen: tuple[int, ...]) -> None:
        """Answer the open request with the numbers of options, without validation."""
        self._hand_over_before_sweep()
        self.answers.append(chosen)
        if self.match is not None:
            self.match.answer(self.match.requests[0].id, chosen)
            self.machine = self.match.machine
            return
        state = self.machine.state
        asking = state.asking
        if asking is None:
            self._go_on(chosen)
            return
        state.asking = None
        options = asking[2]
        self._run(state.frames[-1], tuple([options[index] for index in chosen]))

    def _go_on(self, chosen: tuple[int, ...]) -> None:
        """Answer a question of the machine, in place: nothing is kept to go back to but the answers."""
        machine = self.machine
        try:
            cell_reuse.sweep(machine)
            refill(machine)
            machine.meter.unplanned.clear()
            machine.settled = False
            take(machine, machine.state.requests[0], chosen)
            machine.run()
        except Exception:  # noqa: BLE001 - the reference machine decides what any exception means
            self._by_reference()

    def choose(self, index: int) -> int:
        """Answer with one option, by number; returns the number of options then open."""
        if self.match is not None or self.program.flow is None or self.machine.state.cells[s.LEFT_TO_SWEEP] <= 0:
            self.answer((index,))
            return self.number
        state = self.machine.state
        asking: Any = state.asking
        self.answers.append((index,))
        state.asking = None
        state.cells[s.STEPS] = 0
        refill(self.machine)
        frame = state.frames[-1]
        try:
            frame[1](self.machine, state.cells, frame, (asking[2][index],))
        except Over:
            state.frames.clear()
            return 0
        except Exception:  # noqa: BLE001 - the reference machine decides what any exception means
            self._by_reference()
            return self.number
        asking = state.asking
        return len(asking[2]) if asking is not None else 0

    def _run(self, frame: list[Any], answer: tuple[Any, ...]) -> None:
        machine = self.machine
        cells = machine.state.cells
        cells[s.STEPS] = 0
        refill(machine)
        try:
            frame[1](machine, cells, frame, answer)
        except Over:
            machine.state.frames.clear()
        except Exception:  # noqa: BLE001 - the reference machine decides what any exception means
            self._by_reference()

    def _hand_over_before_sweep(self) -> None:
        if self.match is None and self.program.flow is not None and self.machine.state.cells[s.LEFT_TO_SWEEP] <= 0:
            self._by_reference()

    def _by_reference(self) -> None:
        """Replay the match with the reference machine, which reports any fault."""
        match = begin(self.program.linked, self.seats, self.seed, log=False)
        match.undoable = False
        for chosen in self.answers:
            match.answer(match.requests[0].id, chosen)
        self.match, self.machine = match, match.machine

    # -------------------------------------------------------------------------------------------------- copying

    def fork(self) -> Playout:
        copy = Playout(self.program, self.seats, self.seed, started=False)
        copy.answers = self.answers[:]
        if self.match is not None:
            copy.match = self.match.fork()
            copy.machine = copy.match.machine
            return copy
        m = self.machine
        copy.machine = Machine(m.linked, m.state.fork(), m.seed, m.seats)
        copy.machine.board_cache = m.board_cache
        return copy


def _nothing(*_: Any) -> None:
    pass


def _move(m: Machine, verb: str, raw: tuple[Any, ...], who: Thing) -> Move:
    slots = [slot.name for slot in m.linked.verbs[verb].slots if slot.name != "me"]
    return Move(verb, (*zip(slots, raw, strict=True), ("me", who)), None)
