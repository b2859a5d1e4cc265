"""A match as an environment of PettingZoo: the seats act one after another (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from interpreter.gametree.node import TreeNode
from interpreter.gametree.tree import GameTree
from tools.learning.spaces import Arrays, action_space, arrays, observation_space


class MatchEnv(AECEnv):  # type: ignore[misc]
    """One match; the agents are its seats. Rewards come at the end: what the match is worth to each seat."""

    def __init__(self, tree: GameTree, name: str, longest: int) -> None:
        super().__init__()
        self.metadata = {"name": f"{name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.tree, self.longest = tree, longest
        self.possible_agents = list(self.tree.seats)
        self.agents: list[str] = []
        self._observation_space, self._action_space = observation_space(self.tree), action_space(self.tree)
        self._spaces = {seat: action_space(self.tree) for seat in self.possible_agents}
        self._chance = np.random.default_rng()
        self.node: TreeNode

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; the same seed starts the same one."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.node = self.tree.root(int(self._chance.integers(1 << 32)))
        self.decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.node.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.node.seat or self.agents[0]

    def step(self, action: int | None) -> None:
        """The choice of the agent that is asked. Raises `ValueError` if it is not possible."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent in play chooses an action")
        self._cumulative_rewards[agent] = 0.0
        self.node = self.node.after(int(action))
        self.decisions += 1
        self._clear_rewards()
        if self.node.over:
            self.rewards = {seat: worth for seat, worth in self.node.results.items() if seat in self.rewards}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.node.seat or agent
        self._accumulate_rewards()

    def observe(self, agent: str) -> Arrays:
        return arrays(self.node, agent)

    def render(self) -> str:
        """The question that is open, or the results."""
        return f"{self.node.seat}: {self.node.prompt}" if self.node.seat is not None else str(self.node.results)

    def close(self) -> None:
        pass
