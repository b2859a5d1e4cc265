"""A match at which the studio's players sit: the session of the terminal, asked by seat instead of by typed lines.

Every answer comes from what the asking seat may know. `seat` is none for a spectator; the server has already decided
from a token who is asking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.instrument.faults import diagnostic, for_players
from interpreter.model.environment import RuleError
from tools.drawing.styled_text import Line
from tools.matches import load, resume
from tools.play import PlaySession, ending, rulebook, saved_matches
from tools.play.commands import rule_lines
from tools.play.reasons import Reasons
from tools.play.session import HUMAN
from tools.play.thing_details import thing_with_card
from tools.seats import PROGRAM, UnknownSeat, check
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
    refused,
    text,
    text_or_none,
)

NEWS = 80
"""So many lines of the news come with a picture; the log has all of them."""
ONLY_PLAYERS = "spectators learn the reasons when the match is over"


def begin(arguments: Arguments, tell: Tell) -> tuple[Deeds, Json]:
    """Start or resume a match: `game`, `mode`, `who` (a mapping from each seat to its player), `seed`, `record`; or
    `resume`, a record that is continued."""
    who = _players(arguments.get("who"))
    record = text_or_none(arguments, "resume")
    if record is not None:
        match = resume(record, record=True)
        who = {seat: who.get(seat, match.bots.get(seat, HUMAN)) for seat in match.seats}
    else:
        game = load(text(arguments, "game"), text_or_none(arguments, "mode"))
        seats = {seat: None if player == HUMAN else player for seat, player in who.items()}
        match = game.start(seats, number(arguments, "seed"), record=text_or_none(arguments, "record"))
    people = [seat for seat in match.seats if who[seat] == HUMAN]
    table = _Table(PlaySession(match, who, lambda: WIDE, may_undo=len(people) <= 1))
    deeds: Deeds = {
        "look": table.look, "advance": table.advance, "answer": table.answer, "undo": table.undo, "rule": table.rule,
        "foretell": table.foretell,
        "why": table.why, "why_not": table.why_not, "inspect": table.inspect, "rules": table.rules,
        "log": table.log, "close": table.close,
    }  # fmt: skip
    return deeds, {
        "game": match.game.name,
        "mode": match.game.mode,
        "title": table.session.schema.title,
        "aim": rulebook.aim(match.game.linked()),
        "seats": list(match.seats),
        "people": people,
        "who": dict(who),
        "seed": match.seed,
        "record": match.path,
    }


def _players(who: Any) -> dict[str, str]:
    if not isinstance(who, Mapping) or not all(isinstance(player, str) for player in who.values()):
        raise JobRefused("say who sits at each seat")
    for player in who.values():
        if player.partition(":")[0] == PROGRAM:
            raise JobRefused("the studio starts no programs: seat them with `botwright play --seat cmd:PROGRAM`")
        try:
            check(player)
        except UnknownSeat as wrong:
            raise JobRefused(str(wrong)) from wrong
    return {str(seat): player for seat, player in who.items()}


@frozen
class _Table:
    session: PlaySession

    # ------------------------------------------------------------------------------------------------------ looking

    def look(self, arguments: Arguments, tell: Tell) -> Json:
        """What some seats see: `seats` may contain none, for spectators."""
        return [self._seen(seat) for seat in arguments["seats"]]

    def _seen(self, seat: str | None) -> Json:
        session = self.session
        picture = session.picture(seat, foretold=False)  # `foretell` says it later, so that nobody waits for the table
        seen = {
            "picture": drawn(evolve(picture, news=picture.news[-NEWS:])),
            "earlier": max(0, len(picture.news) - NEWS),
            "over": session.over,
            "may_undo": session.may_undo and seat in session.people,
            "answers": session.match.answers,
            "result": "",
        }
        if session.over:
            seen["result"] = plain([session.result()])[0]
            seen["winners"] = list(session.match.result)
            deeds = ending.most_frequent(session.since(seat), ending.owners_of(session.match.view(seat)))
            seen["fight"] = [[deed, [counts[name] for name in session.match.seats]] for deed, counts in deeds.items()]
        return seen

    # ---------------------------------------------------------------------------------------------------- answering

    def answer(self, arguments: Arguments, tell: Tell) -> Json:
        """The answer of a person; then bots answer until a person is asked again."""
        session, seat = self.session, text(arguments, "seat")
        question = session.asked_of(seat)
        if question is None or question.request.id != arguments.get("request"):
            raise JobRefused("this question is not open any more")
        chosen = arguments.get("chosen")
        if not isinstance(chosen, list) or not all(type(option) is int for option in chosen):
            raise JobRefused("an answer is a list of option numbers")
        reply = session.answer(question, tuple(chosen))
        if reply.sort == "stay":
            raise JobRefused(" ".join(plain(reply.lines)))
        return self.advance(arguments, tell)

    def advance(self, arguments: Arguments, tell: Tell) -> Json:
        """Let bots answer; who thinks longer is told with the table as it is until then."""
        session = self.session
        watching: Sequence[str | None] = arguments.get("watching", ())

        def thinks(seat: str) -> None:
            tell({"thinks": seat, "seen": [self._seen(viewer) for viewer in watching]})

        try:
            session.advance(thinks)
        except RuleError as broken:
            linked = session.match.game.linked()
            raise refused((for_players if keeps_secrets(linked) else diagnostic)(broken, linked)) from broken
        return {"seen": [self._seen(viewer) for viewer in watching], "notes": list(session.bots.notes)}

    def undo(self, arguments: Arguments, tell: Tell) -> Json:
        session = self.session
        if not session.may_undo or text(arguments, "seat") not in session.people:
            raise JobRefused("undo is not available in a match of several people")
        if not session.undo():
            raise JobRefused("there is nothing to undo")
        return self.advance(arguments, tell)

    # ------------------------------------------------------------------------------------------------------ reasons

    def _reasons(self, seat: str | None) -> Reasons:
        session = self.session
        reasons = Reasons(session.match, session.schema, seat, session.rules)
        if seat is None and not reasons.open:
            raise JobRefused(ONLY_PLAYERS)
        return reasons

    def why(self, arguments: Arguments, tell: Tell) -> Json:
        return plain(self._reasons(arguments["seat"]).why(text(arguments, "about")))

    def why_not(self, arguments: Arguments, tell: Tell) -> Json:
        return plain(self._reasons(arguments["seat"]).why_not(text(arguments, "about")))

    def rule(self, arguments: Arguments, tell: Tell) -> Json:
        """The rule behind the question of a seat, or behind one of its options."""
        session, seat = self.session, text(arguments, "seat")
        question = session.asked_of(seat)
        if question is None:
            raise JobRefused("nothing is asked")
        option = arguments.get("option")
        return plain(list(rule_lines(session, question, option if isinstance(option, int) else None)))

    def foretell(self, arguments: Arguments, tell: Tell) -> Json:
        """The notes on the options of a seat, with what is sure to follow from each."""
        question = self.session.asked_of(text(arguments, "seat"))
        if question is None or question.request.id != arguments.get("request"):
            return {}
        return {str(choice.index): choice.note for choice in question.explained(question.choices)}

    def inspect(self, arguments: Arguments, tell: Tell) -> Json:
        """Everything that a seat sees of a thing of its picture, with its card."""
        session, seat, thing = self.session, arguments["seat"], number(arguments, "thing")
        view = session.viewed(seat)
        if not 0 <= thing < len(view.things):
            raise JobRefused("you do not see this")
        return plain(thing_with_card(view, view.thing(thing), session.schema, session.rules))

    def log(self, arguments: Arguments, tell: Tell) -> Json:
        """All lines of the news of a seat or a spectator."""
        return [asdict(item) for item in self.session.picture(arguments["seat"]).news]

    def rules(self, arguments: Arguments, tell: Tell) -> Json:
        """The rulebook by chapter, or the clauses with some words."""
        clauses, words = self.session.rules.clauses, text_or_none(arguments, "about")
        lines: list[Line] = list(rulebook.lookup(clauses, words)) if words else []
        return {"chapters": list(rulebook.chapters(clauses)), "lines": plain(lines)}

    def close(self, arguments: Arguments, tell: Tell) -> Json:
        """End the match; the record of a finished one goes to the others."""
        session = self.session
        path, over = session.match.path, session.match.over
        session.close()
        session.match.close()
        return saved_matches.over(path) if path is not None and over else path
