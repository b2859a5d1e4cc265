"""The seat that an explanation is for: it learns the causes of events that the log has told it, and never a value.

A trace contains everything that was read, drawn and answered. A seat learns only which public event caused which, and
the rules behind them. A rule of a thing that was hidden from the seat at that time stays unnamed, unless the log itself
has named that thing to the seat. So nothing here depends on the current location of cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from interpreter.evaluate.narration import revealed
from interpreter.evaluate.sight import Viewer, player_of
from interpreter.execute.machine import Machine
from interpreter.instrument.trace import Changed, Sentence
from interpreter.model.events import NamedThing
from interpreter.visibility.questions import log_for

UNTOLD = "something happened that was not told"


@frozen
class Audience:
    """`words` are the events told to the seat; `named` are the hidden things that they name to it, by birth number."""

    viewer: Viewer
    words: Mapping[int, str]
    named: frozenset[tuple[int, int | None]]

    def knows(self, rule: Sentence | Changed, *events: int | None) -> bool:
        """Whether the seat may learn which rule acted inside these events of the log."""
        if rule.seen is None or self.viewer in rule.seen:
            return True
        return any((number, rule.born) in self.named for number in events if number is not None)

    def heard(self, number: int | None) -> str:
        """An event in the words for the seat."""
        return (self.words.get(number) if number is not None else None) or UNTOLD


def audience(m: Machine, seat: str) -> Audience:
    viewer = player_of(m, seat)
    log = m.log or []
    words = {number: text for number, _, text, _, _ in log_for(m, viewer, unspoken=True)}
    named: set[tuple[int, int | None]] = {
        (number, born) for number, born, seen in revealed(log) if viewer in seen or None in seen
    }
    for entry in log:
        parts = (part for part in entry.parts if isinstance(part, NamedThing))
        named |= {(entry.number, part.born) for part in parts if viewer in part.seen or None in part.seen}
    return Audience(viewer, words, frozenset(named))
