"""Everything that a seat may go by when it asks a question: its blanked table, its own request and the log told to it.

`why` and `why not` evaluate words that a player has typed, so they are as good as a look at the table. They get this
one and never the true one: what is hidden from the seat is not on it, so no expression can find it. Of the true table
only the seat's own request is read, in the words in which the seat is asked anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import evolve, frozen

import interpreter.evaluate.things as things
from dsl.check.context import Context
from dsl.ir.operations import Op
from interpreter.evaluate.sight import Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import asked_player, context
from interpreter.link.hidden_slots import is_open
from interpreter.link.linked_program import LinkedProgram, walk
from interpreter.match import Match
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.frames import TOGETHER, V_SCOPE, V_VERB, W_NAME, W_SCOPE, WINDOW
from interpreter.model.moves import Move
from interpreter.model.presence import bearing
from interpreter.model.requests import Request
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import ran_out
from interpreter.visibility.questions import Told, told_log, told_request
from interpreter.visibility.redact import hidden, in_play, standpoint, veil
from interpreter.visibility.views import waiting

T = TypeVar("T")
PAST = ("times", "would")
"""Operations that look at the past or ahead: they could count what nobody was told."""
PLAIN = ("constant", "symbol", "none", "default")
"""Operations whose value stands in the rules."""


class Cells(list[Value]):
    """The cells of a blanked table; `looked` says whether somebody has looked at what a hidden thing is.

    That a thing lies there, of which kind and whose, is known. Its card, its marks and its fields are blank, and
    whatever is reckoned from them may be wrong.
    """

    __slots__ = ("_hidden", "looked")

    def __init__(self, cells: list[Value], hidden: frozenset[int]) -> None:
        super().__init__(cells)
        self._hidden, self.looked = hidden, False

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is int and index in self._hidden:
            self.looked = True
        return list.__getitem__(self, index)


@frozen
class SeatTable:
    """The table of one viewer. Things from the number `blank` on stand for hidden ones."""

    seat: str
    viewer: Viewer
    machine: Machine
    cells: Cells
    blank: Thing
    hidden: frozenset[Thing]  # numbers on the true table of what the viewer does not see
    together: bool  # whether several decide at once, each on a table of their own
    waiting: tuple[str, ...]
    request: Request | None
    told: Told | None  # the request in the words of the seat

    @property
    def asker(self) -> str:
        return self.seat or "an onlooker"

    def sees(self, thing: Value) -> bool:
        """Whether a value is a thing that the viewer sees."""
        return things.is_thing(self.machine, thing) and thing < self.blank

    @property
    def hides(self) -> bool:
        """Whether anything lies on the table that the viewer does not see."""
        return len(self.cells) > self.blank

    def certain(self, look: Callable[[], T]) -> tuple[T | None, bool]:
        """What a look at the table gives, and whether it depends on nothing hidden; none if it cannot be reckoned."""
        self.cells.looked = False
        try:
            found = look()
        except (RuleError, RecursionError) as wrong:
            if ran_out(wrong) or not self.hides:
                raise
            return None, False
        return found, not self.cells.looked

    @property
    def acting(self) -> str | None:
        """The window in which somebody is asked to act; none if another question is open."""
        frames = self.machine.state.frames
        return self.machine.open_window() if frames and frames[-1][0] == WINDOW else None

    def moves(self, verb: str) -> Iterator[tuple[Move, str]]:
        """The moves with this verb that the seat is offered, each in the seat's words."""
        if self.request is not None and self.told is not None:
            for option, words in zip(self.request.options, self.told.options, strict=True):
                if isinstance(option.value, Move) and option.value.verb == verb:
                    yield option.value, words


