"""The reference machine: walks the instructions of a program, one after another, and can stop at any question.

Everything that is going on lies in frames: a text, an event with its hooks, an open window. A step looks at the innermost
frame only. When somebody has to choose, the machine writes a request into the state and stops; an answer goes back into
the frame that asked. So waiting is data, and a match can be copied, kept and taken back at every question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from dsl import nodes as n
from dsl import types as t
from dsl.check_standing import Clauses, Standing
from dsl.core import Op
from dsl.names import Rooms, VerbSig
from interpreter import budget, rng
from interpreter import state as s
from interpreter.board import Board
from interpreter.choices import Option, Request, Sort
from interpreter.evaluate import (
    RuleError, Scope, contains, equal, items, layer_order, number, one, reckon, truth, value,
)  # fmt: skip
from interpreter.events import Event
from interpreter.state import State, Thing, Value
from interpreter.values import CardRef, Face, MarkOf, Range, ScriptRef
from interpreter.world import RANKS, Source, World

# frames: the first entry says what it is
TEXT, EVENT, WINDOW = "text", "event", "window"
F_OP, F_PC, F_SCOPE, F_IT, F_ME, F_ACTOR, F_RANK, F_OWNS, F_GOT = range(1, 10)
E_ID, E_STAGE, E_TODO, E_GIVES = range(1, 5)
W_NAME, W_SCOPE, W_OFFER, W_PLAYER, W_USED, W_PASSES, W_TAKEN, W_GIVES = range(1, 9)
# events going on
V_ID, V_VERB, V_SCOPE, V_CHANGES, V_REPLACED, V_FLAGS, V_RESULT, V_IT, V_BODY = range(9)


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
                    self._event_step(frame)
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
                if not truth(instruction[1], scope, self):
                    frame[F_PC] = instruction[2]
            case "let" | "keep":
                op = instruction[1]
                scope.values[op.data] = value(op.args[0], scope, self)
            case "assign":
                self._assign(instruction[1], scope)
            case "perform":
                self._perform(instruction[1], frame, scope)
            case "count":
                scope.values[instruction[1]] = number(value(instruction[2], scope, self), instruction[2])
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
                event = self._own_event(frame)
                if event is not None:
                    event[V_RESULT] = value(instruction[1].args[0], scope, self)
                self._end_text(frame)
            case "cancel":
                event = self._own_event(frame)
                if event is not None:
                    event[V_FLAGS] = (*event[V_FLAGS], "cancelled")
                self._end_text(frame)
            case "standing":
                self._stand(instruction[1].data, frame, scope)
            case "require":
                if not truth(instruction[1].args[0], scope, self):
                    self._end_text(frame)
            case "together":
                self._together(instruction, frame, scope)
            case "action":
                pass
            case other:
                raise RuleError("BW5009", f"the engine cannot do `{other}`")

    def _listed(self, op: Op, scope: Scope) -> Value:
        found = value(op, scope, self)
        if isinstance(found, Range):
            return tuple(range(found.low, (found.high if found.high is not None else found.low) + 1))
        return found

    def _own_event(self, frame: list[Any]) -> list[Any] | None:
        """The event that a text belongs to: the one whose frame lies right below it."""
        for below in reversed(self.state.frames[: self.state.frames.index(frame)]):
            if below[0] == EVENT:
                return self.event(below[E_ID])
        return None

    def event(self, id: int) -> list[Any] | None:
        return next((event for event in self.state.events if event[V_ID] == id), None)

    def _assign(self, op: Op, scope: Scope) -> None:
        place, given = op.args
        new = value(given, scope, self)
        self.assign(place, op.data, new, scope)

    def assign(self, place: Op, sign: str, new: Value, scope: Scope) -> None:
        if sign != "=":
            old = value(place, scope, self)
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
                thing = one(value(place.args[0], scope, self))
                if thing is not None:
                    self.write(thing, place.data[1], new)
            case "table_field":
                self.write(self.state.cells[s.TABLE], place.data, new)
            case "event_field":
                event = self.innermost(place.data[0])
                if event is not None:
                    self.event_values(event)[place.data[1]] = new
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
        table = value(place.args[0], scope, self)
        key = value(place.args[1], scope, self)
        rows = dict(table) if isinstance(table, tuple) else {}
        rows[key] = new
        self.assign(place.args[0], "=", tuple(rows.items()), scope)

    def _match(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        _, subject, keys, targets = instruction
        found = value(subject, scope, self)
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
                return found in key[1:] or (isinstance(found, int) and any(self.is_called(found, name) for name in key[1:]))
            case _:
                return equal(key, found)

    # ----------------------------------------------------------------------------------------------- events

    def _perform(self, op: Op, frame: list[Any], scope: Scope) -> None:
        verb, names, given = op.data
        values = {}
        for name, part in zip(names, op.args, strict=True):
            if part.name == "default":
                unsaid = next(slot for slot in self.rooms.verbs[verb].slots if slot.name == name)
                values[name] = self.default(unsaid.default)
            else:
                values[name] = value(part, scope, self)
        gives = (frame[F_SCOPE], given) if given else None
        if verb not in self.rooms.verbs:
            from interpreter.verbs import perform_builtin

            perform_builtin(self, verb, values, op, scope, gives)
            return
        sig = self.rooms.verbs[verb]
        wide = next((slot for slot in sig.slots if self._is_list(slot.type, values.get(slot.name))), None)
        if wide is None:
            self.begin_event(verb, values, frame[F_IT], gives)
            return
        for thing in reversed(items(values[wide.name])):
            self.begin_event(verb, {**values, wide.name: thing}, frame[F_IT], None)

    def _is_list(self, type: t.Type, found: Value) -> bool:
        return isinstance(t.plain(type), t.KindT) and isinstance(found, tuple)

    def begin_event(
        self, verb: str, values: dict[str, Value], it: Thing | None, gives: tuple[int, str] | None, body: Op | None = None
    ) -> None:
        cells = self.state.cells
        cells[s.EVENT_COUNT] += 1
        if cells[s.EVENT_COUNT] > budget.EVENTS_PER_MATCH:
            raise RuleError("BW5006", f"more than {budget.EVENTS_PER_MATCH:,} events in one match")
        sig = self.rooms.verbs[verb]
        inner = {slot.name: self._narrow(slot.type, values.get(slot.name)) for slot in sig.slots}
        inner.update({name: found for name, found in values.items() if name not in inner})
        replaced: tuple[int, ...] = ()
        for around in reversed(self.state.events):
            if around[V_VERB] == verb and "replaced" in around[V_FLAGS]:
                replaced = around[V_REPLACED]  # inside a replacement the same sentence does the original
                break
        scope = self.state.open_scope(inner)
        self.state.events.append([cells[s.EVENT_COUNT], verb, scope, (), replaced, (), None, it, body])
        self.state.frames.append([EVENT, cells[s.EVENT_COUNT], 0, (), gives])

    def _narrow(self, type: t.Type, found: Value) -> Value:
        if isinstance(t.plain(type), t.KindT) and isinstance(found, tuple):
            return one(found)
        if isinstance(t.plain(type), t.NumberT) and isinstance(found, Face):
            return found.number
        return found

    def _event_step(self, frame: list[Any]) -> None:
        event = self.event(frame[E_ID])
        assert event is not None
        stage = frame[E_STAGE]
        verb = event[V_VERB]
        match stage:
            case 0:
                self._end_standings("start", event)
                if self.forbidden(verb, self.event_values(event)) is not None:
                    self._finish(frame, event)
                    return
                frame[E_TODO] = tuple(self.answers("before", event))
                frame[E_STAGE] = 1
            case 1 | 5:
                if frame[E_TODO] and not ("cancelled" in event[V_FLAGS] and stage == 1):
                    source, it, me, extra = frame[E_TODO][0]
                    frame[E_TODO] = frame[E_TODO][1:]
                    self._run_hook(source, event, it, me, extra)
                else:
                    frame[E_STAGE] = stage + 1
            case 2:
                if "cancelled" in event[V_FLAGS]:
                    self._finish(frame, event)
                    return
                self._apply_changes(event)
                self._note(event)
                self._replace_or_do(frame, event)
            case 4:
                self._record_history(event)
                if "replaced" in event[V_FLAGS]:
                    self._finish(frame, event)
                    return
                frame[E_TODO] = tuple(self.answers("after", event))
                frame[E_STAGE] = 5
            case _:
                self._finish(frame, event)

    def _replace_or_do(self, frame: list[Any], event: list[Any]) -> None:
        frame[E_STAGE] = 4
        replacements = [found for found in self.answers("instead of", event) if id(found[0].standing) not in event[V_REPLACED]]
        if replacements:
            source, it, me, extra = max(replacements, key=lambda found: found[0].rank)
            event[V_REPLACED] = (*event[V_REPLACED], id(source.standing))
            event[V_FLAGS] = (*event[V_FLAGS], "replaced")
            self._run_hook(source, event, it, me, extra)
            return
        verb = event[V_VERB]
        values = self.event_values(event)
        if event[V_BODY] is not None:
            self.push_text(event[V_BODY], values["#around"], event[V_IT], values.get("me"), None, 0, False)
            return
        meaning = self.world.effects.get(verb)
        body = meaning.ops[0] if meaning is not None and meaning.ops else self._inner_action(verb)
        if body is None:
            return
        if body.name == "action":
            body = body.args[0]
        self.push_text(body, event[V_SCOPE], event[V_IT], values.get("me"), None, RANKS["ruleset"], False)

    def _inner_action(self, verb: str) -> Op | None:
        for entries in self.world.actions.values():
            for _, _, op, _ in entries:
                if op.data == verb:
                    return op
        return None

    def _finish(self, frame: list[Any], event: list[Any]) -> None:
        self._end_standings("end", event)
        gives = frame[E_GIVES]
        if gives is not None and gives[0] in self.state.scopes:
            self.state.scopes[gives[0]][gives[1]] = event[V_RESULT]
        self.state.frames.remove(frame)
        self.state.events.remove(event)
        self.state.scopes.pop(event[V_SCOPE], None)
        if self.state.cells[s.OUTCOME] is None:
            self._check_goals()

    def _apply_changes(self, event: list[Any]) -> None:
        values = self.event_values(event)
        names = {name for name, *_ in event[V_CHANGES]}
        for name in sorted(names):
            changes = ((rank, layer, own, new) for which, rank, layer, own, new in event[V_CHANGES] if which == name)
            values[name] = reckon(values.get(name), changes, self.layers())
        event[V_CHANGES] = ()

    def layers(self) -> tuple[str, ...]:
        custom = {}
        for name, layer in self.rooms.layers.items():
            assert isinstance(layer.node, n.Layer)
            custom[name] = layer.node.after
        return layer_order(custom)

    def event_values(self, event: list[Any]) -> dict[str, Value]:
        return self.state.scopes[event[V_SCOPE]]

    def innermost(self, verb: str) -> list[Any] | None:
        return next((event for event in reversed(self.state.events) if event[V_VERB] == verb), None)

    # ------------------------------------------------------------------------------------------------ hooks

    def holders(self, source: Source) -> Iterator[tuple[Thing | None, Thing | None, dict[str, Value]]]:
        """Who bears a standing rule now: `it`, `me`, and the numbers of a mark."""
        match source.holder:
            case "":
                yield None, None, {}
            case "kind":
                for thing in s.things_of(self.state, self.world.layout, source.name):
                    yield thing, self.controller(thing), {}
            case "mark":
                params = [param.name for param in self.rooms.marks[source.name].params]
                for thing in self.bearers(source.name):
                    for name, args in self.state.cells[thing + s.MARKS]:
                        if name == source.name:
                            yield thing, self.controller(thing), dict(zip(params, args, strict=True))
            case _:
                for thing in self.copies(source.name):
                    if self.text_works(thing, source.standing):
                        yield thing, self.controller(thing), {}

    def said_rules(self, sort: str, target: str) -> Iterator[tuple[Source, Thing | None, Thing | None, dict[str, Value]]]:
        """Rules that sentences have said and that have not ended."""
        for entry in self.state.cells[s.STANDING]:
            standing = self.world.said[entry[0]]
            if standing.sort == sort and standing.target == target:
                yield Source(standing, entry[4], "said"), entry[1], entry[2], dict(entry[3])

    def answers(self, word: str, event: list[Any]) -> list[tuple[Source, Thing | None, Thing | None, dict[str, Value]]]:
        """The hooks that answer an event, the active player's first, then by seat, in the order of the program."""
        values = self.event_values(event)
        found = []
        for source in self.world.hooks.get((word, event[V_VERB]), []):
            for it, me, extra in self.holders(source):
                if self.applies(source.standing, it, me, extra, values, event):
                    found.append((source, it, me, extra))
        for source, it, me, extra in self.said_rules(word, event[V_VERB]):
            if self.applies(source.standing, it, me, extra, values, event):
                found.append((source, it, me, extra))
        active = self.state.cells[s.ACTIVE]
        return sorted(found, key=lambda entry: (entry[2] is not None and entry[2] != active, -entry[0].rank * 0))

    def applies(
        self,
        standing: Standing,
        it: Thing | None,
        me: Thing | None,
        extra: dict[str, Value],
        values: dict[str, Value],
        event: list[Any] | None,
    ) -> bool:
        """Whether a hook answers: its filters, clauses and conditions."""
        outer = Scope(extra, it, me, None, values.get("me"))
        sig = self.verb(standing.target)
        for preposition, op in standing.filters:
            slot = sig.slot(preposition)
            if slot is not None and not self.filter_matches(op, values.get(slot.name), outer):
                return False
        scope = Scope({**extra, **values}, it, me, None, values.get("me"))
        return self.clauses_hold(standing.clauses, scope, outer, standing, event)

    def verb(self, name: str) -> VerbSig:
        from interpreter.verbs import builtin_signature

        return self.rooms.verbs.get(name) or builtin_signature(name)

    def filter_matches(self, op: Op, found: Value, scope: Scope) -> bool:
        wanted = value(op, scope, self)
        if isinstance(wanted, tuple):
            if isinstance(found, tuple):
                return any(part in wanted for part in found)
            return found in wanted
        if isinstance(found, tuple):
            return wanted in found
        return equal(wanted, found)

    def clauses_hold(
        self, clauses: Clauses, scope: Scope, outer: Scope, standing: Standing | None, event: list[Any] | None
    ) -> bool:
        for verb, filters in clauses.during:
            if not any(self._during(around, verb, filters, outer) for around in self.state.events if around is not event or verb != around[V_VERB]):
                return False
        if clauses.windows and self.open_window() not in clauses.windows:
            return False
        if any(not truth(condition, scope, self) for condition in clauses.conditions):
            return False
        return all(not self._used(standing, scope, verb) for verb in clauses.once_per)

    def _during(self, event: list[Any], verb: str, filters: tuple[tuple[str, Op], ...], scope: Scope) -> bool:
        if event[V_VERB] != verb:
            return False
        values = self.event_values(event)
        sig = self.verb(verb)
        for preposition, op in filters:
            slot = sig.slot(preposition)
            if slot is not None and not self.filter_matches(op, values.get(slot.name), scope):
                return False
        return True

    def _used(self, standing: Standing | None, scope: Scope, verb: str) -> bool:
        around = self.innermost(verb)
        key = ("once", id(standing), scope.it, around[V_ID] if around else 0)
        return key in self.state.cells[s.HISTORY]

    def mark_used(self, standing: Standing, it: Thing | None) -> None:
        for verb in standing.clauses.once_per:
            around = self.innermost(verb)
            key = ("once", id(standing), it, around[V_ID] if around else 0)
            self.state.cells[s.HISTORY] = (*self.state.cells[s.HISTORY], key)

    def _run_hook(
        self, source: Source, event: list[Any], it: Thing | None, me: Thing | None, extra: dict[str, Value]
    ) -> None:
        standing = source.standing
        self.mark_used(standing, it)
        values = self.event_values(event)
        for name, found in extra.items():
            values.setdefault(name, found)
        self.push_text(standing.body, event[V_SCOPE], it, me, values.get("me"), source.rank, False)
        if standing.may is not None:
            scope = Scope(values, it, me, None, values.get("me"))
            who = one(value(standing.may, scope, self)) if standing.may.name != "me" else me
            self.request("may", who, (Option(True, "yes"),), 0, 1, self.prompt_of(standing))

    # ------------------------------------------------------------------------------------- standing and forbidding

    def _stand(self, standing: Standing, frame: list[Any], scope: Scope) -> None:
        """A rule said in a sentence: about this event, or for as long as it says."""
        if standing.sort == "modify" and standing.scope == "event":
            event = self._own_event(frame)
            if event is not None:
                for layer, op in standing.changes:
                    change = (standing.target, frame[F_RANK], layer, standing.layer, value(op, scope, self))
                    event[V_CHANGES] = (*event[V_CHANGES], change)
            return
        until = None
        if standing.clauses.until is not None:
            edge, verb, filters = standing.clauses.until
            slots = tuple((preposition, value(op, scope, self)) for preposition, op in filters)
            going_on = self.innermost(verb) if edge == "end" else None
            until = (edge, verb, slots, going_on[V_ID] if going_on is not None and self._slots_match(going_on, slots) else None)
        values = tuple((name, found) for name, found in scope.values.items() if not name.startswith("#"))
        entry = (self.world.number_of(standing), frame[F_IT], frame[F_ME], values, max(frame[F_RANK], 0), until)
        self.state.cells[s.STANDING] = (*self.state.cells[s.STANDING], entry)

    def _slots_match(self, event: list[Any], slots: tuple[tuple[str, Value], ...]) -> bool:
        values = self.event_values(event)
        sig = self.verb(event[V_VERB])
        for preposition, wanted in slots:
            slot = sig.slot(preposition)
            if slot is not None and values.get(slot.name) != wanted:
                return False
        return True

    def _end_standings(self, edge: str, event: list[Any]) -> None:
        kept = []
        for entry in self.state.cells[s.STANDING]:
            until = entry[5]
            if until is not None and until[0] == edge and until[1] == event[V_VERB]:
                ends = until[3] == event[V_ID] if until[3] is not None else self._slots_match(event, until[2])
                if ends:
                    continue
            kept.append(entry)
        if len(kept) != len(self.state.cells[s.STANDING]):
            self.state.cells[s.STANDING] = tuple(kept)

    def forbidden(self, verb: str, values: dict[str, Value]) -> Standing | None:
        """The rule that forbids an event, unless one at least as specific allows it. Within one rank `forbid` wins."""
        best: tuple[int, Standing] | None = None
        allowed = -1
        for sort in ("forbid", "allow"):
            entries = [
                (source, it, me, extra)
                for source in self.world.hooks.get((sort, verb), [])
                for it, me, extra in self.holders(source)
            ]
            entries += list(self.said_rules(sort, verb))
            entries += [(source, None, None, {}) for source in self.window_rules(sort, verb)]
            for source, it, me, extra in entries:
                if not self.applies(source.standing, it, me, extra, values, None):
                    continue
                if sort == "allow":
                    allowed = max(allowed, source.rank)
                elif best is None or source.rank > best[0]:
                    best = (source.rank, source.standing)
        return best[1] if best is not None and best[0] >= allowed else None

    def window_rules(self, sort: str, verb: str) -> Iterator[Source]:
        window = self.open_window()
        meaning = self.world.text("window", window) if window else None
        for op in meaning.ops if meaning else ():
            if op.name == "standing" and op.data.sort == sort and op.data.target == verb:
                yield Source(op.data, RANKS["ruleset"], "window")

    # ------------------------------------------------------------------------------------- rules, stats, fields

    def default(self, node: n.Expr | None) -> Value:
        """The value of a default that a head gives: numbers, symbols and the like."""
        match node:
            case None | n.Nothing():
                return None
            case n.Number(value=found) | n.Truth(value=found) | n.Text(value=found):
                return found
            case n.Negate(inner=n.Number(value=found)):
                return -found
            case n.Name(text=text):
                return text
            case _:
                return None

    def ask_rule(self, name: str, values: dict[str, Value]) -> Value:
        rule = self.rooms.rules[name]
        meaning = self.world.text(rule.sort, name)
        assert meaning is not None
        op = meaning.ops[0]
        if op.name == "block":
            from interpreter.defines import run_define

            return run_define(op, Scope(dict(values)), self)
        base = value(op, Scope(dict(values)), self)
        if rule.sort != "rule" or name not in self.world.changes and not self.state.cells[s.STANDING]:
            return base
        first = values.get(rule.params[0].name) if rule.params else None
        return self._modified(name, base, first, values, "rule")

    def _modified(self, name: str, base: Value, of: Value, values: dict[str, Value], scope_sort: str) -> Value:
        return reckon(base, iter(self.modifiers(name, of, values, scope_sort)), self.layers())

    def modifiers(
        self, name: str, of: Value, values: dict[str, Value], scope_sort: str
    ) -> list[tuple[int, str, str, Value]]:
        entries = [
            (source, it, me, extra)
            for source in self.world.changes.get(name, [])
            for it, me, extra in self.holders(source)
        ]
        entries += list(self.said_rules("modify", name))
        found = []
        for source, it, me, extra in entries:
            standing = source.standing
            if standing.scope != scope_sort:
                continue
            scope = Scope({**extra, **values}, it, me)
            if standing.of.name != "none" and not self.filter_matches(standing.of, of, Scope(extra, it, me)):
                continue
            if self.clauses_hold(standing.clauses, scope, scope, standing, None):
                for layer, op in standing.changes:
                    found.append((source.rank, layer, standing.layer, value(op, scope, self)))
        return found

    def read(self, thing: Value, name: str) -> Value:
        """A field of a thing, of whatever sort."""
        if isinstance(thing, CardRef):
            return self._printed(thing.id, name, None)
        if not isinstance(thing, int):
            return None
        cells = self.state.cells
        kind = cells[thing + s.KIND]
        shape = self.world.layout.kinds[kind]
        sig = shape.fields.get(name)
        if sig is None:
            return self._common(thing, name)
        match sig.sort:
            case "printed":
                return self._printed(cells[thing + s.CARD], name, thing)
            case "stat":
                base = self._printed(cells[thing + s.CARD], name, thing)
                return self._modified(name, base, thing, {}, "stat")
            case "back":
                return self._back(thing, sig.type, name)
            case "script":
                return ScriptRef(thing, name)
            case _:
                found = cells[thing + shape.offset[name]]
                single = sig.sort == "zone" and isinstance(sig.type, t.MaybeT)
                return one(found) if single else found

    def _common(self, thing: Thing, name: str) -> Value:
        cells = self.state.cells
        match name:
            case "owner":
                return cells[thing + s.OWNER] if cells[thing + s.KIND] != "Player" else thing
            case "name":
                return self.shown(thing)
            case "id":
                return cells[thing + s.CARD] or self.shown(thing)
            case "zone":
                return cells[thing + s.PLACE]
            case "face":
                return self.shown_face(thing)
            case "value":
                return self.shown_face(thing).number
            case _:
                return None

    def _printed(self, card: str | None, name: str, thing: Thing | None) -> Value:
        """What a card prints, else what its kind says."""
        owner = self.controller(thing) if thing is not None else None
        if name == "terrain" or card is None or card not in self.world.cards:
            laid = self.laid_value(thing, name) if thing is not None else None
            if laid is not None:
                return laid
        if card is not None and card in self.world.cards:
            found = self.world.cards[card].values.get(name)
            if found is not None:
                return value(found, Scope({}, thing, owner), self)
        kind = self.world.cards[card].kind if card in self.world.cards else self.state.cells[(thing or 0) + s.KIND]
        for ancestor in self.world.layout.kinds[kind].lineage:
            meaning = self.world.text("kind", ancestor)
            for op in meaning.ops if meaning else ():
                if op.name == "keep" and op.data == name:
                    return value(op.args[0], Scope({}, thing, owner), self)
        if name == "id":
            return card
        if name == "name" and card in self.world.cards:
            return self.world.cards[card].shown
        return None

    def laid_value(self, thing: Thing, name: str) -> Value:
        """What a map's legend printed on a space."""
        place = self.state.cells[thing + s.PLACE]
        if isinstance(place, tuple) and place and place[0] == "cell":
            return dict(place[3]).get(name)
        return None

    def _back(self, thing: Thing, type: t.Type, name: str) -> Value:
        """Who stands here."""
        found = []
        for shape in self.world.layout.kinds.values():
            for field_name, sig in shape.fields.items():
                if sig.sort == "stands":
                    found += [
                        other
                        for other in self.state.cells[s.FIRST_KIND + shape.index]
                        if self.state.cells[other + shape.offset[field_name]] == thing
                    ]
        del name
        return tuple(found) if isinstance(t.plain(type), t.ListT) else one(tuple(found))

    def write(self, thing: Thing, name: str, new: Value) -> None:
        shape = self.world.layout.kinds[self.state.cells[thing + s.KIND]]
        if name == "owner":
            self.state.cells[thing + s.OWNER] = new
        elif name in shape.offset:
            self.state.cells[thing + shape.offset[name]] = new

    # ------------------------------------------------------------------------------------------------ things

    def lineage(self, thing: Value) -> tuple[str, ...]:
        if isinstance(thing, CardRef):
            return self.rooms.lineage(self.world.cards[thing.id].kind)
        return self.world.layout.kinds[self.state.cells[thing + s.KIND]].lineage

    def controller(self, thing: Thing | None) -> Thing | None:
        """Who controls a thing: its owner, or the owner of what it is a part of."""
        cells = self.state.cells
        while thing is not None:
            if cells[thing + s.KIND] == "Player":
                return thing
            if cells[thing + s.OWNER] is not None:
                owner: Thing = cells[thing + s.OWNER]
                return owner
            thing = cells[thing + s.PARENT]
        return None

    def shown(self, thing: Value) -> str:
        """A value in words."""
        if isinstance(thing, CardRef):
            return self.world.cards[thing.id].shown
        if not isinstance(thing, int) or isinstance(thing, bool):
            return "none" if thing is None else str(thing)
        card = self.state.cells[thing + s.CARD]
        if card in self.world.cards:
            return self.world.cards[card].shown
        return str(card) if card is not None else str(self.state.cells[thing + s.KIND])

    def is_called(self, thing: Thing, name: str) -> bool:
        card = self.state.cells[thing + s.CARD]
        if card is None:
            return False
        return name in (card, card.rsplit(".", 1)[-1], self.shown(thing))

    def parts(self, thing: Thing) -> tuple[Thing, ...]:
        shape = self.world.layout.kinds[self.state.cells[thing + s.KIND]]
        return tuple(
            part
            for name, sig in shape.fields.items()
            if sig.sort == "children"
            for part in self.state.cells[thing + shape.offset[name]]
        )

    def copies(self, card: str) -> tuple[Thing, ...]:
        kind = self.world.cards[card].kind
        shape = self.world.layout.kinds[kind]
        things = self.state.cells[s.FIRST_KIND + shape.index]
        return tuple(thing for thing in things if self.state.cells[thing + s.CARD] == card)

    def bearers(self, mark: str) -> tuple[Thing, ...]:
        found: list[Thing] = []
        for shape in self.world.layout.kinds.values():
            for thing in self.state.cells[s.FIRST_KIND + shape.index]:
                if any(name == mark for name, _ in self.state.cells[thing + s.MARKS]):
                    found.append(thing)
        return tuple(sorted(found))

    def text_works(self, thing: Thing, standing: Standing) -> bool:
        """Whether a card's text works where the card lies: in play, unless its kind or the text says otherwise."""
        place = self.state.cells[thing + s.PLACE]
        zone = place[2] if isinstance(place, tuple) and place and place[0] == "zone" else "play"
        wanted = standing.clauses.works_in
        if not wanted:
            kind = self.rooms.kinds[self.state.cells[thing + s.KIND]]
            wanted = kind.works_in
        if not wanted:
            holder = place[1] if zone != "play" else None
            if holder is None:
                return True
            sig = self.world.layout.kinds[self.state.cells[holder + s.KIND]].fields.get(zone)
            return sig is None or sig.seen_by is None
        return zone in wanted or ("play" in wanted and zone == "play")

    def has(self, left: Value, right: Value) -> bool:
        """`has`: a keyword or status on a thing, a symbol on a face, a member of a list."""
        if isinstance(left, Face):
            return right in left.symbols or right == left.number
        if isinstance(right, MarkOf) and isinstance(left, int):
            return any(name == right.name for name, _ in self.state.cells[left + s.MARKS])
        if isinstance(right, MarkOf) and isinstance(left, tuple):
            return any(self.has(thing, right) for thing in left)
        if isinstance(left, int) and isinstance(right, str):
            return self.has_symbol(left, right)
        return right in items(left)

    def has_symbol(self, thing: Thing, symbol: Value) -> bool:
        if "Die" in self.lineage(thing):
            return symbol in self.shown_face(thing).symbols
        shape = self.world.layout.kinds[self.state.cells[thing + s.KIND]]
        return any(
            symbol in items(self.read(thing, name))
            for name, sig in shape.fields.items()
            if isinstance(t.plain(t.item(sig.type) or sig.type), t.SymbolT)
        )

    def mark_total(self, thing: Value, mark: str) -> int:
        """How much of a keyword or status a thing has: its number, or how many where it has none."""
        if thing is None:
            return 0
        found = [args for name, args in self.state.cells[thing + s.MARKS] if name == mark]
        return sum(args[0] if args and isinstance(args[0], int) else 1 for args in found)

    def find(self, name: str) -> Thing | None:
        """A thing in play, player or space by id or shown name."""
        cells = self.state.cells
        for shape in self.world.layout.kinds.values():
            for thing in cells[s.FIRST_KIND + shape.index]:
                if self.is_called(thing, name):
                    found: Thing = thing
                    return found
        return None

    def card_id(self, name: str) -> str:
        if name in self.world.cards:
            return name
        return next((card.id for card in self.world.cards.values() if card.shown == name), name)

    def supply(self, kind: str) -> tuple[Value, ...]:
        return tuple(
            CardRef(card.id) for card in sorted(self.world.cards.values(), key=lambda card: card.id)
            if "." not in card.id and kind in self.rooms.lineage(card.kind)
        )  # fmt: skip

    def table(self, name: str) -> Value:
        meaning = self.world.text("table", name)
        assert meaning is not None
        return value(meaning.ops[0], Scope(), self)

    # ------------------------------------------------------------------------------------------------ boards

    @property
    def board(self) -> Board:
        laid = self.state.cells[s.BOARD]
        if laid is None:
            raise RuleError("BW5007", "no map lies on the table")
        return self.boards[laid][0]

    def cell_of(self, thing: Value) -> int | None:
        if not isinstance(thing, int):
            return None
        place = self.state.cells[thing + s.PLACE]
        if isinstance(place, tuple) and place and place[0] == "cell":
            cell: int = place[1]
            return cell
        shape = self.world.layout.kinds[self.state.cells[thing + s.KIND]]
        for name, sig in shape.fields.items():
            if sig.sort == "stands":
                space = self.state.cells[thing + shape.offset[name]]
                return self.cell_of(space) if space is not None else None
        return None

    def space_at(self, cell: int) -> Thing:
        return self.boards[self.state.cells[s.BOARD]][1][cell]

    # ----------------------------------------------------------------------------------------------- players

    def clockwise(self, player: Thing) -> tuple[Thing, ...]:
        """Those who still play, from a seat on; from an empty seat, from the next one."""
        every = self.state.cells[s.FIRST_KIND + self.world.layout.kinds["Player"].index]
        if player not in every:
            return tuple(self.state.cells[s.PLAYERS])
        start = every.index(player)
        return tuple(p for p in (*every[start:], *every[:start]) if p in self.state.cells[s.PLAYERS])

    def seat_of(self, player: Thing | None) -> str:
        return str(self.state.cells[player + s.CARD]) if player is not None else ""

    # ---------------------------------------------------------------------------------------------- looking back

    def _record_history(self, event: list[Any]) -> None:
        if event[V_VERB] not in self.watched():
            return
        path = tuple(around[V_ID] for around in self.state.events)
        values = tuple(sorted((k, v) for k, v in self.event_values(event).items() if not k.startswith("#")))
        windows = tuple(id_ for id_ in self._window_ids())
        entry = ("did", event[V_VERB], values, path, windows)
        self.state.cells[s.HISTORY] = (*self.state.cells[s.HISTORY], entry)

    def watched(self) -> frozenset[str]:
        return self.world.watched

    def _window_ids(self) -> list[int]:
        return [frame[W_SCOPE] for frame in self.state.frames if frame[0] == WINDOW]

    def times(self, verb: str, wanted: list[tuple[str, Value]], within: Value) -> int:
        sig = self.verb(verb)
        if within is not None and within in self.rooms.windows:
            ids = [f[W_SCOPE] for f in self.state.frames if f[0] == WINDOW and f[W_NAME] == within]
            limit, index = (ids[-1] if ids else -1), 4
        elif within is not None:
            around = self.innermost(within)
            limit, index = (around[V_ID] if around is not None else -1), 3
        else:
            limit, index = None, 3
        count = 0
        for entry in self.state.cells[s.HISTORY]:
            if entry[0] != "did" or entry[1] != verb or (limit is not None and limit not in entry[index]):
                continue
            values = dict(entry[2])
            good = True
            for label, found in wanted:
                slot = sig.slot("" if label == "object" else label)
                good = good and slot is not None and values.get(slot.name) == found
            count += good
        return count

    def would(self, thing: Value, verb: str) -> bool:
        card = thing.id if isinstance(thing, CardRef) else self.state.cells[thing + s.CARD]
        found = self.world.program.card(card)
        return found is not None and verb in found.checked.footprint.performs

    # ----------------------------------------------------------------------------------------------- chance

    def draw(self, stream: str, limit: int) -> int:
        draws = dict(self.state.cells[s.DRAWS])
        found, draws[stream] = rng.below(rng.stream_key(self.seed, stream), draws.get(stream, 0), limit)
        self.state.cells[s.DRAWS] = tuple(sorted(draws.items()))
        return found

    def faces(self, die: str) -> list[Value]:
        node = self.rooms.dice[die].node
        assert isinstance(node, n.Die)
        found: list[Value] = []
        for face in node.faces:
            if len(face.parts) == 1 and face.parts[0].form == "range":
                found += [Face(k) for k in range(face.parts[0].number, face.parts[0].high + 1)]
                continue
            total, symbols = 0, []
            for part in face.parts:
                if part.form == "number":
                    total += part.number
                elif part.form == "symbol":
                    symbols += [part.symbol] * part.number
            found.append(Face(total, tuple(symbols)))
        return found

    def roll(self, die: str) -> Value:
        """One roll: scripted by a scenario, else drawn."""
        if self.script is not None:
            waiting = self.script.get(die, [])
            if not waiting:
                raise RuleError("BW6101", f"the scenario has no more rolls of {die}")
            return waiting.pop(0)
        faces = self.faces(die)
        return faces[self.draw(f"die {die}", len(faces))]

    def shown_face(self, die: Value) -> Value:
        if isinstance(die, Face):
            return die
        place = dict(self.state.cells[die + s.MARKS])
        return place.get("#face", Face(0))

    def set_face(self, die: Thing, face: Value) -> None:
        marks = tuple(entry for entry in self.state.cells[die + s.MARKS] if entry[0] != "#face")
        self.state.cells[die + s.MARKS] = (*marks, ("#face", face))

    def opposite(self, found: Value) -> Value:
        """On a die the faces lie opposite each other by pairs: first and last, second and last but one …"""
        if isinstance(found, int):
            faces = self.faces(self.state.cells[found + s.KIND])
            face = self.shown_face(found)
        else:
            faces = next((f for f in map(self.faces, self.rooms.dice) if found in f), [found])
            face = found
        return faces[len(faces) - 1 - faces.index(face)]

    def combo(self, name: str) -> list[tuple[int, str]]:
        node = self.rooms.combos[name].node
        assert isinstance(node, n.Combo)
        return [(part.count, part.word.text) for part in node.parts]

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
            values[param.name] = self.default(param.default) if arg.name == "none" else value(arg, scope, self)
        gives = (frame[F_SCOPE], given) if given else None
        self.state.frames.append([WINDOW, name, self.state.open_scope(values), 0, 0, 0, 0, (), gives])

    def _phase(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        _, verb, who_op, body = instruction
        who = one(value(who_op, scope, self)) if who_op.name != "none" else scope.me
        if who is not None and who not in self.state.cells[s.PLAYERS]:
            return  # somebody who is out has no turns
        if who_op.name != "none":
            self.state.cells[s.ACTIVE] = who
        values: dict[str, Value] = {"me": who, "#around": frame[F_SCOPE]}
        self.begin_event(verb, values, frame[F_IT], None, body)

    def _together(self, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        """All decide on what they see now. One after another they answer for themselves; see `interpreter.together`."""
        from interpreter.together import begin_together

        begin_together(self, instruction, frame, scope)

    # ------------------------------------------------------------------------------------------------ asking

    def request(self, sort: Sort, who: Thing | None, options: tuple[Option, ...], least: int, most: int, prompt: str) -> None:
        if len(options) > budget.OPTIONS:
            raise RuleError("BW5008", f"more than {budget.OPTIONS:,} options in one choice")
        request = Request(self.state.next_request, self.seat_of(who), sort, options, least, most, prompt)
        self.state.next_request += 1
        self.state.requests = (*self.state.requests, request)

    def prompt_of(self, standing: Standing) -> str:
        return f"use {standing.sort} {standing.target}?"

    # ------------------------------------------------------------------------------------------------- the end

    def _check_goals(self) -> None:
        if not self.state.cells[s.PLAYERS]:
            self.state.cells[s.OUTCOME] = ()
            return
        for meaning in self.world.goals():
            winners = items(value(meaning.ops[0], Scope(), self))
            if winners:
                self.state.cells[s.OUTCOME] = winners
                return

    # --------------------------------------------------------------------------------------------------- log

    def _note(self, event: list[Any]) -> None:
        if self.log is None:
            return
        values = tuple((k, v) for k, v in self.event_values(event).items() if not k.startswith("#"))
        meaning = self.world.effects.get(event[V_VERB])
        template = ""
        cites: tuple[str, ...] = ()
        if meaning is not None and isinstance(meaning.node, n.Effect | n.Action):
            marks = meaning.node.marks
            template = marks.says.value if marks.says else ""
            cites = tuple(cite.clause for cite in marks.cites)
        words = self.fill(template, dict(values)) if template else self.phrase(event[V_VERB], dict(values))
        self.log.append(Event(len(self.log), event[V_VERB], values, words, len(self.state.events) - 1, cites))

    def fill(self, template: str, values: dict[str, Value]) -> str:
        for name, found in values.items():
            template = template.replace("{" + name + "}", self.shown_value(found))
        return template

    def shown_value(self, found: Value) -> str:
        if isinstance(found, Face):
            return " + ".join(found.symbols) or str(found.number)
        if isinstance(found, tuple):
            return ", ".join(self.shown_value(part) for part in found)
        if isinstance(found, bool):
            return "yes" if found else "no"
        if isinstance(found, int) and found >= self.world.layout.first_thing and found < len(self.state.cells):
            kind = self.state.cells[found + s.KIND] if found + s.KIND < len(self.state.cells) else None
            if isinstance(kind, str) and kind in self.world.layout.kinds:
                return self.shown(found)
        return self.shown(found) if isinstance(found, CardRef) else "none" if found is None else str(found)

    def phrase(self, verb: str, values: dict[str, Value]) -> str:
        parts = [verb]
        for slot in self.verb(verb).slots:
            found = values.get(slot.name)
            if found is not None:
                shown = self.shown(found) if isinstance(t.plain(slot.type), t.KindT) else self.shown_value(found)
                parts.append(f"{slot.preposition} {shown}".strip())
        return " ".join(parts)
