"""A game as a game of OpenSpiel: sequential, with every draw as a chance node and results at the end.

Seats that decide together in secret are asked one after another; their information states keep the secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from interpreter.gametree.node import NodeKind, TreeNode
from interpreter.gametree.tree import GameTree

ROUNDING = 1e-6


class NotZeroSum(ValueError):
    """A match of a game that was taken for zero-sum is not."""


class TreeGame(pyspiel.Game):  # type: ignore[misc]
    """A game between fixed seats."""

    def __init__(
        self, tree: GameTree, name: str, bounds: tuple[float, float], longest: int, zero_sum: bool | None = None
    ) -> None:
        self.tree = tree
        self.zero_sum = tree.zero_sum if zero_sum is None else zero_sum
        seats = len(tree.seats)
        kind = pyspiel.GameType
        super().__init__(
            pyspiel.GameType(
                short_name=f"botwright_{name}",
                long_name=f"{name} (Botwright)",
                dynamics=kind.Dynamics.SEQUENTIAL,
                chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
                information=kind.Information.IMPERFECT_INFORMATION,
                utility=kind.Utility.ZERO_SUM if self.zero_sum else kind.Utility.GENERAL_SUM,
                reward_model=kind.RewardModel.TERMINAL,
                max_num_players=seats,
                min_num_players=seats,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=True,
                provides_observation_tensor=True,
                default_loadable=False,
                provides_factored_observation_string=False,
                parameter_specification={},
            ),
            pyspiel.GameInfo(
                num_distinct_actions=len(tree.space),
                max_chance_outcomes=tree.widest_draw,
                num_players=seats,
                min_utility=bounds[0],
                max_utility=bounds[1],
                utility_sum=0.0 if self.zero_sum else None,
                max_game_length=longest,
            ),
            {},
        )

    def new_initial_state(self) -> TreeState:
        return TreeState(self, self.tree.root())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TreeObserver:
        return TreeObserver(self.tree, iig_obs_type is not None and iig_obs_type.perfect_recall)


class TreeState(pyspiel.State):  # type: ignore[misc]
    """One match: a node of the tree that is replaced with each action."""

    def __init__(self, game: TreeGame, node: TreeNode) -> None:
        super().__init__(game)
        self.node, self.zero_sum = node, game.zero_sum

    def current_player(self) -> int:
        match self.node.kind:
            case NodeKind.CHANCE:
                return int(pyspiel.PlayerId.CHANCE)
            case NodeKind.END:
                return int(pyspiel.PlayerId.TERMINAL)
            case NodeKind.DECISION:
                assert self.node.seat is not None
                return self.node.tree.seats.index(self.node.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action.id for action in self.node.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome.id, outcome.chance) for outcome in self.node.outcomes]

    def _apply_action(self, action: int) -> None:
        draws = self.node.kind is NodeKind.CHANCE
        self.node = self.node.drawn(action) if draws else self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.outcomes[action].words
        return next((choice.key for choice in self.node.actions if choice.id == action), str(action))

    def is_terminal(self) -> bool:
        return self.node.over

    def returns(self) -> list[float]:
        worths = list(self.node.results.values())
        if self.zero_sum and abs(sum(worths)) > ROUNDING:
            raise NotZeroSum(f"a match ended with {self.node.results}: make the game with `zero_sum=False`")
        return worths

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> TreeState:
        """A state that looks the same to a player; what is hidden from it is dealt anew."""
        seat = self.node.tree.seats[player_id]
        other: TreeState = self.clone()
        other.node = self.node.determinize(seat, int(probability_sampler() * (1 << 32)))
        return other

    def __str__(self) -> str:
        if self.node.seat is None:
            return f"{self.node.kind.value} {self.node.prompt}".strip()
        return f"{self.node.seat}: {self.node.prompt}\n{self.node.observation(self.node.seat)}"


class TreeObserver:
    """What a player sees: as text with or without perfect recall, and as the vector of its seat."""

    def __init__(self, tree: GameTree, perfect_recall: bool) -> None:
        self.tree, self.perfect_recall = tree, perfect_recall
        self.tensor = np.zeros(len(tree.schema), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TreeState, player: int) -> None:
        self.tensor[:] = state.node.vector(self.tree.seats[player])

    def string_from(self, state: TreeState, player: int) -> str:
        seat = self.tree.seats[player]
        return state.node.information(seat) if self.perfect_recall else state.node.observation(seat)
