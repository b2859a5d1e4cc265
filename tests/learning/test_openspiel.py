"""OpenSpiel: its own tests pass, and its algorithms find what is known. Skipped without the extra `openspiel`."""

from __future__ import annotations

import random
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.architecture.tree import ROOT
from tests.gametree.trees import HERE, small
from tests.profiles import NIGHTLY
from tests.shipped import ready
from tools.learning.environments import openspiel_game
from tools.matches import Game, load

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts  # noqa: E402

from tools.learning.openspiel_adapter import NotZeroSum  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of the library


def duel() -> Game:
    return ready("gekido", "duel")


def test_kuhn_poker_passes_the_tests_of_openspiel() -> None:
    pyspiel.random_sim_test(openspiel_game(small("kuhn")), num_sims=10, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ("pig", "scrapyard") if NIGHTLY else ("pig",))
def test_other_games_pass_them_too(game: str) -> None:
    loaded = load(str(ROOT / "tests/benchmarks/games/pig")) if game == "pig" else ready(game)
    pyspiel.random_sim_test(openspiel_game(loaded), num_sims=1, serialize=False, verbose=False)


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    game = openspiel_game(small("kuhn"))
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert exploitability.nash_conv(game, policy) < 0.02
    assert len(policy.states_per_player[0]) == len(policy.states_per_player[1]) == 6


@pytest.mark.parametrize(
    "ours, theirs",
    [
        ("kuhn", "kuhn_poker"),
        ("leduc", "leduc_poker"),
        ("leduc_equal_cards", "leduc_poker(suit_isomorphism=True)"),
        ("liars_dice", "liars_dice(dice_sides=3)"),
    ],
)
def test_a_game_written_in_the_language_is_the_game_of_openspiel(ours: str, theirs: str) -> None:
    """The same algorithms find the same numbers for both: information states, values and best responses."""
    written, built_in = openspiel_game(small(ours), keep=True, zero_sum=True), pyspiel.load_game(theirs)
    assert numbers(written) == pytest.approx(numbers(built_in))


def numbers(game: Any) -> list[float]:
    random_policy = policy.UniformRandomPolicy(game)
    table = policy.TabularPolicy(game)
    values = expected_game_score.policy_value(game.new_initial_state(), [random_policy] * 2)
    sizes = [len(states) for states in table.states_per_player]
    solver = cfr.CFRPlusSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    gains = [exploitability.nash_conv(game, each) for each in (random_policy, solver.average_policy())]
    return [*sizes, *values, *gains]


def test_leduc_poker_passes_the_tests_of_openspiel() -> None:
    pyspiel.random_sim_test(openspiel_game(small("leduc")), num_sims=5, serialize=False, verbose=False)


def test_results_that_do_not_add_up_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "kuhn"
    copytree(HERE / "kuhn", folder)
    rules = folder / "game.bot"
    rules.write_text(rules.read_text().replace("(if wins(p) then sum(others(p), paid) else 0 - p.paid)", "0 - p.paid"))
    wasteful = load(str(folder))
    assert openspiel_game(wasteful).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = openspiel_game(wasteful, zero_sum=True).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(NotZeroSum, match="zero_sum=False"):
        state.returns()


def test_a_state_is_dealt_anew_for_a_player() -> None:
    state = openspiel_game(small("kuhn")).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    luck = random.Random(1)
    others = [state.resample_from_infostate(0, luck.random) for _ in range(20)]
    assert {other.information_state_string(0) for other in others} == {state.information_state_string(0)}
    assert len({other.observation_string(1) for other in others}) == 2
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.current_player() == 0 != copy.current_player()


def test_mcts_plays_the_duel() -> None:
    game = openspiel_game(duel())
    state, luck = game.new_initial_state(), random.Random(5)
    bot = mcts.MCTSBot(game, 1.4, 3, ShortRollouts())
    decisions = 0
    while not state.is_terminal() and decisions < 3:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, chances)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    assert decisions == 3


class ShortRollouts(mcts.Evaluator):  # type: ignore[misc]
    """Random playouts by the engine, which are faster than state by state."""

    def evaluate(self, state):  # type: ignore[no-untyped-def]
        return list(state.node.playout(1).values())

    def prior(self, state):  # type: ignore[no-untyped-def]
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
