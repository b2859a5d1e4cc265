"""The small games of these tests, and walks over their trees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from interpreter.gametree.node import NodeKind, TreeNode
from interpreter.gametree.tree import GameTree
from interpreter.link.linked_program import LinkedProgram
from tests.architecture.tree import ROOT
from tests.engine.tables import program
from tests.shipped import ready
from tools.matches import Game, load
from tools.play import seat_names

HERE = ROOT / "tests/gametree/games"


@cache
def small(name: str) -> Game:
    return load(str(HERE / name))


def kuhn() -> GameTree:
    return small("kuhn").tree(["Ann", "Ben"])


def written(text: str, *, split: bool = False) -> GameTree:
    """A game written in a test, for Ann and Ben."""
    return GameTree(LinkedProgram(program(text)), ("Ann", "Ben"), split)


def shipped(name: str, *, split: bool = True) -> GameTree:
    """A shipped game in the mode that tests play, for two if that is possible."""
    game = ready(name)
    least, most = game.players
    return game.tree(seat_names(max(least, min(2, most))), split=split)


def walk(node: TreeNode, chance: Fraction = Fraction(1)) -> Iterator[tuple[TreeNode, Fraction]]:
    """A node and all nodes below it, each with the probability of the draws on the way."""
    yield node, chance
    if node.kind is NodeKind.CHANCE:
        for outcome, probability in zip(node.outcomes, node.draw.chances, strict=True):
            yield from walk(node.drawn(outcome), chance * probability)
    else:
        for action in node.actions:
            yield from walk(node.after(action), chance)
