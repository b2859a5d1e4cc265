"""Observations and masks of a seat as arrays, and the spaces that they are in."""

from __future__ import annotations

from typing import Any

import gymnasium.spaces as spaces
import numpy as np

from interpreter.gametree.node import TreeNode
from interpreter.gametree.tree import GameTree

Arrays = dict[str, Any]
"""`observation`: the vector of a seat; `action_mask`: 1 for each action that it may choose now."""


def observation_space(tree: GameTree) -> Any:
    low = np.array([feature.low for feature in tree.schema.features], np.float32)
    high = np.array([feature.high for feature in tree.schema.features], np.float32)
    mask = spaces.Box(0, 1, (len(tree.space),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def action_space(tree: GameTree) -> Any:
    return spaces.Discrete(len(tree.space))


def arrays(node: TreeNode, seat: str) -> Arrays:
    """What a seat sees and may do; whoever is not asked may do nothing."""
    mask = np.array(node.mask if node.seat == seat else (False,) * len(node.tree.space), np.int8)
    return {"observation": np.array(node.vector(seat), np.float32), "action_mask": mask}


def lowest(tree: GameTree) -> float:
    """The worst result of a match."""
    return tree.bounds[0] if tree.bounds is not None else -1.0
