"""The reference machine: executes the instructions of a program one at a time and can stop at any question.

Everything in progress is a frame: a text, an event with its hooks, an open window. A step looks only at the innermost
frame. When a player has to choose, the machine writes a request into the state and stops; the answer goes back to the
frame that asked. So waiting is data, and a match can be copied, saved and undone at every question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import define, field

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.expressions as expressions
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
import interpreter.execute.event_pipeline as event_pipeline
import interpreter.execute.jumps as jumps
import interpreter.model.current_events as current_events
from dsl.diagnostics.codes import running as codes
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from dsl.lazy import lazy_module
from dsl.names.symbols import SymbolTable
from interpreter.board.board_cache import BoardCache
from interpreter.evaluate.assignments import assign
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.lower import LoweredText
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import AROUND, Over, RuleError, Scope, ScopeNames, at_most, fault, items
from interpreter.model.events import Event
from interpreter.model.frames import (
    E_IDS,
    EVENT,
    F_ACTOR,
    F_GOT,
    F_IT,
    F_ME,
    F_OP,
    F_OWNS,
    F_PC,
    F_SCOPE,
    FLOW,
    L_ACTIVE,
    L_GIVES,
    L_OP,
    L_PLAYERS,
    L_ROUND,
    TEXT,
    V_FLAGS,
    V_ID,
    V_RESULT,
    V_SCOPE,
    V_VERB,
    W_NAME,
    W_SCOPE,
    WINDOW,
)
from interpreter.model.requests import EngineRequest, Fits, Option, Sort
from interpreter.model.state import State, Thing, Value
from interpreter.model.work_meter import Meter, spend

if TYPE_CHECKING:
    from interpreter.compiled.jit import Jit
    from interpreter.evaluate.dice import Luck
    from interpreter.execute import answers, choices, simultaneous, windows
    from interpreter.instrument import faults
    from interpreter.instrument.coverage import Coverage
    from interpreter.instrument.trace import Trace
else:
    faults = lazy_module("interpreter.instrument.faults")
    simultaneous = lazy_module("interpreter.execute.simultaneous")
    windows = lazy_module("interpreter.execute.windows")
    choices = lazy_module("interpreter.execute.choices")
    answers = lazy_module("interpreter.execute.answers")


@define
class Machine:
    """One match in progress. `script` holds the dice and orders that a scenario fixes in advance.

    `branch` and `heard` are set only during a simultaneous decision: the seat that decides, and its answers and draws
    so far.
    """

    linked: LinkedProgram
    state: State
    seed: int
    seats: tuple[str, ...]
    log: list[Event] | None = None
    script: dict[str, tuple[Value, ...]] | None = None
    branch: str = ""
    heard: list[tuple[str, Value]] | None = None
    memo: dict[Any, Any] | None = None  # memoised rules and stats; dropped on the first write
    judging_silence: bool = False  # see `interpreter.evaluate.suppression`
    trial: str = ""  # the verb of the action being tried, if rules can read it
    board_cache: BoardCache | None = None  # the boards on the table, for compiled code
    trace: Trace | None = None  # the cause of every value, if tracing is on
    coverage: Coverage | None = field(
        init=False, eq=False, repr=False
    )  # the rules that have run, if coverage is measured
    refusals: list[tuple[str, str, tuple[str, ...]]] | None = (
        None  # events refused at top level, if a scenario collects them
    )
    luck: Luck | None = None  # the source of draws when odds are computed
    meter: Meter = field(factory=Meter, eq=False, repr=False)  # work left for this decision
    goals_work: int = field(default=0, eq=False, repr=False)  # work that compiled code spent on the last goal check
    settled: bool = field(default=False, eq=False, repr=False)  # compiled code: goals were asked since the last write
    answerer: Any = field(default=None, eq=False, repr=False)  # who is asked by emitted code (`interpreter.backend`)
    emitted: Any = field(default=None, eq=False, repr=False)  # the functions of that code
    now: dict[str, Any] = field(factory=dict, eq=False, repr=False)  # emitted code: names of innermost events, by verb
    counted: Any = field(default=None, eq=False, repr=False)  # emitted code: a history, and its entries by verb
    several: int = field(default=0, eq=False, repr=False)  # emitted code: simultaneous events in progress
    bottom: int = field(default=0, eq=False, repr=False)  # frames below are those of emitted code, which ends them
    resting: bool = field(default=False, eq=False, repr=False)  # a bot's trial: a window of a branch is not asked again
    unasked: list[str] | None = None  # automatic answers, if a scenario collects them
    came: set[str] | None = None  # cards that entered play, if a scenario collects them
    fast: Jit | None = field(
        init=False, eq=False, repr=False
    )  # compiled code; none while a step is repeated without it

    def __attrs_post_init__(self) -> None:
        self.fast, self.coverage = self.linked.fast, self.linked.coverage

    def copy(self, state: State, **changes: Any) -> Machine:
        """The same match on another state, without a log or a trace."""
        copy = Machine(
            self.linked, state, self.seed, self.seats, script=self.script, luck=self.luck, meter=self.meter, **changes
        )
        copy.fast = self.fast
        return copy

    GOT = F_GOT

    @property
    def symbols(self) -> SymbolTable:
        return self.linked.program.symbols

    # ---------------------------------------------------------------------------------------------- running

    def take(self, request: EngineRequest, chosen: tuple[int, ...]) -> None:
        """Apply a validated answer, as indexes of options."""
        answers.take(self, request, chosen)

    def run(self, floor: int = 0) -> None:
        """Run until a player has to answer, the match is over, or at most `floor` frames are left."""
        try:
            while len(self.state.frames) > floor and self._can_continue():
                self.step(self.state.frames[-1])
        except (RuleError, RecursionError) as wrong:
            raise faults.located(self, wrong) from None

    def tick(self) -> None:
        """Count one step: an event, a loop iteration or an offer of a window. The state holds the count for the
        decision."""
        cells = self.state.cells
        cells[s.STEPS] += 1
        if cells[s.STEPS] > limits.STEPS_PER_DECISION:
            raise fault(codes.STEPS, most=f"{limits.STEPS_PER_DECISION:,}")
        spend(self, limits.WORK_PER_STEP)

    def _can_continue(self) -> bool:
        if self.state.requests:
            return simultaneous.play_back(self)
        if self.state.cells[s.OUTCOME] is not None:
            return self._end_flow()
        return True

    def step(self, frame: list[Any]) -> None:
        match frame[0]:
            case "text":
                self._text_step(frame)
            case "event" if self._runs_directly():
                self._run_compiled(self.fast.drive, frame)  # type: ignore[union-attr]
            case "event":
                event_pipeline.event_step(self, frame)
            case "window":
                windows.window_step(self, frame)
            case "flow":
                self._end_flow()
            case _:
                simultaneous.together_step(self, frame)

    def _runs_directly(self) -> bool:
        """Whether compiled code may run: nobody looks on or reads a log."""
        return self.fast is not None and self.trace is None and self.log is None and self.coverage is None

    def _end_flow(self) -> bool:
        """End the innermost nested flow: pass its winner to the flow around it and continue; false if there is none."""
        frames = self.state.frames
        index = next((i for i in range(len(frames) - 1, self.bottom - 1, -1) if frames[i][0] == FLOW), None)
        if index is None:
            return False
        frame = self.state.frames[index]
        cells = self.state.cells
        winners: tuple[Thing, ...] = cells[s.OUTCOME] or ()
        self.drop_frames(index)
        cells[s.OUTCOME], cells[s.BEGUN] = None, True
        self.settled = False
        cells[s.PLAYERS], cells[s.ACTIVE], cells[s.ROUND] = frame[L_PLAYERS], frame[L_ACTIVE], frame[L_ROUND]
        if frame[L_GIVES] is not None and frame[L_GIVES][0] in self.state.scopes:
            self.names(frame[L_GIVES][0])[frame[L_GIVES][1]] = winners[0] if len(winners) == 1 else None
        return True

    def in_series(self) -> bool:
        """Whether the current flow starts other flows: then those are won, not this one."""
        for frame in reversed(self.state.frames):
            if frame[0] == FLOW:
                return id(frame[L_OP]) in self.linked.series
        return bool(self.state.frames) and id(self.state.frames[0][F_OP]) in self.linked.series

    # ------------------------------------------------------------------------------------------------ frames

    def push(self, frame: list[Any]) -> None:
        if len(self.state.frames) > limits.DEPTH:
            raise fault(codes.DEPTH, what="rules", how=f"more than {limits.DEPTH:,}")
        self.state.frames.append(frame)

    def push_text(
        self,
        op: Op,
        scope: int,
        it: Value,
        me: Thing | None,
        actor: Thing | None,
        rank: int,
        owns: bool,
        event: int | None,
    ) -> None:
        self.push([TEXT, op, 0, scope, it, me, actor, rank, owns, None, event])

    def names(self, scope: int) -> ScopeNames:
        """The names of a scope, over those of the scopes around it."""
        maps = []
        number: int | None = scope
        while number is not None and number in self.state.scopes:
            maps.append(self.state.scopes[number])
            number = maps[-1].get(AROUND)
        return ScopeNames(tuple(maps))

    def scope_of(self, frame: list[Any]) -> Scope:
        return Scope(self.names(frame[F_SCOPE]), frame[F_IT], frame[F_ME], None, frame[F_ACTOR])

    def pop(self, frame: list[Any]) -> None:
        """Remove a finished frame; usually the last one."""
        frames = self.state.frames
        index = len(frames) - 1
        while frames[index] is not frame:
            index -= 1
        del frames[index]

    def end_text(self, frame: list[Any]) -> None:
        self.pop(frame)
        if frame[F_OWNS]:
            self.state.scopes.pop(frame[F_SCOPE], None)

    def drop_frames(self, index: int) -> None:
        """Abandon all frames from an index on, with their events, scopes and open questions."""
        dropped = self.state.frames[index:]
        while len(self.state.frames) > index:
            if self.state.frames[-1][0] == EVENT:
                event_pipeline.broken_off(self, self.state.frames[-1])
            self.state.frames.pop()
        dropped_events = {id for frame in dropped if frame[0] == EVENT for id in frame[E_IDS]}
        for event in self.state.events:
            if event[V_ID] in dropped_events:
                active_rules.end_standings(self, "end", event)
                self.state.scopes.pop(event[V_SCOPE], None)
        self.state.events = [event for event in self.state.events if event[V_ID] not in dropped_events]
        for frame in dropped:
            if frame[0] == TEXT and frame[F_OWNS]:
                self.state.scopes.pop(frame[F_SCOPE], None)
            elif frame[0] == WINDOW:
                self.state.scopes.pop(frame[W_SCOPE], None)

    def begin_memo(self) -> None:
        """Memoise rules and stats from here on, until `invalidate`: nothing may change in between."""
        self.memo = {}

    def invalidate(self) -> None:
        self.memo = None

    def remember(self, category: str, value: Value) -> None:
        if self.heard is not None:
            self.heard.append((category, value))

    # -------------------------------------------------------------------------------------------- sentences

    def _text_step(self, frame: list[Any]) -> None:
        if self._runs_directly():
            op = frame[F_OP]
            function = self.fast.text(op, self.linked.code(op))  # type: ignore[union-attr]
            if function is not None:
                names = self.state.scopes[frame[F_SCOPE]]
                around = self.names(frame[F_SCOPE]) if AROUND in names else names
                self._run_compiled(function, self.state.cells, frame, around, frame[F_IT], frame[F_ME], frame[F_ACTOR])
                return
        self.interpret(frame)

    def _run_compiled(self, function: Callable[..., Any], *args: Any) -> None:
        """Call compiled code; what it leaves unfinished is in the frames, even if the match was won meanwhile."""
        try:
            function(self, *args)
        except Over:
            pass
        finally:
            self.memo = None

    def interpret(self, frame: list[Any]) -> None:
        """Execute the next instruction of a text."""
        code = self.linked.code(frame[F_OP])
        pc = frame[F_PC]
        frame[F_PC] += 1
        try:
            scope = self.scope_of(frame)
            if self.trace is not None:
                self.trace.asks(self, code.instructions[pc], frame, scope)
            if self.coverage is not None:
                self.coverage.sentence(frame[F_OP], pc, code)
            self.begin_memo()  # a sentence reads first and writes last
            self._instruction(code.instructions[pc], frame, scope)
            self._end_if_last(code, frame)
        except RuleError as wrong:
            wrong.within(frame[F_OP], code.spans[pc])
            raise
        finally:
            self.invalidate()

    def _end_if_last(self, code: LoweredText, frame: list[Any]) -> None:
        """End a text after its last sentence, which saves one step."""
        state = self.state
        if state.frames and state.frames[-1] is frame and code.instructions[frame[F_PC]][0] == "end":
            watched = self.trace is not None or self.coverage is not None
            if not (watched or state.requests or state.cells[s.OUTCOME] is not None):
                self.end_text(frame)

    def _instruction(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        match instruction[0]:
            case "end" | "leave":
                self.end_text(frame)
            case "jump":
                frame[F_PC] = instruction[1]
            case "unless":
                if not expressions.truth(instruction[1], scope, self):
                    frame[F_PC] = instruction[2]
            case "let":
                op = instruction[1]
                scope.values[op.data] = expressions.value(op.args[0], scope, self)
            case "keep":
                op = instruction[1]
                first = expressions.value(op.args[0], scope, self)
                scope.values[op.data] = event_pipeline.keep(self, frame, op.data, first)
            case "assign":
                place, given = instruction[1].args
                assign(self, place, instruction[1].data, expressions.value(given, scope, self), scope)
            case "perform":
                event_pipeline.perform(self, instruction[1], frame, scope)
            case "count" | "count_down" | "walk" | "next" | "round":
                jumps.loop_step(self, instruction, frame, scope)
            case "match":
                jumps.match_step(self, instruction, frame, scope)
            case "may" | "either" | "ways" | "choose" | "ask" | "cost":
                choices.ask_step(self, instruction, frame, scope)
            case "result" | "cancel" | "require":
                self._leave(instruction, frame, scope)
            case "standing":
                active_rules.say(self, instruction[1].data, frame, scope)
            case "action":
                pass  # collected before the text runs
            case _:
                self._begin(instruction, frame, scope)

    def _begin(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        """Sentences that begin a frame of their own."""
        match instruction[0]:
            case "open":
                windows.begin_window(self, instruction[1], frame, scope)
            case "phase":
                event_pipeline.begin_phase(self, instruction, frame, scope)
            case "hide":
                sight.hide(self, frame[F_SCOPE], instruction[1].span)
            case "together":
                simultaneous.begin_together(self, instruction, frame, scope)
            case other:
                raise fault(INTERNAL, what=f"`{other}`", report="")

    def _leave(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        """Sentences that may end the text, or the event that it belongs to."""
        event = current_events.own_event(self, frame)
        match instruction[0]:
            case "require":
                if expressions.truth(instruction[1].args[0], scope, self):
                    return
                if event is not None:
                    self.refuse(event, *instruction[1].data)
            case "result" if event is not None:
                event[V_RESULT] = expressions.value(instruction[1].args[0], scope, self)
            case "cancel" if event is not None:
                event[V_FLAGS] = (*event[V_FLAGS], "cancelled")
        self.end_text(frame)

    def refuse(self, event: list[Any], reason: str | None, cites: tuple[str, ...]) -> None:
        """Note why a top-level event was refused, if a scenario collects refusals."""
        if self.refusals is not None and not any(frame[0] == EVENT for frame in self.state.frames[:-2]):
            self.refusals.append((event[V_VERB], reason or "a requirement does not hold", tuple(cites)))

    def listed(self, op: Op, scope: Scope) -> tuple[Value, ...]:
        values = items(expressions.value(op, scope, self))
        spend(self, len(values), op)
        return at_most(values, limits.LIST_ITEMS, "items in one list", op)

    # --------------------------------------------------------------------------------------------- windows, phases

    def window_frame(self) -> list[Any] | None:
        """The innermost open window."""
        frame: list[Any]
        for frame in reversed(self.state.frames):
            if frame[0] == WINDOW:
                return frame
        return None

    def open_window(self) -> str | None:
        frame = self.window_frame()
        return frame[W_NAME] if frame is not None else None

    def next_round(self, forever: bool) -> None:
        """Rounds are counted by the phase named `round` if the game has one, else by the loop of its flow."""
        if not (forever and "round" in self.linked.verbs):
            self.state.cells[s.ROUND] += 1
            if self.state.cells[s.ROUND] > limits.ROUNDS:
                raise fault(codes.EVENTS, most=f"{limits.ROUNDS:,}", what="rounds")

    # ------------------------------------------------------------------------------------------------ asking

    def request(
        self,
        sort: Sort,
        who: Thing | None,
        options: tuple[Option, ...],
        least: int,
        most: int,
        prompt: str,
        fits: Fits = None,
        such: str = "",
    ) -> None:
        if len(options) > limits.OPTIONS:
            raise fault(codes.TOO_MANY, most=f"{limits.OPTIONS:,}", what="options in one choice")
        seat = things.seat_of(self, who)
        request = EngineRequest(self.state.next_request, seat, sort, options, least, most, prompt, fits, such)
        self.state.next_request += 1
        self.state.requests = (*self.state.requests, request)
