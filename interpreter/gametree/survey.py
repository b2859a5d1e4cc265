"""A survey of a game: which choices and how many things can be met.

A game with few nodes is walked completely; of any other, some matches with random answers are played from fixed seeds.
So a survey is the same for the same rules, in any process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isclose
from typing import TYPE_CHECKING

from attrs import define, field

from interpreter.model import state as s
from interpreter.visibility.determinize import Stream
from interpreter.visibility.redact import in_play

if TYPE_CHECKING:
    from interpreter.gametree.node import TreeNode
    from interpreter.gametree.tree import GameTree

ROUNDING = 1e-9
"""Thirds of a loss add up to a whole one, but for the last digits."""
FEW = 400
"""A game with at most this many nodes is walked completely."""
MATCHES = 16
LONGEST = 120
"""The maximum number of decisions looked at in one match."""
DECISIONS = 600
"""The maximum number of decisions looked at in all of them."""


@define
class GameSurvey:
    """The keys of all choices met, the most things of each kind on one table, the most choices of one question."""

    keys: set[str] = field(factory=set)
    things: Counter[str] = field(factory=Counter)
    widest: int = 0
    complete: bool = False
    """Whether the whole game was walked."""

    zero_sum: bool = True
    """Whether the results of all ends met add up to zero."""

    def look(self, node: TreeNode) -> None:
        self.zero_sum = self.zero_sum and isclose(sum(node.results.values()), 0, abs_tol=ROUNDING)
        self.keys |= {way.key for way in node.ways}
        self.widest = max(self.widest, len(node.ways))
        cells = node._machine.state.cells
        self.things |= Counter(cells[thing + s.KIND] for thing in in_play(node._machine))


def survey(tree: GameTree) -> GameSurvey:
    surveyed = GameSurvey()
    surveyed.complete = _walked(tree, surveyed)
    if not surveyed.complete:
        _played(tree, surveyed)
    return surveyed


def _walked(tree: GameTree, surveyed: GameSurvey) -> bool:
    """Look at every node; false if there are too many. Nodes are made only when they are looked at."""
    waiting: list[Iterator[TreeNode]] = [iter((tree.root(),))]
    number = 1
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        surveyed.look(node)
        number += node.width
        if number > FEW:
            return False
        waiting.append(node.children())
    return True


def _played(tree: GameTree, surveyed: GameSurvey) -> None:
    left = DECISIONS
    for seed in range(MATCHES):
        luck, node = Stream.of(seed, "survey"), tree.root(seed)
        for _ in range(min(LONGEST, left)):
            surveyed.look(node)
            if not node.ways:
                break
            left -= 1
            node = node.after_way(node.ways[luck.below(len(node.ways))])
        if not left:
            break
