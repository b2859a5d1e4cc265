"""The reference machine: walks the instructions of a program, one after another, and can stop at any question.

Everything that is going on lies in frames: a text, an event with its hooks, an open window. A step looks at the innermost
frame only. When somebody has to choose, the machine writes a request into the state and stops; an answer goes back into
the frame that asked. So waiting is data, and a match can be copied, kept and taken back at every question.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

import interpreter.evaluate as evaluate
import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl.core import Op
from dsl.names import Rooms
from interpreter import budget
from interpreter import state as s
from interpreter.board import Board
from interpreter.choices import Option, Request, Sort
from interpreter.events import Event
from interpreter.frames import F_ACTOR, F_IT, F_ME, F_OP, F_OWNS, F_PC, F_SCOPE, TEXT, V_FLAGS, V_RESULT, W_NAME, WINDOW
from interpreter.scope import RuleError, Scope, contains, equal, items, number, one
from interpreter.state import State, Thing, Value
from interpreter.values import Face, Range
from interpreter.world import World


@define
class Machine:
    """One match in progress. `script` holds dice and orders that a scenario has laid down."""

    world: World
    state: State
    seed: int
    seats: tuple[str, ...]
    boards: dict[str, tuple[Board, tuple[Thing, ...]]] = field(factory=dict)
    log: list[Event] | None = None
    script: dict[str, list[Value]] | None = None
    steps: int = 0

    @property
    def rooms(self) -> Rooms:
        return self.world.program.rooms

    # ---------------------------------------------------------------------------------------------- running

    def run(self) -> None:
        """Go on until somebody has to answer or the match is over."""
        self.steps = 0
        while self.state.frames and not self.state.requests and self.state.cells[s.OUTCOME] is None:
            self.steps += 1
            if self.steps > budget.STEPS_PER_DECISION:
                raise RuleError("BW5004", f"more than {budget.STEPS_PER_DECISION:,} steps without a decision")
            frame = self.state.frames[-1]
            match frame[0]:
                case "text":
                    self._text_step(frame)
                case "event":
                    happening.event_step(self, frame)
                case _:
                    from interpreter.windows import window_step

                    window_step(self, frame)

    def push_text(
        self,
        op: Op,
        scope: int,
        it: Thing | None,
        me: Thing | None,
        actor: Thing | None,
        rank: int,
        owns: bool,
    ) -> None:
        if len(self.state.frames) > budget.DEPTH:
            raise RuleError("BW5005", f"events inside events more than {budget.DEPTH} deep")
        self.state.frames.append([TEXT, op, 0, scope, it, me, actor, rank, owns, None])

    def scope_of(self, frame: list[Any]) -> Scope:
        return Scope(self.state.scopes[frame[F_SCOPE]], frame[F_IT], frame[F_ME], None, frame[F_ACTOR])

    def _end_text(self, frame: list[Any]) -> None:
        self.state.frames.remove(frame)
        if frame[F_OWNS]:
            self.state.scopes.pop(frame[F_SCOPE], None)

    # -------------------------------------------------------------------------------------------- sentences

    def _text_step(self, frame: list[Any]) -> None:
        code = self.world.code(frame[F_OP])
        instruction = code.instructions[frame[F_PC]]
        frame[F_PC] += 1
        scope = self.scope_of(frame)
        match instruction[0]:
            case "end" | "leave":
                self._end_text(frame)
            case "jump":
                frame[F_PC] = instruction[1]
            case "unless":
                if not evaluate.truth(instruction[1], scope, self):
                    frame[F_PC] = instruction[2]
            case "let" | "keep":
                op = instruction[1]
                scope.values[op.data] = evaluate.value(op.args[0], scope, self)
            case "assign":
                self._assign(instruction[1], scope)
            case "perform":
                happening.perform(self, instruction[1], frame, scope)
            case "count":
                scope.values[instruction[1]] = number(evaluate.value(instruction[2], scope, self), instruction[2])
            case "count_down":
                left = scope.values[instruction[1]]
                scope.values[instruction[1]] = left - 1
                if left <= 0:
                    frame[F_PC] = instruction[2]
            case "walk":
                scope.values[instruction[1]] = items(self._listed(instruction[2], scope))
            case "next":
                waiting = scope.values[instruction[1]]
                if not waiting:
                    frame[F_PC] = instruction[3]
                else:
                    scope.values[instruction[2]], scope.values[instruction[1]] = waiting[0], waiting[1:]
            case "match":
                self._match(instruction, frame, scope)
            case "may" | "either" | "choose" | "ask" | "cost":
                from interpreter.asking import ask_step

                ask_step(self, instruction, frame, scope)
            case "open":
                self._open(instruction[1], frame, scope)
            case "phase":
                self._phase(instruction, frame, scope)
            case "result":
                event = happening.own_event(self, frame)
                if event is not None:
                    event[V_RESULT] = evaluate.value(instruction[1].args[0], scope, self)
                self._end_text(frame)
            case "cancel":
                event = happening.own_event(self, frame)
                if event is not None:
                    event[V_FLAGS] = (*event[V_FLAGS], "cancelled")
                self._end_text(frame)
            case "standing":
                standing.say(self, instruction[1].data, frame, scope)
            case "require":
                if not evaluate.truth(instruction[1].args[0], scope, self):
                    self._end_text(frame)
            case "together":
                self._together(instruction, frame, scope)
            case "action":
                pass
            case other:
                raise RuleError("BW5009", f"the engine cannot do `{other}`")

    def _listed(self, op: Op, scope: Scope) -> Value:
        found = evaluate.value(op, scope, self)
        if isinstance(found, Range):
            return tuple(range(found.low, (found.high if found.high is not None else found.low) + 1))
        return found

    def _assign(self, op: Op, scope: Scope) -> None:
        place, given = op.args
        new = evaluate.value(given, scope, self)
        self.assign(place, op.data, new, scope)

    def assign(self, place: Op, sign: str, new: Value, scope: Scope) -> None:
        if sign != "=":
            old = evaluate.value(place, scope, self)
            if isinstance(t.plain(place.type), t.ListT):
                new = (*old, *items(new)) if sign == "+=" else tuple(x for x in old if x not in items(new))
            else:
                change = number(new, place)
                new = number(old if old is not None else 0, place) + (change if sign == "+=" else -change)
        elif isinstance(new, Face) and isinstance(t.plain(place.type), t.NumberT):
            new = new.number
        new = self._clamped(new, place)
        match place.name:
            case "local":
                scope.values[place.data] = new
            case "field":
                thing = one(evaluate.value(place.args[0], scope, self))
                if thing is not None:
                    things.write(self, thing, place.data[1], new)
            case "table_field":
                things.write(self, self.state.cells[s.TABLE], place.data, new)
            case "event_field":
                event = happening.innermost(self, place.data[0])
                if event is not None:
                    happening.event_values(self, event)[place.data[1]] = new
            case "at":
                self._assign_row(place, new, scope)

    def _clamped(self, new: Value, place: Op) -> Value:
        """A kept number stays inside its range: what is beyond is lost."""
        bounds = t.plain(place.type)
        if isinstance(bounds, t.NumberT) and isinstance(new, int) and place.name in ("field", "table_field"):
            if bounds.low is not None:
                new = max(new, bounds.low)
            if bounds.high is not None:
                new = min(new, bounds.high)
        return new

    def _assign_row(self, place: Op, new: Value, scope: Scope) -> None:
        table = evaluate.value(place.args[0], scope, self)
        key = evaluate.value(place.args[1], scope, self)
        rows = dict(table) if isinstance(table, tuple) else {}
        rows[key] = new
        self.assign(place.args[0], "=", tuple(rows.items()), scope)

    def _match(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        _, subject, keys, targets = instruction
        found = evaluate.value(subject, scope, self)
        for key, target in zip(keys, targets, strict=False):
            if self.key_matches(key, found):
                frame[F_PC] = target
                return
        frame[F_PC] = targets[-1]

    def key_matches(self, key: Value, found: Value) -> bool:
        if not (isinstance(key, tuple) and key and isinstance(key[0], str)):
            return equal(key, found)
        match key[0]:
            case "else":
                return True
            case "number":
                return equal(key[1], found)
            case "range":
                return contains(Range(key[1], key[2]), found)
            case "at least":
                return contains(Range(key[1], None), found)
            case "at most":
                return contains(Range(-(1 << 62), key[1]), found)
            case "symbols":
                return found in key[1:] or (isinstance(found, Face) and bool(set(found.symbols) & set(key[1:])))
            case "text" | "thing":
                return found in key[1:] or (
                    isinstance(found, int) and any(things.is_called(self, found, name) for name in key[1:])
                )
            case _:
                return equal(key, found)

    # --------------------------------------------------------------------------------------------- windows, phases

    def open_window(self) -> str | None:
        for frame in reversed(self.state.frames):
            if frame[0] == WINDOW:
                name: str = frame[W_NAME]
                return name
        return None

    def _open(self, op: Op, frame: list[Any], scope: Scope) -> None:
        name, given = op.data
        meaning = self.world.text("window", name)
        assert meaning is not None and isinstance(meaning.node, n.Window)
        values = {}
        for param, arg in zip(meaning.node.params, op.args, strict=False):
            values[param.name] = (
                things.default(self, param.default) if arg.name == "none" else evaluate.value(arg, scope, self)
            )
        gives = (frame[F_SCOPE], given) if given else None
        self.state.frames.append([WINDOW, name, self.state.open_scope(values), 0, 0, 0, 0, (), gives])

    def _phase(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        _, verb, who_op, body = instruction
        who = one(evaluate.value(who_op, scope, self)) if who_op.name != "none" else scope.me
        if who is not None and who not in self.state.cells[s.PLAYERS]:
            return  # somebody who is out has no turns
        if who_op.name != "none":
            self.state.cells[s.ACTIVE] = who
        values: dict[str, Value] = {"me": who, "#around": frame[F_SCOPE]}
        happening.begin_event(self, verb, values, frame[F_IT], None, body)

    def _together(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        """All decide on what they see now. One after another they answer for themselves; see `interpreter.together`."""
        from interpreter.together import begin_together

        begin_together(self, instruction, frame, scope)

    # ------------------------------------------------------------------------------------------------ asking

    def request(
        self, sort: Sort, who: Thing | None, options: tuple[Option, ...], least: int, most: int, prompt: str
    ) -> None:
        if len(options) > budget.OPTIONS:
            raise RuleError("BW5008", f"more than {budget.OPTIONS:,} options in one choice")
        request = Request(self.state.next_request, things.seat_of(self, who), sort, options, least, most, prompt)
        self.state.next_request += 1
        self.state.requests = (*self.state.requests, request)
