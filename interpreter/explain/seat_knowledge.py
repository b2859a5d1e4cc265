"""The knowledge on which a seat's questions are answered: its redacted table, its own request and its log.

`why` and `why not` evaluate words that a player has typed, so they amount to looking at the table. They get this table
and never the true one: things hidden from the seat are not on it, so no expression can find them. Of the true table
only the seat's own request is read, in the words in which the seat is asked anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import evolve, frozen

import interpreter.evaluate.things as things
from dsl.check.context import Context
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from interpreter.evaluate.sight import Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import asked_player, context
from interpreter.link.effects.hidden_slots import is_open
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.frames import TOGETHER, V_SCOPE, V_VERB, W_NAME, W_SCOPE, WINDOW
from interpreter.model.moves import Move
from interpreter.model.presence import presence_of
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import ran_out
from interpreter.visibility.questions import RequestWords, log_for, request_words
from interpreter.visibility.redact import hidden, in_play, redacted, table_of
from interpreter.visibility.views import waiting

T = TypeVar("T")
PAST = ("times", "would")
"""Operations that look at the past or ahead: they could count events that were never told."""
PLAIN = ("constant", "symbol", "none", "default")
"""Operations whose value is written in the rules."""


class Cells(list[Value]):
    """The cells of a redacted table; `looked` says whether hidden contents were read.

    The existence, kind and owner of a hidden thing are known. Its card, marks and fields are blank, and anything
    computed from them may be wrong.
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
    """The table of one viewer. Things numbered from `blank` on stand for hidden ones."""

    seat: str
    viewer: Viewer
    machine: Machine
    cells: Cells
    blank: Thing
    hidden: frozenset[Thing]  # the hidden things, by their numbers on the true table
    together: bool  # whether a simultaneous decision is open, each seat on its own table
    waiting: tuple[str, ...]
    request: EngineRequest | None
    words: RequestWords | None  # the request in the words of the seat

    @property
    def asker(self) -> str:
        return self.seat or "an onlooker"

    def sees(self, thing: Value) -> bool:
        """Whether a value is a thing that the viewer sees."""
        return things.is_thing(self.machine, thing) and thing < self.blank

    @property
    def hides(self) -> bool:
        """Whether the table holds anything that the viewer does not see."""
        return len(self.cells) > self.blank

    def certain(self, look: Callable[[], T]) -> tuple[T | None, bool]:
        """The result of a look at the table, and whether it depends on nothing hidden; none if it cannot be
        computed."""
        self.cells.looked = False
        try:
            result = look()
        except (RuleError, RecursionError) as error:
            if ran_out(error) or not self.hides:
                raise
            return None, False
        return result, not self.cells.looked

    @property
    def acting(self) -> str | None:
        """The window in which a player is asked to act; none if another question is open."""
        frames = self.machine.state.frames
        return self.machine.open_window() if frames and frames[-1][0] == WINDOW else None

    def moves(self, verb: str) -> Iterator[tuple[Move, str]]:
        """The offered moves with this verb, each in the seat's words."""
        if self.request is not None and self.words is not None:
            for option, words in zip(self.request.options, self.words.options, strict=True):
                if isinstance(option.value, Move) and option.value.verb == verb:
                    yield option.value, words


def seat_table(match: EngineMatch, seat: str) -> SeatTable:
    """The table of a seat; of an onlooker if no seat is given."""
    m = match.machine
    viewer = player_of(m, seat) if seat else None
    table, numbers = table_of(m, viewer)
    blanked, blank = redacted(table, viewer)
    if keeps_secrets(m.linked):
        _forget_untold(blanked)
        _forget_parameters(blanked)
    lines = {number: text for number, _, text, _, _ in log_for(m, viewer, unspoken=True)}
    blanked.log = [evolve(entry, words=lines.get(entry.number, ""), parts=()) for entry in m.log or ()]
    frame = m.state.frames[-1] if m.state.frames else [""]
    request = next((asked for asked in table.state.requests if asked.seat == seat and asked.id in numbers), None)
    words = request_words(table, request) if request is not None else None
    hidden_things = hidden(table, viewer)
    presence_of(blanked)  # building the index reads all cells, which must not count as a look
    watched = hidden_things | {thing for thing in in_play(blanked) if thing >= blank}
    cells = Cells(
        blanked.state.cells, frozenset(index for thing in watched for index in _content_cells(blanked, table, thing))
    )
    blanked.state.cells = cells
    return SeatTable(
        seat, viewer, blanked, cells, blank, hidden_things, frame[0] == TOGETHER, waiting(m), request, words
    )


def _forget_untold(m: Machine) -> None:
    """Clear values of events in progress that the log does not tell: they may come from hidden things."""
    for event in m.state.events:
        sig = m.linked.verbs.get(event[V_VERB])
        says = sig.says if sig is not None else None
        if says is None:
            continue
        names = m.state.scopes.get(event[V_SCOPE], {})
        for name, value in names.items():
            if not name.startswith("#") and f"{{{name}}}" not in says and not things.is_thing(m, value):
                names[name] = None


def _forget_parameters(m: Machine) -> None:
    """Clear parameters of open windows, unless they are constants in the rules: they may come from hidden things."""
    for frame in m.state.frames:
        if frame[0] != WINDOW:
            continue
        names = m.state.scopes[frame[W_SCOPE]]
        secret = [name for name, value in names.items() if not name.startswith("#") and not things.is_thing(m, value)]
        if secret:
            written = _written_parameters(m, frame[W_NAME], tuple(names))
            names.update(dict.fromkeys(name for name in secret if name not in written))


def _written_parameters(m: Machine, window: str, params: tuple[str, ...]) -> frozenset[str]:
    """The parameters of a window that are constants wherever it is opened."""
    opened = [op for text in m.linked.everything() for op in walk(text) if op.name == "open" and op.data[0] == window]
    computed = {index for op in opened for index, part in enumerate(op.args) if part.name not in PLAIN}
    return frozenset(name for index, name in enumerate(params) if index not in computed)


def _content_cells(blanked: Machine, table: Machine, thing: Thing) -> Iterator[int]:
    """The cells that describe a thing."""
    m = table if thing < len(table.state.cells) else blanked
    size = m.linked.layout.kinds[m.state.cells[thing + s.KIND]].size
    yield from (thing + s.CARD, thing + s.MARKS)
    yield from range(thing + s.FIRST_FIELD, thing + size)


def asked_seat(match: EngineMatch) -> str:
    """The default seat of a question: the one that is asked, else the active player."""
    return things.seat_of(match.machine, asked_player(match.machine))


def typed_context(m: Machine, text: str) -> Context:
    """The names a player may use: cards, seats, rules and everything on the table, but no value of an event in
    progress.

    An event may carry a number that was never told.
    """
    return context(m, text).inner(any_event=False)


def looks_back(op: Op) -> bool:
    """Whether an expression reads the past, of which a player knows only the log."""
    return any(part.name in PAST for part in walk(op))


def keeps_secrets(linked: LinkedProgram) -> bool:
    """Whether a game can hide anything: in a zone, by showing things to some players, or by simultaneous decisions."""
    zones = (sig for shape in linked.layout.kinds.values() for sig in shape.fields.values() if sig.sort == "zone")
    for sig in zones:
        if not is_open(sig):
            return True
    return linked.shows or any(_together(op) for meaning in linked.program.declarations for op in meaning.ops)


def _together(op: Op) -> bool:
    return any(part.name == "for_each" and isinstance(part.data, tuple) and part.data[-1] is True for part in walk(op))
