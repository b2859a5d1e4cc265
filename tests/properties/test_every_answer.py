"""Whatever a seat can ask, in every game: the answers are the same when only what is hidden from that seat differs.

Two matches go on beside each other. They have the same seed and the same answers, but cards that one seat cannot see were
exchanged behind its back some decisions ago. As long as that seat sees the same table, it is also told the same by every
path that leads to a seat: its view with the log, its questions and their options in order, refusals, `why` of values and
of every event, `why not` with conditions made to find out what is hidden, the page and the commands of `play`, and the
lines for a program at the seat. As soon as the tables look different to the seat, something came to light, and the two
matches are no longer compared.

What is past stays hidden: the log and the trace keep the true names of cards that moved unseen, and every value that a
rule has read. In the other match all of these are different words. A game that hides nothing has no such past.

What is to come is hidden from everybody. So the same is compared with a match in which other dice will fall and other
random numbers have been drawn: the seed and the state of chance leave no trace either.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve

from interpreter.evaluate.narration import revealed
from interpreter.evaluate.sight import player_of
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.explain.why import why, why_not
from interpreter.instrument.trace import Begun, Changed, Input, Record, Sentence, SentenceEntry, Wrote
from interpreter.match import EngineMatch, begin
from interpreter.model import state as s
from interpreter.model.events import Event, NamedThing
from interpreter.seats import decide
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.determinize import Stream
from interpreter.visibility.views import as_text, view
from tests.architecture.tree import ROOT
from tests.engine.tables import HEAD
from tests.profiles import NIGHTLY
from tests.properties.test_non_interference import STOPS, behind_the_back_of
from tests.properties.test_secret_answers import refusals, sent, typed, values
from tests.shipped import GAMES
from tests.shipped import mode as own_mode
from tests.visibility import secret_games
from tools.drawing.styled_text import TextStyle
from tools.matches import Game, load
from tools.matches.match import Match
from tools.play import PlaySession, seat_names

AHEAD = 12 if NIGHTLY else 3
"""So many decisions the two matches go on."""
EVENTS = 40 if NIGHTLY else 4
"""Of the last events the reason is asked."""
TYPED = 60 if NIGHTLY else 6
"""So many things are typed after `why not`, and as many after `why`."""
OTHER = "another"
"""What stands in the place of words that a seat must not be told."""
SMALL = {
    "traps": secret_games.TRAPS,
    "secret choices": secret_games.QUIET,
    "payments that draw": secret_games.PAYING,
    "questions of hidden cards": secret_games.ASKING,
    "silent cards": secret_games.SCRATCHED,
    "silent cards and questions": secret_games.SILENT,
    "stolen cards": secret_games.STOLEN,
}
"""Games that are made to hide something in a way of their own."""
SEATINGS = ("", "quick_draft", "pilot_and_gunner", "three_player")
"""Modes of the game with the most modes: two seats, a draft, partners, three seats. The others wait for the night."""
CASES = [
    (game, mode, seed, stop)
    for (game, mode), stops in STOPS.items()
    if NIGHTLY or game != "pblrobots" or mode in SEATINGS
    for seed in ((1, 2, 3) if NIGHTLY else (1,))
    for stop in (stops if NIGHTLY else stops[-1:])
] + [(game, "", seed, stop) for game in SMALL for seed in ((1, 2, 3, 4) if NIGHTLY else (1, 2)) for stop in (1, 3, 5)]


@cache
def game_of(game: str, mode: str) -> Game:
    """`mode` is a mode and its variants; empty means the usual one for two."""
    if game in SMALL:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "small.bot"
            file.write_text(SMALL[game] if "ruleset " in SMALL[game] else HEAD + SMALL[game], encoding="utf-8")
            return load(str(file))
    chosen, *variants = (mode or own_mode(game)).split() or [None]
    return load(str(ROOT / GAMES[game][0]), chosen, variants)


def played(game: Game, seed: int, decisions: int) -> EngineMatch:
    """A match with a trace after some decisions by chance."""
    least, most = game.players
    match = begin(game.linked(), seat_names(max(least, min(2, most))), seed, trace=True)
    seats = {seat: RandomSeat.seeded(seed, seat) for seat in match.machine.seats}
    while not match.over and len(match.answers) < decisions:
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    return match


def twins(match: EngineMatch, seat: str, number: int) -> Iterator[tuple[EngineMatch, EngineMatch]]:
    """Both matches after each decision, as long as the same can be answered in both and the seat sees no difference."""
    one = match.fork()
    other = behind_the_back_of(match, seat, Stream.of(number, "swap"), ("places", "cards")[number % 2])
    if keeps_secrets(match.machine.linked):
        with_another_past(other, seat)
    luck = {name: RandomSeat.seeded(number, name) for name in match.machine.seats}
    for _ in range(AHEAD + 1):
        if table(one, seat) != table(other, seat):
            return
        yield one, other
        if one.over or other.over or not one.requests or not same_questions(one, other):
            return
        request = one.requests[0]
        answer = decide(one, request, luck[request.seat])
        if other.requests[0].fits != request.fits:
            return
        one.answer(request.id, answer)
        other.answer(other.requests[0].id, answer)


def with_another_past(match: EngineMatch, seat: str) -> None:
    """Other words wherever the log and the trace of a match keep what this seat was not told."""
    m, viewer = match.machine, player_of(match.machine, seat)
    log = m.log or []
    told = {(number, born) for number, born, viewers in revealed(log) if viewer in viewers or None in viewers}

    def piece(entry: Event, part: str | NamedThing) -> str | NamedThing:
        if isinstance(part, str) or viewer in part.seen or None in part.seen or (entry.number, part.born) in told:
            return part
        return evolve(part, words=f"{OTHER} thing")

    m.log = [evolve(entry, parts=tuple(piece(entry, part) for part in entry.parts)) for entry in log]
    assert m.trace is not None
    m.trace.records[:] = [otherwise(record, viewer) for record in m.trace.records]


def otherwise(record: Record, viewer: int | None) -> Record:
    """A record of the trace in which every word that is only for whoever sees everything is another one."""

    def sentence(one: Sentence) -> Sentence:
        unseen = one.seen is not None and viewer not in one.seen
        bearer = f"{OTHER} card" if unseen and one.bearer else one.bearer
        return evolve(one, bearer=bearer, values=tuple((what, OTHER) for what, _ in one.values))

    match record:
        case Input():
            return evolve(record, words=f"{OTHER} words", prompt=f"{OTHER} question")
        case Begun(answer=answer):
            asked = evolve(answer, words=f"{OTHER} words", prompt=f"{OTHER} question") if answer is not None else None
            parts = tuple(sentence(one) for one in record.sentences)
            return evolve(record, words=f"{OTHER} event", sentences=parts, answer=asked)
        case Changed(seen=seen):
            unseen = seen is not None and viewer not in seen
            bearer = f"{OTHER} card" if unseen and record.bearer else record.bearer
            return evolve(record, base=OTHER, by=OTHER, bearer=bearer)
        case Wrote():
            return evolve(record, new=OTHER, sentence=sentence(record.sentence))
        case SentenceEntry():
            return evolve(record, words=f"{OTHER} sentence", sentence=sentence(record.sentence))


def with_another_future(match: EngineMatch, number: int) -> EngineMatch:
    """The same table, on which other dice will fall."""
    copy = match.fork(seed=match.first_seed + 1 + number)
    copy._first_seed = None  # it has never been another
    named, *drawn = copy.machine.state.cells[s.DRAWS]
    copy.machine.state.cells[s.DRAWS] = (named, *(count + 1 + number for count in drawn))
    return copy


def same_questions(one: EngineMatch, other: EngineMatch) -> bool:
    """Whether the same seats are asked and an answer by number is one in both: what others are asked may well differ."""
    here, there = one.requests[0], other.requests[0]
    return [request.seat for request in one.requests] == [request.seat for request in other.requests] and (
        here.seat,
        here.sort,
        len(here.options),
        here.least,
        here.most,
    ) == (
        there.seat,
        there.sort,
        len(there.options),
        there.least,
        there.most,
    )


def table(match: EngineMatch, seat: str) -> object:
    """What lies before a seat, without what is said of it."""
    seen = view(match, seat)
    return seen.things, seen.boards, seen.round, seen.active, seen.players, seen.over, seen.winners


def every_answer(game: Game, match: EngineMatch, seat: str) -> Iterator[tuple[str, str]]:
    """Each path by which a seat is told something, with what it is told."""
    yield "view", as_text(view(match, seat))
    yield "view of an onlooker", as_text(view(match, None))
    yield "refusals", "\n".join(refusals(match, seat))
    for request in match.requests:
        if request.seat == seat:
            yield "line for a program", sent(match, request)
    last = next((event.number for event in reversed(view(match, seat).log)), -1)
    for number in range(max(0, last - EVENTS), last + 2):
        yield f"why event {number}", repr(why(match, number, seat))
    for text in sample(values(match.machine, seat)):
        yield f"why {text}", repr(why(match, text, seat))
    for text in sample(typed(match.machine, seat)):
        yield f"why not {text}", repr(why_not(match, text, seat))
    if match.requests and match.requests[0].seat == seat:  # else the screen belongs to somebody else
        yield from pages(game, match, seat)


def sample(texts: list[str]) -> list[str]:
    return texts[:: max(1, len(texts) // TYPED)]


def pages(game: Game, match: EngineMatch, seat: str) -> Iterator[tuple[str, str]]:
    """The page and the commands of `play` for a person at the seat; wrong input too."""
    seats = dict.fromkeys(match.machine.seats, "human")
    session = PlaySession(Match(game, match.fork()), seats, lambda: TextStyle(width=100))
    session.keyboard = seat
    yield "page", repr(session.page())
    for text in ("?", "?1", "b", "l all", "i a", "why", "why not pass", "99999", "no such thing", "0", "-1", "1 1 1"):
        yield f"play: {text}", repr(session.take(text).lines)


@pytest.mark.parametrize("name, mode, seed, stop", CASES)
def test_every_answer_is_the_same_while_the_table_looks_the_same(name: str, mode: str, seed: int, stop: int) -> None:
    game = game_of(name, mode)
    match = played(game, seed, stop)
    for number, seat in enumerate(match.machine.seats):
        for step, (one, other) in enumerate(twins(match, seat, number)):
            ours = dict(every_answer(game, one, seat))
            others = [other]
            if step == 0 and (NIGHTLY or (match.requests and match.requests[0].seat == seat)):
                others.append(with_another_future(match, number))
            for each in others:
                theirs = dict(every_answer(game, each, seat))
                assert ours.keys() == theirs.keys()
                different = [path for path in ours if ours[path] != theirs[path]]
                assert different == [], (seat, step, ours[different[0]], theirs[different[0]])
