"""No answer to a seat changes when only what is hidden from that seat changes, whatever the seat types.

Two tables differ only in what one seat cannot see: hidden cards and dice were exchanged behind its back, or another seat
has made another secret choice on the way. Then everything that the seat can get out of the match is compared, byte for
byte: its view, its requests, refusals, `why` and `why not` with expressions made to find out hidden cards, pages and
commands of `play`, and what a program at the seat is sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter.evaluate.fields as fields
from dsl.names import types as t
from dsl.names.signatures import FieldSig, VerbSig
from interpreter.evaluate.sight import player_of
from interpreter.execute.machine import Machine
from interpreter.explain.why import why, why_not
from interpreter.match import EngineMatch, Refused
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.seats import decide, question_of
from interpreter.seats.random_seat import RandomSeat
from interpreter.visibility.determinize import Stream
from interpreter.visibility.views import as_text, view
from tests.engine.tables import play, say
from tests.properties.test_non_interference import behind_the_back_of
from tests.visibility.secret_games import HONEST, SECRET
from tools.drawing.styled_text import TextStyle
from tools.matches import Game, load
from tools.matches.match import Match, engine_of
from tools.play import PlaySession
from tools.seats.process import ProcessSeat

GAMES: dict[str, tuple[int, ...]] = {
    "scrapyard": (12, 33),
    "gekido": (9, 40, 90),
    "robomon": (0, 1, 5),
    "bluff": (2, 5, 9),
    "pblrobots": (5, 30, 60),
    "secret": (0, 1, 4),
}
"""After so many decisions by chance a match is looked at."""
EXAMPLES = 40 if settings.get_current_profile_name() != "nightly" else 2_000


@cache
def game(name: str) -> Game:
    more = {"mode": "battleground", "variants": ["closed_draft"]} if name == "robomon" else {}
    return load(name, **more)  # type: ignore[arg-type]


@cache
def played(name: str, seed: int, decisions: int) -> EngineMatch:
    """A match after some decisions by chance. It is not to be changed."""
    small = {"bluff": HONEST, "secret": SECRET}
    match = play(small[name], seed=seed) if name in small else engine_of(game(name).start(["Ann", "Ben"], seed=seed))
    seats = {seat: RandomSeat.seeded(seed, seat) for seat in match.machine.seats}
    while not match.over and len(match.answers) < decisions:
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    return match


# ------------------------------------------------------------------------------------------------- what a seat types


def hidden_zones(m: Machine, seat: str) -> Iterator[tuple[str, FieldSig]]:
    """The zones that may hide something from a seat, as one names them."""
    for holder, others in (("Player", [result for result in m.seats if result != seat]), ("Table", [""])):
        for sig in m.linked.layout.kinds[holder].fields.values():
            if sig.sort == "zone" and sig.seen_by in ("owner", "nobody"):
                yield from ((f"{other}.{sig.name}" if other else sig.name, sig) for other in others)


def oracles(m: Machine, seat: str) -> list[str]:
    """Conditions that would tell a hidden card or die from another."""
    collected = []
    for path, sig in hidden_zones(m, seat):
        kind = sig.item_kind
        if "Die" in m.symbols.lineage(kind):
            collected += [f"some({path}, face is {face})" for face in (2, 3)] if kind == "D6" else []
        ids = [
            card.id for card in m.linked.cards.values() if kind in m.symbols.lineage(card.kind) and "." not in card.id
        ]
        collected += [f"some({path}, that is {id})" for id in sorted(ids)[:6]]
        collected += [f"count({path} where that is {id}) is 1" for id in sorted(ids)[:3]]
        for field in m.linked.layout.kinds[kind].fields.values():
            if field.sort == "printed" and isinstance(t.plain(field.type), t.NumberT):
                collected += [f"sum({path}, {field.name}) > {number}" for number in (2, 5)]
    return collected


def filled(sig: VerbSig, oracle: str, by: str) -> str:
    """An action whose slots depend on a condition."""
    words = [sig.name]
    for slot in sig.slots:
        match t.plain(slot.type):
            case _ if slot.name == "me":
                continue
            case t.KindT(name=kind):
                said = f"first({'players' if kind == 'Player' else kind} where {oracle})"
            case t.NumberT():
                said = f"(if {oracle} then 1 else 2)"
            case _:
                continue
        words += [slot.preposition, said] if slot.preposition else [said]
    return " ".join([*words, *(["by", by] if by else [])])


def typed(m: Machine, seat: str) -> list[str]:
    """Everything that a curious player types after `why not`."""
    actions = [sig for sig in m.linked.verbs.values() if sig.sort == "action"]
    other = next((result for result in m.seats if result != seat), seat)
    results = [f"{verb}{by}" for verb in ("pass", *(sig.name for sig in actions)) for by in ("", f" by {other}")]
    results += [filled(sig, oracle, by) for sig in actions for oracle in oracles(m, seat) for by in ("", other)]
    cards = sorted(card.shown for card in m.linked.cards.values() if "." not in card.id)
    return results + [f"choose {name}" for name in cards]


def values(m: Machine, seat: str) -> list[str]:
    """Everything that a curious player types after `why`."""
    paths = [path for path, _ in hidden_zones(m, seat)]
    results = [f"{expression} and yes" for expression in oracles(m, seat)]
    results += [f"{function}({path}) is none" for path in paths for function in ("first", "last", "top")]
    return results + [f"count({path})" for path in paths]


# ------------------------------------------------------------------------------------------------- what a seat is told


def refusals(match: EngineMatch, seat: str) -> list[str]:
    """What comes back for answers that are none, to questions that were asked and to others."""
    collected = []
    own = [request.id for request in match.requests if request.seat == seat]
    for id in (*own, 0, *range(1, 8), 1_000_000):
        for answer in ([-1], [0, 0], "0"):
            with pytest.raises(Refused) as refused:
                match.answer(id, answer, seat)  # type: ignore[arg-type]
            collected.append(f"{refused.value.message} {refused.value.help}")
    return collected


def told_to(match: EngineMatch, seat: str) -> list[str]:
    """What a seat gets without asking, and for wrong answers."""
    results = [as_text(view(match, seat)), *refusals(match, seat)]
    for request in match.requests:
        if request.seat == seat:
            results.append(sent(match, request))
    return results


def sent(match: EngineMatch, request: EngineRequest) -> str:
    """The line that a program at the seat reads."""
    seen = view(match, request.seat, request=request.id)
    return ProcessSeat(("bot",))._line(seen, question_of(request)).decode("ascii")


@settings(max_examples=EXAMPLES)
@given(st.data())
def test_no_answer_depends_on_what_is_hidden_from_who_asks(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(GAMES)))
    match = played(name, data.draw(st.sampled_from((1, 2))), data.draw(st.sampled_from(GAMES[name])))
    seat = data.draw(st.sampled_from(match.machine.seats))
    swap = data.draw(st.integers(0, 1_000))
    other = behind_the_back_of(match, seat, Stream.of(swap, "swap"), ("places", "cards")[swap % 2])
    assert told_to(other, seat) == told_to(match, seat)
    for text in data.draw(st.lists(st.sampled_from(typed(match.machine, seat)), min_size=3, max_size=6)):
        assert why_not(other, text, seat) == why_not(match, text, seat), text
    for text in data.draw(st.lists(st.sampled_from(values(match.machine, seat)), min_size=1, max_size=4)):
        assert why(other, text, seat) == why(match, text, seat), text


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_questions_would_find_out_something(name: str) -> None:
    """Else the property above would hold for nothing: some oracle is true on one table and false on the other."""
    differ = 0
    for stop in GAMES[name]:
        match = played(name, 1, stop)
        for seat in match.machine.seats:
            texts = oracles(match.machine, seat)
            truth = [why(match, text).verdict for text in texts]
            for by in ("places", "cards"):
                other = behind_the_back_of(match, seat, Stream.of(7, "swap"), by)
                differ += [why(other, text).verdict for text in texts] != truth
    assert differ


def test_no_question_about_dice_finds_out_the_hand_of_an_opponent_in_gekido() -> None:
    """A die that is named by what somebody else holds would tell which cards that are."""
    match = engine_of(game("gekido").start(["Ann", "Ben"], seed=1))
    seats = {seat: RandomSeat.seeded(1, seat) for seat in match.machine.seats}
    while not (held := cards_held(match)) or not locks(match):
        request = match.requests[0]
        match.answer(request.id, decide(match, request, seats[request.seat]))
    other = behind_the_back_of(match, match.requests[0].seat, Stream.of(5, "swap"), "cards")
    assert cards_held(other) != held
    seat = match.requests[0].seat
    rival = next(result for result in match.machine.seats if result != seat)
    for card in sorted({*held, *cards_held(other)}):
        text = f"lock first(loose({seat}) where some({rival}.hand, that is {card}))"
        assert why_not(match, text, seat) == why_not(other, text, seat)
        assert why_not(match, text, seat).verdict.startswith(f"`{text.removeprefix('lock ')}` is not possible for")
    assert why_not(match, f"lock first(loose({seat}))", seat).possible is True


def locks(match: EngineMatch) -> bool:
    """Whether somebody can lock a die whose opponent holds cards."""
    request = match.requests[0]
    return request.sort == "act" and any(option.value.verb == "lock" for option in request.options)


def cards_held(match: EngineMatch) -> list[str]:
    """The cards that lie in the hand of an opponent of who is asked."""
    m, asked = match.machine, match.requests[0].seat
    rival = player_of(m, next(seat for seat in m.seats if seat != asked))
    return [m.state.cells[thing + s.CARD] for thing in fields.read(m, rival, "hand")]


@pytest.mark.parametrize("name", ["scrapyard", "gekido", "robomon"])
def test_pages_and_commands_of_play_do_not_depend_on_what_is_hidden(name: str) -> None:
    for stop in GAMES[name]:
        match = played(name, 1, stop)
        seat = match.requests[0].seat
        other = behind_the_back_of(match, seat, Stream.of(3, "swap"), "places")
        assert pages(name, match, seat) == pages(name, other, seat)


def pages(name: str, engine: EngineMatch, seat: str) -> list[str]:
    who = {result: "human" if result == seat else "random" for result in engine.machine.seats}
    session = PlaySession(Match(game(name), engine.fork()), who, lambda: TextStyle(width=100))
    session.keyboard = seat
    session.who = dict.fromkeys(who, "human")
    texts = [
        "?",
        "?1",
        "b",
        "l all",
        "i a",
        "i e",
        "why not pass",
        *(f"why not {text}" for text in asked_in_play(engine, seat)),
    ]
    return [repr(session.page()), *(repr(session.take(text).lines) for text in texts)]


def asked_in_play(engine: EngineMatch, seat: str) -> list[str]:
    return typed(engine.machine, seat)[::97][:6]


# ------------------------------------------------------------------------------- another secret choice on the way


def twins(text: str, *choices: tuple[str, tuple[str, ...], tuple[str, ...]]) -> tuple[EngineMatch, EngineMatch]:
    """Two matches in which the same is answered but for secret choices: who answers, with what here and there."""
    first, other = play(text, seed=4), play(text, seed=4)
    for seat, here, there in choices:
        say(first, seat, *here)
        say(other, seat, *there)
    return first, other


def all_reasons(match: EngineMatch, seat: str) -> list[object]:
    log = match.machine.log or []
    return [why(match, number, seat) for number in range(len(log) + 1)]


BLUFFED = (
    ("Ann", ("High", "Mid"), ("Low", "Mid")),
    ("Ben", ("Low", "Mid"), ("Low", "Mid")),
    ("Ann", ("bid 1 of 1",), ("bid 1 of 1",)),
    ("Ben", ("bid 2 of 2",), ("bid 2 of 2",)),
)
PLANNED = (
    ("Ann", ("plan Deuce",), ("plan Trey",)),
    ("Ben", ("plan Ace",), ("plan Ace",)),
    ("Ben", ("2",), ("2",)),
    ("Ann", ("rest",), ("rest",)),
    ("Ben", ("rest",), ("rest",)),
)


@pytest.mark.parametrize("text, course", [(HONEST, BLUFFED), (SECRET, PLANNED)])
def test_secret_choices_leave_no_trace_in_what_others_are_told(text: str, course: tuple[object, ...]) -> None:
    for until in range(1, len(course) + 1):
        first, other = twins(text, *course[:until])  # type: ignore[arg-type]
        assert told_to(first, "Ben") == told_to(other, "Ben")
        assert all_reasons(first, "Ben") == all_reasons(other, "Ben")
        for question in typed(first.machine, "Ben"):
            assert why_not(first, question, "Ben") == why_not(other, question, "Ben"), question
        for question in ("Ann.bids", "Ann.notes", "least", "Ann.hand", "Ann.bet", "Ann.tokens", "Ben.hand"):
            assert why(first, question, "Ben") == why(other, question, "Ben"), question
