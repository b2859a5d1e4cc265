"""Explains why something happened and why something is not allowed, as far as the asking seat may know.

The engine makes both answers for a seat from that seat's view and log. When the match is over, or if nothing is hidden
from anyone, the full explanation is shown, with all values.
"""

from __future__ import annotations

from attrs import define, evolve

from interpreter.explain.explanation import Explanation
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.visibility.view_types import EventView
from tools.drawing.schema import Schema
from tools.drawing.styled_text import Line, line
from tools.matches import Match
from tools.matches.match import engine_of
from tools.matches.replay_text import ReplayViewer, events_seen
from tools.play.rule_behind import RuleTexts, known_as
from tools.report.clause_quotes import clause_lines


@define
class Reasons:
    match: Match
    schema: Schema
    seat: str | None
    """Who asks; nobody if it is a spectator."""
    rules: RuleTexts
    everything: bool = False
    """Whether the viewer may know everything."""

    @property
    def open(self) -> bool:
        """Whether everything may be shown: the match is over, or its game hides nothing.

        That nothing is hidden now is not enough, not even for a lone player: a card may have been removed unseen.
        """
        return self.everything or self.match.over or not keeps_secrets(self.match.game.linked())

    def why(self, about: str) -> list[Line]:
        """Explain an event by its number, its verb or some of its words; or explain a value."""
        log = self._log()
        event = _meant(log, about)
        if event is None and (about.isdecimal() or not about):
            last = f"the last is {log[-1].number}" if log else "nothing has happened yet"
            return [line(f"You have not seen an event {about}; {last}. `l` shows what has happened.")]
        explanation = self.match.why(event.number if event is not None else about, "" if self.open else self.seat or "")
        return self._lines(explanation)

    def _log(self) -> tuple[EventView, ...]:
        if self.everything:
            return events_seen(engine_of(self.match), ReplayViewer(everything=True))
        return self.match.log(self.seat, unspoken=self.open)

    def why_not(self, action: str) -> list[Line]:
        return self._lines(self.match.why_not(action, self.seat or ""))

    def _lines(self, explanation: Explanation) -> list[Line]:
        return [line(self.schema.spoken(words)) for words in clause_lines(_near(explanation), self.rules.clauses)]


def _near(explanation: Explanation) -> Explanation:
    """An explanation with file names relative to the project."""
    steps = (
        evolve(step, spot=evolve(step.spot, file=known_as(step.spot.file))) if step.spot is not None else step
        for step in explanation.steps
    )
    return evolve(explanation, steps=tuple(steps))


def _meant(log: tuple[EventView, ...], about: str) -> EventView | None:
    """The event with this number, else the last event with this verb or these words."""
    if about.isdecimal():
        return next((event for event in log if event.number == int(about)), None)
    if not about:
        return log[-1] if log else None
    low = about.lower()
    verbs = (event for event in reversed(log) if event.verb.replace("_", " ").lower() == low)
    words = (event for event in reversed(log) if low in event.words.lower())
    return next(verbs, None) or next(words, None)
