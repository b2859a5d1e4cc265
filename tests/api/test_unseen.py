"""Matches that nobody looks at run by emitted code: they ask the same, and whoever looks after all sees the same table,
log and words as if they had run on the reference from the beginning."""

from __future__ import annotations

import copy
import json

import pytest
from attrs import asdict

from dsl.names.symbols import players_range
from interpreter.backend.stopping.match import StoppingMatch
from interpreter.backend.unseen import OFTEN, unseen_of
from interpreter.compiled.support import Bail
from interpreter.execute.snapshot import digest
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, Refused, begin
from interpreter.seats.random_seat import RandomSeat
from tests.faults.records import scrapyard
from tests.shipped import GAMES, ready
from tools.matches.match import Match, engine_of

SEATS = ("Ann", "Ben", "Cid", "Dot", "Eve")
ANSWERS = 40


def unseen(linked: LinkedProgram, seats: tuple[str, ...], seed: int) -> EngineMatch:
    """A match of a program whose matches nobody has looked at for a long time."""
    unseen_of(linked).answers = OFTEN
    return begin(linked, seats, seed)


def both(name: str) -> tuple[LinkedProgram, LinkedProgram, tuple[str, ...]]:
    plain = ready(name).linked()
    least, _ = players_range(plain.program.symbols, sorted(plain.modes))
    linked, other = (LinkedProgram(plain.program, plain.modes, plain.rulings) for _ in range(2))
    return linked, other, SEATS[: max(2, least)]


def answer_of(match: EngineMatch, luck: RandomSeat) -> tuple[int, tuple[int, ...]]:
    questions = match.questions  # several, if seats decide together
    asked = questions[luck.luck.below(len(questions))]
    return asked.id, luck.pick(asked.sort, asked.number, asked.least, asked.most, asked.fits)


@pytest.mark.parametrize("name", GAMES)
def test_it_asks_the_same_and_looks_the_same(name: str) -> None:
    linked, other, seats = both(name)
    match, wanted = unseen(linked, seats, 5), begin(other, seats, 5)
    luck = RandomSeat.seeded(5, name)
    for count in range(ANSWERS):
        assert match.questions == wanted.questions
        assert match.over == wanted.over
        if match.over:
            break
        if count % 13 == 7:  # somebody looks at a copy: words, log and table
            assert_looks_alike(match.fork(), wanted)
        request, chosen = answer_of(match, luck)
        match.answer(request, chosen)
        wanted.answer(request, chosen)
    assert match.unseen
    assert match.result == wanted.result
    assert match.verdict == wanted.verdict
    assert_looks_alike(match, wanted)
    assert not match.unseen
    assert match.undo()
    assert wanted.undo()
    assert_looks_alike(match, wanted)


def assert_looks_alike(match: EngineMatch, wanted: EngineMatch) -> None:
    assert match.requests == wanted.requests
    assert match.events == wanted.events
    assert digest(match.machine.state, match.linked) == digest(wanted.machine.state, wanted.linked)


@pytest.mark.parametrize("name", ["gekido", "scrapyard", "montoons"])
def test_forks_go_their_own_ways(name: str) -> None:
    linked, other, seats = both(name)
    match, luck = unseen(linked, seats, 3), RandomSeat.seeded(3, name)
    forks = []
    for _ in range(20):
        forks.append((match.fork(), match.questions, list(match.answers)))
        match.answer(*answer_of(match, luck))
    for fork, questions, answers in forks:
        assert fork.unseen
        assert fork.questions == questions
        assert fork.answers == answers
        while not fork.over and len(fork.answers) < 30:
            fork.answer(*answer_of(fork, luck))
        wanted = begin(other, seats, 3)
        for given in fork.answers:
            wanted.answer(*given)
        assert_looks_alike(fork, wanted)


