"""One seat of a game as an environment of Gymnasium: bots answer for the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium

from interpreter.gametree.node import TreeNode
from interpreter.gametree.tree import GameTree
from interpreter.seats import Seat
from tools.learning.spaces import Arrays, action_space, arrays, lowest, observation_space
from tools.seats import seat as bot_of


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One match after another from one seat. The reward comes at the end: what the match is worth to the seat.

    An action that is not possible loses the match at once; `info["action_mask"]` says which are.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, tree: GameTree, bots: Mapping[str, str], longest: int) -> None:
        self.tree = tree
        [self.seat] = [seat for seat in tree.seats if seat not in bots]
        self.specs, self.longest = dict(bots), longest
        self.render_mode = "ansi"
        self.observation_space = observation_space(self.tree)["observation"]
        self.action_space = action_space(self.tree)
        self.node: TreeNode
        self.decisions = 0
        self._bots: dict[str, Seat] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a match; the same seed starts the same one."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 32))
        self._bots = {name: bot_of(spec, number, name) for name, spec in self.specs.items()}
        self.decisions = 0
        self.node = self._until_asked(self.tree.root(number))
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.action_masks()[action]:
            seen, info = self._seen()
            return seen, lowest(self.tree), True, False, info | {"impossible": True}
        self.decisions += 1
        self.node = self._until_asked(self.node.after(int(action)))
        seen, info = self._seen()
        over = self.node.over
        return seen, self.node.results[self.seat], over, not over and self.decisions >= self.longest, info

    def action_masks(self) -> Any:
        """For each action, whether it is possible now."""
        return arrays(self.node, self.seat)["action_mask"].astype(bool)

    def _until_asked(self, node: TreeNode) -> TreeNode:
        """Let the bots answer until the seat is asked or the match is over."""
        for _ in range(self.longest):
            if node.over or node.seat == self.seat:
                break
            assert node.seat is not None
            node = node.answered(self._bots[node.seat])
        return node

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        seen: Arrays = arrays(self.node, self.seat)
        return seen["observation"], {"action_mask": seen["action_mask"]}

    def render(self) -> str:
        """The question that is open, or the results."""
        return f"{self.node.seat}: {self.node.prompt}" if self.node.seat is not None else str(self.node.results)