def seat_table(match: Match, seat: str) -> SeatTable:
    """The table of a seat; without a name, that of somebody who only looks on."""
    m = match.machine
    viewer = player_of(m, seat) if seat else None
    table, numbers = standpoint(m, viewer)
    blanked, blank = veil(table, viewer)
    if keeps_secrets(m.linked):
        _forget_untold(blanked)
        _forget_parameters(blanked)
    lines = {number: words for number, _, words, _, _ in told_log(m, viewer, unspoken=True)}
    blanked.log = [evolve(entry, words=lines.get(entry.number, ""), parts=()) for entry in m.log or ()]
    frame = m.state.frames[-1] if m.state.frames else [""]
    request = next((one for one in table.state.requests if one.seat == seat and one.id in numbers), None)
    told = told_request(table, request) if request is not None else None
    gone = hidden(table, viewer)
    bearing(blanked)  # who bears what is looked up by going through all cells: that is no look at any of them
    watched = gone | {thing for thing in in_play(blanked) if thing >= blank}
    cells = Cells(blanked.state.cells, frozenset(index for thing in watched for index in _own(blanked, table, thing)))
    blanked.state.cells = cells
    return SeatTable(seat, viewer, blanked, cells, blank, gone, frame[0] == TOGETHER, waiting(m), request, told)


def _forget_untold(m: Machine) -> None:
    """Numbers and other values of events under way that the log does not tell: they may come from hidden things."""
    for event in m.state.events:
        says = m.linked.verbs[event[V_VERB]].says if event[V_VERB] in m.linked.effects else None
        if says is None:
            continue
        names = m.state.scopes.get(event[V_SCOPE], {})
        for name, found in names.items():
            if not name.startswith("#") and f"{{{name}}}" not in says and not things.is_thing(m, found):
                names[name] = None


def _forget_parameters(m: Machine) -> None:
    """Values with which windows were opened, unless the rules write them down: they may come from hidden things."""
    for frame in m.state.frames:
        if frame[0] != WINDOW:
            continue
        names = m.state.scopes[frame[W_SCOPE]]
        secret = [name for name, found in names.items() if not name.startswith("#") and not things.is_thing(m, found)]
        if secret:
            written = _written_parameters(m, frame[W_NAME], tuple(names))
            names.update(dict.fromkeys(name for name in secret if name not in written))


def _written_parameters(m: Machine, window: str, params: tuple[str, ...]) -> frozenset[str]:
    """The parameters of a window that are plain values wherever it is opened."""
    opened = [op for text in m.linked.everything() for op in walk(text) if op.name == "open" and op.data[0] == window]
    reckoned = {index for op in opened for index, part in enumerate(op.args) if part.name not in PLAIN}
    return frozenset(name for index, name in enumerate(params) if index not in reckoned)


def _own(blanked: Machine, table: Machine, thing: Thing) -> Iterator[int]:
    """The cells that say what a thing is."""
    m = table if thing < len(table.state.cells) else blanked
    size = m.linked.layout.kinds[m.state.cells[thing + s.KIND]].size
    yield from (thing + s.CARD, thing + s.MARKS)
    yield from range(thing + s.FIRST_FIELD, thing + size)


def asked_seat(match: Match) -> str:
    """The seat that is meant when nobody says which: the one that is asked, else whose turn it is."""
    return things.seat_of(match.machine, asked_player(match.machine))


def typed_context(m: Machine, text: str) -> Context:
    """What a player may name: cards, seats, rules and everything on the table, but no value of an event under way.

    An event may carry a number that was never told.
    """
    return context(m, text).inner(any_event=False)


def looks_back(op: Op) -> bool:
    """Whether an expression asks about the past, of which a player knows only what the log has told."""
    return any(part.name in PAST for part in walk(op))


def keeps_secrets(linked: LinkedProgram) -> bool:
    """Whether a game can hide anything from anybody: in a zone, by showing it to some, or by deciding together."""
    zones = (sig for shape in linked.layout.kinds.values() for sig in shape.fields.values() if sig.sort == "zone")
    for sig in zones:
        if not is_open(sig):
            return True
    return linked.shows or any(_together(op) for meaning in linked.program.declarations for op in meaning.ops)


def _together(op: Op) -> bool:
    return any(part.name == "for_each" and isinstance(part.data, tuple) and part.data[-1] is True for part in walk(op))
