"""Copies of a match: what chance they have, what they can be kept as, and that no bot looks ahead on the match itself."""

from __future__ import annotations

import copy
import pickle  # noqa: TID251 - only to see that it says no
from pathlib import Path
from typing import Any

import pytest

import botwright
from interpreter.match import EngineMatch, start
from interpreter.seats import Ahead, Answer, Seat, SeatQuestion, ViewSource, decide
from interpreter.seats.greedy import Greedy
from interpreter.seats.mcts import TreeSearch
from tests.engine.tables import play, player, program
from tests.faults.records import answer, scrapyard
from tools.matches.match import engine_of

DICE = """
die D6 { 1..6 }
extend Player { keeps points: 0.. = 0 }
window Main { offer one to active }
action throw by me during Main { roll D6 as face; me.points += face.value; note face.value }
effect note n: number { }
goal rich = players where points > 40
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
"""


def throws(match: EngineMatch, many: int) -> list[str]:
    for _ in range(many):
        match.answer(match.requests[0].id, (0,))
    return [event.words for event in match.events if event.verb == "note"]


# ---------------------------------------------------------------------------------------------------- chance in a copy


def test_a_plain_fork_keeps_the_dice_to_come() -> None:
    match = play(DICE, seed=1)
    assert throws(match.fork(), 8) == throws(match, 8)


def test_a_fork_with_a_seed_has_other_dice_each_time_the_same() -> None:
    match = play(DICE, seed=1)
    before = throws(match, 2)
    forks = [throws(match.fork(seed), 8) for seed in (2, 3, 2)]
    assert forks[0] == forks[2] != forks[1]
    assert all(item[:2] == before for item in forks)
    assert throws(match, 8) not in forks
    assert match.machine.seed == 1


def test_a_fork_with_a_seed_goes_back_to_where_it_was_made() -> None:
    match = play(DICE, seed=1)
    throws(match, 3)
    fork = match.fork(9)
    assert not fork.undo()
    throws(fork, 2)
    assert [fork.undo(), fork.undo(), fork.undo()] == [True, True, False]
    assert [fork.redo(), fork.redo(), fork.redo()] == [True, True, False]
    assert throws(fork, 0) == throws(match.fork(9), 2)
    assert match.undo()


def test_why_in_a_fork_with_a_seed_tells_of_its_own_dice() -> None:
    match = scrapyard().start(["Ann", "Ben"], 3)
    for _ in range(6):
        answer(match)
    fork = match.fork(seed=11)
    for _ in range(6):
        answer(fork)
    fork = fork.fork(seed=12)
    for _ in range(6):
        answer(fork)
    last = fork.events[-1]
    assert last.words in str(fork.why(last))


def test_a_fork_with_a_seed_cannot_be_saved(tmp_path: Path) -> None:
    match = scrapyard().start(["Ann", "Ben"], 3)
    fork = match.fork(seed=11)
    assert (fork.seed, match.seed) == (11, 3)
    for item in (fork, fork.fork(), copy.copy(fork)):
        with pytest.raises(botwright.BadRecord) as wrong:
            item.save(tmp_path / "fork")
        assert wrong.value.code == "BW6206"
    assert list(tmp_path.iterdir()) == []
    match.fork().save(tmp_path / "plain")
    assert botwright.resume(tmp_path / "plain").hash == match.hash


@pytest.mark.parametrize("seed", ["x", 1.5, True, 1 << 63])
def test_the_seed_of_a_fork_is_a_number(seed: Any) -> None:
    with pytest.raises(botwright.BadArgument):
        scrapyard().start(["Ann", "Ben"], 3).fork(seed=seed)


# ------------------------------------------------------------------------------------------------- the ways of Python


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
def test_a_copy_is_a_fork(way: Any, tmp_path: Path) -> None:
    match = scrapyard().start({"Ann": "random", "Ben": "random"}, 3, record=tmp_path / "record")
    answer(match)
    result = way(match)
    assert (result.hash, result.path, result.bots, result.game) == (match.hash, None, {}, match.game)
    before = match.hash
    answer(result)
    assert match.hash == before != result.hash
    assert result.undo()
    assert result.hash == before
    inner = way(engine_of(match))
    assert inner.machine.state is not engine_of(match).machine.state
    assert inner.answers == engine_of(match).answers
    assert way(match.game) is match.game
    match.close()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_tells_what_to_call(protocol: int) -> None:
    match = scrapyard().start(["Ann", "Ben"], 3)
    with pytest.raises(botwright.MatchFault, match="BW6207") as of_match:
        pickle.dumps([match], protocol)
    assert "match.save" in of_match.value.help
    with pytest.raises(botwright.MatchFault, match="BW6207") as of_game:
        pickle.dumps(match.game, protocol)
    assert "botwright.load" in of_game.value.help
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(engine_of(match), protocol)


# ----------------------------------------------------------------------------------------- nobody looks at the real dice

GAMBLE = """
ruleset gamble "Gamble" { players 2, triggers active_first, start Match, score chips_of }
die D6 { 1..6 }
kind Card { suit: 1..4 }
Card One { suit 1 }
Card Two { suit 2 }
Card Three { suit 3 }
Card Four { suit 4 }
extend Player { keeps chips: 0.. = 0 }
extend Table { zone deck of Card seen by nobody }
rule chips_of(p: Player) = p.chips
window Main { offer one to active; forbid pass }
action high by me during Main { roll D6 as face; if face.value > 3 { me.chips += 5 } }
action low by me during Main { roll D6 as face; if face.value <= 3 { me.chips += 5 } }
action red by me during Main { if top(deck).suit <= 2 { me.chips += 5 } }
action black by me during Main { if top(deck).suit > 2 { me.chips += 5 } }
flow Match {
  for each card in supply(Card) { take one of card into deck }
  shuffle deck
  repeat { for each p in players { phase turn by p { open Main } } }
}
"""
SEEDS = range(16)


class Cheat:
    """Tries each answer on a plain fork of the match, where the dice and cards are those to come."""

    def __init__(self, match: EngineMatch) -> None:
        self.match = match

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        return max(((index,) for index in range(question.number)), key=self._chips)

    def _chips(self, chosen: Answer) -> int:
        fork = self.match.fork()
        fork.answer(fork.requests[0].id, chosen)
        return _chips(fork)


def _chips(match: EngineMatch) -> int:
    result = player(match, "Ann", "chips")
    assert isinstance(result, int)
    return result


def answers_on(seat_of: Any) -> tuple[set[Answer], int]:
    """What a seat answers to the same view in matches with different luck, and how often that was lucky."""
    result, lucky = set(), 0
    for seed in SEEDS:
        match = start(program(GAMBLE), ("Ann", "Ben"), seed)
        seat: Seat = seat_of(match)
        chosen = decide(match, match.requests[0], seat)
        result.add(chosen)
        match.answer(match.requests[0].id, chosen)
        lucky += _chips(match) > 0
    return result, lucky


def test_a_bot_that_looks_at_the_dice_to_come_would_be_caught() -> None:
    result, lucky = answers_on(Cheat)
    assert len(result) > 1
    assert lucky == len(SEEDS)


@pytest.mark.parametrize("bot", [1, 2, 3])
@pytest.mark.parametrize("maker", [Greedy.seeded, lambda seed, name: TreeSearch.seeded(seed, name, 40)])
def test_bots_answer_alike_whatever_the_dice_and_the_hidden_cards_are(maker: Any, bot: int) -> None:
    result, lucky = answers_on(lambda match: maker(bot, "Ann"))
    assert len(result) == 1
    assert 0 < lucky < len(SEEDS)
