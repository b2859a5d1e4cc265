"""Matches from Python: what `botwright` offers to programs, and fault 38, answers that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import botwright
from tests.architecture.tree import ROOT
from tests.engine.plays import game, go_on, seats
from tests.faults.records import answer, scrapyard
from tools.matches.match import engine_of

SEATS = ["Ann", "Ben"]


@pytest.fixture
def match() -> botwright.Match:
    result = scrapyard().start(SEATS, 3)
    for _ in range(8):
        answer(result)
    return result


# ---- loading


def test_a_game_is_found_by_its_name_and_by_its_folder() -> None:
    by_name, by_path = scrapyard(), botwright.load(ROOT / "rulesets" / "scrapyard")
    assert by_name.made == by_path.made
    assert (by_name.name, by_name.mode, by_name.packs) == ("scrapyard", "plain", ("scrapyard-starter",))
    assert by_name.players == (2, 2)
    assert by_name.start(SEATS, 4).hash == by_path.start(SEATS, 4).hash


def test_a_mode_changes_the_game_and_what_it_is_made_with() -> None:
    loaded = game("gekido")
    assert loaded.mode in loaded.modes
    other = botwright.load(ROOT / "rulesets" / "gekido", mode=loaded.modes[-1])
    assert other.mode != loaded.mode
    assert other.made != loaded.made


@pytest.mark.parametrize("words, code, told", [
    (("scrapyrad",), "BW6111", "did you mean `scrapyard`"),
    (("no/such/folder",), "BW6111", "scrapyard"),
    (("",), "BW6111", ""),
    (("scrapyard", "wild"), "BW2012", "`plain`"),
    (("scrapyard", None, ["wet"]), "BW2012", ""),
    (("scrapyard", None, (), None, {"tie": "draw"}), "BW2012", ""),
    (("scrapyard", None, (), ["no-such-pack"]), "BW6112", ""),
])  # fmt: skip
def test_what_is_not_there_cannot_be_loaded(words: tuple[Any, ...], code: str, told: str) -> None:
    with pytest.raises(botwright.Unplayable) as wrong:
        botwright.load(*words)
    assert wrong.value.code == code
    assert told in wrong.value.help


def test_a_game_with_mistakes_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "game.bot").write_text("ruleset broken { players 2 }\n\nflow Match { walk }\n")
    with pytest.raises(botwright.Unplayable) as wrong:
        botwright.load(tmp_path)
    assert wrong.value.code == "BW6112"
    assert len(wrong.value.diagnostics) > 1


@pytest.mark.parametrize("names, code", [
    ([], "BW6004"), (["Ann"], "BW6004"), (["Ann", "Ben", "Cid"], "BW6004"), (["Ann", "Ann"], "BW6113"),
    (["Ann", ""], "BW6113"), (["Ann", "a\x1b[31m"], "BW6113"), (["Ann", 5], "BW6113"), (["Ann", "x" * 101], "BW6113"),
    ({"Ann": "random", "Ben": "nobody"}, "BW6113"), ({"Ann": "random", "Ben": 5}, "BW6113"),
    ({"Ann": "random", "Ben": "human"}, "BW6113"),
])  # fmt: skip
def test_seats_are_looked_at_before_anything_begins(tmp_path: Path, names: Any, code: str) -> None:
    with pytest.raises(botwright.Unplayable) as wrong:
        scrapyard().start(names, 1, record=tmp_path / "match")
    assert wrong.value.code == code
    assert list(tmp_path.iterdir()) == []


# ---- answering


def test_a_match_is_played_to_its_end_from_python() -> None:
    """As the head of `botwright.py` shows it."""
    result = botwright.load("scrapyard").start(SEATS, seed=1)
    for _ in range(2_000):
        if result.over:
            break
        answer(result)
    assert result.over
    assert set(result.result) < set(SEATS)
    assert result.requests == () or result.over


@pytest.mark.parametrize("request_id, chosen, seat, code", [
    (999, [0], None, "BW6201"), (0, [0], None, "BW6201"), (-1, [0], None, "BW6201"), ("9", [0], None, "BW6201"),
    (None, [0], None, "BW6201"), (True, [0], None, "BW6201"), (9.0, [0], None, "BW6201"), (10**200, [0], None, "BW6201"),
    (1, [0], None, "BW6202"), (8, [0], None, "BW6202"),
    (9, [0], "other", "BW6203"), (9, [0], "Cid", "BW6203"), (9, [0], "x" * 10_000, "BW6203"),
    (9, [999], None, "BW6204"), (9, [-1], None, "BW6204"), (9, [0, 0], None, "BW6204"), (9, [0, 1], None, "BW6204"),
    (9, ["0"], None, "BW6204"), (9, [True], None, "BW6204"), (9, [0.0], None, "BW6204"), (9, "0", None, "BW6204"),
    (9, b"0", None, "BW6204"), (9, 0, None, "BW6204"), (9, None, None, "BW6204"), (9, {0: 1}, None, "BW6204"),
    (9, [0] * 1_000_000, None, "BW6204"), (9, range(10**12), None, "BW6204"), (9, [10**5000], None, "BW6204"),
    (9, [[0]], None, "BW6204"),
])  # fmt: skip
def test_an_answer_that_is_none_changes_nothing(
    match: botwright.Match, request_id: Any, chosen: Any, seat: str | None, code: str
) -> None:
    (request,) = match.requests
    assert request.id == 9
    before, asked, result = match.hash, match.requests, match.events
    if seat == "other":
        seat = next(name for name in SEATS if name != request.seat)
    with pytest.raises(botwright.Refused) as wrong:
        match.answer(request_id, chosen, seat=seat)
    assert wrong.value.code == code
    assert wrong.value.help
    assert len(wrong.value.message) < 200
    assert (match.hash, match.requests, match.events) == (before, asked, result)
    answer(match)


def test_an_answer_twice_and_one_after_the_end(match: botwright.Match) -> None:
    (request,) = match.requests
    match.answer(request.id, [0], seat=request.seat)
    with pytest.raises(botwright.Refused) as wrong:
        match.answer(request.id, [0], seat=request.seat)
    assert wrong.value.code == "BW6202"
    go_on(engine_of(match), 3, 2_000)
    assert match.over
    before = match.hash
    for id in (request.id, 10_000):
        with pytest.raises(botwright.Refused) as wrong:
            match.answer(id, [0])
        assert wrong.value.code == "BW6205"
    assert match.hash == before
    assert match.undo()
    assert not match.over


@pytest.mark.parametrize("name", ["scrapyard", "gekido", "montoons"])
def test_every_offered_option_is_taken(name: str) -> None:
    result = game(name).start(seats(name), 2)
    go_on(engine_of(result), 2, 12)
    for request in result.requests:
        for index in range(min(len(request.options), 12)):
            if request.least <= 1 <= request.most:
                copy = result.fork()
                copy.answer(request.id, [index], seat=request.seat)
                assert copy.answers == result.answers + 1


def test_back_and_forth(match: botwright.Match) -> None:
    hashes = [match.hash]
    for _ in range(5):
        answer(match)
        hashes.append(match.hash)
    actual = match.events
    for hash in reversed(hashes[:-1]):
        assert match.undo()
        assert match.hash == hash
    for hash in hashes[1:]:
        assert match.redo()
        assert match.hash == hash
    assert match.events == actual
    assert not match.redo()
    match.undo()
    answer(match)
    assert not match.redo()  # another answer was given since
    while match.undo():
        pass
    assert match.answers == 0


def test_a_fork_goes_back_and_forth_by_itself(match: botwright.Match) -> None:
    match.undo()
    before = match.hash
    fork = match.fork()
    assert fork.redo()
    assert fork.undo()
    assert fork.undo()
    assert match.hash == before
    assert match.redo()


# ---- looking


def test_views_and_events_are_what_a_seat_may_know(match: botwright.Match) -> None:
    asked = match.requests[0]
    own, other = match.view(asked.seat), match.view(next(seat for seat in SEATS if seat != asked.seat))
    assert [request.id for request in own.requests] == [asked.id]
    assert tuple(option.words for option in own.requests[0].options) == asked.options
    assert other.requests == ()
    assert match.view().seat is None
    assert [event.words for event in match.events] == [event.words for event in match.view().log]
    assert match.log("Ann", 3) == tuple(event for event in match.log("Ann") if event.number >= 3)
    with pytest.raises(botwright.Unplayable) as wrong:
        match.view("Cid")
    assert wrong.value.code == "BW6002"


def test_why_and_why_not_are_asked_of_a_match(match: botwright.Match) -> None:
    before = match.hash
    event = next(event for event in match.events if event.verb != "set_up")
    assert event.words in "\n".join(match.why(event).lines())
    assert match.why(event.number) == match.why(event)
    explanation = match.why_not("strike")
    assert explanation.lines()
    assert match.hash == before


# ---- seats


def test_functions_and_bots_answer_at_seats() -> None:
    seen = []

    def person(view: botwright.View, request: Any) -> list[int]:
        seen.append((view.seat, request.seat))
        return [0] if request.options else []

    result = scrapyard().start({"Ann": person, "Ben": "random"}, 6)
    assert result.play(most=40) in (True, False)
    assert result.answers == 40 or result.over
    assert set(seen) == {("Ann", "Ann")}
    again = scrapyard().start({"Ann": person, "Ben": "random"}, 6)
    again.play(most=40)
    assert again.hash == result.hash
    result.sit("Ann", None)
    while result.step():
        pass
    assert result.over or {request.seat for request in result.requests} == {"Ann"}
    result.close()


def test_what_a_seat_says_that_is_no_answer_does_not_stop_the_match() -> None:
    result = scrapyard().start({"Ann": lambda view, request: [99, 99], "Ben": "random"}, 6)
    result.play(most=30)
    assert result.answers == 30 or result.over
    result.close()


# ---- keeping


def test_a_save_is_taken_up_where_it_was_left(match: botwright.Match, tmp_path: Path) -> None:
    answer(match)
    match.undo()
    match.undo()
    match.save(tmp_path / "match")
    result = botwright.resume(tmp_path / "match")
    assert (result.hash, result.answers, result.seats, result.seed) == (
        match.hash,
        match.answers,
        match.seats,
        match.seed,
    )
    assert result.requests == match.requests
    assert result.events == match.events
    assert result.notes == ()
    for _ in range(2):  # what was taken back can be given again
        assert result.redo()
        assert match.redo()
        assert result.hash == match.hash
    assert not result.redo()
    match.save(tmp_path / "match")  # over the old one
    assert botwright.resume(tmp_path / "match").hash == match.hash


def test_a_record_keeps_undo_and_redo(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with scrapyard().start(SEATS, 3, record=path) as match:
        for turn in "aaaauuraaur":
            {"a": answer, "u": botwright.Match.undo, "r": botwright.Match.redo}[turn](match)
        match.undo()
    assert len(path.read_bytes().splitlines()) == 1 + 12
    result = botwright.resume(path)
    assert (result.hash, result.answers) == (match.hash, match.answers)
    assert result.redo()
    with pytest.raises(botwright.BadRecord):
        answer(match)  # the record is closed


def test_a_save_of_a_match_that_is_recorded_there_is_there_already(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with scrapyard().start(SEATS, 3, record=path) as match:
        answer(match)
        before = path.read_bytes()
        match.save(path)
        assert path.read_bytes() == before
        answer(match)
    assert botwright.resume(path).answers == 2


def test_nothing_but_plain_values_leaves_a_match(match: botwright.Match) -> None:
    """Of what a match has for everybody, nothing leads to the engine, except `game`, which everybody knows."""
    import json

    from attrs import asdict

    names = [name for name in dir(match) if not name.startswith("_") and name != "game"]
    by_name = {name: getattr(match, name) for name in names if not callable(getattr(match, name))}
    plain = {"answers", "bots", "hash", "logged", "over", "path", "position", "result", "seats", "seed", "verdict"}
    assert set(by_name) == {"events", "notes", "requests", "warnings", *plain}
    json.dumps({name: by_name[name] for name in plain})
    for values in (by_name["events"], by_name["requests"], (match.view("Ann"), match.view(None))):
        json.dumps([asdict(value) for value in values])
