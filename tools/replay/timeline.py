"""The moments of a recorded match, in any order.

The record is replayed once, from its beginning to its end. Copies of the match are kept at regular distances, so any
moment is at most a few answers away from one of them.
"""

from __future__ import annotations

from attrs import define, field, frozen

from interpreter.model import state as s
from interpreter.model.events import numbered
from tools.matches import Game, Match
from tools.matches.record import Record
from tools.matches.replay import Replay
from tools.matches.replay_text import NarratedReplay, ReplayEntry, ReplayViewer

APART = 32
"""A copy of the match is kept after this many answers; further apart in very long matches."""
COPIES = 200


@frozen
class Moment:
    """The match after an entry that the viewer may know of, and the events that the entry led to."""

    entry: ReplayEntry
    turn: tuple[int, object]
    """The round, and whose turn it is."""
    logged: int
    """The number that the next event will have."""


@define
class Timeline:
    """All moments of a record; moment 0 is the beginning."""

    game: Game
    record: Record
    eyes: ReplayViewer = field(factory=ReplayViewer)
    moments: list[Moment] = field(factory=list, init=False)
    stopped: str = field(default="", init=False)
    """The reason why the replay ends before the record does, if it does."""
    over: bool = field(default=False, init=False)
    """Whether the match has been played to its end: then nothing in it is a secret any more."""
    _copies: list[Replay] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        replay = Replay(self.game, self.record, verify=False)
        apart = max(APART, len(self.record.entries) // COPIES)
        for entry in NarratedReplay(replay, self.eyes).run():
            machine = replay.engine.machine
            turn = machine.state.cells[s.ROUND], machine.state.cells[s.ACTIVE]
            self.moments.append(Moment(entry, turn, numbered(machine.log or (), is_told=True)[0]))
            if not self._copies or replay.number >= self._copies[-1].number + apart:
                self._copies.append(replay.copy())
        if replay.parting is not None:
            self.stopped = replay.parting.what
        self.over = replay.engine.over

    def __len__(self) -> int:
        return len(self.moments)

    def match(self, index: int) -> Match:
        """The match as it was at a moment; it belongs to the caller."""
        number = self.moments[index].entry.number
        replay = next(copy for copy in reversed(self._copies) if copy.number <= number).copy()
        replay.run(number)
        return Match(self.game, replay.engine)

    def of_decision(self, number: int) -> int | None:
        """The moment after a decision, by the number that the viewer sees."""
        return next((index for index, at in enumerate(self.moments) if at.entry.shown == number), None)

    def of_event(self, number: int) -> int | None:
        """The moment at which an event has just happened."""
        return next((index for index, at in enumerate(self.moments) if number < at.logged), None)

    def of_round(self, number: int) -> int | None:
        """The first moment of a round."""
        return next((index for index, at in enumerate(self.moments) if at.turn[0] == number), None)

    def next_turn(self, index: int) -> int:
        """The first moment of the turn after this one; the end if there is none."""
        turns = enumerate(self.moments[index:], index)
        return next((later for later, at in turns if at.turn != self.moments[index].turn), len(self) - 1)

    def last_turn(self, index: int) -> int:
        """The first moment of this turn; at that moment, the first of the turn before."""
        first = self._first_of_turn(index)
        return first if first < index or first == 0 else self._first_of_turn(first - 1)

    def _first_of_turn(self, index: int) -> int:
        while index > 0 and self.moments[index - 1].turn == self.moments[index].turn:
            index -= 1
        return index
