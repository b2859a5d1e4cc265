"""Why something happened, as far as the seat that asks may know it.

An explanation of the engine tells everything. While a match with secrets goes on, only what the seat has been told
anyway is left of it: events in the words for this seat, the rules behind them, and no values, dice or answers of
others. A rule on a card that the seat has not seen is not told either.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve

from interpreter.explanation import Explanation, Step
from interpreter.picture import EventView
from tools.drawing.ink import Line, line
from tools.drawing.schema import Schema
from tools.matches import Match
from tools.playing.behind import Rules, known_as
from tools.report.reasons import told

NOT_NOW = "That might tell what is hidden from you; ask again when the match is over."


@define
class Reasons:
    match: Match
    schema: Schema
    seat: str
    rules: Rules

    @property
    def open(self) -> bool:
        """Whether there is nothing to hide, or nothing any more; who is alone need not be kept from what lies open."""
        return self.match.over or not self.schema.secret or (len(self.match.seats) == 1 and not self._hidden())

    def _hidden(self) -> bool:
        """Whether something lies on the table that the seat does not see."""
        zones = (zone for thing in self.match.view(self.seat).things for zone in thing.zones)
        return any(zone.number != sum(one is not None for one in zone.things) for zone in zones)

    def why(self, about: str) -> list[Line]:
        """Why an event happened, by its number, its verb or words of it; or why a value is what it is."""
        log = self.match.log(self.seat, unspoken=True)
        event = _meant(log, about)
        if event is not None:
            return self._told(self.match.why(event.number), log)
        if about.isdecimal() or not about:
            last = f"the last is {log[-1].number}" if log else "nothing has happened yet"
            return [line(f"You know of no event {about}; {last}. `l` shows what has happened.")]
        if not self.open:
            return [line(NOT_NOW)]
        return self._told(self.match.why(about), log)

    def why_not(self, action: str) -> list[Line]:
        found = self.match.why_not(action, self.seat)
        if not self.open:
            found = evolve(found, steps=tuple(evolve(step, values=(), inputs=()) for step in found.steps))
        return self._lines(found)

    def _told(self, found: Explanation, log: tuple[EventView, ...]) -> list[Line]:
        if not self.open:
            words = {event.number: event.words for event in log}
            steps = tuple(self._veiled(step, words) for step in found.steps)
            found = Explanation(found.about, "", steps)
        return self._lines(found)

    def _lines(self, found: Explanation) -> list[Line]:
        return [line(self.schema.spoken(words)) for words in told(_near(found), self.rules.clauses)]

    def _veiled(self, step: Step, log: dict[int, str]) -> Step:
        step = evolve(step, values=(), inputs=())
        match step.sort:
            case "event":
                known = log.get(step.number) if step.number is not None else None
                step = evolve(step, says=known or "something happened that you have not been told")
            case "answer" if not step.says.startswith(f"{self.seat} "):
                step = evolve(step, says=f"{step.says.split(' answered ')[0]} answered")
            case "die" | "chance":
                step = evolve(step, says="a draw")
            case _:
                pass
        if any(step.rule.startswith(card) for card in self._unseen(log)):
            return evolve(step, rule="", bearer="", spot=None, text="", clauses=())
        return step

    def _unseen(self, log: dict[int, str]) -> Iterator[str]:
        """The cards that this seat neither sees nor has heard of, as rules call them."""
        view = self.match.view(self.seat)
        seen = {thing.card for thing in view.things}
        for id, kind in self.schema.card_kinds.items():
            shown = self.schema.cards[id]
            if id not in seen and not any(shown in words for words in log.values()):
                yield f"{kind} {shown}"


def _near(found: Explanation) -> Explanation:
    """With files as they are called in the project."""
    steps = (
        evolve(step, spot=evolve(step.spot, file=known_as(step.spot.file))) if step.spot is not None else step
        for step in found.steps
    )
    return evolve(found, steps=tuple(steps))


def _meant(log: tuple[EventView, ...], about: str) -> EventView | None:
    """The event with this number, else the last one with this verb or with these words in it."""
    if about.isdecimal():
        return next((event for event in log if event.number == int(about)), None)
    if not about:
        return log[-1] if log else None
    low = about.lower()
    verbs = (event for event in reversed(log) if event.verb.replace("_", " ").lower() == low)
    words = (event for event in reversed(log) if low in event.words.lower())
    return next(verbs, None) or next(words, None)
