"""The hash of a position: equal for two matches in the same position, however they got there.

Things are identified by their rank in the order of entry, not by their numbers. Left out: counters that only identify
things and events (numbers of events, questions and scopes, free cells); things that have left, unless something refers
to them; history that no rule can read any more; and the order of the history. The round number counts only in a game
whose rules read it; the seed and the draws only in a game that uses chance.

Whatever stays determines the future: two matches of one program with the same position, given the same answers, are
asked the same questions and reach the same positions. A number is treated as a thing only where the type of its field,
slot or name (from `let` or a loop) says so. Elsewhere (a choice of a text in progress, the values of a standing rule)
the plain number stays, so different positions never share a hash; equal positions may differ if such a value is a thing
created after setup. During a simultaneous decision the whole state counts.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from attrs import define, field

from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.evaluate import history
from interpreter.execute.machine import Machine
from interpreter.execute.snapshot import canonical, ended, written
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
from interpreter.model.values import Cell, Deed, Location

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
    """The names in a text that only things can have; a name that is also given otherwise may be a number."""
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
    gone: list[Thing] = field(
        factory=list, init=False
    )  # have left but are still referred to, in order of first reference
    _waiting: list[int] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        cells, layout = self.m.state.cells, self.m.linked.layout
        in_play = [thing for kind in range(s.FIRST_KIND, layout.first_thing) for thing in cells[kind]]
        self.rank = {thing: rank for rank, thing in enumerate(s.in_order(cells, in_play))}
        self.event = {event[V_ID]: number for number, event in enumerate(self.m.state.events)}

    def parts(self) -> list[Any]:
        state = State(self.m.state.cells) if ended(self.m.state) else self.m.state
        frames = [self._frame(frame) for frame in state.frames]
        events = [self._event(event) for event in state.events]
        windows = {frame[W_SCOPE]: self.scope[frame[W_SCOPE]] for frame in state.frames if frame[0] == WINDOW}
        scopes = [self._names(number) for number in self._waiting]  # grows during the iteration
        asked = [
            (ask.seat, ask.sort, ask.prompt, [option.words for option in ask.options], ask.least, ask.most, ask.fits)
            for ask in state.requests
        ]
        things = [self._thing(thing) for thing in self.rank]
        sections = [self._table(), things, frames, events, scopes, asked, state.tape, self._history(windows)]
        return [*sections, [self._thing(thing) for thing in self.gone]]  # grows during the iteration

    # ------------------------------------------------------------------------------------------------- the table

    def _table(self) -> list[Any]:
        cells = self.m.state.cells
        rules = [
            (number, self._ranked(it), self._ranked(me), values, rank, self._until(until))
            for number, it, me, values, rank, until in cells[s.STANDING]
        ]
        boards = [
            (board.partition("#")[0], board.partition("!")[2], self._ranked(many)) for board, many in cells[s.BOARD]
        ]
        played = [self._ranked(cells[at]) for at in (s.ACTIVE, s.PLAYERS, s.OUTCOME)]
        return [*played, cells[s.BEGUN], cells[s.ROUND] if self.m.linked.somewhere(_reads_round) else 0, rules, boards]

    def _until(self, until: Any) -> Any:
        return until if until is None else (*until[:3], self.event.get(until[3], -1) if until[3] is not None else None)

    def _thing(self, thing: Thing) -> list[Any]:
        cells = self.m.state.cells
        shape = self.m.linked.layout.kinds[cells[thing + s.KIND]]
        head = [
            shape.name,
            cells[thing + s.CARD],
            self._ranked(cells[thing + s.OWNER]),
            self._ranked(cells[thing + s.PARENT]),
        ]
        fields = [self._typed(cells[thing + at], shape.fields[name]) for name, at in shape.offset.items()]
        return [*head, self._place(cells[thing + s.PLACE]), cells[thing + s.MARKS], fields]

    def _place(self, place: Value) -> Any:
        if isinstance(place, Location):
            return [self._ranked(place.holder), place.zone, place.level]
        if isinstance(place, Cell):
            return [place.board.partition("#")[0], place.index, place.printed]
        return place

    def _typed(self, value: Value, sig: FieldSig) -> Any:
        if sig.sort in ("zone", "children", "stands") or _is_thing(sig.type):
            return self._ranked(value)
        return value

    def _ranked(self, value: Value) -> Any:
        """A value that can only be a thing or things, with numbers replaced by ranks."""
        if isinstance(value, tuple):
            return [self._ranked(part) for part in value]
        if type(value) is int:
            if value in self.rank:
                return ["thing", self.rank[value]]
            if value not in self.gone:
                self.gone.append(value)
            return ["gone", self.gone.index(value)]
        return value

    def _history(self, windows: dict[int, int]) -> list[str]:
        """The history that rules can still read, unordered."""
        linked = self.m.linked
        entries = []
        for entry in history.renumbered(history.living(self.m), linked.program.symbols.windows, windows):
            if entry[0] == "did":
                path = [self.event[id] for id in entry[3] if id in self.event]
                entries.append([*entry[:3], path, entry[4]])
            else:
                bound = entry[4] if entry[3] in linked.program.symbols.windows else self.event.get(entry[4], entry[4])
                entries.append([entry[0], entry[1], self._ranked(entry[2]), entry[3], bound])
        return sorted(written(entry, linked).decode("ascii") for entry in entries)

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
                copy[at] = self._ranked(frame[at])
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
        return [self.event.get(id, id), source, self._ranked(it), self._ranked(me), extra]

    def _deed(self, deed: Deed) -> list[Any]:
        things = self._slots(deed.verb)
        return [deed.verb, [[name, self._ranked(value) if name in things else value] for name, value in deed.values]]

    def _slots(self, verb: str) -> frozenset[str]:
        """The slots of a verb that only things can fill."""
        return frozenset(slot.name for slot in self.m.linked.signatures[verb].slots if _is_thing(slot.type))

    def _event(self, event: list[Any]) -> list[Any]:
        copy = event[:]
        self.things[event[V_SCOPE]] = self._slots(event[V_VERB])
        copy[V_ID], copy[V_SCOPE], copy[V_IT] = (
            self.event[event[V_ID]],
            self._scope(event[V_SCOPE]),
            self._ranked(event[V_IT]),
        )
        return copy

    def _names(self, number: int) -> list[Any]:
        entries = []
        names, things = self.m.state.scopes[number], self.things.get(number, ())
        for name in sorted(names):
            value = names[name]
            if name == AROUND and value is not None:
                value = self._scope(value)
            elif name == GIVES:
                value = self._where(value)
            elif name in things:
                value = self._ranked(value)
            entries.append([name, value])
        return entries
