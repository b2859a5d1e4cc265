"""PettingZoo and Gymnasium: their own tests pass for all games. Skipped without the extra `rl`."""

from __future__ import annotations

import pytest

from interpreter.gametree.node import NodeKind
from tests.gametree.trees import small
from tests.shipped import ready
from tools.learning.environments import gymnasium_env, pettingzoo_env

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")
env_checker = pytest.importorskip("gymnasium.utils.env_checker", reason="the extra `rl` is not installed")

from pettingzoo.test import api_test, seed_test  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries, about observations that are dictionaries

GAMES = ("gekido", "montoons", "pblrobots", "robomon", "robotblow", "scrapyard")
CYCLES = 60


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_is_content(game: str) -> None:
    api_test(pettingzoo_env(ready(game)), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_match(game: str) -> None:
    tree = pettingzoo_env(ready(game)).tree
    seed_test(lambda: pettingzoo_env(ready(game), space=tree.space), num_cycles=CYCLES)


def test_rewards_are_what_the_match_is_worth() -> None:
    env = pettingzoo_env(small("kuhn"))
    sums = []
    for seed in range(6):
        env.reset(seed)
        won = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observed, reward, over, cut, _ = env.last()
            won[agent] += reward
            env.step(None if over or cut else int(observed["action_mask"].argmax()))
        assert won == env.node.results
        assert env.node.kind is NodeKind.END
        sums.append(abs(won["Ann"]))
    assert set(sums) <= {1.0, 2.0}


def test_gymnasium_is_content() -> None:
    env_checker.check_env(gymnasium_env(ready("scrapyard")), skip_render_check=True)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_one_seat_against_a_bot(bot: str) -> None:
    env = gymnasium_env(ready("scrapyard"), bots={"Ann": bot})
    assert env.seat == "Ben"
    seen, info = env.reset(seed=3)
    assert seen in env.observation_space
    over = cut = False
    for _ in range(2_000):
        assert env.node.seat == "Ben"
        seen, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
        if over or cut:
            break
    assert over
    assert reward in (1.0, -1.0)


def test_an_action_that_is_not_possible_loses() -> None:
    env = gymnasium_env(ready("scrapyard"))
    env.reset(seed=1)
    impossible = int(env.action_masks().argmin())
    _, reward, over, _, info = env.step(impossible)
    assert (reward, over, info["impossible"]) == (-1.0, True, True)
