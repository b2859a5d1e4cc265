"""A replay with somebody who looks at it: takes typed lines and returns pages, and knows no terminal.

The table is drawn as in a match, from the view of a seat or a spectator; events are told in that viewer's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from attrs import define, field, frozen

from interpreter.visibility.views import View, open_view
from tools.drawing.model import Picture
from tools.drawing.picture import picture_of
from tools.drawing.schema import Schema, schema_of
from tools.drawing.screen import screen
from tools.drawing.styled_text import Line, TextStyle, broken, line
from tools.matches import Match
from tools.matches.match import engine_of
from tools.matches.replay_text import ReplayViewer, events_seen, headline
from tools.play import ending, news
from tools.play.reasons import Reasons
from tools.play.rule_behind import RuleTexts
from tools.play.thing_details import details_of
from tools.replay.timeline import Timeline

LEAST_ROOM, RESERVED = 12, 10
LOGGED = 30
HELP = (
    ("Enter, n, n 10", "one decision on; ten decisions on"),
    ("p, p 10", "one decision back; ten decisions back"),
    ("t, tp", "the next turn; the turn before"),
    ("40", "go to decision 40"),
    ("e 31", "go to the decision that led to event 31"),
    ("r 3", "go to the beginning of round 3"),
    ("start, end", "the beginning; the end"),
    ("why 31, why strike", "why an event happened, by its number or words; why alone: the last event"),
    ("i Rex", "everything about a thing on the table"),
    ("b, l, l all", "the table again; the log up to here; the full log"),
    ("play, play Ann", "play on from here, as the seat that is asked or as Ann; the record stays as it is"),
    ("q", "quit"),
)
Action = Literal["moved", "stays", "plays", "left"]


@frozen
class ViewerReply:
    """The result of a typed line; with `plays`, the seats that people take."""

    action: Action
    lines: tuple[Line, ...] = ()
    people: tuple[str, ...] = ()


@define
class ReplaySession:
    timeline: Timeline
    ink: Callable[[], TextStyle] = TextStyle
    index: int = 0
    advice: str = "`--seat NAME` asks as a player, `--all` shows everything"
    """How to look with other eyes."""
    match: Match = field(init=False)
    """The match at the moment that is shown."""
    schema: Schema = field(init=False)
    rules: RuleTexts = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.match = self.timeline.match(self.index)
        self.schema = schema_of(self.match.game.linked())
        self.rules = RuleTexts(self.match.game)

    @property
    def eyes(self) -> ReplayViewer:
        return self.timeline.eyes

    @property
    def view(self) -> View:
        """The table for this viewer; with everything turned up, if the viewer may see that."""
        if self.eyes.everything:
            return open_view(engine_of(self.match).machine)
        return self.match.view(self.eyes.seat)

    @property
    def prompt(self) -> str:
        return f"{self.index}/{len(self.timeline) - 1}> "

    # -------------------------------------------------------------------------------------------------------- pages

    def opening(self) -> list[Line]:
        title = line((headline(self.timeline.record, self.eyes.everything), "dim"))
        more = line(("Enter: the next decision, p: back, h: all commands", "dim"))
        return [*broken(title, self.ink().width), more]

    def page(self) -> list[Line]:
        """The decision that led here, its events, and the table."""
        ink = self.ink()
        moment = self.timeline.moments[self.index]
        entry_lines = moment.entry.lines()
        head = [line((next(entry_lines), "strong"))] if moment.entry.entry is not None else []
        happened = news.news(moment.entry.events, self.schema, self.match.seats, ink.width)
        drawn = screen(self._picture(), ink, {}, max(LEAST_ROOM, ink.height - RESERVED))
        return [(), *head, *happened, (), *drawn, *self.closing()]

    def _picture(self) -> Picture:
        return picture_of(self.view, self.schema)

    def closing(self) -> Iterator[Line]:
        if self.index < len(self.timeline) - 1:
            return
        yield ()
        if self.timeline.stopped:
            yield line((f"The replay ends here: {self.timeline.stopped}.", "strong"))
        elif self.match.over:
            yield from ending.table(
                events_seen(engine_of(self.match), self.eyes), self.match.seats, ending.owners_of(self.view)
            )
            yield ()
            yield line((self.match.verdict, "strong"))
        else:
            yield line(("The record ends here; the match is not over.", "strong"))

    # --------------------------------------------------------------------------------------------------- typed lines

    def take(self, text: str) -> ViewerReply:
        word, _, rest = text.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        match word:
            case "" | "n" | "next":
                return self._by(rest, 1)
            case "p" | "back":
                return self._by(rest, -1)
            case "t" | "turn":
                return self._to(self.timeline.next_turn(self.index))
            case "tp":
                return self._to(self.timeline.last_turn(self.index))
            case "start":
                return self._to(0)
            case "end":
                return self._to(len(self.timeline) - 1)
            case "e" | "event" if _is_number(rest):
                return self._to(self.timeline.of_event(int(rest)), f"There is no event {rest} in this match.")
            case "r" | "round" if _is_number(rest):
                return self._to(self.timeline.of_round(int(rest)), f"There is no round {rest} in this match.")
            case "why":
                return self._stay(self.why(rest))
            case "i" | "look" if rest:
                return self._stay(details_of(self.view, rest, self.schema, self.rules))
            case "b" | "board":
                whole = self.ink()
                return ViewerReply("stays", tuple(screen(self._picture(), whole)))
            case "l" | "log":
                return ViewerReply("stays", tuple(self._log(rest)))
            case "play":
                return self._play(rest)
            case "h" | "help":
                return ViewerReply("stays", tuple(self._help()))
            case "q" | "quit":
                return ViewerReply("left")
            case _ if _is_number(word) and not rest:
                return self._to(self.timeline.of_decision(int(word)), f"There is no decision {word} in this match.")
            case _:
                return self._stay([line(f"`{text.strip()[:40]}` is no command here; `h` lists them.")])

    def _by(self, count: str, direction: int) -> ViewerReply:
        if count and not _is_number(count):
            return self._stay([line("Say how many decisions as a number, as in `n 10`.")])
        steps = int(count) if count else 1
        wanted = min(max(self.index + direction * steps, 0), len(self.timeline) - 1)
        if wanted == self.index:
            words = "This is the end of the record." if direction > 0 else "This is the beginning."
            return self._stay([line(f"{words} `h` lists what you can do.")])
        return self._to(wanted)

    def _to(self, index: int | None, missing: str = "") -> ViewerReply:
        if index is None:
            return self._stay([line(missing)])
        self.index = index
        self.match = self.timeline.match(index)
        return ViewerReply("moved")

    def _stay(self, lines: list[Line]) -> ViewerReply:
        return ViewerReply("stays", tuple(row for text in lines for row in broken(text, self.ink().width, 6)))

    def why(self, about: str) -> list[Line]:
        everything = self.eyes.everything or self.timeline.over
        reasons = Reasons(self.match, self.schema, self.eyes.seat, self.rules, everything)
        if self.eyes.seat is None and not reasons.open:
            return [line(f"Spectators learn the reasons when the match is over: {self.advice}.")]
        return reasons.why(about)

    def _log(self, rest: str) -> list[Line]:
        most = 0 if rest == "all" else int(rest) if _is_number(rest) else LOGGED
        events = events_seen(engine_of(self.match), self.eyes)
        return news.news_lines(events, self.schema, self.match.seats, self.ink().width, most, rest == "all")

    @property
    def asked(self) -> str:
        """Who plays on from here, if nobody else is named."""
        return self.eyes.seat or engine_of(self.match).requests[0].seat

    def _play(self, names: str) -> ViewerReply:
        if self.match.over:
            return self._stay([line("The match is over here: go back first, to a decision that you would change.")])
        seats = {seat.lower(): seat for seat in self.match.seats}
        wanted = names.replace(",", " ").lower().split()
        unknown = next((name for name in wanted if name not in seats), None)
        if unknown is not None:
            return self._stay(
                [line(f"Nobody called `{unknown[:40]}` plays; the seats are {', '.join(self.match.seats)}.")]
            )
        asked = self.asked
        return ViewerReply("plays", people=tuple(seats[name] for name in wanted) or (asked,))

    def _help(self) -> Iterator[Line]:
        left = max(len(word) for word, _ in HELP) + 2
        for word, words in HELP:
            yield from broken(line((f"  {word:<{left}}", "strong"), words), self.ink().width, left + 2)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10
