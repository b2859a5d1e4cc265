"""The hash of a position: the same for two matches that stand alike, whatever way has led there.

Things are known by their place in the order in which they came, not by their number. What is counted only to tell
things and events apart is left out: numbers of events, questions and scopes, and free cells. So are things that have
left, unless something speaks of them; what was noted about events that nobody can look back to; and the order of what
was noted. The number of the round counts only in a game whose rules read it; the seed and the draws so far only in a
game that leaves anything to chance.

What stays decides what can follow: two matches of one program with the same position, given the same answers, are asked
the same questions and come to the same positions. A number is taken for a thing only where the type of its place says
so: a field, a slot, a name that a `let` or a loop gives. Elsewhere (what was chosen in a text under way, what a rule
that was said remembers) the plain number stays, so that two positions that differ never have the same hash; two that
are alike may have different ones if such a place holds a thing that came after the setup. While several seats decide
together, all of the state counts.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from attrs import define, field

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.evaluate import history
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import canonical, ended, written
from interpreter.link.linked_rules import walk
from interpreter.model import state as s
from interpreter.model.environment import AROUND
from interpreter.model.frames import (
    E_IDS,
    E_TODO,
    EVENT,
    F_ACTOR,
    F_EVENT,
    F_IT,
    F_ME,
    F_OP,
    F_SCOPE,
    GIVES,
    GIVES_OF,
    SCOPE_OF,
    TEXT,
    TOGETHER,
    V_ID,
    V_IT,
    V_SCOPE,
    V_VERB,
    W_EVENT,
    W_SCOPE,
    W_TAKEN,
    WINDOW,
)
from interpreter.model.state import State, Thing, Value
from interpreter.model.values import Cell, Deed, Place

_CHANCE = frozenset({"roll", "shuffle"})


def position(m: Machine) -> str:
    """The hash of a position, in hexadecimal digits."""
    state, linked = m.state, m.linked
    chance = (m.seed, state.cells[s.DRAWS]) if linked.somewhere(_draws) else ()
    if any(frame[0] == TOGETHER for frame in state.frames):
        data: bytes = canonical(state, linked)
    else:
        data = written(_Position(m).parts(), linked)
    return blake2b(written(chance, linked) + data, digest_size=16, person=b"botwright-place").hexdigest()


def _draws(op: Op) -> bool:
    return (op.name == "perform" and op.data[0] in _CHANCE) or (op.name == "builtin" and op.data == "chance")


def _reads_round(op: Op) -> bool:
    return op.name == "builtin" and bool(op.data == "round")


def _named_things(text: Op) -> frozenset[str]:
    """The names in a text that only things can have: a name that something else gives as well may mean a number."""
    given: dict[str, bool] = {}
    others: set[object] = set()
    for op in walk(text):
        if op.name in ("let", "for_each"):
            name = op.data if op.name == "let" else op.data[0]
            given[name] = given.get(name, True) and _is_thing(op.args[0].type)
        elif op.name != "local":
            others.update(
                part for part in (op.data if isinstance(op.data, tuple) else (op.data,)) if isinstance(part, str)
            )
    return frozenset(name for name, only in given.items() if only and name not in others)


def _is_thing(type: t.Type) -> bool:
    return isinstance(t.plain(t.item(type) or type), t.KindT)


@define
class _Position:
    m: Machine
    rank: dict[Thing, int] = field(factory=dict, init=False)
    event: dict[int | None, int] = field(factory=dict, init=False)
    scope: dict[int, int] = field(factory=dict, init=False)
    things: dict[int, frozenset[str]] = field(
        factory=dict, init=False
    )  # the names in a scope that only things can have
    gone: list[Thing] = field(factory=list, init=False)  # that left and are still spoken of, as one comes to them
    _waiting: list[int] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        cells, layout = self.m.state.cells, self.m.linked.layout
        every = [thing for kind in range(s.FIRST_KIND, layout.first_thing) for thing in cells[kind]]
        self.rank = {thing: rank for rank, thing in enumerate(s.in_order(cells, every))}
        self.event = {event[V_ID]: number for number, event in enumerate(self.m.state.events)}

    def parts(self) -> list[Any]:
        state = State(self.m.state.cells) if ended(self.m.state) else self.m.state
        frames = [self._frame(frame) for frame in state.frames]
        events = [self._event(event) for event in state.events]
        windows = {frame[W_SCOPE]: self.scope[frame[W_SCOPE]] for frame in state.frames if frame[0] == WINDOW}
        scopes = [self._names(number) for number in self._waiting]  # grows while it is gone through
        asked = [
            (one.seat, one.sort, one.prompt, [option.words for option in one.options], one.least, one.most, one.fits)
            for one in state.requests
        ]
        things = [self._thing(thing) for thing in self.rank]
        found = [self._table(), things, frames, events, scopes, asked, state.tape, self._history(windows)]
        return [*found, [self._thing(thing) for thing in self.gone]]  # grows while it is gone through

    # ------------------------------------------------------------------------------------------------- the table

    def _table(self) -> list[Any]:
        cells = self.m.state.cells
        rules = [
            (number, self._one(it), self._one(me), values, rank, self._until(until))
            for number, it, me, values, rank, until in cells[s.STANDING]
        ]
        boards = [(board.partition("#")[0], board.partition("!")[2], self._one(many)) for board, many in cells[s.BOARD]]
        played = [self._one(cells[at]) for at in (s.ACTIVE, s.PLAYERS, s.OUTCOME)]
        return [*played, cells[s.BEGUN], cells[s.ROUND] if self.m.linked.somewhere(_reads_round) else 0, rules, boards]

    def _until(self, until: Any) -> Any:
        return until if until is None else (*until[:3], self.event.get(until[3], -1) if until[3] is not None else None)

    def _thing(self, thing: Thing) -> list[Any]:
        cells = self.m.state.cells
        shape = self.m.linked.layout.kinds[cells[thing + s.KIND]]
        head = [
            shape.name,
            cells[thing + s.CARD],
            self._one(cells[thing + s.OWNER]),
            self._one(cells[thing + s.PARENT]),
        ]
        fields = [self._typed(cells[thing + at], shape.fields[name]) for name, at in shape.offset.items()]
        return [*head, self._place(cells[thing + s.PLACE]), cells[thing + s.MARKS], fields]

    def _place(self, place: Value) -> Any:
        if isinstance(place, Place):
            return [self._one(place.holder), place.zone, place.level]
        if isinstance(place, Cell):
            return [place.board.partition("#")[0], place.index, place.printed]
        return place

    def _typed(self, value: Value, sig: FieldSig) -> Any:
        if sig.sort in ("zone", "children", "stands") or _is_thing(sig.type):
            return self._one(value)
        return value

    def _one(self, value: Value) -> Any:
        """A value in whose place only things can stand, one or several, or what is no number at all."""
        if isinstance(value, tuple):
            return [self._one(part) for part in value]
        if type(value) is int:
            if value in self.rank:
                return ["thing", self.rank[value]]
            if value not in self.gone:
                self.gone.append(value)
            return ["gone", self.gone.index(value)]
        return value

    def _history(self, windows: dict[int, int]) -> list[str]:
        """What somebody may still ask for, in no order."""
        linked = self.m.linked
        found = []
        for entry in history.renumbered(history.living(self.m), linked.program.symbols.windows, windows):
            if entry[0] == "did":
                path = [self.event[id] for id in entry[3] if id in self.event]
                found.append([*entry[:3], path, entry[4]])
            else:
                bound = entry[4] if entry[3] in linked.program.symbols.windows else self.event.get(entry[4], entry[4])
                found.append([entry[0], entry[1], self._one(entry[2]), entry[3], bound])
        return sorted(written(entry, linked).decode("ascii") for entry in found)

    # --------------------------------------------------------------------------------------------- what is under way

    def _scope(self, number: int) -> int:
        if number not in self.m.state.scopes:
            return 0
        if number not in self.scope:
            self.scope[number] = len(self.scope) + 1
            self._waiting.append(number)
        return self.scope[number]

    def _where(self, gives: tuple[Any, ...] | None) -> Any:
        if gives is None:
            return None
        return ("taken", self._scope(gives[1])) if gives[0] == "taken" else (self._scope(gives[0]), gives[1])

    def _frame(self, frame: list[Any]) -> list[Any]:
        copy = frame[:]
        if frame[0] in SCOPE_OF:
            copy[SCOPE_OF[frame[0]]] = self._scope(frame[SCOPE_OF[frame[0]]])
        if frame[0] in GIVES_OF:
            copy[GIVES_OF[frame[0]]] = self._where(frame[GIVES_OF[frame[0]]])
        if frame[0] == TEXT:
            for at in (F_IT, F_ME, F_ACTOR):
                copy[at] = self._one(frame[at])
            copy[F_EVENT] = self.event.get(frame[F_EVENT])
            self.things.setdefault(frame[F_SCOPE], _named_things(frame[F_OP]))
        elif frame[0] == EVENT:
            copy[E_IDS] = [self.event[id] for id in frame[E_IDS]]
            copy[E_TODO] = [self._hook(entry) for entry in frame[E_TODO]]
        elif frame[0] == WINDOW:
            copy[W_EVENT] = self.event.get(frame[W_EVENT])
            copy[W_TAKEN] = [self._deed(deed) if isinstance(deed, Deed) else deed for deed in frame[W_TAKEN]]
        return copy

    def _hook(self, entry: Any) -> Any:
        if not isinstance(entry, tuple) or len(entry) != 5:
            return entry
        id, source, it, me, extra = entry
        return [self.event.get(id, id), source, self._one(it), self._one(me), extra]

    def _deed(self, deed: Deed) -> list[Any]:
        things = self._slots(deed.verb)
        return [deed.verb, [[name, self._one(value) if name in things else value] for name, value in deed.values]]

    def _slots(self, verb: str) -> frozenset[str]:
        """The slots of a verb that only things can fill."""
        return frozenset(slot.name for slot in self.m.linked.signatures[verb].slots if _is_thing(slot.type))

    def _event(self, event: list[Any]) -> list[Any]:
        copy = event[:]
        self.things[event[V_SCOPE]] = self._slots(event[V_VERB])
        copy[V_ID], copy[V_SCOPE], copy[V_IT] = (
            self.event[event[V_ID]],
            self._scope(event[V_SCOPE]),
            self._one(event[V_IT]),
        )
        return copy

    def _names(self, number: int) -> list[Any]:
        found = []
        names, things = self.m.state.scopes[number], self.things.get(number, ())
        for name in sorted(names):
            value = names[name]
            if name == AROUND and value is not None:
                value = self._scope(value)
            elif name == GIVES:
                value = self._where(value)
            elif name in things:
                value = self._one(value)
            found.append([name, value])
        return found