@pytest.mark.parametrize("raised", [Bail, KeyboardInterrupt])
def test_what_emitted_code_breaks_off_the_reference_carries_on(
    raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    linked, other, seats = both("scrapyard")
    match, wanted, luck = unseen(linked, seats, 3), begin(other, seats, 3), RandomSeat.seeded(3, "")
    for _ in range(6):
        given = answer_of(match, luck)
        match.answer(*given)
        wanted.answer(*given)
    asked = answer_of(match, luck)
    go_on = StoppingMatch.answer

    def broken_off(self: StoppingMatch, chosen: tuple[int, ...], request: int | None = None) -> None:
        go_on(self, chosen, request)
        raise raised

    monkeypatch.setattr(StoppingMatch, "answer", broken_off)
    if raised is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            match.answer(*asked)
        assert_looks_alike(match, wanted)  # the answer has not been given
    match.answer(*asked)
    wanted.answer(*asked)
    assert not match.unseen
    assert unseen_of(linked).broken == 1
    assert_looks_alike(match, wanted)


def test_other_chance_begins_at_a_fork_with_a_seed() -> None:
    linked, other, seats = both("gekido")
    match, wanted, luck = unseen(linked, seats, 3), begin(other, seats, 3), RandomSeat.seeded(3, "")
    for _ in range(8):
        given = answer_of(match, luck)
        match.answer(*given)
        wanted.answer(*given)
    assert_looks_alike(match.fork(9), wanted.fork(9))


def test_invalid_answers_are_refused_in_the_same_words() -> None:
    linked, other, seats = both("gekido")
    for given in ((1, (99,), None), (1, (0, 0), None), (7, (0,), None), (1, (0,), "Zoe"), (True, (0,), None)):
        told = []
        for match in (unseen(linked, seats, 3), begin(other, seats, 3)):
            with pytest.raises(Refused) as refused:
                match.answer(*given)
            told.append((refused.value.code, refused.value.message))
            assert match.answers == []
        assert told[0] == told[1]


def test_who_looks_after_each_answer_plays_on_the_reference() -> None:
    linked, _, seats = both("scrapyard")
    luck = RandomSeat.seeded(1, "")
    for seed in range(1, OFTEN // 20):
        match = begin(linked, seats, seed)
        assert not match.unseen
        for _ in range(20):
            if not match.over:
                assert match.machine.state.requests
                match.answer(*answer_of(match, luck))


def test_who_only_answers_gets_emitted_code_in_the_end() -> None:
    linked, _, seats = both("scrapyard")
    luck, answers = RandomSeat.seeded(1, ""), 0
    while answers < OFTEN:
        match = begin(linked, seats, answers)
        assert not match.unseen
        while not match.over and answers < OFTEN:
            match.answer(*answer_of(match, luck))
            answers += 1
    assert begin(linked, seats, 1).unseen


def test_seats_that_only_count_options_look_at_no_table() -> None:
    game = scrapyard()
    by_reference = game.start(("Ann", "Ben"), 4)
    matches = [Match(game, unseen(game.linked(), ("Ann", "Ben"), 4)), by_reference]
    for match in matches:
        match.sit("Ann", "random")
        match.sit("Ben", "random")
        match.play(60)
    assert [engine_of(match).unseen for match in matches] == [True, False]
    assert matches[0].answers == matches[1].answers
    assert matches[0].hash == matches[1].hash


# ------------------------------------------------------------------------------------------------------------ words


def test_words_are_those_of_the_question_also_after_its_answer() -> None:
    game = scrapyard()
    wanted = game.start(("Ann", "Ben"), 4)
    match = Match(game, unseen(game.linked(), ("Ann", "Ben"), 4))
    asked = []
    for _ in range(12):
        asked.append((match.requests[0], wanted.requests[0]))
        for each in (match, wanted):
            each.answer(each.requests[0].id, list(range(each.requests[0].least)))
    assert engine_of(match).unseen
    for request, other in asked:
        assert (request.number, request.refuses([0])) == (len(other.options), other.refuses([0]))
        assert (request.options, request.prompt, request.such) == (other.options, other.prompt, other.such)
        assert request == other


def test_a_request_is_plain_values() -> None:
    request = scrapyard().start(("Ann", "Ben"), 4).requests[0]
    assert copy.copy(request) == request
    assert json.loads(json.dumps(asdict(request)))["options"] == list(request.options)
    assert hash(request) == hash(scrapyard().start(("Ann", "Ben"), 4).requests[0])
    with pytest.raises(AttributeError):
        request.nothing  # noqa: B018  (mypy cannot know what a request does not have)
