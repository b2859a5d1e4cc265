"""A record to look through: its moments for one viewer, reasons at each, and the start of a match from any of them."""

from __future__ import annotations

from attrs import asdict, define

from tools.drawing.picture import picture_of
from tools.matches.compare_records import first_difference, heads, in_words
from tools.matches.record import Record, read_record
from tools.matches.replay_text import ReplayViewer, headline
from tools.matches.resume_match import differs, game_of
from tools.play import news
from tools.play.thing_details import thing_with_card
from tools.replay.timeline import Moment, Timeline
from tools.replay.viewer import ReplaySession
from tools.studio.jobs.job import (
    WIDE,
    Arguments,
    Deeds,
    JobRefused,
    Json,
    Tell,
    drawn,
    number,
    plain,
    text,
    text_or_none,
)

ADVICE = 'choose a player under "As seen by", or everything'


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Open `record` as `seat` sees it, as a spectator, or with `everything`; or compare it with `other`."""
    record = read_record(text(arguments, "record"))
    other = text_or_none(arguments, "other")
    if other is not None:
        return {}, _compared(record, read_record(other))
    seat = text_or_none(arguments, "seat")
    if seat is not None and seat not in record.seats:
        raise JobRefused(f"nobody of that name plays: the seats are {', '.join(record.seats)}")
    game = game_of(record)
    changed = differs(record, game)
    if changed and arguments.get("force") is not True:
        raise JobRefused(changed[0].message, "it may play differently from some moment on", changed[0].code)
    timeline = Timeline(game, record, ReplayViewer(seat, arguments.get("everything") is True))
    session = ReplaySession(timeline, lambda: WIDE, advice=ADVICE)
    room = _Replay(session)
    deeds: Deeds = {
        "moment": room.moment, "why": room.why, "inspect": room.inspect, "find": room.find, "save": room.save,
    }  # fmt: skip
    return deeds, {
        "title": session.schema.title,
        "headline": headline(record, timeline.eyes.everything),
        "seats": list(record.seats),
        "game": record.made.game,
        "moments": [
            {"words": _words(moment), "round": moment.turn[0]} for moment in timeline.moments
        ],
    }  # fmt: skip


def _words(moment: Moment) -> str:
    """The answer that led to a moment, without its number."""
    if moment.entry.entry is None:
        return "the beginning"
    return next(moment.entry.lines()).strip().removeprefix(str(moment.entry.shown)).strip()


def _compared(record: Record, other: Record) -> Json:
    difference = first_difference(record, other)
    words = in_words(difference, record, other).words() if difference is not None else "The records agree."
    versions = [f"made with {then} / {now}" for then, now in heads(record, other)]
    return {"words": words, "number": difference.number if difference is not None else None, "versions": versions}


@define
class _Replay:
    session: ReplaySession

    def _go(self, arguments: Arguments) -> int:
        index = number(arguments, "index")
        index = min(max(index, 0), len(self.session.timeline) - 1)
        if index != self.session.index:
            self.session.index = index
            self.session.match = self.session.timeline.match(index)
        return index

    def moment(self, arguments: Arguments, tell: Tell) -> Json:
        """The table at a moment, what happened just before, and at the end the verdict."""
        index, session = self._go(arguments), self.session
        moment = session.timeline.moments[index]
        happened = news.news_items(moment.entry.events, session.schema, session.match.seats)
        last = index == len(session.timeline) - 1
        return {
            "index": index,
            "picture": drawn(picture_of(session.view, session.schema)),
            "news": [asdict(item) for item in happened],
            "closing": plain(list(session.closing())) if last else [],
            "over": session.match.over,
            "asked": None if session.match.over else session.asked,
            "turn": session.timeline.next_turn(index),
            "last_turn": session.timeline.last_turn(index),
        }  # fmt: skip

    def why(self, arguments: Arguments, tell: Tell) -> Json:
        self._go(arguments)
        return plain(self.session.why(text(arguments, "about")))

    def inspect(self, arguments: Arguments, tell: Tell) -> Json:
        """Everything that this viewer sees of a thing at a moment, with its card."""
        self._go(arguments)
        session, thing = self.session, number(arguments, "thing")
        if not 0 <= thing < len(session.view.things):
            raise JobRefused("you do not see this")
        return plain(thing_with_card(session.view, session.view.thing(thing), session.schema, session.rules))

    def find(self, arguments: Arguments, tell: Tell) -> Json:
        """The moment of an event, by its number."""
        event = number(arguments, "event")
        index = self.session.timeline.of_event(event)
        if index is None:
            raise JobRefused(f"there is no event {event} in this match")
        return index

    def save(self, arguments: Arguments, tell: Tell) -> Json:
        """Write the match up to a moment to a new record, to play on from there."""
        self._go(arguments)
        if self.session.match.over:
            raise JobRefused("the match is over here: go back first, to a decision that you would change")
        self.session.match.save(text(arguments, "path"))
        return {"seats": list(self.session.match.seats), "asked": self.session.asked}
