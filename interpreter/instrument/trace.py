"""The trace of a match: the cause of each event, the values read on the way, and the answers and dice that went in.

A machine with a trace appends a record for everything that happens; a machine without one pays only for the test
whether it has one. The state does not refer to the trace, so a match is the same with and without it. Records are only
appended, and cut off again when an answer is undone. `interpreter.explain.why` combines them into explanations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.diagnostics import Span
from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from interpreter.evaluate.sight import Sight, Viewer, viewers
from interpreter.instrument.reads import Values, reads, worded
from interpreter.model.environment import Scope, items
from interpreter.model.frames import (
    E_IDS,
    EVENT,
    F_EVENT,
    F_IT,
    F_OP,
    F_PC,
    F_SCOPE,
    TEXT,
    TOGETHER,
    V_ID,
    V_VERB,
    W_EVENT,
    W_NAME,
    WINDOW,
)
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Thing, Value
from interpreter.model.values import Location

if TYPE_CHECKING:
    from interpreter.evaluate.layers import Change
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import RuleSource


Seen = tuple[Viewer, ...] | None
"""The players who saw the bearer of a text when it acted; none if all did."""


@frozen
class Sentence:
    """A sentence in progress: its text, its place there, its names, the bearer of the text, the values it read."""

    text: Op
    span: Span
    scope: int
    bearer: str = ""
    values: Values = ()
    born: int | None = None  # when its bearer came
    seen: Seen = None


@frozen
class Input:
    """An input from outside: an answer with its number, a die, a draw. `scope` is the text that received it."""

    sort: str  # answer, die, chance
    words: str
    number: int = 0
    seat: str = ""
    prompt: str = ""
    scope: int | None = None
    at: int = 0  # how many answers had been given


@frozen
class Begun:
    """An event and its cause: an answer in a window, or sentences, the innermost first, inside another event."""

    id: int
    verb: str
    words: str
    at: int
    sentences: tuple[Sentence, ...] = ()
    inside: int | None = None
    answer: Input | None = None
    window: str = ""


@frozen
class Changed:
    """A rule changed a number of an event before it happened."""

    id: int
    name: str
    standing: Standing
    bearer: str
    base: str
    layer: str
    by: str
    born: int | None = None  # when its bearer came
    seen: Seen = None


@frozen
class Wrote:
    """A sentence set a kept value of a thing; the thing is identified by its birth number."""

    born: int
    field: str
    new: str
    sentence: Sentence
    inside: int | None
    at: int


@frozen
class SentenceEntry:
    """A sentence changed things with a built-in verb: moved them, created them, gave them something."""

    verb: str
    words: str
    moved: tuple[int, ...]  # if it moved things: when they came
    place: tuple[int, str] | None  # when what they were moved to came, and its zone
    logged: int  # how many events the log had
    sentence: Sentence
    inside: int | None
    at: int


Record = Begun | Changed | Wrote | SentenceEntry | Input
_TO_THINGS = frozenset({"move", "take", "remove", "roll", "set", "show"})
"""The built-in verbs that change things."""
Conditions = dict[int, dict[int, Values]]
"""The values that the conditions of a text in progress read when they were evaluated, by scope and operation."""


@define
class Trace:
    """`broken` means that something happened without a trace: then only a replay of the answers gives all of it."""

    records: list[Record] = field(factory=list)
    broken: bool = False
    _asked: Conditions = field(factory=dict)
    _marks: list[tuple[int, Conditions, dict[str, tuple[Input, ...]]]] = field(factory=list)
    _apart: dict[str, tuple[Input, ...]] = field(factory=dict)  # answers given together that are not yet carried out
    _fresh: bool = False  # an answer is about to be taken that nobody gave before
    _last: Input | None = None

    # ------------------------------------------------------------------------------------------- going on, going back

    def answering(self, m: Machine, number: int) -> None:
        """Mark the point before an answer: undoing the answer returns to it."""
        self.broken = self.broken or number != len(self._marks) + 1
        live = {scope: answers for scope, answers in self._asked.items() if scope in m.state.scopes}
        self._marks.append(
            (len(self.records), {scope: dict(answers) for scope, answers in live.items()}, dict(self._apart))
        )
        self._asked, self._fresh = live, True

    def rewind(self, answers: int) -> None:
        """Remove everything recorded after this many answers."""
        if answers < len(self._marks):
            length, self._asked, self._apart = self._marks[answers]
            del self.records[length:]
            del self._marks[answers:]

    def fork(self) -> Trace:
        asked = {scope: dict(answers) for scope, answers in self._asked.items()}
        return Trace(list(self.records), self.broken, asked, list(self._marks), dict(self._apart), False, self._last)

    @property
    def at(self) -> int:
        return len(self._marks)

    # ------------------------------------------------------------------------------------------- what happens

    def asks(self, m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
        """Record what a text reads, before it branches or sets a value."""
        match instruction:
            case ("unless" | "match", op, *_):
                self._asked.setdefault(frame[F_SCOPE], {})[id(op)] = reads(m, op, scope)
            case ("assign", op):
                old = reads(m, op.args[0], scope, 1) if op.data != "=" else ()
                self._asked.setdefault(frame[F_SCOPE], {})[id(op)] = (*old, *reads(m, op.args[1], scope))
            case _:
                pass

    def begun(self, m: Machine, ids: list[int]) -> None:
        """Record that events begin, caused by the innermost frame."""
        frame = m.state.frames[-1] if m.state.frames else None
        sentences: tuple[Sentence, ...] = ()
        inside, answer, window = None, None, ""
        if frame is not None and frame[0] == WINDOW:
            inside, answer, window = frame[W_EVENT], self._last, frame[W_NAME]
        else:
            sentences, inside = self._under_way(m)
        for id in ids:
            event = current_events.event_by_id(m, id)
            assert event is not None
            words = narration.phrase(m, event[V_VERB], current_events.event_values(m, event))
            self.records.append(Begun(id, event[V_VERB], words, self.at, sentences, inside, answer, window))

    def _under_way(self, m: Machine) -> tuple[tuple[Sentence, ...], int | None]:
        """The sentence in progress and those that called its text, up to the event that they belong to."""
        sentences: list[Sentence] = []
        event: int | None = None
        for frame in reversed(m.state.frames):
            if frame[0] == TEXT:
                sentences.append(self.sentence(m, frame, look=not sentences))
                event = frame[F_EVENT]
            elif frame[0] == EVENT and event in frame[E_IDS]:
                break
        return tuple(sentences), event

    def sentence(self, m: Machine, frame: list[Any], look: bool = True) -> Sentence:
        """The sentence that a text executes; with `look`, also the values that it reads."""
        code = m.linked.code(frame[F_OP])
        here = min(max(frame[F_PC] - 1, 0), len(code.instructions) - 1)
        instruction, asked = code.instructions[here], self._asked.get(frame[F_SCOPE], {})
        values: list[tuple[str, str]] = []
        for part in instruction if look else ():
            if isinstance(part, Op) and part.name != "block":
                values += asked[id(part)] if id(part) in asked else reads(m, part, m.scope_of(frame))
        for condition in conditions(frame[F_OP], instruction[0], code.spans[here]):
            values += asked.get(id(condition), ())
        bearer = worded(m, frame[F_IT]) if frame[F_IT] is not None else ""
        read, it = tuple(dict.fromkeys(values)), frame[F_IT]
        return Sentence(frame[F_OP], code.spans[here], frame[F_SCOPE], bearer, read, *_bearer(m, it))

    def changed(self, m: Machine, event: list[Any], rule: Standing, frame: list[Any], layer: str, by: Value) -> None:
        base = current_events.event_values(m, event).get(rule.target)
        it = frame[F_IT]
        bearer = worded(m, it) if it is not None else ""
        self.records.append(Changed(event[V_ID], rule.target, rule, bearer, str(base), layer, str(by), *_bearer(m, it)))

    def reckoned(
        self, m: Machine, about: tuple[str, Value, str], source: RuleSource, op: Op, change: Change, scope: Scope
    ) -> None:
        """Record a change of a rule, stat or cost; only a breakdown listens."""

    def wrote(self, m: Machine, thing: Thing, place: Op, name: str, new: Value) -> None:
        doing = self._doing(m)
        if doing is not None:
            self.records.append(Wrote(things.born(m, thing), name, worded(m, new, place.type), *doing))

    def did(self, m: Machine, verb: str, values: dict[str, Value]) -> None:
        doing = self._doing(m)
        if doing is not None and verb in _TO_THINGS:
            words = narration.phrase(m, verb, values)
            many = items(values.get("thing")) if verb == "move" else ()
            moved = tuple(things.born(m, thing) for thing in many)
            self.records.append(
                SentenceEntry(verb, words, moved, _place(m, values.get("place")), len(m.log or ()), *doing)
            )

    def _doing(self, m: Machine) -> tuple[Sentence, int | None, int] | None:
        """The sentence in progress, its event, and the number of answers so far."""
        frame = next((frame for frame in reversed(m.state.frames) if frame[0] == TEXT), None)
        return (self.sentence(m, frame), frame[F_EVENT], self.at) if frame is not None else None

    # ----------------------------------------------------------------------------------- what comes from outside

    def answered(self, m: Machine, request: EngineRequest, chosen: tuple[int, ...]) -> None:
        """Record an answer: taken by the frame that asked, or kept until all seats have decided."""
        frame = m.state.frames[-1]
        if not self._fresh:
            waiting = self._apart.get(request.seat, ())
            if waiting:  # it was given before and is carried out now
                self._apart[request.seat] = waiting[1:]
                self._took(m, waiting[0].number, request, chosen)
                return
        self._fresh = False
        self._took(m, self.at, request, chosen)
        if frame[0] == TOGETHER and self._last is not None:
            self._apart[request.seat] = (*self._apart.get(request.seat, ()), self._last)

    def _took(self, m: Machine, number: int, request: EngineRequest, chosen: tuple[int, ...]) -> None:
        words = ", ".join(request.options[index].words for index in chosen) or (
            "no" if request.sort == "may" else "nothing" if request.sort == "choose" else "pass"
        )
        self._input(m, Input("answer", words, number, request.seat, request.prompt))

    def rolled(self, m: Machine, die: str, face: Value) -> None:
        self._input(m, Input("die", f"{die} shows {worded(m, face)}"))

    def drew_of(self, m: Machine, chosen: tuple[Value, ...]) -> None:
        self.drew(m, f"{worded(m, chosen)} by chance")

    def shuffled(self, m: Machine, zone: str, order: tuple[Thing, ...], holder: Thing) -> None:
        self.drew(m, f"`{zone}` is shuffled")

    def drew(self, m: Machine, what: str) -> None:
        self._input(m, Input("chance", what))

    def _input(self, m: Machine, entry: Input) -> None:
        frame = next((frame for frame in reversed(m.state.frames) if frame[0] == TEXT), None)
        scope = frame[F_SCOPE] if frame is not None else None
        self._last = Input(entry.sort, entry.words, entry.number, entry.seat, entry.prompt, scope, self.at)
        self.records.append(self._last)


def _bearer(m: Machine, it: Value) -> tuple[int | None, Seen]:
    """The birth number of the bearer of a text, and who sees it."""
    if not things.is_thing(m, it):
        return None, None
    return things.born(m, it), None if Sight(m, None).sees(it) else viewers(m, it)


def _place(m: Machine, place: Value) -> tuple[int, str] | None:
    if isinstance(place, Location):
        return things.born(m, place.holder), place.zone
    return (things.born(m, place), "") if isinstance(place, int) else None


def conditions(text: Op, sort: str, span: Span) -> list[Op]:
    """The conditions around a sentence of a text, the outermost first."""
    waiting: list[tuple[Op, tuple[Op, ...]]] = [(text, ())]
    while waiting:
        op, around = waiting.pop()
        if op.name == sort and op.span == span:
            return list(around)
        waiting += [(part, (*around, *_asked_for(op, index))) for index, part in enumerate(op.args)]
    return []


def _asked_for(op: Op, index: int) -> tuple[Op, ...]:
    """The conditions that were evaluated before a part of a sentence."""
    match op.name:
        case "if":
            return tuple(op.args[asked] for asked in range(0, min(index, len(op.args) - 1), 2))
        case "repeat_while" if index == 2:
            return (op.args[0],)
        case "match" if index:
            return (op.args[0],)
        case _:
            return ()


@define
class Hearing(Trace):
    """Records which rule sets which value, in case they disagree."""

    setting: dict[tuple[str, Value, str], list[tuple[RuleSource, Change]]] = field(factory=dict)

    def reckoned(
        self, m: Machine, about: tuple[str, Value, str], source: RuleSource, op: Op, change: Change, scope: Scope
    ) -> None:
        if change[1] == "to":
            others = [entry for entry in self.setting.get(about, []) if entry[0].standing is not source.standing]
            rank = max((entry[0].rank for entry in others), default=source.rank)
            if source.rank >= rank:
                self.setting[about] = [*(entry for entry in others if entry[0].rank == source.rank), (source, change)]
