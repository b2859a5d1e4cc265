"""Who an explanation is told to, where that is a seat: of each event what the log has told it, and never a value.

A trace knows everything that was read, drawn and answered. A seat hears of that only which public event came from
which, and the rules behind them. A rule of a thing that the seat could not see when the rule did something stays
unnamed, unless the log itself has named that thing to the seat. So nothing here depends on where cards lie now.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from interpreter.evaluate.narration import revealed
from interpreter.evaluate.sight import Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.instrument.trace import Changed, Sentence
from interpreter.model.events import Named
from interpreter.visibility.questions import told_log

UNTOLD = "something happened that was not told"


@frozen
class Audience:
    """`words` are the events told to the seat, `named` the hidden things that they name to it (by when they came)."""

    viewer: Viewer
    words: Mapping[int, str]
    named: frozenset[tuple[int, int | None]]

    def knows(self, rule: Sentence | Changed, *events: int | None) -> bool:
        """Whether a seat may hear which rule did something inside these events of the log."""
        if rule.seen is None or self.viewer in rule.seen:
            return True
        return any((number, rule.born) in self.named for number in events if number is not None)

    def heard(self, number: int | None) -> str:
        """An event in the words for the seat."""
        return (self.words.get(number) if number is not None else None) or UNTOLD


def audience(m: Machine, seat: str) -> Audience:
    viewer = player_of(m, seat)
    log = m.log or []
    words = {number: told for number, _, told, _, _ in told_log(m, viewer, unspoken=True)}
    named: set[tuple[int, int | None]] = {
        (number, born) for number, born, seen in revealed(log) if viewer in seen or None in seen
    }
    for entry in log:
        parts = (part for part in entry.parts if isinstance(part, Named))
        named |= {(entry.number, part.born) for part in parts if viewer in part.seen or None in part.seen}
    return Audience(viewer, words, frozenset(named))
