"""A match in the terminal, driven through the session: bots to the end, a person who errs, takes back and leaves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.model.requests import EngineRequest, Option
from tools.matches import Game, load
from tools.matches.game_index import packs_for
from tools.play import Hotseat, PlaySession, by_chance
from tools.play.open_match import begin


@pytest.fixture(scope="module")
def game() -> Game:
    return load("scrapyard")


def table(
    game: Game, seed: int, people: frozenset[str] = frozenset(), typed: Sequence[str] = ()
) -> tuple[Hotseat, list[str]]:
    lines = iter(typed)
    collected: list[str] = []
    match = begin(game, ("Ann", "Ben"), seed)
    who = {seat: "human" if seat in people else "random" for seat in match.seats}
    return Hotseat(PlaySession(match, who), lambda _: next(lines, None), collected.extend, lambda: None), collected


def test_bots_play_to_the_end_and_the_same_seed_is_the_same_match(game: Game) -> None:
    first, result = table(game, 3)
    second, again = table(game, 3)
    assert first.play() == second.play() == "over"
    assert result == again
    assert result[-1] in ("Ann won.", "Ben won.")
    other, another = table(game, 4)
    other.play()
    assert another != result


def test_cards_of_the_tests_stay_off_the_table(game: Game) -> None:
    ids = {card.id for card in game.linked().program.cards}
    assert {"Rusty", "Kettle"} <= ids
    assert not {"Puncher", "Dummy", "Test_Gadget"} & ids
    assert packs_for("scrapyard") == ["scrapyard-starter"]


def test_a_person_errs_takes_back_and_leaves(game: Game) -> None:
    typed = ["undo", "nonsense", "99", "1 2", "1", "undo", "quit"]
    people, result = table(game, 1, frozenset({"Ann"}), typed)
    assert people.play() == "left"
    assert people.session.match.answers == 0
    for said in (
        "There is nothing to undo.",
        "There is no option called `nonsense`; `h` shows the commands.",
        "There are only the numbers 1 to 2.",
        "Choose one of them.",
        "Taken back.",
    ):
        assert said in result


def test_the_end_of_the_input_ends_the_match_quietly(game: Game) -> None:
    people, result = table(game, 1, frozenset({"Ann"}))
    assert people.play() == "left"
    assert not any("won" in line for line in result)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 1 << 30))
def test_what_a_bot_answers_is_an_answer(options: int, a: int, b: int, seed: int) -> None:
    least, most = sorted((min(a, options), min(b, options)))
    request = EngineRequest(1, "Ann", "act", tuple(Option(n, str(n)) for n in range(options)), least, most, "act")
    assert request.refuses(by_chance(request, seed, 0)) == ""
